//! Random numbers for position keys.
//!
//! Computed at compile time from a fixed seed, so they are the same in every
//! build.

use crate::board::color::Color;
use crate::board::piece::{MAX_KINDS, Piece};
use crate::board::square::{MAX_SQUARES, Square};

/// The sequence SplitMix64 (Steele, Lea and Flood 2014). The state `n` steps
/// after a seed is computed directly.
pub(crate) const fn splitmix(n: u64) -> u64 {
    let z = 0x5045_5245_4752_494e_u64
        .wrapping_add(n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const PIECES: usize = 2 * MAX_KINDS;

/// The first pieces of the sequence, before the rows of castling, en passant and
/// the side to move. Books store keys, so the rows stay where they are; those of
/// the other pieces follow.
const FIRST_PIECES: usize = 64;
const OTHER_ROWS: usize = 3;

const fn row(start: u64) -> [u64; MAX_SQUARES] {
    let mut row = [0; MAX_SQUARES];
    let mut square = 0;
    while square < MAX_SQUARES {
        row[square] = splitmix(start * MAX_SQUARES as u64 + square as u64);
        square += 1;
    }
    row
}

static PIECE: [[u64; MAX_SQUARES]; PIECES] = {
    let mut table = [[0; MAX_SQUARES]; PIECES];
    let mut piece = 0;
    while piece < PIECES {
        let skipped = if piece < FIRST_PIECES { 0 } else { OTHER_ROWS };
        table[piece] = row((piece + skipped) as u64);
        piece += 1;
    }
    table
};

static CASTLING: [u64; MAX_SQUARES] = row(FIRST_PIECES as u64);
static EN_PASSANT: [u64; MAX_SQUARES] = row(FIRST_PIECES as u64 + 1);

/// The keys of the checks that are left to White and to Black.
static CHECKS_LEFT: [[u64; MAX_SQUARES]; 2] = {
    let first = (PIECES + OTHER_ROWS) as u64;
    [row(first), row(first + 1)]
};

/// The key for Black to move.
pub(crate) const SIDE: u64 = splitmix((FIRST_PIECES as u64 + 2) * MAX_SQUARES as u64);

/// The key of a piece on a square.
///
/// ```
/// use peregrine::board::{color::Color, piece::{Piece, PieceKind}, square::Square, zobrist};
/// let pawn = Piece::new(Color::White, PieceKind::PAWN);
/// assert_ne!(zobrist::piece(pawn, Square::new(8)), zobrist::piece(pawn, Square::new(9)));
/// ```
#[inline]
pub fn piece(piece: Piece, square: Square) -> u64 {
    PIECE[piece.index()][square.index()]
}

/// The key of a castling right with the Rook on a square.
///
/// ```
/// use peregrine::board::{square::Square, zobrist};
/// assert_ne!(zobrist::castling(Square::new(0)), zobrist::castling(Square::new(7)));
/// ```
#[inline]
pub fn castling(rook: Square) -> u64 {
    CASTLING[rook.index()]
}

/// The key of a legal en-passant capture on a square.
///
/// ```
/// use peregrine::board::{square::Square, zobrist};
/// assert_ne!(zobrist::en_passant(Square::new(20)), zobrist::en_passant(Square::new(21)));
/// ```
#[inline]
pub fn en_passant(square: Square) -> u64 {
    EN_PASSANT[square.index()]
}

/// The key of the number of checks that are left to a side, in games that count them.
///
/// ```
/// use peregrine::board::{color::Color, zobrist};
/// assert_ne!(zobrist::checks_left(Color::White, 3), zobrist::checks_left(Color::White, 2));
/// ```
pub fn checks_left(color: Color, left: u8) -> u64 {
    CHECKS_LEFT[color.index()][usize::from(left) % MAX_SQUARES]
}

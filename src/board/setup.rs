//! The content of a FEN, possible or not.
//!
//! Whether a setup is a possible position is checked in one place,
//! [`Position::from_setup`](crate::position::Position::from_setup).

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::Piece;
use crate::board::square::{MAX_SQUARES, Square};

/// The piece on each square.
pub type Board = [Option<Piece>; MAX_SQUARES];

/// The description of a position, not yet validated.
///
/// ```
/// use peregrine::{board::setup::Setup, variants};
/// let rules = variants::falcon();
/// let setup: Setup = peregrine::position::fen::parse(rules, rules.start_fen()).unwrap();
/// assert_eq!(setup.castling.count(), 4);
/// assert_eq!(setup.fullmove_number, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub side_to_move: Color,
    /// The squares of both sides' Rooks that may still castle.
    pub castling: Bitboard,
    /// The square passed over if the last move was a Pawn's double step.
    pub en_passant: Option<Square>,
    /// In games that count checks, how many more checks win for White and for Black; as at
    /// the start if there is nothing said.
    pub checks_left: Option<[u8; 2]>,
    /// In games that count moves against a side that only defends, the ply at which the
    /// count ends; the halfmove clock is then the count.
    pub count_limit: Option<u16>,
    /// The number of plies since the last Pawn move or capture.
    pub halfmove_clock: u16,
    /// The number of the next move.
    pub fullmove_number: u16,
}

impl Setup {
    /// An empty board, White to move.
    pub fn empty() -> Setup {
        Setup {
            board: [None; MAX_SQUARES],
            side_to_move: Color::White,
            castling: Bitboard::EMPTY,
            en_passant: None,
            checks_left: None,
            count_limit: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }
}

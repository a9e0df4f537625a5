//! A legal position of a game: pieces, side to move, castling rights, counters,
//! hash key.
//!
//! A position is created only from a valid
//! [`Setup`](crate::board::setup::Setup) or by playing a legal move. Board
//! and key are owned together, so neither can change alone. Must not depend on
//! evaluation or search; they follow the pieces by passing a [`PieceObserver`]
//! to [`Position::play_observed`].

mod attacks;
mod counting;
mod ends;
pub mod fen;
pub mod game;
mod make;
mod mating_material;
pub mod movegen;
mod outcome;
mod royals;
mod special;
mod start;
mod validate;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{Component, Piece, PieceKind};
use crate::board::square::{MAX_SQUARES, Square};
use crate::board::zobrist;
use crate::rules::Rules;

use counting::Honor;

pub use attacks::{CheckInfo, CheckSquares};
pub use make::PieceObserver;
pub use outcome::Outcome;
pub(crate) use start::UncheckedRules;
pub use validate::PositionError;

/// A legal position of a game (docs/rules.md, sections 2 and 3).
///
/// Games in use live as long as the process, see
/// [`variants`](crate::variants); [`PositionOf`] is for rules that do not.
pub type Position = PositionOf<'static>;

/// A legal position by rules that live for `'r`.
///
/// Moves are made on a copy: `let mut next = position.clone(); next.play(mv)`.
/// Copying takes 4 % of perft's time (`benches/movegen.rs`), less than unmaking
/// moves would be likely to cost.
#[derive(Clone)]
pub struct PositionOf<'r> {
    components: [Bitboard; Component::COUNT],
    colors: [Bitboard; 2],
    board: [Option<Piece>; MAX_SQUARES],
    /// The Rooks that may still castle; with the King swap, all pieces that the
    /// King may still swap places with.
    castling: Bitboard,
    rules: &'r Rules,
    key: u64,
    /// The square passed over by the last move, if it was a double step.
    en_passant: Option<Square>,
    /// The Pawn that was moved over `en_passant`.
    en_passant_victim: Option<Square>,
    /// Whether some capture on `en_passant` is legal; only then is it in the
    /// key.
    en_passant_is_legal: bool,
    side_to_move: Color,
    halfmove_clock: u16,
    fullmove_number: u16,
    /// How many more checks win the game, in games that count them, else 0.
    checks_left: [u8; 2],
    /// The count of moves against a side that only defends, in games that have it.
    honor: Honor,
    /// In Shatar, whether one of the checks that each side is in without a break was a shak.
    shaks: [bool; 2],
}

impl<'r> PositionOf<'r> {
    /// The rules of the game.
    #[inline]
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of a side's pieces.
    #[inline]
    pub fn colors(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of all pieces with this component.
    #[inline]
    pub fn component(&self, component: Component) -> Bitboard {
        self.components[component.index()]
    }

    /// The squares of a side's pieces of one kind.
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        let masks = self.rules.masks(kind);
        let mut squares = if self.rules.components(kind).is_empty() {
            Bitboard::EMPTY
        } else {
            self.colors(color)
        };
        for (set, &mask) in self.components.iter().zip(masks) {
            squares -= *set ^ mask;
        }
        if self.rules.shares_components(kind) {
            let piece = Some(Piece::new(color, kind));
            squares = squares
                .into_iter()
                .filter(|&square| self.piece_on(square) == piece)
                .collect();
        }
        squares
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The pieces by square.
    #[inline]
    pub(crate) fn piece_array(&self) -> &[Option<Piece>; MAX_SQUARES] {
        &self.board
    }

    /// The square of a side's King; of one of its royal pieces if it does not have a King.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        match self.rules.has_single_king() {
            true => self.only_king(color),
            false => self.first_king(color),
        }
    }

    /// The square from which a side's King castles, or another piece that does. `None` if none
    /// can.
    pub(crate) fn castling_king(&self, color: Color) -> Option<Square> {
        match self.rules.has_single_king() && self.rules.only_kings_castle() {
            true => Some(self.only_king(color)),
            false => self.rules.castling_king(color),
        }
    }

    /// The square of a side's King, its only royal piece.
    #[inline]
    fn only_king(&self, color: Color) -> Square {
        let king = self.component(Component::King) & self.colors(color);
        king.lowest().expect("each side has its King")
    }

    /// The squares of both sides' Rooks that may still castle; with the King
    /// swap, of all pieces that their King may still swap places with.
    #[inline]
    pub fn castling_rights(&self) -> Bitboard {
        self.castling
    }

    /// The square passed over if the last move was a Pawn's double step.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The square of the Pawn that the last move took over
    /// [`en_passant`](PositionOf::en_passant).
    pub(super) fn en_passant_victim(&self) -> Option<Square> {
        self.en_passant.and(self.en_passant_victim)
    }

    /// The target square of a legal en-passant capture, if there is one.
    #[inline]
    pub fn legal_en_passant(&self) -> Option<Square> {
        self.en_passant.filter(|_| self.en_passant_is_legal)
    }

    /// The number of plies since the last Pawn move or capture.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the next move, counted as in FEN.
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The hash key: equal for positions that count as repetitions of each
    /// other.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The hash key computed from scratch, to verify the incremental one.
    pub fn computed_key(&self) -> u64 {
        let pieces = self.occupied().into_iter().filter_map(|square| {
            self.piece_on(square)
                .map(|piece| zobrist::piece(piece, square))
        });
        let castling = self.castling.into_iter().map(zobrist::castling);
        let en_passant = self.legal_en_passant().map(zobrist::en_passant);
        let side = (self.side_to_move == Color::Black).then_some(zobrist::SIDE);
        let checks = Color::ALL.into_iter().filter_map(|color| {
            let left = self.checks_left(color)?;
            Some(zobrist::checks_left(color, left))
        });
        pieces
            .chain(castling)
            .chain(en_passant)
            .chain(side)
            .chain(checks)
            .fold(0, |key, part| key ^ part)
    }

    fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.board[square.index()].is_none());
        self.toggle(piece, square.into());
        self.board[square.index()] = Some(piece);
        self.key ^= zobrist::piece(piece, square);
    }

    fn remove(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.board[square.index()], Some(piece));
        self.toggle(piece, square.into());
        self.board[square.index()] = None;
        self.key ^= zobrist::piece(piece, square);
    }

    /// Removes a piece and puts it on another square, or back on the same: a Rook may stay where
    /// it is in castling.
    #[inline]
    fn relocate(&mut self, piece: Piece, from: Square, to: Square) {
        debug_assert_eq!(self.board[from.index()], Some(piece));
        self.toggle(piece, Bitboard::from(from) ^ to.into());
        self.board[from.index()] = None;
        self.board[to.index()] = Some(piece);
        self.key ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
    }

    /// Toggles squares in the sets of a piece's color and components.
    #[inline]
    fn toggle(&mut self, piece: Piece, squares: Bitboard) {
        self.colors[piece.color().index()] ^= squares;
        for (set, &mask) in self
            .components
            .iter_mut()
            .zip(self.rules.masks(piece.kind()))
        {
            *set ^= squares & mask;
        }
    }
}

//! What a FEN can say about a position, legal or not.
//!
//! Knows no rule of play: whether the pieces can stand like that is asked once,
//! by [`Position::from_setup`](crate::position::Position::from_setup).

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::Piece;
use crate::board::square::{MAX_SQUARES, Square};

/// Which piece stands on each square.
pub type Board = [Option<Piece>; MAX_SQUARES];

/// A position as somebody describes it, not yet known to be possible.
///
/// ```
/// use peregrine::{position::setup::Setup, variants};
/// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
/// let setup: Setup = peregrine::position::fen::parse(rules, rules.start_fen()).unwrap();
/// assert_eq!(setup.castling.count(), 4);
/// assert_eq!(setup.fullmoves, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub side: Color,
    /// The squares of the Rooks of both sides that may still castle: the
    /// letters of the FEN, already looked up on the board.
    pub castling: Bitboard,
    /// The square passed over if the last move was a Pawn's double step.
    pub en_passant: Option<Square>,
    /// How many moves of either side ago a Pawn moved or something was captured.
    pub halfmoves: u16,
    /// The number of the move to be made.
    pub fullmoves: u16,
}

impl Setup {
    /// An empty board, White to move.
    ///
    /// ```
    /// assert!(peregrine::position::setup::Setup::empty().board.iter().all(Option::is_none));
    /// ```
    pub fn empty() -> Setup {
        Setup {
            board: [None; MAX_SQUARES],
            side: Color::White,
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }
}

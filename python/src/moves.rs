//! Moves and pieces as Python values.

use std::hash::{DefaultHasher, Hash, Hasher};

use peregrine::board::moves::{Move as BoardMove, MoveKind};
use peregrine::board::piece;
use peregrine::board::square::Square;
use peregrine::notation::{self, NotationError, NotationErrorKind};
use peregrine::position::Position;
use peregrine::rules::Rules;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::move_error;
use crate::{is_white, quoted};

/// A move of a game.
///
/// Boards make moves: `Board.legal_moves` has all of them, and `Board.parse_san` and
/// `Board.parse_uci` read one. `str(move)` is the move in coordinates. Moves are equal if they
/// do the same on the same board.
///
/// >>> from peregrine_chess import Board
/// >>> move = Board().parse_san("Nc3")
/// >>> str(move), move.from_square, move.to_square, move.promotion
/// ('b1c3', 'b1', 'c3', None)
#[pyclass(frozen, module = "peregrine_chess")]
pub struct Move {
    pub mv: BoardMove,
    rules: &'static Rules,
    /// The second square in coordinates: that of the Rook in a one-step castling.
    written: Square,
}

impl Move {
    /// A legal move of a position.
    pub fn new(position: &Position, mv: BoardMove) -> Move {
        let rules = position.rules();
        let written = match mv.kind() {
            MoveKind::Castling => written_target(position, mv),
            _ => mv.to(),
        };
        Move { mv, rules, written }
    }

    fn coordinates(&self) -> String {
        let geometry = self.rules.geometry();
        let mut text = geometry.name(self.mv.from()) + &geometry.name(self.written);
        if let Some(kind) = self.mv.promoted_to() {
            text += &self.rules.kind_letter(kind).to_lowercase();
        }
        text
    }
}

fn written_target(position: &Position, mv: BoardMove) -> Square {
    let geometry = position.rules().geometry();
    let text = notation::coordinate(position, mv);
    let to = text.get(geometry.name(mv.from()).len()..);
    to.and_then(|to| geometry.square_named(to))
        .unwrap_or(mv.to())
}

#[pymethods]
impl Move {
    /// The move in coordinates, such as `'e2e4'` or `'c7c8f'`; the same as `str(move)`.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> Board().parse_san("e4").uci()
    /// 'e2e4'
    fn uci(&self) -> String {
        self.coordinates()
    }

    /// The square that the piece leaves.
    #[getter(from_square)]
    fn origin(&self) -> String {
        self.rules.geometry().name(self.mv.from())
    }

    /// The square where the piece arrives; of castling, the King's; of a King swap, the square
    /// of the other piece.
    #[getter(to_square)]
    fn target(&self) -> String {
        self.rules.geometry().name(self.mv.to())
    }

    /// The letter of the piece that a Pawn becomes, or None.
    #[getter]
    fn promotion(&self) -> Option<&'static str> {
        self.mv
            .promoted_to()
            .map(|kind| self.rules.kind_letter(kind))
    }

    /// What the move is besides: `'plain'`, `'castling'`, `'en passant'` or `'king swap'`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.mv.kind() {
            MoveKind::Plain => "plain",
            MoveKind::Castling => "castling",
            MoveKind::EnPassant => "en passant",
            MoveKind::KingSwap => "king swap",
        }
    }

    fn __str__(&self) -> String {
        self.coordinates()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.coordinates())
    }

    fn __eq__(&self, other: &Move) -> bool {
        self.mv == other.mv
            && self.written == other.written
            && self.coordinates() == other.coordinates()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.mv, self.written.index()).hash(&mut hasher);
        hasher.finish()
    }
}

/// The legal move that a Python value stands for: a `Move`, or a text in SAN or coordinates.
pub fn legal_move(position: &Position, given: &Bound<'_, PyAny>) -> PyResult<BoardMove> {
    if let Ok(given) = given.cast::<Move>() {
        let given = given.get();
        if position.is_legal(given.mv) && same_board(position.rules(), given.rules) {
            return Ok(given.mv);
        }
        return Err(move_error(NotationError {
            text: given.coordinates(),
            reason: NotationErrorKind::Illegal,
        }));
    }
    if let Ok(text) = given.cast::<PyString>() {
        return notation::parse_either(position, text.to_str()?).map_err(move_error);
    }
    let found = given.get_type();
    Err(PyTypeError::new_err(format!(
        "a move is a Move or a text, not {}",
        found.name()?
    )))
}

fn same_board(one: &'static Rules, other: &'static Rules) -> bool {
    let size = |rules: &'static Rules| (rules.geometry().files(), rules.geometry().ranks());
    one == other || size(one) == size(other)
}

/// A piece on a board.
///
/// >>> from peregrine_chess import Board, WHITE
/// >>> piece = Board().piece_at("d1")
/// >>> piece.name, piece.symbol(), piece.color == WHITE
/// ('Falcon', 'F', True)
#[pyclass(frozen, module = "peregrine_chess")]
pub struct Piece {
    piece: piece::Piece,
    rules: &'static Rules,
}

impl Piece {
    pub fn new(rules: &'static Rules, piece: piece::Piece) -> Piece {
        Piece { piece, rules }
    }
}

#[pymethods]
impl Piece {
    /// The letter in FEN: upper case for White.
    fn symbol(&self) -> String {
        self.rules.letter(self.piece)
    }

    /// The side: `WHITE` (True) or `BLACK` (False).
    #[getter]
    fn color(&self) -> bool {
        is_white(self.piece.color())
    }

    /// The name of its kind, such as `'Falcon'`.
    #[getter]
    fn name(&self) -> &'static str {
        let types = self.rules.piece_types().iter();
        let mut found = types.filter(|row| row.kind == self.piece.kind());
        found.next().map_or("", |row| row.name.as_str())
    }

    fn __str__(&self) -> String {
        self.symbol()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Piece {}>", quoted(py, &self.symbol())?))
    }

    fn __eq__(&self, other: &Piece) -> bool {
        self.symbol() == other.symbol() && self.name() == other.name()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.symbol().hash(&mut hasher);
        hasher.finish()
    }
}

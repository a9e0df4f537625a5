//! `Board`: a game in progress.

use std::collections::BTreeMap;

use peregrine::board::color::Color;
use peregrine::board::moves::MoveKind;
use peregrine::board::square::Square;
use peregrine::notation::{self, move_number};
use peregrine::position::Position;
use peregrine::position::game::{Game, GameResult};
use peregrine::rules::Rules;
use peregrine::tools::perft::{Divided, MAX_DEPTH, Perft};
use peregrine::variants::shuffle::Arrays;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::move_error;
use crate::given::{number, square_of, start};
use crate::moves::{Move, Piece, legal_move};
use crate::outcome::Outcome;
use crate::variants::rules_of;
use crate::{draw, interrupt, is_white, quoted};

/// A game in progress: its rules, the start position and the moves made since.
///
/// `Board(variant='falcon', fen=None, *, castling=None, promotion=None, array=None, seed=None,
/// moves=())` begins a game from its start position or from a FEN and plays `moves`. The options
/// `castling` and `promotion` are rules by name (`Variant.castling`, `Variant.promotion`). In
/// games with a shuffled first rank, `array` is the number of the array, and a `seed` draws one.
///
/// >>> from peregrine_chess import Board
/// >>> board = Board()
/// >>> len(board.legal_moves)
/// 24
/// >>> board.push_san("e4")
/// <Move e2e4>
/// >>> board.fen()
/// 'rnbfqkfbnr/pppppppppp/10/10/4P5/10/PPPP1PPPPP/RNBFQKFBNR b KQkq e3 0 1'
/// >>> board.pop()
/// <Move e2e4>
///
/// Boards are equal if they would count as repetitions of each other: same rules, pieces, side
/// to move, castling rights and legal en passant capture; counters and history do not matter. The
/// hash agrees with that, so it changes with every move: do not change a board that is in a set.
///
/// A board belongs to one thread at a time. Where two threads use one at the same moment and one
/// of them changes it, the other gets a RuntimeError; copies are independent.
#[pyclass(module = "peregrine_chess", weakref)]
#[derive(Clone)]
pub struct Board {
    pub game: Game,
}

impl Board {
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    fn rules(&self) -> &'static Rules {
        self.position().rules()
    }

    fn square(&self, name: &str) -> PyResult<Square> {
        square_of(self.rules(), name)
    }

    fn names(&self, squares: impl IntoIterator<Item = Square>) -> Vec<String> {
        let geometry = self.rules().geometry();
        squares.into_iter().map(|at| geometry.name(at)).collect()
    }
}

/// The leaves of a tree of legal moves.
fn divide(py: Python<'_>, position: &Position, depth: i64, threads: i64) -> PyResult<Divided> {
    let depth = number("depth", depth, 0, i64::from(MAX_DEPTH))? as u32;
    let threads = number("threads", threads, 1, peregrine::engine::MAX_THREADS as i64)?;
    let divided = interrupt::run(py, |stop| {
        let perft = Perft {
            threads: threads as usize,
            cache: &(),
            stop,
        };
        perft.divide(position, depth)
    })?;
    divided.ok_or_else(|| PyValueError::new_err("the count was stopped"))
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (variant="falcon", fen=None, *, castling=None, promotion=None, array=None, seed=None, moves=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        variant: &str,
        fen: Option<&str>,
        castling: Option<&str>,
        promotion: Option<&str>,
        array: Option<i64>,
        seed: Option<u64>,
        moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Board> {
        let rules = rules_of(variant, castling, promotion)?;
        let mut game = Game::new(start(rules, fen, array, seed)?);
        if let Some(moves) = moves {
            for given in moves.try_iter()? {
                let mv = legal_move(game.position(), &given?)?;
                game.play(mv);
            }
        }
        Ok(Board { game })
    }

    /// The name of the game.
    #[getter]
    fn variant(&self) -> &'static str {
        self.rules().variant()
    }

    /// The castling rule by name.
    #[getter]
    fn castling(&self) -> &'static str {
        self.rules().castling().name()
    }

    /// The promotion rule by name.
    #[getter]
    fn promotion(&self) -> &'static str {
        self.rules().promotion().name()
    }

    /// The side to move: `WHITE` (True) or `BLACK` (False).
    #[getter]
    fn turn(&self) -> bool {
        is_white(self.position().side_to_move())
    }

    /// The plies since the last Pawn move or capture.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.position().halfmove_clock()
    }

    /// The number of the next move, as in FEN.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.position().fullmove_number()
    }

    /// The square that a Pawn has just passed over in a double step, or None.
    #[getter]
    fn ep_square(&self) -> Option<String> {
        let square = self.position().en_passant()?;
        Some(self.rules().geometry().name(square))
    }

    /// The squares of the pieces that may still castle with their King, or swap places with it.
    #[getter]
    fn castling_rights(&self) -> Vec<String> {
        self.names(self.position().castling_rights())
    }

    /// The legal moves, as a list.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> board = Board("chess")
    /// >>> sorted(str(move) for move in board.legal_moves)[:3]
    /// ['a2a3', 'a2a4', 'b1a3']
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        let position = self.position();
        let moves = position.legal_moves();
        moves.iter().map(|&mv| Move::new(position, mv)).collect()
    }

    /// The moves made since the start position, as a list.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        let turns = self.game.turns();
        turns
            .map(|(position, mv)| Move::new(position, mv))
            .collect()
    }

    /// The FEN of the position.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> Board("chess").fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    fn fen(&self) -> String {
        self.position().to_string()
    }

    /// The number of plies made since the start position.
    fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// Makes a legal move: a `Move`, or a text in SAN or coordinates. Returns it.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> board = Board()
    /// >>> for move in ["f2f4", "Nc6", board.parse_san("Ng3")]:
    /// ...     _ = board.push(move)
    /// Traceback (most recent call last):
    ///   ...
    /// peregrine_chess.MoveError: ...
    #[pyo3(name = "push", signature = (mv, /))]
    fn push(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<Move> {
        let mv = legal_move(self.position(), mv)?;
        let made = Move::new(self.position(), mv);
        self.game.play(mv);
        Ok(made)
    }

    /// Makes the legal move that a text in SAN describes, and returns it.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> Board().push_san("Qc3")
    /// Traceback (most recent call last):
    ///   ...
    /// peregrine_chess.MoveError: 'Qc3' is not legal here
    fn push_san(&mut self, san: &str) -> PyResult<Move> {
        let made = self.parse_san(san)?;
        self.game.play(made.mv);
        Ok(made)
    }

    /// Makes the legal move that a text in coordinates describes, and returns it. Castling is
    /// the King's square and its destination, `f1i1`; a one-step castling names the Rook's.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> Board().push_uci("e2e4")
    /// <Move e2e4>
    fn push_uci(&mut self, uci: &str) -> PyResult<Move> {
        let made = self.parse_uci(uci)?;
        self.game.play(made.mv);
        Ok(made)
    }

    /// Takes back the last move and returns it.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> Board().pop()
    /// Traceback (most recent call last):
    ///   ...
    /// IndexError: there is no move to take back
    fn pop(&mut self) -> PyResult<Move> {
        let none = || PyIndexError::new_err("there is no move to take back");
        let mv = self.game.undo().ok_or_else(none)?;
        Ok(Move::new(self.position(), mv))
    }

    /// The last move made.
    fn peek(&self) -> PyResult<Move> {
        let last = self.game.turns().last();
        let none = || PyIndexError::new_err("no move has been made");
        last.map(|(position, mv)| Move::new(position, mv))
            .ok_or_else(none)
    }

    /// A legal move in SAN.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> board = Board()
    /// >>> board.san(board.parse_uci("b1c3"))
    /// 'Nc3'
    #[pyo3(name = "san", signature = (mv, /))]
    fn san(&self, mv: &Bound<'_, PyAny>) -> PyResult<String> {
        let mv = legal_move(self.position(), mv)?;
        Ok(notation::san(self.position(), mv))
    }

    /// A legal move in coordinates.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> Board().uci("Nc3")
    /// 'b1c3'
    #[pyo3(name = "uci", signature = (mv, /))]
    fn uci(&self, mv: &Bound<'_, PyAny>) -> PyResult<String> {
        let mv = legal_move(self.position(), mv)?;
        Ok(notation::coordinate(self.position(), mv))
    }

    /// Moves that follow each other in SAN with their numbers, as in a book.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> Board().variation_san(["e2e4", "e7e5", "b1c3"])
    /// '1. e4 e5 2. Nc3'
    fn variation_san(&self, moves: &Bound<'_, PyAny>) -> PyResult<String> {
        let mut position = self.position().clone();
        let mut words = Vec::new();
        for given in moves.try_iter()? {
            let mv = legal_move(&position, &given?)?;
            if words.is_empty() || position.side_to_move() == Color::White {
                words.push(move_number(&position));
            }
            words.push(notation::san(&position, mv));
            position.play(mv);
        }
        Ok(words.join(" "))
    }

    /// The legal move that a text in SAN describes. Missing or superfluous marks and
    /// disambiguation are tolerated.
    fn parse_san(&self, san: &str) -> PyResult<Move> {
        let mv = notation::parse_san(self.position(), san).map_err(move_error)?;
        Ok(Move::new(self.position(), mv))
    }

    /// The legal move that a text in coordinates describes.
    fn parse_uci(&self, uci: &str) -> PyResult<Move> {
        let mv = notation::parse_coordinate(self.position(), uci).map_err(move_error)?;
        Ok(Move::new(self.position(), mv))
    }

    /// Whether a move, given as for `push`, is legal.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> Board().is_legal("e2e4"), Board().is_legal("e2e5"), Board().is_legal("nonsense")
    /// (True, False, False)
    #[pyo3(signature = (mv, /))]
    fn is_legal(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        match legal_move(self.position(), mv) {
            Ok(_) => Ok(true),
            Err(error) if error.is_instance_of::<crate::errors::MoveError>(py) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Whether a legal move captures something.
    #[pyo3(signature = (mv, /))]
    fn is_capture(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        let position = self.position();
        let mv = legal_move(position, mv)?;
        let takes = position.colors(!position.side_to_move()).contains(mv.to());
        Ok(mv.kind() == MoveKind::EnPassant || mv.kind() == MoveKind::Plain && takes)
    }

    /// Whether a legal move gives check.
    #[pyo3(signature = (mv, /))]
    fn gives_check(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mut next = self.position().clone();
        next.play(legal_move(&next, mv)?);
        Ok(next.is_check())
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.position().is_check()
    }

    /// Whether the side to move is mated.
    fn is_checkmate(&self) -> bool {
        self.position().is_check() && !self.position().has_legal_move()
    }

    /// Whether the side to move has no legal move and is not in check. What that means is up to
    /// the rules of the game.
    fn is_stalemate(&self) -> bool {
        let outcome = self.position().outcome();
        matches!(outcome, Some(peregrine::position::Outcome::Stalemate(_)))
    }

    /// Whether neither side can mate.
    fn is_insufficient_material(&self) -> bool {
        self.position().is_insufficient_material()
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        self.names(self.position().checkers())
    }

    /// How often the position has occurred in this game, including now.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> board = Board("chess", moves=["Nf3", "Nf6", "Ng1", "Ng8"])
    /// >>> board.repetitions(), board.is_repetition()
    /// (2, False)
    fn repetitions(&self) -> usize {
        self.game.repetitions()
    }

    /// Whether the position has occurred at least so often.
    #[pyo3(signature = (count=3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.game.repetitions() >= count
    }

    /// How the game has ended, or None.
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().map(Outcome)
    }

    /// Whether the game has ended.
    fn is_game_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// `'1-0'`, `'0-1'`, `'1/2-1/2'`, or `'*'` while the game goes on.
    fn result(&self) -> String {
        let outcome = self.game.outcome();
        outcome.map_or_else(
            || "*".to_owned(),
            |outcome| GameResult::from(outcome).to_string(),
        )
    }

    /// The piece on a square, or None.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> str(Board().piece_at("g8")), Board().piece_at("e4")
    /// ('f', None)
    fn piece_at(&self, square: &str) -> PyResult<Option<Piece>> {
        let piece = self.position().piece_on(self.square(square)?);
        Ok(piece.map(|piece| Piece::new(self.rules(), piece)))
    }

    /// All pieces by their squares.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> sorted(Board("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").piece_map())
    /// ['e1', 'e2', 'e8']
    fn piece_map(&self) -> BTreeMap<String, Piece> {
        let position = self.position();
        let man = |square| {
            let piece = position.piece_on(square)?;
            let name = self.rules().geometry().name(square);
            Some((name, Piece::new(self.rules(), piece)))
        };
        position.occupied().into_iter().filter_map(man).collect()
    }

    /// The square of a side's King.
    fn king(&self, color: bool) -> String {
        let color = if color { Color::White } else { Color::Black };
        self.rules().geometry().name(self.position().king(color))
    }

    /// A copy that is independent of this board; without `stack`, one that starts here.
    #[pyo3(signature = (*, stack=true))]
    fn copy(&self, stack: bool) -> Board {
        if stack {
            return self.clone();
        }
        Board {
            game: Game::new(self.position().clone()),
        }
    }

    /// A board in the position from which this one started.
    fn root(&self) -> Board {
        Board {
            game: Game::new(self.game.start().clone()),
        }
    }

    /// The number of the array that the position is the start of, in a game with a shuffled
    /// first rank; otherwise None.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> Board("falcon-random", array=1000).array()
    /// 1000
    fn array(&self) -> Option<u64> {
        Arrays::new(self.rules()).ok()?.number_of(self.position())
    }

    /// The number of leaves of the tree of legal moves, `depth` plies deep. Works without the
    /// interpreter's lock and can be interrupted.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> Board().perft(3)
    /// 15766
    #[pyo3(signature = (depth, *, threads=1))]
    fn perft(slf: &Bound<'_, Self>, depth: i64, threads: i64) -> PyResult<u64> {
        let position = slf.borrow().position().clone();
        Ok(divide(slf.py(), &position, depth, threads)?.total)
    }

    /// The same as `perft`, for each legal move: a dictionary from coordinates to leaves.
    #[pyo3(signature = (depth, *, threads=1))]
    fn perft_divide<'py>(
        slf: &Bound<'py, Self>,
        depth: i64,
        threads: i64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let position = slf.borrow().position().clone();
        let divided = divide(slf.py(), &position, depth, threads)?;
        let by_move = PyDict::new(slf.py());
        for (mv, leaves) in divided.moves {
            by_move.set_item(notation::coordinate(&position, mv), leaves)?;
        }
        Ok(by_move)
    }

    /// The board as an SVG picture, seen by White.
    ///
    /// `squares` are marked; each of `arrows` is a move or a sequence of squares that it passes;
    /// `lastmove` is marked like squares. `reversed_colors` swaps dark and light squares.
    ///
    /// >>> from peregrine_chess import Board
    /// >>> board = Board()
    /// >>> picture = board.svg(squares=["e4"], arrows=["b1c3", ["g1", "g2", "g3", "h4"]])
    /// >>> picture.count('class="arrow"'), picture.count('class="mark"')
    /// (2, 1)
    #[pyo3(signature = (*, squares=None, arrows=None, lastmove=None, reversed_colors=false))]
    fn svg(
        &self,
        squares: Option<Vec<String>>,
        arrows: Option<&Bound<'_, PyAny>>,
        lastmove: Option<PyRef<'_, Move>>,
        reversed_colors: bool,
    ) -> PyResult<String> {
        let last = lastmove.map(|mv| vec![mv.mv.from(), mv.mv.to()]);
        draw::svg(self.position(), squares, arrows, last, reversed_colors)
    }

    fn _repr_svg_(&self) -> String {
        draw::inline(self.position(), self.game.moves().last().copied())
    }

    /// The board with chess symbols of Unicode where there is one for a piece.
    fn unicode(&self) -> String {
        draw::unicode(self.position())
    }

    fn __str__(&self) -> String {
        draw::letters(self.position())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (variant, fen) = (quoted(py, self.variant())?, quoted(py, &self.fen())?);
        Ok(format!("Board({variant}, {fen})"))
    }

    fn __eq__(&self, other: &Board) -> bool {
        let (a, b) = (self.position(), other.position());
        let same_pieces = || {
            let squares = a.occupied() | b.occupied();
            squares
                .into_iter()
                .all(|at| a.piece_on(at) == b.piece_on(at))
        };
        a.rules() == b.rules()
            && a.key() == b.key()
            && a.side_to_move() == b.side_to_move()
            && a.castling_rights() == b.castling_rights()
            && a.legal_en_passant() == b.legal_en_passant()
            && same_pieces()
    }

    fn __hash__(&self) -> u64 {
        self.position().key()
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }

    /// How `pickle` stores a board: by the names of its rules, its start position and its moves.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let board = slf.borrow();
        let rebuild = py
            .import("peregrine_chess")?
            .getattr(pyo3::intern!(py, "_board"))?;
        let moves: Vec<String> = board
            .game
            .turns()
            .map(|(position, mv)| notation::coordinate(position, mv))
            .collect();
        let start = board.game.start().to_string();
        let arguments = (
            board.variant(),
            start,
            board.castling(),
            board.promotion(),
            moves,
        );
        (rebuild, arguments.into_pyobject(py)?).into_pyobject(py)
    }
}

//! How a game has ended.

use peregrine::position::{self, game::GameResult};
use pyo3::prelude::*;

use crate::{is_white, quoted};

/// How a game has ended: by what, and who wins.
///
/// >>> from peregrine_chess import Board
/// >>> board = Board("chess")
/// >>> for move in "f3 e5 g4 Qh4".split():
/// ...     _ = board.push_san(move)
/// >>> outcome = board.outcome()
/// >>> outcome.termination, outcome.winner, outcome.result()
/// ('checkmate', False, '0-1')
/// >>> print(outcome)
/// Black wins by checkmate
#[pyclass(frozen, eq, module = "peregrine_chess")]
#[derive(PartialEq)]
pub struct Outcome(pub position::Outcome);

#[pymethods]
impl Outcome {
    /// The reason: `'checkmate'`, `'stalemate'`, `'insufficient material'`, `'repetition'`,
    /// `'fifty moves'`, in Complete Permutation Chess `'mental cruelty'`, and in games with other
    /// ends `'move limit'`, `'count'`, `'being checkmated'`, `'flag square'`, `'checks'`,
    /// `'bare king'`, `'extinction'` or, if a draw wins for one side, `'draw'`.
    #[getter]
    fn termination(&self) -> &'static str {
        self.0.termination()
    }

    /// `WHITE` (True), `BLACK` (False), or None for a draw.
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.0.winner().map(is_white)
    }

    /// `'1-0'`, `'0-1'` or `'1/2-1/2'`.
    fn result(&self) -> String {
        GameResult::from(self.0).to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Outcome {}>", quoted(py, &self.0.to_string())?))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.to_string().hash(&mut hasher);
        hasher.finish()
    }
}

//! `Score`: what a search thinks of a position.

use std::cmp::Ordering;

use peregrine::search::score::{Score as LibraryScore, Value};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;

use crate::quoted;

/// What a search thinks of a position, for the side to move: centipawns, or a mate.
///
/// Scores compare: mates lie beyond all advantages, and quicker mates beyond slower ones.
///
/// >>> from peregrine_chess import Board, Engine
/// >>> board = Board("chess", "6k1/8/6K1/8/8/8/8/R7 w - - 0 1")
/// >>> score = Engine(hash=1).analyse(board, depth=3).score
/// >>> score.mate, score.cp, str(score)
/// (1, None, 'mate in 1')
#[pyclass(frozen, module = "peregrine_chess")]
pub struct Score(pub LibraryScore);

#[pymethods]
impl Score {
    /// Hundredths of a Pawn; None if there is a mate.
    #[getter]
    fn cp(&self) -> Option<i32> {
        match self.0 {
            LibraryScore::Centipawns(centipawns) => Some(centipawns),
            LibraryScore::Mate(_) => None,
        }
    }

    /// In how many moves the side to move mates or, if not positive, is mated; None without a
    /// mate.
    #[getter]
    fn mate(&self) -> Option<i32> {
        match self.0 {
            LibraryScore::Centipawns(_) => None,
            LibraryScore::Mate(moves) => Some(moves),
        }
    }

    /// A number that orders scores: centipawns, or about 32000 less the plies to a mate.
    #[getter]
    fn value(&self) -> i32 {
        Value::from(self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Score {}>", quoted(py, &self.0.to_string())?))
    }

    fn __richcmp__(&self, other: &Score, operation: CompareOp) -> bool {
        let order: Ordering = self.value().cmp(&other.value());
        operation.matches(order)
    }

    fn __hash__(&self) -> i64 {
        i64::from(self.value())
    }
}

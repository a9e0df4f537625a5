//! What a position is worth without a search.

use std::collections::BTreeMap;

use peregrine::eval::Explanation;
use peregrine::position::Position;
use pyo3::prelude::*;

/// What a position is worth without a search. `print` shows it term by term.
///
/// >>> from peregrine_chess import Board, Engine
/// >>> evaluation = Engine(hash=1).evaluate(Board())
/// >>> "Mobility" in str(evaluation)
/// True
/// >>> len(evaluation.contributions)
/// 38
#[pyclass(frozen, module = "peregrine_chess")]
pub struct Evaluation {
    explanation: Explanation,
    contributions: BTreeMap<String, i32>,
}

impl Evaluation {
    pub fn new(position: &Position, explanation: Explanation) -> Evaluation {
        let geometry = position.rules().geometry();
        let added = explanation.network().map(|part| part.contributions());
        let named = added.into_iter().flatten();
        let contributions = named
            .map(|(square, added)| (geometry.name(square), added))
            .collect();
        Evaluation {
            explanation,
            contributions,
        }
    }
}

#[pymethods]
impl Evaluation {
    /// The score for the side to move, in centipawns, as a search would use it.
    #[getter]
    fn score(&self) -> i32 {
        self.explanation.total()
    }

    /// The network's own score for the side to move, in centipawns; None if no network judges
    /// the position.
    #[getter]
    fn network(&self) -> Option<i32> {
        self.explanation.network().map(|part| part.score())
    }

    /// What each man but the Kings adds to the network's score, in centipawns for White, by its
    /// square; empty if no network judges the position.
    #[getter]
    fn contributions(&self) -> BTreeMap<String, i32> {
        self.contributions.clone()
    }

    fn __str__(&self) -> String {
        self.explanation.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Evaluation {} centipawns>", self.score())
    }
}

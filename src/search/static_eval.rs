//! The static evaluation of a node, and what corrects it.

use super::score::{self, Value};
use super::tt::{Bound, TtEntry};
use super::worker::{Node, Worker};

/// The static evaluation of a node.
pub(super) struct Eval {
    /// The score of the evaluator.
    pub raw: Value,
    /// The same, corrected by similar positions.
    pub(crate) corrected: Value,
    /// That, replaced by the table's score where this says more.
    pub(crate) refined: Value,
}

impl Worker {
    /// Evaluates a node, or takes its evaluation from the table; none in check.
    #[inline(always)]
    pub(super) fn static_eval(&mut self, node: &Node, entry: Option<TtEntry>) -> Option<Eval> {
        if node.in_check() {
            return None;
        }
        let raw = entry.map_or_else(|| self.evaluate(node), |entry| entry.evaluation);
        let corrected = self
            .corrections
            .corrected(raw, &node.correction_indices, &self.parameters);
        Some(Eval {
            raw,
            corrected,
            refined: refine_eval(corrected, entry),
        })
    }

    pub(super) fn evaluate(&mut self, node: &Node) -> Value {
        let evaluator = &mut self.evaluator;
        let evaluation = evaluator.evaluate_at(&node.position, &node.eval_state, node.ply);
        match self.noise {
            None => evaluation,
            Some(noise) => noise.apply(evaluation, node.position.side_to_move(), &node.eval_state),
        }
    }

    /// Whether the side to move stands better than at its last turn, or if it was in check
    /// then, at the turn before.
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let Some(now) = self.stack[ply].static_eval else {
            return false;
        };
        let before = |back: usize| {
            ply.checked_sub(back)
                .and_then(|ply| self.stack[ply].static_eval)
        };
        before(2)
            .or_else(|| before(4))
            .is_none_or(|before| now > before)
    }
}

/// The static evaluation, replaced by a stored score that says more.
fn refine_eval(evaluation: Value, entry: Option<TtEntry>) -> Value {
    match entry {
        Some(entry) if !score::is_mate(entry.value) => match entry.bound {
            Bound::Exact => entry.value,
            Bound::Lower => evaluation.max(entry.value),
            Bound::Upper => evaluation.min(entry.value),
            Bound::None => evaluation,
        },
        _ => evaluation,
    }
}

//! The root of a search: its moves, and how far iterative deepening has come.

use crate::board::moves::Move;

use super::score::{self, INFINITE, Value};

/// A move at the root and what the search has found out about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// The value in the current iteration; `-INFINITE` if it is not exact.
    pub value: Value,
    /// The value in the previous iteration.
    pub(crate) previous: Value,
    pub selective_depth: usize,
    pub nodes: u64,
    pub pv: Vec<Move>,
}

impl RootMove {
    fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            value: -INFINITE,
            previous: -INFINITE,
            selective_depth: 0,
            nodes: 0,
            pv: vec![mv],
        }
    }

    /// The score of the move. If the current iteration has only shown that it is worse
    /// than others, that of the previous one.
    pub(super) fn score(&self) -> Value {
        match self.value {
            value if value > -INFINITE => value,
            _ => self.previous.max(-score::MATE),
        }
    }
}

/// The root of a worker's search.
#[derive(Default)]
pub(super) struct RootState {
    /// The best first, as far as they are known.
    pub moves: Vec<RootMove>,
    /// The index of the line that is being searched (MultiPV), 0 for the best.
    pub line: usize,
    /// The depth of the current iteration.
    pub depth: i32,
    pub(crate) completed_depth: u32,
    /// The best move before the current iteration.
    pub(super) best_before: Option<Move>,
    /// Whether the current iteration was suspended at the end of a slice.
    pub(crate) is_suspended: bool,
    /// For how many iterations the best move has stayed the same.
    pub(crate) stability: u32,
    /// Whether tablebases know the result of every move.
    pub(crate) in_tablebase: bool,
}

impl RootState {
    pub(super) fn new(moves: &[Move]) -> RootState {
        RootState {
            moves: moves.iter().map(|&mv| RootMove::new(mv)).collect(),
            ..RootState::default()
        }
    }

    /// Sorts the moves from this index on; those of equal value keep their order.
    pub(crate) fn sort_from(&mut self, index: usize) {
        self.moves[index..].sort_by_key(|root_move| -root_move.value);
    }
}

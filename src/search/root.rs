//! The root of a search: its moves, and how far iterative deepening has come.

use crate::board::moves::Move;

use super::score::{self, INFINITE, Value};

/// The number of completed iterations whose scores [`RootState::score_drop`] compares.
const TREND_ITERATIONS: usize = 4;

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
    /// The scores of the last completed iterations, the newest first.
    recent_scores: [Option<Value>; TREND_ITERATIONS],
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

    /// Completes the current iteration: records its depth, its score and whether it kept
    /// the best move.
    pub(super) fn complete_iteration(&mut self) {
        let best = &self.moves[0];
        self.completed_depth = self.depth as u32;
        self.stability = match self.best_before == Some(best.mv) {
            true => self.stability + 1,
            false => 0,
        };
        self.recent_scores.rotate_right(1);
        self.recent_scores[0] = Some(best.value);
    }

    /// By how many centipawns the score has fallen in the last iterations, negative if it
    /// has risen; 0 if there were too few.
    pub(super) fn score_drop(&self) -> Value {
        match self.recent_scores {
            [Some(newest), .., Some(oldest)] => oldest - newest,
            _ => 0,
        }
    }

    /// Sorts the moves from this index on; those of equal value keep their order.
    pub(crate) fn sort_from(&mut self, index: usize) {
        self.moves[index..].sort_by_key(|root_move| -root_move.value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::square::Square;

    #[test]
    fn the_score_drop_is_that_of_the_last_four_iterations() {
        let mv = Move::plain(Square::new(14), Square::new(24));
        let mut root = RootState::new(&[mv]);
        let mut drop_after = |score| {
            root.moves[0].value = score;
            root.complete_iteration();
            root.score_drop()
        };
        assert_eq!([10, 20, 30].map(&mut drop_after), [0; 3]);
        assert_eq!([-40, 0, 50].map(&mut drop_after), [50, 20, -20]);
    }
}

//! Principal variation search with iterative deepening.
//!
//! A search runs on one or more workers that share the transposition table, the
//! stop flag and counters, and the depth that each of them searches. A single
//! worker is deterministic. Must not depend on text, protocols or names of
//! variants.

mod alpha_beta;
mod descend;
mod history;
mod iterative_deepening;
mod limits;
mod move_loop;
pub mod move_picker;
mod move_pruning;
mod node_context;
mod node_pruning;
mod node_type;
mod parameters;
mod quiescence;
mod reductions;
mod report;
mod root;
pub mod score;
pub mod see;
mod signals;
mod singular;
mod skill;
mod static_eval;
mod terminal;
mod thread_coordination;
mod time_management;
pub(crate) mod tt;
pub mod wdl;
mod window;
mod worker;

use std::time::Duration;

use crate::base::tunable::tunables;
use crate::board::moves::Move;
use crate::eval::Weights;
use crate::search::score::Score;

pub use limits::{Clock, Limits};
pub use parameters::{Parameters, TimeParameters};
pub(crate) use signals::SearchProgress;
pub use skill::Level;

pub(crate) use signals::Signals;
pub(crate) use skill::EvaluationNoise;
pub(crate) use thread_coordination::ThreadCoordination;
pub(crate) use time_management::Budget;
pub(crate) use worker::{Context, Worker};

tunables! {
    /// All tunable numbers of the engine.
    pub struct Tunables {
        /// The parameters of the search.
        search: Parameters = Parameters::DEFAULT;
        /// The parameters of shallow iterations.
        shallow: Parameters = Parameters::SHALLOW;
        /// Iterations up to this depth are shallow. Those of a weakened engine never are.
        shallow_depth: i32 in 0..=20 = 7;
        /// The parameters of the time management.
        time: TimeParameters = TimeParameters::DEFAULT;
        /// The weights of the evaluation.
        evaluation: Weights = Weights::DEFAULT;
    }
}

/// How a reported score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreBound {
    /// The score is exact.
    Exact,
    /// The true score is at least this.
    AtLeast,
    /// The true score is at most this.
    AtMost,
}

/// A report about one line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Plies searched.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// The rank of the line, 1 for the best.
    pub line: usize,
    /// The score from the point of view of the side to move at the root.
    pub score: Score,
    /// How the score relates to the true one.
    pub bound: ScoreBound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hash_full: usize,
    /// Tablebase hits of all threads so far.
    pub tablebase_hits: u64,
    /// The expected line of play.
    pub pv: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The score of the best move.
    pub score: Score,
    /// The last depth completed.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::tunable::Tunable;

    #[test]
    fn every_tunable_has_a_name_of_its_own_and_a_range_around_its_default() {
        let mut names = BTreeSet::new();
        Tunables::default().visit(&mut |name, range, number| {
            assert!(range.contains(number), "{name}: {number}");
            assert!(
                *range.start() >= -10_000 && *range.end() <= 40_000,
                "{name}: {range:?}"
            );
            assert!(names.insert(name.to_owned()), "{name} comes twice");
        });
        for name in [
            "search.aspiration_depth",
            "time.moves_left",
            "evaluation.falcon.mobility.ending",
            "evaluation.passed.0.middle",
        ] {
            assert!(names.contains(name), "{name}");
        }
    }
}

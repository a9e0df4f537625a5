//! The reports of a worker.

use std::time::Duration;

use super::root::RootMove;
use super::score::{self, INFINITE, Value};
use super::worker::{Context, Worker};
use super::{Info, ScoreBound, SearchResult};
use crate::board::moves::Move;

/// Fail lows and fail highs are reported when a search has taken this long and a user may
/// be waiting.
const BOUNDS_REPORTED_AFTER: Duration = Duration::from_secs(3);

impl Worker {
    pub(crate) fn result(&self, context: &Context) -> SearchResult {
        let best = self.root.moves.first();
        let value = best.map_or(score::DRAW, RootMove::score);
        SearchResult {
            best: best.map(|best| best.mv),
            ponder: best.and_then(|best| ponder_move(context, best)),
            score: value.into(),
            depth: self.root.completed_depth,
            nodes: context.signals.nodes(),
            time: context.signals.elapsed(),
        }
    }

    /// The depth completed and the score, to compare workers by.
    pub(crate) fn depth_and_score(&self) -> (u32, Value) {
        (
            self.root.completed_depth,
            self.root.moves.first().map_or(-INFINITE, |best| best.value),
        )
    }

    /// Reports a fail low or fail high, but only after three seconds.
    pub(super) fn report_bound(&self, bound: ScoreBound) {
        let context = self.context();
        if context.lines == 1 && context.signals.elapsed() > BOUNDS_REPORTED_AFTER {
            self.publish_counters();
            let depth = self.root.depth as u32;
            let info = self.info(context, depth, self.root.line, bound);
            context.threads.report_bound(info);
        }
    }

    /// Reports the line that is played, with all nodes and the whole time, if the search
    /// continued after the last report, or if another worker may have made that report.
    pub(crate) fn report_final(&self, context: &Context) {
        let is_news = self.stopped || context.threads.count() > 1;
        if is_news && self.root.completed_depth > 0 && context.lines == 1 {
            let info = self.info(context, self.root.completed_depth, 0, ScoreBound::Exact);
            context.threads.report_final(info);
        }
    }

    pub(super) fn info(
        &self,
        context: &Context,
        depth: u32,
        line: usize,
        bound: ScoreBound,
    ) -> Info {
        let root_move = &self.root.moves[line];
        Info {
            depth,
            selective_depth: root_move.selective_depth as u32,
            line: line + 1,
            score: root_move.score().into(),
            bound,
            nodes: context.signals.nodes(),
            time: context.signals.elapsed(),
            hash_full: context.table.permille_full(),
            tablebase_hits: context.signals.tablebase_hits(),
            pv: self.line_to_mate(context, root_move),
        }
    }
}

/// The expected reply: the second move of the line. A search that stops after a fail high leaves a
/// line of one move; then the reply is the best move of the transposition table after it.
fn ponder_move(context: &Context, best: &RootMove) -> Option<Move> {
    best.pv.get(1).copied().or_else(|| {
        let mut position = context.position.clone();
        position.play(best.mv);
        let entry = context.table.probe(position.key(), 1)?;
        entry.mv.filter(|&mv| position.is_legal(mv))
    })
}

//! What a worker reports of its search.

use std::time::Duration;

use crate::search::score::{self, INFINITE, Value};

use super::worker::{Context, RootMove, Worker};
use super::{Control, Info, ScoreBound, SearchResult};

impl Worker {
    pub fn result(&self, control: &Control) -> SearchResult {
        let best = self.root_moves.first();
        let value = best.map_or(score::DRAW, RootMove::worth);
        SearchResult {
            best: best.map(|best| best.mv),
            ponder: best.and_then(|best| best.pv.get(1).copied()),
            score: value.into(),
            depth: self.completed_depth,
            nodes: control.nodes(),
            time: control.elapsed(),
        }
    }

    /// The depth completed and the score, to compare workers by.
    pub fn depth_and_score(&self) -> (u32, Value) {
        (
            self.completed_depth,
            self.root_moves.first().map_or(-INFINITE, |best| best.value),
        )
    }

    /// Says that the score fell outside the window, if the search has gone on
    /// for long enough that somebody may be waiting for news.
    pub(super) fn report_bound(&self, context: &Context, bound: ScoreBound) {
        if context.lines == 1 && context.control.elapsed() > Duration::from_secs(3) {
            self.show_counts(context);
            let depth = self.root_depth as u32;
            context
                .shared
                .announce(self.info(context, depth, self.line, bound));
        }
    }

    /// Reports the line that is played, with all nodes and all the time, if the search
    /// has gone on after the last report, or another worker may have made that.
    pub fn conclude(&self, context: &Context) {
        let is_news = self.stopped || context.shared.threads() > 1;
        if is_news && self.completed_depth > 0 && context.lines == 1 {
            let info = self.info(context, self.completed_depth, 0, ScoreBound::Exact);
            context.shared.conclude(info);
        }
    }

    pub(super) fn info(
        &self,
        context: &Context,
        depth: u32,
        line: usize,
        bound: ScoreBound,
    ) -> Info {
        let root_move = &self.root_moves[line];
        Info {
            depth,
            selective_depth: root_move.selective_depth as u32,
            line: line + 1,
            score: root_move.worth().into(),
            bound,
            nodes: context.control.nodes(),
            time: context.control.elapsed(),
            hash_full: context.table.permille_full(),
            tablebase_hits: context.control.tablebase_hits(),
            pv: self.whole_line(context, root_move),
        }
    }
}

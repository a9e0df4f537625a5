//! Iterative deepening with aspiration windows, and the limits that end it.

use std::sync::Arc;
use std::time::Duration;

use crate::board::moves::Move;

use super::ScoreBound;
use super::history::CorrectionHistory;
use super::node_type::{NodeExpectation, Root};
use super::score::{self, INFINITE, MAX_PLY, Score, Value};
use super::thread_coordination::FIRST_REPORTS;
use super::window::Window;
use super::worker::{Context, Node, Worker};

/// Budget of the first iteration, granted even if the limits are lower, so that a search
/// always returns a searched move. It needs a cap: on boards full of sliders, quiescence
/// alone may explode.
const FIRST_DEPTH_NODES: u64 = 20_000;
const FIRST_DEPTH_TIME: Duration = Duration::from_millis(20);

/// How often a worker checks the limits, in nodes.
const CHECK_INTERVAL: u64 = 512;

/// A wider aspiration window is opened altogether.
const MAX_ASPIRATION_WIDTH: Value = 600;

/// The maximum number of plies by which an aspiration search is reduced after fail highs.
const MAX_FAIL_HIGH_REDUCTION: i32 = 3;

impl Worker {
    /// Searches deeper and deeper until a limit is reached, and reports each iteration
    /// that it is the first to complete.
    ///
    /// If a slice ends before, the worker [is suspended](Worker::is_suspended), and the next
    /// call resumes the iteration: what has been searched of it is in the transposition table.
    pub(crate) fn run(&mut self, context: &Arc<Context>) {
        let position = &context.position;
        let eval_state = self.evaluator.state(position);
        let side = position.side_to_move();
        let root = Node {
            position: position.clone(),
            eval_state,
            check_info: position.check_info(),
            correction_indices: CorrectionHistory::indices(side, &eval_state, [None; 3]),
            ply: 0,
        };
        if self.root.moves.is_empty() {
            return;
        }
        self.set_context(Some(Arc::clone(context)));
        self.stopped = false;
        self.evaluator.set_root(position);
        let max_depth = MAX_PLY as u32 / 2;
        self.root.in_tablebase = self.is_root_in_tablebase();
        let max_depth = match self.root.in_tablebase {
            // A deeper search would find the same.
            true => 1,
            false => context
                .limits
                .depth
                .unwrap_or(max_depth)
                .clamp(1, max_depth),
        };
        let threads = &context.threads;
        while let Some(depth) =
            threads.next_depth(self.thread, self.root.completed_depth, max_depth)
        {
            self.iterate(&root, depth);
            if self.stopped {
                break;
            }
            let lines = context.lines.min(self.root.moves.len());
            let found = (0..lines).map(|line| self.info(context, depth, line, ScoreBound::Exact));
            let is_first = threads.complete(depth, found);
            if is_first && (depth == max_depth || self.soft_limit_reached()) {
                threads.request_stop();
            }
            if threads.stop_requested() && !context.signals.is_pondering() {
                break;
            }
        }
        // A better move that an unfinished iteration has found is better.
        let first = match self.root.is_suspended {
            true => self.root.line,
            false => 0,
        };
        self.root.sort_from(first);
        self.publish_counters();
        self.set_context(None);
    }

    /// One iteration: all lines at one depth, unless the search is stopped.
    fn iterate(&mut self, root: &Node, depth: u32) {
        self.root.depth = depth as i32;
        let is_shallow = self.root.depth <= self.shallow_depth && self.noise.is_none();
        let parameters = if is_shallow {
            &self.shallow_parameters
        } else {
            &self.deep_parameters
        };
        self.parameters.clone_from(parameters);
        let first_line = match std::mem::take(&mut self.root.is_suspended) {
            true => self.root.line,
            false => {
                self.root.best_before = self.root.moves.first().map(|best| best.mv);
                for root_move in &mut self.root.moves {
                    root_move.previous = root_move.value;
                }
                0
            }
        };
        for line in first_line..self.context().lines.min(self.root.moves.len()) {
            self.root.line = line;
            self.selective_depth = 0;
            self.aspiration_search(root);
            if self.stopped {
                return;
            }
            self.root.moves[..=line].sort_by_key(|root_move| -root_move.value);
        }
        self.root.complete_iteration();
        self.publish_counters();
    }

    /// One line at one depth, with an aspiration window around the last score that is
    /// widened while the score falls outside.
    fn aspiration_search(&mut self, root: &Node) {
        let previous = self.root.moves[self.root.line].previous;
        let mut width = self.parameters.aspiration_window;
        let mut window = Window::FULL;
        if self.root.depth >= self.parameters.aspiration_depth && !score::is_mate(previous) {
            window = Window::around(previous, width);
        }
        let mut reduction = 0;
        loop {
            let depth = (self.root.depth - reduction).max(1);
            let value = self.search::<Root>(root, window, depth, NodeExpectation::Pv);
            if self.stopped {
                return;
            }
            self.root.sort_from(self.root.line);
            let Window { alpha, beta } = window;
            if value <= alpha {
                self.report_bound(ScoreBound::AtMost);
                window.beta = (alpha + beta) / 2;
                window.alpha = Window::around(value, width).alpha;
                reduction = 0;
            } else if value >= beta {
                self.report_bound(ScoreBound::AtLeast);
                window.beta = Window::around(value, width).beta;
                reduction = (reduction + 1).min(MAX_FAIL_HIGH_REDUCTION);
            } else {
                return;
            }
            width += width / 2;
            if width > MAX_ASPIRATION_WIDTH {
                window = Window::FULL;
            }
        }
    }

    /// Records what a search has shown about a root move: its value if that is exact. The
    /// moves of which only a bound is known keep their order.
    pub(super) fn update_root_move(&mut self, mv: Move, exact: Option<Value>, nodes_before: u64) {
        let (nodes, selective_depth) = (self.nodes - nodes_before, self.selective_depth);
        let pv = &self.pvs[1];
        let Some(root_move) = self
            .root
            .moves
            .iter_mut()
            .find(|root_move| root_move.mv == mv)
        else {
            return;
        };
        root_move.nodes += nodes;
        root_move.value = exact.unwrap_or(-INFINITE);
        if exact.is_some() {
            root_move.selective_depth = selective_depth;
            root_move.pv.clear();
            root_move.pv.push(mv);
            root_move.pv.extend_from_slice(pv);
        }
    }

    /// Whether no further iteration is started: the soft limit of the time has passed, or
    /// `go mate` has its answer.
    fn soft_limit_reached(&self) -> bool {
        let context = self.context();
        let best = &self.root.moves[0];
        if let Some(wanted) = context.limits.mate
            && let Score::Mate(found) = Score::from(best.value)
        {
            // Stop if we are being mated. If the mate is longer than asked for, search on
            // for a shorter one, up to four times its depth: pruned lines appear only in
            // deeper iterations.
            let depth = self.root.depth as u32;
            if found <= wanted.min(i32::MAX as u32) as i32
                || depth >= found.unsigned_abs().saturating_mul(4).max(20)
            {
                return true;
            }
        }
        let Some(budget) = context.budget else {
            return false;
        };
        if context.limits.move_time.is_some() {
            return false;
        }
        let effort = best.nodes * 100 / self.nodes.max(1);
        let is_only_move = self.root.moves.len() == 1;
        let percent = self.time.soft_limit_percent(
            self.root.stability,
            effort,
            self.root.score_drop(),
            is_only_move,
        );
        let soft_limit = percent.scale(budget.soft).min(budget.hard);
        self.elapsed() >= soft_limit
    }

    /// Time as the limits count it.
    fn elapsed(&self) -> Duration {
        let context = self.context();
        match context.limits.nodes_per_second {
            Some(rate) => Duration::from_secs_f64(self.nodes as f64 / rate.max(1) as f64),
            None => context.signals.elapsed(),
        }
    }

    /// Counts a node and checks the limits every [`CHECK_INTERVAL`] nodes.
    #[inline]
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if let Some(limit) = self.context().limits.nodes
            && self.nodes >= self.in_first_depth_at_least(limit, FIRST_DEPTH_NODES)
        {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(CHECK_INTERVAL) {
            self.check_time();
        }
    }

    /// Publishes the counters of this thread to the owner of the search.
    pub(super) fn publish_counters(&self) {
        let signals = &self.context().signals;
        signals.set_counters(self.thread, self.nodes, self.tablebase_hits);
    }

    /// Publishes which root move is being searched; one thread does.
    pub(super) fn publish_progress(&self, depth: i32, root_index: usize) {
        if self.thread == 0 {
            let mv = self.root.moves[root_index].mv;
            let signals = &self.context().signals;
            signals.set_progress(depth as u32, self.root.moves.len(), root_index, mv);
        }
    }

    /// Checks stop signals and hard limits, and passes on reports that are due.
    #[cold]
    fn check_time(&mut self) {
        self.publish_counters();
        let must_stop = {
            let Context {
                signals, threads, ..
            } = self.context();
            signals.wait_while_paused();
            if threads.holds_reports() && signals.elapsed() >= FIRST_REPORTS {
                threads.flush_reports();
            }
            signals.is_stopped()
                || (threads.stop_requested() && !signals.is_pondering())
                // The other threads run until the first one ends.
                || (self.thread == 0 && self.hard_limit_reached())
        };
        if must_stop {
            self.stopped = true;
        } else if self.thread == 0 && self.context().signals.is_slice_over() {
            self.stopped = true;
            self.root.is_suspended = true;
        }
    }

    /// Whether the time or the nodes of all threads are used up.
    fn hard_limit_reached(&self) -> bool {
        let context = self.context();
        let signals = &context.signals;
        let time_is_up = context.budget.is_some_and(|budget| {
            let hard = self.in_first_depth_at_least(budget.hard, FIRST_DEPTH_TIME);
            !signals.is_pondering() && self.elapsed() >= hard
        });
        let nodes_are_up = context.limits.nodes.is_some_and(|nodes| {
            signals.nodes() >= self.in_first_depth_at_least(nodes, FIRST_DEPTH_NODES)
        });
        time_is_up || nodes_are_up
    }

    /// A limit, but in the first iteration not below that iteration's own.
    fn in_first_depth_at_least<T: Ord>(&self, limit: T, first_depth: T) -> T {
        if self.root.completed_depth > 0 {
            limit
        } else {
            limit.max(first_depth)
        }
    }
}

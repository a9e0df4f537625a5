//! Alpha-beta at one node, in principal variation form.
//!
//! The steps are numbered through: those of a node as a whole here, those of its moves in
//! [`move_loop`](super::move_loop).

use std::ops::ControlFlow;

use super::move_loop::LoopResult;
use super::node_context::NodeContext;
use super::node_type::{NodeExpectation, NodeType, NonPv};
use super::score::{self, MAX_PLY, Value, mate_in, mated_in};
use super::tt::{Bound, TtEntry};
use super::window::Window;
use super::worker::{Node, Worker};

/// How many plies before the fifty-move rule, or another limit, stored scores become
/// unreliable: the halfmove clock is not part of a position's key.
const CUTOFF_MARGIN: u16 = 10;

impl Worker {
    /// The value of a node: exact inside the window, else a bound.
    pub(super) fn search<K: NodeType>(
        &mut self,
        node: &Node,
        mut window: Window,
        depth: i32,
        expectation: NodeExpectation,
    ) -> Value {
        // Step 1. Quiescence search at the horizon
        if depth <= 0 {
            return self.quiescence::<K>(node, window);
        }
        let ply = node.ply;
        self.pvs[ply].clear();
        self.selective_depth = self.selective_depth.max(ply + 1);
        if !K::ROOT {
            // Step 2. Stopped searches, draws, known endings and the maximum ply
            if let Some(value) = self.value_without_search(node) {
                return value;
            }
            // Step 3. Mate-distance pruning: no mate from here can be better than one
            // already found nearer to the root
            window.alpha = window.alpha.max(mated_in(ply));
            window.beta = window.beta.min(mate_in(ply + 1));
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }

        // Step 4. Transposition table
        let excluded = self.stack[ply].excluded;
        let entry = self.probe_table(node);
        if !K::PV
            && excluded.is_none()
            && let Some(entry) = entry
            && entry.depth >= depth
            && let Some(value) = tt_cutoff(entry, window, node)
        {
            return value;
        }
        let tt_move = if K::ROOT {
            Some(self.root.moves[self.root.line].mv)
        } else {
            entry.and_then(|entry| entry.mv)
        };

        // Step 5. Static evaluation
        let eval = self.static_eval(node, entry);
        self.stack[ply].static_eval = eval.as_ref().map(|eval| eval.corrected);
        self.stack[ply + 1].killers = [None; 2];
        self.stack[ply + 2].cutoffs = 0;

        let mut context = NodeContext {
            node,
            window,
            depth,
            expectation,
            entry,
            tt_move,
            excluded,
            eval,
            improving: self.is_improving(ply),
            // `go mate` must not miss a mate, so nothing is pruned.
            pruning_allowed: !K::ROOT && self.context().limits.mate.is_none(),
            tt_pv: K::PV || entry.is_some_and(|entry| entry.pv),
            tt_noisy: tt_move.is_some_and(|mv| node.position.is_noisy(mv)),
        };

        // Steps 6 to 9. Razoring, reverse futility pruning, null-move pruning, ProbCut (in
        // `node_pruning`)
        if !K::PV
            && context.pruning_allowed
            && excluded.is_none()
            && let Some(eval) = &context.eval
            && let Some(value) = self.prune_node(&context, eval)
        {
            return value;
        }

        // Step 10. Internal iterative reduction (IIR)
        if tt_move.is_none()
            && excluded.is_none()
            && depth >= self.parameters.internal_iterative_reduction_depth
        {
            context.depth -= 1;
        }

        // Steps 11 to 20. The moves (in `move_loop`)
        let result = match self.search_moves::<K>(&context) {
            ControlFlow::Continue(result) => result,
            ControlFlow::Break(value) => return value,
        };

        // Step 21. Checkmate and stalemate
        if result.move_count == 0 {
            return match excluded {
                Some(_) => window.alpha,
                None => self.value_without_move(node),
            };
        }

        // Step 22. Histories and transposition table
        if excluded.is_none() {
            self.store_results::<K>(&context, &result);
        }
        result.best.value
    }

    /// Minus the value of a child searched with a null window: whether the move to it
    /// exceeds `alpha`.
    #[inline(always)]
    pub(super) fn null_window(
        &mut self,
        child: &Node,
        alpha: Value,
        depth: i32,
        expectation: NodeExpectation,
    ) -> Value {
        let window = Window::null(alpha).negated();
        -self.search::<NonPv>(child, window, depth, expectation)
    }

    /// The value of a node that is not searched: a draw, a known ending, or the end of
    /// the stack.
    #[inline(always)]
    pub(super) fn value_without_search(&mut self, node: &Node) -> Option<Value> {
        self.count_node();
        if self.stopped {
            return Some(score::DRAW);
        }
        if let Some(value) = self.known_value(node) {
            return Some(value);
        }
        (node.ply >= MAX_PLY).then(|| {
            if node.in_check() {
                score::DRAW
            } else {
                self.evaluate(node)
            }
        })
    }

    /// Updates correction history and transposition table, and after a fail low the
    /// history of the move before.
    #[inline(always)]
    fn store_results<K: NodeType>(&mut self, context: &NodeContext, result: &LoopResult) {
        let &NodeContext { node, depth, .. } = context;
        let best = &result.best;
        let bound = best.bound(context.window.beta);
        if bound == Bound::Upper && !K::ROOT {
            self.update_prior_move(context);
        }
        if let Some(eval) = &context.eval
            && best.mv.is_none_or(|mv| !node.position.is_noisy(mv))
            && !score::is_mate(best.value)
            && match bound {
                Bound::Lower => best.value > eval.corrected,
                Bound::Upper => best.value < eval.corrected,
                _ => true,
            }
        {
            let difference = best.value - eval.corrected;
            self.corrections
                .update(&node.correction_indices, difference, depth);
        }
        if !(K::ROOT && self.root.line > 0) {
            let entry = TtEntry {
                mv: best.mv,
                value: best.value,
                evaluation: context.eval.as_ref().map_or(0, |eval| eval.raw),
                depth,
                bound,
                pv: context.tt_pv,
            };
            self.store(node, entry);
        }
    }
}

/// The stored value, if it decides a search with this window.
#[inline(always)]
pub(super) fn tt_cutoff(entry: TtEntry, window: Window, node: &Node) -> Option<Value> {
    let decides = match entry.bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Lower => entry.value >= window.beta,
        Bound::Upper => entry.value <= window.alpha,
    };
    let limit = node.position.rules().halfmove_limit() - CUTOFF_MARGIN;
    (decides && node.position.halfmove_clock() < limit).then_some(entry.value)
}

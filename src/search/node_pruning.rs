//! Reasons not to search a node at all: razoring, reverse futility pruning, null-move
//! pruning and ProbCut.
//!
//! Each looks at the node as a whole, before any of its moves.

use crate::board::moves::Move;
use crate::board::piece::Component;
use crate::position::Position;

use super::move_picker::MovePicker;
use super::node_context::NodeContext;
use super::node_type::NonPv;
use super::score::{self, DRAW, Value};
use super::see::see_ge;
use super::static_eval::Eval;
use super::tt::{Bound, TtEntry};
use super::window::Window;
use super::worker::Worker;

/// The maximum number of plies by which a null-move search is reduced because the
/// evaluation exceeds beta.
const MAX_NULL_MOVE_EXCESS: i32 = 3;

impl Worker {
    /// The value of the node, if it need not be searched.
    pub(super) fn prune_node(&mut self, context: &NodeContext, eval: &Eval) -> Option<Value> {
        // Step 6. Razoring
        if let Some(value) = self.razor(context, eval) {
            return Some(value);
        }
        if score::is_mate(context.window.beta) {
            return None;
        }
        // Step 7. Reverse futility pruning (RFP)
        if let Some(value) = self.reverse_futility(context, eval) {
            return Some(value);
        }
        // Step 8. Null-move pruning (NMP)
        if let Some(value) = self.null_move(context, eval) {
            return Some(value);
        }
        if self.stopped {
            return Some(DRAW);
        }
        // Step 9. ProbCut
        self.probcut(context, eval)
    }

    /// Razoring: far below alpha only captures could help, so quiescence search decides.
    #[inline(always)]
    fn razor(&mut self, context: &NodeContext, eval: &Eval) -> Option<Value> {
        let parameters = &self.parameters;
        let &NodeContext { window, depth, .. } = context;
        if depth > parameters.razoring_depth || score::is_mate(window.alpha) {
            return None;
        }
        let margin = parameters.razoring_base + parameters.razoring_margin * depth * depth;
        if eval.refined + margin > window.alpha {
            return None;
        }
        let value = self.quiescence::<NonPv>(context.node, window);
        (self.stopped || value <= window.alpha).then_some(value)
    }

    /// Reverse futility pruning, or static null-move pruning: so far above beta the
    /// opponent cannot come back in a few plies.
    #[inline(always)]
    fn reverse_futility(&self, context: &NodeContext, eval: &Eval) -> Option<Value> {
        let parameters = &self.parameters;
        let beta = context.window.beta;
        let depth = context.depth;
        let margin = parameters.reverse_futility_margin * (depth - i32::from(context.improving));
        let exceeds_beta = eval.refined >= beta && eval.refined - margin >= beta;
        (depth <= parameters.reverse_futility_depth && exceeds_beta)
            .then(|| beta + (eval.refined - beta) / 2)
    }

    /// Null-move pruning: if a null move, which passes the turn, keeps the node above
    /// beta, a move would as well.
    fn null_move(&mut self, context: &NodeContext, eval: &Eval) -> Option<Value> {
        let parameters = &self.parameters;
        let &NodeContext { node, depth, .. } = context;
        let beta = context.window.beta;
        let follows_null_move = node.ply > 0 && self.stack[node.ply].since_null == 0;
        if eval.refined < beta
            || depth < parameters.null_move_depth
            || follows_null_move
            || may_be_zugzwang(&node.position)
            || self.rules.may_seek_loss()
        {
            return None;
        }
        let excess = (eval.refined - beta) / parameters.null_move_margin;
        let reduction = parameters.null_move_reduction
            + depth / parameters.null_move_divisor
            + excess.min(MAX_NULL_MOVE_EXCESS);
        let value = self.descend_null(node, |worker, child| {
            let expectation = context.expectation.of_child();
            worker.null_window(child, beta - 1, depth - reduction, expectation)
        });
        if self.stopped || value < beta {
            return None;
        }
        Some(if score::is_mate(value) { beta } else { value })
    }

    /// ProbCut: a capture that exceeds beta by a margin in a shallower search would exceed
    /// beta in a deeper one.
    fn probcut(&mut self, context: &NodeContext, eval: &Eval) -> Option<Value> {
        let parameters = &self.parameters;
        let &NodeContext { node, entry, .. } = context;
        let beta = context.window.beta;
        let probcut_beta = beta + parameters.probcut_margin;
        let shallow = context.depth - parameters.probcut_reduction;
        let refuted =
            entry.is_some_and(|entry| entry.depth >= shallow && entry.value < probcut_beta);
        if context.depth < parameters.probcut_depth || refuted || score::is_mate(probcut_beta) {
            return None;
        }
        let position = &node.position;
        let prior_moves = self.prior_moves(node.ply);
        let mut picker =
            MovePicker::quiescence(position, &node.check_info, context.tt_move, prior_moves);
        let (mv, value) = loop {
            let mv = self.pick_move(&mut picker, node)?;
            if !see_ge(position, &self.values, mv, probcut_beta - eval.corrected) {
                continue;
            }
            if let Some(value) = self.probe_capture(context, mv, probcut_beta, shallow) {
                break (mv, value);
            }
            if self.stopped {
                return None;
            }
        };
        let entry = TtEntry {
            mv: Some(mv),
            value,
            evaluation: eval.raw,
            depth: shallow + 1,
            bound: Bound::Lower,
            pv: context.tt_pv,
        };
        self.store(node, entry);
        Some(if score::is_mate(value) {
            value
        } else {
            value - (probcut_beta - beta)
        })
    }

    /// The value of a capture, if it reaches `probcut_beta`: first by quiescence search,
    /// then by a shallow search.
    fn probe_capture(
        &mut self,
        context: &NodeContext,
        mv: Move,
        probcut_beta: Value,
        depth: i32,
    ) -> Option<Value> {
        let value = self.descend(context.node, mv, |worker, child| {
            let window = Window::null(probcut_beta - 1).negated();
            let value = -worker.quiescence::<NonPv>(child, window);
            if value < probcut_beta || depth <= 1 || worker.stopped {
                return value;
            }
            let expectation = context.expectation.of_child();
            worker.null_window(child, probcut_beta - 1, depth - 1, expectation)
        });
        (value >= probcut_beta && !self.stopped).then_some(value)
    }
}

/// Whether the side to move may be in zugzwang, where passing would be its best move: it
/// has fewer than two pieces besides King and Pawns.
fn may_be_zugzwang(position: &Position) -> bool {
    let pawns_and_king = position.component(Component::Pawn) | position.component(Component::King);
    !(position.colors(position.side_to_move()) - pawns_and_king).several()
}

//! Reasons not to search a node at all.
//!
//! Each looks at the node as a whole, before any of its moves.

use crate::board::moves::Move;
use crate::board::piece::Component;
use crate::position::Position;
use crate::search::picker::{MovePicker, Ordering};
use crate::search::score::{self, DRAW, Value};
use crate::search::see;
use crate::search::tt::{Bound, TtEntry};

use super::node_type::NonPv;
use super::worker::{Context, Node, Worker};

/// What is known about a node before its moves are looked at.
pub(super) struct NodeState {
    /// The static evaluation.
    pub raw: Value,
    /// The same, as experience corrects it.
    pub evaluation: Value,
    /// That, replaced by a stored score that says more.
    pub estimate: Value,
    pub entry: Option<TtEntry>,
    pub alpha: Value,
    pub beta: Value,
    pub depth: i32,
    pub ply: usize,
    pub improving: bool,
    pub cut_node: bool,
}

impl Worker {
    /// The value of the node, if it need not be searched.
    pub(super) fn prune_node(
        &mut self,
        context: &Context,
        node: &Node,
        state: &NodeState,
    ) -> Option<Value> {
        let parameters = &self.parameters;
        let &NodeState {
            estimate,
            alpha,
            beta,
            depth,
            ply,
            ..
        } = state;
        if depth <= parameters.razoring_depth && !score::is_mate(alpha) {
            let margin = parameters.razoring_base + parameters.razoring_margin * depth * depth;
            if estimate + margin <= alpha {
                let value = self.quiescence::<NonPv>(context, node, alpha, beta, ply);
                if self.stopped || value <= alpha {
                    return Some(value);
                }
            }
        }
        if score::is_mate(beta) {
            return None;
        }
        if estimate >= beta {
            let parameters = &self.parameters;
            let margin = parameters.reverse_futility_margin * (depth - i32::from(state.improving));
            if depth <= parameters.reverse_futility_depth && estimate - margin >= beta {
                return Some(beta + (estimate - beta) / 2);
            }
            if let Some(value) = self.null_move(context, node, state) {
                return Some(value);
            }
            if self.stopped {
                return Some(DRAW);
            }
        }
        self.probcut(context, node, state)
    }

    /// Passes the move: if even that keeps the node above beta, a move would.
    fn null_move(&mut self, context: &Context, node: &Node, state: &NodeState) -> Option<Value> {
        let parameters = &self.parameters;
        let &NodeState {
            estimate,
            beta,
            depth,
            ply,
            ..
        } = state;
        let passed_before = ply > 0 && self.stack[ply].since_null == 0;
        if depth < parameters.null_move_depth || passed_before || may_be_zugzwang(&node.position) {
            return None;
        }
        let reduction = parameters.null_move_reduction
            + depth / parameters.null_move_divisor
            + ((estimate - beta) / parameters.null_move_margin).min(3);
        let mut position = node.position.clone();
        let mut accumulator = node.accumulator;
        drop(self.evaluator.go_down(&mut accumulator, ply));
        position.play_null();
        let check_info = position.check_info();
        let child = Node {
            position,
            accumulator,
            check_info,
        };
        self.enter(&node.position, None, ply);
        let value = -self.search::<NonPv>(
            context,
            &child,
            -beta,
            -beta + 1,
            depth - reduction,
            ply + 1,
            !state.cut_node,
        );
        self.leave();
        if self.stopped || value < beta {
            return None;
        }
        Some(if score::is_mate(value) { beta } else { value })
    }

    /// Tries captures that may beat beta by so much in a shallower search that
    /// a deeper one is not needed.
    fn probcut(&mut self, context: &Context, node: &Node, state: &NodeState) -> Option<Value> {
        let parameters = &self.parameters;
        let &NodeState {
            beta, depth, ply, ..
        } = state;
        let probcut_beta = beta + parameters.probcut_margin;
        let shallow = depth - parameters.probcut_reduction;
        let refuted = state
            .entry
            .is_some_and(|entry| entry.depth >= shallow && entry.value < probcut_beta);
        if depth < parameters.probcut_depth || refuted || score::is_mate(probcut_beta) {
            return None;
        }
        let position = &node.position;
        let tt_move = state.entry.and_then(|entry| entry.mv);
        let mut picker =
            MovePicker::quiescence(position, &node.check_info, tt_move, self.buffers());
        let mut found = None;
        while let Some(mv) = {
            let ordering = Ordering {
                history: &self.history,
                values: &self.values,
                continuation_keys: self.continuation_keys(ply),
                killers: [None; 2],
            };
            picker.next(position, &node.check_info, ordering)
        } {
            if !see::gains(position, &self.values, mv, probcut_beta - state.evaluation) {
                continue;
            }
            if let Some(value) = self.probe_capture(context, node, mv, probcut_beta, shallow, state)
            {
                found = Some((mv, value));
                break;
            }
            if self.stopped {
                break;
            }
        }
        self.pool.push(picker.into_buffers());
        let (mv, value) = found?;
        let stored = TtEntry {
            mv: Some(mv),
            value,
            evaluation: state.raw,
            depth: shallow + 1,
            bound: Bound::Lower,
            pv: state.entry.is_some_and(|entry| entry.pv),
        };
        context.table.store(position.key(), ply, stored);
        Some(if score::is_mate(value) {
            value
        } else {
            value - (probcut_beta - beta)
        })
    }

    /// The value of a capture, if it reaches the probcut_beta.
    fn probe_capture(
        &mut self,
        context: &Context,
        node: &Node,
        mv: Move,
        probcut_beta: Value,
        depth: i32,
        state: &NodeState,
    ) -> Option<Value> {
        let child = self.child(context, node, mv, state.ply);
        self.enter(&node.position, Some(mv), state.ply);
        let ply = state.ply + 1;
        let mut value =
            -self.quiescence::<NonPv>(context, &child, -probcut_beta, -probcut_beta + 1, ply);
        if value >= probcut_beta && depth > 1 && !self.stopped {
            value = -self.search::<NonPv>(
                context,
                &child,
                -probcut_beta,
                -probcut_beta + 1,
                depth - 1,
                ply,
                !state.cut_node,
            );
        }
        self.leave();
        (value >= probcut_beta && !self.stopped).then_some(value)
    }
}

/// Whether the side to move has so little that having to move may be its
/// undoing: fewer than two pieces besides King and Pawns.
fn may_be_zugzwang(position: &Position) -> bool {
    let little = position.component(Component::Pawn) | position.component(Component::King);
    !(position.colors(position.side_to_move()) - little).several()
}

//! Reasons not to search a node at all.
//!
//! Each looks at the node as a whole, before any of its moves.

use crate::board::moves::Move;
use crate::board::piece::Component;
use crate::position::Position;
use crate::search::picker::{MovePicker, Ordering};
use crate::search::score::{self, DRAW, Value};
use crate::search::see;
use crate::search::tt::{Bound, Entry};

use super::node::Scout;
use super::worker::{Context, Node, Worker};

/// What is known about a node before its moves are looked at.
pub(super) struct Here {
    /// The static evaluation.
    pub raw: Value,
    /// The same, as experience corrects it.
    pub evaluation: Value,
    /// That, replaced by a stored score that says more.
    pub estimate: Value,
    pub entry: Option<Entry>,
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
        here: &Here,
    ) -> Option<Value> {
        let parameters = &self.parameters;
        let &Here {
            estimate,
            alpha,
            beta,
            depth,
            ply,
            ..
        } = here;
        if depth <= parameters.razoring_depth && !score::is_mate(alpha) {
            let margin = parameters.razoring_base + parameters.razoring_margin * depth * depth;
            if estimate + margin <= alpha {
                let value = self.quiescence::<Scout>(context, node, alpha, beta, ply);
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
            let margin = parameters.reverse_futility_margin * (depth - i32::from(here.improving));
            if depth <= parameters.reverse_futility_depth && estimate - margin >= beta {
                return Some(beta + (estimate - beta) / 2);
            }
            if let Some(value) = self.null_move(context, node, here) {
                return Some(value);
            }
            if self.stopped {
                return Some(DRAW);
            }
        }
        self.probcut(context, node, here)
    }

    /// Passes the move: if even that keeps the node above beta, a move would.
    fn null_move(&mut self, context: &Context, node: &Node, here: &Here) -> Option<Value> {
        let parameters = &self.parameters;
        let &Here {
            estimate,
            beta,
            depth,
            ply,
            ..
        } = here;
        let passed_before = ply > 0 && self.plies[ply].since_null == 0;
        if depth < parameters.null_move_depth || passed_before || may_be_zugzwang(&node.position) {
            return None;
        }
        let reduction = parameters.null_move_reduction
            + depth / parameters.null_move_divisor
            + ((estimate - beta) / parameters.null_move_margin).min(3);
        let mut position = node.position.clone();
        position.pass();
        let threats = position.threats();
        let child = Node {
            position,
            accumulator: node.accumulator,
            threats,
        };
        self.enter(&node.position, None, ply);
        let value = -self.search::<Scout>(
            context,
            &child,
            -beta,
            -beta + 1,
            depth - reduction,
            ply + 1,
            !here.cut_node,
        );
        self.leave();
        if self.stopped || value < beta {
            return None;
        }
        Some(if score::is_mate(value) { beta } else { value })
    }

    /// Tries captures that may beat beta by so much in a shallower search that
    /// a deeper one is not needed.
    fn probcut(&mut self, context: &Context, node: &Node, here: &Here) -> Option<Value> {
        let parameters = &self.parameters;
        let &Here {
            beta, depth, ply, ..
        } = here;
        let bar = beta + parameters.probcut_margin;
        let shallow = depth - parameters.probcut_reduction;
        let refuted = here
            .entry
            .is_some_and(|entry| entry.depth >= shallow && entry.value < bar);
        if depth < parameters.probcut_depth || refuted || score::is_mate(bar) {
            return None;
        }
        let position = &node.position;
        let table_move = here.entry.and_then(|entry| entry.mv);
        let mut picker =
            MovePicker::quiescence(position, &node.threats, table_move, self.buffers());
        let mut found = None;
        while let Some(mv) = {
            let ordering = Ordering {
                history: &self.history,
                values: &self.values,
                earlier: self.earlier(ply),
                killers: [None; 2],
            };
            picker.next(position, &node.threats, ordering)
        } {
            if !see::gains(position, &self.values, mv, bar - here.evaluation) {
                continue;
            }
            if let Some(value) = self.probe_capture(context, node, mv, bar, shallow, here) {
                found = Some((mv, value));
                break;
            }
            if self.stopped {
                break;
            }
        }
        self.pool.push(picker.into_buffers());
        let (mv, value) = found?;
        let stored = Entry {
            mv: Some(mv),
            value,
            evaluation: here.raw,
            depth: shallow + 1,
            bound: Bound::Lower,
            pv: here.entry.is_some_and(|entry| entry.pv),
        };
        context.table.store(position.key(), ply, stored);
        Some(if score::is_mate(value) {
            value
        } else {
            value - (bar - beta)
        })
    }

    /// The value of a capture, if it reaches the bar.
    fn probe_capture(
        &mut self,
        context: &Context,
        node: &Node,
        mv: Move,
        bar: Value,
        depth: i32,
        here: &Here,
    ) -> Option<Value> {
        let child = self.child(context, node, mv);
        self.enter(&node.position, Some(mv), here.ply);
        let ply = here.ply + 1;
        let mut value = -self.quiescence::<Scout>(context, &child, -bar, -bar + 1, ply);
        if value >= bar && depth > 1 && !self.stopped {
            value = -self.search::<Scout>(
                context,
                &child,
                -bar,
                -bar + 1,
                depth - 1,
                ply,
                !here.cut_node,
            );
        }
        self.leave();
        (value >= bar && !self.stopped).then_some(value)
    }
}

/// Whether the side to move has so little that having to move may be its
/// undoing: fewer than two pieces besides King and Pawns.
fn may_be_zugzwang(position: &Position) -> bool {
    let little = position.component(Component::Pawn) | position.component(Component::King);
    !(position.color(position.side()) - little).several()
}

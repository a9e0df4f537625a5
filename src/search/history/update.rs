//! The updates of the histories after a node.

use crate::board::moves::Move;
use crate::position::Position;
use crate::search::move_loop::{MoveInfo, SearchedMoves};
use crate::search::move_picker;
use crate::search::node_context::NodeContext;
use crate::search::worker::Worker;

impl Worker {
    /// The history bonus of a cutoff at this depth.
    fn bonus(&self, depth: i32) -> i32 {
        let parameters = &self.parameters;
        (parameters.bonus_slope * depth - parameters.bonus_offset).clamp(0, parameters.bonus_limit)
    }

    /// Rewards the previous move because no reply to it was good enough.
    pub(in crate::search) fn update_prior_move(&mut self, context: &NodeContext) {
        let position = &context.node.position;
        let ply = context.node.ply - 1;
        let prior = &self.stack[ply];
        if let (Some(mv), Some(piece_to)) = (prior.quiet, prior.piece_to) {
            let bonus = self.bonus(context.depth) * self.parameters.prior_share / 100;
            self.histories
                .quiet
                .update(!position.side_to_move(), mv, bonus);
            let prior_moves = self.prior_moves(ply);
            let continuation = &mut self.histories.continuation;
            continuation.update(prior_moves, piece_to, bonus);
        }
    }

    /// Rewards the move that caused a cutoff, and penalizes those searched
    /// before it.
    pub(in crate::search) fn update_histories(
        &mut self,
        context: &NodeContext,
        cutoff: &MoveInfo,
        searched: &SearchedMoves,
    ) {
        let position = &context.node.position;
        let ply = context.node.ply;
        let bonus = self.bonus(context.depth);
        let malus = -bonus * self.parameters.malus_share / 100;
        if cutoff.is_noisy {
            self.update_captures(position, &searched.captures, malus);
            self.update_captures(position, &[cutoff.mv], bonus);
            return;
        }
        let killers = &mut self.stack[ply].killers;
        if killers[0] != Some(cutoff.mv) {
            *killers = [Some(cutoff.mv), killers[0]];
        }
        self.update_quiets(context, &searched.quiets, malus);
        self.update_quiets(context, &[cutoff.mv], bonus);
        self.update_captures(position, &searched.captures, malus);
    }

    fn update_quiets(&mut self, context: &NodeContext, moves: &[Move], bonus: i32) {
        let position = &context.node.position;
        let prior = self.prior_moves(context.node.ply);
        for &mv in moves {
            if let Some(piece_to) = self.piece_to(position, mv) {
                self.histories
                    .quiet
                    .update(position.side_to_move(), mv, bonus);
                self.histories.continuation.update(prior, piece_to, bonus);
            }
        }
    }

    fn update_captures(&mut self, position: &Position, moves: &[Move], bonus: i32) {
        for &mv in moves {
            if let Some(piece_to) = self.piece_to(position, mv) {
                let victim = move_picker::victim(position, mv);
                self.histories.capture.update(piece_to, victim, bonus);
            }
        }
    }
}

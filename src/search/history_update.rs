//! History scores of moves, and their updates after a cutoff.

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::position::Position;
use crate::search::history::ContinuationKeys;
use crate::search::picker;

use super::move_loop::SearchedMoves;
use super::worker::Worker;

impl Worker {
    /// The history score of a move.
    #[inline]
    pub(super) fn history_score(
        &self,
        position: &Position,
        mv: Move,
        noisy: bool,
        continuation_keys: ContinuationKeys,
    ) -> i32 {
        let Some(continuation_key) = self.continuation_key(position, mv) else {
            return 0;
        };
        if noisy {
            self.history
                .capture(continuation_key, picker::victim(position, mv))
        } else {
            self.history.quiet(
                position.side_to_move(),
                mv,
                continuation_key,
                continuation_keys,
            )
        }
    }

    /// The history bonus of a cutoff at this depth.
    fn bonus(&self, depth: i32) -> i32 {
        let parameters = &self.parameters;
        (parameters.bonus_slope * depth - parameters.bonus_offset).clamp(0, parameters.bonus_limit)
    }

    /// Rewards the previous move because no reply to it was good enough.
    pub(super) fn update_prior_history(&mut self, side: Color, depth: i32, ply: usize) {
        let before = &self.stack[ply - 1];
        if let (Some(mv), Some(continuation_key)) = (before.quiet, before.continuation_key) {
            let bonus = self.bonus(depth) * self.parameters.prior_share / 100;
            let continuation_keys = self.continuation_keys(ply - 1);
            self.history
                .add_quiet(!side, mv, continuation_key, continuation_keys, bonus);
        }
    }

    /// Rewards the move that caused a cutoff, and penalizes those searched
    /// before it.
    pub(super) fn update_histories(
        &mut self,
        position: &Position,
        mv: Move,
        noisy: bool,
        depth: i32,
        ply: usize,
        searched: &SearchedMoves,
    ) {
        let bonus = self.bonus(depth);
        let malus = -bonus * self.parameters.malus_share / 100;
        let continuation_keys = self.continuation_keys(ply);
        let side = position.side_to_move();
        if !noisy {
            let killers = &mut self.stack[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            for (quiet, bonus) in searched
                .quiets
                .iter()
                .map(|&quiet| (quiet, malus))
                .chain([(mv, bonus)])
            {
                if let Some(continuation_key) = self.continuation_key(position, quiet) {
                    self.history
                        .add_quiet(side, quiet, continuation_key, continuation_keys, bonus);
                }
            }
        }
        let rewarded = noisy.then_some((mv, bonus));
        for (capture, bonus) in searched
            .captures
            .iter()
            .map(|&capture| (capture, malus))
            .chain(rewarded)
        {
            if let Some(continuation_key) = self.continuation_key(position, capture) {
                self.history.add_capture(
                    continuation_key,
                    picker::victim(position, capture),
                    bonus,
                );
            }
        }
    }
}

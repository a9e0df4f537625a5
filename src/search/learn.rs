//! What the search remembers of moves that were good or bad, and how it learns it.

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::position::Position;
use crate::search::history::Earlier;
use crate::search::picker;

use super::worker::Worker;

impl Worker {
    /// What is remembered of a move.
    #[inline]
    pub(super) fn statistic(
        &self,
        position: &Position,
        mv: Move,
        noisy: bool,
        earlier: Earlier,
    ) -> i32 {
        let Some(arrival) = self.arrival(position, mv) else {
            return 0;
        };
        if noisy {
            self.history.capture(arrival, picker::victim(position, mv))
        } else {
            self.history.quiet(position.side(), mv, arrival, earlier)
        }
    }

    /// What a cutoff at that depth is worth to the statistics.
    fn bonus(&self, depth: i32) -> i32 {
        let parameters = &self.parameters;
        (parameters.bonus_slope * depth - parameters.bonus_offset).clamp(0, parameters.bonus_limit)
    }

    /// Remembers that no answer to the move that led here was good enough.
    pub(super) fn reward_prior(&mut self, side: Color, depth: i32, ply: usize) {
        let before = &self.plies[ply - 1];
        if let (Some(mv), Some(arrival)) = (before.quiet, before.arrival) {
            let bonus = self.bonus(depth) * self.parameters.prior_share / 100;
            let earlier = self.earlier(ply - 1);
            self.history.add_quiet(!side, mv, arrival, earlier, bonus);
        }
    }

    /// Remembers that a move cut off, and that those before it did not.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn reward(
        &mut self,
        position: &Position,
        mv: Move,
        noisy: bool,
        depth: i32,
        ply: usize,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let bonus = self.bonus(depth);
        let malus = -bonus * self.parameters.malus_share / 100;
        let earlier = self.earlier(ply);
        let side = position.side();
        if !noisy {
            let killers = &mut self.plies[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            for (quiet, bonus) in quiets
                .iter()
                .map(|&quiet| (quiet, malus))
                .chain([(mv, bonus)])
            {
                if let Some(arrival) = self.arrival(position, quiet) {
                    self.history.add_quiet(side, quiet, arrival, earlier, bonus);
                }
            }
        }
        let rewarded = noisy.then_some((mv, bonus));
        for (capture, bonus) in captures
            .iter()
            .map(|&capture| (capture, malus))
            .chain(rewarded)
        {
            if let Some(arrival) = self.arrival(position, capture) {
                self.history
                    .add_capture(arrival, picker::victim(position, capture), bonus);
            }
        }
    }
}

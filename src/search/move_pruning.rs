//! Reasons not to search a move: late move pruning, futility pruning, history pruning and
//! SEE pruning.

use super::move_loop::{BestMove, MoveInfo, MoveSource};
use super::move_picker::QuietFilter;
use super::node_context::NodeContext;
use super::score;
use super::see::see_ge;
use super::worker::Worker;

impl Worker {
    /// Whether a move looks so bad that it need not be searched. Late move pruning and
    /// futility pruning also drop all later quiet moves, except those that may give check.
    #[inline(always)]
    pub(super) fn prune_move(
        &mut self,
        context: &NodeContext,
        info: &MoveInfo,
        best: &BestMove,
        source: &mut MoveSource,
    ) -> bool {
        let is_first = info.number == 1;
        let is_being_mated = best.value <= -score::MATE_FOUND;
        let MoveSource::Picker(picker) = source else {
            return false;
        };
        if !context.pruning_allowed || is_first || is_being_mated {
            return false;
        }
        let depth = context.depth;
        let position = &context.node.position;
        let searched = info.number - 1;
        let reduced_depth = (depth - self.reduction(depth, searched) / 256).max(0);
        if !info.is_noisy && !picker.is_filtered() {
            // Steps 11 and 12. Late move pruning (LMP) and futility pruning
            if self.is_late(context, searched) || self.is_futile(context, reduced_depth, best) {
                // A check may be a mate however bad the position looks.
                let checks = position.check_squares();
                let may_check = checks.may_give_check(position, info.mv);
                let buffers = &mut self.move_buffers[context.node.ply];
                picker.filter_quiets(buffers, position, QuietFilter::Checks(checks));
                if !may_check {
                    return true;
                }
            }
            // Step 13. History pruning
            let parameters = &self.parameters;
            let history_threshold = -parameters.history_margin * reduced_depth.max(1);
            if reduced_depth <= parameters.history_depth && info.history_score < history_threshold {
                return true;
            }
        }
        // Step 14. SEE pruning, by static exchange evaluation
        let parameters = &self.parameters;
        let margin = if info.is_noisy {
            parameters.see_noisy_margin
        } else {
            parameters.see_quiet_margin
        };
        depth <= parameters.see_depth && !see_ge(position, &self.values, info.mv, -margin * depth)
    }

    /// Late move pruning: enough moves were searched for this depth.
    #[inline(always)]
    fn is_late(&self, context: &NodeContext, searched: i32) -> bool {
        let depth = context.depth;
        let divisor = if context.improving { 1 } else { 2 };
        let move_count = (self.parameters.late_move_base + depth * depth) / divisor;
        depth <= self.parameters.late_move_depth && searched >= move_count
    }

    /// Futility pruning: the evaluation is so far below alpha that a quiet move will hardly
    /// raise it.
    #[inline(always)]
    fn is_futile(&self, context: &NodeContext, reduced_depth: i32, best: &BestMove) -> bool {
        let parameters = &self.parameters;
        let margin = parameters.futility_base + parameters.futility_margin * reduced_depth;
        reduced_depth <= parameters.futility_depth
            && context
                .eval
                .as_ref()
                .is_some_and(|eval| eval.corrected + margin <= best.alpha)
    }
}

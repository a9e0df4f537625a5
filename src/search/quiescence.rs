//! Quiescence search: captures until the position is quiet.

use crate::board::moves::Move;
use crate::eval::SCORE_LIMIT;

use super::alpha_beta::tt_cutoff;
use super::move_loop::{BestMove, Effect};
use super::move_picker::{self, MovePicker, QuietFilter};
use super::node_type::NodeType;
use super::score::{self, DRAW, INFINITE, Value};
use super::tt::{Bound, TtEntry};
use super::window::Window;
use super::worker::{Node, Worker};

impl Worker {
    /// The value of a node if only captures and promotions that lose nothing
    /// are searched, or all moves in check. Without check, either side may also
    /// stand pat.
    pub(super) fn quiescence<K: NodeType>(&mut self, node: &Node, window: Window) -> Value {
        // Step 1. Stopped searches, draws, known endings and the maximum ply
        let ply = node.ply;
        self.pvs[ply].clear();
        self.selective_depth = self.selective_depth.max(ply + 1);
        if let Some(value) = self.value_without_search(node) {
            return value;
        }

        // Step 2. Transposition table
        let position = &node.position;
        let in_check = node.in_check();
        let beta = window.beta;
        let entry = self.probe_table(node);
        if !K::PV
            && let Some(entry) = entry
            && let Some(value) = tt_cutoff(entry, window, node)
        {
            return value;
        }
        if !in_check && self.stalemate_decides() && !position.has_legal_move() {
            return self.value_without_move(node);
        }

        // Step 3. Stand pat
        let eval = self.static_eval(node, entry);
        let stand_pat = eval.as_ref().map(|eval| eval.refined);
        let mut best = BestMove::new(stand_pat.unwrap_or(-INFINITE), window.alpha);
        if best.value >= beta {
            return best.value;
        }
        best.alpha = best.alpha.max(best.value);

        // Step 4. Captures and promotions, or evasions
        let tt_move = entry.and_then(|entry| entry.mv);
        let prior_moves = self.prior_moves(ply);
        let mut picker = MovePicker::quiescence(position, &node.check_info, tt_move, prior_moves);
        while let Some(mv) = self.pick_move(&mut picker, node) {
            // Step 5. Delta pruning
            if let Some(stand_pat) = stand_pat
                && let Some(value) = self.delta_prune(node, mv, stand_pat, best.alpha)
            {
                best.value = best.value.max(value);
                continue;
            }

            // Step 6. The move
            let value = self.descend(node, mv, |worker, child| {
                let window = Window {
                    alpha: best.alpha,
                    beta,
                };
                -worker.quiescence::<K>(child, window.negated())
            });
            if self.stopped {
                return DRAW;
            }

            // Step 7. The best move
            let effect = best.record(mv, value, beta);
            if effect != Effect::FailsLow && K::PV {
                self.extend_pv(mv, ply);
            }
            if effect == Effect::FailsHigh {
                break;
            }
            if in_check && best.value > -score::MATE_FOUND {
                // A single evasion shows that it is not mate.
                let buffers = &mut self.move_buffers[ply];
                picker.filter_quiets(buffers, position, QuietFilter::None);
            }
        }

        // Step 8. Checkmate
        if in_check && best.value == -INFINITE {
            return self.value_without_move(node);
        }

        // Step 9. Transposition table
        let bound = if best.value >= beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        let stored = TtEntry {
            mv: best.mv,
            value: best.value,
            evaluation: eval.map_or(0, |eval| eval.raw),
            depth: 0,
            bound,
            pv: entry.is_some_and(|entry| entry.pv),
        };
        self.store(node, stored);
        best.value
    }

    /// Delta pruning: a bound of the score after a capture, if it cannot raise alpha even
    /// with a margin.
    #[inline(always)]
    fn delta_prune(&self, node: &Node, mv: Move, stand_pat: Value, alpha: Value) -> Option<Value> {
        if mv.promoted_to().is_some() {
            return None;
        }
        let victim = self.values.value(move_picker::victim(&node.position, mv));
        let bound = (stand_pat + victim + self.parameters.delta_margin).min(SCORE_LIMIT);
        (bound <= alpha).then_some(bound)
    }
}

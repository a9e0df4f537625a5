//! Quiescence search: captures until the position is quiet.

use crate::eval::SCORE_LIMIT;
use crate::search::picker::{self, MovePicker, Ordering, QuietFilter};
use crate::search::score::{self, DRAW, INFINITE, MAX_PLY, Value};
use crate::search::tt::{Bound, TtEntry};

use super::node::{proves, refined};
use super::node_type::NodeType;
use super::worker::{Context, Node, Worker};

impl Worker {
    /// The value of a node if only captures and promotions that lose nothing
    /// are searched, or all moves in check. Without check, either side may also
    /// stand pat.
    pub(super) fn quiescence<K: NodeType>(
        &mut self,
        context: &Context,
        node: &Node,
        mut alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        self.pvs[ply].clear();
        self.selective_depth = self.selective_depth.max(ply + 1);
        self.count_node(context);
        if self.stopped {
            return DRAW;
        }
        let position = &node.position;
        let in_check = node.check_info.checkers.any();
        if let Some(value) = self.known_value(context, node, ply) {
            return value;
        }
        if ply >= MAX_PLY {
            return if in_check {
                DRAW
            } else {
                self.evaluate(node, ply)
            };
        }
        let entry = self.probe(context, position, ply);
        if let Some(entry) = entry
            && !K::PV
            && proves(entry, alpha, beta)
            && position.halfmove_clock() < 90
        {
            return entry.value;
        }

        if !in_check && self.stalemate_decides() && !position.has_legal_move() {
            return self.value_without_move(false, ply);
        }
        let raw = self.static_evaluation(node, entry, in_check, ply);
        let classes = self.classes(node, ply);
        let stand_pat = raw.map(|raw| {
            let evaluation = self.corrections.corrected(raw, &classes, &self.parameters);
            refined(evaluation, entry)
        });
        let mut best = stand_pat.unwrap_or(-INFINITE);
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);

        let tt_move = entry.and_then(|entry| entry.mv);
        let mut picker =
            MovePicker::quiescence(position, &node.check_info, tt_move, self.buffers());
        let mut best_move = None;
        loop {
            let ordering = Ordering {
                history: &self.history,
                values: &self.values,
                continuation_keys: self.continuation_keys(ply),
                killers: [None; 2],
            };
            let Some(mv) = picker.next(position, &node.check_info, ordering) else {
                break;
            };
            if let Some(stand_pat) = stand_pat
                && mv.promoted_to().is_none()
            {
                let victim = self.values.of(picker::victim(position, mv));
                let delta_value =
                    (stand_pat + victim + self.parameters.delta_margin).min(SCORE_LIMIT);
                if delta_value <= alpha {
                    best = best.max(delta_value);
                    continue;
                }
            }
            let child = self.child(context, node, mv, ply);
            self.enter(position, Some(mv), ply);
            let value = -self.quiescence::<K>(context, &child, -beta, -alpha, ply + 1);
            self.leave();
            if self.stopped {
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if K::PV {
                        self.extend_pv(mv, ply);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
            if in_check && best > -score::MATE_FOUND {
                // A single evasion shows that it is not mate.
                picker.filter_quiets(position, QuietFilter::None);
            }
        }
        self.pool.push(picker.into_buffers());
        if in_check && best == -INFINITE {
            return self.value_without_move(true, ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        let stored = TtEntry {
            mv: best_move,
            value: best,
            evaluation: raw.unwrap_or(0),
            depth: 0,
            bound,
            pv: entry.is_some_and(|entry| entry.pv),
        };
        context.table.store(position.key(), ply, stored);
        best
    }
}

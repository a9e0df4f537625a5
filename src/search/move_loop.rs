//! The moves of a node, searched one after the other.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::board::moves::Move;

use super::history::PriorMoves;
use super::move_picker::MovePicker;
use super::node_context::NodeContext;
use super::node_type::{NodeExpectation, NodeType, Pv};
use super::score::{DRAW, INFINITE, Value};
use super::see::see_ge;
use super::singular::SingularResult;
use super::tt::Bound;
use super::window::Window;
use super::worker::{Node, Worker};

/// How many of the quiet moves, and of the captures, searched before a cutoff lose
/// history score.
const SEARCHED_CAPACITY: usize = 64;

/// The moves that were searched before the one that cuts off.
#[derive(Default)]
pub(super) struct SearchedMoves {
    pub(crate) quiets: ArrayVec<Move, SEARCHED_CAPACITY>,
    /// Captures and promotions.
    pub captures: ArrayVec<Move, SEARCHED_CAPACITY>,
}

impl SearchedMoves {
    /// Adds a move. Beyond the capacity the moves are the least likely to matter.
    #[inline(always)]
    fn push(&mut self, info: &MoveInfo) {
        let _ = if info.is_noisy {
            self.captures.try_push(info.mv)
        } else {
            self.quiets.try_push(info.mv)
        };
    }
}

/// A move about to be searched.
pub(super) struct MoveInfo {
    pub mv: Move,
    /// Its number among the moves that were not pruned, 1 for the first.
    pub number: i32,
    /// Whether it is a capture or a promotion.
    pub is_noisy: bool,
    pub(crate) history_score: i32,
    pub(crate) is_killer: bool,
}

/// Where the moves of a node come from.
pub(super) enum MoveSource {
    /// The root moves, and the index of the next.
    Root(usize),
    Picker(MovePicker),
}

/// The best move of a node so far.
pub(super) struct BestMove {
    pub value: Value,
    /// The best score that is certain for the side to move.
    pub(crate) alpha: Value,
    /// The move that raised alpha last.
    pub mv: Option<Move>,
}

/// What the value of a move means to its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    FailsLow,
    RaisesAlpha,
    FailsHigh,
}

impl BestMove {
    #[inline(always)]
    pub(super) fn new(value: Value, alpha: Value) -> BestMove {
        BestMove {
            value,
            alpha,
            mv: None,
        }
    }

    /// Records the value of a move.
    #[inline(always)]
    pub(super) fn record(&mut self, mv: Move, value: Value, beta: Value) -> Effect {
        self.value = self.value.max(value);
        if value <= self.alpha {
            return Effect::FailsLow;
        }
        self.mv = Some(mv);
        if value >= beta {
            return Effect::FailsHigh;
        }
        self.alpha = value;
        Effect::RaisesAlpha
    }

    /// How the value relates to the true one after a search in an open window.
    #[inline(always)]
    pub(super) fn bound(&self, beta: Value) -> Bound {
        if self.value >= beta {
            Bound::Lower
        } else if self.mv.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// The result of the move loop.
pub(super) struct LoopResult {
    /// The number of moves searched.
    pub(crate) move_count: i32,
    pub best: BestMove,
}

impl Worker {
    /// Searches the moves of a node one after the other until one cuts off. Breaks with
    /// the value of the node if the search was stopped, or if the singular search showed
    /// that several moves exceed beta.
    #[inline(always)]
    pub(super) fn search_moves<K: NodeType>(
        &mut self,
        context: &NodeContext,
    ) -> ControlFlow<Value, LoopResult> {
        let &NodeContext { node, window, .. } = context;
        let ply = node.ply;
        let prior_moves = self.prior_moves(ply);
        let killers = self.stack[ply].killers;
        let mut source = if K::ROOT {
            MoveSource::Root(self.root.line)
        } else {
            let picker = MovePicker::new(
                &node.position,
                &node.check_info,
                context.tt_move,
                prior_moves,
            );
            MoveSource::Picker(picker.with_killers(killers))
        };
        let mut move_count = 0;
        let mut best = BestMove::new(-INFINITE, window.alpha);
        let mut searched = SearchedMoves::default();

        while let Some(mv) = self.next_move(&mut source, node) {
            if context.excluded == Some(mv) {
                continue;
            }
            let is_noisy = node.position.is_noisy(mv);
            let info = MoveInfo {
                mv,
                number: move_count + 1,
                is_noisy,
                history_score: self.history_score(node, mv, is_noisy, prior_moves),
                is_killer: killers.contains(&Some(mv)),
            };

            // Steps 11 to 14. Late move, futility, history and SEE pruning
            if self.prune_move(context, &info, &best, &mut source) {
                continue;
            }

            // Step 15. Singular extension and multicut
            let extension = match self.singular_extension::<K>(context, mv) {
                SingularResult::Extension(plies) => plies,
                SingularResult::Multicut(value) => return ControlFlow::Break(value),
            };
            if self.stopped {
                return ControlFlow::Break(DRAW);
            }
            if let MoveSource::Root(next) = source {
                self.publish_progress(context.depth, next - 1);
            }
            let nodes_before = self.nodes;
            move_count += 1;

            // Steps 16 to 19. The move
            let value = self.search_move::<K>(context, &info, extension, &best);
            if self.stopped {
                return ControlFlow::Break(DRAW);
            }
            if K::ROOT {
                let is_exact = info.number == 1 || value > best.alpha;
                self.update_root_move(mv, is_exact.then_some(value), nodes_before);
            }

            // Step 20. The best move
            let effect = best.record(mv, value, window.beta);
            if effect == Effect::FailsLow {
                searched.push(&info);
                continue;
            }
            if K::PV {
                self.extend_pv(mv, ply);
            }
            if effect == Effect::FailsHigh {
                self.stack[ply].cutoffs += 1;
                self.update_histories(context, &info, &searched);
                break;
            }
        }
        ControlFlow::Continue(LoopResult { move_count, best })
    }

    #[inline(always)]
    fn next_move(&mut self, source: &mut MoveSource, node: &Node) -> Option<Move> {
        match source {
            MoveSource::Root(next) => {
                let root_move = self.root.moves.get(*next)?;
                *next += 1;
                Some(root_move.mv)
            }
            MoveSource::Picker(picker) => self.pick_move(picker, node),
        }
    }

    /// The next move of a picker.
    #[inline(always)]
    pub(super) fn pick_move(&mut self, picker: &mut MovePicker, node: &Node) -> Option<Move> {
        let buffers = &mut self.move_buffers[node.ply];
        let (position, check_info) = (&node.position, &node.check_info);
        picker.next(buffers, position, check_info, &self.histories, &self.values)
    }

    /// The history score of a move.
    #[inline(always)]
    fn history_score(&self, node: &Node, mv: Move, noisy: bool, prior_moves: PriorMoves) -> i32 {
        if noisy {
            self.histories.capture_score(&node.position, mv)
        } else {
            let histories = &self.histories;
            histories.quiet_score(&node.position, mv, prior_moves)
        }
    }

    /// Searches a move as principal variation search does: late moves first less deep,
    /// then all but the first with a null window, and with the open window only what
    /// exceeds alpha.
    #[inline(always)]
    fn search_move<K: NodeType>(
        &mut self,
        context: &NodeContext,
        info: &MoveInfo,
        extension: i32,
        best: &BestMove,
    ) -> Value {
        let &NodeContext { node, depth, .. } = context;
        let alpha = best.alpha;
        self.descend(node, info.mv, |worker, child| {
            // Step 16. Check extension
            let gives_check = child.in_check();
            let extension = if extension == 0 && gives_check && worker.extends_check(node, info.mv)
            {
                1
            } else {
                extension
            };
            worker.stack[child.ply].double_extensions =
                worker.stack[node.ply].double_extensions + u32::from(extension >= 2);

            let mut full_depth = depth - 1 + extension;
            let mut value = -INFINITE;
            let mut wants_full_depth = !K::PV || info.number > 1;

            // Step 17. Late move reductions (LMR)
            if depth >= worker.parameters.reduction_depth && info.number > 1 + i32::from(K::PV) {
                let reduction = worker.late_move_reduction::<K>(context, info, gives_check);
                let reduced_depth = (full_depth - (reduction / 256).max(0)).max(1);
                if reduced_depth < full_depth {
                    value = worker.null_window(child, alpha, reduced_depth, NodeExpectation::Cut);
                    wants_full_depth = value > alpha && !worker.stopped;
                    if wants_full_depth && value > best.value + worker.parameters.deeper_margin {
                        full_depth += 1;
                    }
                }
            }

            // Step 18. Full depth with a null window
            if wants_full_depth {
                let expectation = context.expectation.of_child();
                value = worker.null_window(child, alpha, full_depth, expectation);
            }

            // Step 19. Full depth with the open window, in the principal variation
            if K::PV && (info.number == 1 || value > alpha) && !worker.stopped {
                let window = Window {
                    alpha,
                    beta: context.window.beta,
                };
                value =
                    -worker.search::<Pv>(child, window.negated(), full_depth, NodeExpectation::Pv);
            }
            value
        })
    }

    /// Whether a move that gives check is extended: it loses no material.
    #[inline(always)]
    fn extends_check(&self, node: &Node, mv: Move) -> bool {
        self.parameters.check_extension > 0
            && self.may_extend(node.ply)
            && see_ge(&node.position, &self.values, mv, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::square::Square;

    #[test]
    fn the_best_move_raises_alpha_and_its_bound_follows() {
        let mv = Move::plain(Square::new(1), Square::new(2));
        let beta = 50;
        let mut best = BestMove::new(-INFINITE, 10);
        assert_eq!(best.record(mv, 5, beta), Effect::FailsLow);
        assert_eq!((best.value, best.mv), (5, None));
        assert_eq!(best.bound(beta), Bound::Upper);
        assert_eq!(best.record(mv, -5, beta), Effect::FailsLow);
        assert_eq!(best.value, 5);
        assert_eq!(best.record(mv, 20, beta), Effect::RaisesAlpha);
        assert_eq!((best.value, best.alpha, best.mv), (20, 20, Some(mv)));
        assert_eq!(best.bound(beta), Bound::Exact);
        assert_eq!(best.record(mv, 20, beta), Effect::FailsLow);
        assert_eq!(best.record(mv, 50, beta), Effect::FailsHigh);
        assert_eq!((best.value, best.alpha), (50, 20));
        assert_eq!(best.bound(beta), Bound::Lower);
    }
}

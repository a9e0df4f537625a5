//! The moves of a node, searched one after the other.

use arrayvec::ArrayVec;

use crate::board::moves::Move;
use crate::search::picker::{MovePicker, Ordering, QuietFilter};
use crate::search::score::{self, DRAW, INFINITE, Value};
use crate::search::see;
use crate::search::tt::{Bound, TtEntry};

use super::node_type::{NodeType, NonPv, Pv};
use super::worker::{Context, Node, Worker};

/// How many of the quiet moves, and of the captures, searched before a cutoff lose
/// history score.
const SEARCHED_CAPACITY: usize = 64;

/// The moves that were searched before the one that cuts off.
#[derive(Default)]
pub(super) struct SearchedMoves {
    pub quiets: ArrayVec<Move, SEARCHED_CAPACITY>,
    /// Captures and promotions.
    pub captures: ArrayVec<Move, SEARCHED_CAPACITY>,
}

impl SearchedMoves {
    /// Adds a move. Beyond the capacity the moves are the least likely to matter.
    #[inline(always)]
    fn push(&mut self, candidate: &Candidate) {
        let _ = if candidate.noisy {
            self.captures.try_push(candidate.mv)
        } else {
            self.quiets.try_push(candidate.mv)
        };
    }
}

/// What stays the same while the moves of a node are searched.
pub(super) struct MoveLoop<'a> {
    pub node: &'a Node,
    pub entry: Option<TtEntry>,
    pub tt_move: Option<Move>,
    /// The move that is left out, to see whether another is as good.
    pub excluded: Option<Move>,
    pub evaluation: Option<Value>,
    pub beta: Value,
    pub depth: i32,
    pub ply: usize,
    pub cut_node: bool,
    pub improving: bool,
    pub in_check: bool,
    /// Whether moves may be pruned.
    pub prunes: bool,
    /// Whether the node is or was in the principal variation.
    pub tt_pv: bool,
    /// Whether the table's move is a capture or a promotion.
    pub tt_noisy: bool,
}

/// A move about to be searched.
struct Candidate {
    mv: Move,
    /// Whether it is a capture or a promotion.
    noisy: bool,
    history_score: i32,
    is_killer: bool,
}

/// What the moves of a node have come to.
pub(super) struct Outcome {
    /// How many were searched.
    pub searched: i32,
    pub best: Value,
    pub best_move: Option<Move>,
    pub bound: Bound,
}

/// How many moves of one line may be extended by two plies.
const MAX_DOUBLE_EXTENSIONS: u32 = 7;

/// What a search without the table's move has shown.
enum Singular {
    /// How many plies deeper the move is to be searched.
    Extend(i32),
    /// The node is good enough without it.
    Cut(Value),
}

impl Worker {
    /// Searches the moves of a node one after the other until one cuts off.
    ///
    /// # Errors
    /// With the value of the node, when the search was stopped or the move of the table
    /// showed that the node need not be searched.
    #[inline(always)]
    pub(super) fn search_moves<K: NodeType>(
        &mut self,
        context: &Context,
        moves: &MoveLoop,
        mut alpha: Value,
    ) -> Result<Outcome, Value> {
        let &MoveLoop {
            node,
            depth,
            ply,
            beta,
            ..
        } = moves;
        let position = &node.position;
        let mut picker = MovePicker::new(position, &node.check_info, moves.tt_move, self.buffers());
        let continuation_keys = self.continuation_keys(ply);
        let mut root_next = self.line;
        let mut only_checks = false;
        let mut searched_moves = SearchedMoves::default();
        let mut outcome = Outcome {
            searched: 0,
            best: -INFINITE,
            best_move: None,
            bound: Bound::Upper,
        };

        loop {
            let killers = self.stack[ply].killers;
            let next = if K::ROOT {
                let root_move = self.root_moves.get(root_next);
                root_next += 1;
                root_move.map(|root_move| root_move.mv)
            } else {
                let ordering = Ordering {
                    history: &self.history,
                    values: &self.values,
                    continuation_keys,
                    killers,
                };
                picker.next(position, &node.check_info, ordering)
            };
            let Some(mv) = next else { break };
            if moves.excluded == Some(mv) {
                continue;
            }
            let noisy = position.is_noisy(mv);
            let candidate = Candidate {
                mv,
                noisy,
                history_score: self.history_score(position, mv, noisy, continuation_keys),
                is_killer: killers.contains(&Some(mv)),
            };
            let may_prune =
                moves.prunes && outcome.best > -score::MATE_FOUND && outcome.searched > 0;
            let searched = outcome.searched;
            if may_prune
                && self.prune_move(
                    moves,
                    &candidate,
                    searched,
                    alpha,
                    &mut picker,
                    &mut only_checks,
                )
            {
                continue;
            }

            let extension = match self.singular_extension::<K>(context, moves, mv) {
                Singular::Extend(plies) => plies,
                Singular::Cut(value) => {
                    self.pool.push(picker.into_buffers());
                    return Err(value);
                }
            };
            if self.stopped {
                return Err(DRAW);
            }
            if K::ROOT && self.thread == 0 {
                let done = root_next - 1;
                context
                    .control
                    .set_progress(depth as u32, self.root_moves.len(), done, mv);
            }
            let nodes_before = self.nodes;
            outcome.searched += 1;
            let value =
                self.search_move::<K>(context, moves, &candidate, extension, alpha, &outcome);
            if self.stopped {
                return Err(DRAW);
            }
            if K::ROOT {
                let is_exact = outcome.searched == 1 || value > alpha;
                self.note_root_move(mv, value, is_exact, nodes_before);
            }
            if value > outcome.best {
                outcome.best = value;
                if value > alpha {
                    outcome.best_move = Some(mv);
                    outcome.bound = Bound::Exact;
                    if K::PV {
                        self.extend_pv(mv, ply);
                    }
                    if value >= beta {
                        outcome.bound = Bound::Lower;
                        self.stack[ply].cutoffs += 1;
                        self.update_histories(position, mv, noisy, depth, ply, &searched_moves);
                        break;
                    }
                    alpha = value;
                }
            }
            if outcome.best_move != Some(mv) {
                searched_moves.push(&candidate);
            }
        }
        self.pool.push(picker.into_buffers());
        Ok(outcome)
    }

    /// Whether a move, not the first, looks so bad that it need not be searched. May limit
    /// the picker to checks.
    #[inline(always)]
    fn prune_move(
        &self,
        moves: &MoveLoop,
        candidate: &Candidate,
        searched: i32,
        alpha: Value,
        picker: &mut MovePicker,
        only_checks: &mut bool,
    ) -> bool {
        let parameters = &self.parameters;
        let position = &moves.node.position;
        let depth = moves.depth;
        let reduced = (depth - self.reduction(depth, searched) / 256).max(0);
        if !candidate.noisy && !*only_checks {
            let late_move_count =
                (parameters.late_move_base + depth * depth) / if moves.improving { 1 } else { 2 };
            let is_futile = moves.evaluation.is_some_and(|evaluation| {
                let margin = parameters.futility_base + parameters.futility_margin * reduced;
                reduced <= parameters.futility_depth && evaluation + margin <= alpha
            });
            if depth <= parameters.late_move_depth && searched >= late_move_count || is_futile {
                // A check may be a mate however bad the position looks.
                let checks = position.check_squares();
                let may_check = checks.may_give_check(position, candidate.mv);
                picker.filter_quiets(position, QuietFilter::Checks(checks));
                *only_checks = true;
                if !may_check {
                    return true;
                }
            }
            let history_threshold = -parameters.history_margin * reduced.max(1);
            if reduced <= parameters.history_depth && candidate.history_score < history_threshold {
                return true;
            }
        }
        let margin = if candidate.noisy {
            parameters.see_noisy_margin
        } else {
            parameters.see_quiet_margin
        };
        depth <= parameters.see_depth
            && !see::gains(position, &self.values, candidate.mv, -margin * depth)
    }

    /// The value of a node by one of its moves: a late move is first searched less deep and
    /// with a null window.
    #[inline(always)]
    fn search_move<K: NodeType>(
        &mut self,
        context: &Context,
        moves: &MoveLoop,
        candidate: &Candidate,
        mut extension: i32,
        alpha: Value,
        outcome: &Outcome,
    ) -> Value {
        let &MoveLoop {
            node,
            depth,
            ply,
            beta,
            cut_node,
            ..
        } = moves;
        let position = &node.position;
        let child = self.child(context, node, candidate.mv, ply);
        let gives_check = child.check_info.checkers.any();
        self.enter(position, Some(candidate.mv), ply);
        if extension == 0
            && self.parameters.check_extension > 0
            && gives_check
            && ply < 2 * self.root_depth as usize
            && see::gains(position, &self.values, candidate.mv, 0)
        {
            extension = 1;
        }
        self.stack[ply + 1].double_extensions =
            self.stack[ply].double_extensions + u32::from(extension >= 2);

        let searched = outcome.searched;
        let mut full = depth - 1 + extension;
        let mut value = -INFINITE;
        let mut wants_full = !K::PV || searched > 1;
        if depth >= self.parameters.reduction_depth && searched > 1 + i32::from(K::PV) {
            let reduction = self.late_move_reduction::<K>(moves, candidate, searched, gives_check);
            let reduced = (full - (reduction / 256).max(0)).max(1);
            if reduced < full {
                value = -self.search::<NonPv>(
                    context,
                    &child,
                    -alpha - 1,
                    -alpha,
                    reduced,
                    ply + 1,
                    true,
                );
                wants_full = value > alpha && !self.stopped;
                if wants_full && value > outcome.best + self.parameters.deeper_margin {
                    full += 1;
                }
            }
        }
        if wants_full {
            value = -self.search::<NonPv>(
                context,
                &child,
                -alpha - 1,
                -alpha,
                full,
                ply + 1,
                !cut_node,
            );
        }
        if K::PV && (searched == 1 || value > alpha) && !self.stopped {
            value = -self.search::<Pv>(context, &child, -beta, -alpha, full, ply + 1, false);
        }
        self.leave();
        value
    }

    /// How much less deep a late move is searched, in 256ths of a ply.
    #[inline(always)]
    fn late_move_reduction<K: NodeType>(
        &self,
        moves: &MoveLoop,
        candidate: &Candidate,
        searched: i32,
        gives_check: bool,
    ) -> i32 {
        let parameters = &self.parameters;
        let when = |holds: bool, share: i32| if holds { share } else { 0 };
        let reduction = self.reduction(moves.depth, searched)
            + when(!moves.improving, parameters.reduction_not_improving)
            + when(moves.cut_node, parameters.reduction_cut_node)
            - when(K::PV, parameters.reduction_pv)
            - when(moves.tt_pv, parameters.reduction_tt_pv)
            - when(gives_check || moves.in_check, parameters.reduction_check)
            + when(
                self.stack[moves.ply + 1].cutoffs > 3,
                parameters.reduction_cutoffs,
            );
        let history_score = candidate.history_score * 256;
        if candidate.noisy {
            reduction
                - parameters.reduction_noisy
                - history_score / parameters.reduction_capture_history
        } else {
            reduction
                - history_score / parameters.reduction_history
                - when(candidate.is_killer, parameters.reduction_killer)
                + when(moves.tt_noisy, parameters.reduction_table_noisy)
        }
    }

    /// How many plies deeper a move is to be searched because the table's move is the only
    /// good one: a search without that move says so. None for other moves.
    #[inline(always)]
    fn singular_extension<K: NodeType>(
        &mut self,
        context: &Context,
        moves: &MoveLoop,
        mv: Move,
    ) -> Singular {
        match moves.entry {
            Some(entry)
                if !K::ROOT
                    && moves.tt_move == Some(mv)
                    && self.may_be_singular(entry, moves.depth, moves.ply) =>
            {
                self.singular::<K>(context, moves, entry)
            }
            _ => Singular::Extend(0),
        }
    }

    /// Whether the move of a table's entry is worth a singular search.
    #[inline]
    fn may_be_singular(&self, entry: TtEntry, depth: i32, ply: usize) -> bool {
        depth >= self.parameters.singular_depth
            && self.stack[ply].excluded.is_none()
            && entry.depth >= depth - self.parameters.singular_entry
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !score::is_mate(entry.value)
            && ply < 2 * self.root_depth as usize
    }

    /// Searches the node without the table's move, to see whether that alone
    /// holds the score.
    fn singular<K: NodeType>(
        &mut self,
        context: &Context,
        moves: &MoveLoop,
        entry: TtEntry,
    ) -> Singular {
        let &MoveLoop {
            node,
            depth,
            ply,
            beta,
            cut_node,
            ..
        } = moves;
        let singular_beta = entry.value - self.parameters.singular_margin * depth / 2;
        // The same ply is used by the search inside.
        let kept = self.stack[ply];
        self.stack[ply].excluded = entry.mv;
        let value = self.search::<NonPv>(
            context,
            node,
            singular_beta - 1,
            singular_beta,
            (depth - 1) / 2,
            ply,
            cut_node,
        );
        self.stack[ply] = kept;
        self.pvs[ply].clear();
        if value < singular_beta {
            let stands_out = !K::PV && value < singular_beta - self.parameters.double_margin;
            return Singular::Extend(
                if stands_out && self.stack[ply].double_extensions < MAX_DOUBLE_EXTENSIONS {
                    2
                } else {
                    1
                },
            );
        }
        if singular_beta >= beta && !K::PV {
            // Another move beats beta as well: so would a full search.
            return Singular::Cut(singular_beta);
        }
        Singular::Extend(if entry.value >= beta {
            -2
        } else if cut_node {
            -1
        } else {
            0
        })
    }
}

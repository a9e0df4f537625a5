//! Alpha-beta at one node, in principal variation form.

use arrayvec::ArrayVec;

use crate::board::moves::Move;
use crate::board::piece::Component;
use crate::position::Position;
use crate::search::history::ContinuationKeys;
use crate::search::picker::{self, MovePicker, Ordering, QuietFilter};
use crate::search::score::{self, DRAW, INFINITE, MAX_PLY, Value, mate_in, mated_in};
use crate::search::see;
use crate::search::tt::{Bound, Entry};

use super::correction::{Classes, Corrections};
use super::prune::NodeState;
use super::worker::{Context, Node, Worker};

/// What kind of node is searched, known at compile time.
pub(super) trait NodeType {
    /// The root of the tree.
    const ROOT: bool;
    /// A node searched with an open window.
    const PV: bool;
}

/// The root.
pub(super) struct Root;
/// A node of the principal variation.
pub(super) struct Pv;
/// A node that is only to prove a bound.
pub(super) struct NonPv;

impl NodeType for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeType for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeType for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// How many searched moves are remembered to be blamed for a cutoff by another.
const SEARCHED_CAPACITY: usize = 64;

/// How many moves of one line may be extended by two plies.
const MAX_DOUBLE_EXTENSIONS: u32 = 6;

/// What a search without the table's move has shown.
enum Singular {
    /// How many plies deeper the move is to be searched.
    Extend(i32),
    /// The node is good enough without it.
    Cut(Value),
}

impl Worker {
    /// The value of a node, exact between `alpha` and `beta`, else a bound.
    #[allow(clippy::too_many_arguments)] // the arguments of alpha-beta are what they are
    pub(super) fn search<K: NodeType>(
        &mut self,
        context: &Context,
        node: &Node,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        if depth <= 0 {
            return self.quiescence::<K>(context, node, alpha, beta, ply);
        }
        self.pvs[ply].clear();
        self.selective_depth = self.selective_depth.max(ply + 1);
        let position = &node.position;
        let in_check = node.threats.checkers.any();

        if !K::ROOT {
            self.count_node(context);
            if self.stopped {
                return DRAW;
            }
            if let Some(value) = self.known_value(context, node, ply) {
                return value;
            }
            if ply >= MAX_PLY {
                return if in_check { DRAW } else { self.evaluate(node) };
            }
            // No mate from here can be better than one already found nearer to the root.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.stack[ply].excluded;
        let entry = self.probe(context, position, ply);
        let tt_move = if K::ROOT {
            Some(self.root_moves[self.line].mv)
        } else {
            entry.and_then(|entry| entry.mv)
        };
        if let Some(entry) = entry
            && !K::PV
            && excluded.is_none()
            && entry.depth >= depth
            && proves(entry, alpha, beta)
            && position.halfmoves() < 90
        {
            return entry.value;
        }
        let tt_pv = K::PV || entry.is_some_and(|entry| entry.pv);

        let classes = self.classes(node, ply);
        let raw = self.static_evaluation(node, entry, in_check);
        let evaluation = raw.map(|raw| self.corrections.corrected(raw, &classes, &self.parameters));
        self.stack[ply].evaluation = evaluation;
        self.stack[ply + 1].killers = [None; 2];
        self.stack[ply + 2].cutoffs = 0;
        let improving = self.is_improving(ply);

        // A search for a mate in so many moves is to miss none.
        let prunes = !K::ROOT && context.limits.mate.is_none();
        if let (Some(raw), Some(evaluation)) = (raw, evaluation)
            && !K::PV
            && excluded.is_none()
            && prunes
        {
            let state = NodeState {
                raw,
                estimate: refined(evaluation, entry),
                evaluation,
                entry,
                alpha,
                beta,
                depth,
                ply,
                improving,
                cut_node,
            };
            if let Some(value) = self.prune_node(context, node, &state) {
                return value;
            }
        }
        if tt_move.is_none()
            && excluded.is_none()
            && depth >= self.parameters.internal_iterative_reduction_depth
        {
            depth -= 1;
        }

        let mut picker = MovePicker::new(position, &node.threats, tt_move, self.buffers());
        let continuation_keys = self.continuation_keys(ply);
        let tt_noisy = tt_move.is_some_and(|mv| picker::is_noisy(position, mv));
        let mut root_next = self.line;
        let mut searched = 0;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut only_checks = false;
        let mut quiets_searched: ArrayVec<Move, SEARCHED_CAPACITY> = ArrayVec::new();
        let mut captures_searched: ArrayVec<Move, SEARCHED_CAPACITY> = ArrayVec::new();

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
                picker.next(position, &node.threats, ordering)
            };
            let Some(mv) = next else { break };
            if excluded == Some(mv) {
                continue;
            }
            let parameters = &self.parameters;
            let noisy = picker::is_noisy(position, mv);
            let history_score = self.history_score(position, mv, noisy, continuation_keys);

            if prunes && best > -score::MATE_FOUND && searched > 0 {
                let reduced = (depth - self.reduction(depth, searched) / 256).max(0);
                if !noisy && !only_checks {
                    let late =
                        (parameters.late_move_base + depth * depth) / if improving { 1 } else { 2 };
                    let hopeless = evaluation.is_some_and(|evaluation| {
                        let margin =
                            parameters.futility_base + parameters.futility_margin * reduced;
                        reduced <= parameters.futility_depth && evaluation + margin <= alpha
                    });
                    if depth <= parameters.late_move_depth && searched >= late || hopeless {
                        // A check may be a mate however bad the position looks.
                        let checks = position.checks();
                        let may_check = checks.may_be_given(position, mv);
                        picker.filter_quiets(position, QuietFilter::Checks(checks));
                        only_checks = true;
                        if !may_check {
                            continue;
                        }
                    }
                    let history_threshold = -parameters.history_margin * reduced.max(1);
                    if reduced <= parameters.history_depth && history_score < history_threshold {
                        continue;
                    }
                }
                let margin = if noisy {
                    parameters.see_noisy_margin
                } else {
                    parameters.see_quiet_margin
                };
                if depth <= parameters.see_depth
                    && !see::gains(position, &self.values, mv, -margin * depth)
                {
                    continue;
                }
            }

            let mut extension = 0;
            if let Some(entry) = entry
                && !K::ROOT
                && tt_move == Some(mv)
                && self.may_be_singular(entry, depth, ply)
            {
                match self.singular::<K>(context, node, entry, depth, beta, ply, cut_node) {
                    Singular::Extend(plies) => extension = plies,
                    Singular::Cut(value) => {
                        self.pool.push(picker.into_buffers());
                        return value;
                    }
                }
                if self.stopped {
                    return DRAW;
                }
            }

            if K::ROOT && self.thread == 0 {
                let done = root_next - 1;
                context
                    .control
                    .set_progress(depth as u32, self.root_moves.len(), done, mv);
            }
            let nodes_before = self.nodes;
            let child = self.child(context, node, mv);
            let gives_check = child.threats.checkers.any();
            self.enter(position, Some(mv), ply);
            searched += 1;

            if extension == 0
                && self.parameters.check_extension > 0
                && gives_check
                && ply < 2 * self.root_depth as usize
                && see::gains(position, &self.values, mv, 0)
            {
                extension = 1;
            }
            self.stack[ply + 1].double_extensions =
                self.stack[ply].double_extensions + u32::from(extension >= 2);
            let mut full = depth - 1 + extension;
            let mut value = -INFINITE;
            let mut wants_full = !K::PV || searched > 1;
            if depth >= self.parameters.reduction_depth && searched > 1 + i32::from(K::PV) {
                let parameters = &self.parameters;
                let when = |holds: bool, share: i32| if holds { share } else { 0 };
                let mut reduction = self.reduction(depth, searched)
                    + when(!improving, parameters.reduction_not_improving)
                    + when(cut_node, parameters.reduction_cut_node)
                    - when(K::PV, parameters.reduction_pv)
                    - when(tt_pv, parameters.reduction_tt_pv)
                    - when(gives_check || in_check, parameters.reduction_check)
                    + when(
                        self.stack[ply + 1].cutoffs > 3,
                        parameters.reduction_cutoffs,
                    );
                reduction -= if noisy {
                    parameters.reduction_noisy
                        + history_score * 256 / parameters.reduction_capture_history
                } else {
                    history_score * 256 / parameters.reduction_history
                        + when(killers.contains(&Some(mv)), parameters.reduction_killer)
                        - when(tt_noisy, parameters.reduction_table_noisy)
                };
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
                    wants_full = value > alpha;
                    if wants_full && value > best + self.parameters.deeper_margin {
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
            if K::PV && (searched == 1 || value > alpha) {
                value = -self.search::<Pv>(context, &child, -beta, -alpha, full, ply + 1, false);
            }
            self.leave();
            if self.stopped {
                return DRAW;
            }

            if K::ROOT {
                self.note_root_move(mv, value, searched == 1 || value > alpha, nodes_before);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    bound = Bound::Exact;
                    if K::PV {
                        self.extend_pv(mv, ply);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        self.stack[ply].cutoffs += 1;
                        self.update_histories(
                            position,
                            mv,
                            noisy,
                            depth,
                            ply,
                            &quiets_searched,
                            &captures_searched,
                        );
                        break;
                    }
                    alpha = value;
                }
            }
            if best_move != Some(mv) {
                // Beyond the bound the moves are the least likely to matter.
                let _ = if noisy {
                    captures_searched.try_push(mv)
                } else {
                    quiets_searched.try_push(mv)
                };
            }
        }

        self.pool.push(picker.into_buffers());
        if searched == 0 {
            return match excluded {
                Some(_) => alpha,
                None => self.value_without_move(in_check, ply),
            };
        }
        if excluded.is_some() {
            return best;
        }
        if bound == Bound::Upper && !K::ROOT {
            self.update_prior_history(position.side(), depth, ply);
        }
        if let Some(evaluation) = evaluation
            && best_move.is_none_or(|mv| !picker::is_noisy(position, mv))
            && !score::is_mate(best)
            && match bound {
                Bound::Lower => best > evaluation,
                Bound::Upper => best < evaluation,
                _ => true,
            }
        {
            self.corrections.update(&classes, best - evaluation, depth);
        }
        if !(K::ROOT && self.line > 0) {
            let stored = Entry {
                mv: best_move,
                value: best,
                evaluation: raw.unwrap_or(0),
                depth,
                bound,
                pv: tt_pv,
            };
            context.table.store(position.key(), ply, stored);
        }
        best
    }

    /// Whether the move of a table's entry is worth being tried for stand_pat out.
    #[inline]
    fn may_be_singular(&self, entry: Entry, depth: i32, ply: usize) -> bool {
        depth >= self.parameters.singular_depth
            && self.stack[ply].excluded.is_none()
            && entry.depth >= depth - self.parameters.singular_entry
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !score::is_mate(entry.value)
            && ply < 2 * self.root_depth as usize
    }

    /// Searches the node without the table's move, to see whether that alone
    /// holds the score.
    #[allow(clippy::too_many_arguments)]
    fn singular<K: NodeType>(
        &mut self,
        context: &Context,
        node: &Node,
        entry: Entry,
        depth: i32,
        beta: Value,
        ply: usize,
        cut_node: bool,
    ) -> Singular {
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
                if stands_out && self.stack[ply].double_extensions <= MAX_DOUBLE_EXTENSIONS {
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

    pub(super) fn evaluate(&mut self, node: &Node) -> Value {
        let evaluation = self.evaluator.evaluate(&node.position, &node.accumulator);
        match self.noise {
            None => evaluation,
            Some(noise) => noise.apply(evaluation, node.position.side(), &node.accumulator),
        }
    }

    /// The static evaluation; none in check.
    pub(super) fn static_evaluation(
        &mut self,
        node: &Node,
        entry: Option<Entry>,
        in_check: bool,
    ) -> Option<Value> {
        if in_check {
            return None;
        }
        Some(entry.map_or_else(|| self.evaluate(node), |entry| entry.evaluation))
    }

    /// Whether the side to move stands better than at its last turn.
    fn is_improving(&self, ply: usize) -> bool {
        let Some(now) = self.stack[ply].evaluation else {
            return false;
        };
        let before = |back: usize| {
            ply.checked_sub(back)
                .and_then(|ply| self.stack[ply].evaluation)
        };
        before(2)
            .or_else(|| before(4))
            .is_none_or(|before| now > before)
    }

    /// The moves one, two and four plies before this one.
    pub(super) fn continuation_keys(&self, ply: usize) -> ContinuationKeys {
        [1, 2, 4].map(|back| {
            ply.checked_sub(back)
                .and_then(|ply| self.stack[ply].continuation_key)
        })
    }

    /// What the node is known by to those that correct its evaluation.
    #[inline]
    pub(super) fn classes(&self, node: &Node, ply: usize) -> Classes {
        let [last, before, _] = self.continuation_keys(ply);
        Corrections::classes(node.position.side(), &node.accumulator, [last, before])
    }

    /// Goes down a move of a position, or a null move.
    pub(super) fn enter(&mut self, position: &Position, mv: Option<Move>, ply: usize) {
        self.keys.push(position.key());
        let continuation_key = mv.and_then(|mv| self.continuation_key(position, mv));
        self.stack[ply].continuation_key = continuation_key;
        self.stack[ply].quiet = mv.filter(|&mv| !picker::is_noisy(position, mv));
        self.stack[ply + 1].since_null = if continuation_key.is_some() {
            self.stack[ply].since_null + 1
        } else {
            0
        };
        if self.pawns_return {
            let can_return = mv.is_none_or(|mv| can_return(position, mv));
            self.stack[ply + 1].reversible = if can_return {
                self.stack[ply].reversible + 1
            } else {
                0
            };
        }
    }

    pub(super) fn leave(&mut self) {
        self.keys.pop();
    }

    pub(super) fn extend_pv(&mut self, mv: Move, ply: usize) {
        let (head, tail) = self.pvs.split_at_mut(ply + 1);
        let pv = &mut head[ply];
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&tail[0]);
    }

    fn note_root_move(&mut self, mv: Move, value: Value, is_exact: bool, nodes_before: u64) {
        let (nodes, selective_depth) = (self.nodes - nodes_before, self.selective_depth);
        let pv = &self.pvs[1];
        let Some(root_move) = self
            .root_moves
            .iter_mut()
            .find(|root_move| root_move.mv == mv)
        else {
            return;
        };
        root_move.nodes += nodes;
        if is_exact {
            root_move.value = value;
            root_move.selective_depth = selective_depth;
            root_move.pv.clear();
            root_move.pv.push(mv);
            root_move.pv.extend_from_slice(pv);
        } else {
            // Only a bound is known: the order of the others is kept.
            root_move.value = -INFINITE;
        }
    }
}

/// Whether the position before a move may come again, in a game whose Pawns
/// may step sideways: nothing is captured and no Pawn goes forward.
fn can_return(position: &Position, mv: Move) -> bool {
    let geometry = position.rules().geometry();
    let is_pawn = position.component(Component::Pawn).contains(mv.from());
    let sideways = geometry.rank(mv.from()) == geometry.rank(mv.to());
    !picker::is_noisy(position, mv) && (!is_pawn || sideways)
}

/// Whether a stored score settles a search with that window.
pub(super) fn proves(entry: Entry, alpha: Value, beta: Value) -> bool {
    match entry.bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    }
}

/// The static evaluation, replaced by a stored score that says more.
pub(super) fn refined(evaluation: Value, entry: Option<Entry>) -> Value {
    match entry {
        Some(entry) if !score::is_mate(entry.value) => match entry.bound {
            Bound::Exact => entry.value,
            Bound::Lower => evaluation.max(entry.value),
            Bound::Upper => evaluation.min(entry.value),
            Bound::None => evaluation,
        },
        _ => evaluation,
    }
}

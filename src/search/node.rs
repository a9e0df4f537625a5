//! Alpha-beta at one node, in principal variation form.

use crate::board::moves::Move;
use crate::board::piece::Component;
use crate::position::Position;
use crate::search::history::ContinuationKeys;
use crate::search::score::{self, DRAW, INFINITE, MAX_PLY, Value, mate_in, mated_in};
use crate::search::tt::{Bound, TtEntry};

use super::correction::{Classes, Corrections};
use super::move_loop::{MoveLoop, Outcome};
use super::node_type::NodeType;
use super::prune::NodeState;
use super::worker::{Context, Node, Worker};

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
        let in_check = node.check_info.checkers.any();
        if !K::ROOT {
            if let Some(value) = self.value_without_search(context, node, ply, in_check) {
                return value;
            }
            // No mate from here can be better than one already found nearer to the root.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let position = &node.position;
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
            && position.halfmove_clock() < 90
        {
            return entry.value;
        }

        let classes = self.classes(node, ply);
        let raw = self.static_evaluation(node, entry, in_check, ply);
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

        let moves = MoveLoop {
            node,
            entry,
            tt_move,
            excluded,
            evaluation,
            beta,
            depth,
            ply,
            cut_node,
            improving,
            in_check,
            prunes,
            tt_pv: K::PV || entry.is_some_and(|entry| entry.pv),
            tt_noisy: tt_move.is_some_and(|mv| position.is_noisy(mv)),
        };
        let outcome = match self.search_moves::<K>(context, &moves, alpha) {
            Ok(outcome) => outcome,
            Err(value) => return value,
        };
        if outcome.searched == 0 {
            return match excluded {
                Some(_) => alpha,
                None => self.value_without_move(in_check, ply),
            };
        }
        if excluded.is_none() {
            self.remember::<K>(context, &moves, &outcome, raw, &classes);
        }
        outcome.best
    }

    /// The value of a node that is not searched: a draw, a known ending, or the end of
    /// the stack.
    #[inline(always)]
    fn value_without_search(
        &mut self,
        context: &Context,
        node: &Node,
        ply: usize,
        in_check: bool,
    ) -> Option<Value> {
        self.count_node(context);
        if self.stopped {
            return Some(DRAW);
        }
        if let Some(value) = self.known_value(context, node, ply) {
            return Some(value);
        }
        (ply >= MAX_PLY).then(|| {
            if in_check {
                DRAW
            } else {
                self.evaluate(node, ply)
            }
        })
    }

    /// Remembers what the search of a node has shown.
    #[inline(always)]
    fn remember<K: NodeType>(
        &mut self,
        context: &Context,
        moves: &MoveLoop,
        outcome: &Outcome,
        raw: Option<Value>,
        classes: &Classes,
    ) {
        let position = &moves.node.position;
        let &Outcome {
            best,
            best_move,
            bound,
            ..
        } = outcome;
        if bound == Bound::Upper && !K::ROOT {
            self.update_prior_history(position.side_to_move(), moves.depth, moves.ply);
        }
        if let Some(evaluation) = moves.evaluation
            && best_move.is_none_or(|mv| !position.is_noisy(mv))
            && !score::is_mate(best)
            && match bound {
                Bound::Lower => best > evaluation,
                Bound::Upper => best < evaluation,
                _ => true,
            }
        {
            self.corrections
                .update(classes, best - evaluation, moves.depth);
        }
        if !(K::ROOT && self.line > 0) {
            let stored = TtEntry {
                mv: best_move,
                value: best,
                evaluation: raw.unwrap_or(0),
                depth: moves.depth,
                bound,
                pv: moves.tt_pv,
            };
            context.table.store(position.key(), moves.ply, stored);
        }
    }

    pub(super) fn evaluate(&mut self, node: &Node, ply: usize) -> Value {
        let evaluator = &mut self.evaluator;
        let evaluation = evaluator.evaluate_at(&node.position, &node.accumulator, ply);
        match self.noise {
            None => evaluation,
            Some(noise) => noise.apply(evaluation, node.position.side_to_move(), &node.accumulator),
        }
    }

    /// The static evaluation; none in check.
    pub(super) fn static_evaluation(
        &mut self,
        node: &Node,
        entry: Option<TtEntry>,
        in_check: bool,
        ply: usize,
    ) -> Option<Value> {
        if in_check {
            return None;
        }
        Some(entry.map_or_else(|| self.evaluate(node, ply), |entry| entry.evaluation))
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
        Corrections::classes(
            node.position.side_to_move(),
            &node.accumulator,
            [last, before],
        )
    }

    /// Goes down a move of a position, or a null move.
    pub(super) fn enter(&mut self, position: &Position, mv: Option<Move>, ply: usize) {
        self.keys.push(position.key());
        let continuation_key = mv.and_then(|mv| self.continuation_key(position, mv));
        self.stack[ply].continuation_key = continuation_key;
        self.stack[ply].quiet = mv.filter(|&mv| !position.is_noisy(mv));
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

    pub(super) fn note_root_move(
        &mut self,
        mv: Move,
        value: Value,
        is_exact: bool,
        nodes_before: u64,
    ) {
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
    !position.is_noisy(mv) && (!is_pawn || sideways)
}

/// Whether a stored score settles a search with that window.
pub(super) fn proves(entry: TtEntry, alpha: Value, beta: Value) -> bool {
    match entry.bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    }
}

/// The static evaluation, replaced by a stored score that says more.
pub(super) fn refined(evaluation: Value, entry: Option<TtEntry>) -> Value {
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

//! Making moves in the search: the child of a node, and the search stack along the line.

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::board::piece::Component;
use crate::eval::EvalState;
use crate::position::Position;
use crate::rules::PerpetualCheckRule;

use super::history::{CorrectionHistory, PieceTo, PriorMoves};
use super::score::Value;
use super::worker::{Node, Worker};

impl Worker {
    /// Searches the child that a move leads to: makes the move, searches and takes it back.
    #[inline(always)]
    pub(super) fn descend(
        &mut self,
        node: &Node,
        mv: Move,
        search: impl FnOnce(&mut Worker, &Node) -> Value,
    ) -> Value {
        let table = &self.context().table;
        table.prefetch(node.position.key_after(mv));
        let mut position = node.position.clone();
        let mut eval_state = node.eval_state;
        let mut observer = self.evaluator.observe_move(&mut eval_state, node.ply);
        position.play_observed(mv, &mut observer);
        drop(observer);
        self.push_move(node, Some(mv));
        let child = self.child(node, position, eval_state);
        let value = search(self, &child);
        self.pop_move();
        value
    }

    /// The same for a null move.
    #[inline(always)]
    pub(super) fn descend_null(
        &mut self,
        node: &Node,
        search: impl FnOnce(&mut Worker, &Node) -> Value,
    ) -> Value {
        let mut position = node.position.clone();
        self.evaluator.observe_null_move(node.ply);
        position.play_null();
        self.context().table.prefetch(position.key());
        self.push_move(node, None);
        let child = self.child(node, position, node.eval_state);
        let value = search(self, &child);
        self.pop_move();
        value
    }

    /// The child of a node after the move that has been pushed.
    #[inline(always)]
    fn child(&self, node: &Node, position: Position, eval_state: EvalState) -> Node {
        let ply = node.ply + 1;
        let side = position.side_to_move();
        let correction_indices =
            CorrectionHistory::indices(side, &eval_state, self.prior_moves(ply));
        self.corrections.prefetch(&correction_indices);
        Node {
            check_info: position.check_info(),
            position,
            eval_state,
            correction_indices,
            ply,
        }
    }

    /// Pushes a move, or a null move, on the search stack.
    #[inline(always)]
    fn push_move(&mut self, node: &Node, mv: Option<Move>) {
        let Node { position, ply, .. } = node;
        self.keys.push(position.key());
        if self.repetition_is_special {
            self.checks.push(node.in_check());
        }
        let piece_to = mv.and_then(|mv| self.piece_to(position, mv));
        let [entry, child] = &mut self.stack[*ply..][..2] else {
            return;
        };
        entry.piece_to = piece_to;
        entry.quiet = mv.filter(|&mv| !position.is_noisy(mv));
        child.since_null = if piece_to.is_some() {
            entry.since_null + 1
        } else {
            0
        };
        if self.pawns_return {
            let can_return = mv.is_none_or(|mv| can_return(position, mv));
            child.reversible = if can_return { entry.reversible + 1 } else { 0 };
        }
    }

    fn pop_move(&mut self) {
        self.keys.pop();
        if self.repetition_is_special {
            self.checks.pop();
        }
    }

    /// The moving piece on its new square.
    #[inline]
    pub(super) fn piece_to(&self, position: &Position, mv: Move) -> Option<PieceTo> {
        let piece = position.piece_on(mv.from())?;
        Some(self.histories.piece_to(piece, mv.to()))
    }

    /// The moves one, two and four plies before this one.
    #[inline]
    pub(super) fn prior_moves(&self, ply: usize) -> PriorMoves {
        let before = |back| {
            ply.checked_sub(back)
                .and_then(|ply| self.stack[ply].piece_to)
        };
        [before(1), before(2), before(4)]
    }

    /// Makes a move and the principal variation after it that of its node.
    pub(super) fn extend_pv(&mut self, mv: Move, ply: usize) {
        let (head, tail) = self.pvs.split_at_mut(ply + 1);
        let pv = &mut head[ply];
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&tail[0]);
    }

    /// Whether the position repeats: once within the searched line, or twice
    /// with the game before it.
    pub(super) fn is_repetition(&self, position: &Position, ply: usize) -> bool {
        self.repeated(position, ply, 3).is_some()
    }

    /// How many plies ago the position occurred first, if it repeats: once within the searched
    /// line, or for this time with the game before it.
    #[inline(always)]
    fn repeated(&self, position: &Position, ply: usize, count: usize) -> Option<usize> {
        let entry = &self.stack[ply];
        let reversible = if self.pawns_return {
            entry.reversible
        } else {
            position.halfmove_clock()
        };
        let reach = usize::from(reversible.min(entry.since_null));
        let here = self.keys.len();
        let mut seen = 0;
        for back in (4..=reach.min(here)).step_by(2) {
            if self.keys[here - back] == position.key() {
                seen += 1;
                if back <= here - self.root_keys || seen + 1 == count {
                    return Some(back);
                }
            }
        }
        None
    }

    /// The winner of a repetition, or none for a draw, in games where it can be decisive.
    #[cold]
    #[inline(never)]
    pub(super) fn special_repetition(&self, node: &Node) -> Option<Option<Color>> {
        let ends = self.rules.ends();
        let rule = ends.repetition?;
        let back = self.repeated(&node.position, node.ply, usize::from(rule.count))?;
        let side = node.position.side_to_move();
        let here = self.checks.len();
        let is_checked = |plies: usize| match plies {
            0 => node.in_check(),
            _ => self.checks[here - plies],
        };
        let own = (0..=back).step_by(2).all(is_checked);
        let other = (1..back).step_by(2).all(is_checked);
        let checked = match (own, other) {
            (true, false) => Some(side),
            (false, true) => Some(!side),
            _ => None,
        };
        let checked = checked.filter(|_| ends.perpetual_check == PerpetualCheckRule::Loss);
        Some(checked.or_else(|| rule.winner(side)))
    }
}

/// Whether the position before a move may come again, in a variant whose Pawns
/// may step sideways: nothing is captured and no Pawn goes forward.
fn can_return(position: &Position, mv: Move) -> bool {
    let geometry = position.rules().geometry();
    let is_pawn = position.component(Component::Pawn).contains(mv.from());
    let sideways = geometry.rank(mv.from()) == geometry.rank(mv.to());
    !position.is_noisy(mv) && (!is_pawn || sideways)
}

//! Positions in which the rules end the game, inside the search.

use crate::rules::StalemateRule;
use crate::score::{DRAW, Value, mate_in, mated_in};

use super::worker::{Node, Worker};

impl Worker {
    /// The value of a position in which the game is over, but for those
    /// without a legal move.
    pub(super) fn value_by_rule(&self, node: &Node, ply: usize) -> Option<Value> {
        let position = &node.position;
        if position.is_forfeited() {
            // By the move just made: the side to move has won.
            return Some(mate_in(ply));
        }
        if position.halfmoves() >= 100 || position.is_insufficient_material() {
            let checked = node.threats.checkers.any();
            let ended = (checked || self.stalemate_decides()) && !position.has_legal_move();
            return Some(if ended {
                self.value_without_move(checked, ply)
            } else {
                DRAW
            });
        }
        self.is_repetition(position, ply).then_some(DRAW)
    }

    /// Whether stalemate is more than a draw.
    pub(super) fn stalemate_decides(&self) -> bool {
        self.rules.stalemate() != StalemateRule::Draw
    }

    /// The value of a position in which the side to move has no legal move.
    pub(super) fn value_without_move(&self, checked: bool, ply: usize) -> Value {
        match self.rules.stalemate() {
            _ if checked => mated_in(ply),
            StalemateRule::Draw => DRAW,
            StalemateRule::Loss => mated_in(ply),
            StalemateRule::Win => mate_in(ply),
        }
    }
}

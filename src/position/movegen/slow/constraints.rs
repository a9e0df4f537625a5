//! Compulsory captures and forbidden checks, by definition.

use crate::board::moves::{Move, MoveKind};
use crate::position::Position;

use super::State;

/// Removes the moves that give check where that is forbidden, then all moves that do not
/// capture where some do and have to.
pub(super) fn apply(state: &State, position: &Position, moves: &mut Vec<Move>) {
    let constraints = state.rules.constraints();
    if constraints.forbidden_checks {
        moves.retain(|&mv| !gives_check(state, position, mv));
    }
    let is_capture = |mv: &Move| {
        let takes = state.holds(mv.to(), !state.side);
        takes || mv.kind() == MoveKind::EnPassant
    };
    if constraints.compulsory_captures && moves.iter().any(is_capture) {
        moves.retain(is_capture);
    }
}

fn gives_check(state: &State, position: &Position, mv: Move) -> bool {
    let next = match mv.kind() {
        MoveKind::Castling => {
            let mut next = position.clone();
            next.play(mv);
            State::from_position(&next)
        }
        _ => state.after_move(mv),
    };
    next.is_in_check(!state.side)
}

//! Compulsory captures, forbidden checks and Kings that do not flee, by definition.

use crate::board::moves::{Move, MoveKind};
use crate::board::square::Square;
use crate::position::Position;

use super::State;

/// Removes the moves that give check where that is forbidden, then all moves that do not
/// capture where some do and have to.
pub(super) fn apply(state: &State, position: &Position, moves: &mut Vec<Move>) {
    let constraints = state.rules.constraints();
    if constraints.standing_kings {
        let attackers = attackers_of_royals(state);
        let is_royal = |mv: &Move| state.at(mv.from()).is_some_and(|man| state.is_royal(man));
        moves.retain(|mv| !is_royal(mv) || attackers.iter().all(|&from| from == mv.to()));
    }
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

/// The squares of the pieces that attack a royal piece of the side to move.
fn attackers_of_royals(state: &State) -> Vec<Square> {
    let is_royal = |square: &Square| state.at(*square).is_some_and(|man| state.is_royal(man));
    let royals: Vec<Square> = state.own().filter(is_royal).collect();
    let occupied = state.occupied();
    let attacks_royal = |from: &Square| {
        state.at(*from).is_some_and(|man| {
            let attacks = state.attacks(*from, man, occupied);
            man.color() != state.side && royals.iter().any(|&royal| attacks.contains(royal))
        })
    };
    let squares = state.layout.squares().into_iter();
    squares.filter(attacks_royal).collect()
}

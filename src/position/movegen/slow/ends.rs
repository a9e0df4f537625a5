//! Whether a game is over before any move, by definition.

use crate::board::color::Color;
use crate::board::moves::MoveKind;
use crate::board::piece::PieceKind;
use crate::board::square::Square;
use crate::position::Position;

use super::State;

/// Whether the last move has ended the game although the side to move may have moves left.
pub(super) fn is_over(state: &State, position: &Position) -> bool {
    let (here, there) = (state.side, !state.side);
    let ends = state.rules.ends();
    if ends.checks.is_some() && position.checks_left(there) == Some(0) {
        return true;
    }
    if ends.flags.as_ref().is_some_and(|flags| flags[0].answered) {
        return answered_flags(state, position);
    }
    for color in [there, here] {
        let Some(flags) = ends.flags.as_ref().map(|flags| &flags[color.index()]) else {
            break;
        };
        if color == here && !flags.safe {
            break;
        }
        let arrived = state.layout.squares().into_iter().filter(|&square| {
            state.at(square).is_some_and(|piece| {
                piece.color() == color
                    && flags.kinds.contains(&piece.kind())
                    && flags.squares.contains(square)
            })
        });
        let arrived: Vec<Square> = arrived.collect();
        // Of several, one remains whatever is taken.
        let is_safe = |square: &Square| match color == here {
            true => !state.is_attacked(*square, there),
            false => !state.own().any(|from| can_capture(state, from, *square)),
        };
        if arrived.len() > 1 || arrived.iter().any(|square| !flags.safe || is_safe(square)) {
            return true;
        }
    }
    let Some(extinction) = &ends.extinction else {
        return false;
    };
    let left = |color: Color, kind: Option<PieceKind>| {
        let squares = state.layout.squares().into_iter();
        let pieces = squares.filter_map(|square| state.at(square));
        let own = pieces.filter(|piece| piece.color() == color);
        own.filter(|piece| kind.is_none_or(|kind| piece.kind() == kind))
            .count() as u32
    };
    let mut kinds: Vec<Option<PieceKind>> = extinction.kinds.iter().copied().map(Some).collect();
    if kinds.is_empty() {
        kinds.push(None);
    }
    Color::ALL.into_iter().any(|color| {
        // The side to move could take one more piece.
        let spare = if extinction.answered && color == here {
            1
        } else {
            0
        };
        kinds.iter().any(|&kind| {
            left(color, kind) <= extinction.left && left(!color, kind) >= extinction.others + spare
        })
    })
}

/// Whether the game is over by flag squares if Black can answer White's arrival.
fn answered_flags(state: &State, position: &Position) -> bool {
    let holds = |state: &State, color: Color| {
        let Some(flags) = &state.rules.ends().flags else {
            return false;
        };
        let flags = &flags[color.index()];
        flags.squares.into_iter().any(|square| {
            let piece = state.at(square).filter(|piece| piece.color() == color);
            piece.is_some_and(|piece| flags.kinds.contains(&piece.kind()))
        })
    };
    if holds(state, Color::Black) || !holds(state, Color::White) {
        return holds(state, Color::Black);
    }
    let can_answer = state.side == Color::Black
        && super::moves_of(state, position)
            .into_iter()
            .filter(|mv| mv.kind() != MoveKind::Castling)
            .any(|mv| holds(&state.after_move(mv), Color::Black));
    !can_answer
}

/// Whether the piece on a square could legally capture on another, if the game were not over.
fn can_capture(state: &State, from: Square, square: Square) -> bool {
    let moves = state.moves_from(from).into_iter();
    let mut captures = moves.filter(|mv| mv.to() == square);
    captures.any(|mv| !state.after_move(mv).is_king_attacked(state.side))
}

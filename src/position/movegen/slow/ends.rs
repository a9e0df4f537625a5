//! Whether a game is over before any move, by definition.

use crate::board::color::Color;
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

/// Whether the piece on a square could legally capture on another, if the game were not over.
fn can_capture(state: &State, from: Square, square: Square) -> bool {
    let moves = state.moves_from(from).into_iter();
    let mut captures = moves.filter(|mv| mv.to() == square);
    captures.any(|mv| !state.after_move(mv).is_king_attacked(state.side))
}

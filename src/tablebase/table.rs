//! An ending with all its values in memory.

use crate::board::color::Color;
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::Square;
use crate::position::Position;
use crate::rules::Rules;

use super::index::{self, Index, Placement};
use super::material::Material;
use super::value::TableValue;

/// The code stored for a position: 0 for a draw, otherwise one more than the
/// plies to mate. The parity of the plies tells which side mates.
pub(super) type Code = u16;

/// A draw.
pub(super) const DRAWN: Code = 0;

/// A number that is not a legal position.
pub(super) const IMPOSSIBLE: Code = Code::MAX;

pub(super) fn code(value: TableValue) -> Code {
    match value {
        TableValue::Draw => DRAWN,
        TableValue::Win(plies) | TableValue::Loss(plies) => plies + 1,
    }
}

pub(super) fn value(code: Code) -> TableValue {
    match code {
        DRAWN | IMPOSSIBLE => TableValue::Draw,
        code if code % 2 == 0 => TableValue::Win(code - 1),
        code => TableValue::Loss(code - 1),
    }
}

/// All values of an ending, by side to move and placement number.
pub(super) struct Table {
    pub material: Material,
    pub index: Index,
    pub codes: [Vec<Code>; 2],
}

impl Table {
    pub(super) fn value(&self, side: Color, placement: &Placement) -> TableValue {
        value(self.codes[side.index()][self.index.number(placement)])
    }
}

/// The squares of the men of a position in the order of its material, and the
/// side to move, both with the stronger side as White.
pub(super) fn placement(
    position: &Position,
    material: &Material,
    swapped: bool,
) -> (Color, Placement) {
    let mut left = position.occupied();
    let mut placement = Placement::new();
    for man in material.men() {
        let color = if swapped { !man.color() } else { man.color() };
        let is_it = |&square: &Square| {
            let piece = position.piece_on(square);
            piece.is_some_and(|piece| piece.color() == color && piece.kind() == man.kind())
        };
        if let Some(square) = left.into_iter().find(is_it) {
            left -= square.into();
            placement.push(square);
        }
    }
    if swapped {
        let geometry = position.rules().geometry();
        return (
            !position.side_to_move(),
            index::color_swapped(geometry, &placement),
        );
    }
    (position.side_to_move(), placement)
}

/// The position of a number with this side to move, if it is legal, and its
/// placement.
pub(super) fn numbered(
    rules: &'static Rules,
    material: &Material,
    index: &Index,
    side: Color,
    number: usize,
) -> Option<(Position, Placement)> {
    let placement = index.placement(number)?;
    let stands = |(man, square): (&Piece, &Square)| {
        man.kind() != PieceKind::PAWN || !rules.pawns(man.color()).impossible.contains(*square)
    };
    if !material.men().iter().zip(&placement).all(stands) {
        return None;
    }
    let position = position(rules, material, side, &placement);
    let (king, occupied) = (position.king(!side), position.occupied());
    (!position.is_attacked(king, side, occupied)).then_some((position, placement))
}

/// The position of a placement, without castling rights or en passant.
pub(super) fn position(
    rules: &'static Rules,
    material: &Material,
    side: Color,
    placement: &Placement,
) -> Position {
    let men = material.men().iter().copied();
    Position::from_pieces(rules, side, men.zip(placement.iter().copied()))
}

/// The same position with colors exchanged and the board color_swapped.
///
/// ```
/// use peregrine::{position::Position, tablebase, variants};
/// let rules = variants::rules("chess").unwrap();
/// let position = Position::from_fen(rules, "k7/8/8/8/8/8/5Q2/K7 w - - 0 1").unwrap();
/// assert_eq!(tablebase::color_swapped(&position).to_string(), "k7/5q2/8/8/8/8/8/K7 b - - 0 1");
/// ```
#[must_use]
pub fn color_swapped(position: &Position) -> Position {
    let rules = position.rules();
    let men = position.occupied().into_iter().filter_map(|square| {
        let man = position.piece_on(square)?;
        let to = rules.geometry().relative_to(Color::Black, square);
        Some((Piece::new(!man.color(), man.kind()), to))
    });
    Position::from_pieces(rules, !position.side_to_move(), men)
}

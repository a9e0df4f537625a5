//! King danger: attacks on the squares around a King, as the pass over the pieces
//! has collected them.

use crate::board::color::Color;

use super::pieces::{Activity, Board};
use super::{COMPONENTS, Tapered};

/// The cost of enemy pieces around the King. The units of danger are squared,
/// so that few attackers cost almost nothing and many cost much.
#[inline(always)]
pub(super) fn danger(board: &Board, color: Color, own: &Activity, enemy: &Activity) -> Tapered {
    if enemy.zone_units == 0 {
        return Tapered::ZERO;
    }
    let weights = &board.tables.weights;
    let king = board.position.king(color);
    let beside = board.geometry.king(king);
    let weak = beside & (enemy.all - own.all_but_king);
    let guarded = beside & own.all_but_king;
    let mut units = enemy.zone_units + weights.zone_weak * weak.count() as i32
        - weights.zone_guard * guarded.count() as i32;
    if !board.compound.meets(board.position.colors(!color)) {
        units -= weights.no_compound;
    }
    let allowed = board.geometry.squares() - board.position.colors(!color) - own.all;
    let sets = [
        board.geometry.knight(king),
        board.geometry.diagonal(king, board.occupied),
        board.geometry.straight(king, board.occupied),
        board.geometry.falcon(king, board.occupied),
        enemy.special_checks,
    ];
    for ((part, checks), attacks) in COMPONENTS.into_iter().zip(sets).zip(enemy.by_part) {
        if (checks & attacks).meets(allowed) {
            units += weights
                .component(part)
                .map_or(0, |weights| weights.safe_check);
        }
    }
    let units = units.max(0);
    let cost = (units * units / weights.danger_divisor).min(weights.danger_limit);
    Tapered::new(-cost, -cost * weights.danger_ending / 100)
}

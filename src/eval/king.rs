//! King danger: attacks on the squares around a King, as the pass over the pieces
//! has collected them.

use crate::board::color::Color;

use super::context::{EvalContext, SideAttacks};
use super::{COMPONENTS, Tapered};

/// The cost of enemy pieces around the King. The units of danger are squared,
/// so that few attackers cost almost nothing and many cost much.
#[inline(always)]
pub(super) fn danger(
    context: &EvalContext,
    color: Color,
    own: &SideAttacks,
    enemy: &SideAttacks,
) -> Tapered {
    if enemy.zone_units == 0 {
        return Tapered::ZERO;
    }
    let weights = &context.tables.weights;
    let king = context.position.king(color);
    let beside = context.geometry.king(king);
    let weak = beside & (enemy.all - own.all_but_king);
    let guarded = beside & own.all_but_king;
    let mut units = enemy.zone_units + weights.zone_weak * weak.count() as i32
        - weights.zone_guard * guarded.count() as i32;
    if !context.compound.meets(context.position.colors(!color)) {
        units -= weights.no_compound;
    }
    let allowed = context.geometry.squares() - context.position.colors(!color) - own.all;
    let sets = [
        context.geometry.knight(king),
        context.geometry.diagonal(king, context.occupied),
        context.geometry.straight(king, context.occupied),
        context.geometry.falcon(king, context.occupied),
        enemy.special_checks,
    ];
    for ((part, checks), attacks) in COMPONENTS.into_iter().zip(sets).zip(enemy.by_component) {
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

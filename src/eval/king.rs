//! King safety: the Pawns in front of the Kings, and attacks on the squares
//! around them.
//!
//! Uses the attacks that the pass over the pieces has collected.

use crate::board::color::Color;

use super::pieces::{Activity, Board};
use super::{COMPONENTS, Tapered};

/// The Pawns in front of a King, wherever it stands: own Pawns shield it, enemy
/// Pawns storm it, and files without Pawns are open to attack.
pub(super) fn shelter(
    tables: &Tables,
    color: Color,
    king: Square,
    own: Bitboard,
    enemy: Bitboard,
) -> Tapered {
    let weights = &tables.weights;
    let ahead = tables.ranks_before[color.index()][king.index()];
    let last = tables
        .files
        .iter()
        .rposition(|file| file.any())
        .unwrap_or(0);
    let center = tables.file(king).clamp(1, last.saturating_sub(1).max(1));
    let nearest = |pawns: Bitboard| {
        let pawn = if color == Color::White {
            pawns.lowest()
        } else {
            pawns.highest()
        };
        pawn.map(|pawn| tables.rank(pawn).abs_diff(tables.rank(king)))
    };
    let file = |file: &Bitboard| {
        let shield = match nearest(*file & ahead & own) {
            Some(ranks) => weights.shield[(ranks - 1).min(2)],
            None => weights.shield[3],
        };
        let storm = match nearest(*file & ahead & enemy) {
            Some(ranks) => weights.storm[(ranks - 1).min(4)],
            None => Tapered::ZERO,
        };
        let open = !file.meets(own | enemy);
        shield
            + storm
            + if open {
                weights.king_open_file
            } else {
                Tapered::ZERO
            }
    };
    tables
        .files
        .iter()
        .take(center + 2)
        .skip(center - 1)
        .map(file)
        .sum()
}

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
    if !board.compound.meets(board.position.color(!color)) {
        units -= weights.no_compound;
    }
    let allowed = board.geometry.squares() - board.position.color(!color) - own.all;
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

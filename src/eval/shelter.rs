//! The Pawns in front of a King: shield, storm and open files.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::square::Square;

use super::Tapered;
use super::tables::Tables;

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
    let ahead = tables.pawns.forward_ranks[color.index()][king.index()];
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

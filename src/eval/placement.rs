//! The value of a piece's square: formulas of how central and how far advanced it is, so that
//! one set of weights serves every board.

use crate::board::color::Color;
use crate::board::geometry::Geometry;
use crate::board::piece::{Component, PieceKind};
use crate::board::square::Square;
use crate::rules::Rules;

use super::piece_values;
use super::tapered::Tapered;
use super::weights::Weights;

/// The place of a square from a side's point of view; each coordinate ranges
/// from 0 to [`Place::FULL`].
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Nearness to the middle between the side edges.
    file_center: i32,
    /// Nearness to the middle between the first and the last rank.
    rank_center: i32,
    /// Nearness to the side's last rank.
    advance: i32,
}

impl Place {
    const FULL: i32 = 64;

    pub(super) fn new(geometry: &Geometry, color: Color, square: Square) -> Place {
        let center = |at: usize, lines: usize| {
            let from_edge = at.min(lines - 1 - at) as i32;
            from_edge * Place::FULL / ((lines as i32 - 1) / 2).max(1)
        };
        let (file, rank) = (geometry.file(square), geometry.rank(square));
        let advance = match color {
            Color::White => rank,
            Color::Black => geometry.ranks() - 1 - rank,
        };
        Place {
            file_center: center(file, geometry.files()),
            rank_center: center(rank, geometry.ranks()),
            advance: advance as i32 * Place::FULL / (geometry.ranks() as i32 - 1).max(1),
        }
    }

    /// Scales the weight from minus one half in a corner to plus one half in
    /// the center.
    fn central(self, weight: Tapered) -> Tapered {
        let both = self.file_center + self.rank_center;
        weight.fraction(both - Place::FULL, 2 * Place::FULL)
    }

    /// Scales the weight from minus one half on the edge files to plus one half
    /// in the middle.
    fn file_central(self, weight: Tapered) -> Tapered {
        weight.fraction(2 * self.file_center - Place::FULL, 2 * Place::FULL)
    }

    /// Scales the weight from minus one half on the first rank to plus one half
    /// on the last.
    fn advanced(self, weight: Tapered) -> Tapered {
        weight.fraction(2 * self.advance - Place::FULL, 2 * Place::FULL)
    }
}

/// The placement value of a piece. The more components it has, the less its
/// square matters.
pub(super) fn placement(
    weights: &Weights,
    rules: &Rules,
    kind: PieceKind,
    place: Place,
) -> Tapered {
    match kind {
        PieceKind::PAWN => {
            place.central(weights.pawn_center) + place.advanced(weights.pawn_advance)
        }
        PieceKind::KING => {
            place.file_central(weights.king_file)
                + place.central(weights.king_center)
                + place.advanced(weights.king_advance)
        }
        _ => {
            let parts = piece_values::parts(rules.components(kind));
            let count = parts.len().max(1) as i32;
            let single = |part: &Component| {
                let weights = weights.component(*part)?;
                let home = if place.advance == 0 {
                    weights.home
                } else {
                    Tapered::ZERO
                };
                Some(place.central(weights.center) + place.advanced(weights.advance) + home)
            };
            let sum: Tapered = parts.iter().filter_map(single).sum();
            sum.fraction(1, count * count)
        }
    }
}

//! What little material means: who can win at all, how far the score is to be
//! trusted, and how a lone King is driven to where he can be mated.
//!
//! Knows no search; that a position is drawn by rule is said elsewhere.

use crate::color::Color;
use crate::piece::Component;
use crate::position::Position;

use super::accumulator::Accumulator;
use super::tables::{LINES, Tables};

/// A score is to be multiplied by so many of [`FULL`].
pub(super) const FULL: i32 = 64;

/// Material and accumulated sums of a position, from which all is judged.
pub(super) struct Ending<'a> {
    pub tables: &'a Tables,
    pub position: &'a Position,
    pub accumulator: &'a Accumulator,
}

impl Ending<'_> {
    /// The score, White's view, if one side has nothing but its King and the
    /// other no Pawns.
    #[inline(always)]
    pub fn bare_king(&self) -> Option<i32> {
        let few = Color::ALL
            .into_iter()
            .find(|&color| self.accumulator.non_pawn_material(color) == 0)?;
        let pawns = self.position.component(Component::Pawn);
        pawns.is_empty().then(|| self.against_bare_king(few))
    }

    #[cold]
    fn against_bare_king(&self, bare: Color) -> i32 {
        if !self.can_mate(!bare) {
            return 0;
        }
        let score = self.accumulator.placed().ending();
        let driven = self.driven(bare);
        if bare == Color::Black {
            score + driven
        } else {
            score - driven
        }
    }

    /// How much the stronger side's ending is worth of its value.
    #[inline(always)]
    pub fn scale(&self, stronger: Color) -> i32 {
        let weights = &self.tables.weights;
        let material = |color| self.accumulator.non_pawn_material(color);
        let pawns = self.position.component(Component::Pawn) & self.position.color(stronger);
        if pawns.is_empty() {
            let ahead = material(stronger) - material(!stronger);
            if !self.can_mate(stronger) {
                return 0;
            }
            if ahead <= weights.no_pawns_ahead {
                return weights.no_pawns;
            }
        }
        if self.opposite_bishops() {
            let others = self.position.component(Component::Straight)
                | self.position.component(Component::Knight)
                | self.position.component(Component::Falcon)
                | self.position.component(Component::FalconLeap);
            return if others.any() {
                weights.opposite_bishops_and_more
            } else {
                weights.opposite_bishops
            };
        }
        FULL
    }

    /// Each side has one piece with the Bishop's lines, and they never meet.
    #[inline(always)]
    fn opposite_bishops(&self) -> bool {
        let diagonal = self.position.component(Component::Diagonal);
        let [light, dark] = self.tables.shades;
        let (light, dark) = (diagonal & light, diagonal & dark);
        if light.is_empty() || dark.is_empty() || light.several() || dark.several() {
            return false;
        }
        light.meets(self.position.color(Color::White))
            != dark.meets(self.position.color(Color::White))
    }

    /// Whether a side's pieces, without Pawns, can mate a lone King: anything
    /// but one Bishop or Knight, Bishops of one shade, and two Knights.
    fn can_mate(&self, color: Color) -> bool {
        let own = self.position.color(color);
        let of = |component| self.position.component(component) & own;
        let (knights, bishops) = (of(Component::Knight), of(Component::Diagonal));
        let majors = of(Component::Straight) | of(Component::Falcon) | of(Component::FalconLeap);
        let [light, dark] = self.tables.shades;
        majors.any()
            || knights.any() && bishops.any()
            || bishops.meets(light) && bishops.meets(dark)
            || knights.count() > 2
    }

    /// How far the lone King has been driven, and how near the other is. Only
    /// Bishop and Knight need the corners of the Bishop's shade.
    fn driven(&self, bare: Color) -> i32 {
        let tables = self.tables;
        let own = self.position.color(!bare);
        let of = |component| self.position.component(component) & own;
        let majors = of(Component::Straight) | of(Component::Falcon) | of(Component::FalconLeap);
        let bishops = of(Component::Diagonal);
        let [light, dark] = tables.shades;
        let corners = match (bishops.meets(light), bishops.meets(dark)) {
            _ if majors.any() => 2,
            (true, false) => 0,
            (false, true) => 1,
            _ => 2,
        };
        let king = self.position.king(bare);
        let apart = tables.distance(king, self.position.king(!bare));
        tables.driven[corners][king.index()]
            + tables.weights.bare_king_near * (LINES as i32 - apart)
    }

    /// For a side that has next to nothing left against much: a reason for
    /// the other side to drive its King.
    #[inline(always)]
    pub fn hunt(&self) -> i32 {
        let weights = &self.tables.weights;
        let material = |color| self.accumulator.non_pawn_material(color);
        let pawns = self.position.component(Component::Pawn);
        for (weak, sign) in [(Color::White, -1), (Color::Black, 1)] {
            let nearly_bare = material(weak) <= weights.hunted
                && material(!weak) >= material(weak) + weights.hunter_ahead;
            if nearly_bare && !pawns.meets(self.position.color(weak)) {
                return sign * self.driven(weak);
            }
        }
        0
    }
}

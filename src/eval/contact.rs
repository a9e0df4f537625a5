//! Where the sides meet: pieces under attack, and passed Pawns on their way.
//!
//! Knows no moves: what attacks what has been worked out by the pass over the
//! pieces.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::Component;

use super::Tapered;
use super::pieces::{Activity, Board};

impl Board<'_> {
    /// What a side threatens to capture.
    #[inline(always)]
    pub(super) fn threats(&self, color: Color, own: &Activity, enemy: &Activity) -> Tapered {
        let weights = &self.tables.weights;
        let targets = self.position.color(!color) - self.position.component(Component::King);
        let pieces = targets - self.pawns;
        let compounds = pieces & self.compound;
        let minors = pieces
            & ((self.position.component(Component::Knight)
                | self.position.component(Component::Diagonal))
                - self.compound);
        let count = |set: Bitboard| set.count() as i32;
        weights.pawn_threat * count(pieces & self.pawn_attacks[color.index()])
            + weights.minor_threat * count((pieces - minors) & own.by_minors)
            + weights.major_threat * count(compounds & own.by_majors)
            + weights.hanging * count(targets & (own.all - enemy.all))
    }

    /// How a side's passed Pawns fare among the pieces.
    #[inline(always)]
    pub(super) fn passed(&self, color: Color, own: &Activity, enemy: &Activity) -> Tapered {
        let tables = self.tables;
        let weights = &tables.weights;
        let forward = self.position.rules().pawns(color).forward;
        let mut score = Tapered::ZERO;
        for pawn in self.structure.passed & self.position.color(color) {
            let steps = i32::from(tables.steps[color.index()][pawn.index()]);
            if steps >= 5 {
                continue;
            }
            let way = tables.before[color.index()][pawn.index()];
            let stop = pawn.offset(forward);
            if self.occupied.contains(stop) {
                score += weights.passed_blocked * (5 - steps);
            } else if !way.meets(self.occupied | enemy.all) {
                score += weights.passed_free * (5 - steps);
            }
            if own.all.contains(stop) {
                score += weights.passed_supported * (5 - steps);
            }
        }
        score
    }
}

//! Contact between the sides: pieces under attack, contested squares, and the
//! advance of passed Pawns.
//!
//! Uses the attacks that the pass over the pieces has collected.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::Component;

use super::Tapered;
use super::context::{EvalContext, SideAttacks};
use super::pawns;
use super::tables::{FULL_SHARE, promotion_share};

impl EvalContext<'_> {
    /// The captures that a side threatens.
    #[inline(always)]
    pub(super) fn threats(&self, color: Color, own: &SideAttacks, enemy: &SideAttacks) -> Tapered {
        let weights = &self.tables.weights;
        let targets = self.position.colors(!color) - self.position.component(Component::King);
        let pieces = targets - self.pawns;
        let compounds = pieces & self.compound;
        let minors = pieces & self.minors;
        let count = |set: Bitboard| set.count() as i32;
        weights.pawn_threat * count(pieces & self.pawn_attacks[color.index()])
            + weights.minor_threat * count((pieces - minors) & own.by_minors)
            + weights.major_threat * count(compounds & own.by_majors)
            + weights.push_threat * count(pieces & self.attacked_after_steps(color, own, enemy))
            + weights.hanging * count(pieces & (own.all - enemy.all))
            + weights.hanging_pawn * count(targets & self.pawns & (own.all - enemy.all))
    }

    /// The squares that a side's Pawns do not attack yet, but could attack
    /// after one safe step.
    #[inline(always)]
    fn attacked_after_steps(
        &self,
        color: Color,
        own: &SideAttacks,
        enemy: &SideAttacks,
    ) -> Bitboard {
        let pawns = self.pawns & self.position.colors(color);
        let lost = self.pawn_attacks[(!color).index()] | (enemy.all - own.all);
        let safe = pawns::steps(self.position, color, pawns) - self.occupied - lost;
        pawns::attacks(self.position, color, safe) - self.pawn_attacks[color.index()]
    }

    /// The space that a side has, and the squares that it contests.
    #[inline(always)]
    pub(super) fn control(&self, color: Color, own: &SideAttacks, enemy: &SideAttacks) -> Tapered {
        let weights = &self.tables.weights;
        let enemy_pawns = self.pawn_attacks[(!color).index()];
        let disputed = (own.all & enemy.all) - enemy_pawns;
        let own_pawns = self.pawns & self.position.colors(color);
        let space = self.tables.areas.space[color.index()] - own_pawns - enemy_pawns;
        weights.restricted * disputed.count() as i32 + weights.space * space.count() as i32
    }

    /// The prospects of a side's passed Pawns among the pieces.
    #[inline(always)]
    pub(super) fn passed(&self, color: Color, own: &SideAttacks, enemy: &SideAttacks) -> Tapered {
        let tables = self.tables;
        let weights = &tables.weights;
        let passed = self.structure.passed & self.position.colors(color);
        let pool = (tables.pawns.promotes_to_lost && passed.any()).then(|| self.pool_share(color));
        let mut score = Tapered::ZERO;
        for pawn in passed {
            let steps = i32::from(tables.pawns.steps[color.index()][pawn.index()]);
            if let Some(share) = pool {
                let way = weights.passed[(steps as usize - 1).min(weights.passed.len() - 1)];
                score += way.fraction(share, FULL_SHARE);
            }
            if steps >= 5 {
                continue;
            }
            let way = tables.pawns.forward_file[color.index()][pawn.index()];
            let stop = tables.pawns.stop[color.index()][pawn.index()];
            let mut fate = Tapered::ZERO;
            if self.occupied.meets(stop) {
                fate += weights.passed_blocked * (5 - steps);
            } else if !way.meets(self.occupied | enemy.all) {
                fate += weights.passed_free * (5 - steps);
            }
            if own.all.meets(stop) {
                fate += weights.passed_supported * (5 - steps);
            }
            score += match pool {
                Some(share) => fate.fraction(share, FULL_SHARE),
                None => fate,
            };
        }
        score
    }

    /// If Pawns promote only to lost pieces: the value of promoting now, in
    /// 64ths of promoting to a Queen, at most twice that.
    #[cold]
    fn pool_share(&self, color: Color) -> i32 {
        let zones = &self.position.rules().pawns(color).zones;
        let best = zones
            .iter()
            .flat_map(|zone| self.position.promotion_choices(color, zone).into_owned())
            .map(|kind| self.tables.pieces.non_pawn[kind.index()])
            .max();
        best.map_or(0, |best| promotion_share(best, 2 * FULL_SHARE))
    }
}

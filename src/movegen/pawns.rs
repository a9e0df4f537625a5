//! Moves of the Pawns: whole sets of them at once, pinned ones alone.

use crate::bitboard::Bitboard;
use crate::moves::Move;
use crate::piece::Component;

use super::{Generation, MoveClass, MoveSink};

/// A set moved by a signed distance in square order.
#[inline(always)]
fn shifted(set: Bitboard, distance: i32) -> Bitboard {
    if distance > 0 {
        set << distance as u32
    } else {
        set >> -distance as u32
    }
}

impl Generation<'_> {
    #[inline(always)]
    pub(super) fn pawns(&self, sink: &mut impl MoveSink) {
        let pawns = self.position.component(Component::Pawn) & self.us & self.origins;
        self.steps_and_captures(pawns - self.threats.pinned, self.threats.targets, sink);
        for pawn in pawns & self.threats.pinned {
            let allowed = self.threats.targets & self.position.pin(pawn);
            self.steps_and_captures(pawn.into(), allowed, sink);
        }
    }

    /// Steps and captures of a set of Pawns that may all go to the same squares.
    #[inline(always)]
    fn steps_and_captures(&self, pawns: Bitboard, allowed: Bitboard, sink: &mut impl MoveSink) {
        let rules = self.position.rules();
        let (geometry, pawn_rules) = (rules.geometry(), rules.pawns(self.position.side()));
        let forward = pawn_rules.forward;
        let empty = geometry.squares() - self.occupied;
        let single = shifted(pawns, forward) & empty;
        let double = shifted(
            shifted(pawns & pawn_rules.double_step, forward) & empty,
            forward,
        ) & empty;
        let left = shifted(pawns & geometry.not_first_file(), forward - 1) & self.them;
        let right = shifted(pawns & geometry.not_last_file(), forward + 1) & self.them;
        for (targets, step) in [(single, forward), (left, forward - 1), (right, forward + 1)] {
            let targets = targets & allowed;
            let promoting = targets & pawn_rules.promotion;
            if promoting.any() && self.class != MoveClass::Quiet {
                sink.promotions(promoting, step, &pawn_rules.choices);
            }
            let captures = step != forward;
            let wanted = match self.class {
                MoveClass::All => true,
                MoveClass::Noisy => captures,
                MoveClass::Quiet => !captures,
            };
            if wanted {
                sink.pawns(targets - pawn_rules.promotion, step);
            }
        }
        if self.class != MoveClass::Noisy {
            sink.pawns(double & allowed, 2 * forward);
        }
    }

    #[inline(always)]
    pub(super) fn en_passant(&self, sink: &mut impl MoveSink) {
        let Some(target) = self.position.legal_en_passant() else {
            return;
        };
        if self.class == MoveClass::Quiet {
            return;
        }
        let enemy = !self.position.side();
        let geometry = self.position.rules().geometry();
        let pawns = self.position.component(Component::Pawn) & self.us & self.origins;
        for from in geometry.pawn_captures(enemy, target) & pawns {
            if self.position.en_passant_is_safe(from, target) {
                sink.single(Move::en_passant(from, target));
            }
        }
    }
}

//! Pawn moves: set-wise, except for pinned Pawns.

use crate::board::bitboard::Bitboard;
use crate::board::moves::Move;
use crate::board::piece::Component;
use crate::board::square::Square;
use crate::rules::{NoPromotionLeft, PawnRules, PromotionZone};

use super::{MoveClass, MoveGenerator, MoveSink};

#[derive(Clone, Copy, PartialEq, Eq)]
enum PawnMoveKind {
    Push,
    Capture,
}

/// A set shifted by a signed distance of less than 64 in square order.
#[inline(always)]
fn shifted(set: Bitboard, distance: i32) -> Bitboard {
    if distance > 0 {
        set << (distance as u32 & 63)
    } else {
        set >> (-distance as u32 & 63)
    }
}

impl MoveGenerator<'_> {
    #[inline(always)]
    pub(super) fn pawns(&self, sink: &mut impl MoveSink) {
        let pawns = self.position.component(Component::Pawn) & self.us & self.from_mask;
        self.steps_and_captures(
            pawns - self.check_info.pinned,
            self.check_info.evasion_mask,
            sink,
        );
        for pawn in pawns & self.check_info.pinned {
            self.steps_and_captures(pawn.into(), self.pinned_targets(pawn), sink);
        }
    }

    /// Steps and captures of a set of Pawns that share the allowed targets.
    #[inline(always)]
    pub(super) fn steps_and_captures(
        &self,
        pawns: Bitboard,
        allowed: Bitboard,
        sink: &mut impl MoveSink,
    ) {
        let rules = self.position.rules();
        let (geometry, pawn_rules) = (rules.geometry(), rules.pawns(self.position.side_to_move()));
        let forward = pawn_rules.forward;
        let empty = geometry.squares() - self.occupied;
        let single = shifted(pawns, forward) & empty;
        let double = shifted(
            shifted(pawns & pawn_rules.plain_double_step, forward) & empty,
            forward,
        ) & empty;
        let left = shifted(pawns & geometry.not_first_file(), forward - 1) & self.them;
        let right = shifted(pawns & geometry.not_last_file(), forward + 1) & self.them;
        let moves = [
            (single & allowed, forward, PawnMoveKind::Push),
            (left & allowed, forward - 1, PawnMoveKind::Capture),
            (right & allowed, forward + 1, PawnMoveKind::Capture),
        ];
        let promotes = ((single | left | right) & allowed).meets(pawn_rules.promotion);
        for (targets, step, kind) in moves {
            if promotes {
                self.emit_pawn_moves(targets, step, kind, pawn_rules, sink);
            } else if self.includes_non_promotions(kind) {
                sink.pawns(targets, step);
            }
        }
        if self.class != MoveClass::Noisy {
            sink.pawns(double & allowed, 2 * forward);
        }
        if pawns.meets(pawn_rules.other_steps) {
            self.other_steps(pawns, allowed & empty, sink);
        }
    }

    /// Sideways and extra steps, three steps forward, and two that end in promotion: all
    /// that never captures and few games have.
    #[cold]
    #[inline(never)]
    fn other_steps(&self, pawns: Bitboard, allowed: Bitboard, sink: &mut impl MoveSink) {
        let rules = self.position.rules();
        let (geometry, pawn_rules) = (rules.geometry(), rules.pawns(self.position.side_to_move()));
        let sideways = pawns & pawn_rules.sideways;
        let left = shifted(sideways & geometry.not_first_file(), -1);
        let right = shifted(sideways & geometry.not_last_file(), 1);
        self.emit_pawn_moves(left & allowed, -1, PawnMoveKind::Push, pawn_rules, sink);
        self.emit_pawn_moves(right & allowed, 1, PawnMoveKind::Push, pawn_rules, sink);
        for &(from, to) in &pawn_rules.extra_steps {
            if pawns.contains(from) && allowed.contains(to) {
                let step = to.index() as i32 - from.index() as i32;
                self.emit_pawn_moves(to.into(), step, PawnMoveKind::Push, pawn_rules, sink);
            }
        }
        let empty = geometry.squares() - self.occupied;
        let late = pawn_rules.double_step - pawn_rules.plain_double_step;
        for (starts, steps) in [(late, 2), (pawn_rules.triple_step, 3)] {
            let mut targets = pawns & starts;
            for _ in 0..steps {
                targets = shifted(targets, pawn_rules.forward) & empty;
            }
            let step = steps * pawn_rules.forward;
            self.emit_pawn_moves(
                targets & allowed,
                step,
                PawnMoveKind::Push,
                pawn_rules,
                sink,
            );
        }
    }

    /// Moves of a Pawn that does not move as in chess, or of another piece that promotes.
    #[cold]
    #[inline(never)]
    pub(super) fn special_pawn(
        &self,
        from: Square,
        targets: Bitboard,
        pawn_rules: &PawnRules,
        sink: &mut impl MoveSink,
    ) {
        let left = pawn_rules.zones.iter().find(|zone| {
            pawn_rules.promotes_leaving && zone.leaving && zone.squares.contains(from)
        });
        let captures = [
            (targets & self.them, PawnMoveKind::Capture),
            (targets - self.them, PawnMoveKind::Push),
        ];
        for (targets, kind) in captures {
            for to in targets {
                let step = to.index() as i32 - from.index() as i32;
                match left.filter(|_| !pawn_rules.promotion.contains(to)) {
                    Some(zone) => self.promote_in(zone, to.into(), step, kind, pawn_rules, sink),
                    None => self.emit_pawn_moves(to.into(), step, kind, pawn_rules, sink),
                }
            }
        }
    }

    /// Pawns that all make the same step to their targets, promoting where
    /// required.
    #[inline(always)]
    fn emit_pawn_moves(
        &self,
        targets: Bitboard,
        step: i32,
        kind: PawnMoveKind,
        pawn_rules: &PawnRules,
        sink: &mut impl MoveSink,
    ) {
        let promoting = targets & pawn_rules.promotion;
        if promoting.any() {
            self.promote(promoting, step, kind, pawn_rules, sink);
        }
        if self.includes_non_promotions(kind) {
            sink.pawns(targets - pawn_rules.promotion, step);
        }
    }

    /// Whether the class includes Pawn moves without promotion.
    #[inline(always)]
    fn includes_non_promotions(&self, kind: PawnMoveKind) -> bool {
        match self.class {
            MoveClass::All => true,
            MoveClass::Noisy => kind == PawnMoveKind::Capture,
            MoveClass::Quiet => kind == PawnMoveKind::Push,
        }
    }

    /// Emits the moves of Pawns that arrive in promotion zones. If they have nothing to become,
    /// the rules may let them go there as Pawns (Mental Cruelty).
    #[cold]
    #[inline(never)]
    fn promote(
        &self,
        targets: Bitboard,
        step: i32,
        kind: PawnMoveKind,
        pawn_rules: &PawnRules,
        sink: &mut impl MoveSink,
    ) {
        for zone in &pawn_rules.zones {
            let targets = targets & zone.squares;
            if targets.any() {
                self.promote_in(zone, targets, step, kind, pawn_rules, sink);
            }
        }
    }

    /// The same for one zone, which the Pawns enter or leave.
    fn promote_in(
        &self,
        zone: &PromotionZone,
        targets: Bitboard,
        step: i32,
        kind: PawnMoveKind,
        pawn_rules: &PawnRules,
        sink: &mut impl MoveSink,
    ) {
        let kinds = self
            .position
            .promotion_choices(self.position.side_to_move(), zone);
        if self.class != MoveClass::Quiet {
            sink.promotions(targets, step, &kinds);
        }
        let loses_if_no_piece_left =
            kinds.is_empty() && pawn_rules.pool == Some(NoPromotionLeft::Loses);
        if (zone.optional || loses_if_no_piece_left) && self.includes_non_promotions(kind) {
            sink.pawns(targets, step);
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
        if !self.position.rules().has_plain_pawns() {
            return self.special_en_passant(sink);
        }
        for from in self.position.en_passant_capturers(target) & self.from_mask {
            if self.position.en_passant_is_safe(from, target) {
                sink.single(Move::en_passant(from, target));
            }
        }
    }

    /// Captures on all squares that the last move passed over.
    #[cold]
    #[inline(never)]
    fn special_en_passant(&self, sink: &mut impl MoveSink) {
        for target in self.position.en_passant_squares() {
            for from in self.position.en_passant_capturers(target) & self.from_mask {
                for mv in self.position.en_passant_moves(from, target) {
                    sink.single(mv);
                }
            }
        }
    }
}

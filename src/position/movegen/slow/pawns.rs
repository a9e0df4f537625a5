//! Pawns, and other pieces that promote or have initial moves.

use crate::board::bitboard::Bitboard;
use crate::board::moves::Move;
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::Square;
use crate::rules::{NoPromotionLeft, PawnRules, PromotionZone};

use super::{State, forward, region};

impl State {
    /// The moves of an orthodox Pawn.
    pub(super) fn pawn_moves(&self, from: Square, pawn: Piece) -> Vec<Move> {
        let forward = forward(self.side);
        let pawns = self.rules.pawns(self.side);
        let mut moves = Vec::new();
        let mut add_pawn_moves = |to: Square| self.add_pawn_moves(from, to, pawn, &mut moves);
        let mut ahead = Some(from);
        for (steps, starts) in [
            (1, Bitboard::first(128)),
            (2, pawns.double_step),
            (3, pawns.triple_step),
        ] {
            ahead = ahead.and_then(|last| self.layout.step(last, (0, forward)));
            ahead = ahead.filter(|&square| self.is_empty(square));
            if let Some(to) = ahead.filter(|_| steps == 1 || starts.contains(from)) {
                add_pawn_moves(to);
            }
        }
        let beside = [-1, 1].map(|file| self.layout.step(from, (file, 0)));
        let sideways = beside.into_iter().flatten();
        let sideways = sideways.filter(|_| pawns.sideways.contains(from));
        let extra = pawns.extra_steps.iter().filter(|step| step.0 == from);
        for to in sideways.chain(extra.map(|step| step.1)) {
            if self.is_empty(to) {
                add_pawn_moves(to);
            }
        }
        let captures = [-1, 1].map(|file| self.layout.step(from, (file, forward)));
        for to in captures.into_iter().flatten() {
            if self.holds(to, !self.side) {
                add_pawn_moves(to);
            }
        }
        let passed = captures.into_iter().flatten();
        let passed = passed.filter(|&to| self.passed_squares().contains(to));
        for to in passed {
            self.add_en_passant(from, to, pawn, &mut moves);
        }
        moves
    }

    /// Moves of a Pawn that does not move as in chess, or of another piece that has
    /// something of a Pawn.
    pub(super) fn special_pawn_moves(&self, from: Square, pawn: Piece) -> Vec<Move> {
        let mut moves = Vec::new();
        for to in self.targets(from, pawn) {
            self.add_pawn_moves(from, to, pawn, &mut moves);
        }
        for to in self.passed_squares() {
            if self.can_capture_en_passant(from, pawn, to) {
                self.add_en_passant(from, to, pawn, &mut moves);
            }
        }
        moves
    }

    /// Moves of a piece that has nothing of a Pawn except that it captures en passant.
    pub(super) fn en_passant_moves(&self, from: Square, piece: Piece) -> Vec<Move> {
        let squares = self.passed_squares().into_iter();
        let targets = squares.filter(|&to| self.can_capture_en_passant(from, piece, to));
        targets.map(|to| Move::en_passant(from, to)).collect()
    }

    /// Whether the piece on `from`, which is no orthodox Pawn, could capture en passant on
    /// `target`. If it can go there without capturing, it does that.
    fn can_capture_en_passant(&self, from: Square, piece: Piece, target: Square) -> bool {
        let goes_there = self.quiets(from, piece, self.occupied()).contains(target);
        !goes_there
            && self.special(piece).is_some_and(|special| {
                let movement = special.movement.en_passant_captures();
                let occupied = self.occupied() | target.into();
                let (_, captures) = self.movement_targets(&movement, from, piece, occupied);
                (captures & region(special, piece.color())).contains(target)
            })
    }

    /// The squares on which the piece moved last can be captured en passant: from the one
    /// that it passed first to the one before it in a line, without those where it is safe.
    fn passed_squares(&self) -> Bitboard {
        let (Some(first), Some(victim)) = (self.en_passant, self.en_passant_victim) else {
            return Bitboard::EMPTY;
        };
        let mut passed = Bitboard::from(first);
        let files = self.layout.file(victim) as i32 - self.layout.file(first) as i32;
        let ranks = self.layout.rank(victim) as i32 - self.layout.rank(first) as i32;
        if files == 0 || ranks == 0 || files.abs() == ranks.abs() {
            let step = (files.signum(), ranks.signum());
            let mut next = self.layout.step(first, step);
            while let Some(square) = next.filter(|&square| square != victim) {
                passed |= square.into();
                next = self.layout.step(square, step);
            }
        }
        let rules = self
            .at(victim)
            .and_then(|piece| self.rules.pawn_rules(piece));
        passed & rules.map_or(Bitboard::EMPTY, |rules| rules.en_passant)
    }

    /// Adds the captures en passant on a square: by a piece that promotes there, those moves
    /// by which it could also go there otherwise.
    fn add_en_passant(&self, from: Square, to: Square, pawn: Piece, moves: &mut Vec<Move>) {
        let rules = self.rules.pawn_rules(pawn);
        let mut usual = Vec::new();
        match rules.is_some_and(|rules| rules.en_passant_promotes) {
            true => self.add_pawn_moves(from, to, pawn, &mut usual),
            false => usual.push(Move::plain(from, to)),
        }
        moves.extend(usual.into_iter().map(|mv| match mv.promoted_to() {
            Some(kind) => Move::en_passant_promotion(from, to, kind),
            None => Move::en_passant(from, to),
        }));
    }

    /// Adds the moves of a piece to a square, with all its promotions.
    fn add_pawn_moves(&self, from: Square, to: Square, pawn: Piece, moves: &mut Vec<Move>) {
        let rules = self.rules.pawn_rules(pawn);
        let zone = rules.and_then(|rules| zone_of(rules, from, to));
        let (Some(rules), Some(zone)) = (rules, zone) else {
            moves.push(Move::plain(from, to));
            return;
        };
        let mut kinds = zone.kinds.to_vec();
        kinds.retain(|&kind| self.may_become(kind, rules, zone));
        let cruelty = kinds.is_empty() && rules.pool == Some(NoPromotionLeft::Loses);
        if zone.optional || cruelty {
            moves.push(Move::plain(from, to));
        }
        moves.extend(kinds.iter().map(|&kind| Move::promotion(from, to, kind)));
    }

    /// Whether the numbers of pieces on the board allow a promotion to this kind.
    fn may_become(&self, kind: PieceKind, rules: &PawnRules, zone: &PromotionZone) -> bool {
        let piece = Some(Piece::new(self.side, kind));
        let left = self.layout.squares().into_iter();
        let left = left.filter(|&square| self.at(square) == piece).count() as u32;
        for &(limited, most) in &zone.limits {
            if limited == kind && left >= most {
                return false;
            }
        }
        let is_lost = left < self.rules.start_count(self.side, kind);
        rules.pool.is_none() && !zone.only_lost || zone.always.contains(&kind) || is_lost
    }
}

/// The zone that decides whether a piece promotes.
fn zone_of(rules: &PawnRules, from: Square, to: Square) -> Option<&PromotionZone> {
    let entered = rules.zones.iter().find(|zone| zone.squares.contains(to));
    let left = |zone: &&PromotionZone| zone.leaving && zone.squares.contains(from);
    entered.or_else(|| rules.zones.iter().find(left))
}

//! Moves where each side does not simply have one King.

use crate::board::bitboard::Bitboard;
use crate::board::moves::Move;
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::Square;

use super::castling::Castler;
use super::{MoveGenerator, MoveSink};

impl MoveGenerator<'_> {
    /// Generates the moves that leave the royal pieces safe.
    #[cold]
    #[inline(never)]
    pub(super) fn with_royals(&self, sink: &mut impl MoveSink) {
        self.en_passant(sink);
        let side = self.position.side_to_move();
        let royals = self.position.royals(side);
        let becomes_royal = self.position.rules().promotes_to_royal(side);
        for from in self.us & self.from_mask {
            let restricted = royals | self.check_info.pinned;
            let is_pawn = self.position.piece_on(from).map(Piece::kind) == Some(PieceKind::PAWN);
            if is_pawn && self.position.rules().has_orthodox_pawns() {
                let allowed = match restricted.contains(from) {
                    true => self.position.royal_targets(from, Bitboard::first(128)),
                    false => self.check_info.evasion_mask,
                };
                let sink = &mut self.without_royals(sink, becomes_royal);
                self.steps_and_captures(from.into(), allowed, sink);
                if becomes_royal {
                    let sink = &mut self.royals_only(sink.sink);
                    self.steps_and_captures(from.into(), Bitboard::first(128), sink);
                }
                continue;
            }
            let targets = self.special_targets(from);
            let safe = match restricted.contains(from) {
                true => self.position.royal_targets(from, targets),
                false => targets & self.check_info.evasion_mask,
            };
            let rules = self.position.rules();
            let piece = self.position.piece_on(from);
            if let Some(own) = piece.and_then(|piece| rules.pawn_rules(piece)) {
                let is_royal = royals.contains(from);
                let sink = &mut self.without_royals(sink, becomes_royal || is_royal);
                sink.is_royal = is_royal;
                self.special_pawn(from, safe, own, sink);
                if becomes_royal || is_royal {
                    let sink = &mut self.royals_only(sink.sink);
                    sink.is_royal = is_royal;
                    self.special_pawn(from, targets, own, sink);
                }
            } else {
                sink.piece(from, safe & self.target_mask);
            }
        }
        let position = self.position;
        if let Some(king) = position.castling_king(side) {
            let is_royal = position.bound_royals(side).contains(king);
            if !is_royal || !position.is_attacked(king, !side, self.occupied) {
                self.castling(Castler { king, is_royal }, &mut Safe { position, sink });
            }
        }
    }

    fn without_royals<'s, S: MoveSink>(
        &self,
        sink: &'s mut S,
        becomes_royal: bool,
    ) -> WithoutRoyals<'s, '_, S> {
        WithoutRoyals {
            generator: self,
            becomes_royal,
            is_royal: false,
            sink,
        }
    }

    fn royals_only<'s, S: MoveSink>(&self, sink: &'s mut S) -> RoyalsOnly<'s, '_, S> {
        RoyalsOnly {
            generator: self,
            is_royal: false,
            sink,
        }
    }

    fn is_royal(&self, kind: PieceKind) -> bool {
        self.position.rules().is_royal(kind)
    }
}

/// Drops promotions to royal pieces, and all promotions of such a piece.
struct WithoutRoyals<'s, 'g, S> {
    generator: &'g MoveGenerator<'g>,
    becomes_royal: bool,
    is_royal: bool,
    sink: &'s mut S,
}

impl<S: MoveSink> MoveSink for WithoutRoyals<'_, '_, S> {
    fn piece(&mut self, from: Square, targets: Bitboard) {
        self.sink.piece(from, targets);
    }

    fn pawns(&mut self, targets: Bitboard, step: i32) {
        self.sink.pawns(targets, step);
    }

    fn promotions(&mut self, targets: Bitboard, step: i32, choices: &[PieceKind]) {
        if !self.becomes_royal {
            return self.sink.promotions(targets, step, choices);
        }
        for kind in choices
            .iter()
            .filter(|kind| !self.is_royal && !self.generator.is_royal(**kind))
        {
            self.sink
                .promotions(targets, step, std::slice::from_ref(kind));
        }
    }

    fn single(&mut self, mv: Move) {
        self.sink.single(mv);
    }
}

/// Keeps only promotions to royal pieces, and of such a piece, that leave the royal pieces safe:
/// there is one more or one less of a kind, so this is a question of its own.
struct RoyalsOnly<'s, 'g, S> {
    generator: &'g MoveGenerator<'g>,
    is_royal: bool,
    sink: &'s mut S,
}

impl<S: MoveSink> MoveSink for RoyalsOnly<'_, '_, S> {
    fn piece(&mut self, _: Square, _: Bitboard) {}

    fn pawns(&mut self, _: Bitboard, _: i32) {}

    fn promotions(&mut self, targets: Bitboard, step: i32, choices: &[PieceKind]) {
        for to in targets {
            for &kind in choices
                .iter()
                .filter(|kind| self.is_royal || self.generator.is_royal(**kind))
            {
                let mv = Move::promotion(to.offset(-step), to, kind);
                if self.generator.position.is_safe_after(mv) {
                    self.sink.single(mv);
                }
            }
        }
    }

    fn single(&mut self, _: Move) {}
}

/// Keeps only moves that leave the royal pieces safe.
struct Safe<'s, 'p, S> {
    position: &'p crate::position::PositionOf<'p>,
    sink: &'s mut S,
}

impl<S: MoveSink> MoveSink for Safe<'_, '_, S> {
    fn piece(&mut self, _: Square, _: Bitboard) {}

    fn pawns(&mut self, _: Bitboard, _: i32) {}

    fn promotions(&mut self, _: Bitboard, _: i32, _: &[PieceKind]) {}

    fn single(&mut self, mv: Move) {
        if self.position.is_safe_after(mv) {
            self.sink.single(mv);
        }
    }
}

//! Moves in games that demand more of them than the safety of royal pieces.

use crate::board::bitboard::Bitboard;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::PieceKind;
use crate::board::square::Square;
use crate::rules::MoveConstraints;

use super::{MoveClass, MoveGenerator, MoveSink};

impl MoveGenerator<'_> {
    /// Generates the moves that meet the constraints of the rules.
    #[cold]
    #[inline(never)]
    pub(super) fn constrained_moves(&self, sink: &mut dyn MoveSink) {
        let constraints = self.position.rules().constraints();
        let mut only_captures = false;
        if constraints.compulsory_captures {
            // With every piece, even where the moves of one are asked for.
            let captures = MoveGenerator {
                from_mask: Bitboard::first(128),
                class: MoveClass::Noisy,
                target_mask: self.them,
                ..*self
            };
            let mut found = Constrained {
                generator: self,
                constraints,
                only_captures: true,
                any: false,
                sink: None,
            };
            captures.all_moves(&mut found);
            only_captures = found.any;
        }
        self.all_moves(&mut Constrained {
            generator: self,
            constraints,
            only_captures,
            any: false,
            sink: Some(sink),
        });
    }
}

/// Passes on the moves that meet the constraints, one by one.
struct Constrained<'s, 'g> {
    generator: &'s MoveGenerator<'g>,
    constraints: MoveConstraints,
    only_captures: bool,
    /// Whether there was such a move.
    any: bool,
    sink: Option<&'s mut dyn MoveSink>,
}

impl Constrained<'_, '_> {
    /// Whether a royal piece in check would move without capturing all that gives check.
    fn flees(&self, mv: Move) -> bool {
        let checkers = self.generator.check_info.checkers;
        let position = self.generator.position;
        let royals = position.royals(position.side_to_move());
        checkers.any() && royals.contains(mv.from()) && checkers != mv.to().into()
    }

    fn gives_check(&self, mv: Move) -> bool {
        let mut next = self.generator.position.clone();
        next.play(mv);
        next.is_check()
    }
}

impl MoveSink for Constrained<'_, '_> {
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.single(Move::plain(from, to));
        }
    }

    fn pawns(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            self.single(Move::plain(to.offset(-step), to));
        }
    }

    fn promotions(&mut self, targets: Bitboard, step: i32, choices: &[PieceKind]) {
        for to in targets {
            for &kind in choices {
                self.single(Move::promotion(to.offset(-step), to, kind));
            }
        }
    }

    fn single(&mut self, mv: Move) {
        let is_capture = self.generator.them.contains(mv.to()) || mv.kind() == MoveKind::EnPassant;
        if (self.only_captures && !is_capture)
            || (self.constraints.standing_kings && self.flees(mv))
            || (self.constraints.forbidden_checks && self.gives_check(mv))
        {
            return;
        }
        self.any = true;
        if let Some(sink) = &mut self.sink {
            sink.single(mv);
        }
    }
}

//! Attacks by special moves and what follows from them for the side to move:
//! checks, pins, and the paths over hurdles.
//!
//! A path over a hurdle breaks two rules that hold for all others. A piece can
//! open it by arriving, as a hurdle that was missing; and a piece on it, the
//! hurdle, closes it by leaving. So every own piece on such a path has targets
//! of its own ([`safe_targets`](PositionOf::safe_targets)), while all other
//! pieces share the squares that neither leave nor put the King in check.

use arrayvec::ArrayVec;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::movement::{MovementTable, Path};
use crate::board::moves::Move;
use crate::board::piece::{Component, MAX_KINDS, Piece, PieceKind};
use crate::board::square::Square;
use crate::rules::NoPromotionLeft;

use super::{CheckInfo, PositionOf};

impl PositionOf<'_> {
    /// The pieces of both sides that attack a square with special moves.
    #[inline]
    pub(crate) fn special_attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        if self.component(Component::Special).is_empty() {
            return Bitboard::EMPTY;
        }
        let [white, black] =
            Color::ALL.map(|color| self.special_attackers_of(color, square, occupied));
        white | black
    }

    /// The pieces of one side that attack a square with special moves.
    #[cold]
    #[inline(never)]
    pub(super) fn special_attackers_of(
        &self,
        color: Color,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let is_attacker = |from: &Square| {
            let table = self.special_table(*from);
            table.is_some_and(|table| table.is_attacking(*from, square, occupied))
        };
        self.special_candidates(color, square)
            .into_iter()
            .filter(is_attacker)
            .collect()
    }

    /// A side's pieces that would attack a square with special moves if enough
    /// other squares were empty or occupied.
    #[inline]
    fn special_candidates(&self, color: Color, square: Square) -> Bitboard {
        let special = self.component(Component::Special) & self.colors(color);
        special & self.rules.special_sources(color, square)
    }

    /// The paths by which the piece on `from` attacks a square.
    #[inline]
    fn special_paths(&self, from: Square, square: Square) -> &[Path] {
        let table = self.special_table(from);
        table.map_or(&[], |table| table.paths(from, square))
    }

    /// The table of the special moves of the piece on a square.
    #[inline]
    fn special_table(&self, square: Square) -> Option<&MovementTable> {
        let piece = self.piece_on(square)?;
        self.rules.special_table(piece)
    }

    /// Adds the checks and pins by special moves of the opponent. A reference
    /// instead of a value would keep the checks of all games in memory.
    #[cold]
    #[inline(never)]
    pub(super) fn with_special_checks(&self, mut check_info: CheckInfo) -> CheckInfo {
        let us = self.colors(self.side_to_move);
        let occupied = self.occupied();
        let king = check_info.king;
        for attacker in self.special_candidates(!self.side_to_move, king) {
            for path in self.special_paths(attacker, king) {
                let blockers = path.empty & occupied;
                let missing = path.occupied - occupied;
                if (blockers | missing).is_empty() {
                    check_info.add_checker(attacker, path.empty);
                }
                if path.occupied.is_empty() {
                    if !blockers.several() {
                        check_info.pinned |= blockers & us;
                    }
                    continue;
                }
                if blockers.several() || missing.several() {
                    continue;
                }
                check_info.pinned |= blockers & us;
                if blockers.is_empty() {
                    check_info.evasion_mask -= missing;
                    check_info.pinned |= path.occupied & us;
                }
            }
        }
        check_info
    }

    /// The squares that a pin by special moves without hurdles leaves a pinned
    /// piece.
    #[cold]
    #[inline(never)]
    pub(super) fn special_pin_mask(&self, pinned: Square) -> Bitboard {
        let king = self.king(self.side_to_move);
        let mut allowed = Bitboard::first(128);
        for attacker in self.special_candidates(!self.side_to_move, king) {
            for path in self.special_paths(attacker, king) {
                if path.occupied.is_empty() && path.empty & self.occupied() == pinned.into() {
                    allowed &= path.empty | attacker.into();
                }
            }
        }
        allowed
    }

    /// The squares where the piece on `from`, which is not a King, may go without
    /// leaving its King attacked. Move generation needs this only for pinned pieces in
    /// games with hurdles.
    ///
    /// ```
    /// use peregrine::{position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let pinned = Position::from_fen(rules, "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1").unwrap();
    /// let rook = rules.geometry().square_named("e2").unwrap();
    /// assert_eq!(pinned.safe_targets(rook).count(), 6);
    /// ```
    #[cold]
    #[inline(never)]
    pub fn safe_targets(&self, from: Square) -> Bitboard {
        if !self.rules.has_usual_kings() {
            return self.royal_targets(from, Bitboard::first(128) - from.into());
        }
        self.safe_targets_of(self.only_king(self.side_to_move), from)
    }

    /// The same with regard to one royal piece, on `king`.
    pub(super) fn safe_targets_of(&self, king: Square, from: Square) -> Bitboard {
        let enemy = !self.side_to_move;
        let lifted = self.occupied() - from.into();
        let mut targets = Bitboard::first(128) - from.into();
        for leaper in self.leaping_attackers(king) & self.colors(enemy) {
            targets &= leaper.into();
        }
        self.for_each_path_to(king, enemy, |attacker, paths| {
            for &path in paths {
                if !path.meets(lifted) {
                    targets &= path | attacker.into();
                }
            }
        });
        for attacker in self.special_candidates(enemy, king) {
            for path in self.special_paths(attacker, king) {
                let blockers = path.empty & lifted;
                let missing = path.occupied - lifted;
                if (blockers | missing).is_empty() {
                    targets &= path.empty | attacker.into();
                } else if blockers.is_empty() && !missing.several() {
                    targets -= missing;
                }
            }
        }
        targets
    }

    /// The squares on which a piece of this kind may capture en passant.
    pub(crate) fn en_passant_targets(&self, kind: PieceKind) -> Bitboard {
        if !self.rules.has_plain_pawns() {
            return self.en_passant_squares();
        }
        let passed = self.en_passant.filter(|_| kind == PieceKind::PAWN);
        passed.map_or(Bitboard::EMPTY, Bitboard::from)
    }

    /// The squares on which the piece moved last can be captured en passant.
    #[cold]
    #[inline(never)]
    pub(super) fn en_passant_squares(&self) -> Bitboard {
        let (Some(over), Some(victim)) = (self.en_passant, self.en_passant_victim) else {
            return Bitboard::EMPTY;
        };
        let piece = self.piece_on(victim);
        let Some(rules) = piece.and_then(|piece| self.rules.pawn_rules(piece)) else {
            return over.into();
        };
        let mut moves = rules.double_moves.iter();
        let found = moves.find(|double| double.over == over && double.to == victim);
        found.map_or(over.into(), |double| double.passed)
    }

    /// The captures en passant from one square to another that leave the royal pieces safe,
    /// promotions among them.
    #[cold]
    #[inline(never)]
    pub(super) fn en_passant_moves(
        &self,
        from: Square,
        target: Square,
    ) -> ArrayVec<Move, { MAX_KINDS + 1 }> {
        let Some(piece) = self.piece_on(from) else {
            return ArrayVec::new();
        };
        let own = self.rules.pawn_rules(piece);
        let own = own.filter(|own| own.en_passant_promotes);
        let zone = own.and_then(|own| Some((own, own.zone_of_move(from, target)?)));
        let mut moves = ArrayVec::new();
        match zone {
            None => moves.push(Move::en_passant(from, target)),
            Some((own, zone)) => {
                let kinds = self.promotion_choices(piece.color(), zone);
                let loses = own.pool == Some(NoPromotionLeft::Loses) && kinds.is_empty();
                if zone.optional || loses {
                    moves.push(Move::en_passant(from, target));
                }
                let promotion = |&kind| Move::en_passant_promotion(from, target, kind);
                moves.extend(kinds.iter().map(promotion));
            }
        }
        let is_royal = |kind: PieceKind| self.rules.is_royal(kind);
        let is_safe = self.en_passant_is_safe(from, target);
        moves.retain(|mv| match mv.promoted_to() {
            Some(kind) if is_royal(kind) || is_royal(piece.kind()) => self.is_safe_after(*mv),
            _ => is_safe,
        });
        moves
    }

    /// The pieces of the side to move that do not capture as orthodox Pawns and could
    /// capture en passant on `target`. One that can go there without capturing does that: the
    /// squares of a move say which move it is.
    #[cold]
    #[inline(never)]
    pub(super) fn special_en_passant_capturers(&self, target: Square) -> Bitboard {
        let special = self.component(Component::Special) & self.colors(self.side_to_move);
        let captures = |from: &Square| {
            let table = self.special_table(*from);
            let occupied = self.occupied();
            table.is_some_and(|table| {
                table.en_passants(*from, occupied).contains(target)
                    && !table.quiets(*from, occupied).contains(target)
            })
        };
        special.into_iter().filter(captures).collect()
    }

    /// Whether a move of the piece on its origin leads to an attack on the enemy
    /// King by a special move: of the piece that moves, here `arriving`, or of
    /// another one whose path it opens.
    #[cold]
    #[inline(never)]
    pub(super) fn gives_special_check(&self, mv: Move, arriving: Piece) -> bool {
        let occupied = (self.occupied() - mv.from().into()) | mv.to().into();
        let direct = self.rules.special_table(arriving);
        self.checkable().into_iter().any(|king| {
            let others = self.special_candidates(self.side_to_move, king) - mv.from().into();
            let attacks =
                |from: Square, table: &MovementTable| table.is_attacking(from, king, occupied);
            direct.is_some_and(|table| attacks(mv.to(), table))
                || others.into_iter().any(|from| {
                    self.special_table(from)
                        .is_some_and(|table| attacks(from, table))
                })
        })
    }
}

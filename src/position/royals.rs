//! Several royal pieces: checks, pins and safe moves where each side does not simply have one
//! King.
//!
//! What a piece may do is found for each royal piece on its own, as for a King: the squares to
//! which the piece can go without leaving *that* royal attacked. If all must be safe, a move
//! needs every one of these sets; if one safe royal is enough, it needs one of them.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::moves::Move;
use crate::board::piece::{Component, Piece, PieceKind};
use crate::board::square::Square;
use crate::rules::Royalty;

use super::{CheckInfo, CheckSquares, PositionOf};

impl PositionOf<'_> {
    /// The royal pieces of a side: in most games its King.
    ///
    /// ```
    /// use peregrine::{board::color::Color, position::Position, variants};
    /// let start = Position::start(variants::falcon());
    /// assert_eq!(start.royals(Color::White), start.king(Color::White).into());
    /// ```
    #[inline]
    pub fn royals(&self, color: Color) -> Bitboard {
        self.component(Component::King) & self.colors(color)
    }

    /// The King, or another royal piece of a side without one. A side that needs none may have
    /// none; the answer is then some square.
    #[cold]
    pub(super) fn first_king(&self, color: Color) -> Square {
        let king = self.pieces(color, PieceKind::KING).lowest();
        let royal = king.or_else(|| self.royals(color).lowest());
        let any = || self.rules.geometry().squares().lowest();
        royal
            .or_else(|| self.colors(color).lowest())
            .or_else(any)
            .unwrap_or(Square::new(0))
    }

    /// The royal pieces of a side that matter for its safety, whatever its move.
    pub(super) fn bound_royals(&self, color: Color) -> Bitboard {
        let royals = self.royals(color);
        match self.rules.royalty() {
            Royalty::None => return Bitboard::EMPTY,
            Royalty::All | Royalty::Duple => return royals,
            Royalty::Last => {}
        }
        let kind = |square: Square| self.piece_on(square).map(Piece::kind);
        let is_last = |&square: &Square| {
            let others = royals - square.into();
            others.into_iter().all(|other| kind(other) != kind(square))
        };
        royals.into_iter().filter(is_last).collect()
    }

    /// Whether one safe royal piece is enough.
    fn needs_one_safe_royal(&self) -> bool {
        self.rules.royalty() == Royalty::Duple
    }

    /// Whether the royal pieces of a side are as safe as the rules require against these
    /// attackers.
    #[cold]
    #[inline(never)]
    pub(super) fn are_royals_safe(
        &self,
        color: Color,
        attackers: Bitboard,
        occupied: Bitboard,
    ) -> bool {
        if self.has_facing_kings(occupied) {
            return false;
        }
        let is_attacked =
            |square: Square| self.is_attacked_by_any_of(square, !color, attackers, occupied);
        let mut bound = self.bound_royals(color).into_iter();
        match self.needs_one_safe_royal() {
            true => !bound.all(is_attacked),
            false => !bound.any(is_attacked),
        }
    }

    /// A royal piece of the side to move that is attacked; the King if none is.
    pub(crate) fn checked_royal(&self) -> Square {
        let side = self.side_to_move;
        let is_attacked = |royal: &Square| self.is_attacked(*royal, !side, self.occupied());
        let attacked = self.bound_royals(side).into_iter().find(is_attacked);
        attacked.unwrap_or_else(|| self.king(side))
    }

    /// Whether the Kings face each other as they must not, with these squares occupied.
    pub(super) fn has_facing_kings(&self, occupied: Bitboard) -> bool {
        let [white, black] = Color::ALL.map(|color| self.pieces(color, PieceKind::KING));
        let faces = |king| self.rules.geometry().straight(king, occupied).meets(black);
        !self.rules.kings_may_face() && white.into_iter().any(faces)
    }

    /// The sets of squares between Kings of both sides on one rank or file.
    fn between_kings(&self) -> impl Iterator<Item = Bitboard> {
        let side = self.side_to_move;
        let [own, enemy] = [side, !side].map(|color| self.pieces(color, PieceKind::KING));
        let geometry = self.rules.geometry();
        let lines = own.into_iter().flat_map(move |king| {
            let facing = geometry.straight(king, Bitboard::EMPTY) & enemy;
            facing.into_iter().map(move |other| {
                geometry.straight(king, other.into()) & geometry.straight(other, king.into())
            })
        });
        lines.filter(|_| !self.rules.kings_may_face())
    }

    /// Whether a side leaves its royal pieces safe by a move that it could otherwise make.
    #[cold]
    #[inline(never)]
    pub(super) fn is_safe_after(&self, mv: Move) -> bool {
        let side = self.side_to_move;
        let next = self.after_move(mv);
        next.are_royals_safe(side, next.colors(!side), next.occupied())
    }

    /// The pieces giving check to the side to move.
    #[cold]
    #[inline(never)]
    pub(super) fn royal_checkers(&self) -> Bitboard {
        self.royal_check_info().checkers
    }

    /// Checks and pins against the royal pieces of the side to move. Where one safe royal is
    /// enough, there is a check only if all are attacked.
    #[cold]
    #[inline(never)]
    pub(super) fn royal_check_info(&self) -> CheckInfo {
        let side = self.side_to_move;
        let mut all = CheckInfo {
            king: self.first_king(side),
            checkers: Bitboard::EMPTY,
            evasion_mask: Bitboard::first(128),
            pinned: Bitboard::EMPTY,
        };
        let one_is_enough = self.needs_one_safe_royal();
        if one_is_enough {
            all.evasion_mask = Bitboard::EMPTY;
        }
        let mut is_safe = false;
        for royal in self.bound_royals(side) {
            let mut one = self.check_info_of(royal);
            let steps = self.rules.king_steps(royal) & self.component(Component::King);
            for attacker in steps & self.colors(!side) {
                one.add_checker(attacker, Bitboard::EMPTY);
            }
            is_safe |= one.checkers.is_empty();
            all.checkers |= one.checkers;
            all.pinned |= one.pinned;
            match one_is_enough {
                true => all.evasion_mask |= one.evasion_mask,
                false => all.evasion_mask &= one.evasion_mask,
            }
        }
        if one_is_enough && is_safe {
            all.checkers = Bitboard::EMPTY;
        }
        for between in self.between_kings() {
            let blockers = between & self.occupied();
            if !blockers.several() {
                all.pinned |= blockers & self.colors(side);
            }
        }
        all
    }

    /// Those of a piece's targets that leave the royal pieces safe. The piece does not become
    /// another one, and nothing else moves.
    pub(super) fn royal_targets(&self, from: Square, targets: Bitboard) -> Bitboard {
        let enemy = !self.side_to_move;
        let vacated = self.occupied() - from.into();
        let safe = |royal: Square, targets: Bitboard| -> Bitboard {
            if royal != from {
                return self.safe_targets_of(royal, from) & targets;
            }
            let safe = |to: &Square| !self.is_attacked(*to, enemy, vacated);
            targets.into_iter().filter(safe).collect()
        };
        let targets = self.hidden_targets(from, targets);
        let bound = self.bound_royals(self.side_to_move).into_iter();
        let bound = bound.map(|royal| safe(royal, targets));
        match self.needs_one_safe_royal() {
            true => bound.fold(Bitboard::EMPTY, |all, one| all | one),
            false => bound.fold(targets, |all, one| all & one),
        }
    }

    /// Those of a piece's targets that leave something between the Kings.
    fn hidden_targets(&self, from: Square, targets: Bitboard) -> Bitboard {
        let vacated = self.occupied() - from.into();
        if self.rules.kings_may_face() {
            return targets;
        }
        let king = Piece::new(self.side_to_move, PieceKind::KING);
        if self.piece_on(from) == Some(king) {
            let enemy = self.pieces(!self.side_to_move, PieceKind::KING);
            let geometry = self.rules.geometry();
            let is_hidden = |to: &Square| !geometry.straight(*to, vacated).meets(enemy);
            return targets.into_iter().filter(is_hidden).collect();
        }
        let open = self
            .between_kings()
            .filter(|between| !between.meets(vacated));
        open.fold(targets, |targets, between| targets & between)
    }

    /// The castling rights that end because a move captures or moves a King, or another piece
    /// that castles.
    #[cold]
    #[inline(never)]
    pub(super) fn rights_lost_with_king(&self, mv: Move) -> Bitboard {
        let ends = |color: &Color| {
            let king = self.castling_king(*color);
            king.is_some_and(|king| [mv.from(), mv.to()].contains(&king))
        };
        let sides = Color::ALL.into_iter().filter(ends);
        sides.fold(Bitboard::EMPTY, |lost, color| lost | self.colors(color))
    }

    /// The royal pieces of the opponent to which an attack is a check or, where not all must be
    /// safe, may be one after more moves.
    #[inline]
    pub(super) fn checkable(&self) -> Bitboard {
        let enemy = !self.side_to_move;
        match self.rules.has_usual_kings() {
            true => self.only_king(enemy).into(),
            false if !self.rules.has_royals() => Bitboard::EMPTY,
            false => self.royals(enemy),
        }
    }

    /// How the side to move can give check.
    #[cold]
    #[inline(never)]
    pub(super) fn royal_check_squares(&self) -> CheckSquares {
        let mut all = CheckSquares {
            squares: [Bitboard::EMPTY; Component::COUNT],
            discovery_blockers: Bitboard::EMPTY,
        };
        for royal in self.checkable() {
            let one = self.check_squares_of(royal);
            for (squares, more) in all.squares.iter_mut().zip(one.squares) {
                *squares |= more;
            }
            all.squares[Component::King.index()] |= self.rules.king_steps(royal);
            all.discovery_blockers |= one.discovery_blockers;
        }
        all
    }
}

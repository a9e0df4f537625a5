//! Attacks and what follows from them for the side to move: checks and pins.
//!
//! All attackers that can be blocked are treated alike, by *the paths from the
//! attacker to the King*. A slider has one path, a Falcon three; each is a set
//! of squares that must all be empty for the attack to exist. Special moves are
//! in `src/position/special.rs`.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::{Component, Components, Piece, PieceKind};
use crate::board::square::Square;
use crate::rules::component_attacks;

use super::PositionOf;

/// Checks and pins against the King of the side to move.
#[derive(Clone, Debug)]
pub struct CheckInfo {
    /// The King's square.
    pub king: Square,
    /// The pieces giving check.
    pub checkers: Bitboard,
    /// Where pieces other than the King may go: anywhere if there is no check,
    /// otherwise only to squares that capture the checker or block all its
    /// paths.
    pub evasion_mask: Bitboard,
    /// Own pieces whose moves are restricted because they would open a path. In
    /// games with hurdles also those on a path over one, as the hurdle or as the
    /// only piece that blocks it; there, [`PositionOf::safe_targets`] says where
    /// pinned pieces may go, and `evasion_mask` does not apply to them.
    pub pinned: Bitboard,
}

impl CheckInfo {
    #[inline]
    pub(super) fn add_checker(&mut self, checker: Square, blocks: Bitboard) {
        self.checkers |= checker.into();
        self.evasion_mask &= blocks | checker.into();
    }
}

/// How the side to move can give check.
#[derive(Clone, Debug)]
pub struct CheckSquares {
    /// For each component, by index, the squares from which it attacks the
    /// enemy King; none for special moves, which differ between kinds.
    pub squares: [Bitboard; Component::COUNT],
    /// Own pieces that alone block another own piece's attack on the enemy
    /// King.
    pub discovery_blockers: Bitboard,
}

impl CheckSquares {
    /// Whether a move gives check or may give check: a discovering piece counts
    /// even if it stays on the path. Ignores castling, en-passant captures,
    /// attacks of a promoted piece across the square that the Pawn left, and captures
    /// of a royal piece that leave another as the last.
    ///
    /// ```
    /// use peregrine::{notation::parse_coordinate, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let position = Position::from_fen(rules, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    /// let check = parse_coordinate(&position, "a1a8").unwrap();
    /// assert!(position.check_squares().may_give_check(&position, check));
    /// ```
    #[inline]
    pub fn may_give_check(&self, position: &PositionOf<'_>, mv: Move) -> bool {
        let Some(piece) = position.piece_on(mv.from()) else {
            return false;
        };
        let attacks = |kind: PieceKind, square: Square| {
            let masks = position.rules.masks(kind);
            let squares = self.squares.iter().zip(masks);
            squares
                .fold(Bitboard::EMPTY, |all, (&squares, &mask)| {
                    all | squares & mask
                })
                .contains(square)
        };
        if mv.kind() == MoveKind::KingSwap {
            let partner = position.piece_on(mv.to());
            return partner.is_some_and(|partner| {
                let swapped = Move::plain(mv.to(), mv.from());
                attacks(partner.kind(), mv.from())
                    || position.may_give_special_check(swapped, partner)
            });
        }
        let arriving = mv.promoted_to().unwrap_or(piece.kind());
        let components = position.rules.components(arriving);
        self.discovery_blockers.contains(mv.from())
            || attacks(arriving, mv.to())
            || components.contains(Components::FALCON)
                && components != Components::FALCON
                && position.opens_own_path(mv)
            || position.may_give_special_check(mv, Piece::new(piece.color(), arriving))
    }
}

impl PositionOf<'_> {
    /// The pieces of both sides that attack a square, given the occupied
    /// squares.
    ///
    /// ```
    /// use peregrine::{position::Position, variants};
    /// let rules = variants::falcon();
    /// let start = Position::start(rules);
    /// let c3 = rules.geometry().square_named("c3").unwrap();
    /// assert_eq!(start.attackers(c3, start.occupied()).count(), 3);
    /// ```
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let geometry = self.rules.geometry();
        let falcons = self.component(Component::Falcon);
        let mut attackers = self.leaping_attackers(square)
            | self.special_attackers(square, occupied)
            | geometry.diagonal(square, occupied) & self.component(Component::Diagonal)
            | geometry.straight(square, occupied) & self.component(Component::Straight);
        if geometry.falcon_reach(square).meets(falcons) {
            attackers |= geometry.falcon(square, occupied) & falcons;
        }
        attackers
    }

    /// The pieces of both sides that attack a square with the Pawn, King or
    /// Knight component, which cannot be blocked.
    #[inline]
    pub(crate) fn leaping_attackers(&self, square: Square) -> Bitboard {
        let geometry = self.rules.geometry();
        let pawns = geometry.pawn_captures(Color::Black, square) & self.colors(Color::White)
            | geometry.pawn_captures(Color::White, square) & self.colors(Color::Black);
        pawns & self.component(Component::Pawn)
            | self.rules.king_steps(square) & self.component(Component::King)
            | geometry.knight(square) & self.component(Component::Knight)
    }

    /// Whether a side attacks a square, given the occupied squares
    /// (docs/rules.md, section 1.2).
    ///
    /// ```
    /// use peregrine::{board::color::Color, position::Position, variants};
    /// let rules = variants::falcon();
    /// let start = Position::start(rules);
    /// let c3 = rules.geometry().square_named("c3").unwrap();
    /// assert!(start.is_attacked(c3, Color::White, start.occupied()));
    /// assert!(!start.is_attacked(c3, Color::Black, start.occupied()));
    /// ```
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        self.is_attacked_by_any_of(square, by, self.colors(by), occupied)
    }

    /// Whether any of these pieces of a side attacks a square.
    #[inline(always)]
    pub(crate) fn is_attacked_by_any_of(
        &self,
        square: Square,
        by: Color,
        attackers: Bitboard,
        occupied: Bitboard,
    ) -> bool {
        let geometry = self.rules.geometry();
        let pieces = |component| self.component(component) & attackers;
        let leaps = geometry.pawn_captures(!by, square) & pieces(Component::Pawn)
            | self.rules.king_steps(square) & pieces(Component::King)
            | geometry.knight(square) & pieces(Component::Knight);
        if leaps.any() {
            return true;
        }
        if pieces(Component::Special).any()
            && self
                .special_attackers_of(by, square, occupied)
                .meets(attackers)
        {
            return true;
        }
        let (straight, diagonal) = (pieces(Component::Straight), pieces(Component::Diagonal));
        let [files_and_ranks, diagonals] = geometry.lines().reach(square);
        if files_and_ranks.meets(straight) && geometry.straight(square, occupied).meets(straight)
            || diagonals.meets(diagonal) && geometry.diagonal(square, occupied).meets(diagonal)
        {
            return true;
        }
        let falcons = pieces(Component::Falcon);
        geometry.falcon_reach(square).meets(falcons)
            && geometry.falcon(square, occupied).meets(falcons)
    }

    /// The pieces giving check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        if !self.rules.has_usual_kings() {
            return self.royal_checkers();
        }
        self.attackers(self.king(self.side_to_move), self.occupied())
            & self.colors(!self.side_to_move)
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        if !self.rules.has_usual_kings() {
            let (side, them) = (self.side_to_move, self.colors(!self.side_to_move));
            return !self.are_royals_safe(side, them, self.occupied());
        }
        self.is_attacked(
            self.king(self.side_to_move),
            !self.side_to_move,
            self.occupied(),
        )
    }

    /// The checks and pins against the King of the side to move.
    #[inline(always)]
    pub fn check_info(&self) -> CheckInfo {
        match self.rules.has_usual_kings() {
            true => self.check_info_of(self.only_king(self.side_to_move)),
            false => self.royal_check_info(),
        }
    }

    /// The checks and pins against one royal piece of the side to move, without checks by the
    /// steps of Kings.
    #[inline(always)]
    pub(super) fn check_info_of(&self, king: Square) -> CheckInfo {
        let geometry = self.rules.geometry();
        let (us, them) = (
            self.colors(self.side_to_move),
            self.colors(!self.side_to_move),
        );
        let mut check_info = CheckInfo {
            king,
            checkers: Bitboard::EMPTY,
            evasion_mask: Bitboard::first(128),
            pinned: Bitboard::EMPTY,
        };
        let leapers = geometry.pawn_captures(self.side_to_move, king)
            & self.component(Component::Pawn)
            | geometry.knight(king) & self.component(Component::Knight);
        for leaper in leapers & them {
            check_info.add_checker(leaper, Bitboard::EMPTY);
        }
        if self.component(Component::Special).meets(them) {
            check_info = self.with_special_checks(check_info);
        }
        self.for_each_path_to(king, !self.side_to_move, |attacker, paths| {
            let mut common = Bitboard::first(128);
            let mut open = false;
            for &path in paths {
                let blockers = path & (us | them);
                if blockers.is_empty() {
                    common &= path;
                    open = true;
                } else if !blockers.several() {
                    check_info.pinned |= blockers & us;
                }
            }
            if open {
                check_info.add_checker(attacker, common);
            }
        });
        check_info
    }

    /// The squares that a pin leaves a pinned piece: it captures the attacker,
    /// or keeps blocking every path that it alone blocks.
    ///
    /// ```
    /// use peregrine::{position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let pinned = Position::from_fen(rules, "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1").unwrap();
    /// let rook = pinned.check_info().pinned.lowest().unwrap();
    /// assert_eq!(pinned.pin_mask(rook).count(), 7);
    /// ```
    pub fn pin_mask(&self, pinned: Square) -> Bitboard {
        let occupied = self.occupied();
        let mut allowed = Bitboard::first(128);
        self.for_each_path_to(
            self.king(self.side_to_move),
            !self.side_to_move,
            |attacker, paths| {
                for &path in paths {
                    if path & occupied == pinned.into() {
                        allowed &= path | attacker.into();
                    }
                }
            },
        );
        if self.component(Component::Special).any() {
            allowed &= self.special_pin_mask(pinned);
        }
        allowed
    }

    /// Whether a move leads to an attack on the enemy King by a special move.
    #[inline]
    fn may_give_special_check(&self, mv: Move, arriving: Piece) -> bool {
        self.rules.has_special_moves() && self.gives_special_check(mv, arriving)
    }

    /// Whether a piece with the Falcon component attacks the enemy King along a
    /// path on which it stood itself. A plain Falcon never does, because none
    /// of its targets lies on the way to another; a compound piece can get
    /// there with its other components.
    #[cold]
    fn opens_own_path(&self, mv: Move) -> bool {
        let geometry = self.rules.geometry();
        let occupied = self.occupied() - mv.from().into();
        self.checkable().into_iter().any(|king| {
            geometry.falcon_reach(king).contains(mv.to())
                && geometry.falcon(king, occupied).contains(mv.to())
        })
    }

    /// How the side to move can give check.
    ///
    /// ```
    /// use peregrine::{board::piece::Component, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let checks = Position::start(rules).check_squares();
    /// assert_eq!(checks.squares[Component::Knight.index()].count(), 4);
    /// ```
    pub fn check_squares(&self) -> CheckSquares {
        match self.rules.has_usual_kings() {
            true => self.check_squares_of(self.only_king(!self.side_to_move)),
            false => self.royal_check_squares(),
        }
    }

    /// How the side to move can attack one royal piece of the other side, except with the
    /// steps of a King.
    #[inline(always)]
    pub(super) fn check_squares_of(&self, king: Square) -> CheckSquares {
        let geometry = self.rules.geometry();
        let (us, occupied) = (self.colors(self.side_to_move), self.occupied());
        let blockers = geometry.blockers(occupied);
        let squares = Component::ALL.map(|component| match component {
            Component::Pawn => geometry.pawn_captures(!self.side_to_move, king),
            Component::King | Component::Special => Bitboard::EMPTY,
            _ => component_attacks(geometry, component, king, blockers),
        });
        let mut discovery_blockers = Bitboard::EMPTY;
        self.for_each_path_to(king, self.side_to_move, |_, paths| {
            for &path in paths {
                let blockers = path & occupied;
                if !blockers.several() {
                    discovery_blockers |= blockers & us;
                }
            }
        });
        CheckSquares {
            squares,
            discovery_blockers,
        }
    }

    /// Calls back with every piece of a side that would attack a square on an
    /// empty board without special moves, and its paths. A path is a set of
    /// squares that must all be empty; a slider has one path, a Falcon three.
    #[inline(always)]
    pub(super) fn for_each_path_to(
        &self,
        king: Square,
        by: Color,
        mut callback: impl FnMut(Square, &[Bitboard]),
    ) {
        let geometry = self.rules.geometry();
        let them = self.colors(by);
        let lines = geometry.lines().through(king);
        let [files_and_ranks, diagonals] = *geometry.lines().reach(king);
        for (first, reach, component) in [
            (0, files_and_ranks, Component::Straight),
            (2, diagonals, Component::Diagonal),
        ] {
            for slider in self.component(component) & them & reach {
                let n = first + usize::from(!lines[first].squares().contains(slider));
                let (line, from_slider) = (&lines[n], &geometry.lines().through(slider)[n]);
                let path = if slider > king {
                    line.upper & from_slider.lower
                } else {
                    line.lower & from_slider.upper
                };
                callback(slider, &[path]);
            }
        }
        for falcon in self.component(Component::Falcon) & them & geometry.falcon_reach(king) {
            callback(falcon, geometry.falcon_paths(king, falcon));
        }
    }

    /// Whether an en-passant capture from `from` on `target` leaves the own
    /// King safe. Pins cannot tell, because both Pawns leave their squares at
    /// once.
    pub(crate) fn en_passant_is_safe(&self, from: Square, target: Square) -> bool {
        let captured = self
            .en_passant_victim
            .map_or(Bitboard::EMPTY, Bitboard::from);
        let occupied = (self.occupied() - from.into() - captured) | target.into();
        let attackers = self.colors(!self.side_to_move) - captured;
        if !self.rules.has_usual_kings() {
            return self.are_royals_safe(self.side_to_move, attackers, occupied);
        }
        !self.is_attacked_by_any_of(
            self.king(self.side_to_move),
            !self.side_to_move,
            attackers,
            occupied,
        )
    }

    /// The Pawns of the side to move that could capture en passant on `target`.
    #[inline]
    pub(super) fn en_passant_capturers(&self, target: Square) -> Bitboard {
        let orthodox = self
            .rules
            .geometry()
            .pawn_captures(!self.side_to_move, target)
            & self.component(Component::Pawn)
            & self.colors(self.side_to_move);
        match self.rules.has_plain_pawns() {
            true => orthodox,
            false => orthodox | self.special_en_passant_capturers(target),
        }
    }

    /// Whether the side to move has a legal en-passant capture.
    pub(super) fn any_legal_en_passant(&self) -> bool {
        let is_plain = self.rules.has_plain_pawns();
        let squares = match is_plain {
            true => self.en_passant.map_or(Bitboard::EMPTY, Bitboard::from),
            false => self.en_passant_squares(),
        };
        squares.into_iter().any(|target| {
            let mut capturers = self.en_passant_capturers(target).into_iter();
            match is_plain {
                true => capturers.any(|from| self.en_passant_is_safe(from, target)),
                false => capturers.any(|from| !self.en_passant_moves(from, target).is_empty()),
            }
        })
    }
}

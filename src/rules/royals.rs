//! Royal pieces: the King, and others that must not be lost.
//!
//! A kind is royal if [`Components::KING`] is among its components. Games in which each side
//! has one King, and nothing else is royal, take faster ways.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{Components, Piece, PieceKind};
use crate::board::square::Square;

use super::{PieceType, Royalty, Rules, RulesSetup, SpecialMoves};

impl Rules {
    /// Which royal pieces of a side must not be left attacked.
    #[inline]
    pub fn royalty(&self) -> Royalty {
        self.setup.royalty.unwrap_or_default()
    }

    /// Whether a side can have several royal pieces.
    #[inline]
    pub fn allows_several_royals(&self) -> bool {
        self.setup.royalty.is_some()
    }

    /// Whether a kind is royal.
    ///
    /// ```
    /// # use peregrine::board::piece::PieceKind;
    /// # let rules = peregrine::variants::falcon();
    /// assert!(rules.is_royal(PieceKind::KING) && !rules.is_royal(PieceKind::FALCON));
    /// ```
    pub fn is_royal(&self, kind: PieceKind) -> bool {
        self.components(kind).contains(Components::KING) && self.has_royals()
    }

    /// Whether some piece must not be left attacked.
    ///
    /// ```
    /// # let rules = peregrine::variants::falcon();
    /// assert!(rules.has_royals());
    /// ```
    #[inline]
    pub fn has_royals(&self) -> bool {
        self.setup.royalty != Some(Royalty::None)
    }

    /// Whether a side must have a royal piece. A side that starts without one does not, where
    /// it can lose in another way.
    pub(crate) fn needs_royal(&self, color: Color) -> bool {
        let starts_with_one = self
            .piece_types()
            .iter()
            .any(|row| self.is_royal(row.kind) && self.start_count(color, row.kind) > 0);
        let has_another_end = self.ends().extinction.is_some();
        match self.setup.royalty {
            Some(Royalty::None) => false,
            Some(Royalty::All | Royalty::Last) => starts_with_one || !has_another_end,
            Some(Royalty::Duple) | None => true,
        }
    }

    /// Whether other kinds than the King are royal.
    pub(crate) fn has_other_royals(&self) -> bool {
        let mut kinds = self.piece_types().iter().map(|row| row.kind);
        kinds.any(|kind| kind != PieceKind::KING && self.is_royal(kind))
    }

    /// Whether each side has one King and can have no other royal piece.
    ///
    /// ```
    /// # let rules = peregrine::variants::falcon();
    /// assert!(rules.has_single_king());
    /// ```
    #[inline]
    pub fn has_single_king(&self) -> bool {
        self.has_single_king
    }

    /// Whether safety is that of one King on each side, as in orthodox chess. Games in which it
    /// is not take slower ways.
    #[inline]
    pub(crate) fn has_usual_kings(&self) -> bool {
        self.has_usual_kings
    }

    /// Whether the Kings may face each other along a rank or file with nothing between, as
    /// they may not in Xiangqi.
    ///
    /// ```
    /// # let rules = peregrine::variants::falcon();
    /// assert!(rules.kings_may_face());
    /// ```
    pub fn kings_may_face(&self) -> bool {
        self.setup.kings_may_face
    }

    /// Finds what depends on the start position.
    pub(super) fn find_royals(&mut self) {
        self.has_single_king = self.has_royals()
            && !self.has_other_royals()
            && Color::ALL.into_iter().all(|color| {
                self.start_count(color, PieceKind::KING) == 1 && !self.promotes_to_royal(color)
            });
        self.has_usual_kings =
            self.has_single_king && self.kings_may_face() && self.only_kings_castle();
    }

    /// Whether Pawns of a side, or other pieces that promote, can become royal.
    pub(crate) fn promotes_to_royal(&self, color: Color) -> bool {
        let pieces = self.piece_types().iter();
        let pieces = pieces.map(|row| Piece::new(color, row.kind));
        let own = pieces.filter_map(|piece| self.pawn_rules(piece));
        let mut kinds = own.flat_map(|own| &own.zones).flat_map(|zone| &zone.kinds);
        kinds.any(|&kind| self.is_royal(kind))
    }

    /// The squares that a King attacks with [`Component::King`]: none if he has other
    /// components, which are then his whole move.
    #[inline]
    pub(crate) fn king_steps(&self, square: Square) -> Bitboard {
        self.geometry().king(square) & self.king_mask
    }

    /// Whether the King moves as in orthodox chess, apart from castling.
    ///
    /// ```
    /// # let rules = peregrine::variants::falcon();
    /// assert!(rules.has_orthodox_king());
    /// ```
    pub fn has_orthodox_king(&self) -> bool {
        self.components(PieceKind::KING) == Components::KING
    }
}

/// Gives the King his steps as special moves if other kinds are royal: steps for all royal
/// pieces would otherwise be steps of each.
pub(super) fn with_special_kings(mut setup: RulesSetup) -> RulesSetup {
    let types = setup.piece_types.iter();
    let mut royal = types.filter(|row| row.components.contains(Components::KING));
    if royal.any(|row| row.kind != PieceKind::KING) {
        let types = setup.piece_types.iter_mut();
        for king in types.filter(|row| row.components == Components::KING) {
            king.components |= Components::SPECIAL;
            king.special = SpecialMoves {
                leaps: vec![(0, 1), (1, 1)],
                ..SpecialMoves::default()
            };
        }
    }
    setup
}

/// The components by which a piece moves. All moves of royal pieces and Pawns that do not
/// move as in chess are special: those of royal pieces must be safe, and Pawns promote.
pub(super) fn components_of(piece_type: &PieceType) -> Components {
    let components = piece_type.components;
    match piece_type.kind {
        PieceKind::KING if components != Components::KING => {
            components | Components::KING | Components::SPECIAL
        }
        PieceKind::PAWN if components != Components::PAWN => {
            (components - Components::PAWN) | Components::SPECIAL
        }
        kind if kind != PieceKind::KING && components.contains(Components::KING) => {
            components | Components::SPECIAL
        }
        // A piece that never moves has special moves, too: none.
        _ if piece_type.special.pawn.is_some() || components.is_empty() => {
            components | Components::SPECIAL
        }
        _ => components,
    }
}

//! Royal pieces for Fairy-Stockfish, which calls those besides a single King "pseudo-royal".

use crate::board::color::Color;
use crate::board::piece::{Components, MAX_KINDS, PieceKind};
use crate::rules::{CastlingRule, PieceType, Royalty, SpecialMoves};

use super::Writer;

/// More pieces than a side can have.
const ANY_NUMBER: u32 = 64;

impl Writer<'_> {
    /// Whether Kings are pseudo-royal: Fairy-Stockfish allows one real King on each side, who
    /// must always be safe.
    fn has_pseudo_kings(&self) -> bool {
        let rules = self.rules;
        let counts = Color::ALL.map(|color| rules.start_count(color, PieceKind::KING));
        let becomes_king = |color| {
            let zones = rules.pawns(color).zones.iter();
            zones
                .flat_map(|zone| &zone.kinds)
                .any(|&kind| kind == PieceKind::KING)
        };
        rules.allows_several_royals() && rules.royalty() == Royalty::Duple
            || !rules.has_royals()
            || counts.into_iter().any(|count| count > 1)
            || Color::ALL.into_iter().any(becomes_king)
    }

    /// A piece as one that is not royal, unless it is the only King.
    pub(super) fn without_royalty(&self, piece: &PieceType) -> PieceType {
        let mut piece = piece.clone();
        let is_king = piece.kind == PieceKind::KING;
        let can_be_royal = piece.components.contains(Components::KING);
        if !can_be_royal || is_king && !self.has_pseudo_kings() {
            return piece;
        }
        if piece.components == Components::KING {
            piece.components = Components::SPECIAL;
            piece.special = SpecialMoves {
                leaps: vec![(0, 1), (1, 1)],
                ..SpecialMoves::default()
            };
        }
        piece.components -= Components::KING;
        if piece.special.is_empty() {
            piece.components -= Components::SPECIAL;
        }
        if is_king {
            piece.kind = PieceKind::new(MAX_KINDS - 1);
        }
        piece
    }

    /// Which pieces are royal, and how many of them.
    pub(super) fn royals(&mut self) {
        let has_pseudo_kings = self.has_pseudo_kings();
        if !self.variant.kings_may_face {
            match has_pseudo_kings {
                true => self.refuse("facing-kings", "several Kings may face each other there"),
                false => self.key("flyingGeneral", true),
            }
        }
        let kinds = self.variant.piece_types.iter().map(|piece| piece.kind);
        let is_pseudo = |kind: &PieceKind| {
            self.rules.is_royal(*kind) && (*kind != PieceKind::KING || has_pseudo_kings)
        };
        let pseudo: Vec<PieceKind> = kinds.filter(is_pseudo).collect();
        if !self.rules.has_royals() && self.rules.castling() != CastlingRule::None {
            self.refuse("castling", "only a King that is royal castles there");
        }
        if pseudo.is_empty() {
            return;
        }
        if self.rules.ends().extinction.is_some() {
            self.refuse(
                "royalty",
                "royal pieces and extinction exclude each other there",
            );
            return;
        }
        let royalty = self.rules.royalty();
        if royalty == Royalty::Duple && pseudo.len() > 1 {
            self.refuse(
                "royalty",
                "duple check is of a single kind of royal pieces there",
            );
            return;
        }
        if has_pseudo_kings && self.rules.castling() != CastlingRule::None {
            self.refuse("castling", "only a single King castles there");
            return;
        }
        let letters = self.letters(&pseudo);
        self.key("extinctionValue", "loss");
        self.key("extinctionPieceTypes", letters);
        self.key("extinctionPseudoRoyal", true);
        match royalty {
            Royalty::All => self.key("extinctionPieceCount", ANY_NUMBER),
            Royalty::Last | Royalty::None => {}
            Royalty::Duple => self.key("dupleCheck", true),
        }
    }
}

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
        let setups = || {
            let pieces = self.variant.piece_types.iter();
            let pieces = pieces.filter_map(|piece| piece.special.pawn.as_deref());
            std::iter::once(&self.variant.pawns).chain(pieces)
        };
        let becomes_king = |color: Color| {
            let mut zones = setups().flat_map(|setup| &setup.side(color).zones);
            zones.any(|zone| zone.squares.any() && zone.kinds.contains(&PieceKind::KING))
        };
        // A King who becomes another piece is none of Fairy-Stockfish's.
        let kings = self.variant.piece_types.iter();
        let mut kings = kings.filter(|piece| piece.kind == PieceKind::KING);
        rules.allows_several_royals() && rules.royalty() == Royalty::Duple
            || !rules.has_royals()
            || counts.into_iter().any(|count| count > 1)
            || Color::ALL.into_iter().any(becomes_king)
            || kings.any(|king| king.special.pawn.is_some())
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

    /// Which pieces castle: in a game without a real King, others can.
    fn castling_kings(&mut self, has_pseudo_kings: bool) {
        if self.rules.castling() == CastlingRule::None {
            return;
        }
        if !has_pseudo_kings {
            if !self.rules.only_kings_castle() {
                let reason = "in a game with a royal King only he castles there";
                self.refuse("castling-king", reason);
            }
            return;
        }
        let geometry = self.rules.geometry();
        let mut files = Vec::new();
        for color in Color::ALL {
            let kind = self.rules.castling_king_kind(color);
            let letter = self.letters(&[kind]);
            self.key(&format!("castlingKingPiece{color}"), letter);
            let Some(home) = self.rules.castling_king(color) else {
                continue;
            };
            let squares = self.squares(color, kind).into_iter();
            let on_rank = squares.filter(|square| geometry.rank(*square) == geometry.rank(home));
            if on_rank.count() > 1 {
                files.push(geometry.file(home));
            }
        }
        files.dedup();
        match files[..] {
            [] => {}
            [file] => self.key("castlingKingFile", char::from(b'a' + file as u8)),
            _ => self.refuse("castling-king", "both sides castle from one file there"),
        }
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
        self.castling_kings(has_pseudo_kings);
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

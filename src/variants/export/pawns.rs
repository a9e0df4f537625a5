//! The moves and promotions of Pawns for Fairy-Stockfish.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::PieceKind;
use crate::rules::{NoPromotionLeft, PawnSetup, PromotionZone};

use super::Writer;

impl Writer<'_> {
    pub(super) fn pawns(&mut self) {
        let pawns = &self.variant.pawns;
        if !pawns.sideways.is_empty() {
            self.refuse("pawns.sideways", "Pawns cannot step sideways");
        }
        if !pawns.extra_steps.is_empty() {
            self.refuse("pawns.steps", "Pawns have no steps of their own");
        }
        let sides = Color::ALL.map(|color| pawns.side(color));
        let any = |has: fn(&PawnSetup) -> bool| sides.iter().any(|side| has(side));
        match any(|side| side.double_step.any() || side.triple_step.any()) {
            false => self.key("doubleStep", "false"),
            true => {
                let names = ["doubleStepRegionWhite", "doubleStepRegionBlack"];
                self.regions(names, |side| side.double_step);
            }
        }
        if any(|side| side.triple_step.any()) {
            let names = ["tripleStepRegionWhite", "tripleStepRegionBlack"];
            self.regions(names, |side| side.triple_step);
        }
        let all = self.layout().squares();
        if !any(|side| side.en_passant.any()) {
            self.key("enPassantRegion", "-");
        } else if sides.iter().any(|side| (all - side.en_passant).any()) {
            let reason = "captures en passant must be possible everywhere or nowhere";
            self.refuse("pawns.en-passant", reason);
        }
        let promotes = |color: &Color| {
            let own = self.rules.pawns(*color);
            own.en_passant_promotes && self.rules.promoting_en_passant(*color).any()
        };
        if Color::ALL.iter().any(promotes) {
            let reason = "a capture en passant does not promote there";
            self.refuse("pawns.en-passant-promotion", reason);
        }
        if !any(|side| side.resets_count) {
            self.key("nMoveRuleTypes", "-");
        }
        let types = self.rules.piece_types().iter();
        for piece_type in types.filter(|piece_type| piece_type.special.pawn.is_some()) {
            let key = format!("pieces.{}", piece_type.letter);
            self.refuse(
                &key,
                "only the Pawn promotes, has initial moves or restarts the count",
            );
        }
        self.promotion();
    }

    /// Where Pawns promote, and to what.
    fn promotion(&mut self) {
        let pawns = &self.variant.pawns;
        let sides = Color::ALL.map(|color| pawns.side(color));
        let all = |zones: &[PromotionZone]| {
            let zones = zones.iter();
            zones.fold(Bitboard::EMPTY, |all, zone| all | zone.squares)
        };
        self.regions(["promotionRegionWhite", "promotionRegionBlack"], |side| {
            all(&side.zones)
        });
        let zones: Vec<&PromotionZone> = sides.iter().flat_map(|side| &side.zones).collect();
        let last = self.layout().rank_cells(self.layout().ranks() - 1);
        let is_late = |squares: Bitboard| (squares - last).is_empty();
        if zones.iter().all(|zone| zone.optional) {
            self.key("mandatoryPawnPromotion", "false");
        } else if zones.iter().any(|zone| zone.optional) {
            if zones
                .iter()
                .any(|zone| zone.optional == is_late(zone.squares))
            {
                let reason = "promotion must be optional everywhere but on the last rank";
                self.refuse("pawns.zones", reason);
            }
            self.key("mandatoryPawnPromotion", "false");
            self.key("immobilityIllegal", "true");
        }
        if zones.iter().any(|zone| zone.leaving) {
            self.refuse("pawns.zones", "Pawns do not promote when they leave a zone");
        }
        if zones
            .iter()
            .any(|zone| zone.only_lost || !zone.always.is_empty())
        {
            self.refuse(
                "pawns.zones",
                "promotion to lost pieces is a rule of 'pawns.pool'",
            );
        }
        let kinds = sides.map(|side| self.promotion_kinds(&side.zones));
        let [Some(white), Some(black)] = kinds else {
            let reason = "Pawns must have the same choice on all squares where they promote";
            return self.refuse("pawns.zones", reason);
        };
        let letter = |kind: &PieceKind| self.rules.kind_letter(*kind).to_ascii_lowercase();
        let letters = [&white, &black].map(|kinds| kinds.iter().map(letter).collect::<String>());
        match letters {
            [white, black] if white == black => self.key("promotionPieceTypes", white),
            [white, black] => {
                self.key("promotionPieceTypesWhite", white);
                self.key("promotionPieceTypesBlack", black);
            }
        }
        let limits = zones
            .first()
            .map(|zone| zone.limits.clone())
            .unwrap_or_default();
        if zones.iter().any(|zone| zone.limits != limits) {
            let reason = "the number of pieces must be limited alike on all squares";
            self.refuse("pawns.zones", reason);
        }
        if !limits.is_empty() {
            let limits = limits.iter();
            let limits: Vec<String> = limits
                .map(|row| format!("{}:{}", letter(&row.0), row.1))
                .collect();
            self.key("promotionLimit", limits.join(" "));
        }
        match pawns.pool {
            None => {}
            Some(NoPromotionLeft::Loses) => {
                self.refuse(
                    "pawns.pool",
                    "a Pawn that cannot promote does not lose the game",
                );
            }
            Some(NoPromotionLeft::Forbidden) => self.limits(&white),
        }
    }

    /// What Pawns of a side can become, if that is the same in all zones.
    fn promotion_kinds(&self, zones: &[PromotionZone]) -> Option<Vec<PieceKind>> {
        let rule = self.rules.promotion();
        let allowed = |zone: &PromotionZone| -> Vec<PieceKind> {
            let kinds = zone.kinds.iter().copied();
            kinds.filter(|&kind| rule.allows(kind)).collect()
        };
        let kinds: Vec<Vec<PieceKind>> = zones.iter().map(allowed).collect();
        let first = kinds.first().cloned().unwrap_or_default();
        kinds.iter().all(|kinds| *kinds == first).then_some(first)
    }

    /// Promotion to lost pieces: at most as many as at the start.
    fn limits(&mut self, kinds: &[PieceKind]) {
        let mut limits = Vec::new();
        for &kind in kinds {
            let letter = self.rules.kind_letter(kind).to_ascii_lowercase();
            let [white, black] = Color::ALL.map(|color| self.squares(color, kind).len());
            if white != black {
                let reason = format!("both sides must start with as many pieces '{letter}'");
                return self.refuse("pawns.pool", reason);
            }
            limits.push(format!("{letter}:{white}"));
        }
        self.key("promotionLimit", limits.join(" "));
    }

    fn regions(&mut self, names: [&str; 2], squares: impl Fn(&PawnSetup) -> Bitboard) {
        for (name, color) in names.into_iter().zip(Color::ALL) {
            let squares = squares(self.variant.pawns.side(color));
            let region = self.region(self.of_side(color, squares));
            self.key(name, region);
        }
    }

    /// Squares as a side has them.
    fn of_side(&self, color: Color, squares: Bitboard) -> Bitboard {
        let layout = self.layout();
        let all = layout.squares().into_iter();
        all.filter(|&square| squares.contains(layout.relative_to(color, square)))
            .collect()
    }
}

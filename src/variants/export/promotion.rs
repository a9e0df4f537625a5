//! Promotion in Fairy-Stockfish: kinds that become one of several others in a region, and kinds
//! that become a certain one where they enter or leave it.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::PieceKind;
use crate::rules::{NoPromotionLeft, PromotionZone};

use super::Writer;
use super::pawns::PawnKind;

/// Which squares of a kind's zones are which.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Mandatory,
    Optional,
    /// Optional, except where the kind could never move again.
    UnlessStuck,
}

impl Writer<'_> {
    /// Where Pawns and other pieces promote, and to what.
    pub(super) fn promotion(&mut self, kinds: &[PawnKind<'_>]) {
        for kind in kinds {
            let zones = Color::ALL
                .into_iter()
                .flat_map(|color| &kind.sides[color.index()].zones);
            if { zones }.any(|zone| zone.only_lost || !zone.always.is_empty()) {
                let reason = "promotion to lost pieces is a rule of 'pawns.pool'";
                self.refuse(&key_of(kind), reason);
            }
        }
        let leaves = |kind: &&PawnKind<'_>| {
            let mut sides = kind.sides.iter();
            sides.any(|side| side.zones.iter().any(|zone| zone.leaving))
        };
        let (pieces, pawns): (Vec<_>, Vec<_>) = kinds.iter().partition(leaves);
        let regions = Color::ALL.map(|color| {
            let mut found = kinds.iter().map(|kind| (zone_of(kind, color), kind));
            let first = found.find(|(squares, _)| squares.any());
            (first.map_or(Bitboard::EMPTY, |first| first.0), color)
        });
        for kind in kinds {
            let is_other = |&(region, color): &(Bitboard, Color)| {
                let own = zone_of(kind, color);
                own.any() && own != region
            };
            if regions.iter().any(is_other) {
                self.refuse(&key_of(kind), "all pieces promote in the same region");
            }
        }
        self.regions("promotionRegion", regions.map(|(region, _)| region));
        let of_sides = Color::ALL.map(|color| {
            let promoting = pawns.iter().filter(|kind| zone_of(kind, color).any());
            promoting.map(|kind| kind.letter).collect()
        });
        self.types("promotionPawnTypes", kinds, of_sides);
        let choices: Vec<Option<Choice>> = kinds.iter().map(|kind| self.choice(kind)).collect();
        let is_group = |group: &[&PawnKind<'_>], kind: &PawnKind<'_>| {
            group.iter().any(|other| other.kind == kind.kind)
        };
        for (name, group) in [
            ("mandatoryPawnPromotion", &pawns),
            ("mandatoryPiecePromotion", &pieces),
        ] {
            let own = kinds.iter().zip(&choices);
            let own = own.filter(|(kind, _)| is_group(group, kind));
            let own: Vec<Choice> = own.filter_map(|(_, choice)| *choice).collect();
            let is_mandatory = own.contains(&Choice::Mandatory);
            if is_mandatory && own.iter().any(|choice| *choice != Choice::Mandatory) {
                self.refuse("pawns.zones", "all pieces must promote, or none of them");
            }
            let by_default = name == "mandatoryPawnPromotion";
            if !own.is_empty() && is_mandatory != by_default {
                self.key(name, is_mandatory);
            }
        }
        if choices.contains(&Some(Choice::UnlessStuck)) {
            self.key("immobilityIllegal", "true");
            self.immobility(kinds, &choices);
        }
        self.pawn_choices(&pawns);
        self.promoted_pieces(&pieces);
    }

    /// How free the choice of a kind is; `None` if it never promotes.
    fn choice(&mut self, kind: &PawnKind<'_>) -> Option<Choice> {
        let mut found = None;
        for color in Color::ALL {
            let zones = &kind.sides[color.index()].zones;
            let stuck = self.immobile(kind.kind, kind.is_usual, color);
            let squares = |optional: bool| {
                let zones = zones.iter().filter(|zone| zone.optional == optional);
                zones.fold(Bitboard::EMPTY, |all, zone| all | zone.squares)
                    & self.layout().squares()
            };
            let (free, forced) = (squares(true), squares(false));
            let own = match (free.any(), forced.any()) {
                (false, false) => continue,
                (true, false) => Choice::Optional,
                (false, true) => Choice::Mandatory,
                (true, true) => Choice::UnlessStuck,
            };
            let is_exact = own != Choice::UnlessStuck
                || (free & stuck).is_empty() && (forced - stuck).is_empty();
            if !is_exact || found.is_some_and(|found| found != own) {
                let reason = "promotion must be optional everywhere but where the piece could \
                              not move again";
                self.refuse(&key_of(kind), reason);
                return Some(own);
            }
            found = Some(own);
        }
        found
    }

    /// Checks that no other piece can come to where it never moves again, which is illegal then.
    fn immobility(&mut self, kinds: &[PawnKind<'_>], choices: &[Option<Choice>]) {
        for piece in &self.variant.piece_types {
            let known = kinds.iter().zip(choices);
            let own = { known }.find(|(kind, _)| kind.kind == piece.kind);
            let is_covered = |color: Color| {
                let is_usual = own.is_some_and(|(kind, _)| kind.is_usual);
                let stuck = self.immobile(piece.kind, is_usual, color) & self.layout().squares();
                let forced = match own {
                    Some((kind, Some(Choice::UnlessStuck | Choice::Mandatory))) => {
                        zone_of(kind, color)
                    }
                    _ => Bitboard::EMPTY,
                };
                let region = piece
                    .special
                    .region
                    .map_or(self.layout().squares(), |region| {
                        self.of_side(color, region[color.index()])
                    });
                ((stuck & region) - forced).is_empty()
            };
            if !Color::ALL.into_iter().all(is_covered) {
                let key = format!("pieces.{}", piece.letter);
                let reason = "where some pieces must promote because they could not move again, \
                              no piece may go where it could not";
                self.refuse(&key, reason);
            }
        }
    }

    /// What Pawns become.
    fn pawn_choices(&mut self, pawns: &[&PawnKind<'_>]) {
        let zones = |color: Color| {
            let zones = pawns
                .iter()
                .flat_map(move |kind| &kind.sides[color.index()].zones);
            zones.filter(|zone| zone.squares.any())
        };
        let mut kinds = Vec::new();
        for color in Color::ALL {
            let zones: Vec<&PromotionZone> = zones(color).collect();
            let Some(found) = self.promotion_kinds(&zones) else {
                let reason = "Pawns must have the same choice on all squares where they promote";
                return self.refuse("pawns.zones", reason);
            };
            kinds.push(found);
        }
        let [white, black] = &kinds[..] else { return };
        let letter = |kind: &PieceKind| self.rules.kind_letter(*kind).to_ascii_lowercase();
        let letters = [white, black].map(|kinds| kinds.iter().map(letter).collect::<String>());
        match letters {
            [white, black] if white == black && !white.is_empty() => {
                self.key("promotionPieceTypes", white);
            }
            letters => {
                for (color, letters) in Color::ALL.into_iter().zip(letters) {
                    let letters = if letters.is_empty() { "-" } else { &letters };
                    self.key(&format!("promotionPieceTypes{color}"), letters);
                }
            }
        }
        let mut limits: Vec<(PieceKind, u32)> = Vec::new();
        let all: Vec<&PromotionZone> = Color::ALL.into_iter().flat_map(zones).collect();
        for zone in &all {
            let added = zone.limits.iter().filter(|row| !limits.contains(row));
            let added: Vec<_> = added.copied().collect();
            limits.extend(added);
        }
        let is_other = |zone: &&PromotionZone| {
            let mut own = limits.iter().filter(|row| zone.kinds.contains(&row.0));
            own.any(|row| !zone.limits.contains(row))
        };
        if all.iter().any(is_other) {
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
        match self.variant.pawns.pool {
            None => {}
            Some(NoPromotionLeft::Loses) => {
                self.refuse(
                    "pawns.pool",
                    "a Pawn that cannot promote does not lose the game",
                );
            }
            Some(NoPromotionLeft::Forbidden) => self.limits(&kinds[0]),
        }
    }

    /// What other pieces become where they enter or leave the region.
    fn promoted_pieces(&mut self, pieces: &[&PawnKind<'_>]) {
        let mut pairs = Vec::new();
        for kind in pieces {
            let zones = || {
                Color::ALL
                    .into_iter()
                    .flat_map(|color| &kind.sides[color.index()].zones)
            };
            // A piece does not leave squares where it must promote because it could not move.
            let is_mixed = zones().any(|zone| zone.optional) && zones().any(|zone| !zone.optional);
            let all_leave = zones()
                .all(|zone| zone.leaving || zone.squares.is_empty() || is_mixed && !zone.optional);
            let mut targets: Vec<PieceKind> = zones().flat_map(|zone| zone.kinds.clone()).collect();
            targets.dedup();
            let sides = Color::ALL.map(|color| {
                zone_of(kind, color).any() || self.rules.start_count(color, kind.kind) == 0
            });
            let has_limits = zones().any(|zone| !zone.limits.is_empty());
            match targets[..] {
                [target] if all_leave && sides == [true, true] && !has_limits => {
                    let target = self.rules.kind_letter(target).to_ascii_lowercase();
                    pairs.push(format!("{}:{target}", kind.letter));
                }
                _ => {
                    let reason = "a piece that promotes where it leaves a region becomes one \
                                  kind, without a limit, and for both sides";
                    self.refuse(&key_of(kind), reason);
                }
            }
        }
        if !pairs.is_empty() {
            self.key("promotedPieceType", pairs.join(" "));
        }
    }

    /// What Pawns of a side can become, if that is the same in all zones.
    fn promotion_kinds(&self, zones: &[&PromotionZone]) -> Option<Vec<PieceKind>> {
        let rule = self.rules.promotion();
        let allowed = |zone: &&PromotionZone| -> Vec<PieceKind> {
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
}

/// The key of the zones of a kind.
fn key_of(kind: &PawnKind<'_>) -> String {
    match kind.kind {
        PieceKind::PAWN => "pawns.zones".to_owned(),
        _ => format!("{}.promotes", kind.key),
    }
}

/// All squares on which a kind promotes, as its side sees the board.
fn zone_of(kind: &PawnKind<'_>, color: Color) -> Bitboard {
    let zones = kind.sides[color.index()].zones.iter();
    zones.fold(Bitboard::EMPTY, |all, zone| all | zone.squares)
}

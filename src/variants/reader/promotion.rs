//! Where pieces promote, and to what: `pawns.zones`, and `promotes` of other pieces.

use std::collections::BTreeSet;

use arrayvec::ArrayVec;
use toml::de::DeValue;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Layout;
use crate::board::piece::{MAX_KINDS, PieceKind};
use crate::rules::{MAX_ZONES, PawnSetup, PieceType, PromotionZone};

use super::build::Builder;
use super::pawns::{Kinds, joined};
use super::pieces::Piece;
use super::table::{
    PROMOTION_KEYS, TomlEntry, TomlValue, ZONE_KEYS, in_order, one_or_many, scalar, type_name,
    unknown_key,
};

/// The zones of a side.
type Zones = ArrayVec<PromotionZone, MAX_ZONES>;

impl<'i> Builder<'_, 'i> {
    /// Where the zones of Pawns are given, and below which key: with the moves of the
    /// Pawn, or else with its other rules.
    pub(super) fn pawn_zones(
        &self,
        letter: &str,
    ) -> Option<(TomlEntry<'i>, TomlValue<'i>, &'static str)> {
        let piece = self.entry(&format!("pieces.{letter}"));
        let own = piece.and_then(|entry| {
            let value = entry.value.get_ref().as_table()?.get("promotes")?.clone();
            Some((entry, value, "promotes"))
        });
        own.or_else(|| {
            let entry = self.entry("pawns.zones")?;
            let value = entry.value.clone();
            Some((entry, value, ""))
        })
    }

    /// What other pieces than the Pawn have of a Pawn: promotion, initial moves, and
    /// whether their moves restart the count of fifty moves.
    pub(super) fn promoting_pieces(
        &mut self,
        layout: &Layout,
        types: &mut [PieceType],
        pieces: &[Piece<'i>],
        kinds: Kinds<'_>,
        pawns: &PawnSetup,
    ) {
        for (piece, piece_type) in pieces.iter().zip(types) {
            self.promoting_piece(layout, piece_type, &piece.entry, kinds, pawns);
        }
    }

    /// The same for the King, who promotes only where a side may have several royal pieces.
    pub(super) fn promoting_king(
        &mut self,
        layout: &Layout,
        king: &mut PieceType,
        kinds: Kinds<'_>,
        pawns: &PawnSetup,
    ) {
        if self.table.get("royalty").is_none() {
            return;
        }
        if let Some(entry) = self.entry(&format!("pieces.{}", king.letter)) {
            self.promoting_piece(layout, king, &entry, kinds, pawns);
        }
    }

    fn promoting_piece(
        &mut self,
        layout: &Layout,
        piece_type: &mut PieceType,
        entry: &TomlEntry<'i>,
        kinds: Kinds<'_>,
        pawns: &PawnSetup,
    ) {
        let Some(table) = entry.value.get_ref().as_table() else {
            return;
        };
        let mut sides = [PawnSetup::piece(), PawnSetup::piece()];
        if let Some(value) = table.get("promotes") {
            let zones = self.zones(layout, (entry, value, "promotes"), kinds, None);
            for (side, zones) in sides.iter_mut().zip(zones.into_iter().flatten()) {
                side.zones = zones;
            }
        }
        if let Some(value) = table.get("starts") {
            let squares = self.squares_of_sides(layout, entry, value, "starts");
            for (side, squares) in sides.iter_mut().zip(squares) {
                side.double_step = squares;
            }
        }
        if let Some(value) = table.get("resets-count") {
            let resets = self.accept(entry, value, "resets-count", scalar::<bool>(value));
            for side in &mut sides {
                side.resets_count = resets.unwrap_or_default();
            }
        }
        for (side, color) in sides.iter_mut().zip(Color::ALL) {
            if side.double_step.any() {
                side.en_passant = pawns.side(color).en_passant;
            }
        }
        if sides[0] == PawnSetup::piece() && sides[1] == PawnSetup::piece() {
            return;
        }
        for (side, color) in sides.iter_mut().zip(Color::ALL) {
            side.en_passant_promotes = pawns.side(color).en_passant_promotes;
        }
        let both = Color::ALL.map(|color| pawns.side(color).clone());
        self.initial_moves_over_zones(layout, piece_type, &sides, &both, &entry.place);
        piece_type.special.pawn = Some(Box::new(joined(sides)));
    }

    /// The letters that promotion zones name.
    pub(super) fn promoted_letters(&self) -> Vec<String> {
        let pawns = self.table.get("pawns.zones").map(|entry| &entry.value);
        let entries = self.table.entries.iter();
        let pieces = entries.filter(|entry| entry.place.path.starts_with("pieces."));
        let pieces = pieces.filter_map(|entry| entry.value.get_ref().as_table()?.get("promotes"));
        let zones = pawns.into_iter().chain(pieces).flat_map(one_or_many);
        let to = zones.filter_map(|zone| zone.get_ref().as_table()?.get("to"));
        let lists = to.flat_map(|to| match to.get_ref().as_table() {
            Some(sides) => sides.iter().map(|(_, list)| list).collect(),
            None => vec![to],
        });
        let letters = lists.flat_map(one_or_many);
        letters
            .filter_map(|letter| letter.get_ref().as_str().map(str::to_owned))
            .collect()
    }

    /// The two values of a table with one for White and one for Black; any other value
    /// counts for both. `None` if there is none for a side.
    pub(super) fn values_of_sides<'v>(
        &mut self,
        entry: &TomlEntry<'i>,
        value: &'v TomlValue<'i>,
        key: &str,
    ) -> Option<[&'v TomlValue<'i>; 2]> {
        let DeValue::Table(table) = value.get_ref() else {
            return Some([value; 2]);
        };
        for (name, side) in table {
            if let Some(reason) = unknown_key(name.get_ref(), &["white", "black"]) {
                self.accept::<()>(entry, side, key, Err(reason));
                return None;
            }
        }
        let sides = ["white", "black"].map(|side| table.get(side));
        let [Some(white), Some(black)] = sides else {
            let reason = "a table with sides has a value for 'white' and one for 'black'";
            self.accept::<()>(entry, value, key, Err(reason.to_owned()));
            return None;
        };
        Some([white, black])
    }

    /// Squares of both sides, each as the side sees the board. Squares of a table with
    /// sides are given as White sees them.
    pub(super) fn squares_of_sides(
        &mut self,
        layout: &Layout,
        entry: &TomlEntry<'i>,
        value: &TomlValue<'i>,
        key: &str,
    ) -> [Bitboard; 2] {
        let Some([white, black]) = self.values_of_sides(entry, value, key) else {
            return [Bitboard::EMPTY; 2];
        };
        let first = self.squares(layout, entry, white, key);
        if !value.get_ref().is_table() {
            return [first; 2];
        }
        let second = self.squares(layout, entry, black, key).into_iter();
        let turned = second.map(|square| layout.relative_to(Color::Black, square));
        [first, turned.collect()]
    }

    /// The zones of both sides. Without `array`, each zone must say what a piece becomes.
    pub(super) fn zones(
        &mut self,
        layout: &Layout,
        (entry, value, key): (&TomlEntry<'i>, &TomlValue<'i>, &str),
        kinds: Kinds<'_>,
        array: Option<&[PieceKind]>,
    ) -> Option<[Zones; 2]> {
        let mut zones = [Vec::new(), Vec::new()];
        let mut taken = [Bitboard::EMPTY; 2];
        let parts = one_or_many(value);
        if parts.is_empty() {
            let reason = match array {
                Some(_) => "Pawns need at least one promotion zone",
                None => "the list of promotion zones is empty",
            };
            self.fault(&entry.place, reason);
            return None;
        }
        if parts.len() > MAX_ZONES {
            let count = parts.len();
            self.fault(
                &entry.place,
                format!("{count} zones, but a game has at most {MAX_ZONES}"),
            );
        }
        for part in parts {
            let place = entry.part_location(self.lines, part, key);
            let DeValue::Table(_) = part.get_ref() else {
                let found = type_name(part.get_ref());
                self.fault(&place, format!("a zone must be a table, not {found}"));
                continue;
            };
            let mut sides = self.zone(layout, (entry, part, key), kinds, array);
            let mut is_taken = false;
            for (side, zone) in sides.iter_mut().enumerate() {
                let twice = zone.squares & taken[side];
                if let Some(cell) = twice.lowest().filter(|_| !is_taken) {
                    is_taken = true;
                    let color = Color::ALL[side];
                    let name = layout.name(layout.relative_to(color, cell));
                    self.fault(&place, format!("{name} is already in another zone"));
                }
                taken[side] |= zone.squares;
                zone.squares -= twice;
            }
            for (zones, zone) in zones.iter_mut().zip(sides) {
                zones.push(zone);
            }
        }
        Some(zones.map(|zones| zones.into_iter().take(MAX_ZONES).collect()))
    }

    /// One zone of both sides.
    fn zone(
        &mut self,
        layout: &Layout,
        (entry, part, key): (&TomlEntry<'i>, &TomlValue<'i>, &str),
        kinds: Kinds<'_>,
        array: Option<&[PieceKind]>,
    ) -> [PromotionZone; 2] {
        let place = entry.part_location(self.lines, part, key);
        let path = |name: &str| match key {
            "" => name.to_owned(),
            key => format!("{key}.{name}"),
        };
        let mut zone = PromotionZone::default();
        let mut to: Option<[ArrayVec<PieceKind, MAX_KINDS>; 2]> = array.map(|array| {
            let kinds: ArrayVec<PieceKind, MAX_KINDS> =
                array.iter().copied().take(MAX_KINDS).collect();
            [kinds.clone(), kinds]
        });
        let mut squares = None;
        let (squares_key, keys): (_, &[&str]) = match key {
            "" => ("squares", &ZONE_KEYS),
            _ => ("zone", &PROMOTION_KEYS),
        };
        for (name, value) in part
            .get_ref()
            .as_table()
            .map(in_order)
            .into_iter()
            .flatten()
        {
            let place = entry.part_location(self.lines, value, &path(name.get_ref()));
            let flag = match name.get_ref().as_ref() {
                "to" => {
                    to = Some(self.kinds_of_sides(entry, value, &path("to"), kinds));
                    continue;
                }
                "limit" => {
                    zone.limits = self.limits(entry, value, &path("limit"), kinds);
                    continue;
                }
                "always" => {
                    zone.always = self
                        .zone_kinds(entry, value, &path("always"), kinds)
                        .to_vec();
                    continue;
                }
                "optional" => &mut zone.optional,
                "only-lost" => &mut zone.only_lost,
                "leaving" if !key.is_empty() => &mut zone.leaving,
                other if other == squares_key => {
                    squares = Some(self.squares_of_sides(layout, entry, value, &path(squares_key)));
                    continue;
                }
                other => {
                    let mut place = place;
                    if place.origin.is_none() {
                        place.line = self.lines.number(&name.span());
                    }
                    let reason = unknown_key(other, keys);
                    self.fault(&place, reason.unwrap_or_default());
                    continue;
                }
            };
            match scalar(value) {
                Ok(value) => *flag = value,
                Err(reason) => self.fault(&place, reason),
            }
        }
        if squares.is_none() {
            self.fault(&place, format!("a zone needs its '{squares_key}'"));
        }
        if to.is_none() {
            self.fault(&place, "a zone needs the pieces that it promotes 'to'");
        }
        let squares = squares.unwrap_or_default();
        let to = to.unwrap_or_default();
        let [white, black] = to;
        [(white, squares[0]), (black, squares[1])].map(|(kinds, squares)| PromotionZone {
            squares,
            kinds,
            ..zone.clone()
        })
    }

    fn kinds_of_sides(
        &mut self,
        entry: &TomlEntry<'i>,
        value: &TomlValue<'i>,
        key: &str,
        kinds: Kinds<'_>,
    ) -> [ArrayVec<PieceKind, MAX_KINDS>; 2] {
        let Some([white, black]) = self.values_of_sides(entry, value, key) else {
            return Default::default();
        };
        let first = self.zone_kinds(entry, white, key, kinds);
        let second = match value.get_ref().is_table() {
            true => self.zone_kinds(entry, black, key, kinds),
            false => first.clone(),
        };
        [first, second]
    }

    /// The most pieces of a kind on the board: a number for each letter.
    fn limits(
        &mut self,
        entry: &TomlEntry<'i>,
        value: &TomlValue<'i>,
        key: &str,
        kinds: Kinds<'_>,
    ) -> Vec<(PieceKind, u32)> {
        let DeValue::Table(table) = value.get_ref() else {
            let reason = "a limit is a table with a number for each letter, such as { Q = 1 }";
            self.accept::<()>(entry, value, key, Err(reason.to_owned()));
            return Vec::new();
        };
        let mut limits = Vec::new();
        for (letter, number) in in_order(table) {
            let kind = self.kind_named(letter.get_ref(), kinds);
            let limit = kind.and_then(|kind| {
                let most = scalar::<i64>(number)?;
                let fits = u32::try_from(most)
                    .ok()
                    .filter(|most| (1..=128).contains(most));
                let most = fits.ok_or_else(|| format!("a limit is from 1 to 128, not {most}"))?;
                Ok((kind, most))
            });
            limits.extend(self.accept(entry, number, key, limit));
        }
        limits
    }

    fn kind_named(&self, letter: &str, kinds: Kinds<'_>) -> Result<PieceKind, String> {
        let row = kinds.iter().find(|row| row.0 == letter);
        let mut keys = ["royalty", "royal-king"].into_iter();
        let may_have_several = keys.any(|key| self.table.get(key).is_some());
        let becomes_king = may_have_several && letter == self.royal_letters()[0];
        let king = becomes_king.then_some(PieceKind::KING);
        king.or(row.map(|row| row.1)).ok_or_else(|| {
            if self.royal_letters().iter().any(|royal| royal == letter) {
                return format!("a Pawn cannot become '{letter}', which is a King or a Pawn");
            }
            let known: Vec<&str> = kinds.iter().map(|row| row.0).collect();
            format!("there is no piece '{letter}' (pieces: {})", known.join(" "))
        })
    }

    fn zone_kinds(
        &mut self,
        entry: &TomlEntry<'i>,
        value: &TomlValue<'i>,
        key: &str,
        kinds: Kinds<'_>,
    ) -> ArrayVec<PieceKind, MAX_KINDS> {
        let mut found = Vec::new();
        let mut letters = BTreeSet::new();
        let parts = one_or_many(value);
        if parts.is_empty() {
            let place = entry.part_location(self.lines, value, key);
            self.fault(&place, "the list of promotion pieces is empty");
        }
        for part in parts {
            let kind = scalar::<String>(part).and_then(|letter| {
                let kind = self.kind_named(&letter, kinds)?;
                if letters.replace(letter.clone()).is_some() {
                    return Err(format!("'{letter}' is listed twice"));
                }
                Ok(kind)
            });
            found.extend(self.accept(entry, part, key, kind));
        }
        found.into_iter().take(MAX_KINDS).collect()
    }
}

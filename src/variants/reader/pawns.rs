//! The table `pawns`: how Pawns move and where they promote.

use std::collections::BTreeSet;

use arrayvec::ArrayVec;
use toml::de::DeValue;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Layout;
use crate::board::piece::{Components, MAX_KINDS, PieceKind};
use crate::board::square::Square;
use crate::rules::{
    MAX_EXTRA_STEPS, MAX_ZONES, NoPromotionLeft, PawnSetup, PieceType, PromotionRule, PromotionZone,
};

use super::build::Builder;
use super::table::{
    TomlEntry, TomlValue, ZONE_KEYS, in_order, one_or_many, scalar, type_name, unknown_key,
};

/// The kinds that Pawns can become, by letter.
pub(super) type Kinds<'a> = &'a [(&'a str, PieceKind)];

impl<'i> Builder<'_, 'i> {
    /// How Pawns move and promote. `kinds` are all kinds except King and Pawn,
    /// `array` those of the start position.
    pub(super) fn pawns(
        &mut self,
        geometry: &Layout,
        pawn: &PieceType,
        kinds: Kinds<'_>,
        array: &[PieceKind],
    ) -> PawnSetup {
        let is_orthodox = pawn.components == Components::PAWN;
        let mut pawns = PawnSetup::orthodox(geometry, array.iter().copied());
        if let Some(entry) = self.entry("pawns.start-rank") {
            let rank = scalar::<i64>(&entry.value).and_then(|rank| rank_named(geometry, rank));
            if let Some(rank) = self.ok(&entry, rank) {
                pawns.first_rank = rank;
                pawns.double_step = geometry.rank_cells(rank);
            }
        }
        if let Some(entry) = self.entry("pawns.double-step") {
            pawns.double_step = self.squares(geometry, &entry, &entry.value, "");
            let given = one_or_many(&entry.value);
            for value in given.into_iter().filter(|value| value.get_ref().is_str()) {
                let name = value.get_ref().as_str().unwrap_or_default();
                if let Some(square) = geometry.square_named(name)
                    && is_orthodox
                    && let Err(reason) = check_double_step(geometry, square)
                {
                    let place = entry.part_location(self.lines, value, "");
                    self.fault(&place, reason);
                }
            }
        }
        if let Some(entry) = self.entry("pawns.sideways") {
            pawns.sideways = self.squares(geometry, &entry, &entry.value, "");
        }
        if let Some(entry) = self.entry("pawns.steps") {
            self.extra_steps(geometry, &entry, &mut pawns);
        }
        if let Some(entry) = self.entry("pawns.zones") {
            self.zones(geometry, &entry, kinds, array, &mut pawns);
        }
        if let Some(entry) = self.entry("pawns.pool") {
            let pool = scalar::<String>(&entry.value).and_then(|word| match word.as_str() {
                "none" => Ok(None),
                "loses" => Ok(Some(NoPromotionLeft::Loses)),
                "forbidden" => Ok(Some(NoPromotionLeft::Forbidden)),
                _ => Err(format!(
                    "unknown pool rule '{word}' (known: none, loses, forbidden)"
                )),
            });
            pawns.pool = self.ok(&entry, pool).flatten();
        }
        match is_orthodox {
            true => self.double_steps_and_zones(geometry, &pawns),
            false => self.other_pawns(geometry, pawn, &pawns),
        }
        pawns
    }

    /// Keys that say nothing about Pawns that do not move as in chess, and initial moves
    /// that would end or could be captured where Pawns promote.
    fn other_pawns(&mut self, geometry: &Layout, pawn: &PieceType, pawns: &PawnSetup) {
        let steps = [
            ("pawns.sideways", pawns.sideways.any()),
            ("pawns.steps", !pawns.extra_steps.is_empty()),
        ];
        for (path, has_steps) in steps {
            let entry = self.entry(path).filter(|_| has_steps);
            if let Some(entry) = entry {
                let reason = format!(
                    "the Pawns of this game have moves of their own in 'pieces.{}', which must contain \
                     these steps (an empty list removes inherited ones)",
                    pawn.letter
                );
                self.fault(&entry.place, reason);
            }
        }
        let movement = &pawn.special.movement;
        if !movement.has_initial_moves() {
            for path in ["pawns.start-rank", "pawns.double-step"] {
                let is_given = |entry: &TomlEntry<'i>| entry.place.origin.is_none();
                let entry = self.entry(path).filter(is_given);
                if let Some(entry) = entry.filter(|_| pawns.double_step.any()) {
                    let reason = format!(
                        "the Pawns of this game have no initial moves: no group of the text in \
                         'pieces.{}' begins with i",
                        pawn.letter
                    );
                    self.fault(&entry.place, reason);
                }
            }
            return;
        }
        let zones = pawns.zones.iter().map(|zone| zone.squares);
        let promotion = zones.fold(Bitboard::EMPTY, |set, zone| set | zone);
        let entries = ["pawns.double-step", "pawns.start-rank", "pawns.zones"];
        let entry = entries.into_iter().find_map(|path| self.entry(path));
        let place = entry.map_or(self.table.place.clone(), |entry| entry.place);
        for color in Color::ALL {
            let starts = pawns.double_step.into_iter();
            let starts = starts.map(|cell| geometry.relative_to(color, cell));
            for start in starts.filter(|&start| geometry.squares().contains(start)) {
                let walks = |starts| movement.walks(geometry, color, start, starts);
                // Another fault says that there are too many.
                let (Ok(all), Ok(usual)) = (walks(start.into()), walks(Bitboard::EMPTY)) else {
                    return;
                };
                for walk in all.iter().filter(|walk| !usual.contains(walk)) {
                    let from = geometry.name(start);
                    let promotes =
                        |color, square| promotion.contains(geometry.relative_to(color, square));
                    if promotes(color, walk.to) {
                        let to = geometry.name(walk.to);
                        let reason = format!(
                            "an initial move from {from} would end on {to}, where Pawns promote"
                        );
                        return self.fault(&place, reason);
                    }
                    let mut over = walk.empty.into_iter();
                    if let Some(square) = over.find(|&square| promotes(!color, square)) {
                        let over = geometry.name(square);
                        let reason = format!(
                            "an initial move from {from} would pass over {over}, where the other side's Pawns promote"
                        );
                        return self.fault(&place, reason);
                    }
                }
            }
        }
    }

    /// A set of squares, given by rank numbers and square names.
    pub(super) fn squares(
        &mut self,
        geometry: &Layout,
        entry: &TomlEntry<'i>,
        value: &TomlValue<'i>,
        key: &str,
    ) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for part in one_or_many(value) {
            let found = match part.get_ref() {
                DeValue::String(name) => square_named(geometry, name).map(Bitboard::from),
                DeValue::Integer(_) => scalar(part)
                    .and_then(|rank| rank_named(geometry, rank))
                    .map(|rank| geometry.rank_cells(rank)),
                other => Err(format!(
                    "squares are given as names or rank numbers, not as {}",
                    type_name(other)
                )),
            };
            squares |= self.accept(entry, part, key, found).unwrap_or_default();
        }
        squares
    }

    fn extra_steps(&mut self, geometry: &Layout, entry: &TomlEntry<'i>, pawns: &mut PawnSetup) {
        let mut steps = Vec::new();
        for part in one_or_many(&entry.value) {
            let step = scalar::<String>(part).and_then(|text| {
                let step = parse_step(geometry, &text)?;
                check_step(geometry, pawns, &steps, &text, step)?;
                Ok(step)
            });
            steps.extend(self.accept(entry, part, "", step));
        }
        if steps.len() > MAX_EXTRA_STEPS {
            let count = steps.len();
            let reason = format!("{count} steps, but a game has at most {MAX_EXTRA_STEPS}");
            self.fault(&entry.place, reason);
        }
        pawns.extra_steps = steps.into_iter().take(MAX_EXTRA_STEPS).collect();
    }

    fn zones(
        &mut self,
        geometry: &Layout,
        entry: &TomlEntry<'i>,
        kinds: Kinds<'_>,
        array: &[PieceKind],
        pawns: &mut PawnSetup,
    ) {
        let mut zones = Vec::new();
        let mut taken = Bitboard::EMPTY;
        let parts = one_or_many(&entry.value);
        if parts.is_empty() {
            self.fault(&entry.place, "Pawns need at least one promotion zone");
            return;
        }
        if parts.len() > MAX_ZONES {
            let count = parts.len();
            self.fault(
                &entry.place,
                format!("{count} zones, but a game has at most {MAX_ZONES}"),
            );
        }
        for part in parts {
            let place = entry.part_location(self.lines, part, "");
            let DeValue::Table(table) = part.get_ref() else {
                let found = type_name(part.get_ref());
                self.fault(&place, format!("a zone must be a table, not {found}"));
                continue;
            };
            let mut zone = PromotionZone {
                squares: Bitboard::EMPTY,
                kinds: array.iter().copied().take(MAX_KINDS).collect(),
                optional: false,
            };
            let mut squares = None;
            for (key, value) in in_order(table) {
                let mut place = entry.part_location(self.lines, value, key.get_ref());
                match key.get_ref().as_ref() {
                    "squares" => squares = Some(self.squares(geometry, entry, value, "squares")),
                    "to" => zone.kinds = self.zone_kinds(entry, value, kinds),
                    "optional" => match scalar(value) {
                        Ok(optional) => zone.optional = optional,
                        Err(reason) => self.fault(&place, reason),
                    },
                    other => {
                        if place.origin.is_none() {
                            place.line = self.lines.number(&key.span());
                        }
                        let reason = unknown_key(other, &ZONE_KEYS);
                        self.fault(&place, reason.unwrap_or_default());
                    }
                }
            }
            match squares {
                None => self.fault(&place, "a zone needs its 'squares'"),
                Some(squares) => zone.squares = squares,
            }
            let twice = zone.squares & taken;
            if let Some(square) = twice.lowest() {
                let name = geometry.name(square);
                self.fault(&place, format!("{name} is already in another zone"));
            }
            taken |= zone.squares;
            zone.squares -= twice;
            zones.push(zone);
        }
        pawns.zones = zones.into_iter().take(MAX_ZONES).collect();
    }

    fn zone_kinds(
        &mut self,
        entry: &TomlEntry<'i>,
        value: &TomlValue<'i>,
        kinds: Kinds<'_>,
    ) -> ArrayVec<PieceKind, MAX_KINDS> {
        let mut found = Vec::new();
        let mut letters = BTreeSet::new();
        let parts = one_or_many(value);
        if parts.is_empty() {
            let place = entry.part_location(self.lines, value, "to");
            self.fault(&place, "the list of promotion pieces is empty");
        }
        for part in parts {
            let kind = scalar::<String>(part).and_then(|letter| {
                let row = kinds.iter().find(|row| row.0 == letter);
                let becomes_king =
                    self.table.get("royalty").is_some() && letter == self.royal_letters()[0];
                let king = becomes_king.then_some(PieceKind::KING);
                let kind = king.or(row.map(|row| row.1)).ok_or_else(|| {
                    if self.royal_letters().contains(&letter) {
                        return format!(
                            "a Pawn cannot become '{letter}', which is a King or a Pawn"
                        );
                    }
                    let known: Vec<&str> = kinds.iter().map(|row| row.0).collect();
                    format!("there is no piece '{letter}' (pieces: {})", known.join(" "))
                })?;
                if letters.replace(letter.clone()).is_some() {
                    return Err(format!("'{letter}' is listed twice"));
                }
                Ok(kind)
            });
            found.extend(self.accept(entry, part, "to", kind));
        }
        found.into_iter().take(MAX_KINDS).collect()
    }

    /// A double step must not end on a promotion square, nor pass over one of
    /// the other side's, where the en-passant capture would promote.
    fn double_steps_and_zones(&mut self, geometry: &Layout, pawns: &PawnSetup) {
        let zones = pawns.zones.iter().map(|zone| zone.squares);
        let promotion = zones.fold(Bitboard::EMPTY, |set, zone| set | zone);
        let entries = [
            "pawns.double-step",
            "pawns.start-rank",
            "pawns.zones",
            "board",
        ];
        let entry = entries.into_iter().find_map(|path| self.entry(path));
        let place = entry.map_or(self.table.place.clone(), |entry| entry.place);
        for (color, cell) in Color::ALL
            .into_iter()
            .flat_map(|color| pawns.double_step.into_iter().map(move |cell| (color, cell)))
        {
            let start = geometry.relative_to(color, cell);
            let ahead = geometry.double_step_squares(color, start);
            let is_square = geometry.squares().contains(start);
            let Some((passed, end)) = ahead.filter(|_| is_square) else {
                continue;
            };
            let from = geometry.name(start);
            if promotion.contains(geometry.relative_to(color, end)) {
                let to = geometry.name(end);
                let reason =
                    format!("a double step from {from} would end on {to}, where Pawns promote");
                return self.fault(&place, reason);
            }
            if promotion.contains(geometry.relative_to(!color, passed)) {
                let over = geometry.name(passed);
                let reason = format!(
                    "a double step from {from} would pass over {over}, where the other side's Pawns promote"
                );
                return self.fault(&place, reason);
            }
        }
    }

    /// Under every promotion rule on offer, each zone must leave a Pawn
    /// something to become, and no Pawn may get stuck on the last rank.
    pub(crate) fn ways_to_promote(
        &mut self,
        rules: &[PromotionRule],
        zones: &[PromotionZone],
        pawn: &PieceType,
        geometry: &Layout,
    ) {
        let entries = ["pawns.zones", "promotion", "start", "board"];
        let entry = entries.into_iter().find_map(|path| self.entry(path));
        let place = entry.map_or(self.table.place.clone(), |entry| entry.place);
        for zone in zones {
            let real = (zone.squares & geometry.squares()).lowest();
            let Some(square) = real.or(zone.squares.lowest()) else {
                continue;
            };
            let name = geometry.name(square);
            for rule in rules {
                let left = zone.kinds.iter().any(|&kind| rule.allows(kind));
                if !left && !zone.kinds.is_empty() {
                    let reason =
                        format!("with promotion '{rule}', a Pawn on {name} has nothing to become");
                    self.fault_of_start(&place, reason);
                }
            }
            if zone.kinds.is_empty() && !self.is_wrong("pawns.zones") {
                let reason = format!("a Pawn on {name} has nothing to become");
                self.fault_of_start(&place, reason);
            }
        }
        let last = geometry.rank_cells(geometry.ranks() - 1);
        let may_stay = |cell: &Square| {
            let zone = zones.iter().find(|zone| zone.squares.contains(*cell));
            zone.is_none_or(|zone| zone.optional)
        };
        for color in Color::ALL {
            let stays = last.into_iter().filter(may_stay);
            let mut stuck = stays
                .map(|cell| geometry.relative_to(color, cell))
                .filter(|&square| geometry.squares().contains(square));
            let is_stuck = |&square: &Square| !can_move(geometry, pawn, color, square);
            if let Some(square) = stuck.find(is_stuck) {
                let name = geometry.name(square);
                let pawn = match color {
                    Color::White => "a Pawn",
                    Color::Black => "a Black Pawn",
                };
                let reason = format!("{pawn} on {name} can go no further but cannot promote there");
                return self.fault(&place, reason);
            }
        }
    }
}

/// Whether a Pawn on the last rank could ever move on from there.
fn can_move(geometry: &Layout, pawn: &PieceType, color: Color, square: Square) -> bool {
    let special = &pawn.special;
    let lines = pawn.components - (Components::PAWN | Components::SPECIAL);
    let is_symmetric = !lines.is_empty()
        || !special.leaps.is_empty()
        || special.diagonal_range > 0
        || special.straight_range > 0;
    let walks = special
        .movement
        .walks(geometry, color, square, Bitboard::EMPTY);
    is_symmetric || walks.is_ok_and(|walks| !walks.is_empty())
}

/// Checks that Pawns of both sides have two squares in front of the square from
/// which they make a double step.
fn check_double_step(geometry: &Layout, square: Square) -> Result<(), String> {
    let name = geometry.name(square);
    if geometry.double_step_squares(Color::White, square).is_none() {
        return Err(format!("{name} does not have two squares in front of it"));
    }
    let turned = geometry.relative_to(Color::Black, square);
    let theirs = geometry.name(turned);
    if !geometry.squares().contains(turned) {
        return Err(format!("for Black, {name} is {theirs}, which is a hole"));
    }
    if geometry.double_step_squares(Color::Black, turned).is_none() {
        let reason = "which does not have two squares in front of it";
        return Err(format!("for Black, {name} is {theirs}, {reason}"));
    }
    Ok(())
}

fn square_named(geometry: &Layout, name: &str) -> Result<Square, String> {
    geometry
        .square_named(name)
        .ok_or_else(|| format!("there is no square '{name}'"))
}

/// The rank with this number, counted from 0.
fn rank_named(geometry: &Layout, name: i64) -> Result<usize, String> {
    let (first, last) = (
        geometry.rank_name(0),
        geometry.rank_name(geometry.ranks() - 1),
    );
    let rank = usize::try_from(name).ok();
    let rank = rank.filter(|rank| (first..=last).contains(rank));
    rank.map(|rank| rank - first)
        .ok_or_else(|| format!("there is no rank {name}: ranks go from {first} to {last}"))
}

/// Two squares, one after the other.
fn parse_step(geometry: &Layout, text: &str) -> Result<(Square, Square), String> {
    let second = text
        .char_indices()
        .skip(1)
        .find(|(_, character)| !character.is_ascii_digit());
    let (from, to) = second
        .map(|(at, _)| text.split_at(at))
        .ok_or_else(|| format!("'{text}' is not a step; write it as two squares, like 'a8b9'"))?;
    Ok((square_named(geometry, from)?, square_named(geometry, to)?))
}

/// Checks that Pawns can be given the step in addition to their other moves.
fn check_step(
    geometry: &Layout,
    pawns: &PawnSetup,
    others: &[(Square, Square)],
    text: &str,
    (from, to): (Square, Square),
) -> Result<(), String> {
    if geometry.distance(from, to) != 1 {
        return Err(format!("'{text}' is not a single King step"));
    }
    let turned = [from, to].map(|square| geometry.relative_to(Color::Black, square));
    let is_hole = |square: &Square| !geometry.squares().contains(*square);
    if let Some(hole) = turned.into_iter().find(is_hole) {
        let [from, to] = turned.map(|square| geometry.name(square));
        let hole = geometry.name(hole);
        return Err(format!(
            "for Black, '{text}' is '{from}{to}', but {hole} is a hole"
        ));
    }
    if geometry.rank(to) < pawns.first_rank {
        return Err(format!("'{text}' leads behind the Pawns' starting rank"));
    }
    let sideways = geometry.rank(from) == geometry.rank(to) && pawns.sideways.contains(from);
    let forward =
        geometry.file(from) == geometry.file(to) && geometry.rank(from) < geometry.rank(to);
    if sideways || forward || others.contains(&(from, to)) {
        return Err(format!("Pawns already have the step '{text}'"));
    }
    if geometry.rank(to) == geometry.rank(from) + 1 && is_passed_over(geometry, pawns, to) {
        return Err(format!(
            "'{text}' would be written like an en-passant capture"
        ));
    }
    Ok(())
}

/// Whether an enemy double step passes over the square, for White or, with the
/// square mirrored, for Black.
fn is_passed_over(geometry: &Layout, pawns: &PawnSetup, square: Square) -> bool {
    Color::ALL.into_iter().any(|color| {
        let target = geometry.relative_to(color, square);
        pawns.double_step.into_iter().any(|cell| {
            let start = geometry.relative_to(!color, cell);
            let ahead = geometry.double_step_squares(!color, start);
            geometry.squares().contains(start) && ahead.is_some_and(|(over, _)| over == target)
        })
    })
}

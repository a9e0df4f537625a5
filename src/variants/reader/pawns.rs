//! The table `pawns`: how Pawns move and where they promote.

use arrayvec::ArrayVec;
use toml::de::DeValue;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Layout;
use crate::board::piece::{Components, PieceKind};
use crate::board::square::Square;
use crate::rules::{
    MAX_EXTRA_STEPS, NoPromotionLeft, PawnSetup, PieceType, PromotionRule, PromotionZone,
};

use super::build::Builder;
use super::error::Location;
use super::table::{TomlEntry, TomlValue, one_or_many, scalar, type_name};

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
        let orthodox = PawnSetup::orthodox(geometry, array.iter().copied());
        let mut sides = [orthodox.clone(), orthodox];
        if let Some(entry) = self.entry("pawns.start-rank") {
            let rank = scalar::<i64>(&entry.value).and_then(|rank| rank_named(geometry, rank));
            if let Some(rank) = self.ok(&entry, rank) {
                for side in &mut sides {
                    side.first_rank = rank;
                    side.double_step = geometry.rank_cells(rank);
                }
            }
        }
        if let Some(entry) = self.entry("pawns.double-step") {
            let squares = self.squares_of_sides(geometry, &entry, &entry.value, "");
            set(&mut sides, squares, |side| &mut side.double_step);
            if is_orthodox {
                self.named_double_steps(geometry, &entry);
            }
        }
        if let Some(entry) = self.entry("pawns.triple-step") {
            let squares = self.squares_of_sides(geometry, &entry, &entry.value, "");
            set(&mut sides, squares, |side| &mut side.triple_step);
        }
        if let Some(entry) = self.entry("pawns.en-passant") {
            let squares = match entry.value.get_ref() {
                DeValue::Boolean(true) => [Bitboard::first(128); 2],
                DeValue::Boolean(false) => [Bitboard::EMPTY; 2],
                _ => self.squares_of_sides(geometry, &entry, &entry.value, ""),
            };
            set(&mut sides, squares, |side| &mut side.en_passant);
        }
        if let Some(entry) = self.entry("pawns.en-passant-promotion") {
            let promotes = scalar::<bool>(&entry.value);
            if let Some(promotes) = self.ok(&entry, promotes) {
                for side in &mut sides {
                    side.en_passant_promotes = promotes;
                }
            }
        }
        if let Some(entry) = self.entry("pawns.resets-count") {
            let resets = scalar::<bool>(&entry.value);
            if let Some(resets) = self.ok(&entry, resets) {
                sides.iter_mut().for_each(|side| side.resets_count = resets);
            }
        }
        if let Some(entry) = self.entry("pawns.sideways") {
            let squares = self.squares_of_sides(geometry, &entry, &entry.value, "");
            set(&mut sides, squares, |side| &mut side.sideways);
        }
        if let Some(entry) = self.entry("pawns.steps") {
            let steps = self.extra_steps(geometry, &entry, &sides);
            sides
                .iter_mut()
                .for_each(|side| side.extra_steps = steps.clone());
        }
        if let Some((entry, value, key)) = self.pawn_zones(&pawn.letter) {
            let zones = self.zones(geometry, (&entry, &value, key), kinds, Some(array));
            for (side, zones) in sides.iter_mut().zip(zones.into_iter().flatten()) {
                side.zones = zones;
            }
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
            let pool = self.ok(&entry, pool).flatten();
            sides.iter_mut().for_each(|side| side.pool = pool);
        }
        match is_orthodox {
            true => self.steps_over_zones(geometry, &sides),
            false => self.other_pawns(geometry, pawn, &sides),
        }
        joined(sides)
    }

    /// Squares from which Pawns make a double step, given by name, must have two squares
    /// ahead.
    fn named_double_steps(&mut self, geometry: &Layout, entry: &TomlEntry<'i>) {
        for value in one_or_many(&entry.value) {
            let name = value.get_ref().as_str().unwrap_or_default();
            if let Some(square) = geometry.square_named(name)
                && let Err(reason) = check_double_step(geometry, square)
            {
                let place = entry.part_location(self.lines, value, "");
                self.fault(&place, reason);
            }
        }
    }

    /// Keys that say nothing about Pawns that do not move as in chess, and initial moves
    /// that could be captured where Pawns promote.
    fn other_pawns(&mut self, geometry: &Layout, pawn: &PieceType, sides: &[PawnSetup; 2]) {
        let any = |has: fn(&PawnSetup) -> bool| sides.iter().any(has);
        let steps = [
            ("pawns.sideways", any(|side| side.sideways.any())),
            ("pawns.triple-step", any(|side| side.triple_step.any())),
            ("pawns.steps", any(|side| !side.extra_steps.is_empty())),
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
        if !pawn.special.movement.has_initial_moves() {
            for path in ["pawns.start-rank", "pawns.double-step"] {
                let is_given = |entry: &TomlEntry<'i>| entry.place.origin.is_none();
                let entry = self.entry(path).filter(is_given);
                if let Some(entry) = entry.filter(|_| any(|side| side.double_step.any())) {
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
        let entries = ["pawns.double-step", "pawns.start-rank", "pawns.zones"];
        let entry = entries.into_iter().find_map(|path| self.entry(path));
        let place = entry.map_or(self.table.place.clone(), |entry| entry.place);
        self.initial_moves_over_zones(geometry, pawn, sides, sides, &place);
    }

    /// Initial moves over squares where Pawns of the other side must promote, and could not by a
    /// capture en passant.
    pub(super) fn initial_moves_over_zones(
        &mut self,
        geometry: &Layout,
        mover: &PieceType,
        own: &[PawnSetup; 2],
        pawns: &[PawnSetup; 2],
        place: &Location,
    ) {
        for color in Color::ALL {
            let side = &own[color.index()];
            let starts = side.double_step.into_iter();
            let starts = starts.map(|cell| geometry.relative_to(color, cell));
            for start in starts.filter(|&start| geometry.squares().contains(start)) {
                let movement = &mover.special.movement;
                let walks = |starts| movement.walks(geometry, color, start, starts);
                // Another fault says that there are too many.
                let (Ok(all), Ok(usual)) = (walks(start.into()), walks(Bitboard::EMPTY)) else {
                    return;
                };
                for walk in all.iter().filter(|walk| !usual.contains(walk)) {
                    let from = geometry.name(start);
                    let mut over = walk.empty.into_iter().filter(|&square| {
                        let cell = geometry.relative_to(color, square);
                        side.en_passant.contains(cell)
                    });
                    let other = &pawns[(!color).index()];
                    if let Some(square) =
                        over.find(|&square| must_promote(geometry, other, !color, square))
                    {
                        let over = geometry.name(square);
                        let reason = format!(
                            "an initial move from {from} would pass over {over}, where the other side's Pawns must promote"
                        );
                        return self.fault(place, reason);
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

    fn extra_steps(
        &mut self,
        geometry: &Layout,
        entry: &TomlEntry<'i>,
        sides: &[PawnSetup; 2],
    ) -> ArrayVec<(Square, Square), MAX_EXTRA_STEPS> {
        let mut steps = Vec::new();
        for part in one_or_many(&entry.value) {
            let step = scalar::<String>(part).and_then(|text| {
                let step = parse_step(geometry, &text)?;
                check_step(geometry, sides, &steps, &text, step)?;
                Ok(step)
            });
            steps.extend(self.accept(entry, part, "", step));
        }
        if steps.len() > MAX_EXTRA_STEPS {
            let count = steps.len();
            let reason = format!("{count} steps, but a game has at most {MAX_EXTRA_STEPS}");
            self.fault(&entry.place, reason);
        }
        steps.into_iter().take(MAX_EXTRA_STEPS).collect()
    }

    /// A double or triple step must not pass over a square where Pawns of the other side must
    /// promote, and could not by a capture en passant.
    fn steps_over_zones(&mut self, geometry: &Layout, sides: &[PawnSetup; 2]) {
        let entries = [
            "pawns.triple-step",
            "pawns.double-step",
            "pawns.start-rank",
            "pawns.zones",
            "board",
        ];
        let entry = entries.into_iter().find_map(|path| self.entry(path));
        let place = entry.map_or(self.table.place.clone(), |entry| entry.place);
        for color in Color::ALL {
            let side = &sides[color.index()];
            let other = &sides[(!color).index()];
            for (starts, name) in [(side.double_step, "double"), (side.triple_step, "triple")] {
                for cell in starts {
                    let start = geometry.relative_to(color, cell);
                    let Some((first, second)) = geometry
                        .double_step_squares(color, start)
                        .filter(|_| geometry.squares().contains(start))
                    else {
                        continue;
                    };
                    let passed = [first, second]
                        .into_iter()
                        .take(1 + usize::from(name == "triple"));
                    let mut passed = passed.filter(|&square| {
                        let cell = geometry.relative_to(color, square);
                        side.en_passant.contains(cell)
                            && must_promote(geometry, other, !color, square)
                    });
                    if let Some(square) = passed.next() {
                        let (from, over) = (geometry.name(start), geometry.name(square));
                        let reason = format!(
                            "a {name} step from {from} would pass over {over}, where the other side's Pawns must promote"
                        );
                        return self.fault(&place, reason);
                    }
                }
            }
        }
    }

    /// Under every promotion rule on offer, each zone must leave a Pawn
    /// something to become, and no Pawn may get stuck on the last rank.
    pub(crate) fn ways_to_promote(
        &mut self,
        rules: &[PromotionRule],
        pawns: &PawnSetup,
        pawn: &PieceType,
        geometry: &Layout,
    ) {
        let entries = ["pawns.zones", "promotion", "start", "board"];
        let entry = entries.into_iter().find_map(|path| self.entry(path));
        let place = entry.map_or(self.table.place.clone(), |entry| entry.place);
        let sides: &[Color] = match pawns.black {
            None => &[Color::White],
            Some(_) => &Color::ALL,
        };
        for &color in sides {
            let zones = &pawns.side(color).zones;
            self.ways_in_zones(rules, zones, (geometry, color), &place);
        }
        let stuck = self.entry("pawns.stuck").and_then(|entry| {
            let stuck = scalar::<bool>(&entry.value);
            self.ok(&entry, stuck)
        });
        if stuck == Some(true) {
            return;
        }
        for color in Color::ALL {
            let zones = &pawns.side(color).zones;
            let may_stay = |cell: &Square| {
                let zone = zones.iter().find(|zone| zone.squares.contains(*cell));
                zone.is_none_or(|zone| zone.optional)
            };
            let last = geometry.rank_cells(geometry.ranks() - 1);
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

    /// Under every promotion rule on offer, each zone must leave a Pawn something to
    /// become.
    fn ways_in_zones(
        &mut self,
        rules: &[PromotionRule],
        zones: &[PromotionZone],
        (geometry, color): (&Layout, Color),
        place: &Location,
    ) {
        for zone in zones {
            let squares = zone.squares.into_iter();
            let squares = squares.map(|cell| geometry.relative_to(color, cell));
            let squares: Bitboard = squares.collect();
            let real = (squares & geometry.squares()).lowest();
            let Some(square) = real.or(squares.lowest()) else {
                continue;
            };
            let name = geometry.name(square);
            for rule in rules {
                let left = zone.kinds.iter().any(|&kind| rule.allows(kind));
                if !left && !zone.kinds.is_empty() {
                    let reason =
                        format!("with promotion '{rule}', a Pawn on {name} has nothing to become");
                    self.fault_of_start(place, reason);
                }
            }
            if zone.kinds.is_empty() && !self.is_wrong("pawns.zones") {
                let reason = format!("a Pawn on {name} has nothing to become");
                self.fault_of_start(place, reason);
            }
        }
    }
}

/// Gives each side its squares.
fn set(
    sides: &mut [PawnSetup; 2],
    squares: [Bitboard; 2],
    field: fn(&mut PawnSetup) -> &mut Bitboard,
) {
    for (side, squares) in sides.iter_mut().zip(squares) {
        *field(side) = squares;
    }
}

/// One setup for both sides.
pub(super) fn joined([mut white, black]: [PawnSetup; 2]) -> PawnSetup {
    white.black = (white != black).then(|| Box::new(black));
    white
}

/// Whether a Pawn of a side cannot stay a Pawn on a square, which it would by a capture en
/// passant: it can go no further, or its side would lose.
fn must_promote(geometry: &Layout, pawns: &PawnSetup, color: Color, square: Square) -> bool {
    let cell = geometry.relative_to(color, square);
    let is_last = geometry.rank(cell) + 1 == geometry.ranks();
    let loses = pawns.pool == Some(NoPromotionLeft::Loses);
    !pawns.en_passant_promotes
        && (is_last || loses)
        && pawns.zones.iter().any(|zone| zone.squares.contains(cell))
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
    sides: &[PawnSetup; 2],
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
    if geometry.rank(to) < sides[0].first_rank {
        return Err(format!("'{text}' leads behind the Pawns' starting rank"));
    }
    let sideways = geometry.rank(from) == geometry.rank(to)
        && sides.iter().any(|side| side.sideways.contains(from));
    let forward =
        geometry.file(from) == geometry.file(to) && geometry.rank(from) < geometry.rank(to);
    if sideways || forward || others.contains(&(from, to)) {
        return Err(format!("Pawns already have the step '{text}'"));
    }
    if geometry.rank(to) == geometry.rank(from) + 1 && is_passed_over(geometry, sides, to) {
        return Err(format!(
            "'{text}' would be written like an en-passant capture"
        ));
    }
    Ok(())
}

/// Whether an enemy double step passes over the square, for White or, with the
/// square mirrored, for Black.
fn is_passed_over(geometry: &Layout, sides: &[PawnSetup; 2], square: Square) -> bool {
    Color::ALL.into_iter().any(|color| {
        let target = geometry.relative_to(color, square);
        let other = &sides[(!color).index()];
        let passes = |cell: Square, over: fn((Square, Square)) -> Bitboard| {
            let start = geometry.relative_to(!color, cell);
            let ahead = geometry.double_step_squares(!color, start);
            geometry.squares().contains(start)
                && ahead.is_some_and(|ahead| over(ahead).contains(target))
        };
        let mut double = other.double_step.into_iter();
        let mut triple = other.triple_step.into_iter();
        double.any(|cell| passes(cell, |(first, _)| first.into()))
            || triple.any(|cell| {
                passes(cell, |(first, second)| {
                    Bitboard::from(first) | second.into()
                })
            })
    })
}

//! The settings of a game, as its section and those that it is based on leave them.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::base::suggestion::did_you_mean;

use super::super::finding::{Finding, Source};
use super::super::ini::{Entry, Section};
use super::keys::{KEYS, Key, MOBILITY, Takes, WITHOUT_RULES};
use super::slots::Slot;
use super::values::{self, Region, Slots, Value};

/// The largest board side by default.
const ORDINARY: usize = 8;

/// The start position by default.
const ORDINARY_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A setting with the key that gave it.
#[derive(Debug)]
pub(super) struct Setting {
    pub value: Value,
    pub source: Source,
}

/// A kind of piece of a game.
#[derive(Clone, Debug)]
pub(super) struct ArmyPiece {
    pub slot: Slot,
    /// In upper case.
    pub letter: char,
    /// How a custom piece, or a King, moves.
    pub betza: Option<Rc<str>>,
    pub source: Rc<Source>,
}

/// What sections have set so far. Settings are shared with the games that are based on
/// this one.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pieces: BTreeMap<Slot, ArmyPiece>,
    settings: BTreeMap<String, Rc<Setting>>,
    /// What is wrong with this game or with one that it is based on.
    pub faults: Vec<Rc<Finding>>,
}

impl State {
    /// The kinds of piece, in order.
    pub(super) fn pieces(&self) -> impl Iterator<Item = &ArmyPiece> {
        self.pieces.values()
    }

    pub(super) fn piece(&self, slot: Slot) -> Option<&ArmyPiece> {
        self.pieces.get(&slot)
    }

    /// The kind with this letter, in upper or lower case.
    pub(super) fn with_letter(&self, letter: char) -> Option<Slot> {
        let letter = letter.to_ascii_uppercase();
        let mut pieces = self.pieces.values();
        pieces
            .find(|piece| piece.letter == letter)
            .map(|piece| piece.slot)
    }

    pub(super) fn setting(&self, name: &str) -> Option<&Setting> {
        self.settings.get(name).map(Rc::as_ref)
    }

    /// The settings whose names start like this.
    pub(super) fn settings_below<'s>(
        &'s self,
        start: &'s str,
    ) -> impl Iterator<Item = (&'s str, &'s Setting)> {
        let settings = self.settings.iter();
        let found = settings.filter(move |(name, _)| name.starts_with(start));
        found.map(|(name, setting)| (name.as_str(), setting.as_ref()))
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.setting(name).map(|setting| &setting.value)
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        let by_default = matches!(
            name,
            "castling" | "checking" | "doubleStep" | "dropChecks" | "mandatoryPawnPromotion"
        );
        match self.value(name) {
            Some(Value::Flag(flag)) => *flag,
            _ => by_default,
        }
    }

    pub(super) fn number(&self, name: &str, default: usize) -> usize {
        match self.value(name) {
            Some(Value::Number(number)) => *number,
            _ => default,
        }
    }

    pub(super) fn text<'s>(&'s self, name: &str, default: &'s str) -> &'s str {
        match self.value(name) {
            Some(Value::Text(text)) => text,
            _ => default,
        }
    }

    pub(super) fn region(&self, name: &str) -> Option<Region> {
        match self.value(name) {
            Some(Value::Region(region)) => Some(*region),
            _ => None,
        }
    }

    /// The squares to which a kind is confined, for White and for Black; empty for all.
    pub(super) fn mobility(&self, slot: Slot) -> [Region; 2] {
        let piece = capitalized(&slot.name());
        MOBILITY.map(|start| self.region(&format!("{start}{piece}")).unwrap_or_default())
    }

    /// Kinds of piece that a setting names, without those that the game does not have.
    pub(super) fn slots(&self, name: &str, default: &[Slot]) -> Vec<Slot> {
        let mut slots = match self.value(name) {
            Some(Value::Slots(Slots::These(slots))) => slots.clone(),
            Some(Value::Slots(Slots::All)) => self.pieces.keys().copied().collect(),
            _ => default.to_vec(),
        };
        slots.retain(|slot| self.pieces.contains_key(slot));
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    pub(super) fn limits(&self) -> BTreeMap<Slot, usize> {
        match self.value("promotionLimit") {
            Some(Value::Limits(limits)) => limits.clone(),
            _ => BTreeMap::new(),
        }
    }

    /// What pieces become in the promotion region.
    pub(super) fn promoted(&self) -> BTreeMap<Slot, Option<Slot>> {
        match self.value("promotedPieceType") {
            Some(Value::Promoted(promoted)) => promoted.clone(),
            _ => BTreeMap::new(),
        }
    }

    pub(super) fn files(&self) -> usize {
        self.number("maxFile", ORDINARY)
    }

    pub(super) fn ranks(&self) -> usize {
        self.number("maxRank", ORDINARY)
    }

    pub(super) fn start(&self) -> &str {
        self.text("startFen", ORDINARY_START)
    }

    /// The same settings for a game that is based on this one.
    pub(super) fn child(&self) -> State {
        self.clone()
    }

    /// Reads the keys of a section. What only deserves a note goes to `notes`; to be strict is
    /// to ignore the keys that Fairy-Stockfish ignores.
    pub(super) fn apply(
        &mut self,
        section: &Section<'_>,
        is_built_in: bool,
        is_strict: bool,
        notes: &mut Vec<Finding>,
    ) {
        let source = |entry: &Entry<'_>| Source {
            line: entry.line,
            section: section.name.to_owned(),
            key: entry.key.to_owned(),
            value: Some(entry.value.to_owned()),
            is_built_in,
        };
        let mut entries: BTreeMap<&str, &Entry<'_>> = BTreeMap::new();
        for entry in &section.entries {
            if let Some(earlier) = entries.insert(entry.key, entry)
                && earlier.value != entry.value
            {
                let reason = format!(
                    "the key is given again on line {}, and that value counts",
                    entry.line
                );
                notes.push(source(earlier).noted(reason));
            }
            if entry.has_blanks && matches!(entry.value, "true" | "win" | "loss" | "draw") {
                let reason = "blanks follow the value; Fairy-Stockfish takes them for a part of \
                              it and does not understand it";
                notes.push(source(entry).noted(reason));
            }
        }
        for slot in Slot::all() {
            let Some(entry) = entries.get(slot.name().as_str()) else {
                continue;
            };
            if let Err(reason) = self.set_piece(slot, entry.value, Rc::new(source(entry))) {
                self.faults.push(Rc::new(source(entry).refused(reason)));
            }
        }
        for key in KEYS {
            let Some(entry) = entries.get(key.name) else {
                continue;
            };
            if let Some((_, reason)) = WITHOUT_RULES.iter().find(|row| row.0 == key.name) {
                if !is_built_in {
                    notes.push(source(entry).noted(format!("not needed: {reason}")));
                }
                continue;
            }
            if let Err(reason) = self.set(key, entry.value, &source(entry)) {
                self.faults.push(Rc::new(source(entry).refused(reason)));
            }
        }
        self.set_double_step_ranks();
        for (name, entry) in entries {
            let is_known = Slot::named(name).is_some() || KEYS.iter().any(|key| key.name == name);
            if is_known {
                continue;
            }
            let is_region = is_mobility(name);
            if is_strict && !is_region {
                let reason = "Fairy-Stockfish has no such key and ignores it";
                notes.push(source(entry).noted(reason));
                continue;
            }
            let result = match is_region {
                true => values::parse(Takes::Region, entry.value, &|_| None)
                    .map(|value| self.insert(name, value, source(entry))),
                false => Err(unknown(name)),
            };
            if let Err(reason) = result {
                self.faults.push(Rc::new(source(entry).refused(reason)));
            }
        }
    }

    fn insert(&mut self, name: &str, value: Value, source: Source) {
        self.settings
            .insert(name.to_owned(), Rc::new(Setting { value, source }));
    }

    fn set(&mut self, key: &Key, text: &str, source: &Source) -> Result<(), String> {
        let value = values::parse(key.takes, text, &|letter| self.with_letter(letter))?;
        for &name in key.sets {
            let value = match (&value, key.takes) {
                (Value::Number(rank), Takes::RankFrom) => {
                    let (rank, ranks) = (*rank - 1, self.ranks());
                    Value::Region(match name.ends_with("White") {
                        true => Region::of_ranks(rank..ranks),
                        false => Region::of_ranks(0..ranks.saturating_sub(rank)),
                    })
                }
                // These add to what the parent says.
                (Value::Limits(limits), _) => {
                    let mut all = self.limits();
                    all.extend(limits);
                    Value::Limits(all)
                }
                (Value::Promoted(promoted), _) => {
                    let mut all = self.promoted();
                    all.extend(promoted);
                    Value::Promoted(all)
                }
                (value, _) => value.clone(),
            };
            self.insert(name, value, source.clone());
        }
        Ok(())
    }

    /// Two deprecated keys that together name the ranks of double steps.
    fn set_double_step_ranks(&mut self) {
        let names = ["doubleStepRank", "doubleStepRankMin"];
        let last = self.number(names[0], 2);
        let first = self.number(names[1], 2);
        let removed = names.map(|name| self.settings.remove(name));
        let Some(setting) = removed.into_iter().flatten().next() else {
            return;
        };
        let ranks = self.ranks();
        let white = Region::of_ranks(first - 1..last.min(ranks));
        let black = Region::of_ranks((first..=last.min(ranks)).map(|rank| ranks - rank));
        for (name, region) in [
            ("doubleStepRegionWhite", white),
            ("doubleStepRegionBlack", black),
        ] {
            if !self.settings.contains_key(name) {
                self.insert(name, Value::Region(region), setting.source.clone());
            }
        }
    }

    /// Adds or removes a kind of piece. A letter that another kind has is taken from it.
    fn set_piece(&mut self, slot: Slot, text: &str, source: Rc<Source>) -> Result<(), String> {
        let mut letters = text.chars();
        let letter = match letters.next() {
            Some('-') if letters.as_str().is_empty() => {
                self.pieces.remove(&slot);
                return Ok(());
            }
            Some(letter) if letter.is_ascii_alphabetic() => letter.to_ascii_uppercase(),
            _ => return Err("the value must be a letter, or '-' for no such piece".to_owned()),
        };
        let moves = match letters.next() {
            None => None,
            Some(':') => Some(letters.as_str()),
            Some(_) => {
                return Err("the value must be a letter, or a letter, a colon and moves".to_owned());
            }
        };
        let betza = match moves {
            Some(_) if !slot.is_custom() && slot != Slot::KING => {
                return Err(format!(
                    "Fairy-Stockfish ignores the moves that are given to a '{}'; a customPiece \
                     can have them",
                    slot.name()
                ));
            }
            Some(moves) => Some(Rc::from(moves)),
            None if slot.is_custom() => match self.pieces.get(&slot) {
                Some(earlier) => earlier.betza.clone(),
                None => return Err("a custom piece needs its moves, such as a:NW".to_owned()),
            },
            None => None,
        };
        self.pieces.retain(|_, piece| piece.letter != letter);
        let piece = ArmyPiece {
            slot,
            letter,
            betza,
            source,
        };
        self.pieces.insert(slot, piece);
        Ok(())
    }
}

/// Whether a key restricts the squares of a kind of piece.
fn is_mobility(name: &str) -> bool {
    mobility_slot(name).is_some()
}

/// The kind of piece whose squares a key restricts.
fn mobility_slot(name: &str) -> Option<Slot> {
    let piece = MOBILITY.iter().find_map(|start| name.strip_prefix(start))?;
    Slot::all().find(|slot| capitalized(&slot.name()) == piece)
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Why there is no such key.
fn unknown(name: &str) -> String {
    let slots: Vec<String> = Slot::all().map(Slot::name).collect();
    let mobility = Slot::all().flat_map(|slot| {
        let piece = capitalized(&slot.name());
        MOBILITY.map(|start| format!("{start}{piece}"))
    });
    let mobility: Vec<String> = mobility.collect();
    let names = KEYS.iter().map(|key| key.name);
    let all: Vec<&str> = names
        .chain(slots.iter().chain(&mobility).map(String::as_str))
        .collect();
    format!(
        "Fairy-Stockfish has no such key{}",
        did_you_mean(name, &all)
    )
}

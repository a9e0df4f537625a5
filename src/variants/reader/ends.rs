//! The table `ends`: how games end otherwise than in chess.

use toml::de::DeValue;

use crate::board::color::Color;
use crate::board::geometry::Layout;
use crate::board::piece::PieceKind;
use crate::rules::{
    EndRules, Extinction, ExtinctionResult, Flags, PerpetualCheckRule, PieceType, RepetitionResult,
    RepetitionRule,
};

use super::build::Builder;
use super::table::{
    EXTINCTION_KEYS, FLAG_KEYS, REPETITION_KEYS, TomlEntry, TomlValue, in_order, one_or_many,
    scalar, type_name, unknown_key,
};

/// The largest number of checks that can be counted.
const MAX_CHECKS: u8 = 99;

/// The largest move limit; plies are counted up to twice this number.
const MAX_MOVE_LIMIT: u16 = 10_000;

/// The largest number of occurrences of a position that can be asked for.
const MAX_OCCURRENCES: u16 = 99;

/// What the word `none` switches off.
const NONE: &str = "none";

impl<'i> Builder<'_, 'i> {
    /// How games end otherwise than in chess.
    pub(super) fn ends(&mut self, layout: &Layout, types: &[PieceType]) -> EndRules {
        let usual = EndRules::default();
        let flags = self.entry("ends.flags").filter(is_given);
        let checks = self.entry("ends.checks").filter(is_given);
        let bare = self.entry("ends.bare-king").filter(is_given);
        let extinction = self.entry("ends.extinction").filter(is_given);
        if let (Some(bare), Some(_)) = (&bare, &extinction) {
            let reason = "a bare King is an extinction, and only one of the two can be given";
            self.fault(&bare.place, reason);
        }
        let repetition = match self.entry("ends.repetition") {
            Some(entry) if !is_given(&entry) => None,
            Some(entry) => self.repetition(&entry).or(usual.repetition),
            None => usual.repetition,
        };
        let perpetual = self.word("ends.perpetual-check");
        let perpetual_check = perpetual.unwrap_or(usual.perpetual_check);
        if let Some(entry) = self.entry("ends.perpetual-check")
            && perpetual_check == PerpetualCheckRule::Loss
            && repetition.is_none()
        {
            let reason =
                "checks are perpetual where a position is repeated, and repetition is none";
            self.fault(&entry.place, reason);
        }
        let bare = bare.and_then(|entry| self.bare_king(&entry));
        let extinction = extinction.and_then(|entry| self.extinction(&entry, types));
        EndRules {
            flags: flags.and_then(|entry| self.flags(&entry, layout, types)),
            checks: checks.and_then(|entry| {
                let number = number(&entry.value, "checks", 1, u16::from(MAX_CHECKS));
                self.ok(&entry, number).map(|checks| checks as u8)
            }),
            extinction: bare.or(extinction),
            checkmate: self.word("ends.checkmate").unwrap_or(usual.checkmate),
            move_limit: match self.entry("ends.move-limit") {
                Some(entry) if !is_given(&entry) => None,
                Some(entry) => {
                    let limit = number(&entry.value, "moves", 1, MAX_MOVE_LIMIT);
                    self.ok(&entry, limit).or(usual.move_limit)
                }
                None => usual.move_limit,
            },
            counting: match self.entry("ends.counting").filter(is_given) {
                Some(_) => self.word("ends.counting"),
                None => None,
            },
            draws_won_by: self
                .entry("ends.draws-won-by")
                .filter(is_given)
                .and_then(|entry| {
                    let color =
                        scalar::<String>(&entry.value).and_then(|word| match word.as_str() {
                            "white" => Ok(Color::White),
                            "black" => Ok(Color::Black),
                            _ => Err(format!("unknown side '{word}' (known: white, black, none)")),
                        });
                    self.ok(&entry, color)
                }),
            repetition,
            perpetual_check,
        }
    }

    /// How often a position must occur, and what that means.
    fn repetition(&mut self, entry: &TomlEntry<'i>) -> Option<RepetitionRule> {
        let example = "{ count = 4, result = \"draw\" }";
        if !self.keys(entry, &REPETITION_KEYS, example) {
            return None;
        }
        let table = entry.value.get_ref().as_table()?;
        let usual = RepetitionRule::THREEFOLD;
        let count = match table.get("count") {
            Some(value) => {
                let count = number(value, "occurrences", 2, MAX_OCCURRENCES);
                self.accept(entry, value, "count", count)? as u8
            }
            None => usual.count,
        };
        let result = match table.get("result") {
            Some(value) => {
                let word = scalar::<String>(value).and_then(|word| {
                    word.parse::<RepetitionResult>()
                        .map_err(|error| error.to_string())
                });
                self.accept(entry, value, "result", word)?
            }
            None => usual.result,
        };
        Some(RepetitionRule { count, result })
    }

    /// The kinds of piece that a list of letters names.
    fn kinds(
        &mut self,
        entry: &TomlEntry<'i>,
        value: &TomlValue<'i>,
        types: &[PieceType],
    ) -> Vec<PieceKind> {
        let mut kinds = Vec::new();
        for part in one_or_many(value) {
            let kind = scalar::<String>(part).and_then(|letter| {
                let mut types = types.iter();
                let found = types.find(|piece| piece.letter == letter);
                let kind = found
                    .ok_or_else(|| format!("there is no piece '{letter}'"))?
                    .kind;
                match kinds.contains(&kind) {
                    true => Err(format!("'{letter}' is listed twice")),
                    false => Ok(kind),
                }
            });
            kinds.extend(self.accept(entry, part, "pieces", kind));
        }
        if one_or_many(value).is_empty() {
            let reason = "the list is empty".to_owned();
            self.accept::<()>(entry, value, "pieces", Err(reason));
        }
        kinds
    }

    /// The keys of a table that may have only these.
    fn keys(&mut self, entry: &TomlEntry<'i>, known: &[&str], example: &str) -> bool {
        let DeValue::Table(table) = entry.value.get_ref() else {
            let found = type_name(entry.value.get_ref());
            self.fault(
                &entry.place,
                format!("must be a table such as {example}, not {found}"),
            );
            return false;
        };
        let mut is_good = true;
        for (key, value) in in_order(table) {
            if let Some(reason) = unknown_key(key.get_ref(), known) {
                self.accept::<()>(entry, value, key.get_ref(), Err(reason));
                is_good = false;
            }
        }
        is_good
    }

    fn flags(
        &mut self,
        entry: &TomlEntry<'i>,
        layout: &Layout,
        types: &[PieceType],
    ) -> Option<[Flags; 2]> {
        let example = "{ pieces = \"K\", squares = [8] }";
        if !self.keys(entry, &FLAG_KEYS, example) {
            return None;
        }
        let table = entry.value.get_ref().as_table()?;
        let Some(squares) = table.get("squares") else {
            self.fault(
                &entry.place,
                format!("flags need their 'squares': {example}"),
            );
            return None;
        };
        let all: Vec<PieceKind> = types.iter().map(|piece| piece.kind).collect();
        let kinds = table.get("pieces");
        let kinds = kinds.map_or(all, |value| self.kinds(entry, value, types));
        let [safe, answered] = ["safe", "answered"].map(|key| {
            let value = table.get(key);
            value.and_then(|value| self.accept(entry, value, key, scalar(value)))
        });
        if safe == Some(true) && answered == Some(true) {
            let reason = "a piece that must be safe leaves the other side a move anyway";
            self.fault(&entry.place, reason);
        }
        let squares = self.sides(layout, entry, squares, "squares")?;
        Some(squares.map(|squares| Flags {
            kinds: kinds.clone(),
            squares,
            safe: safe.unwrap_or(false),
            answered: answered.unwrap_or(false),
        }))
    }

    fn extinction(&mut self, entry: &TomlEntry<'i>, types: &[PieceType]) -> Option<Extinction> {
        let example = "{ pieces = \"R\", result = \"loss\" }";
        if !self.keys(entry, &EXTINCTION_KEYS, example) {
            return None;
        }
        let table = entry.value.get_ref().as_table()?;
        let Some(result) = table.get("result") else {
            self.fault(
                &entry.place,
                format!("an extinction needs its 'result': {example}"),
            );
            return None;
        };
        let word = scalar::<String>(result).and_then(|word| {
            word.parse::<ExtinctionResult>()
                .map_err(|error| error.to_string())
        });
        let result = self.accept(entry, result, "result", word)?;
        let kinds = table.get("pieces");
        let kinds = kinds.map_or(Vec::new(), |value| self.kinds(entry, value, types));
        let [left, others] = ["left", "others"].map(|key| {
            let value = table.get(key)?;
            self.accept(entry, value, key, number(value, "pieces", 0, 128))
        });
        let answered = table.get("answered");
        let answered =
            answered.and_then(|value| self.accept(entry, value, "answered", scalar(value)));
        Some(Extinction {
            kinds,
            left: left.unwrap_or(0).into(),
            others: others.unwrap_or(0).into(),
            answered: answered.unwrap_or(false),
            result,
        })
    }

    /// The loss of all pieces but the King.
    fn bare_king(&mut self, entry: &TomlEntry<'i>) -> Option<Extinction> {
        let bare = |answered, result, others| Extinction {
            kinds: Vec::new(),
            left: 1,
            others,
            answered,
            result,
        };
        let rule = scalar::<String>(&entry.value).and_then(|word| match word.as_str() {
            "loss" => Ok(bare(true, ExtinctionResult::Loss, 2)),
            "loss-at-once" => Ok(bare(false, ExtinctionResult::Loss, 2)),
            "draw" => Ok(bare(false, ExtinctionResult::Draw, 0)),
            _ => Err(format!(
                "unknown rule '{word}' (known: loss, loss-at-once, draw, none)"
            )),
        });
        self.ok(entry, rule)
    }
}

/// Whether a key, perhaps inherited, is not switched off.
fn is_given(entry: &TomlEntry<'_>) -> bool {
    entry.value.get_ref().as_str() != Some(NONE)
}

/// A number within limits.
fn number(value: &TomlValue<'_>, what: &str, least: u16, most: u16) -> Result<u16, String> {
    let number = scalar::<i64>(value)?;
    let found = u16::try_from(number).ok();
    found
        .filter(|found| (least..=most).contains(found))
        .ok_or_else(|| format!("the number of {what} must be from {least} to {most}, not {number}"))
}

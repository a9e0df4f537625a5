//! The tables of a variant file as lists of keys, including inherited ones.
//!
//! Which keys exist is decided here; what their values mean is not.

use std::collections::HashMap;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use crate::base::suggestion::did_you_mean;

use super::Heading;
use super::error::{FileError, LineIndex, Location};

/// The keys of a variant's table.
pub const KEYS: [&str; 28] = [
    "base",
    "title",
    "about",
    "board",
    "file-names",
    "first-rank",
    "left-corner",
    "start",
    "king",
    "pawn",
    "pieces",
    "castling",
    "castling-king",
    "castling-partner",
    "castling-king-files",
    "castling-partner-files",
    "promotion",
    "pawns",
    "stalemate",
    "royalty",
    "royal-king",
    "facing-kings",
    "compulsory-captures",
    "forbidden-checks",
    "standing-kings",
    "ends",
    "shuffled",
    "xboard",
];

/// The keys of a piece's table in `pieces`.
pub const PIECE_KEYS: [&str; 14] = [
    "moves",
    "betza",
    "dialect",
    "paths",
    "region",
    "also",
    "royal",
    "pawn",
    "promotes",
    "starts",
    "resets-count",
    "castles",
    "name",
    "xboard",
];

/// The keys of the table `pawns`.
pub const PAWN_KEYS: [&str; 11] = [
    "start-rank",
    "double-step",
    "triple-step",
    "en-passant",
    "en-passant-promotion",
    "resets-count",
    "stuck",
    "sideways",
    "steps",
    "zones",
    "pool",
];

/// The keys of the table `ends`.
pub const END_KEYS: [&str; 10] = [
    "flags",
    "checks",
    "bare-king",
    "extinction",
    "checkmate",
    "move-limit",
    "counting",
    "draws-won-by",
    "repetition",
    "perpetual-check",
];

/// The keys of `ends.repetition`.
pub const REPETITION_KEYS: [&str; 2] = ["count", "result"];

/// The keys of `ends.flags`.
pub const FLAG_KEYS: [&str; 4] = ["pieces", "squares", "safe", "answered"];

/// The keys of `ends.extinction`.
pub const EXTINCTION_KEYS: [&str; 5] = ["pieces", "left", "others", "answered", "result"];

/// The keys of a promotion zone's table in `pawns.zones`.
pub const ZONE_KEYS: [&str; 6] = ["squares", "to", "optional", "only-lost", "always", "limit"];

/// The keys of a table in `promotes` of a piece.
pub(super) const PROMOTION_KEYS: [&str; 7] = [
    "zone",
    "to",
    "optional",
    "leaving",
    "only-lost",
    "always",
    "limit",
];

/// Keys that a variant does not inherit.
const NOT_INHERITED: [&str; 4] = ["base", "title", "about", "xboard"];

/// The longest chain of bases.
const MAX_BASES: usize = 16;

/// The longest name of a variant, in letters.
pub(super) const MAX_NAME: usize = 64;

/// The limit for list items and pieces. Inherited values are checked again for
/// each variant, so long ones would make checking slow.
const MAX_PARTS: usize = 256;

/// The longest strings and keys, in bytes.
const MAX_STRING: usize = 1024;

pub(super) type TomlValue<'i> = Spanned<DeValue<'i>>;

/// A key of a variant and its value.
#[derive(Clone)]
pub(super) struct TomlEntry<'i> {
    pub place: Location,
    pub value: TomlValue<'i>,
}

impl TomlEntry<'_> {
    /// The location of a part of the value.
    pub(crate) fn part_location(
        &self,
        lines: &LineIndex,
        part: &TomlValue<'_>,
        key: &str,
    ) -> Location {
        let mut place = self.place.clone();
        if place.origin.is_none() {
            place.line = lines.number(&part.span());
        }
        if !key.is_empty() {
            place.path = format!("{}.{key}", place.path);
        }
        place
    }
}

/// A variant's table, as written.
#[derive(Clone)]
pub(super) struct Table<'i> {
    pub place: Location,
    pub entries: Vec<TomlEntry<'i>>,
}

impl<'i> Table<'i> {
    pub(super) fn name(&self) -> &str {
        &self.place.variant
    }

    /// The name in a form that is equal for names that count as equal.
    pub(super) fn key(&self) -> String {
        self.name().to_ascii_lowercase()
    }

    /// The name and the base of the game.
    pub(super) fn heading(&self) -> Heading {
        let base = self.get("base").zip(self.base());
        Heading {
            place: self.place.clone(),
            base: base.map(|(entry, name)| (name.to_owned(), entry.place.clone())),
        }
    }

    /// Reads the keys of the table with this name.
    pub(super) fn read(
        name: &Spanned<impl AsRef<str>>,
        table: &DeTable<'i>,
        lines: &LineIndex,
        faults: &mut Vec<FileError>,
    ) -> Table<'i> {
        let place = Location {
            line: lines.number(&name.span()),
            variant: name.get_ref().as_ref().to_owned(),
            path: String::new(),
            origin: None,
        };
        let mut read = Table {
            place,
            entries: Vec::new(),
        };
        for (key, value) in in_order(table) {
            let place = read.place_of(lines, key, "");
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("pieces", DeValue::Table(pieces)) => {
                    if pieces.len() > MAX_PARTS {
                        let (count, place) = (pieces.len(), &place);
                        faults.push(place.fault(format!(
                            "{count} pieces, but at most {MAX_PARTS} are allowed"
                        )));
                        continue;
                    }
                    for (letter, value) in in_order(pieces) {
                        let place = read.place_of(lines, letter, "pieces.");
                        read.add(place, value, faults);
                    }
                }
                (name @ ("pawns" | "ends"), DeValue::Table(table)) => {
                    let (above, known) = match name {
                        "pawns" => ("pawns.", &PAWN_KEYS[..]),
                        _ => ("ends.", &END_KEYS[..]),
                    };
                    for (key, value) in in_order(table) {
                        let place = read.place_of(lines, key, above);
                        match unknown_key(key.get_ref(), known) {
                            Some(reason) => faults.push(place.fault(reason)),
                            None => read.add(place, value, faults),
                        }
                    }
                }
                ("pieces" | "pawns" | "ends", other) => {
                    let reason = format!("must be a table, not {}", type_name(other));
                    faults.push(place.fault(reason));
                }
                (key, _) if PAWN_KEYS.contains(&key) => {
                    faults.push(place.fault("unknown key; it belongs in the table 'pawns'"));
                }
                (key, _) if END_KEYS.contains(&key) => {
                    faults.push(place.fault("unknown key; it belongs in the table 'ends'"));
                }
                (key, _) => match unknown_key(key, &KEYS) {
                    Some(reason) => faults.push(place.fault(reason)),
                    None => read.add(place, value, faults),
                },
            }
        }
        read
    }

    fn place_of(&self, lines: &LineIndex, key: &Spanned<impl AsRef<str>>, above: &str) -> Location {
        Location {
            line: lines.number(&key.span()),
            path: format!("{above}{}", key.get_ref().as_ref()),
            ..self.place.clone()
        }
    }

    fn add(&mut self, place: Location, value: &TomlValue<'i>, faults: &mut Vec<FileError>) {
        if let Err(reason) = check_key(&place.path).and_then(|()| check_length(value)) {
            faults.push(place.fault(reason));
            return;
        }
        let value = value.clone();
        self.entries.push(TomlEntry { place, value });
    }

    /// The entry with this key.
    pub(super) fn get(&self, path: &str) -> Option<&TomlEntry<'i>> {
        self.entries.iter().find(|entry| entry.place.path == path)
    }

    /// The value of `base`, if it is a string.
    fn base(&self) -> Option<&str> {
        self.get("base")?.value.get_ref().as_str()
    }

    /// The table including inherited keys, those of the base first.
    ///
    /// # Errors
    /// If a base does not exist, or the chain of bases is circular or too long.
    pub(crate) fn with_bases(&self, known: &NamedTables<'_, 'i>) -> Result<Table<'i>, FileError> {
        if let Some(entry) = self.get("base") {
            scalar::<String>(&entry.value).map_err(|reason| entry.place.fault(reason))?;
        }
        let mut chain = vec![self];
        while let Some(name) = chain[chain.len() - 1].base() {
            let entry = chain[0].get("base");
            let place = entry.map_or(&self.place, |entry| &entry.place);
            let base = known.get(name).copied();
            let base = base.ok_or_else(|| {
                let short = known.keys().copied().filter(|name| name.len() <= MAX_NAME);
                let mut names: Vec<&str> = short.collect();
                names.sort_unstable();
                let hint = did_you_mean(name, &names);
                place.fault(format!("there is no variant '{name}'{hint}"))
            })?;
            let names = chain.iter().map(|table| table.name());
            if chain.iter().any(|table| table.name() == name) {
                let names: Vec<&str> = names.chain([name]).collect();
                let circle = names.join(" on ");
                return Err(place.fault(format!("the bases form a circle: {circle}")));
            }
            if chain.len() > MAX_BASES {
                return Err(place.fault(format!("more than {MAX_BASES} bases are chained")));
            }
            chain.push(base);
        }
        let mut merged = Table {
            place: self.place.clone(),
            entries: Vec::new(),
        };
        let line = self
            .get("base")
            .map_or(self.place.line, |base| base.place.line);
        for table in chain.iter().rev() {
            let own = table.name() == self.name();
            for entry in &table.entries {
                if !own && NOT_INHERITED.contains(&entry.place.path.as_str()) {
                    continue;
                }
                let mut entry = entry.clone();
                if !own {
                    entry.place.line = line;
                    entry.place.origin = Some(table.name().to_owned());
                    entry.place.variant = self.name().to_owned();
                }
                let same = |other: &&mut TomlEntry<'_>| other.place.path == entry.place.path;
                match merged.entries.iter_mut().find(same) {
                    Some(inherited) => *inherited = entry,
                    None => merged.entries.push(entry),
                }
            }
        }
        Ok(merged)
    }
}

/// The tables that others can be based on, by name.
pub(super) type NamedTables<'t, 'i> = HashMap<&'t str, &'t Table<'i>>;

/// Checks that a value is no longer than any variant needs.
fn check_length(value: &TomlValue<'_>) -> Result<(), String> {
    match value.get_ref() {
        DeValue::String(text) if text.len() > MAX_STRING => {
            let length = text.len();
            Err(format!(
                "a string of {length} bytes, but at most {MAX_STRING} are allowed"
            ))
        }
        DeValue::Array(parts) if parts.len() > MAX_PARTS => {
            let length = parts.len();
            Err(format!(
                "a list of {length} items, but at most {MAX_PARTS} are allowed"
            ))
        }
        DeValue::Array(parts) => parts.iter().try_for_each(check_length),
        DeValue::Table(table) if table.len() > MAX_PARTS => {
            let length = table.len();
            Err(format!(
                "a table of {length} keys, but at most {MAX_PARTS} are allowed"
            ))
        }
        DeValue::Table(table) => table.iter().try_for_each(|(key, value)| {
            check_key(key.get_ref())?;
            check_length(value)
        }),
        _ => Ok(()),
    }
}

/// Checks that a key is not absurdly long.
fn check_key(key: &str) -> Result<(), String> {
    if key.len() > MAX_STRING {
        let length = key.len();
        return Err(format!(
            "a key of {length} bytes, but at most {MAX_STRING} are allowed"
        ));
    }
    Ok(())
}

/// The keys of a table in the order of the text.
pub(super) fn in_order<'t, 'i>(
    table: &'t DeTable<'i>,
) -> Vec<(&'t Spanned<std::borrow::Cow<'i, str>>, &'t TomlValue<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// The fault of a key that is not among the known ones.
pub(super) fn unknown_key(key: &str, known: &[&str]) -> Option<String> {
    if known.contains(&key) {
        return None;
    }
    let hint = match did_you_mean(key, known) {
        hint if hint.is_empty() => format!(" (known: {})", known.join(", ")),
        hint => hint,
    };
    Some(format!("unknown key{hint}"))
}

/// The type of a value, with its article.
pub(super) fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// Deserializes a value by its type alone.
///
/// # Errors
/// If the value has another type; the message is that of the deserializer.
pub(super) fn scalar<'i, T: Deserialize<'i>>(value: &TomlValue<'i>) -> Result<T, String> {
    T::deserialize(ValueDeserializer::from(value.clone()))
        .map_err(|error| error.message().to_owned())
}

/// The items of a list; for any other value, the value itself.
pub(super) fn one_or_many<'v, 'i>(value: &'v TomlValue<'i>) -> Vec<&'v TomlValue<'i>> {
    match value.get_ref() {
        DeValue::Array(parts) => parts.iter().collect(),
        _ => vec![value],
    }
}

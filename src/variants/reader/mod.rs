//! Variant files: games written as text, in TOML (`docs/guide/variant-files.md`).
//!
//! Knows no position: whether the game that a text describes can be started is
//! asked higher up. All faults of a text are found, not only the first; hence
//! its tables are walked key by key, and [`serde`] reads the single values.

mod board;
mod build;
mod fault;
mod letters;
mod pawns;
mod pieces;
mod table;

use std::collections::{HashMap, HashSet};

use once_cell::sync::Lazy;
use toml::de::{DeTable, DeValue};

use build::Builder;
use fault::Lines;
use table::{Table, in_order, type_name};

use super::Variant;

pub use fault::Fault;
pub(crate) use fault::Place;
pub use pieces::MOVES;
pub use table::{KEYS, PAWN_KEYS, PIECE_KEYS, ZONE_KEYS};

/// How many variants a file may hold. Each is checked down to its start position,
/// and what that needs is kept for the life of the process.
const MAX_VARIANTS: usize = 256;

/// The games that the engine brings with it.
const BUILT_IN: &str = include_str!("../built_in.toml");

/// The tables of the games that the engine brings with it, for others to be
/// based on.
static BASES: Lazy<Vec<Table<'static>>> = Lazy::new(|| tables(BUILT_IN, &mut Vec::new()));

/// A variant as a file defines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The variant; of a definition with faults only a sketch.
    pub variant: Variant,
    /// Where its keys stand.
    pub(crate) places: Vec<Place>,
    /// Whether no fault was found.
    pub is_valid: bool,
}

impl Definition {
    /// Where a key stands, or the first key below it; if the variant has it
    /// not, where its table begins.
    pub(crate) fn place(&self, path: &str) -> Place {
        let below = format!("{path}.");
        let of = |place: &&Place| place.path == path || place.path.starts_with(&below);
        let found = self.places.iter().find(of).unwrap_or(&self.places[0]);
        Place {
            path: path.to_owned(),
            ..found.clone()
        }
    }
}

/// What a text says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The variants of which there is enough to speak of, in the order of the text.
    pub definitions: Vec<Definition>,
    /// All that is wrong, in the order of the text.
    pub faults: Vec<Fault>,
}

/// Reads the text of a variant file.
///
/// ```
/// let text = "[small]\nbase = 'chess'\nboard = '5x5'\n\
///             start = 'rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1'\n\
///             castling = 'none'\npawns.double-step = []";
/// let parsed = peregrine::variants::reader::parse(text);
/// assert_eq!(parsed.faults, []);
/// assert_eq!(parsed.definitions[0].variant.name, "small");
/// ```
pub fn parse(text: &str) -> Parsed {
    parse_on(text, &BASES)
}

/// The games that the engine brings with it, the main game first.
pub(super) fn built_in() -> Vec<Variant> {
    let parsed = parse_on(BUILT_IN, &[]);
    debug_assert_eq!(parsed.faults, []);
    let definitions = parsed.definitions.into_iter();
    definitions.map(|definition| definition.variant).collect()
}

/// The tables of a text, and what is wrong with the text or their keys.
fn tables<'i>(text: &'i str, faults: &mut Vec<Fault>) -> Vec<Table<'i>> {
    let lines = Lines::new(text);
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let span = error.span().unwrap_or_default();
        let found = text.get(span.clone()).unwrap_or_default();
        faults.push(Fault {
            line: lines.of(&span),
            key: String::new(),
            reason: match found.trim() {
                "" => error.message().to_owned(),
                found => format!("{}: {found}", error.message()),
            },
        });
    }
    let mut tables = Vec::new();
    for (name, value) in in_order(document.get_ref()) {
        match value.get_ref() {
            DeValue::Table(table) => tables.push(Table::read(name, table, &lines, faults)),
            other => faults.push(Fault {
                line: lines.of(&name.span()),
                key: name.get_ref().to_string(),
                reason: format!(
                    "a variant is a table, such as [{}], not {}",
                    name.get_ref(),
                    type_name(other)
                ),
            }),
        }
    }
    tables
}

/// Reads a text whose variants can be based on each other and on those.
fn parse_on<'i>(text: &'i str, bases: &[Table<'i>]) -> Parsed {
    let lines = Lines::new(text);
    let mut faults = Vec::new();
    let own = tables(text, &mut faults);
    // Where the text is no TOML, what can be made out of it may be mistaken.
    let doubtful: HashSet<usize> = faults
        .iter()
        .filter(|fault| fault.key.is_empty())
        .map(|fault| fault.line)
        .collect();
    if let Some(table) = own.get(MAX_VARIANTS) {
        let count = own.len();
        faults.retain(|fault| fault.key.is_empty());
        faults.push(table.place.fault(format!(
            "a file holds at most {MAX_VARIANTS} variants, and this has {count}"
        )));
        faults.sort_by_key(|fault| fault.line);
        return Parsed {
            definitions: Vec::new(),
            faults,
        };
    }
    let mut known = HashMap::new();
    for table in own.iter().chain(bases) {
        known.entry(table.name()).or_insert(table);
    }
    let built_in: HashSet<String> = bases.iter().map(Table::key).collect();
    let mut earlier = HashSet::new();
    let mut definitions = Vec::new();
    let mut found = Vec::new();
    for table in &own {
        if built_in.contains(&table.key()) {
            let reason = "a variant that the engine brings with it cannot be redefined";
            faults.push(table.place.fault(reason));
            continue;
        }
        if !earlier.insert(table.key()) {
            faults.push(table.place.fault("there is a variant of that name already"));
        }
        match table.with_bases(&known) {
            Err(fault) => faults.push(fault),
            Ok(merged) => {
                let mut builder = Builder::new(&merged, &lines);
                definitions.extend(builder.build());
                found.extend(builder.faults);
            }
        }
    }
    // What is wrong with an inherited key is said where it stands, once.
    let at_home: HashSet<(String, String)> = found
        .iter()
        .filter(|(place, _)| place.origin.is_none())
        .map(|(place, _)| (place.variant.clone(), place.path.clone()))
        .collect();
    let news = found.iter().filter(|(place, _)| {
        let origin = place.origin.clone();
        !origin.is_some_and(|origin| at_home.contains(&(origin, place.path.clone())))
    });
    faults.extend(news.map(|(_, fault)| fault.clone()));
    if !doubtful.is_empty() {
        faults.retain(|fault| fault.key.is_empty() || !doubtful.contains(&fault.line));
    }
    faults.sort_by_key(|fault| fault.line);
    Parsed {
        definitions,
        faults,
    }
}

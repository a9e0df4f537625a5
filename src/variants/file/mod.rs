//! Variant files: games written as text, in TOML (`docs/variant-files.md`).
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
    pub is_sound: bool,
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
/// let parsed = peregrine::variants::file::parse(text);
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
    let doubtful: Vec<usize> = faults
        .iter()
        .filter(|fault| fault.key.is_empty())
        .map(|fault| fault.line)
        .collect();
    let known: Vec<&Table<'i>> = own.iter().chain(bases).collect();
    let mut definitions = Vec::new();
    let mut found = Vec::new();
    for (number, table) in own.iter().enumerate() {
        let same = |other: &&Table<'i>| other.name().eq_ignore_ascii_case(table.name());
        if bases.iter().any(|base| same(&base)) {
            let reason = "a variant that the engine brings with it cannot be redefined";
            faults.push(table.place.fault(reason));
            continue;
        }
        if own[..number].iter().any(|other| same(&other)) {
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
    let at_home = |place: &Place, origin: &str| {
        let same = |other: &Place| {
            other.variant == origin && other.path == place.path && other.origin.is_none()
        };
        found.iter().any(|(other, _)| same(other))
    };
    let news = found.iter().filter(|(place, _)| {
        let origin = place.origin.as_deref();
        !origin.is_some_and(|origin| at_home(place, origin))
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

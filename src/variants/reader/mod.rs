//! Variant files: games defined in TOML (`docs/guide/variant-files.md`).
//!
//! All faults of a text are reported, not only the first; therefore the tables
//! are walked key by key, and [`serde`] reads only single values. Must not
//! depend on a position: whether a variant can be started is checked by
//! [`variants::check`](crate::variants::check()).

mod board;
mod broken;
mod build;
mod castling;
mod ends;
mod error;
mod letters;
mod pawns;
mod piece_entries;
mod pieces;
mod promotion;
mod region;
mod table;

use std::collections::{HashMap, HashSet};

use std::sync::LazyLock;
use toml::de::{DeTable, DeValue};

use build::Builder;
use error::LineIndex;
use table::{Table, in_order, type_name};

use super::VariantSetup;

pub use error::FileError;
pub(crate) use error::Location;
pub use pieces::MOVES;
pub use table::{
    END_KEYS, EXTINCTION_KEYS, FLAG_KEYS, KEYS, PAWN_KEYS, PIECE_KEYS, REPETITION_KEYS, ZONE_KEYS,
};

/// The most variants that a file may define. Each is checked down to its start
/// position, which takes the attack tables of its board.
const MAX_VARIANTS: usize = 256;

/// The built-in variants.
const BUILT_IN: &str = include_str!("../built_in.toml");

/// The tables of the built-in variants, on which others can be based.
static BASES: LazyLock<Vec<Table<'static>>> = LazyLock::new(|| tables(BUILT_IN, &mut Vec::new()));

/// A variant as defined by a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The variant. If there are faults, it is only a sketch.
    pub variant: VariantSetup,
    /// The locations of its keys.
    pub(crate) places: Vec<Location>,
    /// Whether it has no faults.
    pub is_valid: bool,
}

impl Definition {
    /// The location of a key, or of the first key below it; if the variant does
    /// not have the key, the start of its table.
    pub(crate) fn place(&self, path: &str) -> Location {
        let below = format!("{path}.");
        let of = |place: &&Location| place.path == path || place.path.starts_with(&below);
        let found = self.places.iter().find(of).unwrap_or(&self.places[0]);
        Location {
            path: path.to_owned(),
            ..found.clone()
        }
    }
}

/// The beginning of a variant's table, whether or not the variant has faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heading {
    /// The variant's name and line.
    pub(crate) place: Location,
    /// The variant that it is based on, and where it says so.
    pub(crate) base: Option<(String, Location)>,
}

/// The content of a variant file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// All variants of the text, those with faults included.
    pub(crate) headings: Vec<Heading>,
    /// The variants that could at least be sketched, in the order of the text.
    pub definitions: Vec<Definition>,
    /// All faults, in the order of the text.
    pub faults: Vec<FileError>,
}

/// Parses the text of a variant file.
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

/// The built-in variants, the main variant first.
pub(super) fn built_in() -> Vec<VariantSetup> {
    let parsed = parse_on(BUILT_IN, &[]);
    debug_assert_eq!(parsed.faults, []);
    let definitions = parsed.definitions.into_iter();
    definitions.map(|definition| definition.variant).collect()
}

/// Whether a variant of this name is built in, in upper or lower case.
pub(super) fn is_built_in(name: &str) -> bool {
    BASES
        .iter()
        .any(|table| table.name().eq_ignore_ascii_case(name))
}

/// The tables of a text. Adds the faults of the text and of the keys to
/// `faults`.
fn tables<'i>(text: &'i str, faults: &mut Vec<FileError>) -> Vec<Table<'i>> {
    let lines = LineIndex::new(text);
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let span = error.span().unwrap_or_default();
        let found = text.get(span.clone()).unwrap_or_default();
        faults.push(FileError {
            line: lines.number(&span),
            key: String::new(),
            reason: match found.trim() {
                "" => error.message().to_owned(),
                found => format!("{}: {found}", error.message()),
            },
            follows_from_start: false,
        });
    }
    let mut tables = Vec::new();
    for (name, value) in in_order(document.get_ref()) {
        match value.get_ref() {
            DeValue::Table(table) => tables.push(Table::read(name, table, &lines, faults)),
            other => faults.push(FileError {
                line: lines.number(&name.span()),
                key: name.get_ref().to_string(),
                reason: format!(
                    "a variant is a table, such as [{}], not {}",
                    name.get_ref(),
                    type_name(other)
                ),
                follows_from_start: false,
            }),
        }
    }
    tables
}

/// The variants that are based on broken ones, directly or not.
fn based_on<'a>(broken: &[Heading], rest: &'a [Heading]) -> Vec<&'a Heading> {
    let mut names: HashSet<&str> = broken
        .iter()
        .map(|heading| heading.place.variant.as_str())
        .collect();
    let mut found = Vec::new();
    loop {
        let count = found.len();
        for heading in rest {
            let base = heading.base.as_ref().map(|base| base.0.as_str());
            if base.is_some_and(|base| names.contains(base)) && names.insert(&heading.place.variant)
            {
                found.push(heading);
            }
        }
        if found.len() == count {
            return found;
        }
    }
}

/// Parses a text whose variants can be based on each other and on `bases`.
fn parse_on<'i>(text: &'i str, bases: &[Table<'i>]) -> Parsed {
    let lines = LineIndex::new(text);
    let mut faults = Vec::new();
    let own = tables(text, &mut faults);
    // If the text is not valid TOML, what was recovered from it may be wrong.
    let doubtful: HashSet<usize> = faults
        .iter()
        .filter(|fault| fault.key.is_empty())
        .map(|fault| fault.line)
        .collect();
    if let Some(table) = own.get(MAX_VARIANTS) {
        let count = own.len();
        faults.retain(|fault| fault.key.is_empty());
        faults.push(table.place.fault(format!(
            "a file can define at most {MAX_VARIANTS} variants, but this one has {count}"
        )));
        faults.sort_by_key(|fault| fault.line);
        return Parsed {
            faults,
            ..Parsed::default()
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
            let reason = "a built-in variant cannot be redefined";
            faults.push(table.place.fault(reason));
            continue;
        }
        let is_first = earlier.insert(table.key());
        if !is_first {
            faults.push(table.place.fault("there is already a variant of that name"));
        }
        match table.with_bases(&known) {
            Err(fault) => faults.push(fault),
            Ok(merged) => {
                let mut builder = Builder::new(&merged, &lines);
                let definition = builder.build().map(|definition| Definition {
                    is_valid: definition.is_valid && is_first,
                    ..definition
                });
                definitions.extend(definition);
                found.extend(builder.faults);
            }
        }
    }
    // A fault of an inherited key is reported once, where the key is written.
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
    let mut parsed = Parsed {
        headings: own.iter().map(Table::heading).collect(),
        definitions,
        faults,
    };
    if !doubtful.is_empty() {
        let (rest, mut broken) = broken::without_broken_games(text);
        let rest = rest.filter(|_| broken.len() <= MAX_VARIANTS);
        broken.truncate(MAX_VARIANTS);
        let rest = match rest {
            Some(rest) => parse_on(&rest, bases),
            None => Parsed::default(),
        };
        // What was recovered from the broken variants may be wrong.
        parsed.definitions = rest.definitions;
        // A base that is among the broken variants does exist, and may have what seems to be
        // missing in the variants that are based on it.
        let based = based_on(&broken, &rest.headings);
        let excused: Vec<String> = based
            .iter()
            .filter_map(|heading| Some(heading.base.as_ref()?.1.fault("").key))
            .collect();
        let is_as_a_whole = |fault: &FileError| {
            let mut games = based.iter().map(|heading| &heading.place);
            games.any(|game| {
                let below = format!("{}.", game.variant);
                game.line == fault.line
                    && (fault.key == game.variant || fault.key.starts_with(&below))
            })
        };
        parsed.faults.retain(|fault| !is_as_a_whole(fault));
        let is_new = |fault: &FileError| !parsed.faults.contains(fault);
        let of_the_rest: Vec<FileError> = rest.faults.into_iter().filter(is_new).collect();
        let of_the_rest = of_the_rest.into_iter();
        let of_the_rest = of_the_rest.filter(|fault| !excused.contains(&fault.key));
        parsed.faults.extend(of_the_rest);
        parsed.headings = [broken, rest.headings].concat();
        parsed.faults.sort_by_key(|fault| fault.line);
    }
    parsed
}

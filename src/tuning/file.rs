//! Files of tunables: TOML with tables `search`, `time` and `evaluation`, in
//! which any of them can be set; the others keep their default.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use toml::Value;

use crate::base::files;
use crate::base::suggestion::did_you_mean;
use crate::base::tunable::Tunable;
use crate::search::Tunables;

/// Largest file that is read, in bytes.
const MAX_LENGTH: usize = 1 << 20;

/// Why a text is not valid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TunablesError {
    /// It is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// It sets an unknown tunable.
    #[error("unknown tunable '{name}'{hint} ('peregrine tunables' lists them)")]
    Unknown {
        /// The name.
        name: String,
        /// The suggestion `; did you mean '...'?`, or nothing if no name is similar.
        hint: String,
    },
    /// It sets a tunable to a value that is not an integer or is out of range.
    #[error("{name} must be a whole number from {min} to {max}, not {value}")]
    Range {
        /// The tunable.
        name: String,
        /// Its minimum.
        min: i32,
        /// Its maximum.
        max: i32,
        /// The value given.
        value: String,
    },
}

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum TunablesFileError {
    /// It cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Its content is not valid.
    #[error("{}: {error}", .path.display())]
    Faulty {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: TunablesError,
    },
}

/// Parses tunables.
///
/// ```
/// use peregrine::tuning::file::parse;
/// let tunables = parse("search.null_move_reduction = 3\n[evaluation]\ntempo.middle = 20\n")?;
/// assert_eq!(tunables.search.null_move_reduction, 3);
/// assert_eq!(tunables.evaluation.tempo.middle(), 20);
/// # Ok::<(), peregrine::tuning::file::TunablesError>(())
/// ```
///
/// # Errors
/// When the text is not TOML, sets an unknown tunable, or sets one to an
/// invalid value.
pub fn parse(text: &str) -> Result<Tunables, TunablesError> {
    let table: toml::Table = text
        .parse()
        .map_err(|error: toml::de::Error| TunablesError::Syntax(error.to_string()))?;
    let mut given = BTreeMap::new();
    flatten("", &Value::Table(table), &mut given);
    rename_former(&mut given);
    let mut tunables = Tunables::default();
    let mut error = None;
    let mut names = Vec::new();
    tunables.visit(&mut |name, range, number| {
        names.push(name.to_owned());
        let Some(value) = given.remove(name) else {
            return;
        };
        let whole = value.as_integer().and_then(|value| value.try_into().ok());
        match whole {
            Some(value) if range.contains(&value) => *number = value,
            _ => {
                error.get_or_insert(TunablesError::Range {
                    name: name.to_owned(),
                    min: *range.start(),
                    max: *range.end(),
                    value: described(&value),
                });
            }
        }
    });
    match (error, given.into_keys().next()) {
        (Some(error), _) => Err(error),
        (None, Some(name)) => {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let hint = did_you_mean(&name, &names);
            Err(TunablesError::Unknown { name, hint })
        }
        (None, None) => Ok(tunables),
    }
}

/// Flattens a tree of tables into values with dotted names.
fn flatten(name: &str, value: &Value, found: &mut BTreeMap<String, Value>) {
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                let separator = if name.is_empty() { "" } else { "." };
                flatten(&format!("{name}{separator}{key}"), value, found);
            }
        }
        value => {
            found.insert(name.to_owned(), value.clone());
        }
    }
}

/// Former parts of names with their present ones. Files that use the former
/// names remain valid.
const FORMER: &[(&str, &str)] = &[
    ("exchange_depth", "see_depth"),
    ("exchange_noisy_margin", "see_noisy_margin"),
    ("exchange_quiet_margin", "see_quiet_margin"),
    (
        "internal_reduction_depth",
        "internal_iterative_reduction_depth",
    ),
    ("reduction_was_pv", "reduction_tt_pv"),
    ("fit", "scale"),
    ("shade_corner", "mop_up_bishop_corner"),
    ("shade_room", "mop_up_bishop_room"),
    ("hunter_center", "mop_up_king_center"),
    ("hunted", "mop_up_material"),
    ("hunter_ahead", "mop_up_lead"),
];

/// Renames values to their present names. If both names are given, the former
/// one stays and is then reported as unknown.
fn rename_former(given: &mut BTreeMap<String, Value>) {
    let names: Vec<String> = given.keys().cloned().collect();
    for former in names {
        let present = present(&former);
        if !given.contains_key(&present)
            && let Some(value) = given.remove(&former)
        {
            given.insert(present, value);
        }
    }
}

/// The present name of a tunable.
fn present(name: &str) -> String {
    let parts = name.split('.').map(|part| {
        let former = FORMER.iter().find(|(former, _)| *former == part);
        former.map_or(part, |(_, present)| present)
    });
    parts.collect::<Vec<_>>().join(".")
}

/// A value as shown in a message.
fn described(value: &Value) -> String {
    match value {
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        other => format!("a {}", other.type_str()),
    }
}

/// Which tunables a text contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// All of them.
    All,
    /// Those that differ from their defaults.
    Changed,
}

/// Tunables as text, one per line.
///
/// ```
/// use peregrine::{search::Tunables, tuning::file::{Contents, parse, render}};
/// let mut tunables = Tunables::default();
/// tunables.search.razoring_depth = 0;
/// assert_eq!(render(&tunables, Contents::Changed), "search.razoring_depth = 0\n");
/// assert_eq!(parse(&render(&tunables, Contents::All)), Ok(tunables));
/// ```
pub fn render(tunables: &Tunables, contents: Contents) -> String {
    let mut usual = BTreeMap::new();
    Tunables::default().visit(&mut |name, _, number| {
        usual.insert(name.to_owned(), *number);
    });
    let mut text = String::new();
    tunables.clone().visit(&mut |name, _, number| {
        if contents == Contents::All || usual.get(name) != Some(number) {
            let _ = writeln!(text, "{name} = {number}");
        }
    });
    text
}

/// Reads a file of tunables.
///
/// ```no_run
/// let tunables = peregrine::tuning::file::read("bold.toml".as_ref())?;
/// # Ok::<(), peregrine::tuning::file::TunablesFileError>(())
/// ```
///
/// # Errors
/// When the file cannot be read or is not valid.
pub fn read(path: &Path) -> Result<Tunables, TunablesFileError> {
    let unusable = |error| TunablesFileError::Unusable {
        path: path.to_owned(),
        error,
    };
    let text = files::read_text(path, MAX_LENGTH).map_err(unusable)?;
    parse(&text).map_err(|error| TunablesFileError::Faulty {
        path: path.to_owned(),
        error,
    })
}

/// Writes the tunables that differ from the defaults to a file, below a
/// comment.
///
/// ```no_run
/// # use peregrine::{search::Tunables, tuning::file::write};
/// write("bold.toml".as_ref(), &Tunables::default(), "as they are")?;
/// # Ok::<(), peregrine::tuning::file::TunablesFileError>(())
/// ```
///
/// # Errors
/// When the file cannot be written; an existing file is then kept.
pub fn write(path: &Path, tunables: &Tunables, comment: &str) -> Result<(), TunablesFileError> {
    let mut text: String = comment.lines().map(|line| format!("# {line}\n")).collect();
    text += &render(tunables, Contents::Changed);
    files::replace(path, text.as_bytes()).map_err(|error| TunablesFileError::Unusable {
        path: path.to_owned(),
        error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_former_names_are_read() {
        let read = |text| parse(text).expect(text);
        assert_eq!(read("search.exchange_depth = 3").search.see_depth, 3);
        let weights = read("evaluation.knight.fit.middle = 7\nevaluation.hunted = 9").evaluation;
        assert_eq!(weights.knight.scale.middle(), 7);
        assert_eq!(weights.mop_up_material, 9);
        let twice = parse("search.exchange_depth = 3\nsearch.see_depth = 4").expect_err("both");
        assert!(twice.to_string().contains("'search.exchange_depth'"));
        let mut tunables = Tunables::default();
        let mut names = Vec::new();
        tunables.visit(&mut |name, _, _| names.push(name.to_owned()));
        for (_, now) in FORMER {
            assert!(
                names
                    .iter()
                    .any(|name| name.split('.').any(|part| part == *now)),
                "{now}"
            );
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let message = |text| parse(text).expect_err(text).to_string();
        assert!(message("search.nonsense = 3").contains("'search.nonsense'"));
        assert!(message("[evaluation.tempo]\nmiddle = 1.5").contains("evaluation.tempo.middle"));
        assert!(message("search.aspiration_depth = 0").contains("from 1 to 20, not 0"));
        assert!(message("evaluation.tempo = 3").contains("'evaluation.tempo'"));
        assert!(message("search = ").contains("TOML"));
        assert!(message("evaluation.danger_divisor = 0").contains("from 16 to"));
        assert!(message("evaluation.tempo.ending = 2001").contains("from -2000 to 2000, not 2001"));
        assert!(message("time.moves_left = 0").contains("time.moves_left"));
        assert!(message("search.see_depth = 99999999999").contains("not 99999999999"));
        assert!(message("evaluation.special.zone_attack = -1").contains("from 0 to"));
    }
}

//! Reads whole variant files, checks them down to the start position, and adds
//! their variants to the catalog.
//!
//! The format is up to [`variants::reader`]; what is checked here needs a board
//! with pieces on it.

mod bound;
mod start;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use crate::base::files;
use crate::base::plural::counted;
use crate::base::text::{self, TextError, with_line_feeds};
use crate::board::geometry::Geometry;
use crate::variants::reader::{self, FileError, Heading, Parsed};
use crate::variants::{self, BoardSetup, Variant, VariantSetup};

/// The size limit of a variant file, in bytes.
const MAX_LENGTH: usize = 1 << 20;

/// At most this many faults of a file are shown.
const MAX_SHOWN: usize = 100;

/// Why a variant file cannot be used.
#[derive(Debug, Error)]
pub enum VariantFileError {
    /// The file cannot be read.
    #[error("{}: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The content is faulty; the message has one line for each fault, and says which
    /// variants were added nevertheless.
    #[error("{}{}", located(.path, .faults), added_anyway(.path, .added, .refused))]
    Faulty {
        /// The file.
        path: PathBuf,
        /// All faults, in the order of the text.
        faults: Vec<FileError>,
        /// The variants without faults that [`load`] has added to the catalog.
        added: Vec<String>,
        /// The variants with faults.
        refused: Vec<String>,
    },
}

/// Faults with the name of their file, one line each.
struct Located<'a> {
    path: &'a Path,
    faults: &'a [FileError],
}

fn located<'a>(path: &'a Path, faults: &'a [FileError]) -> Located<'a> {
    Located { path, faults }
}

impl fmt::Display for Located<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fault) in self.faults.iter().take(MAX_SHOWN).enumerate() {
            let end = if number == 0 { "" } else { "\n" };
            write!(f, "{end}{}:{}: ", self.path.display(), fault.line)?;
            if !fault.key.is_empty() {
                write!(f, "{}: ", fault.key)?;
            }
            f.write_str(&fault.reason)?;
        }
        match self.faults.len().saturating_sub(MAX_SHOWN) {
            0 => Ok(()),
            left => {
                let faults = counted(left, "more fault", "more faults");
                write!(f, "\n{}: and {faults}", self.path.display())
            }
        }
    }
}

/// What a file with faults has given nevertheless, on lines of their own.
struct AddedAnyway<'a> {
    path: &'a Path,
    added: &'a [String],
    refused: &'a [String],
}

fn added_anyway<'a>(path: &'a Path, added: &'a [String], refused: &'a [String]) -> AddedAnyway<'a> {
    AddedAnyway {
        path,
        added,
        refused,
    }
}

impl fmt::Display for AddedAnyway<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.added.is_empty() {
            return Ok(());
        }
        let path = self.path.display();
        let (added, refused) = (self.added.join(", "), self.refused.join(", "));
        write!(f, "\n{path}: variants added: {added}; not added: {refused}")
    }
}

/// The variants that a text defines, if it has no faults.
///
/// ```
/// use peregrine::variants;
/// let text = "[kingless]\nbase = 'chess'\nstart = '4k3/8/8/8/8/8/8/R7 w - -'";
/// let faults = variants::check(text).unwrap_err();
/// assert_eq!(faults[0].to_string(), "line 3: kingless.start: White has no King");
/// ```
///
/// # Errors
/// All faults, in the order of the text.
pub fn check(text: &str) -> Result<Vec<Variant>, Vec<FileError>> {
    let checked = check_each(text);
    match checked.faults.is_empty() {
        true => Ok(checked.variants),
        false => Err(checked.faults),
    }
}

/// The variants of a text, each with or without faults.
#[derive(Clone, Debug, Default)]
struct Checked {
    /// Those without faults.
    variants: Vec<Variant>,
    /// All faults, in the order of the text.
    faults: Vec<FileError>,
    /// The variants with faults, each with its first one.
    refused: Vec<(String, FileError)>,
}

/// Checks each variant of a text. A variant that is based on one with faults has a fault
/// itself.
fn check_each(text: &str) -> Checked {
    let Parsed {
        headings,
        definitions,
        mut faults,
    } = reader::parse(&with_line_feeds(text));
    let mut boards = Boards::default();
    let mut variants = Vec::new();
    for definition in definitions {
        let geometry = boards.geometry(&definition.variant.board);
        let count = faults.len();
        start::check(&definition, &geometry, &mut faults);
        if definition.is_valid && faults.len() == count {
            variants.push(definition.variant);
        }
    }
    if faults.is_empty() && variants.is_empty() {
        faults.push(FileError {
            line: 1,
            key: String::new(),
            reason: "the file defines no variant".to_owned(),
            follows_from_start: false,
        });
    }
    faults.sort_by_key(|fault| fault.line);
    let refused = refuse_based(&headings, &mut variants, &faults);
    Checked {
        variants: variants.into_iter().map(Variant).collect(),
        faults: faults.into_iter().map(FileError::visible).collect(),
        refused,
    }
}

/// Removes the variants that are based on variants with faults. Returns all variants with
/// faults.
fn refuse_based(
    headings: &[Heading],
    variants: &mut Vec<VariantSetup>,
    faults: &[FileError],
) -> Vec<(String, FileError)> {
    let is_same = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
    let mut refused: Vec<(String, FileError)> = Vec::new();
    loop {
        let count = refused.len();
        for heading in headings {
            let name = &heading.place.variant;
            if refused.iter().any(|row| is_same(&row.0, name)) {
                continue;
            }
            let base = heading.base.as_ref();
            let refused_base =
                base.filter(|base| refused.iter().any(|row| is_same(&row.0, &base.0)));
            let own = || {
                let below = format!("{name}.");
                let is_own =
                    |fault: &&FileError| fault.key == *name || fault.key.starts_with(&below);
                faults.iter().find(is_own).cloned()
            };
            let is_good = variants.iter().any(|variant| variant.name == *name) && own().is_none();
            let fault = match refused_base {
                None if is_good => continue,
                Some((base, place)) => own().unwrap_or_else(|| {
                    place.fault(format!("'{base}', on which it is based, has faults"))
                }),
                None => own().unwrap_or_else(|| heading.place.fault("the game is not valid TOML")),
            };
            variants.retain(|variant| variant.name != *name);
            refused.push((name.clone(), fault.visible()));
        }
        if refused.len() == count {
            return refused;
        }
    }
}

/// The boards of a file. They are dropped with it, except those in use anyway.
#[derive(Default)]
struct Boards(Vec<(BoardSetup, Arc<Geometry>)>);

impl Boards {
    /// A board with its attack tables.
    fn geometry(&mut self, board: &BoardSetup) -> Arc<Geometry> {
        if let Some((_, geometry)) = self.0.iter().find(|(other, _)| other == board) {
            return Arc::clone(geometry);
        }
        let in_use = variants::geometry_in_use(&variants::instances(), board);
        let geometry = in_use.unwrap_or_else(|| {
            let geometry = board.geometry();
            Arc::new(geometry.expect("the reader has laid out the board"))
        });
        self.0.push((board.clone(), Arc::clone(&geometry)));
        geometry
    }
}

/// The variants that a file defines, if it has no faults.
///
/// # Errors
/// If the file cannot be read, or with all its faults.
///
/// ```
/// use std::path::Path;
/// let error = peregrine::variants::read(Path::new("no/such/file")).unwrap_err();
/// assert!(error.to_string().starts_with("no/such/file: "));
/// ```
pub fn read(path: &Path) -> Result<Vec<Variant>, VariantFileError> {
    let checked = read_each(path)?;
    match checked.faults.is_empty() {
        true => Ok(checked.variants),
        false => Err(VariantFileError::Faulty {
            path: path.to_owned(),
            faults: checked.faults,
            added: Vec::new(),
            refused: names_of(&checked.refused),
        }),
    }
}

fn names_of(refused: &[(String, FileError)]) -> Vec<String> {
    refused.iter().map(|row| row.0.clone()).collect()
}

/// Reads a file and checks each of its variants.
fn read_each(path: &Path) -> Result<Checked, VariantFileError> {
    let unreadable = |error| VariantFileError::Unreadable {
        path: path.to_owned(),
        error,
    };
    let faulty = |faults| VariantFileError::Faulty {
        path: path.to_owned(),
        faults,
        added: Vec::new(),
        refused: Vec::new(),
    };
    let bytes = files::read(path, MAX_LENGTH).map_err(unreadable)?;
    let text = text::decode(bytes).map_err(|fault| match fault {
        TextError::NotUtf8(line) => faulty(vec![FileError {
            line,
            key: String::new(),
            reason: "the file is not UTF-8 text".to_owned(),
            follows_from_start: false,
        }]),
        TextError::Encoding(_) => unreadable(fault.into()),
    })?;
    Ok(check_each(&text))
}

/// Reads a file and adds its variants to the catalog, each replacing an
/// earlier one of the same name; returns their names.
///
/// # Errors
/// As [`read`]. Variants that have no faults, and are not based on one with faults, are
/// added all the same; the error names them.
///
/// ```
/// use std::path::Path;
/// use peregrine::variants;
/// let path = Path::new("docs/examples/gothic.toml");
/// assert_eq!(variants::load(path).unwrap(), ["gothic"]);
/// assert!(variants::find("gothic").is_ok());
/// ```
pub fn load(path: &Path) -> Result<Vec<String>, VariantFileError> {
    let checked = read_each(path)?;
    let names = checked.variants.iter().map(|variant| variant.name.clone());
    let names = names.collect();
    variants::add(checked.variants);
    if checked.faults.is_empty() {
        return Ok(names);
    }
    variants::remember_faults(checked.refused.iter().map(|(name, fault)| {
        let reason = format!("its definition in {} is faulty: {fault}", path.display());
        (name.clone(), reason)
    }));
    Err(VariantFileError::Faulty {
        path: path.to_owned(),
        faults: checked.faults,
        added: names,
        refused: names_of(&checked.refused),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{instances, registry};

    #[test]
    fn only_variants_in_use_are_kept() {
        let is_kept = || registry().kept.iter().any(|kept| kept.name == "passing");
        let has_rules = || {
            instances()
                .iter()
                .any(|instance| instance.variant.name == "passing")
        };
        let text = |start: &str| {
            format!(
                "[passing]\nbase = 'chess'\nboard = '4x5'\nstart = '{start} w - - 0 1'\n\
                 castling = 'none'\npawns.double-step = []"
            )
        };
        let accepted = check(&text("rk2/pp2/4/2PP/2KR")).unwrap();
        // Unreadable, without a King, with a King in reach, and a draw.
        let refused = ["rk2", "r3/4/4/4/2KR", "rk2/4/4/4/1RK1", "k3/4/4/4/3K"];
        for start in refused {
            assert!(check(&text(start)).is_err(), "{start}");
        }
        assert!(!is_kept() && !has_rules());
        variants::add(accepted);
        assert!(is_kept() && !has_rules());
        variants::rules("passing").unwrap();
        assert!(has_rules());
    }

    #[test]
    fn the_variants_of_a_file_share_their_board() {
        let mut boards = Boards::default();
        let board = BoardSetup::rectangle(3, 7);
        let (first, second) = (boards.geometry(&board), boards.geometry(&board));
        assert!(Arc::ptr_eq(&first, &second));
        drop(boards);
        assert_eq!(Arc::strong_count(&first), 2);
    }
}

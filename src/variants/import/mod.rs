//! Variant files made from the files of other programs: Fairy-Stockfish's
//! `variants.ini`, Fairy-Max's `fmax.ini`, and descriptions of Interactive Diagrams.
//!
//! What a variant file cannot say is refused with its key and the reason, and nothing is
//! left out in silence. One refused game does not make the others of its file unusable.

mod diagram;
mod draft;
mod fairy_max;
mod fairy_stockfish;
mod finding;
mod game;
mod ini;
mod movement;

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::base::suggestion::UnknownName;
use crate::variants::check::check;
use crate::variants::reader;

use draft::Entry;

pub(super) use fairy_stockfish::is_built_in as is_game_of_fairy_stockfish;
pub use finding::{Finding, FindingKind};
pub(super) use movement::letter_of_leap;

/// The size limit of a file, in bytes.
pub const MAX_LENGTH: usize = 1 << 20;

/// The games that are checked together: at most as many as a variant file can have.
const BATCH: usize = 200;

/// The files of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceFormat {
    /// Sections with keys.
    FairyStockfish,
    /// Games with rows of pieces and steps on a wide board.
    FairyMax,
    /// Lines of pieces with their moves in Betza notation.
    Diagram,
}

impl SourceFormat {
    /// All formats.
    pub const ALL: [SourceFormat; 3] = [
        SourceFormat::FairyStockfish,
        SourceFormat::FairyMax,
        SourceFormat::Diagram,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            SourceFormat::FairyStockfish => "fairy-stockfish",
            SourceFormat::FairyMax => "fairy-max",
            SourceFormat::Diagram => "diagram",
        }
    }

    /// The format that a text seems to have.
    fn of_text(text: &str) -> Option<SourceFormat> {
        let has = |start: &str| text.lines().any(|line| line.trim().starts_with(start));
        if has(fairy_max::GAME) {
            Some(SourceFormat::FairyMax)
        } else if has("[") {
            Some(SourceFormat::FairyStockfish)
        } else {
            diagram::is_like(text).then_some(SourceFormat::Diagram)
        }
    }
}

impl fmt::Display for SourceFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SourceFormat {
    type Err = UnknownName;

    fn from_str(word: &str) -> Result<SourceFormat, UnknownName> {
        let names = SourceFormat::ALL.map(SourceFormat::name);
        let found = SourceFormat::ALL
            .into_iter()
            .find(|format| format.name() == word);
        found.ok_or_else(|| UnknownName::new("format", word, &names, &names))
    }
}

/// How to read a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportOptions {
    /// The format; `None` to find out.
    pub format: Option<SourceFormat>,
    /// Whether a game is read exactly as the other program plays it, even where its
    /// author hardly meant that.
    pub is_strict: bool,
}

/// Why nothing can be imported from a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImportError {
    /// The text does not look like any of the formats.
    #[error(
        "the file is not like those of Fairy-Stockfish, whose games begin with a line such as \
         [name], nor like those of Fairy-Max, whose games begin with 'Game:', nor like the \
         description of an Interactive Diagram, with lines such as files=10; --format says what \
         it is"
    )]
    UnknownFormat,
    /// The text has no games.
    #[error("the file has no games of the format {0}")]
    Empty(SourceFormat),
}

/// A game of an imported file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedGame {
    /// Its name in the file.
    pub name: String,
    /// The line where it begins.
    pub line: usize,
    /// Its table in a variant file; `None` if the game is refused.
    pub toml: Option<String>,
    /// What there is to report.
    pub findings: Vec<Finding>,
}

/// An imported file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedFile {
    /// Its format.
    pub format: SourceFormat,
    /// Its games.
    pub games: Vec<ImportedGame>,
    /// What is wrong with lines that belong to no game.
    pub findings: Vec<Finding>,
}

impl ImportedFile {
    /// Whether anything is refused.
    pub fn is_complete(&self) -> bool {
        let games = self.games.iter().flat_map(|game| &game.findings);
        !self.findings.iter().chain(games).any(Finding::is_refused)
    }

    /// The variant file with all games that are not refused; empty if there is none.
    pub fn to_toml(&self) -> String {
        let tables = self.games.iter().filter_map(|game| game.toml.as_deref());
        tables.collect::<Vec<_>>().join("\n")
    }
}

/// Reads the text of another program's file as far as a variant file can say it.
///
/// ```
/// use peregrine::variants::import::{ImportOptions, import};
/// let text = "[small:gardner]\nmaxRank = 6\npromotionRegionWhite = *6\n\
///             startFen = rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1";
/// let file = import(text, ImportOptions::default()).unwrap();
/// assert!(file.is_complete());
/// assert!(file.to_toml().starts_with("[small]\n"));
/// ```
///
/// # Errors
/// If no format fits, or if there are no games.
pub fn import(text: &str, options: ImportOptions) -> Result<ImportedFile, ImportError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let format = options.format.or_else(|| SourceFormat::of_text(text));
    let format = format.ok_or(ImportError::UnknownFormat)?;
    let (mut entries, findings) = match format {
        SourceFormat::FairyStockfish => fairy_stockfish::read(text, options.is_strict),
        SourceFormat::FairyMax => fairy_max::read(text),
        SourceFormat::Diagram => diagram::read(text),
    };
    if entries.is_empty() {
        return Err(ImportError::Empty(format));
    }
    choose_names(&mut entries);
    for entries in entries.chunks_mut(BATCH) {
        refuse_faulty(entries);
    }
    let games = entries.into_iter().map(|entry| ImportedGame {
        toml: entry.draft.map(|draft| draft.game.to_toml()),
        name: entry.name,
        line: entry.line,
        findings: entry.findings,
    });
    Ok(ImportedFile {
        format,
        games: games.collect(),
        findings,
    })
}

/// Gives each game a name of its own that no built-in game has.
fn choose_names(entries: &mut [Entry]) {
    let mut taken: HashSet<String> = HashSet::new();
    for entry in entries {
        let Some(draft) = &mut entry.draft else {
            continue;
        };
        let wish = draft.game.name.clone();
        let is_free =
            |name: &str| !reader::is_built_in(name) && !taken.contains(&name.to_ascii_lowercase());
        let mut name = wish.clone();
        for number in 2.. {
            if is_free(&name) {
                break;
            }
            // 64 letters are allowed.
            let short: String = wish.chars().take(56).collect();
            name = format!("{short}-{number}");
        }
        if name != entry.name {
            let reason = match reader::is_built_in(&wish) {
                true => format!("imported as '{name}', since Peregrine has a game of that name"),
                false => format!("imported as '{name}', a name that a variant file can have"),
            };
            entry.findings.push(draft.section.noted(reason));
        }
        taken.insert(name.to_ascii_lowercase());
        draft.game.name = name;
    }
}

/// Checks the translated games as the reader of variant files does, and refuses those with
/// faults.
fn refuse_faulty(entries: &mut [Entry]) {
    let drafts = || entries.iter().filter_map(|entry| entry.draft.as_ref());
    let tables: Vec<String> = drafts().map(|draft| draft.game.to_toml()).collect();
    if tables.is_empty() {
        return;
    }
    let Err(faults) = check(&tables.join("\n")) else {
        return;
    };
    for entry in entries {
        let Some(draft) = &entry.draft else { continue };
        let of_game = |key: &str| {
            let rest = key.strip_prefix(draft.game.name.as_str())?;
            match rest.strip_prefix('.') {
                Some(path) => Some(path.to_owned()),
                None => rest.is_empty().then(String::new),
            }
        };
        let mut found: Vec<Finding> = Vec::new();
        for fault in &faults {
            let Some(path) = of_game(&fault.key) else {
                continue;
            };
            let finding = draft.source(&path).refused(fault.reason.clone());
            if !found.contains(&finding) {
                found.push(finding);
            }
        }
        if !found.is_empty() {
            entry.findings.extend(found);
            entry.draft = None;
        }
    }
}

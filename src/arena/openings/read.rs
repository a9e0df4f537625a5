//! Reads openings from a file in any of the supported formats.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

use crate::base::files;
use crate::base::plural::counted;
use crate::base::text::{check_encoding, decode_any, with_line_feeds};
use crate::notation::pgn::{GameTexts, PgnError};
use crate::position::game::Game;
use crate::rules::Rules;

use super::{Opening, lines, positions, variant_mismatch};

/// Largest file of openings that is read, in bytes; enough for a million lines
/// of moves.
const MAX_LENGTH: usize = 256 << 20;

/// The format of a file of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningsFormat {
    /// One line of moves per opening, from the start position or a FEN.
    Moves,
    /// One position per line: FEN or EPD.
    #[serde(alias = "fen")]
    Epd,
    /// One game per opening.
    Pgn,
}

/// A word that does not name a format of openings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a format of openings (choose from: moves epd pgn)")]
pub struct FormatError(pub String);

impl fmt::Display for OpeningsFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OpeningsFormat::Moves => "moves",
            OpeningsFormat::Epd => "epd",
            OpeningsFormat::Pgn => "pgn",
        })
    }
}

impl FromStr for OpeningsFormat {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<OpeningsFormat, FormatError> {
        match text {
            "moves" => Ok(OpeningsFormat::Moves),
            "epd" | "fen" => Ok(OpeningsFormat::Epd),
            "pgn" => Ok(OpeningsFormat::Pgn),
            _ => Err(FormatError(text.to_owned())),
        }
    }
}

impl OpeningsFormat {
    /// The format for a file name.
    ///
    /// ```
    /// use peregrine::arena::openings::OpeningsFormat;
    /// assert_eq!(OpeningsFormat::from_path("a/b.PGN".as_ref()), Some(OpeningsFormat::Pgn));
    /// assert_eq!(OpeningsFormat::from_path("falcon.txt".as_ref()), Some(OpeningsFormat::Moves));
    /// assert_eq!(OpeningsFormat::from_path("falcon".as_ref()), None);
    /// ```
    pub fn from_path(path: &Path) -> Option<OpeningsFormat> {
        match path.extension()?.to_str()?.to_lowercase().as_str() {
            "txt" | "moves" => Some(OpeningsFormat::Moves),
            "epd" | "fen" => Some(OpeningsFormat::Epd),
            "pgn" => Some(OpeningsFormat::Pgn),
            _ => None,
        }
    }
}

/// Why a file of openings cannot be used.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// It cannot be read.
    #[error("{}: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Its name does not imply a format.
    #[error(
        "{}: the file name does not imply a format (.txt or .moves: moves, .epd or .fen: \
         positions, .pgn: games)",
        .0.display()
    )]
    Format(PathBuf),
    /// Some openings are faulty; the message has a line for each.
    #[error("{}", Located(.path, .faults))]
    Faulty {
        /// The file.
        path: PathBuf,
        /// The errors, in the order of the text.
        faults: Vec<OpeningError>,
    },
    /// It contains no openings.
    #[error("{}: no openings found", .0.display())]
    Empty(PathBuf),
}

/// An error in an opening, and its line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct OpeningError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

/// The maximum number of errors that are listed; the others are counted.
const MAX_LISTED: usize = 20;

/// Faults with their file name, one per line.
struct Located<'a>(&'a Path, &'a [OpeningError]);

impl fmt::Display for Located<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Located(path, faults) = self;
        for (number, fault) in faults.iter().take(MAX_LISTED).enumerate() {
            let end = if number == 0 { "" } else { "\n" };
            write!(
                f,
                "{end}{}:{}: {}",
                path.display(),
                fault.line,
                fault.reason
            )?;
        }
        match faults.len().saturating_sub(MAX_LISTED) {
            0 => Ok(()),
            more => {
                let faults = counted(more, "more fault", "more faults");
                write!(f, "\n{}: {faults}", path.display())
            }
        }
    }
}

/// Reads the openings of a file. Without `format`, the file name implies it.
/// `plies` limits the number of moves taken from a line or game.
///
/// # Errors
/// When the file cannot be read, contains no opening, or contains a faulty one:
/// an illegal move, a game of another variant, or an opening in which the game
/// ends, at its last move or before.
///
/// ```
/// use peregrine::{arena::openings::read, variants};
/// let rules = variants::falcon();
/// let error = read("not/there.pgn".as_ref(), rules, None, None).unwrap_err();
/// assert!(error.to_string().starts_with("not/there.pgn: "));
/// ```
pub fn read(
    path: &Path,
    rules: &'static Rules,
    format: Option<OpeningsFormat>,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningsError> {
    let format = format.or_else(|| OpeningsFormat::from_path(path));
    let format = format.ok_or_else(|| OpeningsError::Format(path.to_owned()))?;
    let unreadable = |error| OpeningsError::Unreadable {
        path: path.to_owned(),
        error,
    };
    let bytes = files::read_any(path, MAX_LENGTH).map_err(unreadable)?;
    let openings = match format {
        OpeningsFormat::Pgn => {
            check_encoding(&bytes).map_err(|fault| unreadable(fault.into()))?;
            playable(games(&bytes, rules, plies.unwrap_or(usize::MAX)))
        }
        _ => {
            let text = decode_any(bytes).map_err(|fault| unreadable(fault.into()))?;
            parse(&text, rules, format, plies)
        }
    };
    let openings = openings.map_err(|faults| OpeningsError::Faulty {
        path: path.to_owned(),
        faults,
    })?;
    if openings.is_empty() {
        return Err(OpeningsError::Empty(path.to_owned()));
    }
    Ok(openings)
}

/// Parses the openings of a text. `plies` limits the number of moves taken from
/// a line or game.
///
/// # Errors
/// All errors, in the order of the text.
///
/// ```
/// use peregrine::{arena::openings::{parse, OpeningsFormat}, variants};
/// let rules = variants::falcon();
/// let errors = parse("e4 e5\ne4 Ke3", rules, OpeningsFormat::Moves, None).unwrap_err();
/// assert_eq!(errors[0].to_string(), "line 2: move 2, 'Ke3' is not legal here");
/// ```
pub fn parse(
    text: &str,
    rules: &'static Rules,
    format: OpeningsFormat,
    plies: Option<usize>,
) -> Result<Vec<Opening>, Vec<OpeningError>> {
    let plies = plies.unwrap_or(usize::MAX);
    let found: Vec<Found> = match format {
        OpeningsFormat::Moves => by_line(text, |line| lines::parse(line, rules, plies)),
        OpeningsFormat::Epd => by_line(text, |line| positions::parse(line, rules)),
        OpeningsFormat::Pgn => games(text.as_bytes(), rules, plies),
    };
    playable(found)
}

/// The openings, if none is faulty and none ends the game.
fn playable(found: Vec<Found>) -> Result<Vec<Opening>, Vec<OpeningError>> {
    let mut openings = Vec::new();
    let mut faults = Vec::new();
    for (line, opening) in found {
        match opening.and_then(unfinished) {
            Ok(opening) => openings.push(opening),
            Err(reason) => faults.push(OpeningError { line, reason }),
        }
    }
    if faults.is_empty() {
        Ok(openings)
    } else {
        Err(faults)
    }
}

/// An opening or its error, with its line.
type Found = (usize, Result<Opening, String>);

fn by_line(
    text: &str,
    mut parse: impl FnMut(&str) -> Result<Option<Opening>, String>,
) -> Vec<Found> {
    let text = with_line_feeds(text);
    let lines = text.lines().enumerate();
    lines
        .filter_map(|(index, line)| Some((index + 1, parse(line.trim()).transpose()?)))
        .collect()
}

fn games(text: &[u8], rules: &'static Rules, plies: usize) -> Vec<Found> {
    let mut found = Vec::new();
    for game in GameTexts::new(text) {
        let line = game.as_ref().map_or(0, |game| game.line);
        let opening = game.and_then(|game| {
            let variant = game.variant()?.map(|variant| variant.name.as_str());
            if let Some(other) = variant.filter(|name| *name != rules.variant()) {
                return Ok(Err(variant_mismatch(other, rules)));
            }
            let pgn = game.replay(rules, plies)?;
            let name = pgn.tag("Opening").map(str::to_owned);
            Ok(Ok(Opening {
                game: pgn.game,
                name,
            }))
        });
        found.push(match opening {
            Ok(opening) => (line, opening),
            Err(PgnError::Unreadable(error)) => (line, Err(error.to_string())),
            Err(PgnError::Game {
                number,
                line,
                fault,
                ..
            }) => (line, Err(format!("game {number}: {fault}"))),
        });
    }
    found
}

/// Checks that the game is over neither after the opening nor before.
fn unfinished(opening: Opening) -> Result<Opening, String> {
    let plies = opening.game.moves().len();
    let mut game = Game::new(opening.game.start().clone());
    for ply in 0..plies {
        if let Some(outcome) = game.outcome() {
            let all = counted(plies, "ply", "plies");
            return Err(format!(
                "the game is already over after {ply} of {all}: {outcome}"
            ));
        }
        game.play(opening.game.moves()[ply]);
    }
    match game.outcome() {
        None => Ok(opening),
        Some(outcome) => Err(format!("the game is already over: {outcome}")),
    }
}

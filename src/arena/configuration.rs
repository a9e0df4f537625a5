//! What a tournament is, as a user describes it: a TOML or JSON file, or the
//! same on the command line.
//!
//! Knows no running engine and no results.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::files;

use super::adjudication::Adjudication;
use super::engine_config::EngineConfig;
use super::schedule::Format;
use super::statistics::SprtSettings;

/// The longest file that is read, in bytes.
const MAX_LENGTH: usize = 1 << 20;

/// A tournament as a user describes it.
///
/// ```
/// use peregrine::arena::configuration::Configuration;
/// let configuration: Configuration = toml::from_str(r#"
///     variant = "capablanca"
///     rounds = 50
///     each = { protocol = "uci", time = "2+0.02" }
///     engine = [{ command = "peregrine" }, { command = "fairy-stockfish" }]
/// "#)?;
/// assert_eq!(configuration.engines.len(), 2);
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Configuration {
    /// What it is called; the `Event` of its games.
    pub title: String,
    /// The game that is played.
    pub variant: String,
    /// Its castling rule, if not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub castling: Option<String>,
    /// Its promotion rule, if not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<String>,
    /// Who meets whom.
    pub format: Format,
    /// How many rounds; in each all who meet play two games from one opening.
    pub rounds: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// What the games begin with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningSource>,
    /// When games are ended before they are over.
    pub adjudication: Adjudication,
    /// The folder of tablebases; games are ended when those say who wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tablebases: Option<PathBuf>,
    /// The test that ends the tournament when it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSettings>,
    /// By how many seconds a player may exceed his time: what the runner and
    /// the system may take on the way.
    pub margin: f64,
    /// How many seconds it is waited for a player beyond his time before he
    /// is said to have stalled.
    pub stall: f64,
    /// What holds for all engines that do not say otherwise.
    pub each: EngineConfig,
    /// The engines.
    #[serde(rename = "engine")]
    pub engines: Vec<EngineConfig>,
}

impl Default for Configuration {
    fn default() -> Configuration {
        Configuration {
            title: "Peregrine match".to_owned(),
            variant: "falcon".to_owned(),
            castling: None,
            promotion: None,
            format: Format::default(),
            rounds: 1,
            seed: 1,
            openings: None,
            adjudication: Adjudication::default(),
            tablebases: None,
            sprt: None,
            margin: 0.01,
            stall: 10.0,
            each: EngineConfig::default(),
            engines: Vec::new(),
        }
    }
}

/// Where openings come from, and which of them are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OpeningSource {
    /// The file.
    pub file: PathBuf,
    /// In which order.
    #[serde(default)]
    pub order: OpeningOrder,
    /// At most so many plies of each.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub plies: Option<usize>,
}

/// In which order openings are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// In that of the file.
    #[default]
    Sequential,
    /// In one that the seed draws.
    Shuffled,
}

impl FromStr for OpeningOrder {
    type Err = String;

    fn from_str(text: &str) -> Result<OpeningOrder, String> {
        match text {
            "sequential" => Ok(OpeningOrder::Sequential),
            "shuffled" => Ok(OpeningOrder::Shuffled),
            _ => Err(format!(
                "'{text}' is no order (there are: sequential shuffled)"
            )),
        }
    }
}

impl fmt::Display for OpeningOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OpeningOrder::Sequential => "sequential",
            OpeningOrder::Shuffled => "shuffled",
        })
    }
}

/// Why a configuration file cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("{}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It says something that cannot be understood.
    #[error("{}: {reason}", path.display())]
    Faulty {
        /// The file.
        path: PathBuf,
        /// What, with the line.
        reason: String,
    },
}

/// The configuration in a file: JSON if its name ends in `.json`, else TOML.
///
/// # Errors
/// When it cannot be read, or says what no configuration can say.
///
/// ```
/// use std::path::Path;
/// use peregrine::arena::configuration;
/// let error = configuration::read(Path::new("no/such.toml")).unwrap_err();
/// assert!(error.to_string().starts_with("no/such.toml: "));
/// ```
pub fn read(path: &Path) -> Result<Configuration, FileError> {
    let unreadable = |error| FileError::Unreadable {
        path: path.to_owned(),
        error,
    };
    let faulty = |reason: String| FileError::Faulty {
        path: path.to_owned(),
        reason: reason.trim_end().to_owned(),
    };
    let text = files::read_text(path, MAX_LENGTH).map_err(unreadable)?;
    if path
        .extension()
        .is_some_and(|extension| extension == "json")
    {
        serde_json::from_str(&text).map_err(|error| faulty(error.to_string()))
    } else {
        toml::from_str(&text).map_err(|error| faulty(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_and_toml_say_the_same() {
        let toml = r#"
            title = "A match"
            variant = "falcon"
            castling = "three"
            format = "gauntlet"
            rounds = 5
            openings = { file = "a.epd", order = "shuffled", plies = 8 }
            adjudication.draw = { from = 40, moves = 8, score = 10 }
            sprt = { elo0 = 0, elo1 = 5 }
            [each]
            time = "2+0.02"
            [[engine]]
            command = "a"
            options = { Hash = 16 }
            [[engine]]
            command = "b"
        "#;
        let read: Configuration = toml::from_str(toml).unwrap();
        assert_eq!(
            read.engines[0].options.0,
            [("Hash".to_owned(), "16".to_owned())]
        );
        assert_eq!(read.margin, Configuration::default().margin);
        let json = serde_json::to_string(&read).unwrap();
        let again: Configuration = serde_json::from_str(&json).unwrap();
        assert_eq!(again, read);
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text, place) in [
            ("a.toml", "rounds = 1\nvarant = 'falcon'", "line 2"),
            ("b.toml", "[[engine]]\ncomand = 'x'", "line 2"),
            ("c.json", "{\n \"rounds\": \"x\"}", "line 2"),
            ("d.toml", "[each]\ntime = '1:2:3'", "line 2"),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            let error = read(&path).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains(place), "{error}");
        }
    }
}

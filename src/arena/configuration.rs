//! The configuration of a match as the user writes it: a TOML or JSON
//! file, or the same settings on the command line.
//!
//! Nothing here is looked up or started; see [`plan`](super::resolved_config) for that.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::files;

use super::adjudication::Adjudication;
use super::engine_config::EngineConfig;
use super::flag::FlagRule;
use super::schedule::Format;
use super::statistics::SprtSettings;

/// Largest configuration file that is read, in bytes.
const MAX_LENGTH: usize = 1 << 20;

/// A match as the user describes it.
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
    /// Its title; the `Event` tag of its games.
    pub title: String,
    /// The variant that is played.
    pub variant: String,
    /// The castling rule, if not the variant's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub castling: Option<String>,
    /// The promotion rule, if not the variant's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<String>,
    /// Which engines are paired.
    pub format: Format,
    /// Number of rounds. In each round every pairing plays two games from the
    /// same opening.
    pub rounds: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// Where the openings come from; `None` for the start position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningSource>,
    /// When games are ended early by score or length.
    pub adjudication: Adjudication,
    /// Folder of tablebases that adjudicate games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tablebases: Option<PathBuf>,
    /// The sequential test that stops the match once it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSettings>,
    /// Time margin: seconds by which an engine may exceed its time without
    /// losing, to allow for delays of the runner and the operating system.
    pub margin: f64,
    /// Seconds past the flag before an engine counts as hung.
    pub stall: f64,
    /// What a fallen flag means. `None` for the default, or in results that were begun
    /// earlier for their rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flag: Option<FlagRule>,
    /// Defaults for all engines.
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
            flag: None,
            each: EngineConfig::default(),
            engines: Vec::new(),
        }
    }
}

/// A file of openings, and which of them are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OpeningSource {
    /// The file.
    pub file: PathBuf,
    /// The order in which they are played.
    #[serde(default)]
    pub order: OpeningOrder,
    /// Use at most this many plies of each.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub plies: Option<usize>,
}

/// The order in which openings are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// The order of the file.
    #[default]
    Sequential,
    /// A random order, drawn from the seed.
    Shuffled,
}

impl FromStr for OpeningOrder {
    type Err = String;

    fn from_str(text: &str) -> Result<OpeningOrder, String> {
        match text {
            "sequential" => Ok(OpeningOrder::Sequential),
            "shuffled" => Ok(OpeningOrder::Shuffled),
            _ => Err(format!(
                "'{text}' is not an order (choose from: sequential shuffled)"
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
    /// It is not a valid configuration.
    #[error("{}: {reason}", path.display())]
    Faulty {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the line.
        reason: String,
    },
}

/// Reads a configuration file: JSON if its name ends in `.json`, otherwise
/// TOML.
///
/// # Errors
/// When the file cannot be read or is not a valid configuration.
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
            ("e.toml", "[each]\noptions = { A = [1] }", "line 2"),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            let error = read(&path).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains(place), "{error}");
        }
    }
}

//! The errors of UCI commands.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::base::excerpt::excerpt;
use crate::notation::NotationError;
use crate::position::fen::FenError;
use crate::protocol::options::SettingError;
use crate::variants::OptionError;
use crate::variants::shuffle::ArrayError;

/// Why a command was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum UciError {
    #[error("unknown command '{}' (try 'help')", excerpt(.0))]
    Command(String),
    #[error("wrong arguments for '{0}' (try 'help')")]
    Words(String),
    #[error("the line exceeds 1 MiB")]
    TooLong,
    #[error("there is no position to search: the last one was refused ({0})")]
    NoPosition(String),
    #[error("setoption needs 'name NAME' and usually 'value VALUE'")]
    SetOption,
    #[error(
        "position needs 'startpos', 'fen FEN' or 'array NUMBER', and optionally 'moves MOVE...'"
    )]
    Position,
    #[error("array needs a number, not '{}'", excerpt(.0))]
    Array(String),
    #[error("unknown word '{}' after go", excerpt(.0))]
    GoWord(String),
    #[error("{0} needs a number")]
    NoNumber(String),
    #[error("{what} is a number from {least} to {most}, not '{}'", excerpt(.word))]
    Number {
        what: &'static str,
        least: i64,
        most: i64,
        word: String,
    },
    #[error("searchmoves needs a move")]
    NoMoves,
    #[error("the time of the side to move is missing ({0})")]
    Clock(&'static str),
    #[error("cannot start a thread: {0}")]
    Thread(String),
    #[error("cannot allocate memory: {0}")]
    Memory(String),
    #[error("{}: {reason}", excerpt(&folder.display().to_string()))]
    Folder { folder: PathBuf, reason: String },
    #[error("{}: {reason}", excerpt(&file.display().to_string()))]
    Useless { file: PathBuf, reason: String },
    #[error("{} cannot be written: {reason}", excerpt(&file.display().to_string()))]
    File { file: PathBuf, reason: String },
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Drawn(#[from] ArrayError),
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error(transparent)]
    Rules(#[from] OptionError),
}

/// All commands, to tell an unknown command from one with wrong arguments.
pub(super) const COMMANDS: [&str; 13] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "bench",
    "help",
];

impl UciError {
    /// The error of a line that matches no command, by its first word.
    pub fn command(word: &str) -> UciError {
        if COMMANDS.contains(&word) || word == "quit" {
            UciError::Words(word.to_owned())
        } else {
            UciError::Command(word.to_owned())
        }
    }
}

/// Why a command failed: a wrong line, or an output that cannot be written.
#[derive(Debug)]
pub(super) enum Trouble {
    Input(UciError),
    Output(io::Error),
}

impl From<UciError> for Trouble {
    fn from(error: UciError) -> Trouble {
        Trouble::Input(error)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Output(error)
    }
}

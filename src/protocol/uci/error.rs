//! The errors of UCI commands.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::base::excerpt::excerpt;
use crate::base::suggestion::did_you_mean;
use crate::notation::NotationError;
use crate::position::fen::FenError;
use crate::protocol::engine_settings::PathError;
use crate::protocol::options::SettingError;
use crate::variants::OptionError;
use crate::variants::shuffle::ArrayError;

/// Why a command was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum UciError {
    #[error("unknown command '{}'{} (try 'help')", excerpt(.0), did_you_mean(.0, &COMMANDS))]
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
    #[error("{0} is given twice, and the last one counts")]
    Twice(&'static str),
    #[error("{0} needs a number")]
    NoNumber(&'static str),
    #[error("{what} '{}' is read as {number}", excerpt(.word))]
    ReadAs {
        what: &'static str,
        word: String,
        number: u64,
    },
    #[error("{what} is a number from {min} to {max}, not '{}'", excerpt(.word))]
    Number {
        what: &'static str,
        min: i64,
        max: i64,
        word: String,
    },
    #[error("searchmoves needs a move")]
    NoMoves,
    #[error("the time of the side to move is missing ({0})")]
    Clock(&'static str),
    #[error("{0} is used instead")]
    OtherClock(&'static str),
    #[error("{0} needs a clock (wtime, btime)")]
    NoClock(&'static str),
    #[error("no limit can be read, so the search lasts {0} ms")]
    Brief(u128),
    #[error("cannot start a thread: {0}")]
    Thread(String),
    #[error("cannot allocate memory: {0}")]
    Memory(String),
    #[error("{} cannot be written: {reason}", excerpt(&file.display().to_string()))]
    File { file: PathBuf, reason: String },
    #[error(transparent)]
    Path(#[from] PathError),
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

/// All commands.
const COMMANDS: [&str; 15] = [
    "uci",
    "debug",
    "register",
    "quit",
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

/// Whether a word is a command.
pub(super) fn is_command(word: &str) -> bool {
    COMMANDS.contains(&word)
}

/// The words of a line before its command, which the protocol wants ignored, and those from
/// the command on. Without a command there are none before it.
pub(super) fn command_words(line: &str) -> (Vec<&str>, Vec<&str>) {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let command = words.iter().position(|word| is_command(word));
    let rest = words.split_off(command.unwrap_or(0));
    (words, rest)
}

/// The command of a line, or its first word if it has none.
pub(super) fn command(line: &str) -> &str {
    let mut words = line.split_whitespace();
    let first = words.clone().next().unwrap_or_default();
    words.find(|word| is_command(word)).unwrap_or(first)
}

impl UciError {
    /// The error of a line that matches no command, by its first word.
    pub(super) fn command(word: &str) -> UciError {
        if is_command(word) {
            UciError::Words(word.to_owned())
        } else {
            UciError::Command(word.to_owned())
        }
    }
}

impl UciError {
    /// Whether an option may still become right: a file that is yet to be read may define
    /// the variant that it names.
    pub(crate) fn may_become_valid(&self) -> bool {
        matches!(self, UciError::Setting(SettingError::Word(_)))
    }
}

/// Why a command failed: a wrong line, or an output that cannot be written.
#[derive(Debug)]
pub(super) enum CommandError {
    Input(UciError),
    Output(io::Error),
}

impl From<UciError> for CommandError {
    fn from(error: UciError) -> CommandError {
        CommandError::Input(error)
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> CommandError {
        CommandError::Output(error)
    }
}

//! The results file of a match, to which games are added as they finish.
//!
//! The file is JSON Lines: the first line is the [`Header`], each further line
//! a [`GameRecord`], in the order in which the games ended. A game counts once
//! its line is complete; a partial line left by a killed process is cut off
//! when the file is next opened. Only one process at a time may have it open
//! for writing.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::files::{self, Locked, WithoutLocks};
pub(super) use crate::base::journal::FileState;
use crate::base::journal::{self as base, Durability, JournalLines};
use crate::base::text::{check_encoding, without_mark};

use super::flag::FlagRule;
use super::identity::Identity;
use super::record::GameRecord;
use super::schedule::{self, Shard};

/// Version of the file format.
pub(crate) const VERSION: u32 = 1;

/// Maximum length of a line in bytes; far more than the longest game needs.
const MAX_LINE: u64 = 64 << 20;

/// The first line of a results file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Header {
    /// Version of the file format.
    pub peregrine_results: u32,
    /// Title of the match.
    pub title: String,
    /// The part of the match in this file.
    pub shard: Shard,
    /// The names that the engines reported when the match began.
    pub own_names: Vec<String>,
    /// The identity of the match.
    pub identity: Identity,
}

/// Why a results file cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Another process has it open for writing.
    #[error("{}: another match is writing to it", .0.display())]
    Locked(PathBuf),
    /// A line is malformed or does not belong here.
    #[error("{}:{line}: {reason}", path.display())]
    Faulty {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// It belongs to another match, or to another part of this one.
    #[error("{} belongs to another match; nothing was changed. It has:\n  {}", path.display(), differences.join("\n  "))]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The fields in which they differ.
        differences: Vec<String>,
    },
}

/// The content of a results file.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The first line.
    pub header: Header,
    /// The games, in the order in which they ended.
    pub games: Vec<GameRecord>,
    /// Length of all complete lines, in bytes; anything beyond was left by a
    /// killed process.
    whole: u64,
}

/// A results file open for appending.
#[derive(Debug)]
pub struct Journal {
    file: base::Journal,
}

/// Reads a results file without changing it.
///
/// # Errors
/// When it cannot be read or a line is malformed.
///
/// ```
/// use peregrine::arena::journal;
/// let error = journal::read("no/results.jsonl".as_ref()).unwrap_err();
/// assert!(error.to_string().starts_with("no/results.jsonl: "));
/// ```
pub fn read(path: &Path) -> Result<Results, JournalError> {
    let file = files::open(path).map_err(|error| JournalError::File {
        path: path.to_owned(),
        error,
    })?;
    parse(path, &file)
}

fn parse(path: &Path, file: &File) -> Result<Results, JournalError> {
    let failed = |error| JournalError::File {
        path: path.to_owned(),
        error,
    };
    let faulty = |line: usize, reason: String| JournalError::Faulty {
        path: path.to_owned(),
        line,
        reason,
    };
    let mut lines = JournalLines::new(file, MAX_LINE).map_err(failed)?;
    let Some(first) = lines.next().map_err(failed)? else {
        let reason = match lines.last().contains(&b'\r') {
            true => "its lines end with CR alone; they have to end with LF",
            false => "this is not the results file of a match",
        };
        return Err(faulty(1, reason.to_owned()));
    };
    check_encoding(first).map_err(|fault| failed(fault.into()))?;
    let header: Header = serde_json::from_slice(without_mark(first)).map_err(|error| {
        faulty(
            1,
            format!("this is not the results file of a match: {error}"),
        )
    })?;
    if header.peregrine_results != VERSION {
        return Err(faulty(
            1,
            format!(
                "unknown format version {} (expected {VERSION})",
                header.peregrine_results
            ),
        ));
    }
    if header.own_names.len() != header.identity.engines.len() {
        return Err(faulty(
            1,
            format!(
                "{} names for {} engines",
                header.own_names.len(),
                header.identity.engines.len()
            ),
        ));
    }
    let identity = &header.identity;
    schedule::check(identity.format, identity.engines.len(), identity.rounds)
        .map_err(|reason| faulty(1, reason))?;
    let schedule = identity.schedule();
    let mut games: Vec<GameRecord> = Vec::new();
    let mut seen = HashMap::new();
    while let Some(line) = lines.next().map_err(failed)? {
        let game = serde_json::from_slice(line);
        let number = lines.number;
        let game: GameRecord = game.map_err(|error| faulty(number, error.to_string()))?;
        if game.game >= schedule.games() || !header.shard.contains(game.pair()) {
            let reason = format!(
                "game {} is not in shard {} of {} games",
                game.game,
                header.shard,
                schedule.games()
            );
            return Err(faulty(number, reason));
        }
        let scheduled = schedule.game(game.game);
        if (game.white, game.black) != (scheduled.white, scheduled.black) {
            return Err(faulty(
                number,
                format!("game {} is between the wrong engines", game.game),
            ));
        }
        if let Some(earlier) = seen.insert(game.game, number) {
            let reason = format!("game {} is already in line {earlier}", game.game);
            return Err(faulty(number, reason));
        }
        games.push(game);
    }
    Ok(Results {
        header,
        games,
        whole: lines.length,
    })
}

/// The rule for fallen flags of the results in a file, if it holds any: a match that is
/// resumed keeps its own.
pub(super) fn flag_rule(path: &Path) -> Option<FlagRule> {
    let file = files::open(path).ok()?;
    let mut lines = JournalLines::new(&file, MAX_LINE).ok()?;
    let header: Header = serde_json::from_slice(lines.next().ok()??).ok()?;
    Some(header.identity.flag)
}

impl Journal {
    /// Opens a results file to resume a match, or creates one. Also
    /// returns the games that it holds.
    ///
    /// # Errors
    /// When it belongs to another match, cannot be read or written, or is
    /// open elsewhere. The file is then left unchanged.
    ///
    /// ```no_run
    /// # use peregrine::arena::journal::{Header, Journal, JournalError};
    /// # fn example(header: &Header) -> Result<(), JournalError> {
    /// let (journal, games) = Journal::open("match/results.jsonl".as_ref(), header)?;
    /// println!("{} games were played before", games.len());
    /// # Ok(())
    /// # }
    /// ```
    pub fn open(path: &Path, header: &Header) -> Result<(Journal, Vec<GameRecord>), JournalError> {
        let failed = |error| JournalError::File {
            path: path.to_owned(),
            error,
        };
        let mut line = serde_json::to_vec(header).map_err(|error| failed(error.into()))?;
        line.push(b'\n');
        let file =
            base::Journal::open(path, &line, |path| Locked::open(path, WithoutLocks::Refuse));
        let mut file = file.map_err(|error| lock_error(path, error))?;
        let results = parse(path, file.file())?;
        let mut differences = results.header.identity.differences(&header.identity);
        if results.header.shard != header.shard {
            differences.push(format!(
                "shard: {}, not {}",
                results.header.shard, header.shard
            ));
        }
        if !differences.is_empty() {
            return Err(JournalError::Foreign {
                path: path.to_owned(),
                differences,
            });
        }
        file.truncate(results.whole).map_err(failed)?;
        Ok((Journal { file }, results.games))
    }

    /// Whether the file is still the one that was written.
    pub(super) fn file_state(&self) -> FileState {
        self.file.file_state()
    }

    /// Writes the file anew after it was removed.
    ///
    /// # Errors
    /// When another file is there by now, or it cannot be written.
    pub(super) fn restore(&mut self, content: &[u8]) -> Result<(), JournalError> {
        let restored = self.file.restore(content);
        restored.map_err(|error| lock_error(self.file.path(), error))
    }

    /// Adds a game and waits until it is on disk.
    ///
    /// # Errors
    /// When it cannot be written; the file is then left as it was.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        let line = serde_json::to_vec(game).map_err(io::Error::from);
        let appended = line.and_then(|mut line| {
            line.push(b'\n');
            self.file.append(&line, Durability::Power)
        });
        appended.map_err(|error| JournalError::File {
            path: self.file.path().to_owned(),
            error,
        })
    }
}

/// Why a file could not be opened and locked.
fn lock_error(path: &Path, error: TryLockError) -> JournalError {
    let path = path.to_owned();
    match error {
        TryLockError::WouldBlock => JournalError::Locked(path),
        TryLockError::Error(error) => JournalError::File { path, error },
    }
}

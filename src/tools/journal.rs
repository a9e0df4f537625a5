//! The journal of a long job: the records that it has completed, beside its output file.
//!
//! The records, such as annotated games, are text. Lines that begin with `%`, which readers of
//! PGN skip, say how the journal was begun and, after each record, what the record was made
//! from, with a checksum. They tell which records a killed process has completed, and that
//! these belong to the same input. What follows the last of these lines is removed when the
//! job resumes.

use std::ffi::OsString;
use std::fs::{self, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::base::excerpt::excerpt;
use crate::base::files::{self, Locked, WithoutLocks};
use crate::base::hexadecimal::hexadecimal;
use crate::base::journal::{self as base, Durability, JournalLines};

/// The maximum length of a line in bytes; records are written in much shorter ones.
const MAX_LINE: u64 = 16 << 20;

/// What a journal holds, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalKind {
    /// The command that writes it.
    pub command: &'static str,
    /// One of its records.
    pub record: &'static str,
    /// The whole file.
    pub file: &'static str,
}

impl JournalKind {
    /// The start of the first line.
    fn header_start(self) -> String {
        format!("%peregrine {} ", self.command)
    }

    /// The start of the line after a record.
    fn end_of_record(self) -> String {
        format!("%{} ", self.record)
    }
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{}: {error}", .path.display())]
    File {
        /// The journal.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Another process has it open.
    #[error("{}: another process is writing this file", .0.display())]
    Busy(PathBuf),
    /// It is something else, or damaged.
    #[error("{}: line {line}: {reason}; remove the file to begin anew", .path.display())]
    Damaged {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// It was begun with other settings.
    #[error(
        "{}: this was begun with other settings ({}); resume with those, or remove the file to \
         begin anew",
        .path.display(), excerpt(.settings)
    )]
    OtherSettings {
        /// The journal.
        path: PathBuf,
        /// Those with which it was begun.
        settings: String,
    },
    /// Its records are not those of the input.
    #[error(
        "{}: its {record} {number} was not made from {record} {number} of the input; remove the \
         file to begin anew",
        .path.display()
    )]
    OtherInput {
        /// The journal.
        path: PathBuf,
        /// What its records are.
        record: &'static str,
        /// The number of the record, from 1; games with faults do not count.
        number: usize,
    },
}

/// A name for a content.
pub fn digest(content: &str) -> String {
    hexadecimal(&Sha256::digest(content.as_bytes()))
}

/// The journal of an output file.
#[derive(Debug)]
pub struct Journal {
    file: base::Journal,
    kind: JournalKind,
    /// What each record was made from.
    sources: Vec<String>,
    /// Whether it could be opened.
    is_open: bool,
}

impl Drop for Journal {
    fn drop(&mut self) {
        // A journal without records is of no use to anybody.
        if self.is_open && self.sources.is_empty() {
            let _ = fs::remove_file(self.path());
        }
    }
}

impl Journal {
    /// The path of the journal for an output file.
    ///
    /// ```
    /// use peregrine::tools::journal::Journal;
    /// let path = Journal::path_for("a/out.pgn".as_ref());
    /// assert_eq!(path, std::path::Path::new("a/out.pgn.partial"));
    /// ```
    pub fn path_for(output: &Path) -> PathBuf {
        let mut name = OsString::from(output);
        name.push(".partial");
        PathBuf::from(name)
    }

    /// Opens the journal of an output file, or creates it. `settings` are all that the
    /// result depends on besides the games, on one line.
    ///
    /// # Errors
    /// If it cannot be written, is damaged, was begun with other settings, or another
    /// process has it open; it is unchanged then.
    pub fn open(kind: JournalKind, output: &Path, settings: &str) -> Result<Journal, JournalError> {
        let path = Journal::path_for(output);
        let header = format!("{}{settings}\n", kind.header_start());
        let opened = base::Journal::open(&path, header.as_bytes(), |path| {
            Locked::open_to_remove(path, WithoutLocks::Accept)
        });
        let file = opened.map_err(|error| match error {
            TryLockError::WouldBlock => JournalError::Busy(path.clone()),
            TryLockError::Error(error) => JournalError::File { path, error },
        })?;
        let mut journal = Journal {
            file,
            kind,
            sources: Vec::new(),
            is_open: false,
        };
        let length = journal.load(settings)?;
        let truncated = journal.file.truncate(length);
        truncated.map_err(|error| journal.failed(error))?;
        journal.is_open = true;
        Ok(journal)
    }

    fn failed(&self, error: io::Error) -> JournalError {
        JournalError::File {
            path: self.path().to_owned(),
            error,
        }
    }

    /// Reads what the journal has, and returns the length of its complete records.
    fn load(&mut self, settings: &str) -> Result<u64, JournalError> {
        let io = |error| self.failed(error);
        let damaged = |line, reason| JournalError::Damaged {
            path: self.path().to_owned(),
            line,
            reason,
        };
        let JournalKind { record, file, .. } = self.kind;
        let (start, end) = (self.kind.header_start(), self.kind.end_of_record());
        let mut lines = self.lines().map_err(io)?;
        let first = lines.next().map_err(io)?.unwrap_or_default();
        let found = first.strip_prefix(start.as_bytes());
        let found = found.ok_or_else(|| damaged(1, format!("this is not {file}")))?;
        let found = String::from_utf8_lossy(found).trim_end().to_owned();
        if found != settings {
            return Err(JournalError::OtherSettings {
                path: self.path().to_owned(),
                settings: found,
            });
        }
        let mut length = lines.length;
        let (mut crc, mut sources) = (crc32fast::Hasher::new(), Vec::new());
        while let Some(line) = lines.next().map_err(io)? {
            let Some(rest) = line.strip_prefix(end.as_bytes()) else {
                crc.update(line);
                continue;
            };
            let rest = String::from_utf8_lossy(rest);
            let checked = format!("{:08x}", std::mem::take(&mut crc).finalize());
            match rest.trim_end().split_once(' ') {
                Some((source, checksum)) if checksum == checked => sources.push(source.to_owned()),
                _ => {
                    let reason = format!("the {record} before it is damaged");
                    return Err(damaged(lines.number, reason));
                }
            }
            length = lines.length;
        }
        self.sources = sources;
        Ok(length)
    }

    fn lines(&self) -> io::Result<JournalLines<'_>> {
        JournalLines::new(self.file.file(), MAX_LINE)
    }

    /// The path of the journal.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// How many records it has.
    pub fn records(&self) -> usize {
        self.sources.len()
    }

    /// Whether it has the record with this index, made from this source.
    ///
    /// # Errors
    /// If it has one there that was made from another.
    pub fn has(&self, index: usize, source: &str) -> Result<bool, JournalError> {
        match self.sources.get(index) {
            None => Ok(false),
            Some(known) if known == source => Ok(true),
            Some(_) => Err(self.other_input(index)),
        }
    }

    /// Checks that the input has no fewer records than the journal.
    ///
    /// # Errors
    /// If it has.
    pub(crate) fn check_count(&self, records: usize) -> Result<(), JournalError> {
        match self.records() > records {
            true => Err(self.other_input(records)),
            false => Ok(()),
        }
    }

    fn other_input(&self, index: usize) -> JournalError {
        JournalError::OtherInput {
            path: self.path().to_owned(),
            record: self.kind.record,
            number: index + 1,
        }
    }

    /// The text of all records.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn text(&self) -> Result<String, JournalError> {
        let mut bytes = Vec::new();
        let text = self.copy(&mut bytes).and_then(|()| {
            String::from_utf8(bytes).map_err(|_| io::Error::other("this is not UTF-8 text"))
        });
        text.map_err(|error| self.failed(error))
    }

    /// Appends a record, which ends with a line feed, and what it was made from. When this
    /// returns, the record outlives the process.
    ///
    /// # Errors
    /// If the file cannot be written; it then ends with the record before.
    pub fn append(&mut self, record: &str, source: String) -> Result<(), JournalError> {
        let checksum = crc32fast::hash(record.as_bytes());
        let end = self.kind.end_of_record();
        let record = format!("{record}{end}{source} {checksum:08x}\n");
        let appended = self.file.append(record.as_bytes(), Durability::Process);
        appended.map_err(|error| self.failed(error))?;
        self.sources.push(source);
        Ok(())
    }

    /// Writes the records to the output file, which exists completely or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write_output(&self, output: &Path) -> io::Result<()> {
        self.file.sync()?;
        files::replace_with(output, |new| self.copy(new))
    }

    /// Removes the journal.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn remove(self) -> Result<(), JournalError> {
        fs::remove_file(self.path()).map_err(|error| self.failed(error))
    }

    /// Whether an output file has exactly the records of this journal: it was written, but
    /// the process ended before it could remove the journal.
    pub(crate) fn is_written_to(&self, output: &Path) -> bool {
        let same = || -> io::Result<bool> {
            let mut written = BufReader::new(files::open(output)?);
            let mut compared = Comparison {
                with: &mut written,
                is_same: true,
            };
            self.copy(&mut compared)?;
            let is_same = compared.is_same;
            Ok(is_same && written.fill_buf()?.is_empty())
        };
        same().unwrap_or(false)
    }

    /// Copies the records without what the journal says about them.
    fn copy(&self, output: &mut dyn Write) -> io::Result<()> {
        let mut lines = self.lines()?;
        while let Some(line) = lines.next()? {
            if !line.starts_with(b"%") {
                output.write_all(line)?;
            }
        }
        Ok(())
    }
}

/// Compares what is written with what another source has.
struct Comparison<'a, R> {
    with: &'a mut R,
    is_same: bool,
}

impl<R: Read> Write for Comparison<'_, R> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut other = vec![0; bytes.len()];
        self.is_same &= self.with.read_exact(&mut other).is_ok() && other == bytes;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const SETTINGS: &str = "nodes=5";

    const KIND: JournalKind = JournalKind {
        command: "annotate",
        record: "game",
        file: "a file of annotated games",
    };

    #[test]
    fn whole_games_are_recalled_and_half_ones_removed() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("out.pgn");
        let path = Journal::path_for(&output);
        let mut journal = Journal::open(KIND, &output, SETTINGS).unwrap();
        journal
            .append("[White \"a\"]\n\n*\n\n", "one".to_owned())
            .unwrap();
        let whole = fs::read(&path).unwrap();
        journal.append("1. e4 *\n\n", "two".to_owned()).unwrap();
        assert!(matches!(
            Journal::open(KIND, &output, SETTINGS),
            Err(JournalError::Busy(_))
        ));
        drop(journal);
        let both = fs::read(&path).unwrap();
        for length in whole.len()..both.len() {
            fs::write(&path, &both[..length]).unwrap();
            let journal = Journal::open(KIND, &output, SETTINGS).unwrap();
            assert_eq!(journal.records(), 1);
            assert!(journal.has(0, "one").unwrap() && !journal.has(1, "two").unwrap());
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
        fs::write(&path, &both).unwrap();
        let journal = Journal::open(KIND, &output, SETTINGS).unwrap();
        assert_eq!(journal.records(), 2);
        assert!(journal.has(1, "other").is_err());
        assert!(journal.check_count(1).is_err() && journal.check_count(2).is_ok());
        assert!(!journal.is_written_to(&output));
        journal.write_output(&output).unwrap();
        let text = fs::read_to_string(&output).unwrap();
        assert_eq!(journal.text().unwrap(), text);
        assert_eq!(text, "[White \"a\"]\n\n*\n\n1. e4 *\n\n");
        assert!(journal.is_written_to(&output));
        fs::write(&output, text + "\n").unwrap();
        assert!(!journal.is_written_to(&output));
        journal.remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn other_settings_and_damage_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("out.pgn");
        let path = Journal::path_for(&output);
        let mut journal = Journal::open(KIND, &output, SETTINGS).unwrap();
        journal.append("1. e4 *\n\n", "one".to_owned()).unwrap();
        drop(journal);
        let good = fs::read_to_string(&path).unwrap();
        let complaint = |settings: &str| {
            Journal::open(KIND, &output, settings)
                .unwrap_err()
                .to_string()
        };
        assert!(complaint("nodes=6").contains("other settings (nodes=5)"));
        fs::write(&path, good.replace("e4", "d4")).unwrap();
        assert!(complaint(SETTINGS).contains("line 4: the game before it is damaged"));
        fs::write(&path, "1. e4 *\n").unwrap();
        assert!(complaint(SETTINGS).contains("line 1: this is not a file of annotated games"));
    }
}

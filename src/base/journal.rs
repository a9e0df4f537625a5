//! A file to which a long job appends records, so that a stopped one can resume: what a killed
//! process left of a record is removed, and only one process at a time can write to it.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::files::{self, Locked};

/// Opens a file and locks it.
type Open = fn(&Path) -> Result<Locked, TryLockError>;

/// An open journal.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: Locked,
    open: Open,
    /// The length of all complete records, in bytes.
    length: u64,
}

/// What a record outlives once it is appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Durability {
    /// The process.
    Process,
    /// A loss of power.
    Power,
}

/// The state of a journal while it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileState {
    /// It is as it was written.
    Whole,
    /// It is not there any more.
    Removed,
    /// Another file is in its place.
    Replaced,
    /// It is longer or shorter than what was written.
    Altered,
}

impl Journal {
    /// Opens a journal by `open`; creates it with this header if it does not exist. Nothing can be
    /// appended before [`truncate`](Journal::truncate).
    ///
    /// # Errors
    /// `WouldBlock` if another process has it open, or why it cannot be opened.
    pub(crate) fn open(path: &Path, header: &[u8], open: Open) -> Result<Journal, TryLockError> {
        if !path.try_exists().map_err(TryLockError::Error)? {
            match files::create(path, header) {
                // Another process was faster: its lock or its header will tell.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                created => created.map_err(TryLockError::Error)?,
            }
        }
        Ok(Journal {
            path: path.to_owned(),
            file: open(path)?,
            open,
            length: 0,
        })
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The file, to read it.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Removes what is behind the complete records.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.length = length;
        if self.file.metadata()?.len() > length {
            self.file.set_len(length)?;
        }
        Ok(())
    }

    /// Appends a record.
    ///
    /// # Errors
    /// If the file cannot be written; it then ends with the record before.
    pub(crate) fn append(&mut self, record: &[u8], durability: Durability) -> io::Result<()> {
        let appended = self.try_append(record, durability);
        match appended {
            Ok(()) => self.length += record.len() as u64,
            // What was written of it is removed, now or when the file is next opened.
            Err(_) => _ = self.file.set_len(self.length),
        }
        appended
    }

    fn try_append(&mut self, record: &[u8], durability: Durability) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(record)?;
        match durability {
            Durability::Process => Ok(()),
            Durability::Power => self.file.sync_data(),
        }
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// If the system reports that it could not be written.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Whether the file is still the one that was written. A file that cannot be examined
    /// counts as whole: the next write reports that.
    pub(crate) fn file_state(&self) -> FileState {
        use io::ErrorKind::{NotADirectory, NotFound};
        match (fs::metadata(&self.path), self.file.metadata()) {
            (Ok(there), Ok(own)) if !files::is_same(&there, &own) => FileState::Replaced,
            (Ok(there), Ok(_)) if there.len() != self.length => FileState::Altered,
            (Err(error), _) if matches!(error.kind(), NotFound | NotADirectory) => {
                FileState::Removed
            }
            _ => FileState::Whole,
        }
    }

    /// Writes the file anew after it was removed.
    ///
    /// # Errors
    /// When another file is there by now, or it cannot be written.
    pub(crate) fn restore(&mut self, content: &[u8]) -> Result<(), TryLockError> {
        files::create(&self.path, content).map_err(TryLockError::Error)?;
        self.file = (self.open)(&self.path)?;
        self.length = content.len() as u64;
        Ok(())
    }
}

/// The complete lines of a file, from its beginning.
pub(crate) struct JournalLines<'a> {
    source: BufReader<&'a File>,
    max_length: u64,
    line: Vec<u8>,
    /// The number of the last line, from 1.
    pub(crate) number: usize,
    /// The bytes of all lines so far.
    pub(crate) length: u64,
}

impl<'a> JournalLines<'a> {
    /// Reads lines of at most `max_length` bytes.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn new(mut file: &'a File, max_length: u64) -> io::Result<JournalLines<'a>> {
        file.seek(SeekFrom::Start(0))?;
        Ok(JournalLines {
            source: BufReader::new(file),
            max_length,
            line: Vec::new(),
            number: 0,
            length: 0,
        })
    }

    /// The next line, with its line feed; none if it is incomplete.
    ///
    /// # Errors
    /// If the file cannot be read, or the line is too long.
    pub(crate) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.line.clear();
        let mut limited = (&mut self.source).take(self.max_length + 1);
        limited.read_until(b'\n', &mut self.line)?;
        if !self.line.ends_with(b"\n") {
            if self.line.len() as u64 <= self.max_length {
                return Ok(None);
            }
            let (line, most) = (self.number + 1, self.max_length);
            let reason = format!("line {line} is longer than {most} bytes");
            return Err(io::Error::other(reason));
        }
        self.number += 1;
        self.length += self.line.len() as u64;
        Ok(Some(&self.line))
    }

    /// The line that [`next`](JournalLines::next) read last, or what there was of it.
    pub(crate) fn last(&self) -> &[u8] {
        &self.line
    }
}

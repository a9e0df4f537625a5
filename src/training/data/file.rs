//! Reading and appending to files of games.

use std::fs::{File, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::base::files::{self, Locked, WithoutLocks};
use crate::base::journal::{Durability, Journal};
use crate::rules::Rules;

use super::game::{GameError, SelfPlayGame, TooLongError};
use super::header::{self, Header};
use super::order::OrderCheck;
use super::{DataError, DataErrorKind, RecordError};

/// The bytes of a game's record besides the game: its length before it, and the
/// checksum after it.
const FRAME: usize = 2 + 4;

/// A file of games, its header read.
#[derive(Clone, Debug)]
pub struct DataFile {
    path: PathBuf,
    header: Header,
    rules: &'static Rules,
    /// Where the first game begins.
    first: u64,
}

/// Consecutive games of a file, read together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Where it begins, in bytes.
    pub offset: u64,
    /// The number of its games.
    pub games: usize,
}

impl DataFile {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is of a game that is not known here.
    pub fn open(path: &Path) -> Result<DataFile, DataError> {
        let read = || {
            let mut file = BufReader::new(files::open(path)?);
            let (header, first) = Header::read(&mut file)?;
            let rules = header.rules()?;
            Ok(DataFile {
                path: path.to_owned(),
                header,
                rules,
                first,
            })
        };
        read().map_err(|fault: DataErrorKind| fault.in_file(path))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The rules of its games.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// All games in order.
    ///
    /// # Errors
    /// If the file cannot be read any more.
    pub fn games(&self) -> Result<Records, DataError> {
        Ok(Records {
            order: Some(OrderCheck::new(&self.header)),
            ..Records::new(&self.path, self.first)?
        })
    }

    /// The number of its games.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or has another number in its header.
    pub(super) fn count(&self) -> Result<u64, DataError> {
        let (mut records, mut found) = (self.games()?, 0);
        while records.next_record()?.is_some() {
            found += 1;
        }
        match self.header.records {
            Some(expected) if expected != found => {
                Err(DataErrorKind::Count { expected, found }.in_file(&self.path))
            }
            _ => Ok(found),
        }
    }

    /// The games from the one that begins at this byte.
    pub(super) fn games_from(&self, offset: u64) -> Result<Records, DataError> {
        Records::new(&self.path, offset)
    }

    /// Reads the whole file and divides it into chunks of `games` games. A last game that
    /// is still being written, or was never completed, is left out.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged. The games are not replayed.
    pub fn chunks(&self, games: usize) -> Result<Vec<Chunk>, DataError> {
        let mut records = self.games()?;
        let mut chunks = Vec::new();
        loop {
            let offset = records.offset();
            let mut count = 0;
            while count < games {
                match records.next_record() {
                    Ok(Some(_)) => count += 1,
                    Ok(None) => break,
                    Err(error) if matches!(error.fault, DataErrorKind::Truncated(_)) => break,
                    Err(error) => return Err(error),
                }
            }
            if count > 0 {
                let games = count;
                chunks.push(Chunk { offset, games });
            }
            if count < games {
                return Ok(chunks);
            }
        }
    }

    /// The games of a chunk.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read_chunk(&self, chunk: Chunk) -> Result<Vec<SelfPlayGame>, DataError> {
        let records = Records::new(&self.path, chunk.offset)?;
        records.take(chunk.games).collect()
    }
}

/// The games of a file, one after the other.
#[derive(Debug)]
pub struct Records {
    path: PathBuf,
    file: BufReader<File>,
    offset: u64,
    payload: Vec<u8>,
    /// Which games can come next, if the games are read from the first.
    order: Option<OrderCheck>,
    /// After an error nothing more is read.
    failed: bool,
}

impl Records {
    fn new(path: &Path, offset: u64) -> Result<Records, DataError> {
        let open = || {
            let mut file = files::open(path)?;
            file.seek(SeekFrom::Start(offset))?;
            Ok(BufReader::with_capacity(1 << 16, file))
        };
        let file = open().map_err(|error| DataErrorKind::Io(error).in_file(path))?;
        Ok(Records {
            path: path.to_owned(),
            file,
            offset,
            payload: Vec::new(),
            order: None,
            failed: false,
        })
    }

    /// Where the next game begins, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes of the next game, after a check of their checksum.
    ///
    /// # Errors
    /// If the file cannot be read, ends within the game, the checksum is wrong, or another
    /// game should come here.
    pub(crate) fn next_record(&mut self) -> Result<Option<&[u8]>, DataError> {
        match self.read() {
            Ok(true) => Ok(Some(&self.payload)),
            Ok(false) => Ok(None),
            Err(fault) => {
                self.failed = true;
                Err(fault.in_file(&self.path))
            }
        }
    }

    fn read(&mut self) -> Result<bool, DataErrorKind> {
        let mut length = [0; 2];
        match read_up_to(&mut self.file, &mut length)? {
            0 => return Ok(false),
            2 => {}
            _ => return Err(DataErrorKind::Truncated(self.offset)),
        }
        let length = usize::from(u16::from_le_bytes(length));
        self.payload.resize(length + 4, 0);
        if read_up_to(&mut self.file, &mut self.payload)? < length + 4 {
            return Err(DataErrorKind::Truncated(self.offset));
        }
        let stored = self.payload.split_off(length);
        let fault = match length {
            // Zeros, which some systems leave after a loss of power, have this length
            // and its checksum.
            0 => RecordError::Content(GameError::Short),
            _ if stored == checksum(&self.payload) => {
                let follows = match &mut self.order {
                    Some(order) => order.check_next(&self.payload),
                    None => Ok(()),
                };
                let offset = self.offset;
                self.offset += (length + FRAME) as u64;
                return match follows {
                    Ok(()) => Ok(true),
                    Err(fault) => Err(DataErrorKind::Damaged { offset, fault }),
                };
            }
            _ => RecordError::Checksum,
        };
        let offset = self.offset;
        match stored == [0; 4] && is_rest_zero(&mut self.file)? {
            true => Err(DataErrorKind::Truncated(offset)),
            false => Err(DataErrorKind::Damaged { offset, fault }),
        }
    }
}

impl Iterator for Records {
    type Item = Result<SelfPlayGame, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let offset = self.offset;
        let game = match self.next_record() {
            Ok(None) => return None,
            Ok(Some(payload)) => SelfPlayGame::decode(payload),
            Err(error) => return Some(Err(error)),
        };
        Some(game.map_err(|error| {
            self.failed = true;
            let fault = RecordError::Content(error);
            DataErrorKind::Damaged { offset, fault }.in_file(&self.path)
        }))
    }
}

/// The checksum of a game's bytes, as it is written.
fn checksum(payload: &[u8]) -> [u8; 4] {
    crc32fast::hash(payload).to_le_bytes()
}

/// Reads until `bytes` is full or the file ends; returns how many were read.
fn read_up_to(file: &mut impl Read, bytes: &mut [u8]) -> std::io::Result<usize> {
    let mut done = 0;
    while done < bytes.len() {
        match file.read(&mut bytes[done..]) {
            Ok(0) => break,
            Ok(count) => done += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

/// Whether the rest of a file is zeros, or there is none.
fn is_rest_zero(file: &mut impl BufRead) -> std::io::Result<bool> {
    loop {
        let bytes = file.fill_buf()?;
        let length = bytes.len();
        if length == 0 {
            return Ok(true);
        }
        if bytes.iter().any(|&byte| byte != 0) {
            return Ok(false);
        }
        file.consume(length);
    }
}

/// Appends a game and its frame to `bytes`.
pub(super) fn append_record(game: &SelfPlayGame, bytes: &mut Vec<u8>) -> Result<(), TooLongError> {
    let begin = bytes.len();
    bytes.extend([0; 2]);
    if let Err(error) = game.encode(bytes) {
        bytes.truncate(begin);
        return Err(error);
    }
    frame(bytes, begin);
    Ok(())
}

/// Completes the record whose bytes begin at `begin` with two for the length.
pub(super) fn frame(bytes: &mut Vec<u8>, begin: usize) {
    let payload = &bytes[begin + 2..];
    let (length, checksum) = (payload.len() as u16, checksum(payload));
    bytes[begin..begin + 2].copy_from_slice(&length.to_le_bytes());
    bytes.extend(checksum);
}

/// A file that games are appended to. No other process can append to it meanwhile.
#[derive(Debug)]
pub struct Appender {
    file: Journal,
    record: Vec<u8>,
}

impl Appender {
    /// Opens a file to append games to it, and returns how many it holds; creates it if
    /// it does not exist. A last game that was not completely written is removed.
    ///
    /// # Errors
    /// If the file cannot be written, holds games made in another way, is damaged, or
    /// another process is appending to it. It is unchanged then.
    pub fn open(path: &Path, header: &Header) -> Result<(Appender, u32), DataError> {
        let at = |error: DataErrorKind| error.in_file(path);
        header.check().map_err(at)?;
        let file = Journal::open(path, &header.encode(), |path| {
            Locked::open(path, WithoutLocks::Accept)
        });
        let mut file = file.map_err(|error| match error {
            TryLockError::WouldBlock => at(DataErrorKind::Busy),
            TryLockError::Error(error) => at(error.into()),
        })?;
        let there = DataFile::open(path)?;
        if there.header() != header {
            let differences = header::differences(there.header(), header);
            return Err(at(DataErrorKind::OtherSettings(differences)));
        }
        let (mut count, mut records) = (0, there.games()?);
        loop {
            match records.next_record() {
                Ok(Some(_)) => count += 1,
                Ok(None) => break,
                Err(error) if matches!(error.fault, DataErrorKind::Truncated(_)) => break,
                Err(error) => return Err(error),
            }
        }
        file.truncate(records.offset())
            .map_err(|error| at(error.into()))?;
        let record = Vec::new();
        Ok((Appender { file, record }, count))
    }

    /// Appends a game. When this returns, the game outlives the process.
    ///
    /// # Errors
    /// If the file cannot be written; it then ends with the game before.
    pub fn append(&mut self, game: &SelfPlayGame) -> Result<(), DataError> {
        self.record.clear();
        let appended = append_record(game, &mut self.record).map_err(std::io::Error::other);
        appended
            .and_then(|()| self.file.append(&self.record, Durability::Process))
            .map_err(|error| DataErrorKind::Io(error).in_file(self.file.path()))
    }

    /// Waits until all games are on the disk.
    ///
    /// # Errors
    /// If the system reports that they could not be written.
    pub fn finish(self) -> Result<(), DataError> {
        let synced = self.file.sync();
        synced.map_err(|error| DataErrorKind::Io(error).in_file(self.file.path()))
    }
}

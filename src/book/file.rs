//! Books as files (docs/book.md).
//!
//! A book is text, a line for each position, so that a change of one can be read.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::base::excerpt::excerpt;
use crate::base::files;
use crate::base::hexadecimal::hexadecimal;
use crate::base::text::{check_encoding, without_mark};

use super::{Book, BookError, BookFileError, BookGame, Entry, MAX_SCORE, Record};

/// The version of the format.
pub(super) const VERSION: &str = "1";

/// The maximum size of a file in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// The maximum number of moves of a position.
pub const MAX_MOVES: usize = 256;

/// The maximum number of lines about how a book was made.
pub(crate) const MAX_MADE_LINES: usize = 100;

/// The maximum length of these lines in characters.
const MAX_MADE_LENGTH: usize = 500;

/// The maximum length of a name or number in bytes.
const MAX_WORD: usize = 100;

/// The first word.
const MAGIC: &str = "peregrine-book ";

/// The start of the last line.
const CHECKSUM: &str = "checksum ";

/// A line about how a book was made, as far as a file has room for it.
pub(super) fn made_line(line: &str) -> String {
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    let line = line.trim().chars().take(MAX_MADE_LENGTH).map(printable);
    line.collect::<String>().trim_end().to_owned()
}

impl Book {
    /// Reads a book from a file.
    ///
    /// # Errors
    /// If it cannot be read, is longer than [`MAX_BYTES`], or is not an undamaged book.
    pub fn load(path: &Path) -> Result<Book, BookFileError> {
        let read = files::read(path, MAX_BYTES).map_err(BookError::from);
        let book = read.and_then(|bytes| Book::parse(&bytes));
        book.map_err(|fault| fault.at(path))
    }

    /// The book in the bytes of a file.
    ///
    /// # Errors
    /// If they are not those of an undamaged book of this version.
    pub fn parse(bytes: &[u8]) -> Result<Book, BookError> {
        check_encoding(bytes).map_err(|fault| BookError::Encoding(fault.into()))?;
        let rest = without_mark(bytes).strip_prefix(MAGIC.as_bytes());
        let rest = rest.ok_or(BookError::Foreign)?;
        // The checksum covers every byte, and a book has no CR.
        if bytes.contains(&b'\r') || without_mark(bytes).len() < bytes.len() {
            return Err(BookError::Edited);
        }
        let version = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let version = String::from_utf8_lossy(version);
        if version != VERSION {
            return Err(BookError::Version(version.into_owned()));
        }
        let content = without_checksum(bytes)?;
        let text = std::str::from_utf8(content).map_err(|error| {
            let before = &content[..error.valid_up_to()];
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            let reason = "this is not UTF-8 text".to_owned();
            BookError::Line { line, reason }
        })?;
        let mut lines = BookLines::new(text);
        // The version.
        lines.next();
        lines.book().map_err(|reason| BookError::Line {
            line: lines.number,
            reason,
        })
    }

    /// The book as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let game = &self.game;
        let mut text = format!("{MAGIC}{VERSION}\n");
        let mut line = |name: &str, value: &str| text.extend([name, " ", value, "\n"]);
        line("variant", &game.variant);
        line("castling", &game.castling);
        line("promotion", &game.promotion);
        line("fingerprint", &game.fingerprint);
        line("start", &format!("{:016x}", game.start));
        for made in self.made.iter().take(MAX_MADE_LINES) {
            line("made", made);
        }
        line("positions", &self.positions.len().to_string());
        for (key, entries) in &self.positions {
            // Writing to a string does not fail.
            let _ = write!(text, "{key:016x}");
            for entry in entries {
                let _ = write!(text, " {}", entry.text);
                entry.record.write(&mut text);
            }
            text.push('\n');
        }
        let digest = hexadecimal(&Sha256::digest(&text));
        text.extend([CHECKSUM, &digest, "\n"]);
        text.into_bytes()
    }

    /// Writes the book to a file, completely or not at all.
    ///
    /// # Errors
    /// If the file cannot be written, or would be longer than [`MAX_BYTES`].
    #[cfg(feature = "files")]
    pub fn save(&self, path: &Path) -> Result<(), BookFileError> {
        let bytes = self.to_bytes();
        let fits = match bytes.len() > MAX_BYTES {
            true => Err(std::io::Error::other(format!(
                "the book would have {} bytes; at most {MAX_BYTES} can be read",
                bytes.len()
            ))),
            false => Ok(()),
        };
        let written = fits.and_then(|()| files::replace(path, &bytes));
        written.map_err(|error| BookError::from(error).at(path))
    }
}

/// What the checksum at the end covers.
fn without_checksum(bytes: &[u8]) -> Result<&[u8], BookError> {
    let all = bytes.strip_suffix(b"\n").ok_or(BookError::Incomplete)?;
    let begin = all.iter().rposition(|&byte| byte == b'\n');
    let begin = begin.ok_or(BookError::Incomplete)? + 1;
    let (content, last) = bytes.split_at(begin);
    let checksum = last.trim_ascii_end().strip_prefix(CHECKSUM.as_bytes());
    let checksum = checksum.ok_or(BookError::Incomplete)?;
    match hexadecimal(&Sha256::digest(content)).as_bytes() == checksum {
        true => Ok(content),
        false => Err(BookError::Checksum),
    }
}

/// The lines of a book.
struct BookLines<'a> {
    lines: std::str::Lines<'a>,
    /// The number of the last one, from 1.
    number: usize,
}

impl<'a> BookLines<'a> {
    fn new(text: &'a str) -> BookLines<'a> {
        BookLines {
            lines: text.lines(),
            number: 0,
        }
    }

    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.lines.next()
    }

    /// The next line as a name and a value.
    fn pair(&mut self) -> Result<(&'a str, &'a str), String> {
        let line = self.next().ok_or("the header ends early")?;
        let pair = line.split_once(' ');
        pair.ok_or_else(|| format!("'{}' has no value", excerpt(line)))
    }

    /// The value of a line that must have this name.
    fn value(&mut self, name: &str) -> Result<&'a str, String> {
        match self.pair()? {
            (found, value) if found == name && value.len() <= MAX_WORD => Ok(value),
            (found, _) if found == name => Err(format!("the value of '{name}' is too long")),
            (found, _) => Err(format!("expected '{name}', found '{}'", excerpt(found))),
        }
    }

    /// Everything after the first line.
    fn book(&mut self) -> Result<Book, String> {
        let game = BookGame {
            variant: self.value("variant")?.to_owned(),
            castling: self.value("castling")?.to_owned(),
            promotion: self.value("promotion")?.to_owned(),
            fingerprint: self.value("fingerprint")?.to_owned(),
            start: key(self.value("start")?)?,
        };
        let mut made = Vec::new();
        let count = loop {
            match self.pair()? {
                ("made", line) if made_line(line) != line => {
                    return Err("a line about how the book was made is too long".to_owned());
                }
                ("made", _) if made.len() == MAX_MADE_LINES => {
                    return Err(format!("more than {MAX_MADE_LINES} lines 'made'"));
                }
                ("made", line) => made.push(line.to_owned()),
                ("positions", count) => break count,
                (other, _) => {
                    return Err(format!(
                        "expected 'made' or 'positions', found '{}'",
                        excerpt(other)
                    ));
                }
            }
        };
        let count: usize = number(count)?;
        let mut positions = BTreeMap::new();
        while let Some(line) = self.next() {
            let (key, entries) = position(line)?;
            let last = positions.last_key_value().map(|(&last, _)| last);
            if last.is_some_and(|last| key <= last) {
                return Err(format!("the key {key:016x} is not above the one before"));
            }
            positions.insert(key, entries);
        }
        if positions.len() != count {
            return Err(format!(
                "the book has {} positions instead of {count}",
                positions.len()
            ));
        }
        Ok(Book {
            game,
            made,
            positions,
        })
    }
}

/// A number in decimal digits.
fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| format!("'{}' is not a number in range", excerpt(text)))
}

/// A key of a position.
fn key(text: &str) -> Result<u64, String> {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_key = text.len() == 16 && text.bytes().all(is_digit);
    let key = u64::from_str_radix(text, 16).ok().filter(|_| is_key);
    key.ok_or_else(|| format!("'{}' is not a key of 16 digits", excerpt(text)))
}

/// The line of a position.
fn position(line: &str) -> Result<(u64, Vec<Entry>), String> {
    let mut words = line.split(' ');
    let key = key(words.next().unwrap_or_default())?;
    let mut entries: Vec<Entry> = Vec::new();
    for word in words {
        let entry = entry(word)?;
        if entries.iter().any(|other| other.text == entry.text) {
            return Err(format!("the move {} is there twice", entry.text));
        }
        if entries.len() == MAX_MOVES {
            return Err(format!("the position has more than {MAX_MOVES} moves"));
        }
        entries.push(entry);
    }
    match entries.is_empty() {
        true => Err("the position has no move".to_owned()),
        false => Ok((key, entries)),
    }
}

/// A move and what is known about it.
fn entry(word: &str) -> Result<Entry, String> {
    let end = word.find(['=', '@']).unwrap_or(word.len());
    let (text, facts) = word.split_at(end);
    let is_character = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'\'');
    let is_move = (4..=10).contains(&text.len()) && text.bytes().all(is_character);
    if !is_move {
        return Err(format!("'{}' is not a move", excerpt(word)));
    }
    let record = Record::read(facts).ok_or_else(|| {
        format!(
            "'{}': expected =WINS/DRAWS/LOSSES, @SCORE or both",
            excerpt(word)
        )
    })?;
    Ok(Entry {
        text: text.into(),
        record,
    })
}

impl Record {
    /// Appends `=WINS/DRAWS/LOSSES`, `*CHOSEN` if these are fewer, and `@SCORE`, as far as
    /// they are known.
    fn write(&self, text: &mut String) {
        let games = self.games();
        if games > 0 {
            let _ = write!(text, "={}/{}/{}", self.wins, self.draws, self.losses);
            if u64::from(self.chosen) != games {
                let _ = write!(text, "*{}", self.chosen);
            }
        }
        if let Some(score) = self.score {
            let _ = write!(text, "@{score}");
        }
    }

    fn read(facts: &str) -> Option<Record> {
        let (games, score) = match facts.split_once('@') {
            Some((games, score)) => (games, Some(score)),
            None => (facts, None),
        };
        let mut record = Record::default();
        if let Some(score) = score {
            let (sign, size) = match score.strip_prefix('-') {
                Some(size) => (-1, size),
                None => (1, score),
            };
            let size: i32 = number(size).ok()?;
            let in_range = (0..=MAX_SCORE).contains(&size);
            record.score = Some(in_range.then_some(sign * size)?);
        }
        if let Some(games) = games.strip_prefix('=') {
            let (results, chosen) = match games.split_once('*') {
                Some((results, chosen)) => (results, Some(chosen)),
                None => (games, None),
            };
            let counts: Option<Vec<u32>> =
                results.split('/').map(|count| number(count).ok()).collect();
            let [wins, draws, losses] = counts?[..] else {
                return None;
            };
            (record.wins, record.draws, record.losses) = (wins, draws, losses);
            let all = record.games();
            let chosen = chosen.map_or(Some(all), |chosen| number(chosen).ok())?;
            let chosen = u32::try_from(chosen).ok()?;
            record.chosen = (u64::from(chosen) <= all).then_some(chosen)?;
        } else if !games.is_empty() {
            return None;
        }
        record.has_content().then_some(record)
    }
}

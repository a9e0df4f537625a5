//! Reads input lines in bounded memory.
//!
//! A line is at most [`MAX_LINE_LENGTH`] bytes long; of a longer one only the beginning is
//! kept, for error messages. Reading blocks while more than a few MiB of lines are
//! unanswered.

use std::io::{self, BufRead};
use std::ops::Deref;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use crate::base::text::{LineFeeds, without_mark};

/// The longest line in bytes, without its line end.
pub(crate) const MAX_LINE_LENGTH: usize = 1 << 20;

/// The most bytes in lines that have been read but not answered.
const MAX_HELD: usize = 4 * MAX_LINE_LENGTH;

/// Bytes that a line uses apart from its text.
const OVERHEAD: usize = 100;

/// Bytes kept of an overlong line.
const BEGINNING: usize = 60;

/// A line without its line end.
#[derive(Debug)]
pub struct Line {
    text: String,
    is_too_long: bool,
    /// Dropped with the line, which lets more input be read.
    _held: Option<Held>,
}

impl Line {
    /// Whether this is only the beginning of a line longer than [`MAX_LINE_LENGTH`],
    /// which must not be carried out.
    pub(crate) fn is_too_long(&self) -> bool {
        self.is_too_long
    }
}

impl Line {
    /// This line, or the beginning of one that is too long.
    pub(crate) fn limited(text: &str) -> Line {
        let is_too_long = text.len() > MAX_LINE_LENGTH;
        let kept = match is_too_long {
            true => text.chars().take(BEGINNING).collect(),
            false => text.to_owned(),
        };
        Line {
            is_too_long,
            ..Line::from(kept)
        }
    }
}

impl From<&str> for Line {
    fn from(text: &str) -> Line {
        Line::from(text.to_owned())
    }
}

impl From<String> for Line {
    fn from(text: String) -> Line {
        Line {
            text,
            is_too_long: false,
            _held: None,
        }
    }
}

impl Deref for Line {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// Counts the bytes held in unanswered lines.
#[derive(Debug, Default)]
struct Store {
    held: Mutex<usize>,
    released: Condvar,
}

impl Store {
    /// Waits until there is room for `bytes` more.
    fn hold(self: &Arc<Store>, bytes: usize) -> Held {
        let mut held = self.lock();
        while *held > 0 && *held + bytes > MAX_HELD {
            held = self
                .released
                .wait(held)
                .unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        *held += bytes;
        Held {
            bytes,
            store: Arc::clone(self),
        }
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.held
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// Bytes that count as held until this is dropped.
#[derive(Debug)]
struct Held {
    bytes: usize,
    store: Arc<Store>,
}

impl Drop for Held {
    fn drop(&mut self) {
        *self.store.lock() -= self.bytes;
        self.store.released.notify_one();
    }
}

/// An iterator over the lines of an input.
pub(super) struct LineReader<R> {
    input: LineFeeds<R>,
    bytes: Vec<u8>,
    store: Arc<Store>,
}

impl<R: BufRead> LineReader<R> {
    pub(super) fn new(input: R) -> LineReader<R> {
        LineReader {
            input: LineFeeds::new(input),
            bytes: Vec::new(),
            store: Arc::default(),
        }
    }

    /// Reads up to the end of a line, keeping at most [`MAX_LINE_LENGTH`] bytes, and returns
    /// its full length; `None` at the end of the input.
    fn take_in(&mut self) -> io::Result<Option<usize>> {
        self.bytes.clear();
        let mut length = 0;
        let mut has_bytes = false;
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return Ok(has_bytes.then_some(length));
            }
            has_bytes = true;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let room = MAX_LINE_LENGTH - self.bytes.len();
            self.bytes.extend_from_slice(&part[..part.len().min(room)]);
            length += part.len();
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(length));
            }
        }
    }
}

impl<R: BufRead> Iterator for LineReader<R> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        // A read error counts as the end of the input.
        let length = self.take_in().ok().flatten()?;
        let is_too_long = length > MAX_LINE_LENGTH;
        if is_too_long {
            self.bytes.truncate(BEGINNING);
        }
        let held = self.store.hold(self.bytes.len() + OVERHEAD);
        let text = String::from_utf8_lossy(without_mark(&self.bytes))
            .trim_end()
            .to_owned();
        // Long lines are rare, so release their memory.
        self.bytes.clear();
        self.bytes.shrink_to(MAX_LINE_LENGTH / 16);
        Some(Line {
            text,
            is_too_long,
            _held: Some(held),
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::io::{BufReader, Cursor, Read};
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn lines_end_where_they_end() {
        let lines = LineReader::new(Cursor::new(
            b"\xef\xbb\xbfuci \r\n\n go\xff\nlast\rone".to_vec(),
        ));
        let texts: Vec<String> = lines.map(|line| line.to_owned()).collect();
        assert_eq!(texts, ["uci", "", " go\u{fffd}", "last", "one"]);
    }

    #[test]
    fn a_line_may_be_a_mebibyte_long() {
        let text = "x".repeat(MAX_LINE_LENGTH);
        let input = format!("{text}\n{text}y\nisready\n{text}yy");
        let lines: Vec<Line> = LineReader::new(BufReader::new(Cursor::new(input)))
            .take(3)
            .collect();
        assert!(*lines[0] == text && !lines[0].is_too_long());
        assert!(lines[1].is_too_long() && lines[1].len() == BEGINNING);
        assert!(&*lines[2] == "isready" && !lines[2].is_too_long());
    }

    #[test]
    fn of_a_line_without_end_little_is_kept() {
        let mut lines = LineReader::new(BufReader::new(io::repeat(b'x').take(200 << 20)));
        let line = lines.next().unwrap();
        assert!(line.is_too_long() && line.len() == BEGINNING);
        assert!(lines.bytes.capacity() <= 2 * MAX_LINE_LENGTH);
        assert!(lines.next().is_none());
    }

    #[test]
    fn reading_waits_for_what_is_not_answered() {
        let line = "x".repeat(MAX_LINE_LENGTH - 1);
        let input = Cursor::new([line.as_str(); 9].join("\n"));
        let (sender, received) = mpsc::channel();
        let reading = std::thread::spawn(move || {
            for line in LineReader::new(input) {
                sender.send(line).unwrap();
            }
        });
        let mut held = Vec::new();
        for _ in 0..3 {
            held.push(received.recv_timeout(Duration::from_secs(60)).unwrap());
        }
        assert!(received.recv_timeout(Duration::from_millis(300)).is_err());
        drop(held);
        let rest = received.into_iter().count();
        reading.join().unwrap();
        assert_eq!(rest, 6);
    }
}

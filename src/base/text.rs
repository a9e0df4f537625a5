//! Decodes text files: every reader of text reads through this module.
//!
//! A line ends with LF, CRLF or CR alone, as the systems write it, and a byte-order mark
//! before a line says nothing. What is not UTF-8 but UTF-16 or UTF-32 is refused by name.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use thiserror::Error;

/// The byte-order mark that some programs write before UTF-8.
const MARK: &str = "\u{feff}";

/// What DOS programs wrote behind the last line.
const END_OF_FILE: char = '\u{1a}';

/// Why bytes are not text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum TextError {
    /// An encoding with units of several bytes, recognized by the first ones.
    #[error("this is text in {0}; save it as UTF-8 (for example: iconv -f {0} -t UTF-8 OLD > NEW)")]
    Encoding(&'static str),
    /// Bytes that are not UTF-8, first in the line with this number.
    #[error("this is not UTF-8 text (line {0})")]
    NotUtf8(usize),
}

impl From<TextError> for io::Error {
    fn from(error: TextError) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }
}

/// The text of a file with LF as the line end.
///
/// # Errors
/// When it is not UTF-8.
pub(crate) fn decode(bytes: Vec<u8>) -> Result<String, TextError> {
    check_encoding(&bytes)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        // Up to there it is UTF-8.
        let before = String::from_utf8_lossy(valid);
        TextError::NotUtf8(1 + with_line_feeds(&before).matches('\n').count())
    })?;
    Ok(match with_line_feeds(&text) {
        Cow::Borrowed(same) if same.len() == text.len() => text,
        other => other.into_owned(),
    })
}

/// A text with LF as the line end, and without byte-order marks before its lines.
pub(crate) fn with_line_feeds(text: &str) -> Cow<'_, str> {
    let text = text.trim_start_matches(MARK);
    let text = text.strip_suffix(END_OF_FILE).unwrap_or(text);
    if !text.contains('\r') && !text.contains(MARK) {
        return Cow::Borrowed(text);
    }
    let mut lines = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(end) = rest.find(['\r', '\n']) {
        lines.push_str(rest[..end].trim_start_matches(MARK));
        lines.push('\n');
        let next = &rest[end..];
        rest = next.strip_prefix("\r\n").unwrap_or(&next[1..]);
    }
    lines.push_str(rest.trim_start_matches(MARK));
    Cow::Owned(lines)
}

/// The characters of Windows-1252 from 0x80 to 0x9f; those that it leaves out are control
/// characters, as in Latin-1.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text of bytes in Windows-1252, which has all characters of Latin-1.
pub(crate) fn from_windows_1252(bytes: &[u8]) -> String {
    let character = |&byte: &u8| match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    bytes.iter().map(character).collect()
}

/// The text of a file with LF as the line end. A line that is not UTF-8 is read as
/// Windows-1252: a file may have been put together from both.
///
/// # Errors
/// When it is UTF-16 or UTF-32.
pub(crate) fn decode_any(bytes: Vec<u8>) -> Result<String, TextError> {
    check_encoding(&bytes)?;
    let text = String::from_utf8(bytes).unwrap_or_else(|error| {
        let lines = error
            .as_bytes()
            .split_inclusive(|byte| b"\r\n".contains(byte));
        let decoded = lines.map(|line| match str::from_utf8(line) {
            Ok(line) => Cow::Borrowed(line),
            Err(_) => Cow::Owned(from_windows_1252(line)),
        });
        decoded.collect()
    });
    Ok(with_line_feeds(&text).into_owned())
}

/// A line without byte-order marks before it.
pub(crate) fn without_mark(mut line: &[u8]) -> &[u8] {
    while let Some(rest) = line.strip_prefix(MARK.as_bytes()) {
        line = rest;
    }
    line
}

/// Refuses text in units of several bytes: by its byte-order mark or, without one, by
/// the zero bytes that its first characters then have.
///
/// # Errors
/// With the name of the encoding.
pub(crate) fn check_encoding(beginning: &[u8]) -> Result<(), TextError> {
    let encoding = match *beginning {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => "UTF-32",
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "UTF-16",
        [0, 0, 0, 1..=255] | [0, 0, 0, 1..=255, ..] => "UTF-32BE",
        [1..=255, 0, 0, 0, ..] => "UTF-32LE",
        [0, 1..=255, 0, 1..=255, ..] | [0, 1..=255] => "UTF-16BE",
        [1..=255, 0, 1..=255, 0, ..] | [1..=255, 0] => "UTF-16LE",
        _ => return Ok(()),
    };
    Err(TextError::Encoding(encoding))
}

/// A source whose lines all end with LF, whatever they end with in the text. Never waits
/// for more than the end of a line, so it may be a terminal or a pipe.
#[derive(Debug)]
pub(crate) struct LineFeeds<R> {
    source: R,
    /// How many of the bytes that the source has next are known to be no CR.
    clear: usize,
    /// The last byte was a CR, so that an LF which follows belongs to the same line end.
    is_after_return: bool,
}

impl<R: BufRead> LineFeeds<R> {
    pub(crate) fn new(source: R) -> LineFeeds<R> {
        LineFeeds {
            source,
            clear: 0,
            is_after_return: false,
        }
    }
}

impl<R: BufRead> BufRead for LineFeeds<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.is_after_return {
            if self.source.fill_buf()?.first() == Some(&b'\n') {
                self.source.consume(1);
            }
            self.is_after_return = false;
        }
        if self.clear == 0 {
            let next = self.source.fill_buf()?;
            match next.iter().position(|&byte| byte == b'\r') {
                Some(0) => return Ok(b"\n"),
                end => self.clear = end.unwrap_or(next.len()),
            }
        }
        Ok(&self.source.fill_buf()?[..self.clear])
    }

    fn consume(&mut self, count: usize) {
        self.source.consume(count);
        match self.clear {
            0 => self.is_after_return = count > 0,
            _ => self.clear -= count,
        }
    }
}

impl<R: BufRead> Read for LineFeeds<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

/// The bytes by which an encoding is recognized.
const BEGINNING: usize = 4;

/// A text file as a source of lines that end with LF. Reading fails if it is in UTF-16 or
/// UTF-32.
#[derive(Debug)]
pub(crate) struct TextSource<R> {
    source: LineFeeds<Beginning<R>>,
    is_checked: bool,
}

impl<R: BufRead> TextSource<R> {
    pub(crate) fn new(source: R) -> TextSource<R> {
        TextSource {
            source: LineFeeds::new(Beginning {
                bytes: Vec::new(),
                source,
            }),
            is_checked: false,
        }
    }
}

impl<R: BufRead> BufRead for TextSource<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if !self.is_checked {
            let beginning = &mut self.source.source;
            beginning.read_bytes()?;
            check_encoding(&beginning.bytes)?;
            self.is_checked = true;
        }
        self.source.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.source.consume(count);
    }
}

impl<R: BufRead> Read for TextSource<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

/// A source of which the first bytes may have been read.
#[derive(Debug)]
struct Beginning<R> {
    /// Bytes that were read from the source but not consumed here.
    bytes: Vec<u8>,
    source: R,
}

impl<R: BufRead> Beginning<R> {
    /// Reads the first bytes, fewer only if there are no more.
    fn read_bytes(&mut self) -> io::Result<()> {
        let missing = BEGINNING.saturating_sub(self.bytes.len()) as u64;
        let source = &mut self.source;
        source.take(missing).read_to_end(&mut self.bytes)?;
        Ok(())
    }
}

impl<R: BufRead> BufRead for Beginning<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.bytes.is_empty() {
            true => self.source.fill_buf(),
            false => Ok(&self.bytes),
        }
    }

    fn consume(&mut self, count: usize) {
        match self.bytes.is_empty() {
            true => self.source.consume(count),
            false => _ = self.bytes.drain(..count),
        }
    }
}

impl<R: BufRead> Read for Beginning<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::io::BufReader;

    use super::*;

    const MIXED: &str = "\u{feff}one\rtwo\r\nthree\n\r\r\nsix\n\u{feff}seven\r";
    const LINES: [&str; 7] = ["one", "two", "three", "", "", "six", "seven"];

    /// The lines of a source that gives `size` bytes at once.
    fn lines(bytes: &[u8], size: usize) -> Vec<Vec<u8>> {
        let source = TextSource::new(BufReader::with_capacity(size, bytes));
        let lines = source.split(b'\n').map(|line| line.unwrap());
        lines.map(|line| without_mark(&line).to_owned()).collect()
    }

    #[test]
    fn lines_end_with_lf_crlf_or_cr_wherever_a_buffer_ends() {
        for size in 1..=MIXED.len() {
            assert_eq!(lines(MIXED.as_bytes(), size), LINES.map(str::as_bytes));
        }
        let text = decode(MIXED.into()).unwrap();
        assert_eq!(text.lines().collect::<Vec<_>>(), LINES);
        for same in ["", "a", "a\n\nb", "\n"] {
            assert_eq!(decode(same.into()).unwrap(), same);
        }
        assert_eq!(decode(b"a\r\n\x1a".to_vec()).unwrap(), "a\n");
    }

    #[test]
    fn a_line_is_given_before_its_line_feed_comes() {
        /// Ends after the carriage return; asking it for more would block.
        struct Terminal(&'static [u8]);

        impl Read for Terminal {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                assert!(!self.0.is_empty(), "nothing more comes");
                self.0.read(into)
            }
        }

        let mut source = LineFeeds::new(BufReader::new(Terminal(b"uci\r")));
        let mut line = String::new();
        source.read_line(&mut line).unwrap();
        assert_eq!(line, "uci\n");
    }

    #[test]
    fn other_encodings_are_refused_by_name() {
        let text = "[Event \"é\"]\n";
        let little = text.encode_utf16().flat_map(u16::to_le_bytes);
        let big = text.encode_utf16().flat_map(u16::to_be_bytes);
        let wide = |to: fn(u32) -> [u8; 4]| text.chars().flat_map(move |c| to(c as u32));
        let marked = |mark: &[u8], bytes: Vec<u8>| [mark, &bytes].concat();
        let cases = [
            (marked(&[0xff, 0xfe], little.clone().collect()), "UTF-16"),
            (marked(&[0xfe, 0xff], big.clone().collect()), "UTF-16"),
            (little.collect(), "UTF-16LE"),
            (big.collect(), "UTF-16BE"),
            (
                marked(&[0xff, 0xfe, 0, 0], wide(u32::to_le_bytes).collect()),
                "UTF-32",
            ),
            (
                marked(&[0, 0, 0xfe, 0xff], wide(u32::to_be_bytes).collect()),
                "UTF-32",
            ),
            (wide(u32::to_le_bytes).collect(), "UTF-32LE"),
            (wide(u32::to_be_bytes).collect(), "UTF-32BE"),
            (vec![0xff, 0xfe], "UTF-16"),
            (b"*\0".to_vec(), "UTF-16LE"),
        ];
        for (bytes, name) in cases {
            let fault = decode(bytes.clone()).unwrap_err();
            assert_eq!(fault, TextError::Encoding(name), "{bytes:?}");
            let mut source = TextSource::new(BufReader::with_capacity(1, &bytes[..]));
            for _ in 0..2 {
                let error = source.read_line(&mut String::new()).unwrap_err();
                assert_eq!(error.to_string(), fault.to_string());
            }
        }
        for bytes in [&b"a"[..], b"\0\0\0\0", b"ab\0\0", b"", b"\0"] {
            assert!(decode(bytes.to_owned()).is_ok(), "{bytes:?}");
        }
    }

    #[test]
    fn windows_1252_is_decoded() {
        let text = "a€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u{a0}éÿ";
        let bytes = b"a\x80\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8e\x91\x92\x93\x94\
            \x95\x96\x97\x98\x99\x9a\x9b\x9c\x9e\x9f\xa0\xe9\xff";
        assert_eq!(from_windows_1252(bytes), text);
        let mixed = [b"\xef\xbb\xbf", "é\r\n".as_bytes(), bytes, b"\rend"].concat();
        assert_eq!(decode_any(mixed), Ok(format!("é\n{text}\nend")));
        assert!(decode_any(b"\xff\xfea\0".to_vec()).is_err());
    }

    #[test]
    fn a_byte_that_is_not_utf8_is_found_in_its_line() {
        let fault = decode(b"\xef\xbb\xbfone\rtwo\r\nthr\xe9e\n".to_vec()).unwrap_err();
        assert_eq!(fault, TextError::NotUtf8(3));
    }
}

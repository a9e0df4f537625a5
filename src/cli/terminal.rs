//! Everything that the command line prints passes through here, so that no control
//! character of a file, an argument or an engine reaches the terminal.

use std::io::{self, IsTerminal, Stderr, Write};

use super::output::StandardOutput;

/// The bytes of the longest sequence that is looked at as a whole.
const LONGEST: usize = 24;

/// Standard error.
pub(super) fn standard_error() -> PlainText<Stderr> {
    PlainText::new(io::stderr())
}

/// Writes a line to standard error. The command continues even if that is closed.
pub(super) fn print_status(line: &str) {
    let _ = writeln!(standard_error(), "{line}");
}

/// Standard output for the content of a file, which is not changed unless a terminal
/// shows it.
pub(super) fn content_output() -> Box<dyn Write> {
    match io::stdout().is_terminal() {
        true => Box::new(PlainText::new(StandardOutput)),
        false => Box::new(StandardOutput),
    }
}

/// A text as a terminal may show it.
pub(super) fn printable(text: &str) -> String {
    let mut written = Vec::new();
    let mut plain = PlainText::new(&mut written);
    // Writing to memory does not fail.
    let _ = plain.write_all(text.as_bytes());
    drop(plain);
    String::from_utf8_lossy(&written).into_owned()
}

/// Writes text with `\u{1b}` in place of the control character with this number, and of
/// characters that change the direction of the text. Line feeds and tabs are kept.
pub(super) struct PlainText<W: Write> {
    inner: W,
    /// The beginning of a sequence of which the rest is missing.
    held: Vec<u8>,
    /// What is ready to be written.
    done: Vec<u8>,
    /// Whether sequences that only choose colors are kept.
    keeps_colors: bool,
}

impl<W: Write> PlainText<W> {
    pub(super) fn new(inner: W) -> PlainText<W> {
        PlainText {
            inner,
            held: Vec::new(),
            done: Vec::new(),
            keeps_colors: false,
        }
    }

    /// The same, but sequences that choose colors, such as `ESC [1m`, are kept.
    pub(crate) fn keep_colors(mut self, keeps_colors: bool) -> PlainText<W> {
        self.keeps_colors = keeps_colors;
        self
    }

    /// Moves what is complete from `held` to `done`.
    fn convert(&mut self) {
        let mut rest = self.held.as_slice();
        while let Some(&first) = rest.first() {
            let is_short = rest.len() < LONGEST;
            let (length, replaced) = match (first, rest) {
                (b'\n' | b'\t', _) => (1, None),
                (0x1b, _) if self.keeps_colors => match color_sequence(rest) {
                    Color::Length(length) => (length, None),
                    Color::Unfinished if is_short => break,
                    Color::Unfinished | Color::None => (1, Some(0x1b)),
                },
                (0..0x20 | 0x7f, _) => (1, Some(u32::from(first))),
                (0xc2, [_]) | (0xe2, [_] | [_, 0x80 | 0x81]) => break,
                (0xc2, [_, second @ 0x80..=0x9f, ..]) => (2, Some(u32::from(*second))),
                (0xe2, [_, 0x80, third @ 0xaa..=0xae, ..]) => {
                    (3, Some(0x2000 + u32::from(*third) - 0x80))
                }
                (0xe2, [_, 0x81, third @ 0xa6..=0xa9, ..]) => {
                    (3, Some(0x2040 + u32::from(*third) - 0x80))
                }
                _ => (1, None),
            };
            match replaced {
                Some(number) => self
                    .done
                    .extend_from_slice(format!("\\u{{{number:x}}}").as_bytes()),
                None => self.done.extend_from_slice(&rest[..length]),
            }
            rest = &rest[length..];
        }
        let begin = self.held.len() - rest.len();
        self.held.drain(..begin);
    }

    /// Gives up waiting for the rest of a sequence. Alone, only an escape character says
    /// anything to a terminal.
    fn write_held(&mut self) {
        for byte in std::mem::take(&mut self.held) {
            match byte {
                0x1b => self.done.extend_from_slice(b"\\u{1b}"),
                _ => self.done.push(byte),
            }
        }
    }

    fn write_done(&mut self) -> io::Result<()> {
        let result = self.inner.write_all(&self.done);
        self.done.clear();
        result
    }
}

/// Whether a text begins with a sequence that chooses a color.
enum Color {
    Length(usize),
    /// The rest of it may be missing.
    Unfinished,
    None,
}

fn color_sequence(text: &[u8]) -> Color {
    let Some(numbers) = text.strip_prefix(b"\x1b[") else {
        return match text.len() {
            1 => Color::Unfinished,
            _ => Color::None,
        };
    };
    let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b';';
    match numbers.iter().position(|byte| !is_number(byte)) {
        Some(end) if numbers[end] == b'm' => Color::Length(2 + end + 1),
        Some(_) => Color::None,
        None => Color::Unfinished,
    }
}

impl<W: Write> Write for PlainText<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(text);
        self.convert();
        self.write_done()?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_held();
        self.write_done()?;
        self.inner.flush()
    }
}

impl<W: Write> Drop for PlainText<W> {
    fn drop(&mut self) {
        self.write_held();
        // Nobody is left to be told that it could not be written.
        let _ = self.write_done();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const HOSTILE: &str =
        "a\u{1b}[31mb\rc\u{7}\u{7f}\u{85}\u{9b}1m\u{202e}d\u{2066}e\n\tÄ→‰\u{200b}♞é";
    const PLAIN: &str = "a\\u{1b}[31mb\\u{d}c\\u{7}\\u{7f}\\u{85}\\u{9b}1m\\u{202e}d\\u{2066}e\n\tÄ→‰\
                         \u{200b}♞é";

    #[test]
    fn no_control_character_is_left() {
        assert_eq!(printable(HOSTILE), PLAIN);
        for code in (0..0x20)
            .chain(0x7f..0xa0)
            .chain(0x202a..=0x202e)
            .chain(0x2066..=0x2069)
        {
            let character = char::from_u32(code).unwrap();
            let expected = match character {
                '\n' | '\t' => character.to_string(),
                _ => format!("\\u{{{code:x}}}"),
            };
            assert_eq!(printable(&character.to_string()), expected);
        }
        for kept in [
            "\u{a0}\u{ff}",
            "\u{2029}\u{202f}\u{2065}\u{206a}",
            "\u{e2}\u{c2}",
        ] {
            assert_eq!(printable(kept), kept);
        }
    }

    #[test]
    fn sequences_may_be_written_in_parts() {
        for size in 1..HOSTILE.len() {
            let mut written = Vec::new();
            let mut plain = PlainText::new(&mut written);
            for part in HOSTILE.as_bytes().chunks(size) {
                plain.write_all(part).unwrap();
            }
            drop(plain);
            assert_eq!(String::from_utf8(written).unwrap(), PLAIN);
        }
    }

    #[test]
    fn only_colors_are_kept_where_they_are_wanted() {
        let text = "\u{1b}[1;31ma\u{1b}[0m\u{1b}[2J\u{1b}]0;x\u{7}\u{1b}";
        let kept = "\u{1b}[1;31ma\u{1b}[0m\\u{1b}[2J\\u{1b}]0;x\\u{7}\\u{1b}";
        for size in 1..text.len() {
            let mut written = Vec::new();
            let mut plain = PlainText::new(&mut written).keep_colors(true);
            for part in text.as_bytes().chunks(size) {
                plain.write_all(part).unwrap();
            }
            drop(plain);
            assert_eq!(String::from_utf8(written).unwrap(), kept);
        }
    }
}

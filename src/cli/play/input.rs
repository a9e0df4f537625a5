//! Where the player's lines come from: a terminal, on which they can be edited, or any
//! other standard input.

use std::io::{self, BufRead, ErrorKind, IsTerminal, Write};

use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use crate::base::text::{LineFeeds, without_mark};

/// The longest line that is read from other than a terminal, in bytes.
const MAX_LINE_LENGTH: u64 = 4096;

/// What a player did at the prompt.
pub(super) enum Entered {
    Line(String),
    /// Bytes that are no text in UTF-8.
    Garbage,
    /// Ctrl-C.
    Interrupt,
    /// The input has ended; on a terminal, Ctrl-D.
    End,
}

pub(super) enum Input {
    Terminal(Box<DefaultEditor>),
    Other(LineFeeds<io::StdinLock<'static>>),
}

impl Input {
    /// The standard input.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub(super) fn new() -> io::Result<Input> {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let config = Config::builder()
                .auto_add_history(true)
                .bracketed_paste(false)
                .build();
            let editor = DefaultEditor::with_config(config).map_err(io::Error::other)?;
            return Ok(Input::Terminal(Box::new(editor)));
        }
        Ok(Input::Other(LineFeeds::new(io::stdin().lock())))
    }

    /// Shows a prompt and reads a line.
    ///
    /// # Errors
    /// If the input cannot be read or the prompt cannot be written.
    pub(super) fn read(&mut self, prompt: &str, output: &mut impl Write) -> io::Result<Entered> {
        match self {
            Input::Terminal(editor) => loop {
                return match editor.readline(prompt) {
                    Ok(mut line) => {
                        shorten(&mut line);
                        Ok(Entered::Line(line))
                    }
                    Err(ReadlineError::Interrupted) => Ok(Entered::Interrupt),
                    Err(ReadlineError::Eof) => Ok(Entered::End),
                    // The window has another size now.
                    Err(ReadlineError::Signal(_)) => continue,
                    Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                        // The rest of the line is not a move.
                        discard_pending();
                        writeln!(output)?;
                        Ok(Entered::Garbage)
                    }
                    Err(ReadlineError::Io(error)) => Err(error),
                    Err(error) => Err(io::Error::other(error)),
                };
            },
            Input::Other(input) => {
                write!(output, "{prompt}")?;
                output.flush()?;
                let line = next_line(input)?;
                // On a terminal the player's line ends the prompt's.
                writeln!(output)?;
                Ok(line.map_or(Entered::End, Entered::Line))
            }
        }
    }
}

/// Cuts a line that is longer than any command.
fn shorten(line: &mut String) {
    let mut length = line.len().min(MAX_LINE_LENGTH as usize);
    while !line.is_char_boundary(length) {
        length -= 1;
    }
    line.truncate(length);
}

/// Forgets what was typed and has not been read.
#[cfg(unix)]
fn discard_pending() {
    use rustix::termios::{QueueSelector, tcflush};
    // Otherwise the rest is read as a line of its own, and refused.
    let _ = tcflush(io::stdin(), QueueSelector::IFlush);
}

/// Does nothing: other systems give text.
#[cfg(not(unix))]
fn discard_pending() {}

/// The next line; of one that is too long, the beginning.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if io::Read::take(&mut *input, MAX_LINE_LENGTH).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == MAX_LINE_LENGTH {
        input.skip_until(b'\n')?;
    }
    Ok(Some(
        String::from_utf8_lossy(without_mark(&line)).into_owned(),
    ))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn long_lines_are_cut_and_others_are_whole() {
        let long = "x".repeat(1 << 20);
        let mut input = io::Cursor::new(format!("e4\n{long}\nd5\r\n\u{fe}f3"));
        let mut next = || next_line(&mut input).unwrap();
        assert_eq!(next().as_deref(), Some("e4\n"));
        assert_eq!(next().map(|line| line.len()), Some(4096));
        assert_eq!(next().as_deref(), Some("d5\r\n"));
        assert_eq!(next().as_deref(), Some("\u{fe}f3"));
        assert_eq!(next(), None);
    }
}

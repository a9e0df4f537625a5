//! Writes a game as PGN.
//!
//! The output must be valid PGN whatever the tags and comments contain.

use std::fmt;
use std::mem;

use crate::board::color::Color;
use crate::notation::{move_number, san};

use super::PgnGame;
use super::tags::{own_tags, write_tags};

/// The longest line of move text.
const COLUMNS: usize = 79;

/// The game as PGN followed by an empty line, so that games can be
/// concatenated. White space in comments becomes single spaces, and a comment with a
/// closing brace is written after semicolons. Lines have at most 79 characters unless a single word is
/// longer.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self
            .result
            .map_or_else(|| "*".to_owned(), |result| result.to_string());
        let start = self.game.start();
        write_tags(f, &self.tags, &own_tags(start, &self.tags), &result)?;
        f.write_str("\n")?;
        self.write_moves(f, result)?;
        f.write_str("\n\n")
    }
}

impl PgnGame {
    fn write_moves(&self, f: &mut fmt::Formatter<'_>, result: String) -> fmt::Result {
        let mut line = Wrapped::new(f);
        let mut numbered = false;
        if let Some(comment) = &self.comment {
            line.comment(comment)?;
        }
        for (ply, (position, mv)) in self.game.turns().enumerate() {
            match position.side_to_move() {
                Color::White => line.word(&move_number(position))?,
                Color::Black if !numbered => line.word(&move_number(position))?,
                Color::Black => {}
            }
            numbered = true;
            line.word(&san(position, mv))?;
            if let Some(Some(comment)) = self.comments.get(ply) {
                numbered = !line.comment(comment)?;
            }
        }
        line.word(&result)
    }
}

/// Wraps words into lines of limited length.
pub(super) struct Wrapped<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    column: usize,
    /// Parentheses that belong to the next word.
    opened: String,
}

impl<'a, 'b> Wrapped<'a, 'b> {
    pub(super) fn new(f: &'a mut fmt::Formatter<'b>) -> Wrapped<'a, 'b> {
        Wrapped {
            f,
            column: 0,
            opened: String::new(),
        }
    }

    /// Opens a variation.
    pub(super) fn open(&mut self) {
        self.opened.push('(');
    }

    /// Closes a variation.
    pub(super) fn close(&mut self) -> fmt::Result {
        if self.column >= COLUMNS {
            self.f.write_str("\n")?;
            self.column = 0;
        }
        self.column += 1;
        self.f.write_str(")")
    }

    pub(super) fn word(&mut self, word: &str) -> fmt::Result {
        let word = &(mem::take(&mut self.opened) + word);
        let length = word.chars().count();
        if self.column == 0 {
            self.column = length;
        } else if self.column + 1 + length <= COLUMNS {
            self.f.write_str(" ")?;
            self.column += 1 + length;
        } else {
            self.f.write_str("\n")?;
            self.column = length;
            // At the beginning of a line these characters have another meaning.
            if word.starts_with(['%', '[']) {
                self.f.write_str(" ")?;
                self.column += 1;
            }
        }
        self.f.write_str(word)
    }

    /// Writes a comment unless it is empty; returns whether it did. White space becomes
    /// single blanks.
    pub(super) fn comment(&mut self, comment: &str) -> Result<bool, fmt::Error> {
        let is_blank = |c: char| c.is_control() && !c.is_ascii_whitespace();
        let comment = comment.replace(is_blank, " ");
        let words: Vec<&str> = comment.split_ascii_whitespace().collect();
        if words.is_empty() {
            return Ok(false);
        }
        if comment.contains('}') {
            self.comment_lines(&words)?;
            return Ok(true);
        }
        let text = format!("{{{}}}", words.join(" "));
        let mut words = text.split(' ').peekable();
        while let Some(word) = words.next() {
            let mut word = word.to_owned();
            // A command such as `[%eval 0.35]` stays on one line.
            if word.trim_start_matches('{').starts_with("[%") && !word.contains(']') {
                let value = words.next_if(|value| value.trim_end_matches('}').ends_with(']'));
                word.extend(value.map(|value| format!(" {value}")));
            }
            self.word(&word)?;
        }
        Ok(true)
    }

    /// Writes a comment with closing braces, which cannot stand between braces, in lines
    /// that begin with a semicolon.
    fn comment_lines(&mut self, words: &[&str]) -> fmt::Result {
        if !self.opened.is_empty() {
            self.word("")?;
        }
        if self.column > 0 {
            self.f.write_str("\n")?;
        }
        let mut column = 0;
        for word in words {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > COLUMNS {
                self.f.write_str("\n")?;
                column = 0;
            }
            if column == 0 {
                self.f.write_str(";")?;
                column = 1;
            }
            self.f.write_str(" ")?;
            self.f.write_str(word)?;
            column += 1 + length;
        }
        self.column = 0;
        self.f.write_str("\n")
    }
}

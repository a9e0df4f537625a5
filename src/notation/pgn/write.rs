//! Writes a game as PGN.
//!
//! The output must be valid PGN whatever the tags and comments contain.

use std::fmt;
use std::mem;

use crate::board::color::Color;
use crate::notation::xboard::XboardDialect;
use crate::notation::{move_number, san};
use crate::position::Position;
use crate::rules::Rules;
use crate::variants;

use super::{MEN, PgnGame, tag_of};

/// The mandatory tags in their order, with the values for unknown. The result
/// is that of the game.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The tags that describe the rules and start position; derived from the game.
const OWN: [&str; 6] = ["Variant", "Castling", "Promotion", "SetUp", "FEN", MEN];

/// The longest line of move text.
const COLUMNS: usize = 79;

/// The game as PGN followed by an empty line, so that games can be
/// concatenated. White space in comments becomes single spaces, and braces
/// become parentheses. Lines have at most 79 characters unless a single word is
/// longer.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self
            .result
            .map_or_else(|| "*".to_owned(), |result| result.to_string());
        let start = self.game.start();
        write_tags(f, &self.tags, &own_tags(start), &result)?;
        f.write_str("\n")?;
        self.write_moves(f, result)?;
        f.write_str("\n\n")
    }
}

/// A tag that describes the rules or the start position.
pub(super) type OwnTag = (&'static str, String);

/// Writes all tags of a game, with those that describe its rules and start position.
pub(super) fn write_tags(
    f: &mut fmt::Formatter<'_>,
    tags: &[(String, String)],
    own: &[OwnTag],
    result: &str,
) -> fmt::Result {
    for (name, unknown) in ROSTER {
        let value = match name {
            "Result" => result,
            _ => tag_of(tags, name).unwrap_or(unknown),
        };
        write_tag(f, name, value)?;
    }
    for (name, value) in own {
        write_tag(f, name, value)?;
    }
    for (name, value) in tags {
        let has_place = |known: &&str| known == name;
        if !ROSTER.iter().any(|(known, _)| has_place(known)) && !OWN.iter().any(has_place) {
            write_tag(f, name, value)?;
        }
    }
    Ok(())
}

/// The tags that describe the rules and the start position, in our own words.
pub(super) fn own_tags(start: &Position) -> Vec<OwnTag> {
    let rules = start.rules();
    let mut tags = vec![("Variant", rules.variant().to_owned())];
    let (castling, promotion) = is_usual(rules);
    if !castling {
        tags.push(("Castling", rules.castling().name().to_owned()));
    }
    if !promotion {
        tags.push(("Promotion", rules.promotion().name().to_owned()));
    }
    let fen = start.to_string();
    if rules.is_shuffled() || fen != rules.start_fen() {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", fen)]);
    }
    tags
}

/// The same in XBoard's words.
///
/// # Errors
/// If XBoard has no name for the rules, or cannot be told about the game.
pub(super) fn xboard_tags(
    dialect: &XboardDialect,
    start: &Position,
) -> Result<Vec<OwnTag>, String> {
    let saved = dialect.saved(start)?;
    let mut tags = vec![("Variant", dialect.name.clone())];
    if !is_usual(start.rules()).1 {
        tags.push(("Promotion", start.rules().promotion().name().to_owned()));
    }
    tags.extend(saved.men.map(|men| (MEN, men)));
    if let Some(fen) = saved.fen {
        tags.extend([("FEN", fen), ("SetUp", "1".to_owned())]);
    }
    Ok(tags)
}

impl PgnGame {
    fn write_moves(&self, f: &mut fmt::Formatter<'_>, result: String) -> fmt::Result {
        let mut line = Wrapped::new(f);
        let mut numbered = false;
        if let Some(comment) = &self.comment {
            line.comment(comment)?;
        }
        for (ply, (position, mv)) in self.game.turns().enumerate() {
            match position.side() {
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

/// Whether castling and promotion are the defaults of the variant.
fn is_usual(rules: &Rules) -> (bool, bool) {
    match variants::find(rules.variant()) {
        Ok(variant) => (
            variant.castling.first() == Some(&rules.castling()),
            variant.promotion.first() == Some(&rules.promotion()),
        ),
        Err(_) => (false, false),
    }
}

/// Writes a tag on a line of its own; characters not allowed in its name become
/// `_`.
fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let name: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let mut quoted = String::with_capacity(value.len());
    for c in value.chars() {
        if matches!(c, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(if c.is_control() { ' ' } else { c });
    }
    writeln!(f, "[{name} \"{quoted}\"]")
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
        self.column += 1;
        self.f.write_str(")")
    }

    pub(super) fn word(&mut self, word: &str) -> fmt::Result {
        let word = &(mem::take(&mut self.opened) + word);
        let length = word.chars().count();
        // At the beginning of a line these characters have another meaning.
        let bound = word.starts_with(['%', '[']);
        if self.column == 0 {
            self.column = length;
        } else if self.column + 1 + length <= COLUMNS || bound {
            self.f.write_str(" ")?;
            self.column += 1 + length;
        } else {
            self.f.write_str("\n")?;
            self.column = length;
        }
        self.f.write_str(word)
    }

    /// Writes a comment unless it is empty; returns whether it did.
    pub(super) fn comment(&mut self, comment: &str) -> Result<bool, fmt::Error> {
        let comment: String = comment
            .chars()
            .map(|c| match c {
                '{' => '(',
                '}' => ')',
                _ if c.is_control() => ' ',
                _ => c,
            })
            .collect();
        let words: Vec<&str> = comment.split_whitespace().collect();
        if words.is_empty() {
            return Ok(false);
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
}

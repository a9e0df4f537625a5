//! The text of a game: its tags, and its moves as they are written.
//!
//! A game of a million plies must not take much more memory than its text, so all words
//! are in one string. Knows neither rules nor boards.

use super::PgnError;
use super::error::{GameError, GameWarning};
use super::tag_of;

/// A game as written in a file; its moves have not been played yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The line where it begins, from 1.
    pub line: usize,
    /// Names and values of the tags, in order.
    pub tags: Vec<(String, String)>,
    /// The result after the moves: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<String>,
    /// The line where it ends.
    pub last_line: usize,
    /// What could not be read as it stands.
    pub warnings: Vec<GameWarning>,
    tokens: Tokens,
}

/// A move of the main line as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveText<'a> {
    /// The move, without the glyphs that follow it.
    pub text: &'a str,
    /// Its line, from 1.
    pub line: usize,
}

impl GameText {
    /// The value of a tag.
    ///
    /// ```
    /// use peregrine::notation::pgn::GameTexts;
    /// let mut games = GameTexts::new("[White \"Duke\"] 1. e4 *".as_bytes());
    /// assert_eq!(games.next().unwrap().unwrap().tag("White"), Some("Duke"));
    /// ```
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag_of(&self.tags, name)
    }

    /// The moves of the main line.
    ///
    /// ```
    /// use peregrine::notation::pgn::GameTexts;
    /// let mut games = GameTexts::new("1. e4! (1. d4 d5) e5 *".as_bytes());
    /// let game = games.next().unwrap().unwrap();
    /// let words: Vec<&str> = game.moves().map(|mv| mv.text).collect();
    /// assert_eq!(words, ["e4", "e5"]);
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = MoveText<'_>> {
        line_of_moves(self.tokens())
    }

    /// All tokens in order.
    pub(super) fn tokens(&self) -> impl Iterator<Item = Token<'_>> + Clone {
        self.tokens.iter()
    }

    pub(super) fn tokens_mut(&mut self) -> &mut Tokens {
        &mut self.tokens
    }

    /// The number of moves, with those of variations.
    pub(super) fn move_count(&self) -> usize {
        self.tokens.moves
    }

    /// The error for a fault on a line of this game.
    pub(super) fn error(&self, line: usize, fault: GameError) -> PgnError {
        PgnError::Game {
            number: self.number,
            line,
            tags: self.tags.clone(),
            fault: Box::new(fault),
        }
    }

    /// Whether there is nothing but comments.
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.tokens.moves == 0 && self.result.is_none()
    }
}

/// The moves of the line that begins with the first of these tokens.
pub(super) fn line_of_moves<'a>(
    tokens: impl Iterator<Item = Token<'a>>,
) -> impl Iterator<Item = MoveText<'a>> {
    let mut depth = 0_usize;
    let in_line = tokens.map_while(move |token| {
        let is_here = depth == 0;
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.checked_sub(1)?,
            _ => {}
        }
        Some((token, is_here))
    });
    in_line
        .filter(|(token, is_here)| *is_here && matches!(token.kind, Kind::Move | Kind::NullMove))
        .map(|(token, _)| MoveText {
            text: token.text,
            line: token.line,
        })
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Move,
    NullMove,
    Comment,
    Glyph(u8),
    /// The beginning of a variation.
    Open,
    Close,
}

/// A word, comment or parenthesis of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    /// The text of a move or comment.
    pub text: &'a str,
    /// Its line, from 1.
    pub line: usize,
}

/// The tokens of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tokens {
    text: String,
    kinds: Vec<Kind>,
    /// Where the text of each token ends.
    ends: Vec<u32>,
    /// The first token of each line that has any, with its number.
    lines: Vec<(u32, u32)>,
    moves: usize,
}

impl Tokens {
    /// Adds a token; its text must keep within the limits of a game.
    pub(super) fn push(&mut self, kind: Kind, text: &str, line: usize) {
        let line = line.try_into().unwrap_or(u32::MAX);
        if self.lines.last().is_none_or(|&(_, last)| last != line) {
            self.lines.push((self.kinds.len() as u32, line));
        }
        self.moves += usize::from(matches!(kind, Kind::Move | Kind::NullMove));
        self.text.push_str(text);
        self.kinds.push(kind);
        self.ends.push(self.text.len() as u32);
    }

    fn iter(&self) -> impl Iterator<Item = Token<'_>> + Clone {
        let mut begin = 0;
        let mut lines = self.lines.iter().peekable();
        let mut line = 0;
        let tokens = self.kinds.iter().zip(&self.ends).enumerate();
        tokens.map(move |(index, (&kind, &end))| {
            if let Some(&(_, number)) = lines.next_if(|&&(first, _)| first as usize <= index) {
                line = number as usize;
            }
            let text = &self.text[begin..end as usize];
            begin = end as usize;
            Token { kind, text, line }
        })
    }
}

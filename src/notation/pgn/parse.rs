//! Splits PGN text into tags, moves, comments and glyphs, one game at a time.
//!
//! Move numbers and lines that begin with `%` are skipped. Must not depend on the rules
//! or a board.

use std::borrow::Cow;
use std::io::{BufRead, Read};

use crate::base::excerpt::excerpt;
use crate::base::text::{TextSource, from_windows_1252, without_mark};

use super::error::{GameError, GameWarning, PgnError};
use super::tags::{has_place, tag};
use super::text::{GameText, Kind};
use super::tree::{MAX_DEPTH, TreeError};
use super::words::{MAX_WORD, Meaning, NULL_MOVE, has_long_word, is_too_long, meaning};

/// The size limit of a line, in bytes.
const MAX_LINE_LENGTH: usize = 1 << 20;

/// The size limit of a game. What is counted is the same after the game was written and
/// read again.
const MAX_GAME_LENGTH: usize = 16 << 20;

/// What each token of a game counts at least.
const TOKEN_SIZE: usize = 1;

/// What a move counts: no notation needs more.
const MOVE_SIZE: usize = 12;

/// The most tags of a game besides those that the writer adds. The limit keeps the search
/// for duplicates fast.
const MAX_TAGS: usize = 1000;

/// The most characters of a tag's name.
const MAX_NAME_LENGTH: usize = 255;

/// An iterator over the games of a text.
///
/// ```
/// use peregrine::notation::pgn::GameTexts;
/// let text = "[Event \"one\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3! $1 1-0\n\n1. d4 *\n";
/// let games: Vec<_> = GameTexts::new(text.as_bytes()).map(Result::unwrap).collect();
/// let words: Vec<&str> = games[0].moves().map(|mv| mv.text).collect();
/// assert_eq!(words, ["e4", "e5", "Nf3"]);
/// assert_eq!((games[1].number, games[1].line), (2, 5));
/// ```
#[derive(Debug)]
pub struct GameTexts<R> {
    source: TextSource<R>,
    /// The current line, its number and how much of it has been consumed.
    line: String,
    number: usize,
    column: usize,
    games: usize,
    ended: bool,
    /// The size of the current game so far.
    size: usize,
    /// The first line that exceeds a limit.
    excess: Option<(usize, GameError)>,
    /// Comments after the result of a game, with their lines: they belong to the next
    /// game if there is one.
    pending: Vec<(usize, String)>,
    /// The first line that is not UTF-8, until that was said of a game.
    old_encoding: Option<usize>,
    is_encoding_told: bool,
}

/// The next token of the text.
enum Token {
    /// The tag, and the text of it.
    Tag(Result<(String, String), &'static str>, String),
    /// The text, and whether the comment is closed.
    Comment(String, bool),
    Open,
    Close(char),
    Word(String),
}

/// A game that is being read.
#[derive(Default)]
struct Draft {
    game: GameText,
    /// Its first fault, with the line.
    fault: Option<(usize, GameError)>,
    /// The nesting depth of variations, and the line where the outermost begins.
    depth: usize,
    outermost: usize,
    /// The tags that count.
    tags: usize,
}

impl Draft {
    fn refuse(&mut self, line: usize, fault: GameError) {
        self.fault.get_or_insert((line, fault));
    }
}

impl<R: BufRead> GameTexts<R> {
    /// Reads games from `source`.
    ///
    /// ```
    /// assert!(peregrine::notation::pgn::GameTexts::new("".as_bytes()).next().is_none());
    /// ```
    pub fn new(source: R) -> GameTexts<R> {
        GameTexts {
            source: TextSource::new(source),
            line: String::new(),
            number: 0,
            column: 0,
            games: 0,
            ended: false,
            size: 0,
            excess: None,
            pending: Vec::new(),
            old_encoding: None,
            is_encoding_told: false,
        }
    }

    /// Reads the next line; false at the end of the text. A line that is too
    /// long is discarded.
    fn next_line(&mut self) -> Result<bool, PgnError> {
        let mut bytes = Vec::new();
        let mut source = self.source.by_ref().take(MAX_LINE_LENGTH as u64);
        if source.read_until(b'\n', &mut bytes)? == 0 {
            self.ended = true;
            return Ok(false);
        }
        self.number += 1;
        self.column = 0;
        if bytes.len() == MAX_LINE_LENGTH && !bytes.ends_with(b"\n") {
            self.source.skip_until(b'\n')?;
            bytes.clear();
            self.exceeds(GameError::LongLine(MAX_LINE_LENGTH));
        }
        let mark = bytes.len() - without_mark(&bytes).len();
        bytes.drain(..mark);
        // DOS programs wrote this behind the last line.
        bytes.pop_if(|last| *last == b'\x1a');
        // The standard prescribes Latin-1, of which Windows has its own form, but today's
        // programs write UTF-8. A file may have been put together from both.
        self.line = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                self.old_encoding.get_or_insert(self.number);
                from_windows_1252(error.as_bytes())
            }
        };
        Ok(true)
    }

    fn exceeds(&mut self, fault: GameError) {
        self.excess.get_or_insert((self.number, fault));
    }

    /// Counts what is added to the game; false if the game is full.
    fn has_room(&mut self, size: usize) -> bool {
        self.size = self.size.saturating_add(size + TOKEN_SIZE);
        if self.size > MAX_GAME_LENGTH {
            self.exceeds(GameError::LongGame(MAX_GAME_LENGTH >> 20));
        }
        self.size <= MAX_GAME_LENGTH
    }

    fn rest(&self) -> &str {
        self.line.get(self.column..).unwrap_or_default()
    }

    /// Skips white space and returns the next character.
    fn find(&mut self) -> Result<Option<char>, PgnError> {
        loop {
            if self.column == 0 && self.line.starts_with('%') {
                self.column = self.line.len();
            }
            let rest = self.rest();
            let skipped = rest.len() - rest.trim_start().len();
            let found = rest[skipped..].chars().next();
            self.column += skipped;
            if found.is_some() {
                return Ok(found);
            }
            if self.ended || !self.next_line()? {
                return Ok(None);
            }
        }
    }

    /// Consumes `length` bytes of the line.
    fn consume(&mut self, length: usize) -> String {
        let taken = self.rest()[..length].to_owned();
        self.column += length;
        taken
    }

    /// The token that begins with the character returned by
    /// [`find`](Self::find).
    fn token(&mut self, first: char) -> Result<Token, PgnError> {
        Ok(match first {
            '[' => {
                let (tag, length) = tag(self.rest());
                Token::Tag(tag, self.consume(length))
            }
            '{' => {
                self.column += 1;
                self.brace_comment()?
            }
            ';' => {
                self.column += 1;
                Token::Comment(self.consume(self.rest().len()), true)
            }
            // The offer of a draw, not a variation.
            '(' if self.rest().starts_with("(=)") => Token::Comment(self.consume(3), true),
            '(' => {
                self.column += 1;
                Token::Open
            }
            ')' | ']' | '}' => {
                self.column += 1;
                Token::Close(first)
            }
            '$' => {
                let rest = &self.rest()[1..];
                let has_number = rest.starts_with(|c: char| c.is_ascii_digit());
                let is_part = |c: char| match has_number {
                    true => c.is_ascii_digit(),
                    false => c.is_alphanumeric(),
                };
                let end = rest.find(|c: char| !is_part(c));
                Token::Word(self.consume(1 + end.unwrap_or(rest.len())))
            }
            _ => {
                let delimiter = |c: char| c.is_whitespace() || "{}()[];$".contains(c);
                let rest = self.rest();
                let end = rest.find(delimiter).unwrap_or(rest.len());
                let promotion = promotion_in_parentheses(&rest[..end], &rest[end..]);
                Token::Word(self.consume(end + promotion))
            }
        })
    }

    /// The comment after an opening brace.
    fn brace_comment(&mut self) -> Result<Token, PgnError> {
        let mut comment = String::new();
        loop {
            let end = self.rest().find('}');
            let text = self.consume(end.unwrap_or(self.rest().len()));
            if comment.len() <= MAX_GAME_LENGTH {
                comment += &text;
            }
            if end.is_some() {
                self.column += 1;
                return Ok(Token::Comment(comment, true));
            }
            if self.ended || !self.next_line()? {
                return Ok(Token::Comment(comment, false));
            }
        }
    }

    /// The next game with its first fault, if there is one.
    fn read(&mut self) -> Result<Option<Draft>, PgnError> {
        let mut draft = Draft::default();
        draft.game.number = self.games + 1;
        self.size = 0;
        for (line, comment) in std::mem::take(&mut self.pending) {
            self.add_comment(&mut draft, &comment, line);
        }
        while let Some(first) = self.find()? {
            let line = self.number;
            if first == '[' && self.begins_another(&draft) {
                break;
            }
            if let Some((line, fault)) = self.excess.take() {
                draft.refuse(line, fault);
            }
            if draft.game.is_empty() {
                draft.game.line = line;
            }
            match self.token(first)? {
                // Only a tag at the beginning of a line can be one.
                Token::Tag(Ok(_), text) if draft.depth > 0 => {
                    self.add_comment(&mut draft, &text, line);
                }
                Token::Tag(tag, _) => self.add_tag(&mut draft, tag, line),
                Token::Comment(comment, ends) => {
                    if !ends {
                        draft.refuse(line, GameError::Comment);
                    }
                    self.add_comment(&mut draft, &comment, line);
                }
                Token::Open => {
                    if draft.depth == 0 {
                        draft.outermost = line;
                    }
                    draft.depth += 1;
                    self.add(&mut draft, Kind::Open, "", line);
                }
                Token::Close(')') if draft.depth > 0 => {
                    draft.depth -= 1;
                    self.add(&mut draft, Kind::Close, "", line);
                }
                Token::Close(sign) => draft.refuse(line, GameError::Stray(sign)),
                Token::Word(word) => {
                    if self.add_word(&mut draft, &word, line) {
                        self.read_what_follows(&mut draft)?;
                        break;
                    }
                }
            }
        }
        if draft.depth > 0 {
            let fault = match draft.depth > MAX_DEPTH {
                true => GameError::Depth(MAX_DEPTH),
                false => GameError::Variation,
            };
            draft.refuse(draft.outermost, fault);
        }
        if let Some((line, fault)) = self.excess.take() {
            draft.refuse(line, fault);
        }
        if draft.game.is_empty() && draft.fault.is_none() {
            return Ok(None);
        }
        if let Some(line) = self.old_encoding.filter(|_| !self.is_encoding_told) {
            draft.game.warnings.push(GameWarning::Encoding(line));
            self.is_encoding_told = true;
        }
        draft.game.last_line = self.number;
        self.games += 1;
        Ok(Some(draft))
    }

    /// Adds the comments after a result: those on its line and those at the end of the
    /// text. Others belong to the next game.
    fn read_what_follows(&mut self, draft: &mut Draft) -> Result<(), PgnError> {
        let last = self.number;
        while let Some(first) = self.find()? {
            let line = self.number;
            if first != '{' && first != ';' {
                return Ok(());
            }
            let Token::Comment(comment, ends) = self.token(first)? else {
                return Ok(());
            };
            if line == last {
                self.add_comment(draft, &comment, line);
            } else if self.has_room(comment.len()) {
                self.pending.push((line, comment));
            }
            if !ends {
                draft.refuse(line, GameError::Comment);
            }
        }
        for (line, comment) in std::mem::take(&mut self.pending) {
            self.add_comment(draft, &comment, line);
        }
        Ok(())
    }

    fn add(&mut self, draft: &mut Draft, kind: Kind, text: &str, line: usize) {
        let size = match kind {
            Kind::Move | Kind::NullMove => text.len().max(MOVE_SIZE),
            _ => text.len(),
        };
        if self.has_room(size) {
            // No move is as long as what is quoted of it.
            let text = match kind {
                Kind::Comment => Cow::Borrowed(text),
                _ => excerpt(text),
            };
            draft.game.tokens_mut().push(kind, &text, line);
        }
    }

    fn add_tag(
        &mut self,
        draft: &mut Draft,
        tag: Result<(String, String), &'static str>,
        line: usize,
    ) {
        let (name, value) = match tag {
            Ok((name, value)) => {
                let value = value.replace(|c: char| c.is_ascii_whitespace(), " ");
                (name, printable(draft, &value, line))
            }
            Err(reason) => return draft.refuse(line, GameError::Tag(reason)),
        };
        if name.chars().count() > MAX_NAME_LENGTH {
            return draft.refuse(line, GameError::LongName(MAX_NAME_LENGTH));
        }
        if is_too_long(&value) {
            return draft.refuse(line, GameError::LongValue(MAX_WORD));
        }
        match draft.game.tag(&name) {
            Some(earlier) if earlier != value => {
                draft.refuse(line, GameError::TagTwice(excerpt(&name).into_owned()));
            }
            Some(_) => {}
            None if !has_place(&name) && draft.tags == MAX_TAGS => {
                draft.refuse(line, GameError::Tags(MAX_TAGS));
            }
            None => {
                draft.tags += usize::from(!has_place(&name));
                if has_place(&name) || self.has_room(name.len() + value.len()) {
                    draft.game.tags.push((name, value));
                }
            }
        }
    }

    /// Adds a comment; white space becomes single blanks.
    fn add_comment(&mut self, draft: &mut Draft, comment: &str, line: usize) {
        let comment = printable(draft, comment, line);
        if has_long_word(&comment) {
            return draft.refuse(line, TreeError::LongWord.into());
        }
        let mut words = comment.split_ascii_whitespace();
        let Some(first) = words.next() else {
            return;
        };
        let mut text = first.to_owned();
        for word in words {
            text.push(' ');
            text.push_str(word);
        }
        self.add(draft, Kind::Comment, &text, line);
    }

    /// Adds a word; whether it is the result that ends the game.
    fn add_word(&mut self, draft: &mut Draft, word: &str, line: usize) -> bool {
        if let Some(number) = word.strip_prefix('$') {
            match number.parse() {
                Ok(glyph) => self.add(draft, Kind::Glyph(glyph), "", line),
                Err(_) => {
                    let glyph = excerpt(word).into_owned();
                    draft.game.warnings.push(GameWarning::Glyph { line, glyph });
                    self.add_comment(draft, word, line);
                }
            }
            return false;
        }
        let glyphs = match meaning(word) {
            Meaning::Nothing => return false,
            Meaning::Result(result) if draft.depth == 0 => {
                draft.game.result = Some(result.to_owned());
                return true;
            }
            // Some programs end every variation with it.
            Meaning::Result("*") => return false,
            Meaning::Result(result) => {
                self.add_comment(draft, result, line);
                return false;
            }
            Meaning::Sign(sign) => {
                self.add_comment(draft, sign, line);
                return false;
            }
            Meaning::Glyph(glyph) => vec![glyph],
            Meaning::Move(mv, glyphs) => {
                self.add(draft, Kind::Move, mv, line);
                glyphs
            }
            Meaning::NullMove(glyphs) => {
                self.add(draft, Kind::NullMove, NULL_MOVE, line);
                glyphs
            }
        };
        for glyph in glyphs {
            self.add(draft, Kind::Glyph(glyph), "", line);
        }
        false
    }

    /// Whether the next token, if it is a tag, begins another game although
    /// this one has no result. Inside an unclosed variation only a tag at the
    /// beginning of a line does.
    fn begins_another(&self, draft: &Draft) -> bool {
        let next = tag(self.rest()).0;
        if draft.depth > 0 {
            return self.column == 0 && next.is_ok();
        }
        let is_event = next.is_ok_and(|(name, _)| name == "Event");
        draft.game.move_count() > 0 || is_event && draft.game.tag("Event").is_some()
    }
}

impl<R: BufRead> Iterator for GameTexts<R> {
    type Item = Result<GameText, PgnError>;

    /// The next game. After a fault, reading continues with the game after it;
    /// after an I/O error it stops.
    fn next(&mut self) -> Option<Self::Item> {
        match self.read() {
            Ok(None) => None,
            Ok(Some(Draft { game, fault, .. })) => Some(match fault {
                None => Ok(game),
                Some((line, fault)) => Err(game.error(line, fault)),
            }),
            Err(error) => {
                self.ended = true;
                self.line.clear();
                self.column = 0;
                Some(Err(error))
            }
        }
    }
}

/// The text with a sign in place of characters that PGN does not allow.
fn printable(draft: &mut Draft, text: &str, line: usize) -> String {
    let is_wrong = |c: char| c.is_control() && !c.is_ascii_whitespace() && c != '\u{b}';
    let Some(character) = text.chars().find(|&c| is_wrong(c)) else {
        return text.replace('\u{b}', " ");
    };
    let warning = GameWarning::Character { line, character };
    if !draft.game.warnings.contains(&warning) {
        draft.game.warnings.push(warning);
    }
    let replaced = text.chars().map(|c| match c {
        '\u{b}' => ' ',
        _ if is_wrong(c) => char::REPLACEMENT_CHARACTER,
        _ => c,
    });
    replaced.collect()
}

/// The length of a promotion such as `(Q)` that follows a Pawn's move without a blank.
fn promotion_in_parentheses(word: &str, rest: &str) -> usize {
    let is_pawn = word.ends_with(|c: char| c.is_ascii_digit() || c == '=')
        && word
            .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '…')
            .starts_with(|c: char| c.is_ascii_lowercase() || "P♙♟".contains(c));
    let inside = rest.strip_prefix('(').filter(|_| is_pawn);
    let letter = inside.and_then(|inside| inside.split_once(')'));
    // Unlike a variation such as `(c6)`, it is one letter, and an apostrophe if it has wings.
    let is_letter = |letter: &&str| {
        let mut rest = letter.chars();
        let is_piece = |c: char| c.is_alphabetic() || c > '♀';
        rest.next().is_some_and(is_piece) && matches!(rest.as_str(), "" | "'")
    };
    let letter = letter.map(|(letter, _)| letter).filter(is_letter);
    letter.map_or(0, |letter| letter.len() + 2)
}

#[cfg(test)]
mod tests;

//! Splits PGN text into tags and move words, one game at a time.
//!
//! Move numbers and lines that begin with `%` are skipped; comments are kept with
//! the move before them. Variations and glyphs (`$3`, `!?`) go to a
//! [`Collector`] if there is one. Must not depend on the rules or a board.

use std::io::{BufRead, Read};

use crate::base::excerpt::excerpt;
use crate::base::text::{TextSource, without_mark};

use super::error::{GameFault, PgnError};
use super::lines::Collector;
use super::tag_of;
use super::words::{MoveText, append, move_text, result, without_number};

/// The size limit of a line, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// The size limit of a game, in bytes.
const LONGEST_GAME: usize = 16 << 20;

/// The most tags of a game. The limit keeps the search for duplicates fast.
const MOST_TAGS: usize = 1000;

/// A game as written in a file; its moves have not been played yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The line where it begins, from 1.
    pub line: usize,
    /// Names and values of the tags, in order.
    pub tags: Vec<(String, String)>,
    /// The comment before the first move.
    pub comment: Option<String>,
    /// The moves of the main line.
    pub moves: Vec<MoveText>,
    /// The result after the moves: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<String>,
    /// The line where it ends.
    pub last_line: usize,
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

    /// The error for a fault on a line of this game.
    pub(super) fn error(&self, line: usize, fault: GameFault) -> PgnError {
        PgnError::Game {
            number: self.number,
            line,
            tags: self.tags.clone(),
            fault: Box::new(fault),
        }
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_none()
    }

    /// Appends to the comment after the last move, or before the first.
    fn say(&mut self, comment: &str) {
        let last = self.moves.last_mut().map(|last| &mut last.comment);
        append(last.unwrap_or(&mut self.comment), comment);
    }
}

/// An iterator over the games of a text.
///
/// ```
/// use peregrine::notation::pgn::GameTexts;
/// let text = "[Event \"one\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3! $1 1-0\n\n1. d4 *\n";
/// let games: Vec<_> = GameTexts::new(text.as_bytes()).map(Result::unwrap).collect();
/// let words: Vec<&str> = games[0].moves.iter().map(|mv| mv.text.as_str()).collect();
/// assert_eq!(words, ["e4", "e5", "Nf3!"]);
/// assert_eq!(games[0].moves[0].comment.as_deref(), Some("best"));
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
    /// The size of the current game so far, in bytes.
    size: usize,
    /// The first line that exceeds a limit.
    excess: Option<(usize, GameFault)>,
}

/// The next token of the text.
enum Token {
    Tag(Result<(String, String), &'static str>),
    /// The text, and whether the comment is closed.
    Comment(String, bool),
    Open,
    Close(char),
    Word(String),
}

/// A game and its first fault, with the line.
struct Parsed {
    game: GameText,
    fault: Option<(usize, GameFault)>,
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
        }
    }

    /// Reads the next line; false at the end of the text. A line that is too
    /// long is discarded.
    fn next_line(&mut self) -> Result<bool, PgnError> {
        let mut bytes = Vec::new();
        let mut source = self.source.by_ref().take(LONGEST_LINE as u64);
        if source.read_until(b'\n', &mut bytes)? == 0 {
            self.ended = true;
            return Ok(false);
        }
        self.number += 1;
        self.column = 0;
        self.size += bytes.len();
        if bytes.len() == LONGEST_LINE && !bytes.ends_with(b"\n") {
            self.source.skip_until(b'\n')?;
            bytes.clear();
            self.exceeds(GameFault::LongLine(LONGEST_LINE));
        }
        if self.size > LONGEST_GAME {
            self.exceeds(GameFault::LongGame(LONGEST_GAME >> 20));
        }
        let mark = bytes.len() - without_mark(&bytes).len();
        bytes.drain(..mark);
        // DOS programs wrote this behind the last line.
        bytes.pop_if(|last| *last == b'\x1a');
        // The standard prescribes Latin-1, but today's programs write UTF-8.
        self.line = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => error.as_bytes().iter().map(|&byte| byte as char).collect(),
        };
        Ok(true)
    }

    fn exceeds(&mut self, fault: GameFault) {
        self.excess.get_or_insert((self.number, fault));
    }

    /// Whether the current game has reached its size limit.
    fn is_full(&self) -> bool {
        self.size > LONGEST_GAME
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
    fn take(&mut self, length: usize) -> String {
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
                self.column += length;
                Token::Tag(tag)
            }
            '{' => {
                self.column += 1;
                let mut comment = String::new();
                loop {
                    if let Some(end) = self.rest().find('}') {
                        comment += &self.take(end);
                        self.column += 1;
                        break Token::Comment(comment, true);
                    }
                    let rest = self.take(self.rest().len());
                    if !self.is_full() {
                        comment += &rest;
                    }
                    if self.ended || !self.next_line()? {
                        break Token::Comment(comment, false);
                    }
                }
            }
            ';' => {
                self.column += 1;
                Token::Comment(self.take(self.rest().len()), true)
            }
            '(' => {
                self.column += 1;
                Token::Open
            }
            ')' | ']' | '}' => {
                self.column += 1;
                Token::Close(first)
            }
            _ => {
                let delimiter = |c: char| c.is_whitespace() || "{}()[];".contains(c);
                let end = self.rest().find(delimiter);
                Token::Word(self.take(end.unwrap_or(self.rest().len())))
            }
        })
    }

    /// The next game, or why it cannot be read. Its variations and glyphs go to
    /// `collector`.
    pub(super) fn next_game(
        &mut self,
        collector: Option<&mut Collector>,
    ) -> Option<Result<GameText, PgnError>> {
        match self.read(collector) {
            Ok(None) => None,
            Ok(Some(Parsed { game, fault })) => Some(match fault {
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

    /// The next game with its first fault, if there is one.
    fn read(&mut self, collector: Option<&mut Collector>) -> Result<Option<Parsed>, PgnError> {
        let mut unused = Collector::ignoring();
        let collector = collector.unwrap_or(&mut unused);
        let mut game = GameText {
            number: self.games + 1,
            ..GameText::default()
        };
        let mut fault = None;
        let mut note = |line, what| {
            fault.get_or_insert((line, what));
        };
        // The nesting depth of variations, and the line where the outermost
        // begins.
        let (mut depth, mut outermost) = (0_usize, 0);
        self.size = self.rest().len();
        while let Some(first) = self.find()? {
            let line = self.number;
            if first == '[' && self.begins_another(&game, depth > 0) {
                break;
            }
            if let Some((line, what)) = self.excess.take() {
                note(line, what);
            }
            if game.is_empty() {
                game.line = line;
            }
            match self.token(first)? {
                Token::Tag(_) if depth > 0 => {}
                Token::Tag(Err(reason)) => note(line, GameFault::Tag(reason)),
                Token::Tag(Ok(_)) if self.is_full() => {}
                Token::Tag(Ok(_)) if game.tags.len() == MOST_TAGS => {
                    note(line, GameFault::Tags(MOST_TAGS));
                }
                Token::Tag(Ok((name, value))) => match game.tag(&name) {
                    Some(earlier) if earlier != value => {
                        note(line, GameFault::TagTwice(excerpt(&name).into_owned()));
                    }
                    Some(_) => {}
                    None => game.tags.push((name, value)),
                },
                Token::Comment(comment, ends) => {
                    if !ends {
                        note(line, GameFault::Comment);
                    }
                    if !self.is_full() {
                        match depth {
                            0 => game.say(&comment),
                            _ => collector.say(&comment),
                        }
                    }
                }
                Token::Open => {
                    if depth == 0 {
                        outermost = line;
                    }
                    depth += 1;
                    if let Err(fault) = collector.open(game.moves.len()) {
                        note(line, fault);
                    }
                }
                Token::Close(')') if depth > 0 => {
                    depth -= 1;
                    collector.close();
                }
                Token::Close(sign) => note(line, GameFault::Stray(sign)),
                Token::Word(_) if self.is_full() && depth > 0 => {}
                Token::Word(word) if depth > 0 => {
                    if let Err(fault) = collector.word(without_number(&word), line) {
                        note(line, fault);
                    }
                }
                Token::Word(word) => {
                    let word = without_number(&word);
                    if let Some(result) = result(word) {
                        game.result = Some(result.to_owned());
                        break;
                    }
                    if !self.is_full() {
                        game.moves.extend(move_text(word, line));
                        collector.glyphs_of(word, game.moves.len());
                    }
                }
            }
        }
        if depth > 0 {
            note(outermost, GameFault::Variation);
        }
        if let Some((line, what)) = self.excess.take() {
            note(line, what);
        }
        if game.is_empty() && fault.is_none() {
            return Ok(None);
        }
        game.last_line = self.number;
        self.games += 1;
        Ok(Some(Parsed { game, fault }))
    }

    /// Whether the next token, if it is a tag, begins another game although
    /// this one has no result. Inside an unclosed variation only a tag at the
    /// beginning of a line does.
    fn begins_another(&self, game: &GameText, inside: bool) -> bool {
        let next = tag(self.rest()).0;
        if inside {
            return self.column == 0 && next.is_ok();
        }
        let is_event = next.is_ok_and(|(name, _)| name == "Event");
        !game.moves.is_empty() || is_event && game.tag("Event").is_some()
    }
}

impl<R: BufRead> Iterator for GameTexts<R> {
    type Item = Result<GameText, PgnError>;

    /// The next game. After a fault, reading continues with the game after it;
    /// after an I/O error it stops.
    fn next(&mut self) -> Option<Self::Item> {
        self.next_game(None)
    }
}

/// The tag at the front of a text and its length in bytes; if it is malformed,
/// the length is the rest of the line.
fn tag(text: &str) -> (Result<(String, String), &'static str>, usize) {
    match tag_parts(text) {
        Ok((name, value, rest)) => (Ok((name, value)), text.len() - rest.len()),
        Err(reason) => (Err(reason), text.len()),
    }
}

fn tag_parts(text: &str) -> Result<(String, String, &str), &'static str> {
    let inside = text.strip_prefix('[').unwrap_or(text).trim_start();
    let end = inside
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(inside.len());
    let (name, rest) = inside.split_at(end);
    if name.is_empty() {
        return Err("this has no name");
    }
    let mut signs = rest
        .trim_start()
        .strip_prefix('"')
        .ok_or("this has no '\"' before its value")?
        .chars();
    let mut value = String::new();
    loop {
        match signs.next() {
            Some('"') => break,
            Some('\\') => value.extend(signs.next()),
            Some(sign) => value.push(sign),
            None => return Err("this has no '\"' after its value"),
        }
    }
    let rest = signs.as_str().trim_start().strip_prefix(']');
    let rest = rest.ok_or("this has no ']' after its value ('\"' inside is written '\\\"')")?;
    Ok((name.to_owned(), value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<GameText> {
        let games = GameTexts::new(text.as_bytes());
        games.map(|game| game.unwrap()).collect()
    }

    fn words(game: &GameText) -> String {
        let words: Vec<&str> = game.moves.iter().map(|mv| mv.text.as_str()).collect();
        words.join(" ")
    }

    fn fault(text: &str) -> String {
        let mut games = GameTexts::new(text.as_bytes());
        let error = games.find_map(Result::err);
        error.unwrap().to_string()
    }

    #[test]
    fn everything_but_moves_is_told_from_moves() {
        let text = "\u{feff}% made by hand\n[Event \"a \\\"b\\\" \\\\ c\"] [Site\t\"s\" ]\n\n\
            {before} 1.e4 {one\ntwo} ; three\n1...e5 $1 (1... c5 (1... d5 {)} 2. exd5 1-0) *) 2. Nf3 !? \
            2... exd6 e.p. 3 O-O 3. ... 0-0-0 ! +- 4.-- 1/2\n%escaped 5. e4\n";
        let games = games(text);
        assert_eq!(games.len(), 1);
        let game = &games[0];
        assert_eq!(game.tag("Event"), Some("a \"b\" \\ c"));
        assert_eq!(game.tag("Site"), Some("s"));
        assert_eq!(game.comment.as_deref(), Some("before"));
        assert_eq!(words(game), "e4 e5 Nf3 exd6 O-O 0-0-0 --");
        assert_eq!(game.moves[0].comment.as_deref(), Some("one\ntwo three"));
        assert_eq!(game.result.as_deref(), Some("1/2-1/2"));
        assert_eq!(
            (game.line, game.moves[0].line, game.moves[1].line),
            (2, 4, 6)
        );
    }

    #[test]
    fn a_tag_after_moves_begins_a_game() {
        let text = "[Event \"1\"]\n1. e4\n[Event \"2\"]\n[Event \"3\"]\n\n[White \"w\"] *\n\
                    1. d4 1-0 {said}\n 1. c4 0-1\n{nothing follows}";
        let games = games(text);
        let events: Vec<_> = games.iter().map(|game| game.tag("Event")).collect();
        assert_eq!(events, [Some("1"), Some("2"), Some("3"), None, None]);
        let results: Vec<_> = games.iter().map(|game| game.result.as_deref()).collect();
        assert_eq!(results, [None, None, Some("*"), Some("1-0"), Some("0-1")]);
        assert_eq!(games[4].comment.as_deref(), Some("said"));
    }

    #[test]
    fn bytes_that_are_no_utf8_are_latin_1() {
        let mut games = GameTexts::new(&b"[White \"M\xfcller\"] *"[..]);
        assert_eq!(games.next().unwrap().unwrap().tag("White"), Some("Müller"));
    }

    #[test]
    fn faults_are_named_with_their_line_and_the_next_game_is_read() {
        for (text, message) in [
            ("[", "this has no name"),
            ("[Event x]", "this has no '\"' before its value"),
            ("[Event \"x]", "this has no '\"' after its value"),
            (
                "[Event \"x\"y\"]",
                "this has no ']' after its value ('\"' inside is written '\\\"')",
            ),
        ] {
            let message = format!("a tag must be [Name \"value\"] on one line, but {message}");
            assert_eq!(
                fault(&format!("1. e4 *\n\n[White \"a\"]\n{text}\n1. e4 *")),
                format!("line 4, game 2 (a - ?): {message}")
            );
        }
        for (text, message) in [
            (
                "[Round \"1\"][Round \"2\"]",
                "the tag Round is given twice, with different values",
            ),
            (
                "1. e4 {no end\n\n",
                "a comment begins with '{' and never ends",
            ),
            (
                "1. e4 (e5\n\n[Event \"x\"]",
                "a variation begins with '(' and never ends",
            ),
            ("1. e4 ) *", "')' without a matching opening bracket"),
            ("1. e4 } *", "'}' without a matching opening bracket"),
        ] {
            assert_eq!(fault(text), format!("line 1, game 1: {message}"));
        }
        for bad in ["1. e4 ) e5 *", "1. e4 (e5", "[Event]\n1. e4 1/2"] {
            let text = format!("{bad}\n[Round \"2\"]\n1. d4 *");
            let mut games = GameTexts::new(text.as_bytes());
            assert!(games.next().unwrap().is_err());
            assert_eq!(words(&games.next().unwrap().unwrap()), "d4");
            assert!(games.next().is_none());
        }
    }
}

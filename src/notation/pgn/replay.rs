//! Replays the games of a file according to their rules.

use std::io::BufRead;

use crate::notation::epd::Defaults;
use crate::notation::xboard::{self, XboardDialect};
use crate::notation::{self, NotationError, NotationErrorKind, parse_either};
use crate::position::game::{Game, GameResult};
use crate::position::{Outcome, Position};
use crate::rules::Rules;
use crate::variants::{self, RuleOptions, Variant};

use super::error::{Complaint, GameFault, PgnError, place};
use super::parse::{GameText, GameTexts};
use super::words::MoveText;
use super::{MEN, PgnGame, tag_of};

/// A game of a file after replay.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The game.
    pub pgn: PgnGame,
    /// Inconsistencies; all of them concern the result.
    pub complaints: Vec<Complaint>,
}

impl ReadGame {
    /// The location of the game and its players.
    ///
    /// ```
    /// use peregrine::notation::{epd::Defaults, pgn::Reader};
    /// let text = "[White \"Duke\"] *";
    /// let game = Reader::new(text.as_bytes(), Defaults::of("chess")).next().unwrap()?;
    /// assert_eq!(game.place(), "line 1, game 1 (Duke - ?)");
    /// # Ok::<(), peregrine::notation::pgn::PgnError>(())
    /// ```
    pub fn place(&self) -> String {
        place(self.line, self.number, &self.pgn.tags)
    }
}

/// An iterator over the games of a text, replayed one at a time.
///
/// ```
/// use peregrine::notation::{epd::Defaults, pgn::Reader};
/// let text = "[Variant \"falcon\"]\n\n1. e4 e5 *\n\n1. e4 e5 2. Ke3 *\n";
/// let mut games = Reader::new(text.as_bytes(), Defaults::of("chess"));
/// assert_eq!(games.next().unwrap().unwrap().pgn.game.moves().len(), 2);
/// let error = games.next().unwrap().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 5, game 2: ply 3, move 2.: 'Ke3' is not legal here; before it: \
///      rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"
/// );
/// assert!(games.next().is_none());
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    texts: GameTexts<R>,
    defaults: Defaults,
}

impl<R: BufRead> Reader<R> {
    /// Reads games from `source`. `defaults` names the game if there is no
    /// `Variant` tag, and the rules if a game of the same variant does not name
    /// its own.
    ///
    /// ```
    /// use peregrine::notation::{epd::Defaults, pgn::Reader};
    /// assert!(Reader::new("".as_bytes(), Defaults::of("chess")).next().is_none());
    /// ```
    pub fn new(source: R, defaults: Defaults) -> Reader<R> {
        Reader {
            texts: GameTexts::new(source),
            defaults,
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<ReadGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let replayed = self.texts.next()?.and_then(|text| {
            let rules = text.rules(&self.defaults)?;
            let pgn = text.replay(rules, usize::MAX)?;
            Ok(ReadGame {
                number: text.number,
                line: text.line,
                complaints: complaints(&text, &pgn),
                pgn,
            })
        });
        Some(replayed)
    }
}

impl GameText {
    /// The variant that the tag `Variant` names, if the tag exists.
    ///
    /// # Errors
    /// If the variant is unknown.
    ///
    /// ```
    /// use peregrine::notation::pgn::GameTexts;
    /// let mut games = GameTexts::new("[Variant \"Standard\"] *".as_bytes());
    /// assert_eq!(games.next().unwrap()?.variant()?.unwrap().name, "chess");
    /// # Ok::<(), peregrine::notation::pgn::PgnError>(())
    /// ```
    pub fn variant(&self) -> Result<Option<&'static Variant>, PgnError> {
        let named = self.tag("Variant").map(variants::find).transpose();
        named.map_err(|unknown| self.error(self.line, GameFault::from(unknown)))
    }

    /// The rules of the game.
    ///
    /// # Errors
    /// If the variant is unknown or does not offer the rules.
    ///
    /// ```
    /// use peregrine::{notation::{epd::Defaults, pgn::GameTexts}, rules::CastlingRule};
    /// let text = "[Variant \"falcon\"] [Castling \"three\"] *";
    /// let game = GameTexts::new(text.as_bytes()).next().unwrap()?;
    /// assert_eq!(game.rules(&Defaults::of("chess"))?.castling(), CastlingRule::Three);
    /// # Ok::<(), peregrine::notation::pgn::PgnError>(())
    /// ```
    pub fn rules(&self, defaults: &Defaults) -> Result<&'static Rules, PgnError> {
        let usual = variants::find(&defaults.variant);
        let usual = usual.map_err(|fault| self.error(self.line, fault.into()))?;
        let variant = self.variant()?.unwrap_or(usual);
        let mut options = match variant.name == usual.name {
            true => defaults.options,
            false => RuleOptions::default(),
        };
        let mut choose = || -> Result<&'static Rules, GameFault> {
            if let Some(dialect) = self.xboard() {
                options.castling = dialect.castling();
            }
            if let Some(castling) = self.tag("Castling") {
                options.castling = Some(castling.parse()?);
            }
            if let Some(promotion) = self.tag("Promotion") {
                options.promotion = Some(promotion.parse()?);
            }
            Ok(variant.rules(options)?)
        };
        choose().map_err(|fault| self.error(self.line, fault))
    }

    /// The XBoard dialect of the game, if XBoard saved it.
    pub(super) fn xboard(&self) -> Option<XboardDialect> {
        let has_men = self.tag(MEN).is_some();
        xboard::saved_as(self.tag("Variant")?, self.tag("FEN"), has_men)
    }

    /// The position before the first move.
    ///
    /// # Errors
    /// If `FEN` is not a position of the game.
    fn start(
        &self,
        rules: &'static Rules,
        dialect: Option<&XboardDialect>,
    ) -> Result<Position, GameFault> {
        match (self.tag("FEN"), self.tag("SetUp"), dialect) {
            (Some(fen), _, Some(dialect)) => {
                dialect.saved_start(rules, fen).map_err(GameFault::SavedFen)
            }
            (Some(fen), _, None) => Ok(Position::from_fen(rules, fen)?),
            (None, Some("1"), _) => Err(GameFault::NoFen),
            (None, ..) => Ok(Position::start(rules)),
        }
    }

    /// Replays the first `plies` moves with these rules. A move is SAN or else
    /// two squares; in a game saved by XBoard it is in XBoard's notation.
    ///
    /// # Errors
    /// At the first move that cannot be played.
    ///
    /// ```
    /// use peregrine::{notation::pgn::GameTexts, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let game = GameTexts::new("1. e4 e7e5 2. Nh7 *".as_bytes()).next().unwrap()?;
    /// assert_eq!(game.replay(rules, 2)?.game.moves().len(), 2);
    /// assert!(game.replay(rules, 3).is_err());
    /// # Ok::<(), peregrine::notation::pgn::PgnError>(())
    /// ```
    pub fn replay(&self, rules: &'static Rules, plies: usize) -> Result<PgnGame, PgnError> {
        let dialect = self.xboard();
        let start = self.start(rules, dialect.as_ref());
        let start = start.map_err(|fault| self.error(self.line, fault))?;
        let texts = &self.moves[..plies.min(self.moves.len())];
        let mut pgn = PgnGame::of(self.played(start, 0, texts, dialect.as_ref())?);
        pgn.tags.clone_from(&self.tags);
        pgn.comment.clone_from(&self.comment);
        pgn.comments = texts.iter().map(|text| text.comment.clone()).collect();
        let result = self.result.as_deref().or(self.tag("Result"));
        pgn.result = result.and_then(|result| result.parse().ok());
        Ok(pgn)
    }

    /// Plays all these moves from a position that is `before` plies after the start.
    /// A castling written by XBoard can be ambiguous; in that case the following
    /// moves decide.
    ///
    /// # Errors
    /// Among all readings of the game, the error at the latest unplayable move;
    /// or an ambiguity if two readings are playable to the end.
    pub(super) fn played(
        &self,
        start: Position,
        before: usize,
        texts: &[MoveText],
        dialect: Option<&XboardDialect>,
    ) -> Result<Game, PgnError> {
        let read = |position: &Position, text: &str| match dialect {
            Some(dialect) if dialect.is_described() => dialect.read_san(position, text),
            _ => parse_either(position, text).map(|mv| vec![mv]),
        };
        let mut open = vec![Game::new(start)];
        let mut found: Option<Game> = None;
        let mut fault: Option<(usize, PgnError)> = None;
        while let Some(mut game) = open.pop() {
            let refused = texts[game.moves().len()..].iter().find_map(|text| {
                let moves = match read(game.position(), &text.text) {
                    Ok(moves) => moves,
                    Err(reason) => return Some(self.refused(&game, before, text, reason)),
                };
                for &other in &moves[1..] {
                    let mut branch = game.clone();
                    branch.play(other);
                    open.push(branch);
                }
                game.play(moves[0]);
                None
            });
            let reached = game.moves().len();
            match (refused, &found) {
                (Some(error), _) => {
                    if fault.as_ref().is_none_or(|(other, _)| *other < reached) {
                        fault = Some((reached, error));
                    }
                }
                (None, None) => found = Some(game),
                (None, Some(other)) => return Err(self.unclear(&game, other, before, texts)),
            }
        }
        match (found, fault) {
            (Some(game), _) => Ok(game),
            (None, Some((_, error))) => Err(error),
            (None, None) => unreachable!("each way to read a game ends"),
        }
    }

    /// The error for the next move of a game that begins `before` plies after the start.
    fn refused(
        &self,
        game: &Game,
        before: usize,
        text: &MoveText,
        reason: NotationError,
    ) -> PgnError {
        let position = game.position();
        let fault = GameFault::Move {
            ply: before + game.moves().len() + 1,
            move_number: position.fullmoves(),
            side: position.side(),
            reason,
            fen: position.to_string(),
        };
        self.error(text.line, fault)
    }

    /// The error for a game with two possible readings.
    fn unclear(&self, one: &Game, other: &Game, before: usize, texts: &[MoveText]) -> PgnError {
        let mut turns = one.turns().zip(other.moves());
        let index = turns.position(|((_, mv), other)| mv != *other);
        let index = index.unwrap_or_default();
        let mut common = Game::new(one.start().clone());
        for &mv in &one.moves()[..index] {
            common.play(mv);
        }
        let names = [one, other].map(|game| notation::san(common.position(), game.moves()[index]));
        let text = &texts[index];
        let reason = NotationError {
            text: text.text.clone(),
            reason: NotationErrorKind::Ambiguous(names.join(", ")),
        };
        self.refused(&common, before, text, reason)
    }
}

/// The inconsistencies between the results in the text and the board.
pub(super) fn complaints(text: &GameText, pgn: &PgnGame) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let tag = tag_of(&text.tags, "Result");
    match (&text.result, tag) {
        (None, _) => complaints.push(Complaint::NoResult),
        (Some(_), Some(tag)) if tag != "*" && tag.parse::<GameResult>().is_err() => {
            complaints.push(Complaint::ResultTag(tag.to_owned()));
        }
        (Some(after), Some(tag)) if after != tag => complaints.push(Complaint::Results {
            tag: tag.to_owned(),
            after: after.clone(),
        }),
        _ => {}
    }
    let outcome = pgn.game.position().outcome();
    let claimed = |outcome: &Outcome| *outcome == Outcome::FiftyMoves;
    if let Some(outcome) = outcome.filter(|outcome| !claimed(outcome))
        && text.result.is_some()
        && pgn.result != Some(outcome.into())
    {
        complaints.push(Complaint::Outcome {
            result: pgn.result,
            outcome,
        });
    }
    complaints
}

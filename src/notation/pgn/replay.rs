//! Replays the games of a file according to their rules.

use std::io::BufRead;
use std::marker::PhantomData;

use crate::board::moves::Move;
use crate::notation::epd::Defaults;
use crate::notation::xboard::XboardDialect;
use crate::position::fen::FenError;
use crate::position::game::{Game, GameResult};
use crate::position::{Outcome, Position};
use crate::rules::Rules;
use crate::variants::{self, RuleOptions, Variant};

use super::PgnGame;
use super::error::{CHESS960, GameError, GameWarning, PgnError, place};
use super::parse::GameTexts;
use super::tags::{MEN, dialect_of};
use super::text::GameText;
use super::tree::TreeError;
use super::walk::{Target, walk};
use super::words::join;

/// A game of a file after replay.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The game.
    pub pgn: PgnGame,
    /// What is odd about the game.
    pub warnings: Vec<GameWarning>,
}

impl ReadGame {
    /// The location of the game and its players.
    ///
    /// ```
    /// use peregrine::notation::{epd::Defaults, pgn::Reader};
    /// let text = "[White \"Duke\"] *";
    /// let game = Reader::new(text.as_bytes(), Defaults::for_variant("chess")).next().unwrap()?;
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
/// let mut games = Reader::new(text.as_bytes(), Defaults::for_variant("chess"));
/// assert_eq!(games.next().unwrap().unwrap().pgn.game.moves().len(), 2);
/// let error = games.next().unwrap().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 5, game 2: ply 3, move 2.: 'Ke3' is not legal here; before it: \
///      rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"
/// );
/// assert!(games.next().is_none());
/// ```
pub type Reader<R> = GameReader<R, ReadGame>;

/// An iterator over the games of a text, each read as a `T`.
#[derive(Debug)]
pub struct GameReader<R, T> {
    texts: GameTexts<R>,
    defaults: Defaults,
    game: PhantomData<fn() -> T>,
}

/// What a [`GameReader`] makes of a game.
pub trait FromGameText: Sized {
    /// Reads a game; `defaults` as for [`GameReader::new`].
    ///
    /// # Errors
    /// If the rules, the start position or a move are not those of a game.
    fn from_text(text: &GameText, defaults: &Defaults) -> Result<Self, PgnError>;
}

impl<R: BufRead, T: FromGameText> GameReader<R, T> {
    /// Reads games from `source`. `defaults` names the game if there is no
    /// `Variant` tag, and the rules if a game of the same variant does not name
    /// its own.
    ///
    /// ```
    /// use peregrine::notation::{epd::Defaults, pgn::Reader};
    /// assert!(Reader::new("".as_bytes(), Defaults::for_variant("chess")).next().is_none());
    /// ```
    pub fn new(source: R, defaults: Defaults) -> GameReader<R, T> {
        GameReader {
            texts: GameTexts::new(source),
            defaults,
            game: PhantomData,
        }
    }
}

impl<R: BufRead, T: FromGameText> Iterator for GameReader<R, T> {
    type Item = Result<T, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.texts.next()?;
        Some(text.and_then(|text| T::from_text(&text, &self.defaults)))
    }
}

impl FromGameText for ReadGame {
    fn from_text(text: &GameText, defaults: &Defaults) -> Result<ReadGame, PgnError> {
        let rules = text.rules(defaults)?;
        let pgn = text.replay(rules, usize::MAX)?;
        Ok(ReadGame {
            number: text.number,
            line: text.line,
            warnings: warnings(text, pgn.game.position(), pgn.game.moves().len()),
            pgn,
        })
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
        named.map_err(|unknown| self.error(self.line, GameError::from(unknown)))
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
    /// assert_eq!(game.rules(&Defaults::for_variant("chess"))?.castling(), CastlingRule::Three);
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
        let mut choose = || -> Result<&'static Rules, GameError> {
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
        dialect_of(
            self.tag("Variant"),
            self.tag("FEN"),
            self.tag(MEN).is_some(),
        )
    }

    /// The position before the first move.
    ///
    /// # Errors
    /// If `FEN` is not a position of the game.
    pub(super) fn start(
        &self,
        rules: &'static Rules,
        dialect: Option<&XboardDialect>,
    ) -> Result<Position, GameError> {
        match (self.tag("FEN"), self.tag("SetUp"), dialect) {
            (Some(fen), _, Some(dialect)) => {
                dialect.saved_start(rules, fen).map_err(GameError::SavedFen)
            }
            (Some(fen), _, None) => {
                Position::from_fen(rules, fen).map_err(|fault| fault_of(rules, fen, fault))
            }
            (None, Some(setup), _) if setup.trim() == "1" => Err(GameError::NoFen),
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
        let mut main = MainLine(PgnGame::from_game(Game::new(start)));
        walk(self, dialect.as_ref(), plies, &mut main)?;
        let mut pgn = main.0;
        pgn.tags.clone_from(&self.tags);
        let on_board = self.result_on_board(pgn.game.position());
        pgn.result = self.stated_result().or(on_board);
        if on_board.is_some() {
            pgn.tags.retain(|(name, _)| name != "Result");
        }
        Ok(pgn)
    }

    /// The result of a game that ends in this position, if the text states none and not
    /// even says, by `*`, that there is none.
    pub(super) fn result_on_board(&self, end: &Position) -> Option<GameResult> {
        let is_stated = self.result.is_some() || self.stated_result().is_some();
        outcome_on_board(end)
            .filter(|_| !is_stated)
            .map(GameResult::from)
    }

    /// Replays the first `plies` moves like [`replay`](GameText::replay), but keeps only
    /// the last one.
    ///
    /// # Errors
    /// At the first move that cannot be played.
    ///
    /// ```
    /// use peregrine::{notation::pgn::GameTexts, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let game = GameTexts::new("1. e4 e7e5 *".as_bytes()).next().unwrap()?;
    /// let last = game.replay_to(rules, 2)?;
    /// assert_eq!(last.plies, 2);
    /// assert_eq!(last.position.fullmove_number(), 2);
    /// # Ok::<(), peregrine::notation::pgn::PgnError>(())
    /// ```
    pub fn replay_to(&self, rules: &'static Rules, plies: usize) -> Result<LastMove, PgnError> {
        let dialect = self.xboard();
        let start = self.start(rules, dialect.as_ref());
        let position = start.map_err(|fault| self.error(self.line, fault))?;
        let mut last = LastMove {
            position,
            plies: 0,
            mv: None,
        };
        walk(self, dialect.as_ref(), plies, &mut last)?;
        Ok(last)
    }

    /// The result after the moves or, without one, in the tag.
    pub(super) fn stated_result(&self) -> Option<GameResult> {
        let result = self.result.as_deref().or(self.tag("Result"));
        result.and_then(|result| result.parse().ok())
    }
}

/// A position of a game and the move that led to it.
#[derive(Clone, Debug)]
pub struct LastMove {
    /// The position after the move.
    pub position: Position,
    /// How many moves were played.
    pub plies: usize,
    /// The move and the position before it; `None` at the start.
    pub mv: Option<(Position, Move)>,
}

impl Target for LastMove {
    const PLAYS_VARIATIONS: bool = false;

    fn position(&self) -> &Position {
        &self.position
    }

    fn play(&mut self, mv: Option<Move>) -> Result<(), TreeError> {
        // There are no null moves in main lines.
        if let Some(mv) = mv {
            self.mv = Some((self.position.clone(), mv));
            self.position.play(mv);
            self.plies += 1;
        }
        Ok(())
    }
}

/// The main line of a game with its comments.
struct MainLine(PgnGame);

impl Target for MainLine {
    const PLAYS_VARIATIONS: bool = false;

    fn position(&self) -> &Position {
        self.0.game.position()
    }

    fn play(&mut self, mv: Option<Move>) -> Result<(), TreeError> {
        // There are no null moves in main lines.
        if let Some(mv) = mv {
            self.0.push(mv, None);
        }
        Ok(())
    }

    fn comment(&mut self, comment: &str) -> Result<(), TreeError> {
        let pgn = &mut self.0;
        match pgn.comments.last_mut().unwrap_or(&mut pgn.comment) {
            Some(earlier) => join(earlier, comment),
            none => *none = Some(comment.to_owned()),
        }
        Ok(())
    }
}

/// How a game has ended in this position. Draws by a number of moves are ignored, because
/// elsewhere they must be claimed.
fn outcome_on_board(end: &Position) -> Option<Outcome> {
    let outcome = end.outcome();
    outcome.filter(|outcome| !outcome.is_claimed())
}

/// What is wrong with a FEN. Other programs save games of Chess960 without their name.
fn fault_of(rules: &Rules, fen: &str, fault: FenError) -> GameError {
    let is_chess960 = rules.variant() == "chess"
        && variants::rules(CHESS960).is_ok_and(|rules| Position::from_fen(rules, fen).is_ok());
    match is_chess960 {
        true => GameError::Chess960Fen(fault),
        false => GameError::Fen(fault),
    }
}

/// What is odd about a game that ends in this position after this many plies.
pub(super) fn warnings(text: &GameText, end: &Position, plies: usize) -> Vec<GameWarning> {
    let mut warnings = text.warnings.clone();
    let tag = text.tag("Result");
    match (&text.result, tag) {
        (None, _) => warnings.push(GameWarning::NoResult),
        (Some(_), Some(tag)) if tag != "*" && tag.parse::<GameResult>().is_err() => {
            warnings.push(GameWarning::ResultTag(tag.to_owned()));
        }
        (Some(after), Some(tag)) if after != tag => warnings.push(GameWarning::Results {
            tag: tag.to_owned(),
            after: after.clone(),
        }),
        _ => {}
    }
    if let Some(tag) = text.tag("PlyCount")
        && tag != "?"
        && tag.trim().parse() != Ok(plies)
    {
        let tag = tag.to_owned();
        warnings.push(GameWarning::PlyCount { tag, plies });
    }
    if let (Some(setup), Some(_)) = (text.tag("SetUp"), text.tag("FEN"))
        && setup.trim() != "1"
    {
        warnings.push(GameWarning::SetUp(setup.to_owned()));
    }
    let result = text.stated_result();
    if let Some(outcome) = outcome_on_board(end)
        && text.result.is_some()
        && result != Some(outcome.into())
    {
        warnings.push(GameWarning::Outcome { result, outcome });
    }
    warnings
}

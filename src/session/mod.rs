//! A game that is played with the engine: who plays which side, the moves, how it ends, and
//! what the engine decides besides its moves.
//!
//! Terminal, XBoard and the page are views of a [`Session`]: they read requests, write
//! answers, run searches and own the clocks. The session decides the rest, so the same draw
//! offer gets the same answer everywhere. Must not depend on clocks of the machine, threads
//! or text of a protocol.

#[cfg(any(feature = "page", feature = "tools"))]
pub(crate) mod analysis;
pub mod book_moves;
mod ending;
pub mod evaluation;
#[cfg(any(feature = "page", feature = "tools"))]
pub(crate) mod game_report;
pub mod judgment;
mod policy;
#[cfg(test)]
mod tests;

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::position::Position;
use crate::position::game::Game;
use crate::search::score::Score;
use crate::search::{Level, SearchResult};

pub use ending::{Ending, SessionError};

/// Which sides the engine plays; people play the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineSides {
    /// None: the moves of both sides come from outside.
    None,
    /// This one.
    One(Color),
    /// Both.
    Both,
}

impl EngineSides {
    /// The sides for which this is true.
    pub fn new(is_engine: impl Fn(Color) -> bool) -> EngineSides {
        match Color::ALL.map(is_engine) {
            [false, false] => EngineSides::None,
            [true, false] => EngineSides::One(Color::White),
            [false, true] => EngineSides::One(Color::Black),
            [true, true] => EngineSides::Both,
        }
    }

    /// Whether a side is among them.
    pub fn contains(self, side: Color) -> bool {
        match self {
            EngineSides::None => false,
            EngineSides::One(own) => own == side,
            EngineSides::Both => true,
        }
    }
}

/// The level of a search for a hint, whatever that of the engine as an opponent.
pub const HINT_LEVEL: Level = Level::FULL;

/// A move, and what the engine's search found about it; nothing about moves of people and of
/// the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// Its score.
    pub score: Option<Score>,
    /// The reply that the engine expects.
    pub reply: Option<Move>,
}

impl PlayedMove {
    /// The move that a search found, if there is one.
    pub fn searched(result: &SearchResult) -> Option<PlayedMove> {
        Some(PlayedMove {
            mv: result.best?,
            // A move that came without a search has no score.
            score: (result.depth > 0).then_some(result.score),
            reply: result.ponder,
        })
    }
}

impl From<Move> for PlayedMove {
    fn from(mv: Move) -> PlayedMove {
        PlayedMove {
            mv,
            score: None,
            reply: None,
        }
    }
}

/// A game that is played with the engine, or between two people.
///
/// ```
/// use peregrine::board::color::Color;
/// use peregrine::notation::parse_coordinate;
/// use peregrine::session::{Ending, EngineSides, PlayedMove, Session};
/// use peregrine::{position::Position, search::score::Score, variants};
///
/// let start = Position::start(variants::falcon());
/// let mut session = Session::new(start, EngineSides::One(Color::Black));
/// session.play(parse_coordinate(session.position(), "e2e4").unwrap());
/// // The answer of the engine, which thinks that it is losing.
/// let answer = parse_coordinate(session.position(), "e7e5").unwrap();
/// let score = Some(Score::Centipawns(-80));
/// session.play(PlayedMove { mv: answer, score, reply: None });
/// assert!(session.offer_draw(None).unwrap());
/// assert_eq!(session.ending(), Some(Ending::Agreement));
/// assert_eq!(session.take_back(), Ok(2));
/// assert_eq!(session.ending(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    game: Game,
    /// For each move of the game, the score that the engine gave it when it made it; `None`
    /// for moves of people and of the book.
    scores: Vec<Option<Score>>,
    engine: EngineSides,
    ending: Option<Ending>,
    expected: Option<Move>,
    may_resign: bool,
}

impl Session {
    /// A game from this position in which the engine plays these sides.
    pub fn new(start: Position, engine: EngineSides) -> Session {
        Session::from_game(Game::new(start), engine)
    }

    /// The same for a game that has begun already.
    pub fn from_game(game: Game, engine: EngineSides) -> Session {
        Session {
            scores: vec![None; game.moves().len()],
            ending: game.outcome().map(Ending::Outcome),
            game,
            engine,
            expected: None,
            may_resign: false,
        }
    }

    /// Begins another game between the same players.
    pub fn restart(&mut self, start: Position) {
        *self = Session {
            may_resign: self.may_resign,
            ..Session::new(start, self.engine)
        };
    }

    /// The start position and the moves.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// How the game has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The sides that the engine plays.
    pub fn engine(&self) -> EngineSides {
        self.engine
    }

    /// Lets the engine play other sides from now on.
    pub fn set_engine(&mut self, engine: EngineSides) {
        self.engine = engine;
    }

    /// Whether the side to move is the engine's.
    pub fn is_engine_to_move(&self) -> bool {
        self.engine.contains(self.position().side_to_move())
    }

    /// Whether the engine resigns lost games.
    pub fn set_may_resign(&mut self, may_resign: bool) {
        self.may_resign = may_resign;
    }

    /// Makes a legal move, even if the game has ended: XBoard may go on.
    pub fn play(&mut self, played: impl Into<PlayedMove>) {
        let PlayedMove { mv, score, reply } = played.into();
        self.game.play(mv);
        self.scores.push(score);
        self.ending = self.game.outcome().map(Ending::Outcome);
        let is_on = self.ending.is_none();
        self.expected = reply.filter(|&reply| is_on && self.position().is_legal(reply));
    }

    /// The reply that the engine expects to its last move: a hint that needs no search, and
    /// the move to ponder on.
    pub fn expected(&self) -> Option<Move> {
        self.expected
    }

    /// Takes back this number of moves, or as many as there are.
    pub fn undo(&mut self, count: usize) {
        for _ in 0..count {
            self.game.undo();
        }
        self.scores.truncate(self.game.moves().len());
        self.ending = self.game.outcome().map(Ending::Outcome);
        self.expected = None;
    }

    /// Takes back moves up to the last earlier position in which a person was to move, and
    /// returns how many.
    ///
    /// # Errors
    /// If there is no such position; nothing changes then.
    pub fn take_back(&mut self) -> Result<usize, SessionError> {
        let sides = self.game.turns().map(|turn| turn.0.side_to_move());
        let sides: Vec<Color> = sides.collect();
        let is_person = |&side: &Color| !self.engine.contains(side);
        let first = sides.iter().rposition(is_person);
        let count = sides.len() - first.ok_or(SessionError::NothingToTakeBack)?;
        self.undo(count);
        Ok(count)
    }

    /// The only person resigns; of two, the one to move.
    ///
    /// # Errors
    /// If the game has ended, or no person plays.
    pub fn resign(&mut self) -> Result<(), SessionError> {
        let loser = match self.engine {
            EngineSides::None => self.position().side_to_move(),
            EngineSides::One(side) => !side,
            EngineSides::Both => return Err(SessionError::NoPerson("resign")),
        };
        self.resign_as(loser)
    }

    /// This side resigns, whoever plays it.
    ///
    /// # Errors
    /// If the game has ended.
    pub fn resign_as(&mut self, loser: Color) -> Result<(), SessionError> {
        self.end(Ending::Resignation { loser })
    }

    /// The engine, which is to move, resigns instead of making a move with this score, if it
    /// may and has considered the game lost for long enough. Returns whether it does.
    pub fn resign_if_lost(&mut self, score: Score) -> bool {
        let loser = self.position().side_to_move();
        let resigns = self.may_resign && policy::resigns(score, self.scores_of(loser));
        if resigns {
            self.ending = Some(Ending::Resignation { loser });
        }
        resigns
    }

    /// A person offers a draw. The engine decides by its last score, or the `current` one if
    /// it is thinking about its move; two people have agreed. Returns whether the game is
    /// drawn.
    ///
    /// # Errors
    /// If the game has ended, or no person plays.
    pub fn offer_draw(&mut self, current: Option<Score>) -> Result<bool, SessionError> {
        let is_agreed = match self.engine {
            EngineSides::None => true,
            EngineSides::One(side) => self.accepts_draw(side, current),
            EngineSides::Both => return Err(SessionError::NoPerson("offer a draw")),
        };
        if self.ending.is_some() {
            return Err(SessionError::Ended);
        }
        if is_agreed {
            self.ending = Some(Ending::Agreement);
        }
        Ok(is_agreed)
    }

    /// Both sides agree to a draw.
    ///
    /// # Errors
    /// If the game has ended.
    pub fn agree_on_draw(&mut self) -> Result<(), SessionError> {
        self.end(Ending::Agreement)
    }

    /// Whether the engine would accept a draw when it plays this side.
    pub fn accepts_draw(&self, side: Color, current: Option<Score>) -> bool {
        let is_drawn = self
            .game
            .outcome()
            .is_some_and(|end| end.winner().is_none());
        let last = self.scores_of(side).next().flatten();
        is_drawn || policy::accepts_draw(self.position(), current.or(last))
    }

    /// The flag of a side has fallen.
    ///
    /// # Errors
    /// If the game has ended.
    pub fn flag(&mut self, side: Color) -> Result<(), SessionError> {
        let is_drawn = self.position().cannot_mate(!side);
        self.end(Ending::Flag { side, is_drawn })
    }

    /// The scores of the earlier moves of a side, the last one first.
    fn scores_of(&self, side: Color) -> impl Iterator<Item = Option<Score>> {
        let is_to_move = side == self.position().side_to_move();
        let scores = self.scores.iter().rev().copied();
        scores.skip(usize::from(is_to_move)).step_by(2)
    }

    fn end(&mut self, ending: Ending) -> Result<(), SessionError> {
        match self.ending {
            Some(_) => Err(SessionError::Ended),
            None => {
                self.ending = Some(ending);
                Ok(())
            }
        }
    }
}

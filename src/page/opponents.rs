//! Other engines as opponents, as far as a session needs to know them.

use std::time::Duration;

use crate::position::game::Game;
use crate::session::PlayedMove;

use super::error::PageError;

/// The other engines that pages may play against.
pub(crate) trait Opponents: Send + Sync {
    /// Their names. The place of each in this list is its number.
    fn names(&self) -> &[String];

    /// Starts the engine of this number for the rest of a game. What becomes of it is reported from
    /// another thread: first, that it is ready.
    ///
    /// # Errors
    /// A sentence if there is no such engine, or the system has no room for it.
    fn start(
        &self,
        number: usize,
        game: &Game,
        pace: Pace,
        report: Reporter,
    ) -> Result<Box<dyn Opponent>, PageError>;
}

/// An engine that plays a game. Dropping it ends the engine, also while it thinks.
pub(crate) trait Opponent: Send {
    /// Has it think about its move. It must be ready, and its last answer have come.
    fn think(&mut self, turn: Turn);
}

/// Takes what becomes of an engine.
pub(crate) type Reporter = Box<dyn Fn(Report) + Send>;

/// The time that an engine has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pace {
    /// A clock.
    Clock {
        /// The time for the game.
        base: Duration,
        /// What is added after every move.
        increment: Duration,
    },
    /// This time for each move.
    Move(Duration),
}

/// An engine's turn.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    /// The game in which it is to move.
    pub(crate) game: Game,
    /// What is left for it and for its opponent, if they have clocks.
    pub(crate) left: Option<[Duration; 2]>,
    /// Whether its opponent offered a draw with the last move.
    pub(crate) is_draw_offered: bool,
}

/// What becomes of an engine.
#[derive(Debug)]
#[cfg_attr(not(feature = "web"), expect(dead_code))]
pub(crate) enum Report {
    /// It has the game and can be asked.
    Ready,
    /// It answers.
    Answered(Reply),
    /// It can be asked no more. The text goes on after its name: `crashed: ...`.
    Failed(String),
}

/// The answer of an engine.
#[derive(Debug)]
#[cfg_attr(not(feature = "web"), expect(dead_code))]
pub(crate) enum Reply {
    /// A legal move.
    Move {
        /// The move, with the score that the engine gave last.
        made: PlayedMove,
        /// Whether it offers a draw with it.
        offers_draw: bool,
    },
    /// It resigns.
    Resignation,
    /// It accepts the draw that was offered.
    Draw,
}

//! Engines as a tournament talks to them, whatever their protocol.
//!
//! Knows no rules beyond the game it is handed, and no verdicts: it says what
//! an engine answered or how it failed, and the referee judges.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod cecp;
mod dialogue;
pub mod guard;
mod input;
mod lines;
mod options;
pub mod process;
pub mod uci;

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::board::moves::Move;
use crate::position::game::{Game, GameResult};
use crate::rules::Rules;

use super::engine_setup::{EngineSetup, Protocol};
use super::record::Thought;

use process::StartError;

pub use guard::Guard;

/// What an engine answered when it was its turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A legal move, perhaps with an offer of a draw.
    Move {
        /// The move.
        mv: Move,
        /// Whether it offers a draw as well.
        offers_draw: bool,
    },
    /// A move that is not legal, or is no move: as the engine wrote it.
    Illegal(String),
    /// It gives up.
    Resign,
    /// It says that the game is over, with this result and reason.
    Claim {
        /// The result it claims.
        result: GameResult,
        /// Its line.
        text: String,
    },
    /// It will not go on from a move made or a position set up: its line.
    Refusal(String),
}

/// What an engine did with its turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Its answer.
    pub answer: Answer,
    /// What it said meanwhile, and how long it took.
    pub thought: Thought,
}

/// How an engine failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// Its process ended; the text says how (exit status or signal, and its
    /// last words on standard error).
    #[error("crashed: {0}")]
    Crash(String),
    /// It closed its input or output and lives on.
    #[error("closed its {0} and lives on")]
    Disconnect(&'static str),
    /// It did not answer in time.
    #[error("did not answer for {0:.1?}")]
    Stall(Duration),
    /// It cannot do what is asked of it: play the variant, set an option.
    #[error("{0}")]
    Unable(String),
}

/// What is left on a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` if there is none.
    pub moves_to_go: Option<u32>,
}

/// The clocks when an engine is asked, and what else it is to know; a side
/// without clock has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// That of the engine which is asked.
    pub own: Option<TimeLeft>,
    /// That of its opponent.
    pub other: Option<TimeLeft>,
    /// How long it is waited for the answer at most, from the question on.
    pub response_timeout: Duration,
    /// Whether the opponent offered a draw with its last move.
    pub draw_offered: bool,
}

/// A running engine.
///
/// The methods are called in this order: `begin` once for a game, `think`
/// whenever it is the engine's turn, with the game so far, and `end`. After an
/// error only `quit` makes sense.
pub trait Client: Send {
    /// What it calls itself.
    fn own_name(&self) -> &str;

    /// Has it set up a game with the moves made so far (the opening), and
    /// waits until it is ready.
    fn begin(&mut self, game: &Game) -> Result<(), Failure>;

    /// Has it think about the game, in which it is to move. Time counts from
    /// the last word of the question to the arrival of the answer.
    fn think(&mut self, game: &Game, clocks: &Clocks) -> Result<Turn, Failure>;

    /// Tells it how the game ended.
    fn end(&mut self, game: &Game, result: GameResult, reason: &str) -> Result<(), Failure>;

    /// Asks it to leave, and makes sure that it is gone, with all that it
    /// started.
    fn quit(self: Box<Self>);

    /// The lines that went over since the last call, oldest first: seconds
    /// since `begin`, `<` or `>` as seen by the engine, text.
    fn take_dialogue(&mut self) -> Vec<String>;

    /// Loses those lines. They are texts only once they are taken, and of most
    /// games nobody wants them.
    fn forget_dialogue(&mut self);
}

/// Why there is no engine to talk to.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// Its program does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// It starts, but is of no use.
    #[error("engine '{engine}' {when}: {failure}")]
    Failed {
        /// The engine.
        engine: String,
        /// What it was told then.
        when: &'static str,
        /// How it failed.
        failure: Failure,
    },
}

impl ConnectError {
    /// An engine's failure when it was told that.
    fn failed(setup: &EngineSetup, when: &'static str, failure: Failure) -> ConnectError {
        ConnectError::Failed {
            engine: setup.name.clone(),
            when,
            failure,
        }
    }
}

/// Starts an engine and makes it ready for games by these rules.
///
/// # Errors
/// When it cannot be started, fails, or cannot do what its setup says.
///
/// ```no_run
/// # fn example(setup: &peregrine::arena::engine_setup::EngineSetup)
/// # -> Result<(), Box<dyn std::error::Error>> {
/// use peregrine::{arena::client::{self, guard::Guard}, variants};
/// let rules = variants::find("chess")?.rules(Default::default())?;
/// let engine = client::connect(setup, rules, &Guard::new()?)?;
/// println!("{}", engine.own_name());
/// # Ok(()) }
/// ```
pub fn connect(
    setup: &EngineSetup,
    rules: &'static Rules,
    guard: &Arc<Guard>,
) -> Result<Box<dyn Client>, ConnectError> {
    match setup.protocol {
        Protocol::Cecp => cecp::connect(setup, rules, guard),
        Protocol::Uci => uci::connect(setup, rules, guard),
    }
}

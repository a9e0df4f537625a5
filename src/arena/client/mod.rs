//! Engines as the runner talks to them, whatever their protocol.
//!
//! A client reports what an engine answered or how it failed; judging that is
//! up to the referee.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod cecp;
mod input;
mod line_queue;
mod options;
pub mod process;
pub mod process_guard;
mod strays;
mod transcript;
pub mod uci;

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::board::moves::Move;
use crate::position::game::{Game, GameResult};
use crate::rules::Rules;

use super::engine_setup::{EngineSetup, Protocol};
use super::record::SearchInfo;

use process::StartError;

pub use process_guard::ProcessGuard;

/// The answer of the engine to move.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A legal move, possibly with a draw offer.
    Move {
        /// The move.
        mv: Move,
        /// Whether it also offers a draw.
        offers_draw: bool,
    },
    /// An illegal move, or a text that is not a move, as the engine wrote it.
    Illegal(String),
    /// It resigns.
    Resign,
    /// It claims that the game is over.
    Claim {
        /// The result it claims.
        result: GameResult,
        /// The line with the claim.
        text: String,
    },
    /// It rejects a move or position: its line.
    Rejection(String),
}

/// An engine's turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Its answer.
    pub answer: Answer,
    /// What it reported while thinking, and how long it took.
    pub info: SearchInfo,
}

/// A number of an engine, such as a score, within a range that can be negated.
fn bounded(number: i64) -> i32 {
    let limit = i64::from(i32::MAX);
    i32::try_from(number.clamp(-limit, limit)).unwrap_or(i32::MAX)
}

/// The name that an engine reports; `None` if that is blank.
fn own_name(words: &str) -> Option<String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let name = shortened(&words.join(" "));
    (!name.is_empty()).then_some(name)
}

/// What may help if an engine does not know a game of the library, which is not among those that
/// Peregrine lists.
fn library_hint(rules: &Rules) -> &'static str {
    let mut names = crate::variants::library::names();
    match names.any(|name| name == rules.variant()) {
        true => " (a game of the library, which Peregrine plays with argument=--library)",
        false => "",
    }
}

/// A text of an engine for messages: without control characters, and cut if long.
pub(crate) fn shortened(text: &str) -> String {
    const MAX_LENGTH: usize = 120;
    let plain = text.chars().map(|character| {
        if character.is_control() {
            ' '
        } else {
            character
        }
    });
    let mut short: String = plain.clone().take(MAX_LENGTH).collect();
    if plain.count() > MAX_LENGTH {
        short.push_str("...");
    }
    short
}

/// How an engine failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// Its process ended; the text gives exit status or signal, and its last
    /// output on standard error.
    #[error("crashed: {0}")]
    Crash(String),
    /// It closed its input or output but is still running.
    #[error("closed its {0} but is still running")]
    Disconnect(&'static str),
    /// It did not answer in time.
    #[error("did not answer for {0:.1?}")]
    Stall(Duration),
    /// It does not support what is required of it: the variant, an option.
    #[error("{0}")]
    Unsupported(String),
}

/// The state of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Time left.
    pub remaining: Duration,
    /// Increment per move.
    pub increment: Duration,
    /// Moves to the next time control; `None` if there is none.
    pub moves_to_go: Option<u32>,
}

/// The clocks at the start of a turn, and what else the engine needs to know; a
/// side without a clock has `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The clock of the engine whose turn it is.
    pub own: Option<TimeLeft>,
    /// The clock of its opponent.
    pub other: Option<TimeLeft>,
    /// Longest time to wait for the answer.
    pub response_timeout: Duration,
    /// Whether the opponent offered a draw with its last move.
    pub draw_offered: bool,
}

/// A running engine.
///
/// Call `new_game` once per game, `think` with the game so far whenever it is the
/// engine's turn, `ponder` after its move has been played, and `end_game` at the end. After
/// an error only `quit` may be called.
pub trait Client: Send {
    /// The name that it reports.
    fn own_name(&self) -> &str;

    /// Sets up a game with the moves of its opening, and waits until the engine
    /// is ready.
    fn new_game(&mut self, game: &Game) -> Result<(), EngineError>;

    /// Makes it think about the game, in which it is to move. Time counts from
    /// the moment the command is sent until the answer arrives.
    fn think(&mut self, game: &Game, clocks: &Clocks) -> Result<Turn, EngineError>;

    /// Makes it think about its opponent's answer, if it ponders. The last move of the
    /// game is its own, and the clocks show what is left after it.
    fn ponder(&mut self, _game: &Game, _clocks: &Clocks) -> Result<(), EngineError> {
        Ok(())
    }

    /// The first line since the last call that answered no question, if there was one.
    fn take_stray(&mut self) -> Option<String> {
        None
    }

    /// Sends the result of the game.
    fn end_game(
        &mut self,
        game: &Game,
        result: GameResult,
        reason: &str,
    ) -> Result<(), EngineError>;

    /// Asks it to quit, and makes sure that it and its child processes are
    /// gone.
    fn quit(self: Box<Self>);

    /// The lines exchanged since the last call, oldest first: seconds since
    /// `new_game`, `<` or `>` as seen by the engine, text.
    fn drain_transcript(&mut self) -> Vec<String>;

    /// Drops those lines. They are formatted only when drained, and most games
    /// are not logged.
    fn clear_transcript(&mut self);
}

/// Why an engine cannot be used.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// Its program cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// It failed during setup.
    #[error("engine '{engine}' failed {when}: {failure}")]
    Failed {
        /// The engine.
        engine: String,
        /// What it was doing at that point.
        when: &'static str,
        /// How it failed.
        failure: EngineError,
    },
}

impl ConnectError {
    /// A failure of an engine during that part of the setup.
    fn failed(setup: &EngineSetup, when: &'static str, failure: EngineError) -> ConnectError {
        ConnectError::Failed {
            engine: setup.name.clone(),
            when,
            failure,
        }
    }
}

/// Starts an engine and prepares it for games by these rules.
///
/// # Errors
/// When it cannot be started, fails, or does not support its setup.
///
/// ```no_run
/// # fn example(setup: &peregrine::arena::engine_setup::EngineSetup)
/// # -> Result<(), Box<dyn std::error::Error>> {
/// use peregrine::{arena::client::{self, process_guard::ProcessGuard}, variants};
/// let rules = variants::rules("chess")?;
/// let engine = client::connect(setup, rules, &ProcessGuard::new()?)?;
/// println!("{}", engine.own_name());
/// # Ok(()) }
/// ```
pub fn connect(
    setup: &EngineSetup,
    rules: &'static Rules,
    guard: &Arc<ProcessGuard>,
) -> Result<Box<dyn Client>, ConnectError> {
    match setup.protocol {
        Protocol::Cecp => cecp::connect(setup, rules, guard),
        Protocol::Uci => uci::connect(setup, rules, guard),
    }
}

//! Plays games against itself and writes them to a file.
//!
//! Each game depends on its number, the [`Source`] and the program alone, not on other
//! games, threads or interruptions: it has its own random numbers and starts with a
//! cleared hash table.

mod start;

use std::cell::Cell;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use thiserror::Error;

use crate::arena::adjudication::{Adjudication, Adjudicator, DrawAdjudication, WinAdjudication};
use crate::base::parallel;
use crate::engine::{Engine, EngineOptions};
use crate::eval::network::{Network, NetworkError};
use crate::rules::Rules;
use crate::search::score::Value;
use crate::search::{Limits, Tunables};
use crate::variants::shuffle::ArrayError;

use super::data::{Appender, DataError, GameEnd, ScoredMove, SelfPlayGame, Source};

use start::StartPositions;

/// The default adjudication of self-play games.
pub const ADJUDICATION: Adjudication = Adjudication {
    draw: Some(DrawAdjudication {
        from: 60,
        moves: 8,
        score: 5,
    }),
    win: Some(WinAdjudication {
        moves: 4,
        score: 1000,
    }),
    length: Some(250),
};

/// Why games could not be generated.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// The file cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A random start array that cannot be played.
    #[error(transparent)]
    Array(#[from] ArrayError),
    /// No memory or no thread for a search.
    #[error("cannot start a search: {0}")]
    System(#[from] io::Error),
    /// A network for another variant.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// No opening was found.
    #[error(
        "game {number}: {attempts} random openings in a row were over or not balanced; try \
         more random moves (--most-plies) or a larger --window"
    )]
    NoOpening {
        /// The number of the game.
        number: u32,
        /// How many openings were tried.
        attempts: u32,
    },
}

/// What has been generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Generated {
    /// Games in the file.
    pub games: u32,
    /// Games that the file had before.
    pub before: u32,
    /// Searched moves of the games that were added.
    pub positions: u64,
    /// Threads that play, if the system has no memory for as many as requested.
    pub granted_threads: Option<usize>,
}

/// The number of games of a source that belong to its shard.
pub(crate) fn games_of_shard(source: &Source) -> u32 {
    let (number, count) = (source.shard.number() as u64, source.shard.count() as u64);
    let games = u64::from(source.games);
    // As many as there are numbers below `games` that leave the shard's remainder.
    match games.checked_sub(number) {
        None => 0,
        Some(after_first) => (after_first / count + 1) as u32,
    }
}

/// What is played, and with what.
#[derive(Clone, Debug)]
pub struct SelfPlay<'a> {
    /// The rules.
    pub rules: &'static Rules,
    /// How it is played.
    pub source: &'a Source,
    /// The network that the source names as its evaluation, if it names one.
    pub network: Option<Arc<Network>>,
    /// Number of games played at the same time.
    pub threads: usize,
}

/// Plays the games of the source's shard that the file does not hold yet, and appends
/// them in order; `before` is their number. Once `stop` is set, the games in progress are dropped.
///
/// # Errors
/// If a game cannot be played or written; the file holds those before it.
pub fn generate(
    play: &SelfPlay<'_>,
    appender: &mut Appender,
    before: u32,
    stop: &AtomicBool,
    mut progress: impl FnMut(&Generated),
) -> Result<Generated, GenerateError> {
    let source = play.source;
    let mut generated = Generated {
        games: before,
        before,
        ..Generated::default()
    };
    let all = games_of_shard(source);
    let left = all.saturating_sub(before) as usize;
    if left == 0 {
        return Ok(generated);
    }
    let worker = || {
        let mut player = Player::new(play, stop)?;
        Ok(move |job: usize| match job < left {
            true => {
                let number = source.game_number(before + job as u32);
                player.play(number).transpose()
            }
            false => None,
        })
    };
    let mut append_error = None;
    let granted_threads = Cell::new(None);
    let on_fewer_threads = |threads| granted_threads.set(Some(threads));
    let receive = |game: SelfPlayGame| {
        if let Err(error) = appender.append(&game) {
            append_error = Some(error);
            return ControlFlow::Break(());
        }
        generated.games += 1;
        generated.positions += game.moves.len() as u64;
        generated.granted_threads = granted_threads.get();
        progress(&generated);
        ControlFlow::Continue(())
    };
    parallel::map_in_order_reporting(play.threads, worker, on_fewer_threads, receive)?;
    match append_error {
        Some(error) => Err(error.into()),
        None => Ok(generated),
    }
}

impl Source {
    /// The number of the shard's game with this place in its file.
    fn game_number(&self, place: u32) -> u32 {
        place * self.shard.count() as u32 + self.shard.number() as u32 - 1
    }
}

/// What a thread plays with.
struct Player<'a> {
    source: &'a Source,
    starts: StartPositions<'a>,
    engine: Engine,
    stop: &'a AtomicBool,
}

impl Player<'_> {
    fn new<'a>(play: &SelfPlay<'a>, stop: &'a AtomicBool) -> Result<Player<'a>, GenerateError> {
        let SelfPlay { rules, source, .. } = *play;
        let options = EngineOptions {
            hash: source.hash,
            ..EngineOptions::default()
        };
        let mut engine = Engine::with_options(rules, Tunables::default(), options)?;
        match &play.network {
            Some(network) => engine.set_network(Arc::clone(network))?,
            None => engine.use_network(false),
        }
        engine.prepare()?;
        let starts = StartPositions::new(rules, source)?;
        Ok(Player {
            source,
            starts,
            engine,
            stop,
        })
    }

    /// Plays the game with this number; none if it is stopped.
    fn play(&mut self, number: u32) -> Result<Option<SelfPlayGame>, GenerateError> {
        self.engine.clear();
        let (start, mut game) = self.starts.random_opening(number, &mut self.engine)?;
        let opening = game.moves().to_vec();
        let mut moves = Vec::new();
        let mut adjudicator = Adjudicator::new(self.source.adjudication);
        let limits = limits(self.source);
        let (winner, end) = loop {
            if self.stop.load(Relaxed) {
                return Ok(None);
            }
            if let Some(outcome) = game.outcome() {
                break (outcome.winner(), GameEnd::Rules);
            }
            let mover = game.position().side_to_move();
            let result = self.engine.search_inline(&game, limits.clone());
            let Some(mv) = result.best else {
                break (None, GameEnd::Rules);
            };
            game.play(mv);
            let score = Value::from(result.score);
            moves.push(ScoredMove { mv, score });
            if game.outcome().is_none()
                && let Some(verdict) =
                    adjudicator.update(mover, Some(result.score), game.moves().len())
            {
                break (verdict.winner, GameEnd::by_scores(&verdict));
            }
        };
        Ok(Some(SelfPlayGame {
            number,
            start,
            opening,
            moves,
            winner,
            end,
        }))
    }
}

/// The limits of a search for a move.
fn limits(source: &Source) -> Limits {
    Limits {
        nodes: Some(source.nodes),
        ..Limits::default()
    }
}

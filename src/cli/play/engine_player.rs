//! The engine as an opponent: a search that Ctrl-C ends.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::board::moves::Move;
use crate::engine::{Engine, EngineOptions, Report};
use crate::position::game::Game;
use crate::rules::Rules;
use crate::search::score::Score;
use crate::search::{Level, Limits};

use super::signals::Signals;
use crate::cli::CliError;

/// How often a search checks whether it has been interrupted.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// What a search found.
pub(super) struct FoundMove {
    pub best: Option<Move>,
    pub score: Score,
    /// In plies.
    pub depth: u32,
    /// The principal variation.
    pub pv: Vec<Move>,
}

pub(super) struct EnginePlayer {
    engine: Engine,
    seed: u64,
}

impl EnginePlayer {
    pub(super) fn new(rules: &'static Rules) -> EnginePlayer {
        EnginePlayer {
            engine: Engine::new(rules),
            seed: 0,
        }
    }

    /// Forgets the game before; a level's misjudgments follow from the seed.
    pub(super) fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.engine.clear();
    }

    /// Searches the position for `time`, or until Ctrl-C.
    ///
    /// # Errors
    /// If the options cannot be set.
    pub(super) fn search(
        &mut self,
        game: &Game,
        level: Level,
        time: Duration,
        signals: &Signals,
    ) -> Result<FoundMove, CliError> {
        let options = EngineOptions {
            level,
            seed: self.seed,
            ..self.engine.options()
        };
        self.engine.set_options(options)?;
        let limits = Limits {
            move_time: Some(time),
            ..Limits::default()
        };
        let (sender, reports) = mpsc::channel();
        let _thinking = signals.begin_thinking();
        self.engine.start(game, limits, move |report| {
            // Nobody listens any more once the result is known.
            let _ = sender.send(report);
        });
        let mut pv = Vec::new();
        loop {
            match reports.recv_timeout(POLL_INTERVAL) {
                Ok(Report::Info(info)) if info.line == 1 && !info.pv.is_empty() => pv = info.pv,
                Ok(Report::Info(_)) => {}
                Ok(Report::Finished(result)) => {
                    if pv.first() != result.best.as_ref() {
                        pv = result.best.into_iter().chain(result.ponder).collect();
                    }
                    return Ok(FoundMove {
                        best: result.best,
                        score: result.score,
                        depth: result.depth,
                        pv,
                    });
                }
                Err(RecvTimeoutError::Timeout) => {
                    if signals.interrupted() {
                        self.engine.signal_stop();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let message = "the search ended without a result";
                    return Err(CliError::Message(message.to_owned()));
                }
            }
        }
    }
}

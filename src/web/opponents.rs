//! Other engines as opponents: a process and a thread for each that plays a game.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use crate::arena::client::process::{Process, StartError};
use crate::arena::client::{
    self, Answer, Client, Clocks, ConnectError, ProcessGuard, TimeLeft, shortened,
};
use crate::arena::engine_config::{EngineConfig, EngineConfigError};
use crate::arena::engine_setup::{EngineSetup, Protocol};
use crate::arena::time_control::{ThinkingLimits, TimeControl};
use crate::page::error::PageError;
use crate::page::opponents::{Opponent, Opponents, Pace, Reply, Report, Reporter, Turn};
use crate::position::game::{Game, GameResult};
use crate::session::PlayedMove;

/// Why an engine cannot be an opponent.
#[derive(Debug, Error)]
pub enum OpponentError {
    /// Its description is incomplete or wrong.
    #[error(transparent)]
    Config(#[from] EngineConfigError),
    /// It has a setting that the page decides.
    #[error("{key}: {reason}")]
    Setting {
        /// The key of the setting.
        key: &'static str,
        /// Why it has no place here.
        reason: &'static str,
    },
    /// Two engines have the same name.
    #[error("two engines are called {0}: give them different names")]
    Twice(String),
    /// It cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The system has no process to spare.
    #[error("cannot start a process: {0}")]
    System(#[from] io::Error),
}

/// The engines that the server was given.
pub(super) struct EngineList {
    names: Vec<String>,
    setups: Vec<EngineSetup>,
}

impl EngineList {
    /// These engines, each of which is started once to see that it can be.
    ///
    /// # Errors
    /// When a description is wrong, or a program cannot be started.
    pub(super) fn new(engines: Vec<EngineConfig>) -> Result<EngineList, OpponentError> {
        let mut setups: Vec<EngineSetup> = Vec::with_capacity(engines.len());
        let guard = ProcessGuard::new()?;
        for engine in engines {
            let setup = setup(engine)?;
            if setups.iter().any(|earlier| earlier.name == setup.name) {
                return Err(OpponentError::Twice(setup.name));
            }
            // It ends when it is dropped.
            Process::start(&setup, &guard, |_| false)?;
            setups.push(setup);
        }
        let names = setups.iter().map(|setup| setup.name.clone()).collect();
        Ok(EngineList { names, setups })
    }
}

/// The engine of a description, without the settings that the page decides.
fn setup(engine: EngineConfig) -> Result<EngineSetup, OpponentError> {
    let decided = [
        (
            "time",
            engine.time.is_some(),
            "a game on the page has its own time",
        ),
        (
            "odds",
            engine.odds.is_some(),
            "a game on the page has its own time",
        ),
        (
            "variant",
            engine.variant.is_some(),
            "the page chooses the variant",
        ),
        (
            "restart",
            engine.restart.is_some(),
            "every game on the page has an engine of its own",
        ),
        (
            "ponder",
            engine.ponder.is_some(),
            "other engines do not ponder on the page",
        ),
    ];
    for (key, is_given, reason) in decided {
        if is_given {
            return Err(OpponentError::Setting { key, reason });
        }
    }
    let engine = EngineConfig {
        protocol: engine.protocol.or(Some(Protocol::Uci)),
        // Every game replaces it.
        time: Some(TimeControl::Move(Duration::from_secs(1))),
        ..engine
    };
    Ok(engine.setup()?)
}

impl Opponents for EngineList {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn start(
        &self,
        number: usize,
        game: &Game,
        pace: Pace,
        report: Reporter,
    ) -> Result<Box<dyn Opponent>, PageError> {
        let setup = self.setups.get(number);
        let setup = setup.ok_or_else(|| PageError::new("There is no such engine."))?;
        let time = match pace {
            Pace::Move(time) => TimeControl::Move(time),
            Pace::Clock { base, increment } => TimeControl::Clock {
                moves: None,
                base,
                increment,
            },
        };
        let limits = ThinkingLimits {
            time,
            ..setup.limits
        };
        let setup = EngineSetup {
            limits,
            ..setup.clone()
        };
        let no_room =
            |error| PageError::new(format!("The system has no room for an engine: {error}."));
        let guard = ProcessGuard::new().map_err(no_room)?;
        let (turns, queue) = mpsc::channel();
        let player = Player {
            setup,
            pace,
            guard: Arc::clone(&guard),
        };
        let game = game.clone();
        let thread = thread::Builder::new().name("other engine".to_owned());
        let thread = thread.spawn(move || player.play(&game, &queue, &report));
        thread.map_err(no_room)?;
        Ok(Box::new(RunningEngine { turns, guard }))
    }
}

/// An engine that plays a game, as a session has it.
struct RunningEngine {
    turns: Sender<Turn>,
    guard: Arc<ProcessGuard>,
}

impl Opponent for RunningEngine {
    fn think(&mut self, turn: Turn) {
        // Its thread reports why it has ended, if it has.
        let _ = self.turns.send(turn);
    }
}

impl Drop for RunningEngine {
    fn drop(&mut self) {
        // The thread of the engine, which may wait for its answer, sees that it has ended.
        self.guard.kill_all();
    }
}

/// The same as its thread has it.
struct Player {
    setup: EngineSetup,
    pace: Pace,
    guard: Arc<ProcessGuard>,
}

impl Player {
    /// Answers until there are no more turns, or the engine fails.
    fn play(&self, game: &Game, turns: &Receiver<Turn>, report: &Reporter) {
        let mut client = match self.connect(game) {
            Ok(client) => client,
            Err(text) => return report(Report::Failed(text)),
        };
        report(Report::Ready);
        while let Ok(turn) = turns.recv() {
            match self.ask(client.as_mut(), &turn) {
                Ok(reply) => report(Report::Answered(reply)),
                Err(text) => return report(Report::Failed(text)),
            }
            client.clear_transcript();
        }
    }

    /// Starts the engine and gives it the game so far.
    ///
    /// # Errors
    /// What it did wrong, after its name.
    fn connect(&self, game: &Game) -> Result<Box<dyn Client>, String> {
        let rules = game.position().rules();
        let client = client::connect(&self.setup, rules, &self.guard);
        let mut client = client.map_err(|error| match error {
            ConnectError::Start(error) => format!("cannot be started: {}", reason(&error)),
            ConnectError::Failed { when, failure, .. } => format!("failed {when}: {failure}"),
        })?;
        match client.new_game(game) {
            Ok(()) => Ok(client),
            Err(failure) => Err(format!("failed at the start of the game: {failure}")),
        }
    }

    /// Its answer in this game.
    ///
    /// # Errors
    /// What it did wrong, after its name.
    fn ask(&self, client: &mut dyn Client, turn: &Turn) -> Result<Reply, String> {
        let position = turn.game.position();
        let answered = client.think(&turn.game, &self.clocks(turn));
        let answered = answered.map_err(|failure| failure.to_string())?;
        match answered.answer {
            Answer::Move { mv, offers_draw } => Ok(Reply::Move {
                made: PlayedMove {
                    mv,
                    score: answered.info.score,
                    reply: None,
                },
                offers_draw,
            }),
            Answer::Resign => Ok(Reply::Resignation),
            Answer::Claim { result, .. }
                if result == GameResult::won_by(Some(!position.side_to_move())) =>
            {
                Ok(Reply::Resignation)
            }
            Answer::Claim {
                result: GameResult::Draw,
                ..
            } if turn.is_draw_offered => Ok(Reply::Draw),
            Answer::Claim { result, text } => Err(format!(
                "claims {result} in an unfinished game: '{}'",
                shortened(&text)
            )),
            Answer::Illegal(text) => Err(format!("makes an illegal move: '{}'", shortened(&text))),
            Answer::Rejection(text) => Err(format!("refuses to continue: '{}'", shortened(&text))),
        }
    }

    /// The clocks as the engine gets them.
    fn clocks(&self, turn: &Turn) -> Clocks {
        let (own, other, increment, moves_to_go) = match (self.pace, turn.left) {
            (Pace::Clock { increment, .. }, Some([own, other])) => (own, other, increment, None),
            (Pace::Clock { base, increment }, None) => (base, base, increment, None),
            (Pace::Move(time), _) => (time, time, Duration::ZERO, Some(1)),
        };
        let left = |remaining| {
            Some(TimeLeft {
                remaining,
                increment,
                moves_to_go,
            })
        };
        Clocks {
            own: left(own),
            other: left(other),
            response_timeout: own.saturating_add(self.setup.response_timeout),
            draw_offered: turn.is_draw_offered,
        }
    }
}

/// Why an engine could not be started, without its place on this machine, which is nothing for a
/// page to know.
fn reason(error: &StartError) -> String {
    match error {
        StartError::NoProgram { .. } => "its program is not found".to_owned(),
        StartError::NotExecutable { .. } => "its program is not executable".to_owned(),
        StartError::NoDirectory { .. } => "its directory is not found".to_owned(),
        StartError::Other { error, .. } => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::position::Position;
    use crate::variants;

    const SECOND: Duration = Duration::from_secs(1);

    fn clocks(settings: &str, pace: Pace, left: Option<[Duration; 2]>) -> Clocks {
        let player = Player {
            setup: setup(settings.parse().unwrap()).unwrap(),
            pace,
            guard: ProcessGuard::new().unwrap(),
        };
        player.clocks(&Turn {
            game: Game::new(Position::start(variants::falcon())),
            left,
            is_draw_offered: true,
        })
    }

    #[test]
    fn an_engine_gets_the_clocks_of_the_game() {
        let pace = Pace::Clock {
            base: 60 * SECOND,
            increment: 2 * SECOND,
        };
        let clocks = clocks(
            "command=x patience=3",
            pace,
            Some([40 * SECOND, 50 * SECOND]),
        );
        let (own, other) = (clocks.own.unwrap(), clocks.other.unwrap());
        assert_eq!((own.remaining, own.increment), (40 * SECOND, 2 * SECOND));
        assert_eq!((own.moves_to_go, other.remaining), (None, 50 * SECOND));
        // Its flag falls before it counts as silent.
        assert_eq!(clocks.response_timeout, 43 * SECOND);
        assert!(clocks.draw_offered);
    }

    #[test]
    fn an_engine_gets_the_time_of_a_move() {
        let clocks = clocks("command=x", Pace::Move(SECOND), None);
        let own = clocks.own.unwrap();
        assert_eq!((own.remaining, own.moves_to_go), (SECOND, Some(1)));
        assert_eq!(clocks.response_timeout, 11 * SECOND);
    }

    #[test]
    fn its_own_limits_are_kept_and_its_protocol_is_uci() {
        let setup = setup("command=a/b.exe nodes=5 depth=6".parse().unwrap()).unwrap();
        assert_eq!((setup.limits.nodes, setup.limits.depth), (Some(5), Some(6)));
        assert_eq!((setup.name.as_str(), setup.protocol), ("b", Protocol::Uci));
    }
}

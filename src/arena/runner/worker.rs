//! The threads that play the games of a match, each with engines of its own.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::board::color::Color;

use crate::arena::client::{self, Client};
use crate::arena::live_games::LiveGames;
use crate::arena::referee::{self, FinishedGame, MatchRules};
use crate::arena::resolved_config::ResolvedConfig;
use crate::arena::results::STRAY;
use crate::arena::schedule::ScheduledGame;

use super::queue::Place;
use super::{Logs, RunError, Stopper};

/// Pauses before the last worker starts engines alone: the threads of the other workers and
/// of their engines end a moment after them.
const ALONE_PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(1)];

/// What a worker reports.
pub(super) enum Message {
    GameStarted(ScheduledGame),
    GameFinished(Box<FinishedGame>, Vec<String>),
    /// It cannot start its engines and leaves its game to the other workers.
    Retired(RunError),
    Failed(RunError),
}

/// State shared by the workers.
pub(super) struct WorkerContext<'a> {
    pub plan: &'a ResolvedConfig,
    pub running: &'a LiveGames,
    pub logs: Logs,
    pub stopper: Stopper,
    /// The engines whose unsolicited lines were reported.
    pub reported: Mutex<HashSet<usize>>,
}

/// The running engines of a worker, by index.
type EngineCache = HashMap<usize, Box<dyn Client>>;

impl WorkerContext<'_> {
    /// Plays games while there are any.
    pub(super) fn run(&self, mut place: Place<'_>, sender: &Sender<Message>) {
        let mut cache = EngineCache::new();
        while !self.stopper.is_stopped() {
            let Some(game) = place.next() else {
                break;
            };
            let scheduled = self.plan.schedule.game(game);
            let mut message = self.play(scheduled, &mut cache, sender);
            if let Message::Retired(error) = message {
                // They would take from other workers what this one lacks.
                quit_all(&mut cache);
                message = match place.put_back(game) {
                    true => Message::Retired(error),
                    false => self.play_alone(scheduled, error, &mut cache, sender),
                };
            }
            if self.stopper.is_stopped() {
                // The engines were killed, so that no result counts.
                break;
            }
            let failed = matches!(message, Message::Failed(_) | Message::Retired(_));
            // The receiver is gone only when the run is over.
            let is_heard = sender.send(message).is_ok();
            if failed || !is_heard {
                break;
            }
        }
        quit_all(&mut cache);
        // Only now can another worker have what these engines used.
        drop(place);
    }

    /// Plays a game for which the engines could not be started while others were running.
    fn play_alone(
        &self,
        game: ScheduledGame,
        error: RunError,
        cache: &mut EngineCache,
        sender: &Sender<Message>,
    ) -> Message {
        let mut message = Message::Retired(error);
        for pause in ALONE_PAUSES {
            thread::sleep(pause);
            if !self.stopper.is_stopped() {
                message = self.play(game, cache, sender);
            }
            if !matches!(message, Message::Retired(_)) {
                break;
            }
        }
        match message {
            Message::Retired(error) => Message::Failed(error),
            message => message,
        }
    }

    fn play(
        &self,
        game: ScheduledGame,
        cache: &mut EngineCache,
        sender: &Sender<Message>,
    ) -> Message {
        let mut players = match self.players(game, cache) {
            Ok(players) => players,
            Err(error @ RunError::Connect(_)) => return Message::Retired(error),
            Err(error) => return Message::Failed(error),
        };
        let _ = sender.send(Message::GameStarted(game));
        let plan = self.plan;
        let setups = [&plan.engines[game.white], &plan.engines[game.black]];
        let configuration = &plan.configuration;
        let match_rules = MatchRules {
            limits: setups.map(|setup| setup.limits),
            time_margin: Duration::from_secs_f64(configuration.margin),
            hang_timeout: Duration::from_secs_f64(configuration.stall),
            flag: configuration.flag.unwrap_or_default(),
            adjudication: configuration.adjudication,
            tablebases: plan.tablebases.as_deref(),
        };
        let names = setups.map(|setup| setup.name.as_str());
        let opening = &plan.openings[game.opening].game;
        self.running.add(game, opening);
        let mut played = {
            let [white, black] = &mut players;
            referee::play(
                game,
                opening,
                names,
                [white.as_mut(), black.as_mut()],
                &match_rules,
                &mut |text| self.running.add_move(game.game, text),
            )
        };
        self.running.remove(game.game);
        if let Ok(played) = &mut played {
            self.report_strays(played, names);
        }
        let is_kept = match (&played, self.logs) {
            (Err(_), _) | (_, Logs::None) => false,
            (Ok(FinishedGame { record, .. }), Logs::Failures) => {
                record.termination.is_failure() || !record.notes.is_empty()
            }
            (Ok(_), Logs::All) => true,
        };
        let mut log = Vec::new();
        for (name, player) in names.iter().zip(&mut players) {
            if is_kept {
                let dialogue = player.drain_transcript();
                log.extend(dialogue.into_iter().map(|line| format!("{name}: {line}")));
            } else {
                player.clear_transcript();
            }
        }
        match played {
            Err(unplayable) => Message::Failed(unplayable.into()),
            Ok(played) => {
                for (index, player) in players.into_iter().enumerate() {
                    if played.failed[index] {
                        drop(player);
                    } else if setups[index].restart {
                        player.quit();
                    } else {
                        cache.insert([game.white, game.black][index], player);
                    }
                }
                Message::GameFinished(Box::new(played), log)
            }
        }
    }

    /// Adds a note about unsolicited lines, once for each engine in a match.
    fn report_strays(&self, played: &mut FinishedGame, names: [&str; 2]) {
        for color in Color::ALL {
            let Some(line) = &played.strays[color.index()] else {
                continue;
            };
            let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
            if reported.insert(played.record.player(color)) {
                let name = names[color.index()];
                let note = format!(
                    "{color} ({name}) {STRAY}: '{line}'; such lines are ignored, and reported once"
                );
                played.record.notes.push(note);
            }
        }
    }

    /// The engines of a game, started if necessary; a worker's other engines
    /// are shut down.
    fn players(
        &self,
        game: ScheduledGame,
        cache: &mut EngineCache,
    ) -> Result<[Box<dyn Client>; 2], RunError> {
        let mut take = |engine: usize| match cache.remove(&engine) {
            Some(client) => Ok(client),
            None => client::connect(
                &self.plan.engines[engine],
                self.plan.rules,
                &self.stopper.guard,
            ),
        };
        let players = [take(game.white)?, take(game.black)?];
        quit_all(cache);
        Ok(players)
    }
}

fn quit_all(cache: &mut EngineCache) {
    for (_, client) in cache.drain() {
        client.quit();
    }
}

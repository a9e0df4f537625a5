//! Plays a tournament: takes the games of the schedule that are not in the
//! results file yet, plays several at a time, and keeps each as it ends.
//!
//! Knows no display: what happens is told to an observer.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::base::files;

use super::client::{self, Client, ConnectError, Guard};
use super::journal::{Header, Journal, JournalError, VERSION};
use super::output::{Output, OutputError};
use super::plan::Plan;
use super::record::GameRecord;
use super::referee::{self, MatchRules, Played, Unplayable};
use super::results::MatchResults;
use super::schedule::{ScheduledGame, Shard};

/// How often summary and report are written while games go on, at most.
const REPORT_EVERY: Duration = Duration::from_secs(20);

/// How often the observer hears that time passes.
const TICK: Duration = Duration::from_millis(500);

/// How a tournament is played here; none of it changes what is played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The directory of results, games, report and logs.
    pub directory: PathBuf,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// Which part of the tournament is played.
    pub shard: Shard,
    /// Of which games the dialogue with the engines is kept.
    pub logs: Logs,
}

/// Of which games the dialogue with the engines is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Logs {
    /// Of none.
    None,
    /// Of those that an engine lost by a failure, and of those with notes.
    #[default]
    Failures,
    /// Of all.
    All,
}

/// Why a tournament cannot be played, or not go on. Games that were finished
/// are kept.
#[derive(Debug, Error)]
pub enum RunError {
    /// The directory cannot be made.
    #[error("{}: {error}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The results file cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Another file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// An engine cannot be started.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// An engine cannot play the game.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// The system refuses a process or a thread.
    #[error("the system gives no processes or threads: {0}")]
    System(io::Error),
}

/// Something that happened.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// Games are about to be played.
    Started,
    /// A game has begun.
    Began(ScheduledGame),
    /// A game has ended and is kept.
    Ended(&'a GameRecord),
    /// Time has passed.
    Tick,
}

/// How playing came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All games were played.
    Complete,
    /// The test is decided; the games that are left are not needed.
    Decided,
    /// Somebody stopped it.
    Stopped,
}

/// Stops a tournament from another thread, at once: all engines are killed,
/// and games that have not ended are played again the next time.
#[derive(Clone, Debug)]
pub struct Stopper {
    stopped: Arc<AtomicBool>,
    guard: Arc<Guard>,
}

impl Stopper {
    /// Stops it.
    ///
    /// ```no_run
    /// # fn example(stopper: peregrine::arena::runner::Stopper) {
    /// stopper.stop();
    /// assert!(stopper.is_stopped());
    /// # }
    /// ```
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        self.guard.kill_all();
    }

    /// Whether somebody has.
    ///
    /// ```no_run
    /// # fn example(stopper: peregrine::arena::runner::Stopper) {
    /// assert!(!stopper.is_stopped());
    /// # }
    /// ```
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }
}

/// A tournament that is about to be played.
#[derive(Debug)]
pub struct Runner {
    plan: Arc<Plan>,
    settings: Settings,
    stopper: Stopper,
    journal: Journal,
    results: MatchResults,
    output: Output,
}

/// What a worker says.
enum Message {
    Began(ScheduledGame),
    Ended(Box<Played>, Vec<String>),
    Failed(RunError),
}

impl Runner {
    /// Gets all ready: tries each engine, opens the results file or makes one,
    /// and brings the other files in line with it.
    ///
    /// # Errors
    /// When an engine does not work or a file cannot be used; then nothing
    /// was changed.
    ///
    /// ```no_run
    /// # use peregrine::arena::{plan::Plan, runner::{RunError, Runner, Settings}};
    /// # fn example(plan: Plan, settings: Settings) -> Result<(), RunError> {
    /// let runner = Runner::open(plan, settings)?;
    /// println!("{} games were played before", runner.results().games().len());
    /// runner.run(&mut |_, _| ())?;
    /// # Ok(()) }
    /// ```
    pub fn open(plan: Plan, settings: Settings) -> Result<Runner, RunError> {
        let guard = Guard::new().map_err(RunError::System)?;
        let mut own_names = Vec::new();
        for engine in &plan.engines {
            let client = client::connect(engine, plan.rules, &guard)?;
            own_names.push(client.own_name().to_owned());
            client.quit();
        }
        let directory = &settings.directory;
        fs::create_dir_all(directory).map_err(|error| RunError::Directory {
            path: directory.clone(),
            error,
        })?;
        let header = Header {
            peregrine_results: VERSION,
            title: plan.configuration.title.clone(),
            shard: settings.shard,
            own_names,
            identity: plan.identity(),
        };
        files::sweep(&directory.join("logs"));
        let (journal, games) = Journal::open(&directory.join("results.jsonl"), &header)?;
        let results = MatchResults::new(header, games);
        let output = Output::open(directory, &results)?;
        let stopper = Stopper {
            stopped: Arc::default(),
            guard,
        };
        Ok(Runner {
            plan: Arc::new(plan),
            settings,
            stopper,
            journal,
            results,
            output,
        })
    }

    /// What stops it.
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// How it stands.
    pub fn results(&self) -> &MatchResults {
        &self.results
    }

    /// Plays the games that are left, and says how that ended and how the
    /// tournament stands then.
    ///
    /// # Errors
    /// When an engine cannot be started any more or a file cannot be written.
    /// What was finished before is kept.
    pub fn run(
        mut self,
        observer: &mut dyn FnMut(&MatchResults, Event<'_>),
    ) -> Result<(End, MatchResults), RunError> {
        let played: HashSet<usize> = self.results.games().keys().copied().collect();
        let left = self
            .plan
            .schedule
            .part(self.settings.shard)
            .filter(move |game| !played.contains(game));
        let count = self.results.scheduled() - self.results.games().len();
        let workers = self.settings.concurrency.clamp(1, count.max(1));
        let queue: Queue = Mutex::new(Box::new(left));
        let plan = Arc::clone(&self.plan);
        let work = Work {
            plan: &plan,
            logs: self.settings.logs,
            queue: &queue,
            stopper: self.stopper.clone(),
        };
        observer(&self.results, Event::Started);
        let end = thread::scope(|scope| {
            let (sender, messages) = mpsc::channel();
            if !self.results.is_decided() {
                for number in 0..workers {
                    let (work, sender) = (&work, sender.clone());
                    thread::Builder::new()
                        .name(format!("game {}", number + 1))
                        .spawn_scoped(scope, move || work.run(&sender))
                        .map_err(|error| {
                            self.stopper.stop();
                            RunError::System(error)
                        })?;
                }
            }
            drop(sender);
            let listened = self.listen(&messages, observer);
            if listened.is_err() {
                self.stopper.stop();
            }
            listened
        })?;
        self.output.finish(&self.results)?;
        Ok((end, self.results))
    }

    /// Takes what the workers say until the last of them has ended.
    fn listen(
        &mut self,
        messages: &mpsc::Receiver<Message>,
        observer: &mut dyn FnMut(&MatchResults, Event<'_>),
    ) -> Result<End, RunError> {
        let mut reported = Instant::now();
        let mut is_open = !self.results.is_decided();
        loop {
            match messages.recv_timeout(TICK) {
                Ok(Message::Began(game)) => observer(&self.results, Event::Began(game)),
                // What still comes in after the end is not needed.
                Ok(Message::Ended(..)) if !is_open => (),
                Ok(Message::Ended(played, log)) => {
                    let record = played.record;
                    self.journal.append(&record)?;
                    self.output.append(&self.results, &record, &log)?;
                    self.results.add(record.clone());
                    observer(&self.results, Event::Ended(&record));
                    if self.results.is_decided() {
                        is_open = false;
                        self.stopper.stop();
                    } else if reported.elapsed() >= REPORT_EVERY {
                        self.output.report(&self.results)?;
                        reported = Instant::now();
                    }
                }
                Ok(Message::Failed(error)) => return Err(error),
                Err(RecvTimeoutError::Timeout) => observer(&self.results, Event::Tick),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(if self.results.is_decided() {
            End::Decided
        } else if self.stopper.is_stopped() {
            End::Stopped
        } else {
            End::Complete
        })
    }
}

/// The games that are left to be played, in order.
type Queue = Mutex<Box<dyn Iterator<Item = usize> + Send>>;

/// What the workers share.
struct Work<'a> {
    plan: &'a Plan,
    logs: Logs,
    queue: &'a Queue,
    stopper: Stopper,
}

/// The engines of a worker, by their numbers.
type EngineCache = HashMap<usize, Box<dyn Client>>;

impl Work<'_> {
    /// Plays games as long as there are some.
    fn run(&self, sender: &Sender<Message>) {
        let mut cache = EngineCache::new();
        while !self.stopper.is_stopped() {
            let next = self
                .queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next();
            let Some(game) = next else {
                break;
            };
            let message = self.play(self.plan.schedule.game(game), &mut cache, sender);
            if self.stopper.is_stopped() {
                // The engines were killed: nobody has lost by that.
                break;
            }
            let failed = matches!(message, Message::Failed(_));
            // Nobody listens any more only if playing has come to its end.
            let is_heard = sender.send(message).is_ok();
            if failed || !is_heard {
                break;
            }
        }
        for (_, client) in cache {
            client.quit();
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
            Err(error) => return Message::Failed(error),
        };
        let _ = sender.send(Message::Began(game));
        let plan = self.plan;
        let setups = [&plan.engines[game.white], &plan.engines[game.black]];
        let configuration = &plan.configuration;
        let match_rules = MatchRules {
            limits: setups.map(|setup| setup.limits),
            time_margin: Duration::from_secs_f64(configuration.margin),
            hang_timeout: Duration::from_secs_f64(configuration.stall),
            adjudication: configuration.adjudication,
            tablebases: plan.tablebases.as_deref(),
        };
        let names = setups.map(|setup| setup.name.as_str());
        let opening = &plan.openings[game.opening].game;
        let played = {
            let [white, black] = &mut players;
            referee::play(
                game,
                opening,
                names,
                [white.as_mut(), black.as_mut()],
                &match_rules,
            )
        };
        let is_kept = match (&played, self.logs) {
            (Err(_), _) | (_, Logs::None) => false,
            (Ok(Played { record, .. }), Logs::Failures) => {
                record.termination.is_failure() || !record.notes.is_empty()
            }
            (Ok(_), Logs::All) => true,
        };
        let mut log = Vec::new();
        for (name, player) in names.iter().zip(&mut players) {
            if is_kept {
                let dialogue = player.take_dialogue();
                log.extend(dialogue.into_iter().map(|line| format!("{name}: {line}")));
            } else {
                player.forget_dialogue();
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
                Message::Ended(Box::new(played), log)
            }
        }
    }

    /// The engines of a game, started if they are not there; others leave.
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
        for (_, client) in cache.drain() {
            client.quit();
        }
        Ok(players)
    }
}

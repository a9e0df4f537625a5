//! Plays a match: takes the scheduled games that are not yet in the
//! results file, plays several at a time, and records each as it ends.
//!
//! Must not print anything: progress is reported to an observer.

mod queue;
mod worker;

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::base::files;
use crate::base::plural::counted;

use super::client::{self, ConnectError, ProcessGuard};
use super::journal::{self, FileState, Header, Journal, JournalError, VERSION};
use super::live_games::{LiveGames, LiveGamesFile};
use super::output::{Output, OutputError};
use super::record::GameRecord;
use super::referee::UnplayableError;
use super::resolved_config::ResolvedConfig;
use super::results::MatchResults;
use super::schedule::{ScheduledGame, Shard};

use queue::{Place, Queue};
use worker::{Message, WorkerContext};

/// The name of the results file.
const RESULTS: &str = "results.jsonl";

/// Minimum time between updates of summary and report while games are running.
const REPORT_EVERY: Duration = Duration::from_secs(20);

/// How often the observer receives a [`Event::Tick`].
const TICK: Duration = Duration::from_millis(500);

/// How a match is run on this machine; none of it affects the games.
#[derive(Clone, Debug)]
pub struct RunSettings {
    /// The directory for results, games, report and logs.
    pub directory: PathBuf,
    /// Number of games played at the same time.
    pub concurrency: usize,
    /// The part of the match to play.
    pub shard: Shard,
    /// The games whose transcripts are logged.
    pub logs: Logs,
}

/// The games whose transcripts are logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Logs {
    /// No games.
    None,
    /// Games lost through an engine failure, and games with notes.
    #[default]
    Failures,
    /// All games.
    All,
}

/// Why a match cannot start or continue. Finished games are kept.
#[derive(Debug, Error)]
pub enum RunError {
    /// The directory cannot be created.
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
    /// Another program changed the results file.
    #[error(
        "{} was {change} while the match was running; it is left as it is. {saved}",
        path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// What happened to it.
        change: &'static str,
        /// Where the games of this match are now.
        saved: String,
    },
    /// An engine cannot play the variant.
    #[error(transparent)]
    Unplayable(#[from] UnplayableError),
    /// The operating system has no process or thread to spare.
    #[error("cannot start a process or thread: {0}")]
    System(io::Error),
}

/// Something that happened, for the observer.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The games are about to start.
    Started,
    /// A game has begun.
    GameStarted(ScheduledGame),
    /// A game has ended and was recorded.
    GameFinished(&'a GameRecord),
    /// A warning for the user.
    Warning(&'a str),
    /// Time has passed without other events.
    Tick,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// All games have been played.
    Complete,
    /// The test is decided; the remaining games are not needed.
    Decided,
    /// It was stopped.
    Stopped,
}

/// Stops a match immediately from another thread: all engines are killed,
/// and unfinished games start again in the next run.
#[derive(Clone, Debug)]
pub(crate) struct Stopper {
    stopped: Arc<AtomicBool>,
    guard: Arc<ProcessGuard>,
}

impl Stopper {
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        self.guard.kill_all();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }
}

/// A match ready to run.
#[derive(Debug)]
pub struct Runner {
    plan: Arc<ResolvedConfig>,
    settings: RunSettings,
    stopper: Stopper,
    journal: Journal,
    results: MatchResults,
    output: Output,
}

impl Runner {
    /// Prepares the run: tries each engine, opens or creates the results file,
    /// and brings the other files in line with it.
    ///
    /// # Errors
    /// When an engine does not work or a file cannot be used; nothing is
    /// changed then.
    ///
    /// ```no_run
    /// # use peregrine::arena::{resolved_config::ResolvedConfig, runner::{RunError, Runner, RunSettings}};
    /// # fn example(plan: ResolvedConfig, settings: RunSettings) -> Result<(), RunError> {
    /// let runner = Runner::open(plan, settings)?;
    /// println!("{} games were played before", runner.results().games().len());
    /// runner.run(&mut |_, _| ())?;
    /// # Ok(()) }
    /// ```
    pub fn open(mut plan: ResolvedConfig, settings: RunSettings) -> Result<Runner, RunError> {
        let guard = ProcessGuard::new().map_err(RunError::System)?;
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
        let path = directory.join(RESULTS);
        let flag = &mut plan.configuration.flag;
        *flag = flag.or_else(|| journal::flag_rule(&path));
        let header = Header {
            peregrine_results: VERSION,
            title: plan.configuration.title.clone(),
            shard: settings.shard,
            own_names,
            identity: plan.identity(),
        };
        files::sweep(&directory.join("logs"));
        let (journal, games) = Journal::open(&path, &header)?;
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

    /// A handle that stops the match.
    pub(crate) fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// The results so far.
    pub fn results(&self) -> &MatchResults {
        &self.results
    }

    /// Plays the remaining games, and returns how the run ended and the
    /// results.
    ///
    /// # Errors
    /// When an engine can no longer be started or a file cannot be written.
    /// Finished games are kept.
    pub fn run(
        mut self,
        observer: &mut dyn FnMut(&MatchResults, Event<'_>),
    ) -> Result<(RunEnd, MatchResults), RunError> {
        let played: HashSet<usize> = self.results.games().keys().copied().collect();
        let left = self
            .plan
            .schedule
            .games_of_shard(self.settings.shard)
            .filter(move |game| !played.contains(game));
        let count = self.results.scheduled() - self.results.games().len();
        let workers = self.settings.concurrency.clamp(1, count.max(1));
        let queue = Queue::new(left);
        let plan = Arc::clone(&self.plan);
        let running = LiveGames::default();
        let work = WorkerContext {
            plan: &plan,
            running: &running,
            logs: self.settings.logs,
            stopper: self.stopper.clone(),
            reported: Mutex::new(self.results.reported_strays()),
        };
        observer(&self.results, Event::Started);
        let end = thread::scope(|scope| {
            let (sender, messages) = mpsc::channel();
            if !self.results.is_decided() {
                // All have their places before the first can fail and take itself for the last.
                let places: Vec<Place<'_>> = (0..workers).map(|_| queue.enter()).collect();
                for (number, place) in places.into_iter().enumerate() {
                    let (work, sender) = (&work, sender.clone());
                    let started = thread::Builder::new()
                        .name(format!("game {}", number + 1))
                        .spawn_scoped(scope, move || work.run(place, &sender));
                    match started {
                        Ok(_) => {}
                        Err(error) if number == 0 => return Err(RunError::System(error)),
                        Err(error) => {
                            let remark = fewer_games(&RunError::System(error));
                            observer(&self.results, Event::Warning(&remark));
                            break;
                        }
                    }
                }
            }
            drop(sender);
            let listened = self.listen(&messages, &running, observer);
            if listened.is_err() {
                self.stopper.stop();
            }
            listened
        })?;
        self.watch_files(observer)?;
        self.output.finish(&self.results)?;
        Ok((end, self.results))
    }

    /// Handles messages until the last worker has ended.
    fn listen(
        &mut self,
        messages: &mpsc::Receiver<Message>,
        running: &LiveGames,
        observer: &mut dyn FnMut(&MatchResults, Event<'_>),
    ) -> Result<RunEnd, RunError> {
        let mut reported = Instant::now();
        let mut is_open = !self.results.is_decided();
        let mut file = LiveGamesFile::new(&self.settings.directory);
        loop {
            file.update(running);
            match messages.recv_timeout(TICK) {
                Ok(Message::GameStarted(game)) => observer(&self.results, Event::GameStarted(game)),
                // Games that end after the run is over are dropped.
                Ok(Message::GameFinished(..)) if !is_open => (),
                Ok(Message::GameFinished(played, log)) => {
                    let record = played.record;
                    self.watch_files(observer)?;
                    self.journal.append(&record)?;
                    self.output.append(&self.results, &record, &log)?;
                    self.results.add(record.clone());
                    observer(&self.results, Event::GameFinished(&record));
                    if self.results.is_decided() {
                        is_open = false;
                        self.stopper.stop();
                    } else if reported.elapsed() >= REPORT_EVERY {
                        self.output.report(&self.results)?;
                        reported = Instant::now();
                    }
                }
                Ok(Message::Retired(error)) => {
                    observer(&self.results, Event::Warning(&fewer_games(&error)));
                }
                Ok(Message::Failed(error)) => return Err(error),
                Err(RecvTimeoutError::Timeout) => {
                    self.watch_files(observer)?;
                    observer(&self.results, Event::Tick);
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(if self.results.is_decided() {
            RunEnd::Decided
        } else if self.stopper.is_stopped() {
            RunEnd::Stopped
        } else {
            RunEnd::Complete
        })
    }
}

impl Runner {
    /// Checks that the files are those that were written. A results file that was removed
    /// is written again; if it was changed, the match ends.
    fn watch_files(
        &mut self,
        observer: &mut dyn FnMut(&MatchResults, Event<'_>),
    ) -> Result<(), RunError> {
        let directory = self.settings.directory.clone();
        let path = directory.join(RESULTS);
        let change = match self.journal.file_state() {
            FileState::Whole => None,
            FileState::Removed => {
                fs::create_dir_all(&directory).map_err(|error| RunError::Directory {
                    path: directory.clone(),
                    error,
                })?;
                let content = self.results.content().map_err(RunError::System)?;
                self.journal.restore(&content)?;
                let games = counted(self.results.games().len(), "game", "games");
                let remark = format!(
                    "{} was removed while the match was running; it was written again, with all {games}",
                    path.display()
                );
                observer(&self.results, Event::Warning(&remark));
                None
            }
            FileState::Replaced => Some("replaced"),
            FileState::Altered => Some("changed"),
        };
        if let Some(change) = change {
            return Err(RunError::Changed {
                path,
                change,
                saved: self.save_elsewhere(),
            });
        }
        if !self.output.is_whole() {
            self.output = Output::open(&directory, &self.results)?;
            let remark = format!(
                "{} was removed or changed while the match was running; it was written again",
                directory.join("games.pgn").display()
            );
            observer(&self.results, Event::Warning(&remark));
        }
        Ok(())
    }

    /// Saves the games in a new file, and returns a sentence with its path.
    fn save_elsewhere(&self) -> String {
        let games = counted(self.results.games().len(), "game", "games");
        let saved = self.results.content().and_then(|content| {
            let names = (1..=1000).map(|number| format!("results-saved-{number}.jsonl"));
            for path in names.map(|name| self.settings.directory.join(name)) {
                match files::create(&path, &content) {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                    created => return created.map(|()| path),
                }
            }
            Err(io::ErrorKind::AlreadyExists.into())
        });
        match saved {
            Ok(path) => format!(
                "The {games} of this match are in {}; under the name {RESULTS} in a directory of \
                 its own, that file can be resumed",
                path.display()
            ),
            Err(error) => format!("The {games} of this match could not be saved: {error}"),
        }
    }
}

/// The warning that fewer games are played at a time than requested.
fn fewer_games(error: &RunError) -> String {
    format!("warning: fewer games at a time than --concurrency says: {error}")
}

//! The engine between the search and the protocols: values in, callbacks out.
//!
//! An [`Engine`] owns its memory and its threads and has no global state, so
//! several engines can live in one process. The game belongs to its owner, who
//! passes it to each search. A search runs in the background and reports to a
//! callback; the owner can stop it, pause it, or tell it that the opponent has
//! played the expected move. Text belongs to the protocols: nothing here may
//! format or parse it.

mod allocate;
mod book_choice;
#[cfg(feature = "separate-data")]
mod files;
mod launched_workers;
mod network;
mod slices;
mod start;
mod thread_pool;

use std::io;
#[cfg(feature = "tablebases")]
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use crate::eval::{Evaluator, Explanation};
use crate::position::Position;
use crate::rules::Rules;
use crate::search::tt::TranspositionTable;
use crate::search::{
    EvaluationNoise, Info, Level, SearchProgress, SearchResult, Signals, Tunables, Worker,
};
#[cfg(feature = "tablebases")]
use crate::tablebase::TableFileError;
use crate::tablebase::{TableValue, Tablebases};

pub use book_choice::BookChoice;
#[cfg(feature = "separate-data")]
pub use files::missing_files;
pub use slices::Wakeup;
pub use thread_pool::STACK;

use network::NetworkChoice;
use slices::SlicedSearch;
use thread_pool::ThreadPool;

/// The largest transposition table, in MiB.
pub const MAX_HASH: usize = 1 << 20;

/// The largest number of search threads.
pub const MAX_THREADS: usize = 256;

/// What a search passes to its callback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// New information about one line of play.
    Info(Info),
    /// The search has ended; nothing follows.
    Finished(SearchResult),
}

/// The options of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Size of the transposition table in MiB, 1 to [`MAX_HASH`].
    pub hash: usize,
    /// Number of search threads, 1 to [`MAX_THREADS`].
    pub threads: usize,
    /// How many lines are searched and reported (MultiPV), at least 1.
    pub lines: usize,
    /// Time reserved per move for delays outside the engine.
    pub move_overhead: Duration,
    /// Playing strength. Infinite searches and searches for a mate always run at
    /// full strength; a lower level uses one thread.
    pub level: Level,
    /// Seed of the evaluation noise at lower levels; games with the same seed get
    /// the same noise.
    pub seed: u64,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            hash: 64,
            threads: 1,
            lines: 1,
            move_overhead: Duration::from_millis(30),
            level: Level::FULL,
            seed: 0,
        }
    }
}

impl EngineOptions {
    /// The nearest options within their ranges.
    fn clamped(self) -> EngineOptions {
        EngineOptions {
            hash: self.hash.clamp(1, MAX_HASH),
            threads: self.threads.clamp(1, MAX_THREADS),
            lines: self.lines.max(1),
            ..self
        }
    }
}

/// A search that has been started.
struct Running {
    signals: Arc<Signals>,
    job: Job,
}

/// Where a search runs.
enum Job {
    /// In the background. The receiver returns the workers when the search has ended.
    Background(Receiver<Vec<Worker>>),
    /// On the thread of the owner, one slice after another.
    Sliced(Box<SlicedSearch>),
}

/// An engine: memory, threads, and at most one search at a time.
pub struct Engine {
    rules: &'static Rules,
    options: EngineOptions,
    tunables: Tunables,
    table: Arc<TranspositionTable>,
    tablebases: Arc<Tablebases>,
    #[cfg(feature = "tablebases")]
    tablebase_folder: Option<PathBuf>,
    #[cfg(feature = "tablebases")]
    tablebase_errors: Vec<TableFileError>,
    network_choice: NetworkChoice,
    /// How many files of `data/` had been given when they were last looked at.
    #[cfg(feature = "separate-data")]
    given_files: u64,
    workers: Vec<Worker>,
    /// The evaluation noise behind the contents of the table and the workers.
    noise: Option<EvaluationNoise>,
    /// The search threads; the first one runs the main worker.
    thread_pool: ThreadPool,
    /// The threads requested, or as many as the system has granted.
    granted_threads: usize,
    /// Whether they are fewer than requested and this has not been reported.
    shortage_unreported: bool,
    /// Whether the system has not granted even one thread.
    has_no_thread: bool,
    running: Option<Running>,
}

impl Engine {
    /// An engine for positions under these rules.
    ///
    /// ```
    /// use peregrine::{engine::Engine, variants};
    /// let rules = variants::falcon();
    /// assert!(!Engine::new(rules).is_searching());
    /// ```
    pub fn new(rules: &'static Rules) -> Engine {
        Engine::with_tunables(rules, Tunables::default())
    }

    /// An engine with its own parameters of search and evaluation.
    ///
    /// ```
    /// use peregrine::{engine::Engine, search::Tunables, variants};
    /// let rules = variants::falcon();
    /// let mut tunables = Tunables::default();
    /// tunables.search.null_move_reduction = 3;
    /// let engine = Engine::with_tunables(rules, tunables);
    /// ```
    pub fn with_tunables(rules: &'static Rules, tunables: Tunables) -> Engine {
        let options = EngineOptions::default();
        let (table, hash) = max_table(options.hash);
        Engine::with_table(rules, tunables, EngineOptions { hash, ..options }, table)
    }

    /// An engine with these options. Unlike [`set_options`](Engine::set_options) it never
    /// holds two transposition tables. Values out of range are clamped.
    ///
    /// # Errors
    /// When a transposition table of that size cannot be allocated.
    ///
    /// ```
    /// use peregrine::{engine::{Engine, EngineOptions}, search::Tunables, variants};
    /// let options = EngineOptions { hash: 1, ..EngineOptions::default() };
    /// let engine = Engine::with_options(variants::falcon(), Tunables::default(), options)?;
    /// assert_eq!(engine.options().hash, 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn with_options(
        rules: &'static Rules,
        tunables: Tunables,
        options: EngineOptions,
    ) -> io::Result<Engine> {
        let options = options.clamped();
        let table = TranspositionTable::new(options.hash)?;
        Ok(Engine::with_table(rules, tunables, options, table))
    }

    fn with_table(
        rules: &'static Rules,
        tunables: Tunables,
        options: EngineOptions,
        table: TranspositionTable,
    ) -> Engine {
        Engine {
            rules,
            options,
            tunables,
            table: Arc::new(table),
            tablebases: Arc::new(Tablebases::built_in(rules)),
            #[cfg(feature = "tablebases")]
            tablebase_folder: None,
            #[cfg(feature = "tablebases")]
            tablebase_errors: Vec::new(),
            network_choice: NetworkChoice::built_in(rules),
            #[cfg(feature = "separate-data")]
            given_files: crate::base::data_file::count(),
            workers: Vec::new(),
            noise: None,
            thread_pool: ThreadPool::default(),
            granted_threads: options.threads,
            shortage_unreported: false,
            has_no_thread: false,
            running: None,
        }
    }

    /// The current options.
    pub fn options(&self) -> EngineOptions {
        self.options
    }

    /// Stops any running search and changes the options. Values out of range are
    /// clamped.
    ///
    /// # Errors
    /// When a transposition table of that size cannot be allocated; nothing changes
    /// then.
    ///
    /// ```
    /// # use peregrine::engine::{Engine, EngineOptions};
    /// # let rules = peregrine::variants::rules("chess").unwrap();
    /// let mut engine = Engine::new(rules);
    /// engine.set_options(EngineOptions { threads: 2, ..engine.options() }).unwrap();
    /// assert_eq!(engine.options().threads, 2);
    /// ```
    pub fn set_options(&mut self, options: EngineOptions) -> io::Result<()> {
        self.stop();
        let options = options.clamped();
        if options.hash != self.options.hash {
            self.table = Arc::new(TranspositionTable::new(options.hash)?);
        }
        if options.threads != self.options.threads || options.hash != self.options.hash {
            self.granted_threads = options.threads;
        }
        self.options = options;
        self.workers.truncate(options.threads);
        Ok(())
    }

    /// Changes only the number of lines that are searched and reported.
    ///
    /// # Errors
    /// The same as those of [`set_options`](Engine::set_options).
    pub fn set_lines(&mut self, lines: usize) -> io::Result<()> {
        self.set_options(EngineOptions {
            lines,
            ..self.options
        })
    }

    /// The rules of the positions that the engine is ready to search.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Stops any running search. If the rules differ from those before, forgets
    /// everything learned and loads the tablebases for them. The next search would do
    /// the same.
    ///
    /// ```
    /// # use peregrine::{engine::Engine, variants};
    /// let mut engine = Engine::new(variants::falcon());
    /// engine.set_rules(variants::rules("chess").unwrap());
    /// assert_eq!(engine.rules().variant(), "chess");
    /// ```
    pub fn set_rules(&mut self, rules: &'static Rules) {
        self.stop();
        if rules == self.rules() {
            self.network_choice.defer_report();
            return;
        }
        let tablebases = self.tablebases_for(rules);
        self.rules = rules;
        self.use_tablebases(tablebases);
        self.update_network();
    }

    /// The built-in tables for these rules, and those of the folder.
    #[cfg(feature = "tablebases")]
    fn tablebases_for(&mut self, rules: &'static Rules) -> Tablebases {
        let mut tablebases = Tablebases::built_in(rules);
        if let Some(folder) = self.tablebase_folder.take() {
            match tablebases.add_folder(&folder) {
                Ok(errors) => {
                    self.tablebase_errors.extend(errors);
                    self.tablebase_folder = Some(folder);
                }
                Err(error) => {
                    let file = folder;
                    self.tablebase_errors
                        .push(TableFileError::Io { file, error });
                }
            }
        }
        tablebases
    }

    #[cfg(not(feature = "tablebases"))]
    fn tablebases_for(&mut self, rules: &'static Rules) -> Tablebases {
        Tablebases::built_in(rules)
    }

    /// Stops any running search and forgets everything learned: searches of the same
    /// position after this give the same result.
    pub fn clear(&mut self) {
        self.stop();
        let rules = self.rules();
        self.table.clear();
        self.workers.retain(|worker| worker.rules() == rules);
        for worker in &mut self.workers {
            worker.clear();
        }
    }

    /// Stops any running search and uses the tablebases in a folder, if one is given,
    /// besides the built-in ones. Unusable files are skipped and reported by
    /// [`drain_tablebase_errors`](Engine::drain_tablebase_errors).
    ///
    /// ```
    /// # let rules = peregrine::variants::falcon();
    /// let mut engine = peregrine::engine::Engine::new(rules);
    /// assert!(engine.set_tablebase_folder(Some("no such folder".into())).is_err());
    /// engine.set_tablebase_folder(None).unwrap();
    /// ```
    ///
    /// # Errors
    /// When the folder cannot be read; nothing changes then.
    #[cfg(feature = "tablebases")]
    pub fn set_tablebase_folder(&mut self, folder: Option<PathBuf>) -> io::Result<()> {
        self.stop();
        let mut tablebases = Tablebases::built_in(self.rules());
        if let Some(folder) = &folder {
            let errors = tablebases.add_folder(folder)?;
            self.tablebase_errors.extend(errors);
        }
        self.tablebase_folder = folder;
        self.use_tablebases(tablebases);
        Ok(())
    }

    fn use_tablebases(&mut self, tablebases: Tablebases) {
        self.tablebases = Arc::new(tablebases);
        // Stored scores may contradict the new tablebases.
        self.clear();
    }

    /// Errors found in tablebase files since the last call.
    #[cfg(feature = "tablebases")]
    pub fn drain_tablebase_errors(&mut self) -> Vec<TableFileError> {
        let mut faults = std::mem::take(&mut self.tablebase_errors);
        faults.extend(self.tablebases.take_error());
        faults
    }

    /// The tablebase value of a position, if there is a table for it; none under other
    /// rules than those of the engine.
    pub fn probe_tablebase(&self, position: &Position) -> Option<TableValue> {
        if position.rules() != self.rules() {
            return None;
        }
        self.tablebases.probe(position)
    }

    /// Whether a search is running; `false` once it has ended by itself.
    pub fn is_searching(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|running| !running.signals.has_ended())
    }

    /// The static evaluation of a position, term by term, and the score of the
    /// network if one evaluates.
    ///
    /// ```
    /// # use peregrine::{engine::Engine, position::Position, variants};
    /// # let rules = variants::falcon();
    /// let start = Position::start(rules);
    /// assert!(Engine::new(rules).explain(&start).total().abs() < 150);
    /// ```
    pub fn explain(&self, position: &Position) -> Explanation {
        let rules = position.rules();
        let mut evaluator = Evaluator::with_weights(rules, &self.tunables.evaluation);
        let network = self
            .network()
            .filter(|network| network.check_game(rules).is_ok());
        evaluator.set_network(network.cloned(), 0);
        evaluator.explain(position)
    }

    /// Stops any running search and waits until it has reported its result.
    pub fn stop(&mut self) {
        self.signal_stop();
        self.wait();
    }

    /// Tells any running search to stop, without waiting.
    pub fn signal_stop(&self) {
        if let Some(running) = &self.running {
            running.signals.stop();
        }
    }

    /// Waits for any running search to end. One [in slices](Engine::start_in_slices) ends with
    /// what it has found.
    pub fn wait(&mut self) {
        let Some(running) = self.running.take() else {
            return;
        };
        match running.job {
            Job::Background(done) => {
                let workers = done.recv();
                // If one thread has panicked, the others must still end.
                running.signals.stop();
                self.workers = workers.expect("no thread of the search panics");
            }
            Job::Sliced(search) => self.workers = search.end(),
        }
    }

    /// Tells a pondering search that the opponent has played the expected move: its
    /// time starts to count.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.signals.ponder_hit();
        }
    }

    /// Pauses or resumes a running search; a pause does not count as search time.
    pub fn set_paused(&self, paused: bool) {
        if let Some(running) = &self.running {
            running.signals.set_paused(paused);
        }
    }

    /// The progress of a running search.
    pub fn progress(&self) -> Option<SearchProgress> {
        self.running
            .as_ref()
            .map(|running| running.signals.progress())
    }
}

/// A transposition table of this size in MiB, or the largest for which there is memory, and
/// its size.
fn max_table(mut hash: usize) -> (TranspositionTable, usize) {
    loop {
        match TranspositionTable::new(hash) {
            Ok(table) => return (table, hash),
            Err(error) if hash == 0 => {
                panic!("no memory for the smallest transposition table: {error}")
            }
            Err(_) => hash /= 2,
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Dropping the thread pool waits for its jobs.
        self.signal_stop();
    }
}

//! The engine between search and protocols: values in, callbacks out, no text.
//!
//! An [`Engine`] owns its game, its memory and its threads, and nothing of it
//! is global: several engines can live in one process. A search runs in the
//! background and tells what it finds to a callback; the owner may stop it,
//! pause it or tell it that the opponent has played the expected move.

mod prepare;
mod thread_pool;

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::eval::{Evaluator, Explanation};
use crate::position::Position;
use crate::position::game::Game;
use crate::rules::Rules;
use crate::search::tt::TranspositionTable;
use crate::search::{
    Budget, Context, Control, EvaluationNoise, Info, Level, Limits, Progress, SearchResult,
    SharedState, Tunables, Worker,
};
use crate::tablebase::{self, TableFileError, Tablebases};

use thread_pool::ThreadPool;

/// The largest transposition table that can be asked for, in MiB.
pub const MAX_HASH: usize = 1 << 20;

/// The most threads that can be asked for.
pub const MAX_THREADS: usize = 256;

/// What a running search says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// News about one line of play.
    Info(Info),
    /// The search has ended; nothing follows.
    Finished(SearchResult),
}

/// How an engine works, apart from the game it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Size of the transposition table in MiB, 1 to [`MAX_HASH`].
    pub hash: usize,
    /// Number of search threads, 1 to [`MAX_THREADS`].
    pub threads: usize,
    /// How many lines are searched and reported, at least 1.
    pub lines: usize,
    /// Time kept in hand each move for what happens outside the engine.
    pub move_overhead: Duration,
    /// How strong it plays. Analysis, a search without end or for a mate, is
    /// always done at full strength, and less than that with one thread.
    pub level: Level,
    /// What the misjudgements of a lower level follow from: the same in every
    /// game with the same number.
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

/// A search in the background.
struct Running {
    control: Arc<Control>,
    /// The workers, when the search has ended.
    done: Receiver<Vec<Worker>>,
}

/// An engine: a game, memory, and at most one search at a time.
pub struct Engine {
    options: EngineOptions,
    tunables: Tunables,
    game: Game,
    table: Arc<TranspositionTable>,
    tablebases: Arc<Tablebases>,
    tablebase_folder: Option<PathBuf>,
    tablebase_faults: Vec<TableFileError>,
    workers: Vec<Worker>,
    /// How what is remembered was judged.
    noise: Option<EvaluationNoise>,
    /// The threads of the workers, the first of which leads.
    thread_pool: ThreadPool,
    /// The threads asked for, or as many as the system has given.
    most_threads: usize,
    /// They are fewer, and nobody has been told.
    is_short: bool,
    running: Option<Running>,
}

impl Engine {
    /// An engine at the start of a game.
    ///
    /// ```
    /// use peregrine::{engine::Engine, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// assert!(!Engine::new(rules).is_searching());
    /// ```
    pub fn new(rules: &'static Rules) -> Engine {
        Engine::with_tunables(rules, Tunables::default())
    }

    /// An engine at the start of a game that searches and judges by other
    /// numbers than the usual ones.
    ///
    /// ```
    /// use peregrine::{engine::Engine, search::Tunables, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let mut tunables = Tunables::default();
    /// tunables.search.null_move_reduction = 3;
    /// let engine = Engine::with_tunables(rules, tunables);
    /// ```
    pub fn with_tunables(rules: &'static Rules, tunables: Tunables) -> Engine {
        let options = EngineOptions::default();
        let (hash, table) =
            std::iter::successors(Some(options.hash), |hash| (*hash > 0).then_some(hash / 2))
                .find_map(|hash| Some((hash, TranspositionTable::new(hash).ok()?)))
                .expect("there is memory for the smallest of tables");
        Engine {
            options: EngineOptions { hash, ..options },
            tunables,
            game: Game::new(Position::start(rules)),
            table: Arc::new(table),
            tablebases: Arc::new(Tablebases::built_in(rules)),
            tablebase_folder: None,
            tablebase_faults: Vec::new(),
            workers: Vec::new(),
            noise: None,
            thread_pool: ThreadPool::default(),
            most_threads: options.threads,
            is_short: false,
            running: None,
        }
    }

    /// How the engine works.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(peregrine::engine::Engine::new(rules).options().threads, 1);
    /// ```
    pub fn options(&self) -> EngineOptions {
        self.options
    }

    /// Changes how the engine works, after stopping a running search. Values
    /// out of range are taken to the nearest in range.
    ///
    /// # Errors
    /// When there is no memory for a transposition table of that size; nothing
    /// has changed then.
    ///
    /// ```
    /// # use peregrine::engine::{Engine, EngineOptions};
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let mut engine = Engine::new(rules);
    /// engine.set_options(EngineOptions { threads: 2, ..engine.options() }).unwrap();
    /// assert_eq!(engine.options().threads, 2);
    /// ```
    pub fn set_options(&mut self, options: EngineOptions) -> io::Result<()> {
        self.stop();
        let options = EngineOptions {
            hash: options.hash.clamp(1, MAX_HASH),
            threads: options.threads.clamp(1, MAX_THREADS),
            lines: options.lines.max(1),
            ..options
        };
        if options.hash != self.options.hash {
            self.table = Arc::new(TranspositionTable::new(options.hash)?);
        }
        if options.threads != self.options.threads || options.hash != self.options.hash {
            self.most_threads = options.threads;
        }
        self.options = options;
        self.workers.truncate(options.threads);
        Ok(())
    }

    /// Changes only how many of the best moves are searched and reported.
    ///
    /// # Errors
    /// As those of [`set_options`](Engine::set_options).
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let mut engine = peregrine::engine::Engine::new(rules);
    /// engine.set_lines(3).unwrap();
    /// assert_eq!(engine.options().lines, 3);
    /// ```
    pub fn set_lines(&mut self, lines: usize) -> io::Result<()> {
        self.set_options(EngineOptions {
            lines,
            ..self.options
        })
    }

    /// The game that is being played.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert!(peregrine::engine::Engine::new(rules).game().moves().is_empty());
    /// ```
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Puts another state of a game before the engine, after stopping a
    /// running search. What it remembers is kept, unless the rules are others.
    ///
    /// ```
    /// # use peregrine::{engine::Engine, position::{game::Game, Position}};
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let mut engine = Engine::new(rules);
    /// engine.set_game(Game::new(Position::from_fen(rules, "6k1/8/8/8/8/8/8/K6R w - - 0 1").unwrap()));
    /// ```
    pub fn set_game(&mut self, game: Game) {
        self.stop();
        let same_rules = std::ptr::eq(game.position().rules(), self.game.position().rules());
        self.game = game;
        if !same_rules {
            let folder = self.tablebase_folder.clone();
            if let Err(error) = self.set_tablebase_folder(folder) {
                let file = self.tablebase_folder.take().unwrap_or_default();
                self.tablebase_faults
                    .push(TableFileError::Io { file, error });
                // Without a folder there is none that cannot be read.
                let _ = self.set_tablebase_folder(None);
            }
        }
    }

    /// Forgets everything it has learned, after stopping a running search: two
    /// searches of the same position after this are the same.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// peregrine::engine::Engine::new(rules).clear();
    /// ```
    pub fn clear(&mut self) {
        self.stop();
        let rules = self.game.position().rules();
        self.table.clear();
        self.workers
            .retain(|worker| std::ptr::eq(worker.rules(), rules));
        for worker in &mut self.workers {
            worker.clear();
        }
    }

    /// Takes tablebases from a folder besides the built-in ones, after stopping a running
    /// search, or from none. Files that cannot be used are left out; what is wrong with
    /// them says [`take_tablebase_faults`](Engine::take_tablebase_faults).
    ///
    /// ```
    /// # let rules = peregrine::variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let mut engine = peregrine::engine::Engine::new(rules);
    /// assert!(engine.set_tablebase_folder(Some("no such folder".into())).is_err());
    /// engine.set_tablebase_folder(None).unwrap();
    /// ```
    ///
    /// # Errors
    /// When the folder cannot be read; nothing has changed then.
    pub fn set_tablebase_folder(&mut self, folder: Option<PathBuf>) -> io::Result<()> {
        self.stop();
        let mut tablebases = Tablebases::built_in(self.game.position().rules());
        if let Some(folder) = &folder {
            let faults = tablebases.add_folder(folder)?;
            self.tablebase_faults.extend(faults);
        }
        self.tablebase_folder = folder;
        self.tablebases = Arc::new(tablebases);
        // What was found without them need not be so.
        self.clear();
        Ok(())
    }

    /// What has turned out to be wrong with files of tablebases since this was last asked.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// assert!(peregrine::engine::Engine::new(rules).take_tablebase_faults().is_empty());
    /// ```
    pub fn take_tablebase_faults(&mut self) -> Vec<TableFileError> {
        let mut faults = std::mem::take(&mut self.tablebase_faults);
        faults.extend(self.tablebases.take_fault());
        faults
    }

    /// How the game's position ends if both sides play their best, if a table knows.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(peregrine::engine::Engine::new(rules).known_end(), None);
    /// ```
    pub fn known_end(&self) -> Option<tablebase::Value> {
        self.tablebases.probe(self.game.position())
    }

    /// Whether a search is running; one that has ended by itself is not.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert!(!peregrine::engine::Engine::new(rules).is_searching());
    /// ```
    pub fn is_searching(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|running| !running.control.ended())
    }

    /// The terms of which the evaluation of the position reached is made.
    ///
    /// ```
    /// # use peregrine::{engine::Engine, variants};
    /// # let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// assert!(Engine::new(rules).explain().total().abs() < 50);
    /// ```
    pub fn explain(&self) -> Explanation {
        let position = self.game.position();
        Evaluator::with_weights(position.rules(), &self.tunables.evaluation).explain(position)
    }

    /// Starts a search of the game's position, after stopping a running one.
    /// The callback runs on the threads of the search, one call after the other;
    /// the last one it gets is [`Report::Finished`].
    ///
    /// ```
    /// use std::sync::mpsc;
    /// use peregrine::{engine::{Engine, Report}, search::Limits, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let mut engine = Engine::new(rules);
    /// let (sender, receiver) = mpsc::channel();
    /// engine.start(Limits { depth: Some(2), ..Limits::default() }, move |report| {
    ///     let _ = sender.send(report);
    /// });
    /// engine.wait();
    /// assert!(matches!(receiver.iter().last(), Some(Report::Finished(_))));
    /// ```
    pub fn start(&mut self, mut limits: Limits, report: impl FnMut(Report) + Send + 'static) {
        self.stop();
        self.prepare();
        let analyses = limits.infinite || limits.mate.is_some();
        let level = if analyses {
            Level::FULL
        } else {
            self.options.level
        };
        level.limit(&mut limits);
        let noise = level.evaluation_noise(self.options.seed);
        if std::mem::replace(&mut self.noise, noise) != noise {
            // What was judged otherwise would be taken for judged like this.
            self.clear();
        }
        let threads = if noise.is_none() {
            self.thread_pool.len()
        } else {
            1
        };
        for (thread, worker) in self.workers[..threads].iter_mut().enumerate() {
            worker.prepare(&self.game, &limits, noise, thread);
        }
        self.table.next_generation();
        let control = Arc::new(Control::new(threads, limits.ponder));
        let report = Arc::new(Mutex::new(report));
        let told = Arc::clone(&report);
        let context = Arc::new(Context {
            position: self.game.position().clone(),
            table: Arc::clone(&self.table),
            tablebases: Arc::clone(&self.tablebases),
            control: Arc::clone(&control),
            shared: SharedState::new(threads, move |info| tell(&told, Report::Info(info))),
            budget: Budget::new(&limits, self.options.move_overhead),
            limits,
            lines: self.options.lines,
        });
        let done = self.set_to_work(&context, move |result| {
            tell(&report, Report::Finished(result));
        });
        self.running = Some(Running { control, done });
    }

    /// Gives the pool its work; the workers that it takes along come back when all is
    /// done.
    fn set_to_work(
        &mut self,
        context: &Arc<Context>,
        finish: impl FnOnce(SearchResult) + Send + 'static,
    ) -> Receiver<Vec<Worker>> {
        let threads = context.shared.threads();
        let (ended, done) = mpsc::channel();
        let (returned, helpers) = mpsc::channel();
        let mut workers = std::mem::take(&mut self.workers);
        let spare = workers.split_off(threads);
        for (place, mut helper) in workers.drain(1..).enumerate() {
            let (context, returned) = (Arc::clone(context), returned.clone());
            self.thread_pool.give(place + 1, move || {
                helper.run(&context);
                // Who would take it back has panicked.
                let _ = returned.send((place, helper));
            });
        }
        drop(returned);
        let context = Arc::clone(context);
        self.thread_pool.give(0, move || {
            lead(&mut workers[0], &context);
            let mut helpers: Vec<(usize, Worker)> = helpers.iter().collect();
            assert!(
                helpers.len() + 1 == threads,
                "a thread of the search has panicked"
            );
            helpers.sort_by_key(|(place, _)| *place);
            workers.extend(helpers.into_iter().map(|(_, helper)| helper));
            let result = result(&workers, &context);
            workers.extend(spare);
            finish(result);
            context.control.set_ended();
            // Without an owner nobody wants them back.
            let _ = ended.send(workers);
        });
        done
    }

    /// Searches and waits for the result.
    ///
    /// ```
    /// use peregrine::{engine::Engine, search::Limits, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// let result = Engine::new(rules).search(limits, |_| ());
    /// assert!(result.best.is_some());
    /// ```
    pub fn search(&mut self, limits: Limits, mut report: impl FnMut(&Info)) -> SearchResult {
        let (sender, receiver) = mpsc::channel();
        self.start(limits, move |report| {
            // The receiver outlives the search.
            let _ = sender.send(report);
        });
        let mut result = None;
        for message in receiver {
            match message {
                Report::Info(info) => report(&info),
                Report::Finished(finished) => result = Some(finished),
            }
        }
        self.wait();
        result.expect("every search ends with a result")
    }

    /// Stops a running search and waits until it has reported its result.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// peregrine::engine::Engine::new(rules).stop();
    /// ```
    pub fn stop(&mut self) {
        self.signal_stop();
        self.wait();
    }

    /// Tells a running search to stop, and does not wait.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// peregrine::engine::Engine::new(rules).signal_stop();
    /// ```
    pub fn signal_stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Waits for a running search to end by itself.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// peregrine::engine::Engine::new(rules).wait();
    /// ```
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            let workers = running.done.recv();
            // If one thread has panicked the others are to end.
            running.control.stop();
            self.workers = workers.expect("no thread of the search panics");
        }
    }

    /// The opponent has played the expected move: from now on time counts.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// peregrine::engine::Engine::new(rules).ponder_hit();
    /// ```
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.control.ponder_hit();
        }
    }

    /// Freezes a running search, or lets it go on; a pause takes no time.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// peregrine::engine::Engine::new(rules).set_paused(false);
    /// ```
    pub fn set_paused(&self, paused: bool) {
        if let Some(running) = &self.running {
            running.control.set_paused(paused);
        }
    }

    /// How far a running search is.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(peregrine::engine::Engine::new(rules).progress(), None);
    /// ```
    pub fn progress(&self) -> Option<Progress> {
        self.running
            .as_ref()
            .map(|running| running.control.progress())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The pool waits for what it is doing.
        self.signal_stop();
    }
}

/// Passes a report on.
fn tell(report: &Mutex<impl FnMut(Report)>, news: Report) {
    let mut report = report.lock().expect("no report panics");
    report(news);
}

/// The first worker's part: it searches, waits if the limits say so until it is stopped
/// from outside, and ends the search of the others.
fn lead(main: &mut Worker, context: &Context) {
    main.run(context);
    let waits = || context.limits.infinite || context.control.pondering();
    while waits() && !context.control.stopped() {
        std::thread::sleep(Duration::from_millis(1));
    }
    context.control.stop();
}

/// What the workers have found, the first of them being the main one.
fn result(workers: &[Worker], context: &Context) -> SearchResult {
    let mut best = &workers[0];
    for helper in &workers[1..] {
        if helper.depth_and_score() > best.depth_and_score() {
            best = helper;
        }
    }
    best.conclude(context);
    best.result(&context.control)
}

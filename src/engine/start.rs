//! Starts searches, on the thread pool or on the calling thread.

use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::base::clock;
use crate::position::game::Game;
use crate::search::{
    Budget, Context, EvaluationNoise, Info, Level, Limits, SearchResult, Signals,
    ThreadCoordination, Worker,
};

use super::launched_workers::LaunchedWorkers;
use super::slices::SlicedSearch;
use super::{Engine, Job, Report, Running};

/// Searches whose hard limit is at most this may run on the calling thread, which handles no
/// input meanwhile.
const BRIEF: Duration = Duration::from_millis(20);

/// Where a search shall run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// On the thread pool, if that has a thread for it.
    Pool,
    /// The same, but on the calling thread if the search is brief.
    PoolUnlessBrief,
    /// On the calling thread.
    Caller,
    /// On the calling thread, in slices.
    Slices,
}

/// Where there is no clock, time is counted in nodes, at this rate.
const NODES_PER_SECOND_WITHOUT_CLOCK: u64 = 500_000;

impl Engine {
    /// Stops any running search and starts one of a game's current position. What was
    /// learned in earlier searches is kept unless the [rules](Engine::set_rules) change.
    /// The callback runs on the search threads, one call at a time; the reports of the first
    /// ten milliseconds come together, and the last one is [`Report::Finished`]. If the system
    /// grants no thread, the search runs on this one and has ended when the method returns; one
    /// without an end is given a second.
    ///
    /// ```
    /// use std::sync::mpsc;
    /// use peregrine::{engine::{Engine, Report}, search::Limits, variants};
    /// use peregrine::position::{game::Game, Position};
    /// let rules = variants::falcon();
    /// let mut engine = Engine::new(rules);
    /// let (sender, receiver) = mpsc::channel();
    /// let game = Game::new(Position::start(rules));
    /// engine.start(&game, Limits { depth: Some(2), ..Limits::default() }, move |report| {
    ///     let _ = sender.send(report);
    /// });
    /// engine.wait();
    /// assert!(matches!(receiver.iter().last(), Some(Report::Finished(_))));
    /// ```
    ///
    /// # Panics
    /// May panic if one of the limits' root moves is not legal.
    pub fn start(
        &mut self,
        game: &Game,
        limits: Limits,
        report: impl FnMut(Report) + Send + 'static,
    ) {
        self.launch(game, limits, Place::Pool, report);
    }

    /// Like [`start`](Engine::start), but a search whose time is up within 20 milliseconds
    /// runs on this thread and has ended when the method returns. Waking another thread and
    /// being woken by it would take as long as hundreds of nodes.
    ///
    /// The thread needs a stack of [`STACK`](super::STACK) bytes.
    ///
    /// ```
    /// use std::{sync::mpsc, time::Duration};
    /// use peregrine::{engine::{Engine, Report}, search::Limits, variants};
    /// use peregrine::position::{game::Game, Position};
    /// let rules = variants::falcon();
    /// let game = Game::new(Position::start(rules));
    /// let limits = Limits { move_time: Some(Duration::from_millis(5)), ..Limits::default() };
    /// let (sender, receiver) = mpsc::channel();
    /// Engine::new(rules).start_or_run_inline(&game, limits, move |report| {
    ///     let _ = sender.send(report);
    /// });
    /// assert!(matches!(receiver.try_iter().last(), Some(Report::Finished(_))));
    /// ```
    ///
    /// # Panics
    /// May panic if one of the limits' root moves is not legal.
    pub fn start_or_run_inline(
        &mut self,
        game: &Game,
        limits: Limits,
        report: impl FnMut(Report) + Send + 'static,
    ) {
        self.launch(game, limits, Place::PoolUnlessBrief, report);
    }

    /// Stops any running search and starts one whose main worker only runs in
    /// [`run_slice`](Engine::run_slice), on the thread that calls it: for threads that must not
    /// wait, as in a browser's worker. The callback runs within these calls, those that end the
    /// search, and on other threads if the engine has [several](super::EngineOptions::threads). An
    /// interrupted iteration begins again with what the transposition table knows of it.
    ///
    /// The thread needs a stack of [`STACK`](super::STACK) bytes.
    ///
    /// ```
    /// use std::{sync::mpsc, time::Duration};
    /// use peregrine::{engine::{Engine, Report}, search::Limits, variants};
    /// use peregrine::position::{game::Game, Position};
    /// let rules = variants::falcon();
    /// let game = Game::new(Position::start(rules));
    /// let limits = Limits { depth: Some(4), ..Limits::default() };
    /// let mut engine = Engine::new(rules);
    /// let (sender, receiver) = mpsc::channel();
    /// engine.start_in_slices(&game, limits, move |report| {
    ///     let _ = sender.send(report);
    /// });
    /// while engine.run_slice(Duration::from_millis(1)) {
    ///     // Look at messages.
    /// }
    /// assert!(matches!(receiver.try_iter().last(), Some(Report::Finished(_))));
    /// ```
    ///
    /// # Panics
    /// May panic if one of the limits' root moves is not legal.
    pub fn start_in_slices(
        &mut self,
        game: &Game,
        limits: Limits,
        report: impl FnMut(Report) + Send + 'static,
    ) {
        self.launch(game, limits, Place::Slices, report);
    }

    /// Starts a search on the thread pool, or runs it on this thread.
    fn launch(
        &mut self,
        game: &Game,
        mut limits: Limits,
        place: Place,
        report: impl FnMut(Report) + Send + 'static,
    ) {
        self.set_rules(game.position().rules());
        if self.prepare().is_err() || self.workers.is_empty() {
            // The least that a search needs; without it, the process ends.
            self.workers.push(self.new_worker());
        }
        let is_unstoppable =
            place == Place::Caller || self.thread_pool.len() == 0 && place != Place::Slices;
        if is_unstoppable {
            give_end(&mut limits);
        }
        if !clock::is_running() {
            limits
                .nodes_per_second
                .get_or_insert(NODES_PER_SECOND_WITHOUT_CLOCK);
        }
        let (position, root_moves) = (game.position(), limits.root_moves.take());
        let root_moves = root_moves.unwrap_or_else(|| position.legal_moves().to_vec());
        debug_assert!(root_moves.iter().all(|&mv| position.is_legal(mv)));
        let noise = self.apply_level(&mut limits);
        let threads = match noise {
            None => self.thread_pool.len().max(1),
            Some(_) => 1,
        };
        for (thread, worker) in self.workers[..threads].iter_mut().enumerate() {
            worker.prepare(game, &root_moves, noise, thread);
        }
        self.table.next_generation();
        let signals = Arc::new(Signals::new(threads, limits.ponder));
        let budget = Budget::new(&self.tunables.time, &limits, self.options.move_overhead);
        let runs_inline =
            is_unstoppable || place == Place::PoolUnlessBrief && is_brief(&limits, budget);
        let report = Arc::new(Mutex::new(report));
        let info_report = Arc::clone(&report);
        let emit_info = move |info| emit(&info_report, Report::Info(info));
        let context = Arc::new(Context {
            position: position.clone(),
            table: Arc::clone(&self.table),
            tablebases: Arc::clone(&self.tablebases),
            signals: Arc::clone(&signals),
            threads: ThreadCoordination::new(threads, emit_info),
            budget,
            limits,
            lines: self.options.lines,
        });
        let finish = move |result| emit(&report, Report::Finished(result));
        let workers = std::mem::take(&mut self.workers);
        let workers = LaunchedWorkers::new(workers, &self.thread_pool, &context);
        let job = match place {
            Place::Slices => Job::Sliced(Box::new(SlicedSearch::new(workers, context, finish))),
            _ => Job::Background(self.run_main(workers, context, runs_inline, finish)),
        };
        self.running = Some(Running { signals, job });
    }

    /// Lowers the limits to those of the level, and returns its evaluation noise.
    fn apply_level(&mut self, limits: &mut Limits) -> Option<EvaluationNoise> {
        let is_analysis = limits.infinite || limits.mate.is_some();
        let level = if is_analysis {
            Level::FULL
        } else {
            self.options.level
        };
        level.limit(limits);
        let noise = level.evaluation_noise(self.options.seed);
        if std::mem::replace(&mut self.noise, noise) != noise {
            // Stored scores come from an evaluation with different noise.
            self.clear();
        }
        noise
    }

    /// Runs the main worker on the thread pool or on this thread. The receiver returns all
    /// workers when the search has ended.
    fn run_main(
        &self,
        mut workers: LaunchedWorkers,
        context: Arc<Context>,
        runs_inline: bool,
        finish: impl FnOnce(SearchResult) + Send + 'static,
    ) -> Receiver<Vec<Worker>> {
        let (sender, done) = mpsc::channel();
        let main = move || {
            run_main_worker(&mut workers.main, &context);
            let (result, workers) = workers.join(&context);
            finish(result);
            context.signals.set_ended();
            // The receiver is gone if the engine has been dropped.
            let _ = sender.send(workers);
        };
        if runs_inline {
            main();
        } else {
            self.thread_pool.submit(0, main);
        }
        done
    }

    /// Searches and waits for the result.
    ///
    /// ```
    /// use peregrine::{engine::Engine, search::Limits, variants};
    /// use peregrine::position::{game::Game, Position};
    /// let rules = variants::falcon();
    /// let game = Game::new(Position::start(rules));
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// let result = Engine::new(rules).search(&game, limits, |_| ());
    /// assert!(result.best.is_some());
    /// ```
    pub fn search(
        &mut self,
        game: &Game,
        limits: Limits,
        mut report: impl FnMut(&Info),
    ) -> SearchResult {
        let (sender, receiver) = mpsc::channel();
        self.start(game, limits, move |report| {
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

    /// Searches on this thread and returns the result. Unlike [`search`](Engine::search) it does
    /// not wake another thread, which can take half as long as a search of 200 nodes. A search
    /// without an end is given a second.
    ///
    /// The thread needs a stack of [`STACK`](super::STACK) bytes.
    ///
    /// ```
    /// use peregrine::{engine::Engine, search::Limits, variants};
    /// use peregrine::position::{game::Game, Position};
    /// let rules = variants::falcon();
    /// let game = Game::new(Position::start(rules));
    /// let limits = Limits { nodes: Some(200), ..Limits::default() };
    /// assert!(Engine::new(rules).search_inline(&game, limits).best.is_some());
    /// ```
    ///
    /// # Panics
    /// May panic if one of the limits' root moves is not legal.
    pub fn search_inline(&mut self, game: &Game, limits: Limits) -> SearchResult {
        let (sender, receiver) = mpsc::channel();
        self.launch(game, limits, Place::Caller, move |report| {
            if let Report::Finished(result) = report {
                // The receiver outlives the search.
                let _ = sender.send(result);
            }
        });
        self.wait();
        let result = receiver.recv();
        result.expect("every search ends with a result")
    }
}

/// Whether a search ends by its time, within [`BRIEF`].
fn is_brief(limits: &Limits, budget: Option<Budget>) -> bool {
    let is_timed = !limits.infinite && !limits.ponder && limits.nodes_per_second.is_none();
    is_timed && budget.is_some_and(|budget| budget.hard <= BRIEF)
}

/// The time of a search on the calling thread if it has no other end.
const MAX_UNSTOPPABLE_TIME: Duration = Duration::from_secs(1);

/// Gives a search that nobody can stop an end.
fn give_end(limits: &mut Limits) {
    let ends = limits.depth.is_some() || limits.nodes.is_some();
    let is_timed = limits.move_time.is_some() || limits.clock.is_some();
    if limits.infinite || limits.ponder || !(ends || is_timed) {
        limits.move_time = Some(MAX_UNSTOPPABLE_TIME);
    }
    limits.infinite = false;
    limits.ponder = false;
}

/// Calls the callback.
fn emit(callback: &Mutex<impl FnMut(Report)>, report: Report) {
    let mut callback = callback.lock().expect("no report panics");
    callback(report);
}

/// The job of the main worker: it searches, waits for `stop` or `ponderhit` if the
/// limits require it, and then stops the other workers.
fn run_main_worker(main: &mut Worker, context: &Arc<Context>) {
    main.run(context);
    context.threads.flush_reports();
    let waits = || context.limits.infinite || context.signals.is_pondering();
    while waits() && !context.signals.is_stopped() {
        std::thread::sleep(Duration::from_millis(1));
    }
    context.signals.stop();
}

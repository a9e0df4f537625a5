//! Searches that do not depend on each other: each has an engine that remembers nothing, and
//! a flag stops all of them.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::engine::{Engine, EngineOptions, Report};
use crate::position::game::Game;
use crate::rules::Rules;
use crate::search::{Info, Limits, SearchResult, Tunables};

/// How often a running search checks whether it should stop.
const STOP_INTERVAL: Duration = Duration::from_millis(20);

/// The engines of several threads, each used by one of them at a time.
pub(super) struct EnginePool<'a> {
    hash: usize,
    stop: &'a AtomicBool,
    idle: Mutex<Vec<Engine>>,
}

impl<'a> EnginePool<'a> {
    /// A pool without engines; each will have a transposition table of `hash` MiB. Once
    /// `stop` is set, nothing is searched.
    pub(super) fn new(hash: usize, stop: &'a AtomicBool) -> EnginePool<'a> {
        EnginePool {
            hash,
            stop,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Searches the position of a game for its best moves until a limit is reached, and
    /// passes on the reports; `None` if stopped.
    ///
    /// # Errors
    /// If there is no memory for the search.
    pub(super) fn search(
        &self,
        game: &Game,
        lines: usize,
        limits: Limits,
        on_info: impl FnMut(Info),
    ) -> io::Result<Option<SearchResult>> {
        if self.stop.load(Relaxed) {
            return Ok(None);
        }
        let mut engine = self.engine(game.position().rules(), lines)?;
        let result = self.run(&mut engine, game, limits, on_info);
        // An engine that panicked does not come back.
        let idle = self.idle.lock();
        idle.unwrap_or_else(PoisonError::into_inner).push(engine);
        Ok(result)
    }

    /// An idle engine that was cleared, or a new one.
    fn engine(&self, rules: &'static Rules, lines: usize) -> io::Result<Engine> {
        let idle = self.idle.lock();
        let idle = idle.unwrap_or_else(PoisonError::into_inner).pop();
        let options = EngineOptions {
            hash: self.hash,
            lines,
            move_overhead: Duration::ZERO,
            ..EngineOptions::default()
        };
        let Some(mut engine) = idle else {
            return Engine::with_options(rules, Tunables::default(), options);
        };
        engine.set_options(options)?;
        engine.set_rules(rules);
        engine.clear();
        Ok(engine)
    }

    fn run(
        &self,
        engine: &mut Engine,
        game: &Game,
        limits: Limits,
        mut on_info: impl FnMut(Info),
    ) -> Option<SearchResult> {
        let (sender, receiver) = mpsc::channel();
        engine.start(game, limits, move |report| {
            // The receiver outlives the search, unless this thread panics.
            let _ = sender.send(report);
        });
        let result = loop {
            match receiver.recv_timeout(STOP_INTERVAL) {
                Ok(Report::Info(info)) => on_info(info),
                Ok(Report::Finished(result)) => break Some(result),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Relaxed) => engine.signal_stop(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break None,
            }
        };
        engine.wait();
        result.filter(|_| !self.stop.load(Relaxed))
    }
}

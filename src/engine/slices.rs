//! Searches in slices, for owners with one thread that must not wait.

use std::sync::Arc;
use std::time::Duration;

use crate::search::{Context, SearchResult, Worker};

use super::launched_workers::LaunchedWorkers;
use super::{Engine, Job, Running};

/// When a session without threads, wants to run again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wakeup {
    /// As soon as its messages have been looked at: it searches.
    Now,
    /// After this time, if no message comes before.
    After(Duration),
    /// After the next message.
    Never,
    /// When it has been given this file of `data/`, or has been told that there is none. Only with
    /// the feature `separate-data`.
    File(&'static str),
    /// At once: it goes on without this file until it is given it. Only with the feature
    /// `separate-data`.
    Extra(&'static str),
}

/// A search of which slices are run. The main worker searches in them; the helpers search on
/// the thread pool all the time.
pub(super) struct SlicedSearch {
    workers: LaunchedWorkers,
    context: Arc<Context>,
    finish: Box<dyn FnOnce(SearchResult) + Send>,
    /// Whether nothing is left to search.
    is_complete: bool,
}

impl SlicedSearch {
    pub(super) fn new(
        workers: LaunchedWorkers,
        context: Arc<Context>,
        finish: impl FnOnce(SearchResult) + Send + 'static,
    ) -> SlicedSearch {
        SlicedSearch {
            workers,
            context,
            finish: Box::new(finish),
            is_complete: false,
        }
    }

    /// Searches for this time.
    fn run(&mut self, time: Duration) {
        self.context.signals.start_slice(time);
        let worker = &mut self.workers.main;
        worker.run(&self.context);
        self.context.threads.flush_reports();
        self.is_complete = !worker.is_suspended();
    }

    /// Whether it waits for nothing but its end.
    fn has_ended(&self) -> bool {
        let Context {
            limits, signals, ..
        } = &*self.context;
        self.is_complete && !limits.infinite && !signals.is_pondering()
    }

    /// Reports the result, and returns the workers.
    pub(super) fn end(mut self) -> Vec<Worker> {
        self.workers.main.end_suspended();
        self.context.signals.stop();
        let (result, workers) = self.workers.join(&self.context);
        (self.finish)(result);
        self.context.signals.set_ended();
        workers
    }
}

impl Engine {
    /// Continues a search [in slices](Engine::start_in_slices) for about this time. Returns
    /// whether another slice would find more; a search that has ended by itself has reported
    /// its result.
    pub fn run_slice(&mut self, time: Duration) -> bool {
        let Some(Running {
            job: Job::Sliced(search),
            ..
        }) = &mut self.running
        else {
            return false;
        };
        if !search.is_complete {
            search.run(time);
        }
        let is_complete = search.is_complete;
        if search.has_ended() {
            self.wait();
        }
        !is_complete
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::base::clock::end_slices_after;
    use crate::engine::{EngineOptions, Report};
    use crate::position::Position;
    use crate::position::game::Game;
    use crate::search::{Limits, Tunables};
    use crate::variants;

    /// A slice that no search here uses up.
    const LONG: Duration = Duration::from_secs(1000);

    fn search(name: &str, limits: Limits, slice: Duration) -> (SearchResult, usize) {
        let rules = variants::rules(name).expect("a built-in game");
        let mut engine = Engine::new(rules);
        let (sender, reports) = mpsc::channel();
        let game = Game::new(Position::start(rules));
        engine.start_in_slices(&game, limits, move |report| {
            // The receiver outlives the search.
            let _ = sender.send(report);
        });
        let mut slices = 1;
        while engine.run_slice(slice) {
            slices += 1;
        }
        assert!(!engine.is_searching());
        let results = reports.try_iter().filter_map(|report| match report {
            Report::Finished(result) => Some(result),
            Report::Info(_) => None,
        });
        let results: Vec<SearchResult> = results.collect();
        assert_eq!(results.len(), 1);
        (results[0].clone(), slices)
    }

    #[test]
    fn one_long_slice_is_the_search_on_a_thread() {
        let limits = Limits {
            depth: Some(7),
            ..Limits::default()
        };
        let (sliced, slices) = search("falcon", limits.clone(), LONG);
        let rules = variants::falcon();
        let game = Game::new(Position::start(rules));
        let whole = Engine::new(rules).search(&game, limits, |_| ());
        assert_eq!(slices, 1);
        assert_eq!(
            (sliced.best, sliced.score, sliced.nodes, sliced.depth),
            (whole.best, whole.score, whole.nodes, whole.depth)
        );
    }

    #[test]
    fn many_slices_reach_the_depth_with_few_more_nodes() {
        let limits = Limits {
            depth: Some(12),
            ..Limits::default()
        };
        let (whole, _) = search("chess", limits.clone(), LONG);
        end_slices_after(8);
        let (sliced, slices) = search("chess", limits, LONG);
        assert!(slices > 3, "{slices}");
        assert_eq!(sliced.depth, 12);
        assert!(
            sliced.nodes < 3 * whole.nodes,
            "{} instead of {}",
            sliced.nodes,
            whole.nodes
        );
    }

    #[test]
    fn limits_hold_over_slices() {
        let slice = Duration::from_millis(1);
        let nodes = Limits {
            nodes: Some(40_000),
            ..Limits::default()
        };
        let (result, slices) = search("chess", nodes, slice);
        assert_eq!(result.nodes, 40_000);
        assert!(slices > 1);
        let time = Limits {
            move_time: Some(Duration::from_millis(60)),
            ..Limits::default()
        };
        let (result, _) = search("chess", time, slice);
        assert!(result.best.is_some() && result.time < Duration::from_secs(5));
    }

    #[test]
    fn helpers_search_between_slices() {
        let rules = variants::falcon();
        let game = Game::new(Position::start(rules));
        let options = EngineOptions {
            threads: 2,
            ..EngineOptions::default()
        };
        let mut engine = Engine::with_options(rules, Tunables::default(), options)
            .expect("the memory of a small table");
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        engine.start_in_slices(&game, limits, |_| ());
        assert!(engine.run_slice(Duration::from_millis(5)));
        let nodes = |engine: &Engine| engine.progress().map_or(0, |progress| progress.nodes);
        let before = nodes(&engine);
        while nodes(&engine) < before + 10_000 {
            std::thread::sleep(Duration::from_millis(1));
        }
        engine.stop();
        assert!(!engine.is_searching());
    }

    #[test]
    fn a_search_without_end_ends_when_it_is_stopped() {
        let rules = variants::falcon();
        let game = Game::new(Position::start(rules));
        let mut engine = Engine::new(rules);
        let (sender, reports) = mpsc::channel();
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        engine.start_in_slices(&game, limits, move |report| {
            // The receiver outlives the search.
            let _ = sender.send(report);
        });
        for _ in 0..5 {
            assert!(engine.run_slice(Duration::from_millis(5)));
        }
        assert!(engine.is_searching());
        engine.stop();
        assert!(!engine.is_searching());
        assert!(!engine.run_slice(Duration::from_millis(5)));
        let last = reports.try_iter().last();
        assert!(matches!(last, Some(Report::Finished(result)) if result.best.is_some()));
    }
}

//! What runs in the background: one search, count or bench at a time.
//!
//! Knows no commands. A task is told to stop and is over when it has said so.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::bench;
use crate::diagram;
use crate::engine::Report;
use crate::perft::Perft;
use crate::position::Position;
use crate::protocol::{Event, Work};
use crate::search::Limits;

use super::error::UciError;
use super::{Leaving, Uci, say};

/// What is running in the background.
pub(super) struct Task {
    /// News of another number are of a task that is over.
    number: u64,
    kind: TaskKind,
}

enum TaskKind {
    Search(Search),
    /// A count or a bench, and what stops it.
    Work(Arc<AtomicBool>),
}

struct Search {
    /// What is searched.
    position: Box<Position>,
    /// Whether the search ends by itself once it is not pondering.
    has_end: bool,
    pondering: bool,
}

impl Task {
    pub fn is_search(&self) -> bool {
        matches!(self.kind, TaskKind::Search(_))
    }

    /// Whether it is to be stopped, now that the conversation is to end.
    pub fn is_over(&self, leaving: Leaving) -> bool {
        match (&self.kind, leaving) {
            (TaskKind::Work(_), _) | (_, Leaving::No) => false,
            (TaskKind::Search(search), Leaving::AtTheEnd) => !search.has_end || search.pondering,
            (TaskKind::Search(_), Leaving::Soon) => true,
        }
    }
}

impl Uci {
    /// Searches the game's position.
    pub(super) fn search(&mut self, limits: Limits) {
        let ends = limits.depth.is_some() || limits.nodes.is_some();
        let times = limits.move_time.is_some() || limits.clock.is_some();
        let number = self.begin(TaskKind::Search(Search {
            position: Box::new(self.engine.game().position().clone()),
            has_end: (ends || times) && !limits.infinite,
            pondering: limits.ponder,
        }));
        let events = self.events.clone();
        self.engine.start(limits, move |report| {
            // Nobody listens any more when the conversation is over.
            let _ = events.send(Event::Report(number, report));
        });
    }

    /// Counts the leaves below the game's position.
    pub(super) fn count(&mut self, depth: u32) -> Result<(), UciError> {
        let position = self.engine.game().position().clone();
        let threads = self.engine.options().threads;
        self.work("perft", move |stop, say| {
            let perft = Perft {
                threads,
                memory: &(),
                stop,
            };
            if let Some(divided) = perft.divide(&position, depth) {
                diagram::divided(&position, &divided)
                    .into_iter()
                    .for_each(&mut *say);
                say(String::new());
                say(format!("Nodes searched: {}", divided.total));
            }
        })
    }

    /// Searches the fixed positions of the game.
    pub(super) fn bench(&mut self, depth: u32) -> Result<(), UciError> {
        let rules = self.rules();
        self.work("bench", move |stop, say| {
            match bench::run(rules, depth, stop, &mut *say) {
                Ok(Some(total)) => {
                    say(format!("Nodes searched: {}", total.nodes));
                    say(format!("Nodes/second: {}", total.speed()));
                }
                Ok(None) => {}
                Err(error) => say(format!(
                    "info string Error: {}",
                    UciError::Memory(error.to_string())
                )),
            }
        })
    }

    /// Lets something run in the background that can be stopped and says lines.
    fn work(
        &mut self,
        name: &str,
        work: impl FnOnce(&AtomicBool, &mut dyn FnMut(String)) + Send + 'static,
    ) -> Result<(), UciError> {
        let stop = Arc::new(AtomicBool::new(false));
        let number = self.last_task + 1;
        let events = self.events.clone();
        let held = Arc::clone(&stop);
        let run = move || {
            // Nobody listens any more when the conversation is over.
            let send = |work| events.send(Event::Work(number, work)).unwrap_or_default();
            work(&held, &mut |line| send(Work::Line(line)));
            send(Work::Ended);
        };
        let thread = std::thread::Builder::new().name(name.to_owned());
        thread
            .spawn(run)
            .map_err(|error| UciError::Thread(error.to_string()))?;
        self.begin(TaskKind::Work(stop));
        Ok(())
    }

    fn begin(&mut self, kind: TaskKind) -> u64 {
        self.last_task += 1;
        self.task = Some(Task {
            number: self.last_task,
            kind,
        });
        self.last_task
    }

    /// Tells the task to stop; it is over when it has said so.
    pub(super) fn stop_task(&mut self) {
        match self.task.as_ref().map(|task| &task.kind) {
            Some(TaskKind::Search(_)) => self.engine.signal_stop(),
            Some(TaskKind::Work(stop)) => stop.store(true, Relaxed),
            None => {}
        }
    }

    /// The opponent has played the expected move.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(TaskKind::Search(search)) = self.task.as_mut().map(|task| &mut task.kind) {
            search.pondering = false;
            self.engine.ponder_hit();
        }
    }

    /// Passes on what the search of that number reports.
    pub(super) fn search_news(
        &mut self,
        number: u64,
        report: Report,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(TaskKind::Search(search)) = self.task_numbered(number) else {
            return Ok(());
        };
        match report {
            Report::Info(info) => say::info(&search.position, &info, output),
            Report::Finished(result) => {
                say::result(&search.position, &result, output)?;
                self.task = None;
                self.engine.wait();
                Ok(())
            }
        }
    }

    /// Passes on what the work of that number says.
    pub(super) fn work_news(
        &mut self,
        number: u64,
        work: Work,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        match (work, self.task_numbered(number)) {
            (_, None) => {}
            (Work::Line(line), _) => writeln!(output, "{line}")?,
            (Work::Ended, _) => self.task = None,
        }
        Ok(())
    }

    fn task_numbered(&self, number: u64) -> Option<&TaskKind> {
        let task = self.task.as_ref().filter(|task| task.number == number)?;
        Some(&task.kind)
    }
}

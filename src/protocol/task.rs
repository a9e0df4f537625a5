//! The background task of a session: at most one at a time, usually a search.
//!
//! A task reports through the queue of events, with its number, so that what an
//! abandoned task still reports is recognized and dropped. What a task is for, and how
//! its reports are worded, is left to the protocols.

use std::io;
use std::sync::mpsc::Sender;
use std::time::Duration;

use crate::engine::{Engine, Report};
use crate::position::game::Game;
use crate::search::score::Score;
use crate::search::{Limits, SearchResult};

use super::{Event, TaskOutput};

/// The running task of a session, if there is one; `T` is what the protocol remembers
/// of it.
pub(super) struct BackgroundTask<T> {
    events: Sender<Event>,
    /// Whether searches run in slices, on the thread of the session.
    is_sliced: bool,
    /// The number of the last task.
    number: u64,
    running: Option<T>,
    /// Why the last search could not be made, until it is reported.
    failure: Option<io::Error>,
}

/// Sends the reports of one task.
pub(super) struct TaskSender {
    events: Sender<Event>,
    number: u64,
}

impl<T> BackgroundTask<T> {
    /// No task yet. Those to come report to `events`.
    pub(super) fn new(events: Sender<Event>) -> BackgroundTask<T> {
        BackgroundTask {
            events,
            is_sliced: false,
            number: 0,
            running: None,
            failure: None,
        }
    }

    /// Runs everything on the thread of the session: searches in slices, the rest at once.
    pub(super) fn set_sliced(&mut self) {
        self.is_sliced = true;
    }

    /// Whether everything runs on the thread of the session.
    pub(super) fn is_sliced(&self) -> bool {
        self.is_sliced
    }

    /// The running task.
    pub(super) fn running(&self) -> Option<&T> {
        self.running.as_ref()
    }

    /// The running task, to be changed.
    pub(crate) fn running_mut(&mut self) -> Option<&mut T> {
        self.running.as_mut()
    }

    /// The running task if it has this number; `None` for reports of tasks that are
    /// over or abandoned.
    pub(super) fn running_with(&mut self, number: u64) -> Option<&mut T> {
        self.running.as_mut().filter(|_| self.number == number)
    }

    /// Starts a task that is not a search, in place of any other.
    pub(super) fn start(&mut self, task: T) {
        self.number += 1;
        self.running = Some(task);
    }

    /// The sender for the reports of the latest task.
    pub(super) fn sender(&self) -> TaskSender {
        TaskSender {
            events: self.events.clone(),
            number: self.number,
        }
    }

    /// Starts a search of a game's position, in place of any other task. A brief one has
    /// already ended then, and its reports are in the queue. Without memory for a search, it
    /// reports a legal move at once, and [`report_error`](BackgroundTask::report_error) why.
    pub(super) fn search(&mut self, engine: &mut Engine, game: &Game, limits: Limits, task: T) {
        self.start(task);
        let sender = self.sender();
        engine.set_rules(game.position().rules());
        if let Err(error) = engine.prepare() {
            self.failure = Some(error);
            sender.report(Report::Finished(unsearched(game, &limits)));
            return;
        }
        let report = move |report| sender.report(report);
        match self.is_sliced {
            true => engine.start_in_slices(game, limits, report),
            false => engine.start_or_run_inline(game, limits, report),
        }
    }

    /// Why the last search could not be made; returned only once.
    pub(crate) fn report_error(&mut self) -> Option<String> {
        let error = self.failure.take()?;
        Some(format!(
            "no memory for a search, only for a legal move: {error}"
        ))
    }

    /// Ends the running search and returns it. What it still reports is dropped.
    pub(crate) fn end_search(&mut self, engine: &mut Engine) -> Option<T> {
        let task = self.end()?;
        engine.stop();
        Some(task)
    }

    /// Forgets the running task and returns it. What it still reports is dropped.
    pub(super) fn end(&mut self) -> Option<T> {
        self.running.take()
    }
}

/// The result of a search that could not be made: a legal move.
fn unsearched(game: &Game, limits: &Limits) -> SearchResult {
    let allowed = limits.root_moves.as_ref();
    let first = allowed.and_then(|moves| moves.first().copied());
    SearchResult {
        best: first.or_else(|| game.position().legal_moves().first().copied()),
        ponder: None,
        score: Score::Centipawns(0),
        depth: 0,
        nodes: 0,
        time: Duration::ZERO,
    }
}

impl TaskSender {
    /// Sends a report of a search.
    pub(super) fn report(&self, report: Report) {
        self.send(Event::Report(self.number, report));
    }

    /// Sends output of another task.
    pub(super) fn send_output(&self, output: TaskOutput) {
        self.send(Event::TaskOutput(self.number, output));
    }

    fn send(&self, event: Event) {
        // The receiver is gone only when the session is over.
        let _ = self.events.send(event);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use std::sync::mpsc;

    use super::*;
    use crate::position::Position;
    use crate::variants;

    #[test]
    fn reports_of_an_abandoned_search_belong_to_no_task() {
        let (sender, events) = mpsc::channel();
        let mut engine = Engine::new(variants::falcon());
        let game = Game::new(Position::start(variants::falcon()));
        let endless = Limits {
            infinite: true,
            ..Limits::default()
        };
        let mut task = BackgroundTask::new(sender);
        task.search(&mut engine, &game, endless, "first");
        assert_eq!(task.end_search(&mut engine), Some("first"));
        assert_eq!(task.end_search(&mut engine), None);
        let short = Limits {
            depth: Some(1),
            ..Limits::default()
        };
        task.search(&mut engine, &game, short, "second");
        engine.wait();
        let mut ended = Vec::new();
        while ended.len() < 2 {
            let Event::Report(number, report) = events.recv().unwrap() else {
                panic!("only searches are running");
            };
            let of = task.running_with(number).copied();
            assert_eq!(of, (number == 2).then_some("second"));
            if matches!(report, Report::Finished(_)) {
                ended.push(of);
            }
        }
        assert_eq!(ended, [None, Some("second")]);
    }

    #[test]
    fn other_tasks_report_with_their_number() {
        let (sender, events) = mpsc::channel();
        let mut task = BackgroundTask::new(sender);
        task.start("first");
        let late = task.sender();
        task.start("second");
        task.sender().send_output(TaskOutput::Ended);
        late.send_output(TaskOutput::Ended);
        for expected in [Some("second"), None] {
            let Event::TaskOutput(number, TaskOutput::Ended) = events.recv().unwrap() else {
                panic!("the tasks only end");
            };
            assert_eq!(task.running_with(number).copied(), expected);
        }
        assert_eq!(task.end(), Some("second"));
        assert_eq!(task.running(), None);
    }
}

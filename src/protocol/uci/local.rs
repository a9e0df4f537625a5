//! A session on one thread: its owner gives it lines and time.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use crate::base::clock::Instant;
use crate::base::data_file::DataFile;
use crate::book::Book;
use crate::engine::Wakeup;
use crate::eval::network;
use crate::protocol::{Event, Flow, FrontEnd, Line, SessionConfig};

use super::{Uci, error};

/// A session in UCI on one thread, which may be a browser's: lines in, lines out, and searches in
/// slices. A perft or a bench runs to its end at once.
///
/// The thread needs a stack of [`STACK`](crate::engine::STACK) bytes.
///
/// ```
/// use std::time::Duration;
/// use peregrine::engine::Wakeup;
/// use peregrine::protocol::uci::LocalUci;
/// let mut uci = LocalUci::new(Default::default());
/// uci.receive("position startpos moves e2e4");
/// uci.receive("go depth 3");
/// while uci.run(Duration::from_millis(20)) == Wakeup::Now {}
/// assert!(uci.output().unwrap().lines().last().unwrap().starts_with("bestmove "));
/// ```
pub struct LocalUci {
    uci: Uci,
    events: Receiver<Event>,
    /// Lines that have not been handled.
    lines: VecDeque<Line>,
    output: Vec<u8>,
    has_quit: bool,
}

impl LocalUci {
    /// A session with these settings.
    pub fn new(config: SessionConfig) -> LocalUci {
        let (sender, events) = mpsc::channel();
        let mut uci = Uci::new(sender, config);
        uci.task.set_sliced();
        LocalUci {
            uci,
            events,
            lines: VecDeque::new(),
            output: Vec::new(),
            has_quit: false,
        }
    }

    /// Takes a line, or several. They are handled by [`run`](LocalUci::run).
    pub fn receive(&mut self, text: &str) {
        self.lines.extend(text.lines().map(Line::limited));
    }

    /// Handles the lines, and searches for about this time if there is something to search.
    pub fn run(&mut self, slice: Duration) -> Wakeup {
        while !self.has_quit
            && let Some(line) = self.lines.pop_front()
        {
            if let Some(file) = self.missing_file(&line) {
                self.lines.push_front(line);
                return Wakeup::File(file.name);
            }
            self.handle(Event::Line(line));
        }
        let is_searching = self.uci.engine.run_slice(slice);
        self.handle_reports();
        if self.uci.alarm().is_some_and(|at| at <= Instant::now()) {
            self.handle(Event::Alarm);
        }
        #[cfg(feature = "separate-data")]
        if let Some(file) =
            crate::tablebase::wanted_file(self.uci.game().position(), self.uci.is_idle())
        {
            return Wakeup::Extra(file.name);
        }
        match is_searching {
            true => Wakeup::Now,
            false => Wakeup::Never,
        }
    }

    /// The lines that it has written since the last call.
    pub fn output(&mut self) -> Option<String> {
        let lines = std::mem::take(&mut self.output);
        (!lines.is_empty()).then(|| String::from_utf8_lossy(&lines).into_owned())
    }

    /// Whether it was told to quit.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// A file that is needed for what the line asks.
    fn missing_file(&self, line: &str) -> Option<DataFile> {
        if !["bench", "eval", "go", "isready"].contains(&error::command(line)) {
            return None;
        }
        let rules = self.uci.rules();
        let book = || {
            self.uci
                .settings
                .plays_from_book
                .then(|| Book::missing_file(rules))
        };
        network::missing_file(rules).or_else(|| book().flatten())
    }

    fn handle(&mut self, event: Event) {
        self.pass(event);
        self.handle_reports();
    }

    /// Handles what tasks have reported.
    fn handle_reports(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            self.pass(event);
        }
    }

    fn pass(&mut self, event: Event) {
        // Memory can always be written.
        let flow = self.uci.handle(event, &mut self.output);
        self.has_quit |= flow.is_ok_and(|flow| flow == Flow::Quit);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const SLICE: Duration = Duration::from_millis(5);

    /// What the session writes after these lines, until nothing is left to do.
    fn answer(uci: &mut LocalUci, lines: &str) -> String {
        uci.receive(lines);
        while uci.run(SLICE) == Wakeup::Now {}
        uci.output().unwrap_or_default()
    }

    #[test]
    fn it_answers_as_the_program_does() {
        let mut uci = LocalUci::new(SessionConfig::default());
        assert!(answer(&mut uci, "uci").ends_with("uciok\n"));
        assert_eq!(answer(&mut uci, "isready"), "readyok\n");
        let chess = answer(
            &mut uci,
            "setoption name UCI_Variant value chess\ngo depth 5",
        );
        assert!(chess.contains("info depth 5 "), "{chess}");
        assert!(chess.lines().last().unwrap().starts_with("bestmove "));
        let counted = answer(&mut uci, "go perft 3");
        assert!(counted.ends_with("Nodes searched: 8902\n"), "{counted}");
        let wrong = answer(&mut uci, "go depht 3 nodes 100");
        assert!(wrong.starts_with("info string Error: "), "{wrong}");
        assert!(wrong.contains("\nbestmove "), "{wrong}");
    }

    #[test]
    fn a_search_without_an_end_is_stopped() {
        let mut uci = LocalUci::new(SessionConfig::default());
        uci.receive("go infinite");
        assert_eq!(uci.run(SLICE), Wakeup::Now);
        assert!(!uci.output().unwrap_or_default().contains("bestmove"));
        assert!(answer(&mut uci, "stop").contains("bestmove "));
        // Another position ends it as well.
        uci.receive("go infinite");
        assert_eq!(uci.run(SLICE), Wakeup::Now);
        let other = answer(&mut uci, "position startpos moves e2e4\ngo depth 2");
        assert_eq!(other.matches("bestmove ").count(), 2, "{other}");
        // One that has found all waits to be stopped.
        let mate = "position fen k7/8/1K6/8/8/8/8/7Q w - - 0 1\ngo infinite depth 2";
        assert!(!answer(&mut uci, mate).contains("bestmove"));
        assert!(answer(&mut uci, "stop").contains("bestmove "));
    }

    #[test]
    fn pondering_ends_after_the_hit() {
        let mut uci = LocalUci::new(SessionConfig::default());
        uci.receive("go ponder movetime 20");
        for _ in 0..10 {
            assert_eq!(uci.run(SLICE), Wakeup::Now);
        }
        assert!(!uci.output().unwrap().contains("bestmove"));
        assert!(answer(&mut uci, "ponderhit").contains("bestmove "));
    }

    #[test]
    fn it_quits_and_refuses_lines_that_are_too_long() {
        let mut uci = LocalUci::new(SessionConfig::default());
        let long = format!("position startpos moves {}", "e2e4 ".repeat(300_000));
        assert!(answer(&mut uci, &long).contains("the line exceeds 1 MiB"));
        answer(&mut uci, "go infinite\nquit");
        assert!(uci.has_quit());
        assert_eq!(answer(&mut uci, "isready"), "");
    }
}

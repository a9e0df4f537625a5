//! Progress of a long command on standard error: a bar on a terminal, elsewhere
//! a line every few seconds and, if there was any, a last one at the end.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::tools::observer::JobObserver;

use super::terminal::{print_status, printable};

/// The interval between lines when standard error is not a terminal.
const PAUSE: Duration = Duration::from_secs(5);

/// The progress of a command.
pub(super) struct Progress {
    /// Hidden when standard error is not a terminal.
    bar: ProgressBar,
    terminal: bool,
    lines: ProgressLines,
}

/// The lines written when standard error is not a terminal.
struct ProgressLines {
    began: Instant,
    last: Instant,
    /// How many were done by earlier runs.
    before: u64,
    /// How many are done.
    done: u64,
    /// The last count written.
    printed: Option<u64>,
    all: Option<u64>,
    what: String,
}

impl Progress {
    /// Starts at zero; `all` is the total, if known, and `what` names the items,
    /// as in "12 of 50 positions checked".
    pub(super) fn new(all: Option<u64>, what: &str) -> Progress {
        let terminal = io::stderr().is_terminal();
        let target = match terminal {
            true => ProgressDrawTarget::stderr_with_hz(10),
            false => ProgressDrawTarget::hidden(),
        };
        let (bar, template) = match all {
            Some(all) => (
                ProgressBar::with_draw_target(Some(all), target),
                "[{bar:30}] {pos} of {len} {msg} ({elapsed}, {eta} to go)",
            ),
            None => (
                ProgressBar::with_draw_target(None, target),
                "{spinner} {pos} {msg} ({elapsed})",
            ),
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(printable(what));
        Progress {
            bar,
            terminal,
            lines: ProgressLines::new(all, what, Instant::now()),
        }
    }

    /// Starts at `done`, reached by an earlier run, which the time estimate ignores.
    pub(super) fn from(mut self, done: u64) -> Progress {
        self.lines.before = done;
        self.bar.set_position(done);
        self.bar.reset_eta();
        self
    }

    /// Changes the name of the items without resetting the count.
    pub(super) fn rename(&mut self, what: &str) {
        self.bar.set_message(printable(what));
        what.clone_into(&mut self.lines.what);
    }

    /// Shows how many are done.
    pub(super) fn show(&mut self, done: u64) {
        self.bar.set_position(done);
        let line = self.lines.show(done, Instant::now());
        self.write(line);
    }

    fn write(&self, line: Option<String>) {
        if let Some(line) = line.filter(|_| !self.terminal) {
            print_status(&line);
        }
    }

    /// Hides the bar while `write` writes other lines.
    pub(super) fn pause<R>(&self, write: impl FnOnce() -> R) -> R {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        let line = self.lines.end();
        self.write(line);
    }
}

/// Shows the stages of a job and its warnings.
#[derive(Default)]
pub(super) struct JobProgress(Option<Progress>);

impl JobObserver for JobProgress {
    fn begin_stage(&mut self, items: &str, total: Option<u64>, done: u64) {
        self.0 = Some(Progress::new(total, items).from(done));
    }

    fn advance(&mut self, done: u64) {
        self.0.iter_mut().for_each(|progress| progress.show(done));
    }

    fn end_stage(&mut self) {
        self.0 = None;
    }

    fn warn(&mut self, message: &str) {
        let write = || print_status(message);
        match &self.0 {
            Some(progress) => progress.pause(write),
            None => write(),
        }
    }
}

impl ProgressLines {
    fn new(all: Option<u64>, what: &str, now: Instant) -> ProgressLines {
        ProgressLines {
            began: now,
            last: now,
            before: 0,
            done: 0,
            printed: None,
            all,
            what: what.to_owned(),
        }
    }

    /// Sets the count and returns the line to write, if one is due.
    fn show(&mut self, done: u64, now: Instant) -> Option<String> {
        self.done = done;
        if now.duration_since(self.last) < PAUSE {
            return None;
        }
        self.last = now;
        self.printed = Some(done);
        let elapsed = now.duration_since(self.began).as_secs_f64();
        let (made, left) = (
            done.saturating_sub(self.before),
            self.all.map(|all| all.saturating_sub(done)),
        );
        let to_go = match left {
            Some(left) if made > 0 => {
                let seconds = elapsed * left as f64 / made as f64;
                format!(
                    ", about {} to go",
                    HumanDuration(Duration::from_secs_f64(seconds))
                )
            }
            _ => String::new(),
        };
        Some(format!("{} ({elapsed:.0} s{to_go})", self.line()))
    }

    /// The last line, if the final count has not been written yet.
    fn end(&mut self) -> Option<String> {
        let printed = self.printed.take()?;
        (printed != self.done).then(|| self.line())
    }

    fn line(&self) -> String {
        let of_all = self
            .all
            .map_or_else(String::new, |all| format!(" of {all}"));
        format!("{}{of_all} {}", self.done, self.what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_how_long_it_takes_and_how_it_ends() {
        let now = Instant::now();
        let after = |seconds| now + Duration::from_secs(seconds);
        let mut lines = ProgressLines::new(Some(100), "openings found", now);
        assert_eq!(lines.show(3, after(4)), None);
        let line = lines.show(20, after(10));
        let expected = "20 of 100 openings found (10 s, about 40 seconds to go)";
        assert_eq!(line.as_deref(), Some(expected));
        assert_eq!(lines.show(100, after(12)), None);
        assert_eq!(lines.end().as_deref(), Some("100 of 100 openings found"));
        assert_eq!(lines.end(), None);
        // A command that ends before its first line writes none.
        let mut lines = ProgressLines::new(None, "games checked", now);
        assert_eq!(lines.show(3, after(1)), None);
        assert_eq!(lines.end(), None);
        let line = lines.show(9, after(6));
        assert_eq!(line.as_deref(), Some("9 games checked (6 s)"));
    }

    #[test]
    fn what_was_done_before_says_nothing_of_the_time() {
        let now = Instant::now();
        let mut lines = ProgressLines::new(Some(100), "numbers", now);
        lines.before = 50;
        let line = lines.show(75, now + Duration::from_secs(60));
        let expected = "75 of 100 numbers (60 s, about 60 seconds to go)";
        assert_eq!(line.as_deref(), Some(expected));
    }
}

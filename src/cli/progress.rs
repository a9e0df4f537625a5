//! How far a long command is, on standard error: on a terminal a bar, elsewhere
//! a line every few seconds.
//!
//! Knows nothing of what is done.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(5);

/// How far a command is.
pub(super) struct Progress {
    /// Hidden where there is no terminal.
    bar: ProgressBar,
    terminal: bool,
    last: Instant,
    all: Option<u64>,
    what: String,
}

impl Progress {
    /// Nothing is done yet, of so many if one knows; `what` says of what, as
    /// in "12 of 50 positions checked".
    pub fn new(all: Option<u64>, what: &str) -> Progress {
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
        bar.set_message(what.to_owned());
        Progress {
            bar,
            terminal,
            last: Instant::now(),
            all,
            what: what.to_owned(),
        }
    }

    /// So many were done by an earlier run: they do not count for how long the others take.
    pub fn from(self, done: u64) -> Progress {
        self.bar.set_position(done);
        self.bar.reset_eta();
        self
    }

    /// Something else is done now, but counted together with what was done before.
    pub fn rename(&mut self, what: &str) {
        self.bar.set_message(what.to_owned());
        what.clone_into(&mut self.what);
    }

    /// So many are done.
    pub fn show(&mut self, done: u64) {
        self.bar.set_position(done);
        if self.terminal || self.last.elapsed() < PAUSE {
            return;
        }
        self.last = Instant::now();
        let of_all = self
            .all
            .map_or_else(String::new, |all| format!(" of {all}"));
        // Progress that nobody sees is no failure.
        let _ = writeln!(io::stderr(), "{done}{of_all} {}", self.what);
    }

    /// Writes other lines while nothing is shown.
    pub fn pause<R>(&self, write: impl FnOnce() -> R) -> R {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

//! The progress of a running match: a bar and the results on a terminal, an
//! occasional line elsewhere. Everything goes to standard error.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::arena::record::GameRecord;
use crate::arena::results::MatchResults;
use crate::arena::runner::{Event, RunSettings};

use super::terminal::{print_status, printable};

/// How often a line is written when standard error is not a terminal.
const LINE_EVERY: Duration = Duration::from_secs(15);

/// The shortest interval between updates of the results on a terminal.
const STANDING_EVERY: Duration = Duration::from_secs(1);

/// Computing the results may take at most one part in this many of the time.
const SHARE: u32 = 200;

/// Shows the progress of a match.
pub(super) struct Display {
    directory: String,
    /// The bar, if standard error is a terminal.
    bar: Option<ProgressBar>,
    began: Instant,
    /// Number of games played by earlier runs.
    before: usize,
    shown: Option<Instant>,
    /// How long it took to compute the results last.
    counting: Duration,
}

impl Display {
    /// A display that shows nothing yet.
    pub(super) fn new(settings: &RunSettings) -> Display {
        let bar = io::stderr()
            .is_terminal()
            .then(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(4)));
        Display {
            directory: settings.directory.display().to_string(),
            bar,
            began: Instant::now(),
            before: 0,
            shown: None,
            counting: Duration::ZERO,
        }
    }

    /// Writes one line.
    pub(super) fn print_line(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| print_status(line)),
            None => print_status(line),
        }
    }

    /// Shows where the match starts or resumes.
    pub(super) fn open(&mut self, results: &MatchResults) {
        self.before = results.games().len();
        self.began = Instant::now();
        if self.before > 0 {
            self.print_line(&format!(
                "{}: resuming after {} of {} games",
                self.directory,
                self.before,
                results.scheduled()
            ));
        }
        if let Some(bar) = &self.bar {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games  {prefix}\n{msg}");
            if let Ok(style) = style {
                bar.set_style(style);
            }
            bar.set_length(results.scheduled() as u64);
            bar.set_position(self.before as u64);
        }
    }

    /// Shows an event, and the results when an update is due.
    pub(super) fn show(&mut self, results: &MatchResults, event: Event<'_>) {
        match event {
            Event::GameFinished(record) => self.print_result(record),
            Event::Warning(remark) => self.print_line(remark),
            Event::Started | Event::GameStarted(_) | Event::Tick => {}
        }
        let every = if self.bar.is_some() {
            STANDING_EVERY
        } else {
            LINE_EVERY
        };
        let every = every.max(SHARE * self.counting);
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() >= every);
        if let Some(bar) = &self.bar {
            bar.set_position(results.games().len() as u64);
        }
        if !is_due {
            return;
        }
        let begin = Instant::now();
        let pace = self.pace(results);
        let played = results.games().len();
        match &self.bar {
            Some(bar) => {
                bar.set_prefix(pace);
                bar.set_message(printable(&results.summary().lines().join("\n")));
            }
            None if played > self.before => {
                let score = results.summary().headline();
                let scheduled = results.scheduled();
                self.print_line(&format!("{played}/{scheduled} games, {pace}: {score}"));
            }
            None => (),
        }
        self.counting = begin.elapsed();
        self.shown = Some(Instant::now());
    }

    /// Reports failed games and notes at once.
    fn print_result(&self, record: &GameRecord) {
        if record.termination.is_failure() {
            self.print_line(&format!("game {}: {}", record.label(), record.reason));
        }
        for note in &record.notes {
            self.print_line(&format!("game {}: {note}", record.label()));
        }
    }

    /// How fast games are played, and the estimated time left.
    fn pace(&self, results: &MatchResults) -> String {
        let played = results.games().len().saturating_sub(self.before);
        let elapsed = self.began.elapsed().as_secs_f64();
        if played == 0 || elapsed < 0.1 {
            return format!("{} elapsed", time(elapsed));
        }
        let rate = played as f64 / elapsed;
        let left = results.scheduled().saturating_sub(results.games().len());
        let rate_text = if rate >= 1.0 {
            format!("{rate:.1} per second")
        } else {
            format!("{:.1} per minute", 60.0 * rate)
        };
        format!("{rate_text}, {} left", time(left as f64 / rate))
    }

    /// Removes the display.
    pub(super) fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Seconds in hours, minutes and seconds.
fn time(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours} h {minutes:02} min")
    } else if minutes > 0 {
        format!("{minutes} min {seconds:02} s")
    } else {
        format!("{seconds} s")
    }
}

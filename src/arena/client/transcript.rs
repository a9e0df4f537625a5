//! The transcript of the lines exchanged with an engine, with timestamps.

use std::collections::VecDeque;
use std::time::Instant;

use crate::base::plural::counted;

/// The maximum size of a transcript in bytes.
const MAX_BYTES: usize = 4 << 20;

/// Overhead of a line in bytes: without it, empty lines would cost nothing.
const LINE: usize = 64;

/// The latest lines.
#[derive(Debug)]
pub(super) struct Transcript {
    lines: VecDeque<(Instant, char, String)>,
    bytes: usize,
    lost: usize,
    begin: Instant,
}

impl Transcript {
    /// An empty transcript; seconds count from now.
    pub(super) fn new() -> Transcript {
        Transcript {
            lines: VecDeque::new(),
            bytes: 0,
            lost: 0,
            begin: Instant::now(),
        }
    }

    /// Makes seconds count from now.
    pub(super) fn restart_clock(&mut self) {
        self.begin = Instant::now();
    }

    /// Adds a line with its time and direction; the oldest lines are dropped
    /// when the limit is reached.
    pub(super) fn push(&mut self, at: Instant, direction: char, text: &str) {
        self.lines.push_back((at, direction, text.to_owned()));
        self.bytes += LINE + text.len();
        while self.bytes > MAX_BYTES {
            let Some((_, _, text)) = self.lines.pop_front() else {
                return;
            };
            self.bytes -= LINE + text.len();
            self.lost += 1;
        }
    }

    /// The lines since the last call, oldest first: seconds, direction, text.
    pub(super) fn drain(&mut self) -> Vec<String> {
        self.bytes = 0;
        let lost = std::mem::take(&mut self.lost);
        let begin = self.begin;
        let lost =
            (lost > 0).then(|| format!("({} dropped)", counted(lost, "older line", "older lines")));
        let lines = self.lines.drain(..).map(|(at, direction, text)| {
            let seconds = match at.checked_duration_since(begin) {
                Some(after) => after.as_secs_f64(),
                None => -(begin - at).as_secs_f64(),
            };
            format!("{seconds:10.4} {direction} {text}")
        });
        lost.into_iter().chain(lines).collect()
    }
    /// Drops the lines kept since the last call.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.bytes = 0;
        self.lost = 0;
    }
}

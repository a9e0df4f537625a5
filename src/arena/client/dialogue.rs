//! What an engine and those who talk to it said, and when.
//!
//! Knows no process.

use std::collections::VecDeque;
use std::time::Instant;

/// Bytes of the dialogue that are kept.
const MAX_DIALOGUE: usize = 4 << 20;

/// Bytes that a line takes besides its text: an engine may write empty lines without end.
const LINE: usize = 64;

/// What was said, by whom, and when.
#[derive(Debug)]
pub(super) struct Dialogue {
    lines: VecDeque<(Instant, char, String)>,
    bytes: usize,
    lost: usize,
    begin: Instant,
}

impl Dialogue {
    /// Nothing yet; seconds count from now on.
    pub fn new() -> Dialogue {
        Dialogue {
            lines: VecDeque::new(),
            bytes: 0,
            lost: 0,
            begin: Instant::now(),
        }
    }

    /// Has the seconds count from now on.
    pub fn begin(&mut self) {
        self.begin = Instant::now();
    }

    /// Keeps a line with its moment and direction, and loses the oldest if they
    /// are too many.
    pub fn add(&mut self, at: Instant, direction: char, text: &str) {
        self.lines.push_back((at, direction, text.to_owned()));
        self.bytes += LINE + text.len();
        while self.bytes > MAX_DIALOGUE {
            let Some((_, _, text)) = self.lines.pop_front() else {
                return;
            };
            self.bytes -= LINE + text.len();
            self.lost += 1;
        }
    }

    /// The lines kept since the last call, oldest first: seconds, direction,
    /// text.
    pub fn take(&mut self) -> Vec<String> {
        self.bytes = 0;
        let lost = std::mem::take(&mut self.lost);
        let begin = self.begin;
        let lost = (lost > 0).then(|| format!("({lost} older lines were not kept)"));
        let lines = self.lines.drain(..).map(|(at, direction, text)| {
            let seconds = match at.checked_duration_since(begin) {
                Some(after) => after.as_secs_f64(),
                None => -(begin - at).as_secs_f64(),
            };
            format!("{seconds:10.4} {direction} {text}")
        });
        lost.into_iter().chain(lines).collect()
    }
    /// Loses the lines kept since the last call.
    pub fn forget(&mut self) {
        self.lines.clear();
        self.bytes = 0;
        self.lost = 0;
    }
}

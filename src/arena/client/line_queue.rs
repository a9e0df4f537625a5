//! The queue of lines between the thread that reads an engine's output and the
//! one that waits for it.
//!
//! A thinking engine sends many lines a second. They do not wake the waiting
//! thread, which finds them when something else arrives; in fast games this
//! halves the runner's work.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use super::process_guard::lock;

/// Maximum number of queued lines; beyond that the pipe fills up and the engine
/// blocks.
const MAX_QUEUED: usize = 1024;

/// A line that an engine wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line without its line ending. Invalid UTF-8 and control characters are
    /// replaced, and very long lines are truncated.
    pub text: String,
    /// When it arrived.
    pub at: Instant,
}

/// The queue.
#[derive(Debug, Default)]
pub(super) struct LineQueue {
    waiting: Mutex<QueueState>,
    /// Signals a line that may be waited for.
    news: Condvar,
    /// Signals room in the queue, or that it was closed.
    room: Condvar,
}

#[derive(Debug, Default)]
struct QueueState {
    lines: VecDeque<Line>,
    /// No more lines will be added.
    has_ended: bool,
    /// No more lines will be taken.
    is_closed: bool,
    /// When the queue is full, lines that are not news are dropped.
    is_lossy: bool,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PopError {
    /// None came in time.
    Timeout,
    /// The queue has ended.
    Ended,
}

impl LineQueue {
    /// Adds a line, and wakes the waiting thread if it is news. Returns whether
    /// lines are still being taken.
    pub(super) fn push(&self, line: Line, is_news: bool) -> bool {
        let mut waiting = lock(&self.waiting);
        while waiting.lines.len() >= MAX_QUEUED && !waiting.is_closed {
            if waiting.is_lossy && !is_news {
                waiting.lines.pop_front();
                break;
            }
            self.news.notify_one();
            waiting = self
                .room
                .wait(waiting)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if waiting.is_closed {
            return false;
        }
        waiting.lines.push_back(line);
        drop(waiting);
        if is_news {
            self.news.notify_one();
        }
        true
    }

    /// Sets whether a full queue drops its oldest lines for new ones that are not news,
    /// instead of blocking the engine: it may think for long before somebody listens.
    pub(crate) fn set_lossy(&self, is_lossy: bool) {
        lock(&self.waiting).is_lossy = is_lossy;
        self.room.notify_one();
    }

    /// Marks the end of the lines.
    pub(super) fn finish(&self) {
        lock(&self.waiting).has_ended = true;
        self.news.notify_one();
    }

    pub(super) fn close(&self) {
        let mut waiting = lock(&self.waiting);
        waiting.is_closed = true;
        waiting.lines.clear();
        drop(waiting);
        self.room.notify_one();
    }

    /// The next line. A queued line is returned at once; otherwise this waits
    /// for news until the given time, at which it also finds lines that are not
    /// news.
    pub(super) fn pop(&self, until: Instant) -> Result<Line, PopError> {
        let mut waiting = lock(&self.waiting);
        let mut is_late = false;
        loop {
            if let Some(line) = waiting.lines.pop_front() {
                if waiting.lines.len() + 1 == MAX_QUEUED {
                    self.room.notify_one();
                }
                return Ok(line);
            }
            if waiting.has_ended {
                return Err(PopError::Ended);
            }
            let left = until.saturating_duration_since(Instant::now());
            if is_late || left.is_zero() {
                return Err(PopError::Timeout);
            }
            let waited = self.news.wait_timeout(waiting, left);
            let (guard, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            waiting = guard;
            is_late = timeout.timed_out();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use std::sync::Arc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn line(text: &str) -> Line {
        Line {
            text: text.to_owned(),
            at: Instant::now(),
        }
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(10)
    }

    #[test]
    fn lines_stay_in_order_whether_they_are_news_or_not() {
        let lines = Arc::new(LineQueue::default());
        let writer = Arc::clone(&lines);
        let thread = thread::spawn(move || {
            for number in 0..5_000 {
                assert!(writer.push(line(&number.to_string()), number % 7 == 6));
            }
            writer.finish();
        });
        for number in 0..5_000 {
            assert_eq!(lines.pop(soon()).unwrap().text, number.to_string());
        }
        assert_eq!(lines.pop(soon()), Err(PopError::Ended));
        thread.join().unwrap();
    }

    #[test]
    fn what_is_no_news_is_found_when_the_time_is_over() {
        let lines = Arc::new(LineQueue::default());
        let writer = Arc::clone(&lines);
        let thread = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            writer.push(line("thinking"), false);
        });
        let begin = Instant::now();
        let found = lines.pop(begin + Duration::from_millis(300));
        assert_eq!(found.unwrap().text, "thinking");
        assert!(begin.elapsed() >= Duration::from_millis(300));
        assert_eq!(lines.pop(Instant::now()), Err(PopError::Timeout));
        thread.join().unwrap();
    }

    #[test]
    fn a_lossy_queue_keeps_the_latest_lines() {
        let lines = LineQueue::default();
        lines.set_lossy(true);
        for number in 0..3 * MAX_QUEUED {
            assert!(lines.push(line(&number.to_string()), false));
        }
        let first = lines.pop(soon()).unwrap().text;
        assert_eq!(first, (2 * MAX_QUEUED).to_string());
        for _ in 1..MAX_QUEUED {
            assert!(lines.pop(soon()).is_ok());
        }
        assert_eq!(lines.pop(Instant::now()), Err(PopError::Timeout));
    }

    #[test]
    fn a_full_queue_waits_and_a_closed_one_says_so() {
        let lines = Arc::new(LineQueue::default());
        let writer = Arc::clone(&lines);
        let thread = thread::spawn(move || {
            let mut pushed = 0;
            while writer.push(line("flood"), false) {
                pushed += 1;
            }
            pushed
        });
        for _ in 0..3_000 {
            assert!(lines.pop(soon()).is_ok());
        }
        lines.close();
        let pushed = thread.join().unwrap();
        assert!((3_000..=3_000 + MAX_QUEUED).contains(&pushed), "{pushed}");
    }
}

//! The engine's clock and the limits set by `level`, `st`, `sd`, `nps` and `time`.

use std::time::Duration;

use crate::search::{Clock, Limits};

/// The longest time in seconds, so that sums of times cannot overflow.
const MAX_SECONDS: f64 = 1e8;

/// The time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    /// A clock with `base` for a number of moves, or for the whole game.
    Clock {
        moves: Option<u32>,
        base: Duration,
        increment: Duration,
    },
    /// A fixed time per move.
    Move(Duration),
}

/// The engine's clock and its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Timer {
    control: Control,
    remaining: Duration,
    depth: Option<u32>,
    rate: Option<u64>,
}

impl Timer {
    /// Forty moves in five minutes, the default.
    pub(super) fn new() -> Timer {
        let base = Duration::from_secs(300);
        Timer {
            control: Control::Clock {
                moves: Some(40),
                base,
                increment: Duration::ZERO,
            },
            remaining: base,
            depth: None,
            rate: None,
        }
    }

    /// Starts a new game: refills the clock and drops the limit of `sd`.
    pub(super) fn restart(&mut self) {
        self.depth = None;
        self.refill();
    }

    /// `level MOVES BASE INCREMENT`.
    pub(crate) fn set_level(&mut self, moves: &str, base: &str, increment: &str) -> Option<()> {
        let moves: u32 = moves.parse().ok()?;
        self.control = Control::Clock {
            moves: Some(moves).filter(|&moves| moves > 0),
            base: minutes(base)?,
            increment: seconds(increment)?,
        };
        self.refill();
        Some(())
    }

    /// `st SECONDS`.
    pub(crate) fn set_move_time(&mut self, text: &str) -> Option<()> {
        let time = match text.split_once(':') {
            Some(_) => minutes(text)?,
            None => seconds(text)?,
        };
        self.control = Control::Move(time);
        Some(())
    }

    /// `sd PLIES`.
    pub(crate) fn set_depth(&mut self, text: &str) -> Option<()> {
        let depth = text.parse().ok().filter(|&depth| depth > 0)?;
        self.depth = Some(depth);
        Some(())
    }

    /// `nps NODES`; 0 or less means wall-clock time.
    pub(crate) fn set_rate(&mut self, text: &str) -> Option<()> {
        let rate: i64 = text.parse().ok()?;
        self.rate = u64::try_from(rate).ok().filter(|&rate| rate > 0);
        Some(())
    }

    /// `time CENTISECONDS`, which may be negative.
    pub(crate) fn set_remaining(&mut self, text: &str) -> Option<()> {
        self.remaining = centiseconds(text)?;
        Some(())
    }

    /// Charges the engine's clock for its move number `made`.
    pub(super) fn spend(&mut self, spent: Duration, made: u32) {
        self.remaining = self.remaining.saturating_sub(spent);
        if let Control::Clock {
            moves,
            base,
            increment,
        } = self.control
        {
            self.remaining += increment;
            if moves.is_some_and(|moves| made.is_multiple_of(moves)) {
                self.remaining += base;
            }
            self.remaining = self.remaining.min(Duration::from_secs_f64(MAX_SECONDS));
        }
    }

    /// The limits of the next search of a side that has played `made` moves.
    pub(super) fn limits(&self, made: u32) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            nodes_per_second: self.rate,
            ..Limits::default()
        };
        match self.control {
            Control::Move(time) => limits.move_time = Some(time),
            Control::Clock {
                moves, increment, ..
            } => {
                limits.clock = Some(Clock {
                    remaining: self.remaining,
                    increment,
                    moves_to_go: moves.map(|moves| moves - made % moves),
                });
            }
        }
        limits
    }

    /// Time as the limits count it: wall-clock time, or nodes after `nps`.
    pub(crate) fn measure(&self, time: Duration, nodes: u64) -> Duration {
        match self.rate {
            None => time,
            Some(rate) => Duration::from_secs_f64(nodes as f64 / rate as f64),
        }
    }

    /// Whether `nps` is on.
    pub(crate) fn counts_nodes(&self) -> bool {
        self.rate.is_some()
    }

    fn refill(&mut self) {
        if let Control::Clock { base, .. } = self.control {
            self.remaining = base;
        }
    }
}

/// `5`, `0.5` or `5:30`.
fn minutes(text: &str) -> Option<Duration> {
    match text.split_once(':') {
        None => duration(text.parse::<f64>().ok()? * 60.0),
        Some((minutes, seconds)) => {
            let minutes: u32 = minutes.parse().ok()?;
            let seconds: f64 = seconds.parse().ok()?;
            duration(f64::from(minutes) * 60.0 + seconds)
        }
    }
}

fn seconds(text: &str) -> Option<Duration> {
    duration(text.parse().ok()?)
}

fn centiseconds(text: &str) -> Option<Duration> {
    let count: i64 = text.parse().ok()?;
    duration((count.max(0) as f64 / 100.0).min(MAX_SECONDS))
}

fn duration(seconds: f64) -> Option<Duration> {
    (0.0..=MAX_SECONDS)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn timer(level: [&str; 3]) -> Option<Timer> {
        let mut timer = Timer::new();
        timer.set_level(level[0], level[1], level[2])?;
        Some(timer)
    }

    fn clock(timer: &Timer, made: u32) -> (u128, u128, Option<u32>) {
        let clock = timer.limits(made).clock.unwrap();
        (
            clock.remaining.as_millis(),
            clock.increment.as_millis(),
            clock.moves_to_go,
        )
    }

    #[test]
    fn all_forms_of_level() {
        let level = |words| clock(&timer(words).unwrap(), 0);
        assert_eq!(level(["40", "5", "0"]), (300_000, 0, Some(40)));
        assert_eq!(level(["40", "0:30", "0"]), (30_000, 0, Some(40)));
        assert_eq!(level(["0", "2", "12"]), (120_000, 12_000, None));
        assert_eq!(level(["0", "0:10", "0.1"]), (10_000, 100, None));
        assert_eq!(level(["0", "0.5", "0"]), (30_000, 0, None));
        for words in [
            ["x", "5", "0"],
            ["-1", "5", "0"],
            ["0", "5", "-1"],
            ["0", "-5", "0"],
            ["0", "1e300", "0"],
            ["0", "nan", "0"],
            ["0", "inf", "0"],
            ["0", "1:-70", "0"],
            ["0", ":", "0"],
        ] {
            assert_eq!(timer(words), None, "{words:?}");
        }
    }

    #[test]
    fn sessions_refill_the_clock() {
        let mut timer = timer(["2", "1", "0"]).unwrap();
        timer.spend(Duration::from_secs(20), 1);
        assert_eq!(clock(&timer, 1), (40_000, 0, Some(1)));
        timer.spend(Duration::from_secs(20), 2);
        assert_eq!(clock(&timer, 2), (80_000, 0, Some(2)));
    }

    #[test]
    fn what_the_other_end_says_is_left_counts() {
        let mut timer = timer(["0", "1", "1"]).unwrap();
        timer.set_remaining("250").unwrap();
        assert_eq!(clock(&timer, 0).0, 2_500);
        timer.set_remaining("-30").unwrap();
        assert_eq!(clock(&timer, 0).0, 0);
        assert_eq!(timer.set_remaining("soon"), None);
        timer.spend(Duration::from_secs(3), 1);
        assert_eq!(clock(&timer, 0).0, 1_000);
    }

    #[test]
    fn depth_lasts_for_a_game_and_move_time_for_longer() {
        let mut timer = Timer::new();
        timer.set_depth("7").unwrap();
        timer.set_move_time("0:02").unwrap();
        assert_eq!(timer.limits(0).depth, Some(7));
        timer.restart();
        let limits = timer.limits(0);
        assert_eq!((limits.depth, limits.clock), (None, None));
        assert_eq!(limits.move_time, Some(Duration::from_secs(2)));
        assert_eq!(timer.set_depth("0"), None);
    }
}

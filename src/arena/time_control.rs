//! Time controls: the time and effort that a player may spend.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The time a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// A base time, plus an increment after each move.
    Clock {
        /// Moves per time control, after which `base` is added again; `None` if `base` is for
        /// the whole game.
        moves: Option<u32>,
        /// The base time.
        base: Duration,
        /// The increment: time added after each move.
        increment: Duration,
    },
    /// A fixed time per move; unused time is lost.
    Move(Duration),
    /// No clock; nodes or depth limit the engine.
    Unlimited,
}

/// Everything that limits the thinking of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThinkingLimits {
    /// Its time control.
    pub time: TimeControl,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Depth per move, in plies.
    pub depth: Option<u32>,
}

impl ThinkingLimits {
    /// These limits with time and nodes multiplied by `odds`.
    ///
    /// ```
    /// use peregrine::arena::time_control::ThinkingLimits;
    /// let limits = ThinkingLimits { time: "10+0.1".parse()?, nodes: Some(1000), depth: None };
    /// let fifth = limits.with_odds(0.2);
    /// assert_eq!((fifth.time, fifth.nodes), ("2+0.02".parse()?, Some(200)));
    /// # Ok::<(), peregrine::arena::time_control::TimeControlError>(())
    /// ```
    pub fn with_odds(self, odds: f64) -> ThinkingLimits {
        let time = match self.time {
            TimeControl::Clock {
                moves,
                base,
                increment,
            } => TimeControl::Clock {
                moves,
                base: base.mul_f64(odds),
                increment: increment.mul_f64(odds),
            },
            TimeControl::Move(time) => TimeControl::Move(time.mul_f64(odds)),
            TimeControl::Unlimited => TimeControl::Unlimited,
        };
        ThinkingLimits {
            time,
            nodes: self
                .nodes
                .map(|nodes| ((nodes as f64 * odds) as u64).max(1)),
            depth: self.depth,
        }
    }
}

/// A text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{0}' is not a time control: write [MOVES/]SECONDS[+SECONDS], [MOVES/]MINUTES:SECONDS[+SECONDS], SECONDS/move or 'none'"
)]
pub struct TimeControlError(pub String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Parses `300+2`, `5:00+2`, `40/60`, `40/60+0.5`, `1.5/move` or `none`.
    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        read(text.trim()).ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

fn read(text: &str) -> Option<TimeControl> {
    if text == "none" {
        return Some(TimeControl::Unlimited);
    }
    if let Some(seconds) = text.strip_suffix("/move") {
        return positive(duration(seconds)?).map(TimeControl::Move);
    }
    let (moves, time) = match text.split_once('/') {
        Some((moves, time)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), time),
        None => (None, text),
    };
    let (base, increment) = match time.split_once('+') {
        Some((base, increment)) => (duration(base)?, duration(increment)?),
        None => (duration(time)?, Duration::ZERO),
    };
    Some(TimeControl::Clock {
        moves,
        base: positive(base)?,
        increment,
    })
}

fn positive(time: Duration) -> Option<Duration> {
    (!time.is_zero()).then_some(time)
}

/// Seconds, or minutes and seconds separated by a colon.
fn duration(text: &str) -> Option<Duration> {
    let (minutes, seconds) = match text.split_once(':') {
        Some((minutes, seconds)) => (minutes.parse::<u32>().ok()?, seconds),
        None => (0, text),
    };
    let is_number = seconds
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = seconds.parse().ok().filter(|_| is_number)?;
    let whole = Duration::try_from_secs_f64(seconds + 60.0 * f64::from(minutes)).ok()?;
    (whole < Duration::from_secs(1_000_000)).then_some(whole)
}

impl fmt::Display for TimeControl {
    /// Writes the form that [`FromStr`] parses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::Unlimited => f.write_str("none"),
            TimeControl::Move(time) => write!(f, "{}/move", time.as_secs_f64()),
            TimeControl::Clock {
                moves,
                base,
                increment,
            } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", base.as_secs_f64())?;
                if !increment.is_zero() {
                    write!(f, "+{}", increment.as_secs_f64())?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, again) in [
            ("300", "300"),
            ("5:00+2", "300+2"),
            ("0.2+0.002", "0.2+0.002"),
            ("40/60+0.5", "40/60+0.5"),
            ("1:30", "90"),
            ("1.5/move", "1.5/move"),
            ("none", "none"),
        ] {
            let read: TimeControl = text.parse().unwrap();
            assert_eq!(read.to_string(), again);
            assert_eq!(again.parse(), Ok(read));
        }
    }

    #[test]
    fn other_texts_are_refused_by_name() {
        for text in [
            "", "x", "-1", "0", "0/60", "/60", "60+", "+1", "1e9", "nan", "inf", "1::2", "0/move",
            "40/", "1:x", "9999999", "40/60/2",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("'{text}' is no")));
        }
    }
}

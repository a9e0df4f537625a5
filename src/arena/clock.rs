//! A player's clock, driven by measured durations: it never reads the time
//! itself, so that tests need not wait.

use std::time::Duration;

use super::client::TimeLeft;
use super::time_control::TimeControl;

/// The clock of one player in one game.
///
/// ```
/// use std::time::Duration;
/// use peregrine::arena::clock::Clock;
/// let mut clock = Clock::new("2+0.5".parse().unwrap());
/// assert_eq!(clock.spend(Duration::from_secs(1), Duration::ZERO), Ok(()));
/// assert_eq!(clock.time_left().unwrap().remaining, Duration::from_millis(1500));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    remaining: Duration,
    /// Moves made since the last time control.
    moves: u32,
}

/// By how much a player exceeded its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverstepError(pub Duration);

impl Clock {
    /// A clock before the first move.
    pub fn new(control: TimeControl) -> Clock {
        let remaining = match control {
            TimeControl::Clock { base, .. } => base,
            TimeControl::Move(time) => time,
            TimeControl::Unlimited => Duration::ZERO,
        };
        Clock {
            control,
            remaining,
            moves: 0,
        }
    }

    /// The clock after `moves` opening moves of the player. They count toward
    /// its time control, as engines and graphical interfaces expect.
    pub(crate) fn after_opening(self, moves: usize) -> Clock {
        let made = match self.control {
            TimeControl::Clock {
                moves: Some(each), ..
            } => moves % each.max(1) as usize,
            _ => 0,
        };
        Clock {
            moves: u32::try_from(made).unwrap_or(0),
            ..self
        }
    }

    /// The time left, or `None` if no clock runs. Fixed time per move is
    /// reported as a clock with one move to go.
    pub fn time_left(&self) -> Option<TimeLeft> {
        let (increment, moves_to_go) = match self.control {
            TimeControl::Clock {
                moves, increment, ..
            } => (increment, moves.map(|moves| moves - self.moves)),
            TimeControl::Move(_) => (Duration::ZERO, Some(1)),
            TimeControl::Unlimited => return None,
        };
        Some(TimeLeft {
            remaining: self.remaining,
            increment,
            moves_to_go,
        })
    }

    /// Charges a move that took `used`. Exceeding the time by up to `margin` is
    /// not a loss.
    ///
    /// # Errors
    /// How far past its time the player is.
    pub fn spend(&mut self, used: Duration, margin: Duration) -> Result<(), OverstepError> {
        if self.control == TimeControl::Unlimited {
            return Ok(());
        }
        let overstep = used.saturating_sub(self.remaining);
        if overstep > margin {
            return Err(OverstepError(overstep));
        }
        if let TimeControl::Clock {
            moves,
            base,
            increment,
        } = self.control
        {
            self.remaining = self.remaining.saturating_sub(used) + increment;
            self.moves += 1;
            if moves == Some(self.moves) {
                self.remaining += base;
                self.moves = 0;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn milliseconds(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn remaining(clock: &Clock) -> (Duration, Option<u32>) {
        let left = clock.time_left().unwrap();
        (left.remaining, left.moves_to_go)
    }

    #[test]
    fn moves_to_the_time_control_are_counted() {
        let mut clock = Clock::new("2/10+1".parse().unwrap());
        assert_eq!(remaining(&clock), (milliseconds(10_000), Some(2)));
        clock.spend(milliseconds(4_000), milliseconds(0)).unwrap();
        assert_eq!(remaining(&clock), (milliseconds(7_000), Some(1)));
        clock.spend(milliseconds(7_000), milliseconds(0)).unwrap();
        assert_eq!(remaining(&clock), (milliseconds(11_000), Some(2)));
    }

    #[test]
    fn moves_of_the_opening_count() {
        let clock = Clock::new("40/10".parse().unwrap());
        for (moves, left) in [(0, 40), (4, 36), (39, 1), (40, 40), (43, 37)] {
            assert_eq!(remaining(&clock.after_opening(moves)).1, Some(left));
        }
        let clock = Clock::new("10".parse().unwrap());
        assert_eq!(remaining(&clock.after_opening(4)).1, None);
    }

    #[test]
    fn the_margin_forgives_no_more_than_it_says() {
        let clock = Clock::new("1+0.1".parse().unwrap());
        let margin = milliseconds(5);
        let mut late = clock;
        assert_eq!(late.spend(milliseconds(1_005), margin), Ok(()));
        assert_eq!(remaining(&late), (milliseconds(100), None));
        let mut later = clock;
        let overstep = later.spend(milliseconds(1_006), margin);
        assert_eq!(overstep, Err(OverstepError(milliseconds(6))));
    }

    #[test]
    fn time_for_a_move_is_not_saved() {
        let mut clock = Clock::new("1/move".parse().unwrap());
        clock.spend(milliseconds(1), milliseconds(0)).unwrap();
        assert_eq!(remaining(&clock), (milliseconds(1_000), Some(1)));
        assert!(clock.spend(milliseconds(1_001), milliseconds(0)).is_err());
    }

    #[test]
    fn without_clock_any_time_will_do() {
        let mut clock = Clock::new(TimeControl::Unlimited);
        assert_eq!(clock.time_left(), None);
        assert_eq!(clock.spend(milliseconds(99_999), milliseconds(0)), Ok(()));
    }
}

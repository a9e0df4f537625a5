//! The clocks of a game on the page.

use std::time::Duration;

use crate::base::clock::Instant;

use crate::board::color::Color;
use crate::search;

use crate::page::error::PageError;
use crate::page::messages::{ClockView, TimeControl};

/// The longest time on a clock, in milliseconds: ten hours.
const MAX_TIME: u64 = 36_000_000;

/// Both clocks; at most one of them runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    pub control: TimeControl,
    left: [Duration; 2],
    /// Whose clock runs, and since when.
    running: Option<(Color, Instant)>,
}

impl Clocks {
    /// Both clocks at their start.
    ///
    /// # Errors
    /// If they would run too long, or not at all.
    pub(super) fn new(control: TimeControl) -> Result<Clocks, PageError> {
        // With an increment alone, the first move needs time, too.
        let base = control.base.max(control.increment);
        let control = TimeControl { base, ..control };
        Clocks::with(control, [base; 2])
    }

    /// Clocks with these milliseconds left.
    ///
    /// # Errors
    /// As for [`Clocks::new`].
    pub(super) fn with(control: TimeControl, left: [u64; 2]) -> Result<Clocks, PageError> {
        if control.base == 0 {
            return Err(PageError::new("A clock needs some time."));
        }
        if control.base > MAX_TIME || control.increment > MAX_TIME {
            return Err(PageError::new("A clock holds ten hours at most."));
        }
        // Increments can have added to it.
        let left = left.map(|left| Duration::from_millis(left.min(2 * MAX_TIME)));
        Ok(Clocks {
            control,
            left,
            running: None,
        })
    }

    /// What is left for a side.
    pub(super) fn left(&self, side: Color, now: Instant) -> Duration {
        let used = match self.running {
            Some((running, since)) if running == side => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        self.left[side.index()].saturating_sub(used)
    }

    /// Starts the clock of a side; the other one stops.
    pub(super) fn start(&mut self, side: Color, now: Instant) {
        self.stop(now);
        self.running = Some((side, now));
    }

    /// Stops both.
    pub(super) fn stop(&mut self, now: Instant) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side, now);
        }
        self.running = None;
    }

    /// A side has made its move.
    pub(super) fn moved(&mut self, side: Color, now: Instant) {
        self.stop(now);
        self.left[side.index()] += Duration::from_millis(self.control.increment);
    }

    /// When the flag of the running clock falls.
    pub(super) fn flag(&self) -> Option<Instant> {
        let (side, since) = self.running?;
        since.checked_add(self.left[side.index()])
    }

    /// The side whose time is up.
    pub(super) fn fallen(&self, now: Instant) -> Option<Color> {
        let (side, _) = self.running?;
        self.left(side, now).is_zero().then_some(side)
    }

    /// The clock for the engine's time management.
    pub(crate) fn for_search(&self, side: Color, now: Instant) -> search::Clock {
        search::Clock {
            remaining: self.left(side, now),
            increment: Duration::from_millis(self.control.increment),
            moves_to_go: None,
        }
    }

    pub(super) fn view(&self, now: Instant) -> ClockView {
        let [white, black] = Color::ALL.map(|side| {
            self.left(side, now)
                .as_millis()
                .try_into()
                .unwrap_or(u64::MAX)
        });
        ClockView {
            white,
            black,
            running: self.running.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn only_the_clock_of_the_side_to_move_runs() {
        let begin = Instant::now();
        let instant = |millis| begin + Duration::from_millis(millis);
        let mut clocks = Clocks::new(TimeControl {
            base: 1000,
            increment: 100,
        })
        .unwrap();
        clocks.start(Color::White, begin);
        assert_eq!(clocks.view(instant(400)).white, 600);
        clocks.moved(Color::White, instant(400));
        clocks.start(Color::Black, instant(400));
        let view = clocks.view(instant(900));
        assert_eq!((view.white, view.black, view.running), (700, 500, true));
        assert_eq!(clocks.flag(), Some(instant(1400)));
        assert_eq!(clocks.fallen(instant(1399)), None);
        assert_eq!(clocks.fallen(instant(1400)), Some(Color::Black));
        clocks.stop(instant(1000));
        assert_eq!(clocks.view(instant(5000)).black, 400);
    }
}

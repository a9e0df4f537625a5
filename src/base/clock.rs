//! The clock by which searches measure time.
//!
//! WebAssembly without a system has no clock: [`std::time::Instant`] panics there. The owner of
//! the library may give it one; until then no time passes.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use without_system::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use without_system::{set_calendar, set_clock, set_pause};

/// Pauses, where the thread has other things to do; `true` if a search should return for them.
#[cfg(not(any(test, all(target_family = "wasm", target_os = "unknown"))))]
pub(crate) fn pause() -> bool {
    false
}

#[cfg(all(test, not(all(target_family = "wasm", target_os = "unknown"))))]
pub(crate) use counted::{end_slices_after, pause};

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use without_system::pause;

/// The time since the beginning of 1970, if it is known.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) fn since_1970() -> Option<std::time::Duration> {
    let now = std::time::SystemTime::now();
    now.duration_since(std::time::UNIX_EPOCH).ok()
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use without_system::since_1970;

/// Whether time passes.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) fn is_running() -> bool {
    true
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use without_system::is_running;

/// Pauses of tests, whose slices end by nodes, because time passes as the machine's load permits.
#[cfg(all(test, not(all(target_family = "wasm", target_os = "unknown"))))]
mod counted {
    use std::cell::Cell;

    thread_local! {
        static PAUSES: Cell<u32> = const { Cell::new(0) };
        static PAUSES_PER_SLICE: Cell<Option<u32>> = const { Cell::new(None) };
    }

    /// Ends every slice on this thread after this number of pauses.
    pub(crate) fn end_slices_after(pauses: u32) {
        PAUSES.set(0);
        PAUSES_PER_SLICE.set(Some(pauses));
    }

    pub(crate) fn pause() -> bool {
        PAUSES.set(PAUSES.get() + 1);
        let pauses = PAUSES_PER_SLICE.get();
        pauses.is_some_and(|pauses| PAUSES.get().is_multiple_of(pauses))
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod without_system {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();
    static CALENDAR: OnceLock<fn() -> Duration> = OnceLock::new();
    static PAUSE: OnceLock<fn() -> bool> = OnceLock::new();

    /// Sets the clock: a function that returns the time since any fixed moment, such as
    /// JavaScript's `performance.now()`. Only the first call has an effect.
    pub fn set_clock(clock: fn() -> Duration) {
        // A search may already measure by the first clock.
        let _ = CLOCK.set(clock);
    }

    /// Sets the calendar: a function that returns the time since the beginning of 1970, such as
    /// JavaScript's `Date.now()`. Only the first call has an effect.
    pub fn set_calendar(calendar: fn() -> Duration) {
        // The dates of games need not agree with each other.
        let _ = CALENDAR.set(calendar);
    }

    pub(crate) fn since_1970() -> Option<Duration> {
        CALENDAR.get().map(|calendar| calendar())
    }

    /// Sets a function that searches in slices call after some hundred nodes. It may wait, as
    /// where JavaScript can suspend the module to look at messages, and returns whether the
    /// slice should end. Only the first call has an effect.
    pub fn set_pause(pause: fn() -> bool) {
        // There is one JavaScript.
        let _ = PAUSE.set(pause);
    }

    pub(crate) fn pause() -> bool {
        PAUSE.get().is_some_and(|pause| pause())
    }

    pub(crate) fn is_running() -> bool {
        CLOCK.get().is_some()
    }

    /// A moment by this clock.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        pub(crate) fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        pub(crate) fn elapsed(self) -> Duration {
            Instant::now().saturating_duration_since(self)
        }

        pub(crate) fn saturating_duration_since(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        pub(crate) fn checked_add(self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0 + time)
        }
    }
}

//! The clock by which searches measure time.
//!
//! WebAssembly without a system has no clock: [`std::time::Instant`] panics there. The owner of
//! the library may give it one; until then no time passes.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use without_system::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use without_system::set_clock;

/// Whether time passes.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) fn is_running() -> bool {
    true
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use without_system::is_running;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod without_system {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock: a function that returns the time since any fixed moment, such as
    /// JavaScript's `performance.now()`. Only the first call has an effect.
    pub fn set_clock(clock: fn() -> Duration) {
        // A search may already measure by the first clock.
        let _ = CLOCK.set(clock);
    }

    pub(crate) fn is_running() -> bool {
        CLOCK.get().is_some()
    }

    /// A moment by this clock.
    #[derive(Clone, Copy, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        pub fn elapsed(self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}

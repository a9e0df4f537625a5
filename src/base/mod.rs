//! Services of the machine: files and text, memory, threads, random numbers, processor
//! features; and the declaration of tunable numbers.
//!
//! Must not contain chess.

#[cfg(any(feature = "arena", feature = "training"))]
pub(crate) mod axis;
pub mod clock;
pub(crate) mod closed_pipe;
pub mod container;
pub mod data_file;
pub(crate) mod excerpt;
pub(crate) mod files;
pub(crate) mod hexadecimal;
#[cfg(feature = "files")]
pub(crate) mod journal;
pub(crate) mod memory;
#[cfg(feature = "cli")]
pub mod out_of_memory;
#[cfg(not(feature = "system-memory"))]
mod pages;
pub(crate) mod parallel;
pub(crate) mod plural;
pub mod processor;
pub mod random;
pub(crate) mod sentence;
mod sharing;
pub mod suggestion;
pub(crate) mod text;
pub mod thread;
pub mod tunable;

/// Whether tests make thorough runs that take minutes, as in `tests/common/mod.rs`.
#[cfg(test)]
pub(crate) fn is_long_run() -> bool {
    std::env::var_os("PEREGRINE_LONG_TESTS").is_some()
}

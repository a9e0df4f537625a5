//! Services of the machine: files, memory, threads, random numbers, processor
//! features.
//!
//! Must not contain chess.

pub(crate) mod excerpt;
pub(crate) mod files;
pub(crate) mod memory;
pub(crate) mod parallel;
pub mod processor;
pub(crate) mod random;

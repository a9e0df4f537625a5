//! The machine: files, memory, threads, random numbers, the processor.
//!
//! No chess.

pub(crate) mod excerpt;
pub(crate) mod files;
pub(crate) mod memory;
pub(crate) mod parallel;
pub mod processor;
pub(crate) mod random;

//! The trainer as a whole; its parts have tests of their own.

mod arithmetic;
mod runs;

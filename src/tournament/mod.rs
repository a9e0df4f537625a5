//! Tournaments: engines against engines, by our own rules and clocks.
//!
//! A [`Configuration`](configuration::Configuration) says who plays what; the
//! schedule follows from it alone; every game becomes a
//! [`GameRecord`](record::GameRecord) in a journal, and all numbers follow from
//! configuration and records. Knows no command line.

pub mod adjudication;
pub mod client;
pub mod clock;
pub mod comment;
pub mod engine_setup;
pub mod openings;
pub mod record;
pub mod schedule;
pub mod statistics;
pub mod time_control;

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
pub mod configuration;
pub mod engine_config;
pub mod engine_setup;
pub mod identity;
pub mod journal;
pub mod merge;
pub mod openings;
pub mod output;
pub mod plan;
pub mod record;
pub mod referee;
pub mod report;
pub mod results;
pub mod runner;
pub mod schedule;
pub mod statistics;
pub mod summary;
pub mod time_control;

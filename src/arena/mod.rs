//! Matches between engines, with our own clocks and rules.
//!
//! A [`Configuration`](configuration::Configuration) names the engines and
//! conditions, and alone determines the schedule. Each game becomes a
//! [`GameRecord`](record::GameRecord) in a journal. Every number in summary and
//! report is computed from the configuration and these records.

pub mod adjudication;
pub mod client;
pub mod clock;
pub mod comment;
pub mod configuration;
pub mod engine_config;
pub mod engine_setup;
pub mod flag;
pub mod identity;
pub mod journal;
pub mod key_value;
pub mod live_games;
pub mod merge;
pub mod openings;
pub mod output;
pub mod record;
pub mod referee;
pub mod report;
pub mod resolved_config;
pub mod results;
pub mod runner;
pub mod schedule;
pub mod statistics;
pub mod summary;
pub mod time_control;

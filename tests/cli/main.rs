//! The program as it is called and stopped: every subcommand, matches, files and input of
//! any kind, and little memory.

mod commands;
#[path = "../common/mod.rs"]
mod common;
mod long_lines;
mod matches;
mod openings;
#[path = "../common/process.rs"]
mod process;
mod robustness;
mod tune_evaluation;
mod tuning;

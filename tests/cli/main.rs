//! The program from the outside: every subcommand, matches, files and input of any kind,
//! being killed, and running with little memory.

mod annotate;
mod book;
#[path = "../common/books.rs"]
mod books;
mod commands;
#[path = "../common/mod.rs"]
mod common;
mod control_characters;
mod datagen;
mod examples;
mod games;
mod long_lines;
mod matches;
mod openings;
mod pgn_files;
#[path = "../common/process.rs"]
mod process;
mod program;
mod robustness;
#[path = "../common/running.rs"]
mod running;
mod text_files;
mod train;
mod tune_evaluation;
mod tuning;

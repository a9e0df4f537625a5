//! The search: what it finds, its levels, its reproducibility, and its tablebases.

#[path = "../common/mod.rs"]
mod common;
mod levels;
mod ponder_move;
#[path = "../common/process.rs"]
mod process;
mod reproducible;
#[path = "../common/running.rs"]
mod running;
mod search_rules;
mod tablebases;

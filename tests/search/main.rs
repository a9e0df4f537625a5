//! The search: what it finds, its levels, that it repeats itself, and the tables it asks.

#[path = "../common/mod.rs"]
mod common;
mod levels;
#[path = "../common/process.rs"]
mod process;
mod reproducible;
mod search_rules;
mod tablebases;

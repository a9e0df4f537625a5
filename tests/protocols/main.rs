//! Conversations in both protocols.

mod cecp;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/process.rs"]
mod process;
mod uci;

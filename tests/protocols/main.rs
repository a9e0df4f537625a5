//! Conversations in both protocols.

mod cecp;
#[path = "../common/process.rs"]
mod process;
mod uci;

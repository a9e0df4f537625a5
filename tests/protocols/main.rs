//! Conversations in both protocols.

mod cecp;
#[path = "../common/mod.rs"]
mod common;
mod network_files;
#[path = "../common/process.rs"]
mod process;
mod uci;

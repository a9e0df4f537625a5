//! Conversations in both protocols.

#[path = "../common/books.rs"]
mod books;
mod cecp;
#[path = "../common/mod.rs"]
mod common;
mod ends;
mod network_files;
#[path = "../common/process.rs"]
mod process;
#[path = "../common/running.rs"]
mod running;
mod uci;

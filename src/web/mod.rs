//! The board in the browser: a page served on this machine, one session a page.
//!
//! The rules of chess are asked of the library; the page draws, asks and sends moves. Must
//! not depend on the command line.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod catalog;
mod connections;
mod error;
mod lessons;
mod messages;
mod outbox;
mod queries;
mod resources;
mod security;
mod server;
mod session;
mod socket;
mod start;
mod traffic;
#[cfg(test)]
mod typescript;
mod view;
mod watch;

pub use connections::Patience;
pub use messages::{MAX_MESSAGE, MAX_TEXT};
pub use server::{BoardServer, ServerError, ServerOptions};

//! The board in the browser, served by this machine: a thread for each page's
//! [session](crate::page).
//!
//! Must not depend on the command line.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod connections;
mod opponents;
mod outbox;
mod security;
mod server;
mod socket;
mod traffic;
mod watch;

pub use crate::page::{MAX_MESSAGE, MAX_TEXT};
pub use connections::Patience;
pub use opponents::OpponentError;
pub use server::{BoardServer, ServerError, ServerOptions};

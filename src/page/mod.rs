//! The session of a page with a board: messages in, messages out.
//!
//! The rules of chess are asked of the library; the page draws, asks and sends moves. A session
//! has no socket. On a server, each has a thread and an engine that searches on others
//! ([`web`](crate::web)); in a browser, where nothing may wait, a [`LocalPage`] runs one in
//! slices. Must not know a network, nor files of a machine.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub(crate) mod catalog;
pub(crate) mod error;
mod lessons;
mod local;
pub(crate) mod matches;
pub(crate) mod messages;
pub(crate) mod opponents;
mod piece_moves;
mod queries;
pub(crate) mod resources;
pub(crate) mod rules;
pub(crate) mod session;
mod start;
#[cfg(test)]
mod typescript;
mod view;

pub use crate::engine::Wakeup;
pub use local::LocalPage;
pub use messages::{MAX_MESSAGE, MAX_TEXT};

/// A size in the unit of the limits.
pub(crate) fn mebibytes(size: usize) -> String {
    format!("{:.1} MiB", size as f64 / f64::from(1 << 20))
}

//! Plays whole matches under the real XBoard 4.9.1, on a virtual screen, and checks that every game ends regularly.
//!
//! The matches need `xboard`, `fairymax` and `xvfb-run`, and are therefore ignored unless asked for:
//! `cargo test --release --test xboard -- --ignored`.
//! The judge of the matches is tested always.

#[path = "xboard/log.rs"]
mod log;
#[path = "xboard/log_tests.rs"]
mod log_tests;
#[cfg(unix)]
#[path = "xboard/matches.rs"]
mod matches;
#[path = "xboard/names.rs"]
mod names;
#[path = "xboard/replay.rs"]
mod replay;
#[path = "xboard/saved.rs"]
mod saved;

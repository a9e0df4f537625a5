//! Plays whole matches under the real XBoard 4.9.1, on a virtual screen, and checks that every game ends properly.
//!
//! The matches need `xboard`, `fairymax` and `xvfb-run`, and are therefore ignored unless asked for:
//! `cargo test --release --test external -- --ignored xboard`.
//! The judge of the matches is always tested.

mod log;
mod log_tests;
#[cfg(unix)]
mod matches;
mod names;
mod replay;
mod saved;

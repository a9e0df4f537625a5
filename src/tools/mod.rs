//! Tools built on the engine: perft, the bench signature, a mate solver, the annotation
//! of games, and the making of opening books and of openings for matches.

#[cfg(feature = "tools")]
pub mod annotate;
pub mod bench;
#[cfg(feature = "tools")]
pub mod book;
#[cfg(feature = "tools")]
mod engine_pool;
#[cfg(feature = "tools")]
pub mod journal;
pub mod mate;
#[cfg(feature = "tools")]
pub mod observer;
#[cfg(feature = "tools")]
pub mod openings;
pub mod perft;

//! Tools built on the engine: perft, the bench signature, a mate solver, the annotation
//! of games, and the making of opening books.

pub mod annotate;
pub mod bench;
pub mod book;
pub mod journal;
pub mod mate;
pub mod perft;
mod stoppable;

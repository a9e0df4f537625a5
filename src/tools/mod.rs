//! Tools built on the engine: perft, the bench signature, a mate solver, and the
//! annotation of games.

pub mod annotate;
pub mod bench;
pub mod mate;
pub mod perft;

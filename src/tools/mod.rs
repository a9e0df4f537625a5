//! Tools built on the engine: perft, the bench signature, and a mate solver.

pub mod bench;
pub mod mate;
pub mod perft;

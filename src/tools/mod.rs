//! What one asks of an engine besides a move: counts, a signature, a proof of mate.

pub mod bench;
pub mod mate;
pub mod perft;

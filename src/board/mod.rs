//! Squares, bitboards, pieces, moves, and everything that follows from the
//! board alone.
//!
//! Must not contain rules of any game.

pub mod bitboard;
pub mod color;
pub mod geometry;
pub mod movement;
pub mod moves;
pub mod piece;
pub mod setup;
pub mod square;
pub mod zobrist;

//! Squares, sets of squares, pieces and moves, and what follows from the board alone.
//!
//! No rules of any game.

pub mod bitboard;
pub mod color;
pub mod geometry;
pub mod moves;
pub mod piece;
pub mod square;
pub mod zobrist;

pub mod bitboard;
pub mod color;
pub mod geometry;
pub mod moves;
pub mod piece;
pub mod square;

//! The tables built into the program, so that it plays basic endings correctly
//! without any files: king and falcon, queen, rook or pawn against king, for
//! every variant that supports tables, as long as pawns promote by its default
//! rule; and king, bishop and knight against king on 8x8 and 10x8 boards. The
//! latter would be too large for bigger boards.
//!
//! They are files written by `peregrine tablebase build`; a test rebuilds and
//! compares them. A file serves all variants in which the ending is the same,
//! and is included only once.

pub(super) use peregrine_tablebases::FILES;

//! Games as text in Portable Game Notation, for every variant.
//!
//! Knows no tournament: tags, moves, comments and results.

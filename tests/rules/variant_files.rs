//! Variant files: what a valid one defines, which faults of an invalid one are
//! reported, and that no text makes the reader panic.

mod texts;

mod accepted;
mod any_text;
mod castling;
mod castling_kings;
mod documentation;
mod en_passant;
mod faults;
mod faults_of_men;
mod limits;
mod movements;
mod royals_and_pawns;

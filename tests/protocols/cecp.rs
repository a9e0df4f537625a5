//! Conversations in the Chess Engine Communication Protocol: every command,
//! valid and invalid, with the exact answers where they do not depend on time.

pub mod session;

mod books;
mod castling;
mod commands;
mod games;
mod networks;
mod other_games;
mod positions;
mod random_lines;
mod thinking;

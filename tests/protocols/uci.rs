//! Conversations in UCI, with valid and invalid commands.

pub mod session;

mod any_lines;
mod books;
mod castling;
mod networks;
mod positions;
mod settings;
mod thinking;

//! Conversations in UCI, with what is right and with what is wrong.

mod session;

mod any_lines;
mod positions;
mod settings;
mod thinking;

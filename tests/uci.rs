//! Conversations in UCI, with what is right and with what is wrong.

#[path = "common/process.rs"]
mod process;
#[path = "uci/session.rs"]
mod session;

#[path = "uci/any_lines.rs"]
mod any_lines;
#[path = "uci/positions.rs"]
mod positions;
#[path = "uci/settings.rs"]
mod settings;
#[path = "uci/thinking.rs"]
mod thinking;

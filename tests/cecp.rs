//! Conversations in the Chess Engine Communication Protocol: every command,
//! good and bad, with the exact answers where they do not depend on time.

#[path = "cecp/session.rs"]
mod session;

#[path = "cecp/commands.rs"]
mod commands;
#[path = "cecp/games.rs"]
mod games;
#[path = "cecp/other_games.rs"]
mod other_games;
#[path = "cecp/random_lines.rs"]
mod random_lines;
#[path = "cecp/thinking.rs"]
mod thinking;

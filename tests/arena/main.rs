//! Matches and their clients against engines that misbehave in every way there is.
//!
//! The program is its own opponent, and so has a `main` of its own: called as an engine
//! it is one, called to be killed it waits for that, and otherwise it runs the tests.

mod cecp_client;
#[path = "../common/engine.rs"]
mod engine;
mod tournament;

use std::env;

use libtest_mimic::Arguments;

fn main() {
    if let Ok(script) = env::var(cecp_client::mock::SCRIPT) {
        cecp_client::mock::play(&script);
        return;
    }
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("mock-engine") => tournament::mock::run(&arguments[1..]),
        Some("tournament-to-be-killed") => tournament::be_killed(),
        _ => {
            let mut trials = cecp_client::trials();
            trials.extend(tournament::trials());
            libtest_mimic::run(&Arguments::from_args(), trials).exit();
        }
    }
}

//! Matches and their clients against engines that misbehave in every possible way.
//!
//! This program is its own opponent and therefore has its own `main`: depending on how it
//! is started it acts as an engine, waits to be killed, or runs the tests.

mod cecp_client;
#[path = "../common/engine.rs"]
mod engine;
mod matches;
#[path = "../common/running.rs"]
mod running;

use std::env;
use std::thread;
use std::time::Duration;

use libtest_mimic::Arguments;

/// Longer than all tests take together. Matches run in this process, and one that never ended
/// would keep it for ever.
const MAX_TIME: Duration = Duration::from_secs(1800);

fn main() {
    if let Ok(script) = env::var(cecp_client::mock::SCRIPT) {
        cecp_client::mock::play(&script);
        return;
    }
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("mock-engine") => matches::mock::run(&arguments[1..]),
        Some("sleeper") => thread::sleep(Duration::from_secs(100)),
        #[cfg(windows)]
        Some("stubborn-engine") => matches::processes::stubborn(true),
        #[cfg(windows)]
        Some("stubborn-child") => matches::processes::stubborn(false),
        Some("match-to-be-killed") => matches::processes::wait_to_be_killed(),
        _ => {
            let mut arguments = Arguments::from_args();
            // Most of the time the tests wait for engines that do nothing.
            let cores = std::thread::available_parallelism().map_or(2, usize::from);
            arguments.test_threads.get_or_insert(2 * cores);
            thread::spawn(|| {
                thread::sleep(MAX_TIME);
                eprintln!("the tests are ended: they have run for {MAX_TIME:?}");
                std::process::exit(1);
            });
            let mut trials = matches::trials();
            trials.extend(cecp_client::trials());
            libtest_mimic::run(&arguments, trials).exit();
        }
    }
}

//! The client of matches for engines that speak the XBoard protocol, tested with
//! a mock engine, which is this program itself.

pub mod conversation;
mod games;
mod greetings;
pub mod mock;
mod replies;

use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    let mut add = |name: &str, test: fn()| {
        let run = move || {
            test();
            Ok(())
        };
        trials.push(Trial::test(format!("cecp_client::{name}"), run));
    };
    for (name, test) in [games::TESTS, greetings::TESTS, replies::TESTS].concat() {
        add(name, test);
    }
    trials
}

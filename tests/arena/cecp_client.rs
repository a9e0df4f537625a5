//! The tournament's client for engines that speak the XBoard protocol: with a
//! mock engine, which is this program again.

pub mod mock;
mod replies;

use libtest_mimic::Trial;

use peregrine::arena::time_control::{ThinkingLimits, TimeControl};

use crate::engine::{NO_CLOCKS, setup};

const NO_LIMITS: ThinkingLimits = ThinkingLimits {
    time: TimeControl::Unlimited,
    nodes: None,
    depth: None,
};

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    let mut add = |name: &str, test: fn()| {
        let run = move || {
            test();
            Ok(())
        };
        trials.push(Trial::test(format!("cecp_client::{name}"), run));
    };
    for (name, test) in replies::TESTS {
        add(name, test);
    }
    trials
}

//! The match client for engines that speak the XBoard protocol, tested with a
//! mock engine, which is this program itself, and with real ones.

#[path = "../common/mod.rs"]
mod common;
mod mock;
mod real;
mod replies;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use libtest_mimic::{Arguments, Trial};

use peregrine::arena::client::Clocks;
use peregrine::arena::engine_setup::{EngineSetup, Protocol};
use peregrine::arena::time_control::{ThinkingLimits, TimeControl};

fn setup(command: &str, limits: ThinkingLimits) -> EngineSetup {
    EngineSetup {
        name: command.to_owned(),
        command: PathBuf::from(command),
        arguments: Vec::new(),
        directory: None,
        environment: BTreeMap::new(),
        protocol: Protocol::Cecp,
        commands: Vec::new(),
        options: Vec::new(),
        variant: None,
        hash: None,
        threads: None,
        limits,
        restart: false,
        response_timeout: Duration::from_secs(20),
    }
}

const NO_LIMITS: ThinkingLimits = ThinkingLimits {
    time: TimeControl::Unlimited,
    nodes: None,
    depth: None,
};

const NO_CLOCKS: Clocks = Clocks {
    own: None,
    other: None,
    response_timeout: Duration::from_secs(60),
    draw_offered: false,
};

fn main() {
    if let Ok(script) = std::env::var(mock::SCRIPT) {
        mock::play(&script);
        return;
    }
    let mut trials = Vec::new();
    let mut add = |name: &str, is_ignored: bool, test: fn()| {
        let run = move || {
            test();
            Ok(())
        };
        trials.push(Trial::test(name, run).with_ignored_flag(is_ignored));
    };
    for (name, test) in replies::TESTS {
        add(name, false, test);
    }
    add(
        "peregrine_plays_every_game",
        false,
        real::peregrine_plays_every_game,
    );
    // Run by name or with `--ignored`, where those engines are installed.
    add("fairy_max_plays_falcon", true, real::fairy_max_plays_falcon);
    add(
        "fairy_max_plays_from_positions",
        true,
        real::fairy_max_plays_from_positions,
    );
    add(
        "fairy_stockfish_plays_capablanca_and_chess",
        true,
        real::fairy_stockfish_plays_capablanca_and_chess,
    );
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

//! Engines for the client of the XBoard protocol to start.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use peregrine::arena::client::Clocks;
use peregrine::arena::engine_setup::{EngineSetup, Protocol};
use peregrine::arena::time_control::ThinkingLimits;
use peregrine::rules::{CastlingRule, Rules};
use peregrine::variants::{self, RuleOptions};

pub fn setup(command: &str, limits: ThinkingLimits) -> EngineSetup {
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
        ponder: false,
        response_timeout: Duration::from_secs(20),
    }
}

pub const NO_CLOCKS: Clocks = Clocks {
    own: None,
    other: None,
    response_timeout: Duration::from_secs(60),
    draw_offered: false,
};

/// Falcon Chess by the castling rule `three`.
pub fn falcon_three() -> &'static Rules {
    let options = RuleOptions {
        castling: Some(CastlingRule::Three),
        promotion: None,
    };
    variants::find("falcon").unwrap().rules(options).unwrap()
}

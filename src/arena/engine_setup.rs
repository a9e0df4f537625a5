//! An engine as a tournament starts it.
//!
//! Knows no running process.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use super::time_control::ThinkingLimits;

/// What an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The XBoard protocol, version 1 or 2.
    #[serde(alias = "xboard")]
    Cecp,
    /// The Universal Chess Interface.
    Uci,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protocol::Cecp => "cecp",
            Protocol::Uci => "uci",
        })
    }
}

/// An engine: how it is started, told what to do, and limited.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSetup {
    /// What the tournament calls it; no other engine has the name.
    pub name: String,
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The directory it is started in; `None` is the one of the tournament.
    pub directory: Option<PathBuf>,
    /// Variables added to its environment.
    pub environment: BTreeMap<String, String>,
    /// What it speaks.
    pub protocol: Protocol,
    /// Lines sent as they are before anything else (after the greeting).
    pub commands: Vec<String>,
    /// Options of the engine, set in this order; of a check option the value
    /// is `true` or `false`, of a button it is empty.
    pub options: Vec<(String, String)>,
    /// The name it has for the game, if it is not the usual one of its
    /// protocol.
    pub variant: Option<String>,
    /// MiB of its hash table.
    pub hash: Option<u32>,
    /// Its search threads.
    pub threads: Option<u32>,
    /// What limits it, odds already counted in.
    pub limits: ThinkingLimits,
    /// Whether it is started anew for each game.
    pub restart: bool,
    /// How long it may take to start, and to answer when it is not thinking.
    pub response_timeout: Duration,
}

//! An engine as a match starts it, with every setting resolved.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use super::time_control::ThinkingLimits;

/// The protocol an engine speaks.
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

/// An engine: how to start, configure and limit it.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSetup {
    /// Its name in the match, unique among the engines.
    pub name: String,
    /// The program.
    pub command: PathBuf,
    /// Its command-line arguments.
    pub arguments: Vec<String>,
    /// Its working directory; `None` for the match's own.
    pub directory: Option<PathBuf>,
    /// Variables added to its environment.
    pub environment: BTreeMap<String, String>,
    /// The protocol it speaks.
    pub protocol: Protocol,
    /// Lines sent verbatim after the greeting, before anything else.
    pub commands: Vec<String>,
    /// Its options, set in this order. A check option has the value `true` or
    /// `false`, a button an empty one.
    pub options: Vec<(String, String)>,
    /// Its own name for the variant, if it differs from the usual one of its
    /// protocol.
    pub variant: Option<String>,
    /// Size of its hash table in MiB.
    pub hash: Option<u32>,
    /// Number of search threads.
    pub threads: Option<u32>,
    /// Its thinking limits, with the odds already applied.
    pub limits: ThinkingLimits,
    /// Whether it is restarted for each game.
    pub restart: bool,
    /// Whether it thinks while its opponent does.
    pub ponder: bool,
    /// How long it may take to start, and to answer when it is not thinking.
    pub response_timeout: Duration,
}

impl EngineSetup {
    /// Number of threads that it searches with, as far as its setup shows.
    pub(super) fn busy_threads(&self) -> usize {
        let is_threads =
            |name: &str| name.eq_ignore_ascii_case("Threads") || name.eq_ignore_ascii_case("Cores");
        let option = self.options.iter().rfind(|(name, _)| is_threads(name));
        let option = option.and_then(|(_, value)| value.parse().ok());
        let threads = self.threads.map(|threads| threads as usize);
        threads.or(option).unwrap_or(1).max(1)
    }
}

//! The identity of a match: everything that determines its games.
//!
//! Two plans with the same identity are the same match and may share a
//! results file. Where the engines are installed, the directories they run in
//! and the title of the match are not part of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rules::Rules;
use crate::variants::{self, RuleOptions};

use super::adjudication::Adjudication;
use super::configuration::OpeningOrder;
use super::engine_setup::{EngineSetup, Protocol};
use super::flag::FlagRule;
use super::schedule::{Format, Schedule};
use super::statistics::SprtSettings;
use super::time_control::TimeControl;

/// The identity of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Identity {
    /// The variant that is played.
    pub variant: String,
    /// The castling rule.
    pub castling: String,
    /// The promotion rule.
    pub promotion: String,
    /// FEN of the start position.
    pub start: String,
    /// Which engines are paired.
    pub format: Format,
    /// Number of rounds.
    pub rounds: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// The set of openings.
    pub openings: OpeningsIdentity,
    /// When games are ended early by score or length.
    pub adjudication: Adjudication,
    /// Whether tablebases adjudicate games.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tablebases: bool,
    /// The sequential test that stops the match.
    pub sprt: Option<SprtSettings>,
    /// Time margin: seconds by which an engine may exceed its time.
    pub margin: f64,
    /// Seconds past the flag before an engine counts as hung.
    pub stall: f64,
    /// What a fallen flag means.
    #[serde(
        default = "FlagRule::unnamed",
        skip_serializing_if = "FlagRule::is_unnamed"
    )]
    pub flag: FlagRule,
    /// The engines.
    #[serde(rename = "engine")]
    pub engines: Vec<EngineIdentity>,
}

/// The identity of a set of openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OpeningsIdentity {
    /// Number of openings.
    pub count: usize,
    /// SHA-256 digest of the openings.
    pub digest: String,
    /// The order in which they are played; `None` without a file.
    pub order: Option<OpeningOrder>,
}

/// The identity of an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EngineIdentity {
    /// Its name in the match.
    pub name: String,
    /// The file name of its program.
    pub program: String,
    /// Its command-line arguments.
    pub arguments: Vec<String>,
    /// Variables added to its environment.
    pub environment: BTreeMap<String, String>,
    /// The protocol it speaks.
    pub protocol: Protocol,
    /// Lines sent to it verbatim.
    pub commands: Vec<String>,
    /// Its options, each as `NAME=VALUE`.
    pub options: Vec<String>,
    /// Its own name for the variant.
    pub variant: Option<String>,
    /// Size of its hash table in MiB.
    pub hash: Option<u32>,
    /// Number of search threads.
    pub threads: Option<u32>,
    /// Its time control.
    pub time: TimeControl,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Depth per move, in plies.
    pub depth: Option<u32>,
    /// Whether it is restarted for each game.
    pub restart: bool,
    /// Whether it ponders.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
}

impl EngineIdentity {
    /// The identity of this engine.
    pub(super) fn from_setup(setup: &EngineSetup) -> EngineIdentity {
        let program = setup.command.file_name().unwrap_or_default();
        let options = setup.options.iter();
        EngineIdentity {
            name: setup.name.clone(),
            program: program.to_string_lossy().into_owned(),
            arguments: setup.arguments.clone(),
            environment: setup.environment.clone(),
            protocol: setup.protocol,
            commands: setup.commands.clone(),
            options: options
                .map(|(name, value)| format!("{name}={value}"))
                .collect(),
            variant: setup.variant.clone(),
            hash: setup.hash,
            threads: setup.threads,
            time: setup.limits.time,
            nodes: setup.limits.nodes,
            depth: setup.limits.depth,
            restart: setup.restart,
            ponder: setup.ponder,
        }
    }
}

impl Identity {
    /// The schedule, without the order of the openings.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.engines.len(), self.rounds, vec![0])
    }

    /// The rules of the variant.
    ///
    /// # Errors
    /// When the registry has no such variant, or a different one of the same
    /// name.
    pub fn rules(&self) -> Result<&'static Rules, String> {
        let read = || -> Result<&'static Rules, Box<dyn std::error::Error>> {
            let options = RuleOptions {
                castling: Some(self.castling.parse()?),
                promotion: Some(self.promotion.parse()?),
            };
            Ok(variants::find(&self.variant)?.rules(options)?)
        };
        let rules = read().map_err(|error| error.to_string())?;
        if rules.start_fen() != self.start {
            return Err(format!(
                "{} starts from {} here, but from {} there",
                self.variant,
                rules.start_fen(),
                self.start
            ));
        }
        Ok(rules)
    }

    /// The fields in which two identities differ, each as
    /// `key: this, not that`.
    ///
    /// ```
    /// use peregrine::arena::{configuration::Configuration, resolved_config::ResolvedConfig};
    /// let identity = |rounds| {
    ///     let engines = ["a", "b"].map(|name| {
    ///         format!("name={name} command=x protocol=uci depth=4").parse().unwrap()
    ///     });
    ///     let plain = Configuration::default();
    ///     let configuration = Configuration { rounds, engines: engines.into(), ..plain };
    ///     ResolvedConfig::new(configuration).unwrap().identity()
    /// };
    /// assert_eq!(identity(7).differences(&identity(8)), ["rounds: 7, not 8"]);
    /// assert!(identity(7).differences(&identity(7)).is_empty());
    /// ```
    pub fn differences(&self, other: &Identity) -> Vec<String> {
        let mut found = Vec::new();
        let values = [self, other].map(|it| serde_json::to_value(it).unwrap_or_default());
        compare("", &values[0], &values[1], &mut found);
        found
    }
}

/// Adds the places where two values differ to `found`.
fn compare(path: &str, one: &Value, other: &Value, found: &mut Vec<String>) {
    let below = |key: &str| {
        if path.is_empty() {
            key.to_owned()
        } else {
            format!("{path}.{key}")
        }
    };
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let others = other.keys().filter(|key| !one.contains_key(*key));
            for key in one.keys().chain(others) {
                let null = &Value::Null;
                let value = one.get(key).unwrap_or(null);
                compare(&below(key), value, other.get(key).unwrap_or(null), found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                compare(&below(&(index + 1).to_string()), one, other, found);
            }
        }
        _ if one == other => (),
        _ => found.push(format!("{path}: {one}, not {other}")),
    }
}

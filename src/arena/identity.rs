//! What tells one tournament from another: all that its games follow from.
//!
//! Knows no running engine and no results. Two plans with the same identity
//! are the same tournament; where engines are and in which directory they run
//! is not part of it, nor is what the tournament is called.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rules::Rules;
use crate::variants::{self, RuleOptions};

use super::adjudication::Adjudication;
use super::configuration::OpeningOrder;
use super::engine_setup::{EngineSetup, Protocol};
use super::schedule::{Format, Schedule};
use super::statistics::SprtSettings;
use super::time_control::TimeControl;

/// What tells a tournament from others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Identity {
    /// The game that is played.
    pub variant: String,
    /// Its castling rule.
    pub castling: String,
    /// Its promotion rule.
    pub promotion: String,
    /// FEN of its start position.
    pub start: String,
    /// Who meets whom.
    pub format: Format,
    /// How many rounds.
    pub rounds: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// What the games begin with.
    pub openings: OpeningsIdentity,
    /// When games are ended before they are over.
    pub adjudication: Adjudication,
    /// Whether they are ended when tablebases say who wins.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tablebases: bool,
    /// The test that ends the tournament.
    pub sprt: Option<SprtSettings>,
    /// By how many seconds a player may exceed his time.
    pub margin: f64,
    /// How many seconds it is waited for a player beyond his time.
    pub stall: f64,
    /// The engines.
    #[serde(rename = "engine")]
    pub engines: Vec<EngineIdentity>,
}

/// What tells sets of openings apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OpeningsIdentity {
    /// How many there are.
    pub count: usize,
    /// SHA-256 of them.
    pub digest: String,
    /// In which order they are played; without a file there is none.
    pub order: Option<OpeningOrder>,
}

/// What tells engines apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EngineIdentity {
    /// What the tournament calls it.
    pub name: String,
    /// The file name of its program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Variables of its environment.
    pub environment: BTreeMap<String, String>,
    /// What it speaks.
    pub protocol: Protocol,
    /// Lines sent to it as they are.
    pub commands: Vec<String>,
    /// Its options, each as `NAME=VALUE`.
    pub options: Vec<String>,
    /// Its own name for the game.
    pub variant: Option<String>,
    /// MiB of its hash table.
    pub hash: Option<u32>,
    /// Its search threads.
    pub threads: Option<u32>,
    /// Its time control.
    pub time: TimeControl,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
    /// Whether it is started anew for each game.
    pub restart: bool,
}

impl EngineIdentity {
    /// That of an engine.
    pub(super) fn of(setup: &EngineSetup) -> EngineIdentity {
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
        }
    }
}

impl Identity {
    /// The schedule, but for which opening is played when.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.engines.len(), self.rounds, vec![0])
    }

    /// The rules of the game.
    ///
    /// # Errors
    /// When the registry has no such game, or another of that name.
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
                "{} starts from {} here, and there from {}",
                self.variant,
                rules.start_fen(),
                self.start
            ));
        }
        Ok(rules)
    }

    /// In what two identities differ, each as `key: this, not that`.
    ///
    /// ```
    /// use peregrine::arena::{configuration::Configuration, plan::Plan};
    /// let identity = |rounds| {
    ///     let engines = ["a", "b"].map(|name| {
    ///         format!("name={name} command=x protocol=uci depth=4").parse().unwrap()
    ///     });
    ///     let plain = Configuration::default();
    ///     let configuration = Configuration { rounds, engines: engines.into(), ..plain };
    ///     Plan::new(configuration).unwrap().identity()
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

/// Adds where two values differ.
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

//! An engine as the user describes it: a table in a file, or `KEY=VALUE` words.
//!
//! A setting that is missing is taken from the defaults for all engines.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::engine_setup::{EngineSetup, Protocol};
use super::time_control::{ThinkingLimits, TimeControl, TimeControlError};

/// Default time in seconds for an engine to start, and to answer when it is not
/// thinking.
const PATIENCE: f64 = 10.0;

/// The settings of one engine, or the defaults for all of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct EngineConfig {
    /// Its name in the tournament; by default the name of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The program: a path, or a name to look up in `PATH`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Its command-line arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<String>>,
    /// Its working directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// Variables added to its environment.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: BTreeMap<String, String>,
    /// The protocol it speaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol: Option<Protocol>,
    /// Lines sent to it verbatim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commands: Option<Vec<String>>,
    /// Its options.
    #[serde(skip_serializing_if = "Options::is_empty")]
    pub options: Options,
    /// Its own name for the variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// Size of its hash table in MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<u32>,
    /// Number of search threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// Its time control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Nodes per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth per move, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Factor by which its time and nodes are multiplied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
    /// Whether it is restarted for each game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restart: Option<bool>,
    /// Seconds it may take to start, and to answer when it is not thinking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patience: Option<f64>,
}

/// Options of an engine, in the order in which they are set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(pub Vec<(String, String)>);

/// Why a configuration does not describe an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineConfigError {
    /// A quotation mark is not closed.
    #[error("engine '{0}': unclosed quotation mark")]
    Quotation(String),
    /// A word without `=`.
    #[error("engine '{0}': '{1}' is not KEY=VALUE")]
    Word(String, String),
    /// An unknown key.
    #[error("unknown engine key '{0}' (choose from: {keys})", keys = KEYS.join(" "))]
    Key(String),
    /// A value that is not valid for its key.
    #[error("{key}={value}: {reason}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No command.
    #[error("engine {0} has no command")]
    NoCommand(String),
    /// No protocol.
    #[error("engine {0} has no protocol (choose from: cecp uci)")]
    NoProtocol(String),
    /// No limit on its thinking.
    #[error("engine {0} has no limit: set time, nodes or depth")]
    NoLimit(String),
}

/// The keys of a configuration written as words.
const KEYS: [&str; 17] = [
    "name",
    "command",
    "argument",
    "directory",
    "environment.NAME",
    "protocol",
    "send",
    "option.NAME",
    "variant",
    "hash",
    "threads",
    "time",
    "nodes",
    "depth",
    "odds",
    "restart",
    "patience",
];

impl FromStr for EngineConfig {
    type Err = EngineConfigError;

    /// Parses `KEY=VALUE` words, quoted as in a shell where they contain
    /// spaces. The keys are those of a file; where a file has a list, each word
    /// adds one item: `argument=A`, `send=LINE`, `environment.NAME=VALUE`,
    /// `option.NAME=VALUE`.
    fn from_str(text: &str) -> Result<EngineConfig, EngineConfigError> {
        let words =
            shlex::split(text).ok_or_else(|| EngineConfigError::Quotation(text.to_owned()))?;
        let mut configuration = EngineConfig::default();
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                return Err(EngineConfigError::Word(text.to_owned(), word));
            };
            configuration.set(key, value)?;
        }
        Ok(configuration)
    }
}

impl EngineConfig {
    fn set(&mut self, key: &str, value: &str) -> Result<(), EngineConfigError> {
        let owned = || Some(value.to_owned());
        match key {
            "name" => self.name = owned(),
            "command" => self.command = owned(),
            "argument" => self
                .arguments
                .get_or_insert_default()
                .push(value.to_owned()),
            "directory" => self.directory = Some(value.into()),
            "protocol" => {
                self.protocol = Some(match value {
                    "uci" => Protocol::Uci,
                    "cecp" | "xboard" => Protocol::Cecp,
                    _ => return Err(refused(key, value, "expected cecp or uci")),
                });
            }
            "send" => self.commands.get_or_insert_default().push(value.to_owned()),
            "variant" => self.variant = owned(),
            "hash" => self.hash = Some(parsed(key, value)?),
            "threads" => self.threads = Some(parsed(key, value)?),
            "time" => self.time = Some(parsed(key, value)?),
            "nodes" => self.nodes = Some(parsed(key, value)?),
            "depth" => self.depth = Some(parsed(key, value)?),
            "odds" => self.odds = Some(parsed(key, value)?),
            "restart" => self.restart = Some(parsed(key, value)?),
            "patience" => self.patience = Some(parsed(key, value)?),
            _ => match key.split_once('.') {
                Some(("option", name)) if !name.is_empty() => {
                    self.options.0.push((name.to_owned(), value.to_owned()));
                }
                Some(("environment", name)) if !name.is_empty() => {
                    self.environment.insert(name.to_owned(), value.to_owned());
                }
                _ => return Err(EngineConfigError::Key(key.to_owned())),
            },
        }
        Ok(())
    }

    /// This configuration, with missing settings taken from the defaults
    /// `each`.
    #[must_use]
    pub fn over(&self, each: &EngineConfig) -> EngineConfig {
        let mut environment = each.environment.clone();
        environment.extend(self.environment.clone());
        EngineConfig {
            name: self.name.clone().or_else(|| each.name.clone()),
            command: self.command.clone().or_else(|| each.command.clone()),
            arguments: self.arguments.clone().or_else(|| each.arguments.clone()),
            directory: self.directory.clone().or_else(|| each.directory.clone()),
            environment,
            protocol: self.protocol.or(each.protocol),
            commands: self.commands.clone().or_else(|| each.commands.clone()),
            options: self.options.over(&each.options),
            variant: self.variant.clone().or_else(|| each.variant.clone()),
            hash: self.hash.or(each.hash),
            threads: self.threads.or(each.threads),
            time: self.time.or(each.time),
            nodes: self.nodes.or(each.nodes),
            depth: self.depth.or(each.depth),
            odds: self.odds.or(each.odds),
            restart: self.restart.or(each.restart),
            patience: self.patience.or(each.patience),
        }
    }

    /// The engine that this configuration describes.
    ///
    /// # Errors
    /// When a required setting is missing or a number is out of range.
    ///
    /// ```
    /// use peregrine::arena::engine_config::EngineConfig;
    /// let configuration: EngineConfig = "command=fairymax protocol=cecp time=2+0.02".parse()?;
    /// assert_eq!(configuration.setup()?.name, "fairymax");
    /// let error = "command=fairymax".parse::<EngineConfig>()?.setup().unwrap_err();
    /// assert_eq!(error.to_string(), "engine fairymax has no protocol (choose from: cecp uci)");
    /// # Ok::<(), peregrine::arena::engine_config::EngineConfigError>(())
    /// ```
    pub fn setup(&self) -> Result<EngineSetup, EngineConfigError> {
        let (command, name) = match (&self.command, &self.name) {
            (Some(command), Some(name)) => (command, name.clone()),
            (Some(command), None) => (command, program_name(command)),
            (None, name) => {
                let name = name.clone().unwrap_or_else(|| "without name".to_owned());
                return Err(EngineConfigError::NoCommand(name));
            }
        };
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(refused("name", &name, "not a valid name"));
        }
        let protocol = self
            .protocol
            .ok_or_else(|| EngineConfigError::NoProtocol(name.clone()))?;
        let odds = in_range("odds", self.odds.unwrap_or(1.0), 1e-6, 1e6)?;
        let patience = in_range("patience", self.patience.unwrap_or(PATIENCE), 0.01, 1e6)?;
        for (key, number) in [("nodes", self.nodes), ("depth", self.depth.map(u64::from))] {
            if number == Some(0) {
                return Err(refused(key, "0", "must be at least 1"));
            }
        }
        let limits = ThinkingLimits {
            time: self.time.unwrap_or(TimeControl::Unlimited),
            nodes: self.nodes,
            depth: self.depth,
        };
        if limits.time == TimeControl::Unlimited && limits.nodes.is_none() && limits.depth.is_none()
        {
            return Err(EngineConfigError::NoLimit(name));
        }
        Ok(EngineSetup {
            name,
            command: located(command),
            arguments: self.arguments.clone().unwrap_or_default(),
            directory: self.directory.clone(),
            environment: self.environment.clone(),
            protocol,
            commands: self.commands.clone().unwrap_or_default(),
            options: self.options.0.clone(),
            variant: self.variant.clone(),
            hash: self.hash,
            threads: self.threads,
            limits: limits.with_odds(odds),
            restart: self.restart.unwrap_or(false),
            response_timeout: Duration::from_secs_f64(patience),
        })
    }
}

/// The absolute path of the program, since the engine may run in another
/// directory; a bare name is left for `PATH`.
fn located(command: &str) -> PathBuf {
    let path = Path::new(command);
    if path.components().count() < 2 {
        return path.to_owned();
    }
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn program_name(command: &str) -> String {
    let stem = Path::new(command).file_stem();
    stem.map_or_else(|| command.to_owned(), |stem| stem.to_string_lossy().into())
}

fn refused(key: &str, value: &str, reason: &str) -> EngineConfigError {
    EngineConfigError::Value {
        key: key.to_owned(),
        value: value.to_owned(),
        reason: reason.to_owned(),
    }
}

fn parsed<T: FromStr<Err: fmt::Display>>(key: &str, value: &str) -> Result<T, EngineConfigError> {
    value
        .parse()
        .map_err(|error: T::Err| refused(key, value, &error.to_string()))
}

fn in_range(key: &str, value: f64, least: f64, most: f64) -> Result<f64, EngineConfigError> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    let reason = format!("must be from {least} to {most}");
    Err(refused(key, &value.to_string(), &reason))
}

impl Options {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These options, preceded by those of `each` that they do not override.
    fn over(&self, each: &Options) -> Options {
        let is_own = |name: &str| self.0.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let others = each.0.iter().filter(|(name, _)| !is_own(name));
        Options(others.chain(&self.0).cloned().collect())
    }
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Options {
    /// Reads a table in its order; values may be strings, numbers or booleans.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Options, D::Error> {
        struct Table;

        impl<'de> Visitor<'de> for Table {
            type Value = Options;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of options")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Options, A::Error> {
                let mut options = Vec::new();
                while let Some((name, Scalar(value))) = map.next_entry()? {
                    options.push((name, value));
                }
                Ok(Options(options))
            }
        }
        deserializer.deserialize_map(Table)
    }
}

/// A string, number or boolean, as a string.
struct Scalar(String);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scalar, D::Error> {
        struct Any;

        impl Visitor<'_> for Any {
            type Value = Scalar;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string, a number, true or false")
            }

            fn visit_bool<E: de::Error>(self, value: bool) -> Result<Scalar, E> {
                Ok(Scalar(value.to_string()))
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Scalar, E> {
                Ok(Scalar(value.to_string()))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Scalar, E> {
                Ok(Scalar(value.to_string()))
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Scalar, E> {
                Ok(Scalar(value.to_string()))
            }

            fn visit_str<E: de::Error>(self, value: &str) -> Result<Scalar, E> {
                Ok(Scalar(value.to_owned()))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    /// Reads a string, or a number of seconds for the whole game.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
        let Scalar(text) = Scalar::deserialize(deserializer)?;
        text.parse()
            .map_err(|error: TimeControlError| de::Error::custom(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_tables_say_the_same() {
        let words: EngineConfig = "name='the \"best\"' command=./a argument=-x argument='y z' \
             environment.LANG=C protocol=xboard send='memory 7' option.Move\\ Overhead=3 \
             option.Fast=true variant=v hash=16 threads=2 time=40/60+0.5 nodes=10 depth=3 \
             odds=0.5 restart=true patience=2 directory=/tmp"
            .parse()
            .unwrap();
        let table: EngineConfig = toml::from_str(
            r#"
            name = 'the "best"'
            command = "./a"
            arguments = ["-x", "y z"]
            environment.LANG = "C"
            protocol = "cecp"
            commands = ["memory 7"]
            options = { "Move Overhead" = 3, Fast = true }
            variant = "v"
            hash = 16
            threads = 2
            time = "40/60+0.5"
            nodes = 10
            depth = 3
            odds = 0.5
            restart = true
            patience = 2
            directory = "/tmp"
            "#,
        )
        .unwrap();
        assert_eq!(words, table);
        let again = serde_json::to_string(&table).unwrap();
        let again: EngineConfig = serde_json::from_str(&again).unwrap();
        assert_eq!(again, table);
    }

    #[test]
    fn options_keep_the_order_of_the_file() {
        let configuration: EngineConfig =
            toml::from_str("options = { Z = 1, A = 2, M = 1.5 }").unwrap();
        let names: Vec<&str> = configuration
            .options
            .0
            .iter()
            .map(|(name, _)| &name[..])
            .collect();
        assert_eq!(names, ["Z", "A", "M"]);
    }

    #[test]
    fn what_an_engine_does_not_say_all_engines_say() {
        let each: EngineConfig = "time=2 hash=8 option.A=1 option.B=2 protocol=uci"
            .parse()
            .unwrap();
        let own: EngineConfig = "command=x hash=4 option.b=3".parse().unwrap();
        let setup = own.over(&each).setup().unwrap();
        assert_eq!(setup.hash, Some(4));
        assert_eq!(setup.limits.time.to_string(), "2");
        let pairs = [("A", "1"), ("b", "3")];
        assert_eq!(
            setup.options,
            pairs.map(|(a, b)| (a.to_owned(), b.to_owned()))
        );
    }

    #[test]
    fn faults_are_named() {
        let fault = |text: &str| match text.parse::<EngineConfig>() {
            Ok(configuration) => configuration.setup().unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        for (text, message) in [
            ("command='x", "engine 'command='x': unclosed quotation mark"),
            ("command=x y", "engine 'command=x y': 'y' is not KEY=VALUE"),
            ("hash=x", "hash=x: invalid digit found in string"),
            ("protocol=ucci", "protocol=ucci: expected cecp or uci"),
            ("name=a", "engine a has no command"),
            (
                "command=a protocol=uci",
                "engine a has no limit: set time, nodes or depth",
            ),
            (
                "command=a protocol=uci nodes=0",
                "nodes=0: must be at least 1",
            ),
            (
                "command=a protocol=uci nodes=1 odds=0",
                "odds=0: must be from 0.000001 to 1000000",
            ),
            (
                "command=a protocol=uci nodes=1 patience=nan",
                "patience=NaN: must be from 0.01 to 1000000",
            ),
            (
                "command=a name= protocol=uci nodes=1",
                "name=: not a valid name",
            ),
        ] {
            assert_eq!(fault(text), message);
        }
        assert!(fault("tc=1").starts_with("unknown engine key 'tc' (choose from: name "));
        assert!(fault("time=x").starts_with("time=x: 'x' is not a time control"));
    }
}

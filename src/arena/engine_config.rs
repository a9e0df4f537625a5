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
use super::key_value::{self, Grammar, KeyValueError};
use super::time_control::{ThinkingLimits, TimeControl, TimeControlError};

/// Default time in seconds for an engine to start, and to answer when it is not
/// thinking.
const PATIENCE: f64 = 10.0;

/// A setting that can be taken from the defaults.
trait Setting {
    /// Whether nothing is set.
    fn is_missing(&self) -> bool;

    /// This setting, completed by the default.
    fn with_defaults(&self, default: &Self) -> Self;
}

/// Declares a struct whose fields are [`Setting`]s.
macro_rules! settings {
    ($(#[$attribute:meta])* pub struct $name:ident {
        $($(#[$field_attribute:meta])* pub $field:ident: $type:ty,)*
    }) => {
        $(#[$attribute])*
        pub struct $name {
            $(
                $(#[$field_attribute])*
                #[serde(skip_serializing_if = "Setting::is_missing")]
                pub $field: $type,
            )*
        }

        impl $name {
            /// This configuration, with missing settings taken from the defaults
            /// `each`.
            #[must_use]
            pub(crate) fn with_defaults(&self, each: &$name) -> $name {
                $name { $($field: self.$field.with_defaults(&each.$field),)* }
            }
        }
    };
}

settings! {
    /// The settings of one engine, or the defaults for all of them.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
    pub struct EngineConfig {
        /// Its name in the match; by default the name of the program.
        pub name: Option<String>,
        /// The program: a path, or a name to look up in `PATH`.
        pub command: Option<String>,
        /// Its command-line arguments.
        pub arguments: Option<Vec<String>>,
        /// Its working directory.
        pub directory: Option<PathBuf>,
        /// Variables added to its environment.
        pub environment: BTreeMap<String, String>,
        /// The protocol it speaks.
        pub protocol: Option<Protocol>,
        /// Lines sent to it verbatim.
        pub commands: Option<Vec<String>>,
        /// Its options.
        pub options: Options,
        /// Its own name for the variant.
        pub variant: Option<String>,
        /// Size of its hash table in MiB.
        pub hash: Option<u32>,
        /// Number of search threads.
        pub threads: Option<u32>,
        /// Its time control.
        pub time: Option<TimeControl>,
        /// Nodes per move.
        pub nodes: Option<u64>,
        /// Depth per move, in plies.
        pub depth: Option<u32>,
        /// Factor by which its time and nodes are multiplied.
        pub odds: Option<f64>,
        /// Whether it is restarted for each game.
        pub restart: Option<bool>,
        /// Whether it ponders: thinks while its opponent does.
        pub ponder: Option<bool>,
        /// Seconds it may take to start, and to answer when it is not thinking.
        pub patience: Option<f64>,
    }
}

/// Options of an engine, in the order in which they are set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(pub Vec<(String, String)>);

/// Why a configuration does not describe an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineConfigError {
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

/// The words of a configuration.
const WORDS: Grammar = Grammar {
    lists: &[
        ("argument", "arguments"),
        ("environment.NAME", "environment"),
        ("send", "commands"),
        ("option.NAME", "options"),
    ],
    may_override: true,
};

impl FromStr for EngineConfig {
    type Err = KeyValueError;

    /// Parses `KEY=VALUE` words, quoted as in a shell where they contain
    /// spaces. The keys are those of a file; where a file has a list, each word
    /// adds one item: `argument=A`, `send=LINE`, `environment.NAME=VALUE`,
    /// `option.NAME=VALUE`. Of other words with the same key, the last counts.
    fn from_str(text: &str) -> Result<EngineConfig, KeyValueError> {
        key_value::read(text, WORDS)
    }
}

impl EngineConfig {
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
    /// # Ok::<(), Box<dyn std::error::Error>>(())
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
            ponder: self.ponder.unwrap_or(false),
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

fn in_range(key: &str, value: f64, least: f64, most: f64) -> Result<f64, EngineConfigError> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    let reason = format!("must be from {least} to {most}");
    Err(refused(key, &value.to_string(), &reason))
}

impl<T: Clone> Setting for Option<T> {
    fn is_missing(&self) -> bool {
        self.is_none()
    }

    fn with_defaults(&self, default: &Option<T>) -> Option<T> {
        self.clone().or_else(|| default.clone())
    }
}

impl Setting for BTreeMap<String, String> {
    fn is_missing(&self) -> bool {
        self.is_empty()
    }

    fn with_defaults(&self, default: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let mut all = default.clone();
        all.extend(self.clone());
        all
    }
}

impl Setting for Options {
    fn is_missing(&self) -> bool {
        self.0.is_empty()
    }

    /// These options, preceded by the default ones that they do not override.
    fn with_defaults(&self, default: &Options) -> Options {
        let is_own = |name: &str| self.0.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let others = default.0.iter().filter(|(name, _)| !is_own(name));
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
                while let Some((name, value)) = map.next_entry::<String, Scalar>()? {
                    options.push((name, value.to_string()));
                }
                Ok(Options(options))
            }
        }
        deserializer.deserialize_map(Table)
    }
}

/// A value that is kept as text.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a string, a number, true or false")]
enum Scalar {
    Flag(bool),
    Integer(i64),
    Unsigned(u64),
    Number(f64),
    Text(String),
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Flag(flag) => flag.fmt(f),
            Scalar::Integer(number) => number.fmt(f),
            Scalar::Unsigned(number) => number.fmt(f),
            Scalar::Number(number) => number.fmt(f),
            Scalar::Text(text) => f.write_str(text),
        }
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
        let text = Scalar::deserialize(deserializer)?.to_string();
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
             environment.LANG=C protocol=xboard send='memory 7' 'option.Move Overhead=3' \
             option.Fast=true variant=v hash=16 threads=2 time=40/60+0.5 nodes=10 depth=3 \
             odds=0.5 restart=true ponder=true patience=2 directory=/tmp"
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
            ponder = true
            patience = 2
            directory = "/tmp"
            "#,
        )
        .unwrap();
        assert_eq!(words, table);
        let json = serde_json::to_string(&table).unwrap();
        let expected = concat!(
            r#"{"name":"the \"best\"","command":"./a","arguments":["-x","y z"],"directory":"/tmp","#,
            r#""environment":{"LANG":"C"},"protocol":"cecp","commands":["memory 7"],"#,
            r#""options":{"Move Overhead":"3","Fast":"true"},"variant":"v","hash":16,"threads":2,"#,
            r#""time":"40/60+0.5","nodes":10,"depth":3,"odds":0.5,"restart":true,"ponder":true,"patience":2.0}"#,
        );
        assert_eq!(json, expected);
        let again: EngineConfig = serde_json::from_str(&json).unwrap();
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
        let setup = own.with_defaults(&each).setup().unwrap();
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
            ("command='x", "unclosed quotation mark"),
            ("command=x y", "'y' is not KEY=VALUE"),
            (
                "hash=x",
                "hash=x: expected a whole number from 0 to 4294967295",
            ),
            (
                "protocol=ucci",
                "protocol=ucci: did you mean 'uci'? (choose from: cecp xboard uci)",
            ),
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
        assert!(fault("time=x").starts_with("time=x: 'x' is not a time control"));
        for (key, suggestion) in [
            ("tc", ""),
            ("option.", ""),
            ("options", ""),
            ("arguments", "; did you mean 'argument'?"),
            ("Name", "; did you mean 'name'?"),
        ] {
            assert_eq!(
                fault(&format!("{key}=1")),
                format!(
                    "unknown key '{key}'{suggestion} (choose from: name command argument directory \
                     environment.NAME protocol send option.NAME variant hash threads time nodes \
                     depth odds restart ponder patience)"
                )
            );
        }
    }

    #[test]
    fn text_may_look_like_a_number() {
        let words: EngineConfig = "name=123 command=1e3 argument=5 argument=007 directory=9 \
             environment.A=01 send=12 option.X=007 option.Y=1.50 option.Z=true option.N=null \
             option.E= variant=8"
            .parse()
            .unwrap();
        let pairs = [
            ("X", "007"),
            ("Y", "1.50"),
            ("Z", "true"),
            ("N", "null"),
            ("E", ""),
        ];
        let owned = |text: &str| Some(text.to_owned());
        let expected = EngineConfig {
            name: owned("123"),
            command: owned("1e3"),
            arguments: Some(vec!["5".to_owned(), "007".to_owned()]),
            directory: Some("9".into()),
            environment: [("A".to_owned(), "01".to_owned())].into(),
            commands: Some(vec!["12".to_owned()]),
            options: Options(pairs.map(|(a, b)| (a.to_owned(), b.to_owned())).into()),
            variant: owned("8"),
            ..EngineConfig::default()
        };
        assert_eq!(words, expected);
    }

    #[test]
    fn of_two_words_the_last_counts() {
        let words: EngineConfig = "hash=1 name=a hash=2 name=b option.A=1 option.A=2"
            .parse()
            .unwrap();
        let table = r#"{"name":"b","options":{"A":"1","A":"2"},"hash":2}"#;
        assert_eq!(serde_json::to_string(&words).unwrap(), table);
    }

    #[test]
    fn all_keys_are_documented() {
        let guide = include_str!("../../docs/guide/matches.md");
        let error = "none=".parse::<EngineConfig>().unwrap_err().to_string();
        let (_, keys) = error.split_once("choose from: ").unwrap();
        for key in keys.trim_end_matches(')').split(' ') {
            let field = WORDS.lists.iter().find(|(list, _)| *list == key);
            let field = field.map_or(key, |(_, field)| field);
            let row = guide
                .lines()
                .find(|row| row.starts_with("| `") && row.contains(&format!("`{key}=`")));
            let row = row.unwrap_or_else(|| panic!("{key} is not documented"));
            assert!(
                row.contains(&format!("`{field} = ")) || row.contains("| the same |"),
                "{field} is not documented"
            );
        }
    }
}

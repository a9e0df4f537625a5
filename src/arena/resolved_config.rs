//! A match ready to be played: everything that a configuration names has
//! been looked up and checked.

use std::sync::Arc;

use thiserror::Error;

use crate::base::plural::{counted, noun};
use crate::base::suggestion::UnknownName;
use crate::position::game::Game;
use crate::position::{Position, PositionError};
use crate::rules::Rules;
use crate::tablebase::{TableFileError, Tablebases};
use crate::variants::shuffle::{ArrayError, Arrays};
use crate::variants::{self, OptionError, RuleOptions};

use super::configuration::{Configuration, OpeningOrder};
use super::engine_config::EngineConfigError;
use super::engine_setup::EngineSetup;
use super::identity::{EngineIdentity, Identity, OpeningsIdentity};
use super::openings::{self, Opening, OpeningsError};
use super::schedule::{self, Schedule};
use super::time_control::TimeControl;

/// Why a configuration cannot be played.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// Unknown variant or rule.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// The variant cannot be played with that rule.
    #[error(transparent)]
    Rules(#[from] OptionError),
    /// The description of an engine is incomplete or wrong.
    #[error(transparent)]
    Engine(#[from] EngineConfigError),
    /// The openings cannot be read.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// A random start array cannot be set up.
    #[error(transparent)]
    Array(#[from] ArrayError),
    /// The tablebases cannot be read.
    #[error(transparent)]
    Tablebases(#[from] TableFileError),
    /// The start position cannot be set up.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// Something else is missing or out of range.
    #[error("{0}")]
    Other(String),
}

/// A match ready to be played.
#[derive(Clone, Debug)]
pub struct ResolvedConfig {
    /// The configuration it was made from.
    pub configuration: Configuration,
    /// The rules of the variant.
    pub rules: &'static Rules,
    /// The engines; their names are unique.
    pub engines: Vec<EngineSetup>,
    /// The openings, in the order of their file.
    pub openings: Vec<Opening>,
    /// All games.
    pub schedule: Schedule,
    /// The tablebases that adjudicate games, if any.
    pub tablebases: Option<Arc<Tablebases>>,
}

impl ResolvedConfig {
    /// Looks up everything that a configuration names.
    ///
    /// # Errors
    /// When something is missing, wrong or contradictory.
    ///
    /// ```
    /// use peregrine::arena::{configuration::Configuration, resolved_config::ResolvedConfig};
    /// let mut configuration = Configuration { rounds: 10, ..Configuration::default() };
    /// for name in ["old", "new"] {
    ///     let engine = format!("name={name} command=peregrine protocol=uci nodes=1000");
    ///     configuration.engines.push(engine.parse()?);
    /// }
    /// assert_eq!(ResolvedConfig::new(configuration)?.schedule.games(), 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(configuration: Configuration) -> Result<ResolvedConfig, ConfigError> {
        let rules = rules(&configuration)?;
        let engines = engines(&configuration)?;
        for (name, value) in [
            ("margin", configuration.margin),
            ("stall", configuration.stall),
        ] {
            if !(0.0..=100_000.0).contains(&value) {
                return Err(ConfigError::Other(format!(
                    "{name} = {value}: must be from 0 to 100000 seconds"
                )));
            }
        }
        configuration
            .adjudication
            .check()
            .map_err(ConfigError::Other)?;
        schedule::check(configuration.format, engines.len(), configuration.rounds)
            .map_err(ConfigError::Other)?;
        if configuration.sprt.is_some() && engines.len() != 2 {
            return Err(ConfigError::Other(format!(
                "sprt: the test needs exactly two engines, not {}",
                engines.len()
            )));
        }
        let openings = find_openings(&configuration, rules)?;
        let tablebases = match &configuration.tablebases {
            Some(folder) => Some(Arc::new(Tablebases::of_folder(rules, folder)?)),
            None => None,
        };
        let shuffled = configuration
            .openings
            .as_ref()
            .is_some_and(|source| source.order == OpeningOrder::Shuffled);
        let order = openings::order(openings.len(), configuration.seed, shuffled);
        let schedule = Schedule::new(
            configuration.format,
            engines.len(),
            configuration.rounds,
            order,
        );
        Ok(ResolvedConfig {
            configuration,
            rules,
            engines,
            openings,
            schedule,
            tablebases,
        })
    }

    /// Warnings about what the user may not have intended, one sentence each.
    pub fn remarks(&self) -> Vec<String> {
        let rounds = self.configuration.rounds;
        let count = self.openings.len();
        let mut remarks = Vec::new();
        if rounds > count {
            remarks.push(if self.configuration.openings.is_none() && count == 1 {
                "all games begin from the start position; a file of openings would make them differ"
                    .to_owned()
            } else {
                format!(
                    "there {} only {} for {rounds} rounds; {}",
                    noun(count, "is", "are"),
                    counted(count, "opening", "openings"),
                    noun(count, "it repeats", "they repeat"),
                )
            });
        }
        let duplicates = openings::duplicates(&self.openings);
        if let Some((later, earlier)) = duplicates.first() {
            remarks.push(format!(
                "openings that transpose into an earlier one: {} of {count}, \
                 the first of them number {}, as number {}",
                duplicates.len(),
                later + 1,
                earlier + 1
            ));
        }
        remarks
    }

    /// A warning if this many games at a time need more processors than there are.
    ///
    /// ```
    /// use peregrine::arena::{configuration::Configuration, resolved_config::ResolvedConfig};
    /// let engines = ["a", "b"].map(|name| {
    ///     format!("name={name} command=x protocol=uci time=1 threads=2").parse().unwrap()
    /// });
    /// let plain = Configuration::default();
    /// let plan = ResolvedConfig::new(Configuration { engines: engines.into(), ..plain }).unwrap();
    /// assert_eq!(plan.crowding(2, 4), None);
    /// assert!(plan.crowding(2, 3).unwrap().contains("4 threads on 3 processors"));
    /// ```
    pub fn crowding(&self, concurrency: usize, processors: usize) -> Option<String> {
        let at_a_time = concurrency.min(self.schedule.games());
        // While one engine of a game thinks, the other is idle or ponders.
        let threads = self.schedule.meetings().map(|[one, other]| {
            let (one, other) = (&self.engines[one], &self.engines[other]);
            let with = |mover: &EngineSetup, waiting: &EngineSetup| match waiting.ponder {
                true => mover.busy_threads().saturating_add(waiting.busy_threads()),
                false => mover.busy_threads(),
            };
            with(one, other).max(with(other, one))
        });
        let busy = threads.max().unwrap_or(1).saturating_mul(at_a_time);
        if busy <= processors {
            return None;
        }
        let pondering = match self.engines.iter().any(|engine| engine.ponder) {
            true => " (pondering included)",
            false => "",
        };
        let has_clock = |engine: &EngineSetup| engine.limits.time != TimeControl::Unlimited;
        let loss = match self.engines.iter().any(has_clock) {
            true => ", and may lose on time",
            false => "",
        };
        Some(format!(
            "{} at a time: {}{pondering} on {}; engines will take time from each other{loss}",
            counted(at_a_time, "game", "games"),
            counted(busy, "thread", "threads"),
            counted(processors, "processor", "processors"),
        ))
    }

    /// The identity of the match.
    pub fn identity(&self) -> Identity {
        let configuration = &self.configuration;
        Identity {
            variant: self.rules.variant().to_owned(),
            castling: self.rules.castling().name().to_owned(),
            promotion: self.rules.promotion().name().to_owned(),
            start: self.rules.start_fen().to_owned(),
            format: configuration.format,
            rounds: configuration.rounds,
            seed: configuration.seed,
            openings: OpeningsIdentity {
                count: self.openings.len(),
                digest: openings::digest(&self.openings),
                order: configuration.openings.as_ref().map(|source| source.order),
            },
            adjudication: configuration.adjudication,
            tablebases: self.tablebases.is_some(),
            sprt: configuration.sprt,
            margin: configuration.margin,
            stall: configuration.stall,
            flag: configuration.flag.unwrap_or_default(),
            engines: self
                .engines
                .iter()
                .map(EngineIdentity::from_setup)
                .collect(),
        }
    }
}

fn rules(configuration: &Configuration) -> Result<&'static Rules, ConfigError> {
    let options = RuleOptions {
        castling: configuration
            .castling
            .as_deref()
            .map(str::parse)
            .transpose()?,
        promotion: configuration
            .promotion
            .as_deref()
            .map(str::parse)
            .transpose()?,
    };
    Ok(variants::find(&configuration.variant)?.rules(options)?)
}

fn engines(configuration: &Configuration) -> Result<Vec<EngineSetup>, ConfigError> {
    let count = configuration.engines.len();
    if count < 2 {
        return Err(ConfigError::Other(format!(
            "a match needs at least two engines, not {count}"
        )));
    }
    if configuration.each.name.is_some() {
        return Err(ConfigError::Other(
            "each: engines cannot share a name".to_owned(),
        ));
    }
    let mut engines: Vec<EngineSetup> = Vec::with_capacity(count);
    for engine in &configuration.engines {
        let engine = engine.with_defaults(&configuration.each).setup()?;
        if engines.iter().any(|earlier| earlier.name == engine.name) {
            return Err(ConfigError::Other(format!(
                "two engines are called {}: give them different names",
                engine.name
            )));
        }
        engines.push(engine);
    }
    Ok(engines)
}

/// The openings of the file. Without a file: the start position, or the random
/// start arrays drawn for the rounds.
fn find_openings(
    configuration: &Configuration,
    rules: &'static Rules,
) -> Result<Vec<Opening>, ConfigError> {
    if let Some(source) = &configuration.openings {
        return Ok(openings::read(&source.file, rules, None, source.plies)?);
    }
    let unnamed = |start| Opening {
        game: Game::new(start),
        name: None,
    };
    if !rules.is_shuffled() {
        return Ok(vec![unnamed(Position::start(rules))]);
    }
    let arrays = Arrays::new(rules)?;
    let mut found = Vec::new();
    for round in 0..configuration.rounds.min(arrays.count() as usize) {
        let number = arrays.random_number(configuration.seed.wrapping_add(round as u64));
        found.push(unnamed(arrays.start(number)?));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::configuration::OpeningSource;
    use crate::arena::engine_config::EngineConfig;

    fn configuration(change: impl FnOnce(&mut Configuration)) -> Configuration {
        let mut configuration = Configuration::default();
        for name in ["a", "b"] {
            let engine = format!("name={name} command=x protocol=uci nodes=10");
            configuration.engines.push(engine.parse().unwrap());
        }
        change(&mut configuration);
        configuration
    }

    fn fault(change: impl FnOnce(&mut Configuration)) -> String {
        ResolvedConfig::new(configuration(change))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn faults_are_named() {
        assert!(fault(|it| it.variant = "falcn".to_owned()).contains("falcon"));
        assert!(fault(|it| it.castling = Some("king-swap".to_owned())).contains("king-swap"));
        assert_eq!(
            fault(|it| it.engines[1].name = Some("a".to_owned())),
            "two engines are called a: give them different names"
        );
        assert_eq!(
            fault(|it| it.engines.truncate(1)),
            "a match needs at least two engines, not 1"
        );
        assert_eq!(
            fault(|it| it.margin = -1.0),
            "margin = -1: must be from 0 to 100000 seconds"
        );
        assert_eq!(
            fault(|it| it.rounds = 0),
            "rounds = 0: must be from 1 to 10000000"
        );
        let three = fault(|it| {
            it.sprt = Some(toml::from_str("elo0 = 0\nelo1 = 5").unwrap());
            it.engines
                .push("command=y protocol=uci nodes=1".parse().unwrap());
        });
        assert_eq!(three, "sprt: the test needs exactly two engines, not 3");
    }

    #[test]
    fn identity_tells_matches_apart() {
        let identity = |change: fn(&mut Configuration)| {
            ResolvedConfig::new(configuration(change))
                .unwrap()
                .identity()
        };
        let plain = identity(|_| ());
        assert_eq!(plain, identity(|it| it.title = "Another".to_owned()));
        assert_eq!(
            plain,
            identity(|it| it.engines[0].command = Some("/bin/x".to_owned()))
        );
        assert_ne!(plain, identity(|it| it.rounds = 2));
        assert_ne!(plain, identity(|it| it.castling = Some("three".to_owned())));
        assert_ne!(plain, identity(|it| it.engines[0].odds = Some(0.5)));
    }

    #[test]
    fn what_may_not_be_meant_is_remarked_on() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("openings.txt");
        std::fs::write(&file, "e4 e6 d4\nc4 e5\nc4\nd4 e6 e4\nc4 c5\n").unwrap();
        let remarks = |rounds, plies| {
            let source = OpeningSource {
                file: file.clone(),
                order: OpeningOrder::Sequential,
                plies,
            };
            let plan = ResolvedConfig::new(configuration(|it| {
                it.variant = "chess".to_owned();
                it.rounds = rounds;
                it.openings = Some(source);
            }));
            plan.unwrap().remarks()
        };
        let transposed = "openings that transpose into an earlier one: 1 of 5, \
                          the first of them number 4, as number 1";
        assert_eq!(remarks(5, None), [transposed]);
        let repeated = "there are only 5 openings for 6 rounds; they repeat";
        assert_eq!(remarks(6, None), [repeated, transposed]);
        std::fs::write(&file, "e4\n").unwrap();
        let repeated = "there is only 1 opening for 2 rounds; it repeats";
        assert_eq!(remarks(2, None), [repeated]);
        std::fs::write(&file, "e4 e6 d4\nc4 e5\nc4\nd4 e6 e4\nc4 c5\n").unwrap();
        let cut = "openings that transpose into an earlier one: 2 of 5, \
                   the first of them number 3, as number 2";
        assert_eq!(remarks(5, Some(1)), [cut]);
        let start = ResolvedConfig::new(configuration(|_| ()))
            .unwrap()
            .remarks();
        assert_eq!(start, Vec::<String>::new());
    }

    #[test]
    fn more_threads_than_processors_are_remarked_on() {
        let crowding = |words: [&str; 2], concurrency, processors| {
            let plan = ResolvedConfig::new(configuration(|it| {
                it.rounds = 10;
                for (engine, words) in it.engines.iter_mut().zip(words) {
                    *engine = words.parse::<EngineConfig>().unwrap().with_defaults(engine);
                }
            }));
            plan.unwrap().crowding(concurrency, processors)
        };
        let needs = |words, concurrency| {
            let remark = crowding(words, concurrency, 0).unwrap();
            let (_, rest) = remark.split_once(": ").unwrap();
            rest.split(' ').next().unwrap().parse::<usize>().unwrap()
        };
        assert_eq!(needs(["", ""], 3), 3);
        assert_eq!(needs(["threads=4", "threads=2"], 1), 4);
        assert_eq!(needs(["option.Threads=4", "option.cores=8"], 2), 16);
        assert_eq!(needs(["threads=4 ponder=true", "threads=2"], 1), 6);
        assert_eq!(needs(["ponder=true", "ponder=true"], 2), 4);
        // There are only 20 games.
        assert_eq!(needs(["", ""], 100), 20);
        assert_eq!(crowding(["threads=2", "threads=2"], 2, 4), None);
        let remark = "1 game at a time: 2 threads (pondering included) on 1 processor; engines \
                      will take time from each other";
        assert_eq!(crowding(["", "ponder=true"], 1, 1).as_deref(), Some(remark));
    }

    #[test]
    fn arrays_drawn_by_lot_are_openings() {
        let plan = ResolvedConfig::new(configuration(|it| {
            it.variant = "falcon-random".to_owned();
            it.rounds = 20;
        }))
        .unwrap();
        let arrays: std::collections::HashSet<u64> = plan
            .openings
            .iter()
            .map(|opening| opening.game.position().key())
            .collect();
        assert!(arrays.len() > 15);
    }
}

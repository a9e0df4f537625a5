//! Tunes parameters by games: simultaneous perturbation stochastic
//! approximation (J. C. Spall, IEEE Transactions on Automatic Control 37,
//! 1992), with the gain sequences common in engine testing.
//!
//! In each pair of games one engine has every selected tunable shifted up or
//! down at random, and its opponent has the opposite shifts; the result moves
//! the values toward the winner's.

pub(crate) mod job;

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::arena::openings::Opening;
use crate::base::parallel;
use crate::base::random::Random;
use crate::base::tunable::Tunable;
use crate::board::color::Color;
use crate::engine::{Engine, EngineOptions};
use crate::rules::Rules;
use crate::search::{Clock, Limits, Tunables};

use super::selfplay::{ADJUDICATION, play};

/// The games to play, and the rate of change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SpsaSettings {
    /// Number of pairs in total.
    pub pairs: usize,
    /// Number of pairs played with the same values before these are updated.
    pub batch: usize,
    /// Nodes per move; on average, if the time management is tuned.
    pub nodes: u64,
    /// The rate at which values move at the end, relative to their step.
    pub rate: f64,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for SpsaSettings {
    fn default() -> SpsaSettings {
        SpsaSettings {
            pairs: 2000,
            batch: 8,
            nodes: 5000,
            rate: 0.01,
            seed: 1,
        }
    }
}

/// The state of a tunable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TunedNumber {
    /// Its start value.
    pub start: f64,
    /// Its current value.
    pub value: f64,
    /// The size of its shift in the last games.
    pub step: f64,
    /// Its minimum.
    pub least: f64,
    /// Its maximum.
    pub most: f64,
}

/// The state of a tuning run, from which it can resume.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Tuning {
    /// The settings of the run.
    pub settings: SpsaSettings,
    /// Number of pairs played.
    pub played: usize,
    /// The tunables, by name.
    pub numbers: BTreeMap<String, TunedNumber>,
}

/// The stability constant, as a share of the pairs: steps hardly shrink before.
const STABILITY: f64 = 0.1;
/// Exponent of the decay of the rate.
const ALPHA: f64 = 0.602;
/// Exponent of the decay of the steps.
const GAMMA: f64 = 0.101;

/// The rate at which a clock counts nodes.
const NODES_PER_SECOND: u64 = 1_000_000;

/// The time on a clock at the start, in nodes per move; each move adds half of
/// these, so that a game of sixty moves has all of them for each.
const CLOCK_MOVES: u64 = 30;

/// How the names of the evaluation's weights begin.
const WEIGHTS: &str = "evaluation.";

/// Hash table of each engine in MiB; the games are short.
const HASH: usize = 4;

impl Tuning {
    /// The start of a run over all tunables whose names begin with one of the
    /// prefixes.
    ///
    /// ```
    /// use peregrine::{search::Tunables, tuning::spsa::{SpsaSettings, Tuning}};
    /// let prefixes = ["search.futility".to_owned()];
    /// let tuning = Tuning::new(&Tunables::default(), &prefixes, SpsaSettings::default());
    /// assert_eq!(tuning.numbers.len(), 3);
    /// ```
    pub fn new(start: &Tunables, prefixes: &[String], settings: SpsaSettings) -> Tuning {
        let mut numbers = BTreeMap::new();
        start.clone().visit(&mut |name, range, number| {
            if !prefixes.iter().any(|prefix| name.starts_with(prefix)) {
                return;
            }
            let value = f64::from(*number);
            let [least, most] = [*range.start(), *range.end()].map(f64::from);
            // The ranges of weights are wide, so their size tells more.
            let step = if name.starts_with(WEIGHTS) {
                (value.abs() / 8.0).max(3.0)
            } else {
                ((most - least) / 20.0).max(0.5)
            };
            let number = TunedNumber {
                start: value,
                value,
                step,
                least,
                most,
            };
            numbers.insert(name.to_owned(), number);
        });
        Tuning {
            settings,
            played: 0,
            numbers,
        }
    }

    /// Whether weights of the evaluation are among the numbers. A network does without
    /// them, so the games are played without one then.
    pub(crate) fn tunes_weights(&self) -> bool {
        self.numbers.keys().any(|name| name.starts_with(WEIGHTS))
    }

    /// Whether this is a state of a run that starts as `other` does.
    fn is_same_run(&self, other: &Tuning) -> bool {
        fn start(tuning: &Tuning) -> impl Iterator<Item = (&str, f64)> {
            let numbers = tuning.numbers.iter();
            numbers.map(|(name, number)| (name.as_str(), number.start))
        }
        start(self).eq(start(other)) && self.settings == other.settings
    }

    /// Whether all pairs have been played.
    pub fn is_finished(&self) -> bool {
        self.played >= self.settings.pairs
    }

    /// The current values, rounded; tunables that are not tuned are taken from
    /// `others`.
    ///
    /// ```
    /// # use peregrine::{search::Tunables, tuning::spsa::{SpsaSettings, Tuning}};
    /// let start = Tunables::default();
    /// let tuning = Tuning::new(&start, &["search.".to_owned()], SpsaSettings::default());
    /// assert_eq!(tuning.tunables(&start), start);
    /// ```
    pub fn tunables(&self, others: &Tunables) -> Tunables {
        self.shifted(others, |_| 0.0)
    }

    /// Plays a batch of pairs on several threads and updates the values. The
    /// result does not depend on the number of threads. If `stop` is set before
    /// the batch has ended, nothing changes.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use peregrine::{search::Tunables, tuning::spsa::{SpsaSettings, Tuning}, variants};
    /// use peregrine::arena::openings::{OpeningsFormat, parse};
    /// let rules = variants::falcon();
    /// let openings = parse("e4 e5", rules, OpeningsFormat::Moves, None).unwrap();
    /// let settings = SpsaSettings { pairs: 1, batch: 1, nodes: 50, ..SpsaSettings::default() };
    /// let start = Tunables::default();
    /// let mut tuning = Tuning::new(&start, &["search.delta".to_owned()], settings);
    /// tuning.play_batch(rules, &start, &openings, 1, &AtomicBool::new(false)).unwrap();
    /// assert_eq!(tuning.played, 1);
    /// ```
    ///
    /// # Errors
    /// When there is not enough memory for the engines or no thread can be
    /// started.
    pub fn play_batch(
        &mut self,
        rules: &'static Rules,
        others: &Tunables,
        openings: &[Opening],
        threads: usize,
        stop: &AtomicBool,
    ) -> io::Result<()> {
        let pairs = self.settings.batch.min(self.settings.pairs - self.played);
        let tuning = &*self;
        let play = |n| {
            let is_left = n < pairs && !stop.load(Relaxed);
            is_left.then(|| {
                let opening = &openings[(tuning.played + n) % openings.len()];
                tuning.play_pair(rules, others, opening, n)
            })
        };
        let mut results = Vec::new();
        parallel::map_in_order(
            threads,
            || Ok(play),
            |points| {
                results.push(points);
                ControlFlow::Continue(())
            },
        )?;
        if stop.load(Relaxed) {
            return Ok(());
        }
        for (n, result) in results.into_iter().enumerate() {
            self.learn(n, result);
        }
        self.played += pairs;
        Ok(())
    }

    /// The points of the engine with the positive shifts minus those of the
    /// other, in two games from an opening.
    fn play_pair(
        &self,
        rules: &'static Rules,
        others: &Tunables,
        opening: &Opening,
        pair: usize,
    ) -> io::Result<i32> {
        let scale = self.scale(pair);
        let directions = self.directions(pair);
        let engine = |sign: f64| -> io::Result<Engine> {
            let tunables = self.shifted(others, |name| {
                directions.get(name).map_or(0.0, |way| way * sign * scale)
            });
            let options = EngineOptions {
                hash: HASH,
                ..EngineOptions::default()
            };
            let mut engine = Engine::with_options(rules, tunables, options)?;
            engine.use_network(!self.tunes_weights());
            Ok(engine)
        };
        let limits = self.limits();
        let mut points = 0;
        for up in Color::ALL {
            let mut engines = [engine(1.0)?, engine(-1.0)?];
            if up == Color::Black {
                engines.reverse();
            }
            let played = play(&mut engines, opening.game.clone(), &limits, ADJUDICATION);
            points += played
                .winner
                .map_or(0, |winner| if winner == up { 1 } else { -1 });
        }
        Ok(points)
    }

    /// The limits of the searches. Time management matters only on a clock; it
    /// counts nodes, so that games are reproducible.
    fn limits(&self) -> Limits {
        let nodes = self.settings.nodes;
        if !self.numbers.keys().any(|name| name.starts_with("time.")) {
            return Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
        }
        let time = |nodes: u64| Duration::from_secs_f64(nodes as f64 / NODES_PER_SECOND as f64);
        Limits {
            clock: Some(Clock {
                remaining: time(nodes.saturating_mul(CLOCK_MOVES)),
                increment: time(nodes / 2),
                moves_to_go: None,
            }),
            nodes_per_second: Some(NODES_PER_SECOND),
            ..Limits::default()
        }
    }

    /// Updates the values by the result of a pair of the batch.
    fn learn(&mut self, pair: usize, result: i32) {
        let settings = &self.settings;
        let all = settings.pairs as f64;
        let now = (self.played + pair + 1) as f64;
        let stability = STABILITY * all;
        let rate = settings.rate * ((stability + all) / (stability + now)).powf(ALPHA);
        let (scale, directions) = (self.scale(pair), self.directions(pair));
        for (name, number) in &mut self.numbers {
            let way = directions[name];
            let moved = rate * number.step / scale * f64::from(result) * way;
            number.value = (number.value + moved).clamp(number.least, number.most);
        }
    }

    /// The size of the shifts in a pair of the batch, in steps.
    fn scale(&self, pair: usize) -> f64 {
        let now = (self.played + pair + 1) as f64;
        (self.settings.pairs as f64 / now).powf(GAMMA)
    }

    /// The direction of each shift in a pair of the batch.
    fn directions(&self, pair: usize) -> BTreeMap<String, f64> {
        let mut random = Random::new(self.settings.seed, (self.played + pair) as u64);
        self.numbers
            .keys()
            .map(|name| (name.clone(), if random.below(2) == 0 { 1.0 } else { -1.0 }))
            .collect()
    }

    /// The tunables, each shifted by a number of its steps.
    fn shifted(&self, others: &Tunables, steps: impl Fn(&str) -> f64) -> Tunables {
        let mut tunables = others.clone();
        tunables.visit(&mut |name, _, value| {
            if let Some(number) = self.numbers.get(name) {
                let shifted = number.value + steps(name) * number.step;
                *value = shifted.clamp(number.least, number.most).round() as i32;
            }
        });
        tunables
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Parameters;

    fn tuning(pairs: usize) -> Tuning {
        let settings = SpsaSettings {
            pairs,
            ..SpsaSettings::default()
        };
        Tuning::new(
            &Tunables::default(),
            &[
                "search.futility_margin".to_owned(),
                "search.delta".to_owned(),
            ],
            settings,
        )
    }

    #[test]
    fn weights_are_tuned_without_a_network_and_the_search_with_it() {
        let tuning = |prefix: &str| {
            let prefixes = [prefix.to_owned()];
            Tuning::new(&Tunables::default(), &prefixes, SpsaSettings::default())
        };
        assert!(tuning("evaluation.").tunes_weights());
        assert!(tuning("").tunes_weights());
        assert!(!tuning("search.").tunes_weights());
    }

    /// The expected result of a pair is highest when both numbers have certain
    /// values.
    #[test]
    fn numbers_go_where_the_results_are_best() {
        let mut tuning = tuning(4000);
        let goal = |name: &str| if name.contains("delta") { 300.0 } else { 60.0 };
        let mut random = Random::new(9, 9);
        while !tuning.is_finished() {
            let (scale, directions) = (tuning.scale(0), tuning.directions(0));
            let loss = |sign: f64| -> f64 {
                tuning
                    .numbers
                    .iter()
                    .map(|(name, number)| {
                        let at = number.value + sign * scale * number.step * directions[name];
                        ((at - goal(name)) / number.step / 10.0).powi(2)
                    })
                    .sum()
            };
            let chance = 0.5 + (loss(-1.0) - loss(1.0)).clamp(-0.5, 0.5);
            let won = (random.below(1000) as f64) < chance * 1000.0;
            tuning.learn(0, if won { 1 } else { -1 });
            tuning.played += 1;
        }
        for (name, number) in &tuning.numbers {
            let off = (number.value - goal(name)).abs() / number.step;
            assert!(off < 1.5, "{name}: {number:?}");
        }
    }

    #[test]
    fn opponents_differ_both_ways_and_stay_in_range() {
        let mut tuning = tuning(100);
        for number in tuning.numbers.values_mut() {
            number.value = number.most;
        }
        let up = tuning.shifted(&Tunables::default(), |_| 1.0);
        let down = tuning.shifted(&Tunables::default(), |_| -1.0);
        assert_eq!(up.search.delta_margin, 500);
        assert!(down.search.delta_margin < 500);
        assert_eq!(up.search.late_move_base, Parameters::DEFAULT.late_move_base);
    }

    #[test]
    fn numbers_of_every_group_are_tuned_within_their_ranges() {
        let start = Tunables::default();
        let prefixes = ["search.", "shallow", "time.", "evaluation."].map(str::to_owned);
        let mut tuning = Tuning::new(&start, &prefixes, SpsaSettings::default());
        for number in tuning.numbers.values_mut() {
            assert!(number.step > 0.0 && number.step < number.most - number.least);
            number.value = number.least;
        }
        let mut lowest = tuning.shifted(&start, |_| -1.0);
        let mut visited = 0;
        lowest.visit(&mut |name, range, number| {
            assert_eq!(number, range.start(), "{name}");
            visited += 1;
        });
        assert_eq!(visited, tuning.numbers.len());
    }

    #[test]
    fn the_time_management_is_tuned_on_a_clock() {
        let limits = |prefix: &str| {
            let prefixes = [prefix.to_owned()];
            Tuning::new(&Tunables::default(), &prefixes, SpsaSettings::default()).limits()
        };
        let on_nodes = limits("search.see");
        assert_eq!((on_nodes.nodes, on_nodes.clock), (Some(5000), None));
        let on_clock = limits("time.moves");
        let clock = on_clock.clock.expect("a clock");
        assert_eq!(on_clock.nodes, None);
        assert_eq!(clock.remaining, Duration::from_millis(150));
        assert_eq!(clock.increment, Duration::from_micros(2500));
    }
}

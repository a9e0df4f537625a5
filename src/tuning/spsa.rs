//! Tunables chosen by games: simultaneous perturbation stochastic approximation
//! (J. C. Spall, IEEE Transactions on Automatic Control 37, 1992), with the
//! schedule of steps that engine testing has settled on.
//!
//! In each pair of games all chosen numbers are a little larger or smaller than
//! now, each at random, for the one engine, and the other way for its opponent; the
//! side that wins pulls them its way. Knows numbers by their names only.

use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use serde::{Deserialize, Serialize};

use crate::arena::openings::Opening;
use crate::base::parallel;
use crate::base::random::Random;
use crate::board::color::Color;
use crate::engine::{Engine, EngineOptions};
use crate::eval::Tunable;
use crate::rules::Rules;
use crate::search::{Limits, Parameters, Tunables};

use super::selfplay::{ADJUDICATION, play};

/// What is played, and how fast the numbers follow the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// How many pairs of games in all.
    pub pairs: usize,
    /// How many pairs are played with the numbers as they are before these
    /// change.
    pub batch: usize,
    /// Nodes for each move.
    pub nodes: u64,
    /// How fast the numbers move at the end, as a share of their step.
    pub rate: f64,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            pairs: 2000,
            batch: 8,
            nodes: 5000,
            rate: 0.01,
            seed: 1,
        }
    }
}

/// A number that is being tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TunedNumber {
    /// Where it began.
    pub start: f64,
    /// Where it is now.
    pub value: f64,
    /// By how much it is changed in the last games.
    pub step: f64,
    /// The least it may be.
    pub least: f64,
    /// The most it may be.
    pub most: f64,
}

/// How far the tuning is: all that is needed to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Tuning {
    /// What was asked for.
    pub settings: Settings,
    /// Pairs played.
    pub played: usize,
    /// The numbers, by name.
    pub numbers: BTreeMap<String, TunedNumber>,
}

/// Part of the pairs over which the steps hardly shrink yet.
const STABILITY: f64 = 0.1;
/// How the rate shrinks with the pairs played.
const ALPHA: f64 = 0.602;
/// How the steps shrink with the pairs played.
const GAMMA: f64 = 0.101;

/// Memory of each engine, in MiB: the games are short.
const HASH: usize = 4;

impl Tuning {
    /// A tuning at its start, of the numbers whose names begin with one of the
    /// prefixes.
    ///
    /// ```
    /// use peregrine::{search::Tunables, tuning::spsa::{Settings, Tuning}};
    /// let prefixes = ["search.futility".to_owned()];
    /// let tuning = Tuning::new(&Tunables::default(), &prefixes, Settings::default());
    /// assert_eq!(tuning.numbers.len(), 3);
    /// ```
    pub fn new(start: &Tunables, prefixes: &[String], settings: Settings) -> Tuning {
        let ranges: BTreeMap<String, _> = Parameters::RANGES
            .iter()
            .map(|(name, range)| (format!("search.{name}"), range))
            .collect();
        let mut numbers = BTreeMap::new();
        start.clone().visit("", &mut |name, number| {
            if !prefixes.iter().any(|prefix| name.starts_with(prefix)) {
                return;
            }
            let value = f64::from(*number);
            let number = match ranges.get(name) {
                Some(range) => {
                    let (least, most) = (f64::from(*range.start()), f64::from(*range.end()));
                    let step = ((most - least) / 20.0).max(0.5);
                    TunedNumber {
                        start: value,
                        value,
                        step,
                        least,
                        most,
                    }
                }
                None => TunedNumber {
                    start: value,
                    value,
                    step: (value.abs() / 8.0).max(3.0),
                    least: -30_000.0,
                    most: 30_000.0,
                },
            };
            numbers.insert(name.to_owned(), number);
        });
        Tuning {
            settings,
            played: 0,
            numbers,
        }
    }

    /// Whether all pairs have been played.
    ///
    /// ```
    /// # use peregrine::{search::Tunables, tuning::spsa::{Settings, Tuning}};
    /// let settings = Settings { pairs: 0, ..Settings::default() };
    /// assert!(Tuning::new(&Tunables::default(), &[], settings).is_finished());
    /// ```
    pub fn is_finished(&self) -> bool {
        self.played >= self.settings.pairs
    }

    /// The tunables as they are now, rounded; those not tuned are those given.
    ///
    /// ```
    /// # use peregrine::{search::Tunables, tuning::spsa::{Settings, Tuning}};
    /// let start = Tunables::default();
    /// let tuning = Tuning::new(&start, &["search.".to_owned()], Settings::default());
    /// assert_eq!(tuning.tunables(&start), start);
    /// ```
    pub fn tunables(&self, others: &Tunables) -> Tunables {
        self.shifted(others, |_| 0.0)
    }

    /// Plays a batch of pairs on so many threads and moves the numbers by its
    /// results. What comes out does not depend on the number of threads.
    /// Nothing changes if `stop` is set before the batch has ended.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use peregrine::{search::Tunables, tuning::spsa::{Settings, Tuning}, variants};
    /// use peregrine::arena::openings::{OpeningsFormat, parse};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let openings = parse("e4 e5", rules, OpeningsFormat::Moves, None).unwrap();
    /// let settings = Settings { pairs: 1, batch: 1, nodes: 50, ..Settings::default() };
    /// let start = Tunables::default();
    /// let mut tuning = Tuning::new(&start, &["search.delta".to_owned()], settings);
    /// tuning.play_batch(rules, &start, &openings, 1, &AtomicBool::new(false)).unwrap();
    /// assert_eq!(tuning.played, 1);
    /// ```
    ///
    /// # Errors
    /// When there is no memory or no thread for the engines.
    pub fn play_batch(
        &mut self,
        rules: &'static Rules,
        others: &Tunables,
        openings: &[Opening],
        threads: usize,
        stop: &AtomicBool,
    ) -> io::Result<()> {
        let pairs = self.settings.batch.min(self.settings.pairs - self.played);
        let next = AtomicUsize::new(0);
        let results = Mutex::new(vec![0; pairs]);
        let tuning = &*self;
        std::thread::scope(|scope| -> io::Result<()> {
            let work = || -> io::Result<()> {
                loop {
                    let n = next.fetch_add(1, Relaxed);
                    if n >= pairs || stop.load(Relaxed) {
                        return Ok(());
                    }
                    let opening = &openings[(tuning.played + n) % openings.len()];
                    let result = tuning.play_pair(rules, others, opening, n)?;
                    if let Ok(mut results) = results.lock() {
                        results[n] = result;
                    }
                }
            };
            let mut handles = vec![parallel::start(scope, work)?];
            // With fewer threads than asked for it takes longer, no more.
            let others = (1..threads).map_while(|_| parallel::start(scope, work).ok());
            handles.extend(others);
            handles
                .into_iter()
                .try_for_each(|handle| match handle.join() {
                    Ok(result) => result,
                    Err(panic) => std::panic::resume_unwind(panic),
                })
        })?;
        if stop.load(Relaxed) {
            return Ok(());
        }
        let results = results.into_inner().unwrap_or_default();
        for (n, result) in results.into_iter().enumerate() {
            self.learn(n, result);
        }
        self.played += pairs;
        Ok(())
    }

    /// Points of the engine with the numbers one way less those of the other,
    /// in two games from an opening.
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
            let mut engine = Engine::with_tunables(rules, tunables);
            engine.set_options(EngineOptions {
                hash: HASH,
                ..engine.options()
            })?;
            Ok(engine)
        };
        let limits = Limits {
            nodes: Some(self.settings.nodes),
            ..Limits::default()
        };
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

    /// Moves the numbers by the result of a pair of the batch.
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

    /// By how many of their steps the numbers are changed in a pair of the
    /// batch.
    fn scale(&self, pair: usize) -> f64 {
        let now = (self.played + pair + 1) as f64;
        (self.settings.pairs as f64 / now).powf(GAMMA)
    }

    /// Which way each number goes in a pair of the batch.
    fn directions(&self, pair: usize) -> BTreeMap<String, f64> {
        let mut random = Random::new(self.settings.seed, (self.played + pair) as u64);
        self.numbers
            .keys()
            .map(|name| (name.clone(), if random.below(2) == 0 { 1.0 } else { -1.0 }))
            .collect()
    }

    /// The tunables with each number so many of its steps away.
    fn shifted(&self, others: &Tunables, steps: impl Fn(&str) -> f64) -> Tunables {
        let mut tunables = others.clone();
        tunables.visit("", &mut |name, value| {
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

    fn tuning(pairs: usize) -> Tuning {
        let settings = Settings {
            pairs,
            ..Settings::default()
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

    /// The expected result of a pair is highest where both numbers have a
    /// certain value.
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
}

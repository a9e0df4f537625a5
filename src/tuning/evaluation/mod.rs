//! The numbers of the evaluation, chosen so that the scores of positions agree
//! with how the games they are from ended.
//!
//! The scores are put through a logistic, whose scale is fitted first. Any number of [`Weights`] can be tuned, whatever it does: how scores
//! change with it is found by evaluating every position with the number above
//! and below what it is. The best numbers of that linear approximation are
//! found by Newton's method and rounded, and the same is done again from there
//! as long as games that were set aside are foretold better. The same data give
//! the same numbers, whatever the number of threads.
//!
//! Knows no command line. `docs/guide/tuning.md` says how to use it.

mod data;
mod matrix;
mod model;
mod numbers;
mod probe;
#[cfg(test)]
mod tests;
mod worth;

use thiserror::Error;

use crate::eval::Weights;

use data::Set;
use model::{Examples, Model, sigmoid};
use numbers::Number;
use probe::{columns, evaluations};

pub use data::{Data, DataError, Selection};
pub use numbers::Choice;
pub use worth::{Estimate, Worth};

/// How to tune.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// Which numbers.
    pub choice: Choice,
    /// The part of a position's target that is what the player's own score
    /// promised, instead of the result.
    pub blend: f64,
    /// How strongly each number is pulled to where it was: 1 as if it had been
    /// known to about a step (`docs/guide/tuning.md` says what that is), and a
    /// hundredth as if to ten.
    pub pull: f64,
    /// Whether every position counts the same, instead of every game.
    pub by_position: bool,
    /// How often to begin again from what was found, at most.
    pub rounds: usize,
    /// How many threads work.
    pub threads: usize,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            choice: Choice::default(),
            blend: 0.0,
            pull: 0.1,
            by_position: false,
            rounds: 3,
            threads: 1,
        }
    }
}

/// Why nothing could be tuned.
#[derive(Debug, Error)]
pub enum TuneError {
    /// There is no such number.
    #[error("no number of the evaluation begins with '{0}' ('peregrine tunables' lists them)")]
    Unknown(String),
    /// All are left out.
    #[error("no number is left to be tuned")]
    NoNumbers,
    /// The data are not enough.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Better scores do not go with better results.
    #[error("the scores of these positions have nothing to do with the results of the games")]
    Unrelated,
    /// No score changes with any of the numbers.
    #[error("no score of these positions depends on the numbers to be tuned")]
    NoEffect,
    /// The equations have no solution.
    #[error("the numbers cannot be told from each other; a stronger pull helps")]
    Singular,
}

/// How badly results are foretold: the mean logistic loss, in nats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Of the positions by which the numbers were chosen.
    pub training: f64,
    /// Of those that were set aside.
    pub validation: f64,
}

/// How far the tuning is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// So many numbers have been tried.
    Probed {
        /// How many.
        done: usize,
        /// Of how many.
        all: usize,
    },
    /// The best numbers of a round have been found.
    Round {
        /// Which round, from 1.
        round: usize,
        /// With its numbers.
        losses: Losses,
        /// Whether they are taken.
        taken: bool,
    },
}

/// What has become of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Its name, as `peregrine tunables` has it below `evaluation`.
    pub name: String,
    /// What it was.
    pub before: i32,
    /// What it is.
    pub after: i32,
    /// The standard error.
    pub error: f64,
    /// By how much it is moved to see what it does.
    pub unit: i32,
}

impl Change {
    /// Whether one should ask what has happened: the number has changed its
    /// sign, or by more than half and more than its step.
    ///
    /// ```
    /// use peregrine::tuning::evaluation::Change;
    /// let name = "tempo.middle".to_owned();
    /// let change = Change { name, before: 20, after: 29, error: 1.5, unit: 4 };
    /// assert!(!change.is_far());
    /// assert!(Change { after: 31, ..change }.is_far());
    /// ```
    pub fn is_far(&self) -> bool {
        let (before, after) = (i64::from(self.before), i64::from(self.after));
        let usual = (before.abs() / 2).max(self.unit.into());
        before * after < 0 || (after - before).abs() > usual
    }
}

/// What came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The weights.
    pub weights: Weights,
    /// The scale of the logistic with them, per centipawn.
    pub scale: f64,
    /// How badly results were foretold.
    pub before: Losses,
    /// How badly they are now.
    pub after: Losses,
    /// The numbers that were tuned.
    pub changes: Vec<Change>,
    /// Those on which no score depends.
    pub idle: Vec<String>,
    /// What the pieces have become worth.
    pub worth: Vec<Worth>,
}

/// Tunes weights, and tells how far it is.
///
/// ```
/// use peregrine::{eval::Weights, tuning::evaluation::{Data, Recipe, Selection, tune}, variants};
/// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
/// let data = Data::new(rules, Selection::default());
/// let error = tune(&data, &Weights::DEFAULT, &Recipe::default(), |_| ()).unwrap_err();
/// assert!(error.to_string().starts_with("no position to tune by in 0 games"));
/// ```
///
/// # Errors
/// When the data are not enough, or the choice is none.
pub fn tune(
    data: &Data,
    start: &Weights,
    recipe: &Recipe,
    progress: impl FnMut(Progress),
) -> Result<Tuned, TuneError> {
    let numbers = recipe.choice.numbers()?;
    data.check()?;
    Tuner::new(data, start, recipe, numbers).run(progress)
}

/// What is known before the first round.
struct Tuner<'a> {
    data: &'a Data,
    start: &'a Weights,
    recipe: &'a Recipe,
    numbers: Vec<Number>,
    training: Examples,
    validation: Examples,
}

/// Weights and what they foretell.
#[derive(Clone)]
struct Candidate {
    weights: Weights,
    /// Of the training positions.
    scores: Vec<i32>,
    /// At which these foretell the results best.
    scale: f64,
    losses: Losses,
}

impl<'a> Tuner<'a> {
    fn new(
        data: &'a Data,
        start: &'a Weights,
        recipe: &'a Recipe,
        numbers: Vec<Number>,
    ) -> Tuner<'a> {
        let promise = promise_scale(&data.training, recipe);
        Tuner {
            data,
            start,
            recipe,
            numbers,
            training: examples(&data.training, recipe, promise),
            validation: examples(&data.validation, recipe, promise),
        }
    }

    fn run(&self, mut progress: impl FnMut(Progress)) -> Result<Tuned, TuneError> {
        let first = self.candidate(self.start.clone())?;
        let mut best = first.clone();
        let mut errors = None;
        for round in 1..=self.recipe.rounds.max(1) {
            let found = self.round(&best, &mut progress)?;
            let candidate = self.candidate(found.weights)?;
            let taken = candidate.losses.validation < best.losses.validation;
            progress(Progress::Round {
                round,
                losses: candidate.losses,
                taken,
            });
            if taken || errors.is_none() {
                errors = Some(found.errors);
            }
            if !taken {
                break;
            }
            best = candidate;
        }
        let errors = errors.ok_or(TuneError::NoEffect)?;
        Ok(self.tuned(&first, best, &errors))
    }

    fn candidate(&self, weights: Weights) -> Result<Candidate, TuneError> {
        let of = |set: &Set| {
            let threads = self.recipe.threads;
            evaluations(self.data.rules, &weights, &set.positions, threads)
        };
        let scores = of(&self.data.training);
        let training = exact(&scores);
        let scale = self.training.scale(&training).ok_or(TuneError::Unrelated)?;
        let validation = exact(&of(&self.data.validation));
        let losses = Losses {
            training: self.training.loss(&training, scale),
            validation: self.validation.loss(&validation, scale),
        };
        Ok(Candidate {
            weights,
            scores,
            scale,
            losses,
        })
    }

    /// The best weights near others.
    fn round(
        &self,
        around: &Candidate,
        progress: &mut impl FnMut(Progress),
    ) -> Result<Found, TuneError> {
        let all = self.numbers.len();
        let columns = columns(
            self.data.rules,
            &around.weights,
            &around.scores,
            &self.numbers,
            &self.data.training.positions,
            self.recipe.threads,
            |done| progress(Progress::Probed { done, all }),
        );
        if columns.is_empty() {
            return Err(TuneError::NoEffect);
        }
        let moved: Vec<usize> = columns.iter().map(|column| column.number).collect();
        let center: Vec<f64> = moved
            .iter()
            .map(|&n| self.numbers[n].from(self.start, &around.weights))
            .collect();
        let model = Model {
            examples: &self.training,
            scores: &exact(&around.scores),
            columns: &columns,
            center: &center,
            scale: around.scale,
            pull: self.recipe.pull,
            threads: self.recipe.threads,
        };
        let solution = model.solve().ok_or(TuneError::Singular)?;
        let mut weights = around.weights.clone();
        for (&n, &by) in moved.iter().zip(&solution.numbers) {
            weights = self.numbers[n].moved(self.start, by, &weights);
        }
        Ok(Found {
            weights,
            errors: worth::Errors {
                numbers: moved,
                covariance: solution.covariance,
            },
        })
    }

    fn tuned(&self, first: &Candidate, best: Candidate, errors: &worth::Errors) -> Tuned {
        let (mut changes, mut idle) = (Vec::new(), Vec::new());
        for (n, number) in self.numbers.iter().enumerate() {
            match errors.of(n) {
                None => idle.push(number.name.clone()),
                Some(error) => changes.push(Change {
                    name: number.name.clone(),
                    before: number.of(self.start),
                    after: number.of(&best.weights),
                    error: error * f64::from(number.unit),
                    unit: number.unit,
                }),
            }
        }
        let worth = worth::of_pieces(
            self.data.rules,
            self.start,
            &best.weights,
            &self.numbers,
            errors,
        );
        Tuned {
            scale: best.scale,
            before: first.losses,
            after: best.losses,
            weights: best.weights,
            changes,
            idle,
            worth,
        }
    }
}

/// What a round has found.
struct Found {
    weights: Weights,
    errors: worth::Errors,
}

fn exact(scores: &[i32]) -> Vec<f64> {
    scores.iter().copied().map(f64::from).collect()
}

/// The scale at which the players' own scores foretell the results; none if
/// they are not needed or do not.
fn promise_scale(set: &Set, recipe: &Recipe) -> Option<f64> {
    if recipe.blend == 0.0 {
        return None;
    }
    let both = set.scores.iter().zip(&set.results);
    let known = both.filter_map(|(score, &result)| Some(((*score)?, result)));
    let (scores, results): (Vec<f64>, Vec<f64>) = known.unzip();
    let all = 0..scores.len();
    Examples::new(results, vec![all], true).scale(&scores)
}

/// What the positions of a set are to be judged.
fn examples(set: &Set, recipe: &Recipe, promise: Option<f64>) -> Examples {
    let target = |(&result, score): (&f64, &Option<f64>)| match (promise, score) {
        (Some(scale), Some(score)) => {
            (1.0 - recipe.blend) * result + recipe.blend * sigmoid(scale * score)
        }
        _ => result,
    };
    let targets = set.results.iter().zip(&set.scores).map(target).collect();
    Examples::new(targets, set.games.clone(), recipe.by_position)
}

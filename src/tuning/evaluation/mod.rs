//! Tunes the evaluation so that the scores of positions predict the results of
//! their games (Texel tuning).
//!
//! Scores are mapped to expected results by a logistic, whose scale is fitted
//! first. Any of the [`Weights`] can be tuned, whatever it does: its effect on
//! scores is measured by evaluating every position with the weight above and
//! below its current value. The best values in this linear approximation are
//! found by Newton's method and rounded, and the process is repeated from there
//! as long as games held out for validation are predicted better. The same data
//! give the same weights, whatever the number of threads.
//!
//! `docs/guide/tuning.md` explains how to use it.

mod data;
mod matrix;
mod model;
mod piece_values;
mod probe;
#[cfg(test)]
mod tests;
mod weights;

use thiserror::Error;

use crate::eval::Weights;

use data::PositionSet;
use model::{Examples, Model, sigmoid};
use probe::{columns, evaluations};
use weights::TunedWeight;

pub use data::{Data, DataError, Selection};
pub(crate) use piece_values::{Estimate, PieceValueEstimate};
pub(crate) use weights::WeightSelection;

/// How to tune.
#[derive(Clone, Debug, PartialEq)]
pub struct TuningSettings {
    /// The weights to tune.
    pub choice: WeightSelection,
    /// The share of the player's own score, as opposed to the result, in the
    /// target of a position.
    pub blend: f64,
    /// How strongly each weight is pulled toward its start value: 1 as if it
    /// were known to within about one step (see `docs/guide/tuning.md`), 0.01 as if
    /// to within ten.
    pub pull: f64,
    /// Whether each position has the same weight, instead of each game.
    pub by_position: bool,
    /// Maximum number of rounds; each starts from the result of the one before.
    pub rounds: usize,
    /// Number of threads.
    pub threads: usize,
}

impl Default for TuningSettings {
    fn default() -> TuningSettings {
        TuningSettings {
            choice: WeightSelection::default(),
            blend: 0.0,
            pull: 0.1,
            by_position: false,
            rounds: 3,
            threads: 1,
        }
    }
}

/// Why tuning failed.
#[derive(Debug, Error)]
pub enum TuneError {
    /// No weight has this name.
    #[error("no evaluation weight begins with '{0}' ('peregrine tunables' lists them)")]
    Unknown(String),
    /// All weights are excluded.
    #[error("no weights are left to tune")]
    NoNumbers,
    /// The data are insufficient.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Better scores do not go with better results.
    #[error("scores and results are uncorrelated; there is nothing to fit")]
    Unrelated,
    /// No score depends on any of the weights.
    #[error("no score of these positions depends on the weights to tune")]
    NoEffect,
    /// The equations have no unique solution.
    #[error("the effects of the weights cannot be separated; try a stronger pull")]
    Singular,
}

/// Prediction losses: the mean logistic loss in nats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// On the training positions.
    pub training: f64,
    /// On the validation positions.
    pub validation: f64,
}

/// The progress of tuning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TuningProgress {
    /// Weights whose effect has been measured.
    Probed {
        /// Number of weights done.
        done: usize,
        /// Number of all weights.
        all: usize,
    },
    /// A round has found its best weights.
    Round {
        /// The number of the round, from 1.
        round: usize,
        /// Losses with these weights.
        losses: Losses,
        /// Whether they are accepted.
        is_accepted: bool,
    },
}

/// The change of a weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Its name, as listed by `peregrine tunables` under `evaluation`.
    pub name: String,
    /// The value before.
    pub before: i32,
    /// The value after.
    pub after: i32,
    /// The standard error.
    pub error: f64,
    /// The amount by which it is varied to measure its effect.
    pub unit: i32,
}

impl Change {
    /// Whether the change is suspicious: the sign changed, or the value changed
    /// by more than half and more than its step.
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

/// The result of tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct TuningResult {
    /// The weights.
    pub weights: Weights,
    /// The scale of the logistic with these weights, per centipawn.
    pub scale: f64,
    /// Losses with the start weights.
    pub before: Losses,
    /// Losses with the new weights.
    pub after: Losses,
    /// The weights that were tuned.
    pub changes: Vec<Change>,
    /// Weights on which no score depends.
    pub idle: Vec<String>,
    /// The new piece values.
    pub piece_values: Vec<PieceValueEstimate>,
}

/// Tunes weights and reports progress.
///
/// ```
/// use peregrine::{eval::Weights, tuning::evaluation::{Data, TuningSettings, Selection, tune}, variants};
/// let rules = variants::falcon();
/// let data = Data::new(rules, Selection::default());
/// let error = tune(&data, &Weights::DEFAULT, &TuningSettings::default(), |_| ()).unwrap_err();
/// assert!(error.to_string().starts_with("no usable position in 0 games"));
/// ```
///
/// # Errors
/// When the data are insufficient, or the choice of weights is empty.
pub fn tune(
    data: &Data,
    start: &Weights,
    recipe: &TuningSettings,
    progress: impl FnMut(TuningProgress),
) -> Result<TuningResult, TuneError> {
    let numbers = recipe.choice.weights()?;
    data.check()?;
    Tuner::new(data, start, recipe, numbers).run(progress)
}

/// The state before the first round.
struct Tuner<'a> {
    data: &'a Data,
    start: &'a Weights,
    recipe: &'a TuningSettings,
    numbers: Vec<TunedWeight>,
    training: Examples,
    validation: Examples,
}

/// Weights with their predictions.
#[derive(Clone)]
struct Candidate {
    weights: Weights,
    /// Scores of the training positions.
    scores: Vec<i32>,
    /// The scale at which these predict the results best.
    scale: f64,
    losses: Losses,
}

impl<'a> Tuner<'a> {
    fn new(
        data: &'a Data,
        start: &'a Weights,
        recipe: &'a TuningSettings,
        numbers: Vec<TunedWeight>,
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

    fn run(&self, mut progress: impl FnMut(TuningProgress)) -> Result<TuningResult, TuneError> {
        let first = self.candidate(self.start.clone())?;
        let mut best = first.clone();
        let mut errors = None;
        for round in 1..=self.recipe.rounds.max(1) {
            let found = self.round(&best, &mut progress)?;
            let candidate = self.candidate(found.weights)?;
            let is_accepted = candidate.losses.validation < best.losses.validation;
            progress(TuningProgress::Round {
                round,
                losses: candidate.losses,
                is_accepted,
            });
            if is_accepted || errors.is_none() {
                errors = Some(found.errors);
            }
            if !is_accepted {
                break;
            }
            best = candidate;
        }
        let errors = errors.ok_or(TuneError::NoEffect)?;
        Ok(self.tuned(&first, best, &errors))
    }

    fn candidate(&self, weights: Weights) -> Result<Candidate, TuneError> {
        let scores_of = |set: &PositionSet| {
            let threads = self.recipe.threads;
            evaluations(self.data.rules, &weights, &set.positions, threads)
        };
        let scores = scores_of(&self.data.training);
        let training = exact(&scores);
        let scale = self.training.scale(&training).ok_or(TuneError::Unrelated)?;
        let validation = exact(&scores_of(&self.data.validation));
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

    /// The best weights in the neighborhood of others.
    fn round(
        &self,
        around: &Candidate,
        progress: &mut impl FnMut(TuningProgress),
    ) -> Result<RoundResult, TuneError> {
        let all = self.numbers.len();
        let columns = columns(
            self.data.rules,
            &around.weights,
            &around.scores,
            &self.numbers,
            &self.data.training.positions,
            self.recipe.threads,
            |done| progress(TuningProgress::Probed { done, all }),
        );
        if columns.is_empty() {
            return Err(TuneError::NoEffect);
        }
        let moved: Vec<usize> = columns.iter().map(|column| column.number).collect();
        let center: Vec<f64> = moved
            .iter()
            .map(|&n| self.numbers[n].offset(self.start, &around.weights))
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
            weights = self.numbers[n].with_offset(self.start, by, &weights);
        }
        Ok(RoundResult {
            weights,
            errors: piece_values::StandardErrors {
                numbers: moved,
                covariance: solution.covariance,
            },
        })
    }

    fn tuned(
        &self,
        first: &Candidate,
        best: Candidate,
        errors: &piece_values::StandardErrors,
    ) -> TuningResult {
        let (mut changes, mut idle) = (Vec::new(), Vec::new());
        for (n, number) in self.numbers.iter().enumerate() {
            match errors.for_weight(n) {
                None => idle.push(number.name.clone()),
                Some(error) => changes.push(Change {
                    name: number.name.clone(),
                    before: number.value_in(self.start),
                    after: number.value_in(&best.weights),
                    error: error * f64::from(number.unit),
                    unit: number.unit,
                }),
            }
        }
        let piece_values = piece_values::piece_values(
            self.data.rules,
            self.start,
            &best.weights,
            &self.numbers,
            errors,
        );
        TuningResult {
            scale: best.scale,
            before: first.losses,
            after: best.losses,
            weights: best.weights,
            changes,
            idle,
            piece_values,
        }
    }
}

/// The result of a round.
struct RoundResult {
    weights: Weights,
    errors: piece_values::StandardErrors,
}

fn exact(scores: &[i32]) -> Vec<f64> {
    scores.iter().copied().map(f64::from).collect()
}

/// The scale at which the players' own scores predict the results; `None` if
/// they are not used or do not predict them.
fn promise_scale(set: &PositionSet, recipe: &TuningSettings) -> Option<f64> {
    if recipe.blend == 0.0 {
        return None;
    }
    let both = set.scores.iter().zip(&set.results);
    let known = both.filter_map(|(score, &result)| Some(((*score)?, result)));
    let (scores, results): (Vec<f64>, Vec<f64>) = known.unzip();
    let all = 0..scores.len();
    Examples::new(results, vec![all], true).scale(&scores)
}

/// The targets for the positions of a set.
fn examples(set: &PositionSet, recipe: &TuningSettings, promise: Option<f64>) -> Examples {
    let target = |(&result, score): (&f64, &Option<f64>)| match (promise, score) {
        (Some(scale), Some(score)) => {
            (1.0 - recipe.blend) * result + recipe.blend * sigmoid(scale * score)
        }
        _ => result,
    };
    let targets = set.results.iter().zip(&set.scores).map(target).collect();
    Examples::new(targets, set.games.clone(), recipe.by_position)
}

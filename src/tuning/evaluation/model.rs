//! Logistic regression: the likelihood of game results given the scores of
//! positions, and the weights that maximize it.

use std::ops::Range;

use super::matrix::Matrix;
use super::probe::{Column, in_parts};

/// A logistic of this scale or less has no predictive value.
const MIN_SCALE: f64 = 1e-4;
const MAX_SCALE: f64 = 0.1;

/// Maximum number of Newton steps, far more than ever needed.
const STEPS: usize = 50;

/// The least expected gain in log likelihood for which a step is taken.
const ENOUGH: f64 = 1e-7;

/// The targets that scores should predict.
#[derive(Clone, Debug)]
pub(super) struct Examples {
    /// The expected score of White in each position, from 0 to 1.
    pub targets: Vec<f64>,
    /// The weight of each position; their sum is the number of games.
    pub weights: Vec<f64>,
    /// The range of positions of each game.
    pub games: Vec<Range<usize>>,
}

impl Examples {
    /// Examples with equal weight for each game, or for each position.
    pub(super) fn new(targets: Vec<f64>, games: Vec<Range<usize>>, by_position: bool) -> Examples {
        let even = games.len() as f64 / targets.len().max(1) as f64;
        let mut weights = vec![even; targets.len()];
        if !by_position {
            for game in &games {
                weights[game.clone()].fill(1.0 / game.len() as f64);
            }
        }
        Examples {
            targets,
            weights,
            games,
        }
    }

    fn each<'a>(&'a self, scores: &'a [f64]) -> impl Iterator<Item = (f64, f64, f64)> + 'a {
        let both = self.targets.iter().zip(&self.weights);
        let each = scores.iter().zip(both);
        each.map(|(&score, (&target, &weight))| (score, target, weight))
    }

    /// The mean logistic loss of scores, in nats.
    pub(super) fn loss(&self, scores: &[f64], scale: f64) -> f64 {
        let loss = |(score, target, weight)| weight * loss(scale * score, target);
        let sum: f64 = self.each(scores).map(loss).sum();
        sum / self.games.len().max(1) as f64
    }

    /// The scale at which scores agree best with the targets; `None` if they
    /// are unrelated.
    pub(super) fn scale(&self, scores: &[f64]) -> Option<f64> {
        let slope = |scale: f64| -> f64 {
            self.each(scores)
                .map(|(score, target, weight)| weight * score * (sigmoid(scale * score) - target))
                .sum()
        };
        // The loss is convex in the scale.
        let (mut low, mut high) = (MIN_SCALE, MAX_SCALE);
        if slope(low) >= 0.0 {
            return None;
        }
        for _ in 0..STEPS {
            let middle = (low + high) / 2.0;
            match slope(middle) < 0.0 {
                true => low = middle,
                false => high = middle,
            }
        }
        Some(high)
    }
}

pub(super) fn sigmoid(value: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-value))
}

/// The cross entropy of a logistic prediction and a target.
fn loss(value: f64, target: f64) -> f64 {
    value.max(0.0) + libm::log1p(libm::exp(-value.abs())) - target * value
}

/// Examples whose scores depend almost linearly on the tuned numbers. Numbers
/// are in units, relative to where tuning started.
pub(super) struct Model<'a> {
    pub examples: &'a Examples,
    /// The scores at `center`.
    pub scores: &'a [f64],
    pub columns: &'a [Column],
    pub center: &'a [f64],
    pub scale: f64,
    /// The strength of the pull of each number to 0.
    pub pull: f64,
    pub threads: usize,
}

/// The maximum of the likelihood.
pub(super) struct Solution {
    /// The number for each column.
    pub numbers: Vec<f64>,
    /// The covariance of their errors.
    pub(crate) covariance: Matrix,
}

impl Model<'_> {
    /// The best numbers by Newton's method; `None` if it fails.
    pub(super) fn solve(&self) -> Option<Solution> {
        let mut numbers = self.center.to_vec();
        let mut scores = self.scores(&numbers);
        let mut objective = self.objective(&numbers, &scores);
        for _ in 0..STEPS {
            let gradient = self.gradient(&numbers, &scores);
            let step = self.curvature(&scores).cholesky()?.solve(&gradient);
            let promise: f64 = step.iter().zip(&gradient).map(|(a, b)| a * b).sum();
            if promise < ENOUGH {
                break;
            }
            let Some((length, better)) = self.search(&numbers, &step, objective) else {
                break;
            };
            numbers = moved(&numbers, &step, length);
            scores = self.scores(&numbers);
            objective = better;
        }
        let covariance = self.covariance(&scores)?;
        Some(Solution {
            numbers,
            covariance,
        })
    }

    /// Line search: how far to go along a step, and the objective reached.
    fn search(&self, numbers: &[f64], step: &[f64], objective: f64) -> Option<(f64, f64)> {
        (0..20).map(|n| 0.5_f64.powi(n)).find_map(|length| {
            let there = moved(numbers, step, length);
            let reached = self.objective(&there, &self.scores(&there));
            (reached < objective).then_some((length, reached))
        })
    }

    fn scores(&self, numbers: &[f64]) -> Vec<f64> {
        in_parts(self.scores.len(), self.threads, |part| {
            let mut scores = self.scores[part.clone()].to_vec();
            for (column, (number, center)) in
                self.columns.iter().zip(numbers.iter().zip(self.center))
            {
                let by = (number - center) / 2.0;
                let differences = &column.differences[part.clone()];
                for (score, &difference) in scores.iter_mut().zip(differences) {
                    *score += by * f64::from(difference);
                }
            }
            scores
        })
    }

    fn objective(&self, numbers: &[f64], scores: &[f64]) -> f64 {
        let squares: f64 = numbers.iter().map(|number| number * number).sum();
        let games = self.examples.games.len() as f64;
        games * self.examples.loss(scores, self.scale) + self.pull / 2.0 * squares
    }

    /// The change of each example's loss with half of its score difference.
    fn residuals(&self, scores: &[f64]) -> Vec<f64> {
        let residual = |(score, target, weight)| {
            weight * self.scale / 2.0 * (sigmoid(self.scale * score) - target)
        };
        self.examples.each(scores).map(residual).collect()
    }

    fn gradient(&self, numbers: &[f64], scores: &[f64]) -> Vec<f64> {
        let residuals = self.residuals(scores);
        in_parts(self.columns.len(), self.threads, |part| {
            let slope = |column: &Column| -> f64 { sum(&residuals, &column.differences) };
            part.map(|n| slope(&self.columns[n]) + self.pull * numbers[n])
                .collect()
        })
    }

    /// The matrix of second derivatives.
    fn curvature(&self, scores: &[f64]) -> Matrix {
        let root = |(score, _, weight): (f64, f64, f64)| {
            let chance = sigmoid(self.scale * score);
            ((weight * chance * (1.0 - chance)).sqrt() * self.scale / 2.0) as f32
        };
        let roots: Vec<f32> = self.examples.each(scores).map(root).collect();
        let fill = |column: usize, start: usize, cells: &mut [f32]| {
            let differences = &self.columns[column].differences[start..];
            let rows = roots[start..].iter().zip(differences);
            for (cell, (root, &difference)) in cells.iter_mut().zip(rows) {
                *cell = root * f32::from(difference);
            }
        };
        let mut matrix = Matrix::gram(self.columns.len(), roots.len(), self.threads, fill);
        matrix.add_to_diagonal(self.pull);
        matrix
    }

    /// The covariance of the numbers, taking games as independent but the
    /// positions of a game as correlated (the Huber–White estimate, clustered
    /// by game). The pull counts as data with a matching uncertainty.
    fn covariance(&self, scores: &[f64]) -> Option<Matrix> {
        let residuals = self.residuals(scores);
        let by_game = |column: &Column| -> Vec<f32> {
            let games = self.examples.games.iter();
            let residual = |game: &Range<usize>| {
                sum(&residuals[game.clone()], &column.differences[game.clone()]) as f32
            };
            games.map(residual).collect()
        };
        let slopes: Vec<Vec<f32>> = in_parts(self.columns.len(), self.threads, |part| {
            part.map(|n| by_game(&self.columns[n])).collect()
        });
        let fill = |column: usize, start: usize, cells: &mut [f32]| {
            cells.copy_from_slice(&slopes[column][start..][..cells.len()]);
        };
        let games = self.examples.games.len();
        let mut spread = Matrix::gram(self.columns.len(), games, self.threads, fill);
        spread.add_to_diagonal(self.pull);
        Some(self.curvature(scores).cholesky()?.sandwich(&spread))
    }
}

fn sum(residuals: &[f64], differences: &[i16]) -> f64 {
    let both = residuals.iter().zip(differences);
    both.map(|(residual, &difference)| residual * f64::from(difference))
        .sum()
}

fn moved(numbers: &[f64], step: &[f64], length: f64) -> Vec<f64> {
    let both = numbers.iter().zip(step);
    both.map(|(number, step)| number - length * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of two positions whose scores depend on two numbers.
    fn columns(count: usize) -> Vec<Column> {
        let column = |number: usize, of: fn(usize) -> usize| Column {
            number,
            differences: (0..count).map(|n| of(n) as i16 - 50).collect(),
        };
        vec![column(0, |n| n * 37 % 101), column(1, |n| n * 53 % 97)]
    }

    fn with_model<R>(truth: [f64; 2], threads: usize, with: impl FnOnce(&Model) -> R) -> R {
        let count = 2000;
        let columns = columns(count);
        let base: Vec<f64> = (0..count).map(|n| (n * 71 % 401) as f64 - 200.0).collect();
        let exact = |n: usize| {
            let parts = columns.iter().zip(truth);
            let sum = parts.map(|(column, by)| by / 2.0 * f64::from(column.differences[n]));
            sigmoid(0.005 * (base[n] + sum.sum::<f64>()))
        };
        let games = (0..count).step_by(2).map(|n| n..n + 2).collect();
        let examples = Examples::new((0..count).map(exact).collect(), games, false);
        with(&Model {
            examples: &examples,
            scores: &base,
            columns: &columns,
            center: &[0.0, 0.0],
            scale: 0.005,
            pull: 1e-6,
            threads,
        })
    }

    #[test]
    fn numbers_that_made_the_targets_are_found_again() {
        let truth = [2.5, -1.5];
        let solution = with_model(truth, 2, |model| model.solve().unwrap());
        for (found, expected) in solution.numbers.iter().zip(truth) {
            assert!((found - expected).abs() < 1e-3, "{found} {expected}");
        }
    }

    #[test]
    fn threads_change_nothing() {
        let [one, three] = [1, 3].map(|threads| {
            with_model([1.0, 2.0], threads, |model| {
                let solution = model.solve().unwrap();
                (solution.numbers, solution.covariance)
            })
        });
        assert_eq!(one, three);
    }

    #[test]
    fn the_gradient_is_that_of_the_objective() {
        with_model([1.0, 2.0], 1, |model| {
            let numbers = [0.3, -0.7];
            let objective = |numbers: &[f64]| model.objective(numbers, &model.scores(numbers));
            let gradient = model.gradient(&numbers, &model.scores(&numbers));
            for n in 0..2 {
                let mut aside = [numbers, numbers];
                aside[0][n] -= 1e-4;
                aside[1][n] += 1e-4;
                let slope = (objective(&aside[1]) - objective(&aside[0])) / 2e-4;
                assert!(
                    (slope - gradient[n]).abs() < 1e-4,
                    "{slope} {}",
                    gradient[n]
                );
            }
        });
    }

    #[test]
    fn the_scale_is_found_again_or_there_is_none() {
        let scores: Vec<f64> = (-300..300).map(f64::from).collect();
        let examples = |of: fn(f64) -> f64| {
            let targets = scores.iter().map(|&score| of(score)).collect();
            let all = 0..scores.len();
            Examples::new(targets, vec![all], true)
        };
        let scale = examples(|score| sigmoid(0.004 * score))
            .scale(&scores)
            .unwrap();
        assert!((scale - 0.004).abs() < 1e-9, "{scale}");
        assert_eq!(examples(|_| 0.5).scale(&scores), None);
        assert_eq!(
            examples(|score| sigmoid(-0.004 * score)).scale(&scores),
            None
        );
    }
}

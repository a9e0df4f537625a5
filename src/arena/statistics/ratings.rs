//! Ratings of several players from all their encounters.

use super::Z95;
use super::counts::Pentanomial;
use super::estimate::{Estimated, score_of_elo};

/// Elo of one unit of log odds.
const ELO_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Virtual draws of each player against an average one, so that a player who
/// won or lost everything has a finite rating.
const PRIOR_DRAWS: f64 = 0.5;

/// All pairs of games between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The index of a player.
    pub one: usize,
    /// The index of the opponent.
    pub other: usize,
    /// The score of `one`.
    pub counts: Pentanomial,
}

/// Elo ratings with 95 % intervals of players 0 to `players` - 1, in their
/// order; the average is 0. A player without games has an infinite interval.
///
/// These are maximum likelihood ratings in the model of Bradley and Terry
/// (1952), with a draw as half a win, and half a draw against an average player
/// added for each. As for Elo, the intervals use the observed variance of pairs
/// instead of that of the model ("sandwich" covariance).
///
/// ```
/// use peregrine::arena::statistics::{Encounter, Pentanomial, ratings};
/// let met = [Encounter { one: 0, other: 1, counts: Pentanomial([50, 100, 250, 300, 300]) }];
/// let [first, second] = ratings(2, &met)[..] else { unreachable!() };
/// let difference = met[0].counts.estimate().unwrap().elo.value;
/// assert!((first.value - second.value - difference).abs() < 0.1);
/// assert!((first.value + second.value).abs() < 1e-6);
/// ```
pub fn ratings(players: usize, encounters: &[Encounter]) -> Vec<Estimated> {
    let mut strength = vec![0.0; players];
    let mut system = System::new(players);
    for _ in 0..100 {
        system.fill(&strength, encounters);
        let gradient = system.gradient.clone();
        let step = solve(&system.information, gradient);
        // Excessive steps are shortened; the likelihood is concave, so the direction is right.
        let longest = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
        let scale = if longest > 2.0 { 2.0 / longest } else { 1.0 };
        for (value, part) in strength.iter_mut().zip(&step) {
            *value += scale * part;
        }
        if longest < 1e-12 {
            break;
        }
    }
    system.fill(&strength, encounters);
    let average = strength.iter().sum::<f64>() / players.max(1) as f64;
    (0..players)
        .map(|player| {
            let value = (strength[player] - average) * ELO_UNIT;
            let margin = system.deviation(player) * Z95 * ELO_UNIT;
            Estimated {
                value,
                low: value - margin,
                high: value + margin,
            }
        })
        .collect()
}

/// The likelihood at given strengths, in log odds.
struct System {
    gradient: Vec<f64>,
    /// The negative second derivatives.
    information: Vec<Vec<f64>>,
    /// The observed covariance of the gradient.
    noise: Vec<Vec<f64>>,
    /// Number of pairs played by each player.
    pairs: Vec<u64>,
}

impl System {
    fn new(players: usize) -> System {
        System {
            gradient: vec![0.0; players],
            information: vec![vec![0.0; players]; players],
            noise: vec![vec![0.0; players]; players],
            pairs: vec![0; players],
        }
    }

    fn fill(&mut self, strength: &[f64], encounters: &[Encounter]) {
        *self = System::new(strength.len());
        for (player, &own) in strength.iter().enumerate() {
            let expected = score_of_elo(own * ELO_UNIT);
            self.gradient[player] += PRIOR_DRAWS * (0.5 - expected);
            self.information[player][player] += PRIOR_DRAWS * expected * (1.0 - expected);
        }
        for &Encounter { one, other, counts } in encounters {
            let expected = score_of_elo((strength[one] - strength[other]) * ELO_UNIT);
            let pairs = counts.pairs() as f64;
            let excess = counts.half_points() as f64 / 2.0 - 2.0 * pairs * expected;
            self.gradient[one] += excess;
            self.gradient[other] -= excess;
            let information = 2.0 * pairs * expected * (1.0 - expected);
            add_between(&mut self.information, one, other, information);
            let squares = (0..5).map(|half| {
                let score = half as f64 / 2.0 - 2.0 * expected;
                counts.0[half] as f64 * score * score
            });
            // Equal pairs show no variance; that of two independent games in the model is used
            // instead.
            let alike = counts.0.contains(&counts.pairs());
            let noise = if alike { information } else { squares.sum() };
            add_between(&mut self.noise, one, other, noise);
            self.pairs[one] += counts.pairs();
            self.pairs[other] += counts.pairs();
        }
    }

    /// The standard deviation of a player's strength relative to the average.
    fn deviation(&self, player: usize) -> f64 {
        if self.pairs[player] == 0 {
            return f64::INFINITY;
        }
        let players = self.pairs.len();
        let mut contrast = vec![-1.0 / players as f64; players];
        contrast[player] += 1.0;
        let weight = solve(&self.information, contrast);
        let variance: f64 = (0..players)
            .flat_map(|row| (0..players).map(move |column| (row, column)))
            .map(|(row, column)| weight[row] * self.noise[row][column] * weight[column])
            .sum();
        variance.max(0.0).sqrt()
    }
}

/// Adds a term that depends on the difference of two players.
fn add_between(matrix: &mut [Vec<f64>], one: usize, other: usize, value: f64) {
    matrix[one][one] += value;
    matrix[other][other] += value;
    matrix[one][other] -= value;
    matrix[other][one] -= value;
}

/// Solves a system of linear equations with a symmetric positive definite
/// matrix. The prior guarantees that, so no pivoting is needed.
fn solve(matrix: &[Vec<f64>], mut right: Vec<f64>) -> Vec<f64> {
    let mut rows = matrix.to_vec();
    let size = right.len();
    for pivot in 0..size {
        let (done, below) = rows.split_at_mut(pivot + 1);
        let top = &done[pivot];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[pivot] / top[pivot];
            for (value, above) in row.iter_mut().zip(top) {
                *value -= factor * above;
            }
            right[pivot + 1 + offset] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size)
            .map(|column| rows[row][column] * right[column])
            .sum();
        right[row] = (right[row] - known) / rows[row][row];
    }
    right
}

//! Likelihood ratios of hypotheses about a distribution of pair scores.
//!
//! A distribution on the scores 0, 1/4, 1/2, 3/4 and 1 is compared with the
//! most likely ones that have a given mean, or a given ratio of advantage to
//! deviation. The theory is in M. Van den Bergh's support_MLE_multinomial.pdf
//! (proposition 1.1) and normalized_elo_practical.pdf (section 4), which
//! fishtest refers to (`docs/guide/statistics.md`).

use super::counts::Pentanomial;

/// Probabilities of the pair scores, as points per game.
type Distribution = [f64; 5];

/// Points per game of each pair score.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The count substituted for an empty cell, so that no result is impossible.
const EMPTY: f64 = 1e-3;

/// A hypothesis about a distribution of scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Hypothesis {
    /// Its mean, between 0 and 1.
    Mean(f64),
    /// Its mean minus 1/2, in standard deviations of a pair.
    Advantage(f64),
}

/// The log likelihood ratio of the second hypothesis to the first, each
/// represented by its maximum likelihood distribution. 0 without counts.
pub(super) fn log_likelihood_ratio(
    counts: &Pentanomial,
    first: Hypothesis,
    second: Hypothesis,
) -> f64 {
    if counts.pairs() == 0 {
        return 0.0;
    }
    let counts = counts
        .0
        .map(|count| if count == 0 { EMPTY } else { count as f64 });
    let number: f64 = counts.iter().sum();
    let observed = counts.map(|count| count / number);
    let likeliest = (likeliest(&observed, first), likeliest(&observed, second));
    match likeliest {
        (Some(first), Some(second)) => (0..5)
            .map(|cell| counts[cell] * (second[cell] / first[cell]).ln())
            .sum(),
        _ => number * (distance(&observed, first) - distance(&observed, second)),
    }
}

/// The maximum likelihood distribution under the hypothesis.
pub(super) fn likeliest(observed: &Distribution, hypothesis: Hypothesis) -> Option<Distribution> {
    match hypothesis {
        Hypothesis::Mean(mean) => centered(observed, &SCORES.map(|score| score - mean)),
        Hypothesis::Advantage(advantage) => with_advantage(observed, advantage),
    }
}

/// The maximum likelihood distribution under which the values have mean 0.
///
/// It is p / (1 + x v), with the x that makes that mean 0. The mean falls as x
/// grows from the pole of the greatest value, -1 / v, to that of the least.
/// Since the root may be very close to a pole, the search is for the distance
/// from the pole on its side of 0, by Newton's method with bisection where a
/// step leaves the bracket.
fn centered(observed: &Distribution, values: &[f64; 5]) -> Option<Distribution> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let mean: f64 = observed.iter().zip(values).map(|(p, v)| p * v).sum();
    let pole = if mean > 0.0 { least } else { most };
    // 1 + x v with x = distance / |pole| - 1 / pole, from the pole to 0.
    let at_pole = values.map(|value| (pole - value) / pole);
    let per_distance = values.map(|value| value / pole);
    let (mut low, mut high) = (0.0, 1.0);
    let mut distance = 1.0;
    for _ in 0..200 {
        let (mut excess, mut slope) = (0.0, 0.0);
        for cell in 0..5 {
            let ratio = per_distance[cell] / (at_pole[cell] + distance * per_distance[cell]);
            excess += observed[cell] * ratio;
            slope += observed[cell] * ratio * ratio;
        }
        if excess > 0.0 {
            low = distance;
        } else {
            high = distance;
        }
        let newton = distance + excess / slope;
        let next = if newton > low && newton < high {
            newton
        } else {
            (low + high) / 2.0
        };
        let done = (next - distance).abs() <= 1e-15 * distance;
        distance = next;
        if done {
            break;
        }
    }
    Some(std::array::from_fn(|cell| {
        observed[cell] / (at_pole[cell] + distance * per_distance[cell])
    }))
}

/// The maximum likelihood distribution with an advantage, starting from the
/// uniform one or, if that is too far away, in stages from the one without
/// advantage.
fn with_advantage(observed: &Distribution, advantage: f64) -> Option<Distribution> {
    with_near_advantage(observed, [0.2; 5], advantage).or_else(|| {
        let start = centered(observed, &SCORES.map(|score| score - 0.5))?;
        let stages = (advantage.abs() / MAX_STAGE).ceil() as u32;
        (1..=stages).try_fold(start, |found, stage| {
            let part = f64::from(stage) / f64::from(stages);
            with_near_advantage(observed, found, advantage * part)
        })
    })
}

/// Largest stage, in standard deviations of a pair.
const MAX_STAGE: f64 = 0.1;

/// The maximum likelihood distribution with an advantage, starting from one
/// with a similar advantage: the condition is linearized repeatedly at the last
/// distribution found, with shorter steps if that oscillates.
fn with_near_advantage(
    observed: &Distribution,
    mut found: Distribution,
    advantage: f64,
) -> Option<Distribution> {
    let (mut step, mut last_change) = (1.0, f64::INFINITY);
    for _ in 0..200 {
        let (mean, variance) = moments(&found);
        let deviation = variance.sqrt();
        let values = SCORES.map(|score| {
            let distance = (score - mean) / deviation;
            score - 0.5 - advantage * deviation * (1.0 + distance * distance) / 2.0
        });
        let next = centered(observed, &values)?;
        let change = next.iter().zip(&found).map(|(a, b)| (a - b).abs());
        let change = change.fold(0.0, f64::max);
        if change < 1e-10 {
            return Some(next);
        }
        if change > 0.7 * last_change {
            step = f64::max(step / 2.0, 0.05);
        }
        last_change = change;
        found = between(&found, &next, step);
    }
    None
}

/// Linear interpolation between two distributions.
fn between(one: &Distribution, other: &Distribution, part: f64) -> Distribution {
    std::array::from_fn(|cell| one[cell] + part * (other[cell] - one[cell]))
}

/// The distance per pair of the observed distribution from the hypothesis by
/// the normal approximation; used where no maximum likelihood distribution is
/// found.
fn distance(observed: &Distribution, hypothesis: Hypothesis) -> f64 {
    let (mean, variance) = moments(observed);
    let off = match hypothesis {
        Hypothesis::Mean(expected) => (mean - expected) / variance.sqrt(),
        Hypothesis::Advantage(advantage) => (mean - 0.5) / variance.sqrt() - advantage,
    };
    (1.0 + off * off).ln() / 2.0
}

/// Mean and variance.
pub(super) fn moments(distribution: &Distribution) -> (f64, f64) {
    let cells = || distribution.iter().zip(SCORES);
    let mean: f64 = cells()
        .map(|(probability, score)| probability * score)
        .sum();
    let variance = cells().map(|(probability, score)| probability * (score - mean).powi(2));
    (mean, variance.sum())
}

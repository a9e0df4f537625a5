//! Likelihood ratios of hypotheses about a distribution of pair scores.
//!
//! Knows no bounds and no Elo: a distribution on the scores 0, 1/4, 1/2, 3/4
//! and 1 is compared with the nearest ones that have a given mean, or a given
//! ratio of advantage to deviation. The theory is in M. Van den Bergh's
//! support_MLE_multinomial.pdf (proposition 1.1) and
//! normalized_elo_practical.pdf (section 4), which fishtest refers to
//! (`docs/guide/statistics.md`).

use super::counts::Pentanomial;

/// Probabilities of the pair scores, as points per game.
type Distribution = [f64; 5];

/// Points per game of each pair score.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// What an empty cell counts as, that no result is taken as impossible.
const EMPTY: f64 = 1e-3;

/// What is supposed of a distribution of scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Hypothesis {
    /// Its mean, between 0 and 1.
    Mean(f64),
    /// Its mean less 1/2, in standard deviations of a pair.
    Advantage(f64),
}

/// The logarithm of how much more likely the counts are by the second
/// hypothesis than by the first, each with the distribution that suits the
/// counts best. 0 without counts.
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

/// The distribution that makes the observed one likeliest among those of the
/// hypothesis.
pub(super) fn likeliest(observed: &Distribution, hypothesis: Hypothesis) -> Option<Distribution> {
    match hypothesis {
        Hypothesis::Mean(mean) => centered(observed, &SCORES.map(|score| score - mean)),
        Hypothesis::Advantage(advantage) => with_advantage(observed, advantage),
    }
}

/// The likeliest distribution by which the values have the mean 0.
///
/// It is p / (1 + x v), with the x for which that has the mean 0. The mean
/// falls as x grows from the pole of the greatest value, -1 / v, to that of the
/// least. The root may be very near to a pole, so it is the distance from the
/// pole on its side of 0 that is looked for, by Newton's method with bisection
/// where that leaves the bracket.
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

/// The likeliest distribution with an advantage, found from the uniform one,
/// or if that is too far, on a way from the likeliest without advantage.
fn with_advantage(observed: &Distribution, advantage: f64) -> Option<Distribution> {
    with_near_advantage(observed, [0.2; 5], advantage).or_else(|| {
        let start = centered(observed, &SCORES.map(|score| score - 0.5))?;
        let stages = (advantage.abs() / LONGEST_STAGE).ceil() as u32;
        (1..=stages).try_fold(start, |found, stage| {
            let part = f64::from(stage) / f64::from(stages);
            with_near_advantage(observed, found, advantage * part)
        })
    })
}

/// How far, in standard deviations of a pair, one goes at once.
const LONGEST_STAGE: f64 = 0.1;

/// The likeliest distribution with an advantage, from one with a similar one:
/// the condition is made linear at the last distribution found, again and
/// again, with shorter steps where that goes to and fro.
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

/// The distribution that far on the way from the one to the other.
fn between(one: &Distribution, other: &Distribution, part: f64) -> Distribution {
    std::array::from_fn(|cell| one[cell] + part * (other[cell] - one[cell]))
}

/// How far, per pair, the observed distribution is from the hypothesis if the
/// score is taken as normal: what is left where no likeliest distribution is
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

//! Estimates of strength from counts: score, Elo, normalized Elo and likelihood
//! of superiority, with intervals.
//!
//! They assume a fixed number of games, and are not corrected for a sequential
//! test.

use serde::Serialize;

use super::counts::{Pentanomial, Trinomial};
use super::{NELO_UNIT, Z95};

/// The expected score per game, 0 to 1, of a player with this Elo advantage, by
/// the logistic curve.
///
/// ```
/// use peregrine::arena::statistics::score_of_elo;
/// assert_eq!(score_of_elo(0.0), 0.5);
/// assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The Elo difference for a score per game; infinite for 0 and 1.
///
/// ```
/// use peregrine::arena::statistics::elo_of_score;
/// assert!((elo_of_score(10.0 / 11.0) - 400.0).abs() < 1e-9);
/// assert_eq!(elo_of_score(1.0), f64::INFINITY);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * libm::log10(score / (1.0 - score))
}

/// An estimate with its 95 % confidence interval. A bound may be infinite,
/// which is `null` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Estimated {
    /// The estimate.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Estimated {
    /// Half the width of the interval: the number after a ±.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    fn map(self, function: impl Fn(f64) -> f64) -> Estimated {
        Estimated {
            value: function(self.value),
            low: function(self.low),
            high: function(self.high),
        }
    }
}

/// The estimated strength of a player against the opponents it met.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Estimate {
    /// Number of games.
    pub games: u64,
    /// Points per game, 0 to 1.
    pub score: Estimated,
    /// Logistic Elo: the score and its bounds, converted. The interval is
    /// asymmetric, and never exceeds what a score can be.
    pub elo: Estimated,
    /// Normalized Elo; `None` if all observations are equal, since there is no
    /// variance to normalize by.
    pub normalized_elo: Option<Estimated>,
    /// Likelihood of superiority: the probability that the player is the
    /// stronger one.
    pub superiority: f64,
}

impl Pentanomial {
    /// The estimate from pairs of games; `None` without pairs.
    ///
    /// It uses the variance of pairs, so that the correlation of the two games
    /// of an opening is accounted for.
    ///
    /// ```
    /// use peregrine::arena::statistics::Pentanomial;
    /// let estimate = Pentanomial([50, 287, 610, 387, 73]).estimate().unwrap();
    /// assert_eq!(estimate.games, 2814);
    /// assert_eq!(format!("{:.1} ± {:.1}", estimate.elo.value, estimate.elo.margin()), "18.0 ± 8.2");
    /// assert!(Pentanomial::default().estimate().is_none());
    /// ```
    pub fn estimate(&self) -> Option<Estimate> {
        Sample {
            counts: &self.0,
            games: 2,
        }
        .estimate()
    }
}

impl Trinomial {
    /// The estimate from single games; `None` without games.
    ///
    /// It assumes independent games, which games from the same opening are not:
    /// where games come in pairs, use [`Pentanomial::estimate`].
    ///
    /// ```
    /// use peregrine::arena::statistics::Trinomial;
    /// let estimate = Trinomial { wins: 1, draws: 2, losses: 1 }.estimate().unwrap();
    /// assert_eq!((estimate.score.value, estimate.superiority), (0.5, 0.5));
    /// ```
    pub fn estimate(&self) -> Option<Estimate> {
        Sample {
            counts: &[self.losses, self.draws, self.wins],
            games: 1,
        }
        .estimate()
    }
}

/// Observations of a score that can take `counts.len()` equidistant values from
/// 0 to 1.
struct Sample<'a> {
    counts: &'a [u64],
    /// Games per observation.
    games: u32,
}

impl Sample<'_> {
    /// The possible scores and how often each was observed.
    fn cells(&self) -> impl Iterator<Item = (f64, f64)> {
        let last = (self.counts.len() - 1) as f64;
        let cells = self.counts.iter().enumerate();
        cells.map(move |(index, &count)| (index as f64 / last, count as f64))
    }

    /// The mean of a function of the score.
    fn mean(&self, function: impl Fn(f64) -> f64) -> f64 {
        let number: f64 = self.cells().map(|(_, count)| count).sum();
        let sum: f64 = self
            .cells()
            .map(|(score, count)| count * function(score))
            .sum();
        sum / number
    }

    fn estimate(&self) -> Option<Estimate> {
        let number: u64 = self.counts.iter().sum();
        if number == 0 {
            return None;
        }
        let games = number * u64::from(self.games);
        let only = self
            .cells()
            .find(|&(_, count)| count as u64 == number)
            .map(|(score, _)| score);
        Some(match only {
            Some(score) => alike(score, number, games),
            None => self.varied(number as f64, games),
        })
    }

    /// The estimate from observations that are not all equal, by the normal
    /// approximation.
    fn varied(&self, number: f64, games: u64) -> Estimate {
        let mean = self.mean(|score| score);
        let variance = self.mean(|score| (score - mean).powi(2));
        let deviation = variance.sqrt();
        let error = deviation / number.sqrt();
        let score = Estimated {
            value: mean,
            low: (mean - Z95 * error).max(0.0),
            high: (mean + Z95 * error).min(1.0),
        };
        // Delta method, since the deviation is itself an estimate.
        let t = (mean - 0.5) / deviation;
        let skewness = self.mean(|score| ((score - mean) / deviation).powi(3));
        let kurtosis = self.mean(|score| ((score - mean) / deviation).powi(4));
        let t_variance = (1.0 - t * skewness + t * t * (kurtosis - 1.0) / 4.0) / number;
        let unit = NELO_UNIT / f64::from(self.games).sqrt();
        let margin = Z95 * t_variance.max(0.0).sqrt() * unit;
        Estimate {
            games,
            score,
            elo: score.map(elo_of_score),
            normalized_elo: Some(Estimated {
                value: t * unit,
                low: t * unit - margin,
                high: t * unit + margin,
            }),
            superiority: 0.5 * libm::erfc((0.5 - mean) / error / std::f64::consts::SQRT_2),
        }
    }
}

/// The estimate from observations that all gave the same score.
///
/// Their variance is 0, yet a few of them prove little. They do bound the
/// probability p of that score: p^number is at least 5 % if p is at least
/// 0.05^(1/number). For the bounds of the interval, the remaining probability
/// goes to the lowest or the highest score. The likelihood of superiority
/// assumes a uniform prior for p, with the remainder on the unfavorable side.
fn alike(value: f64, number: u64, games: u64) -> Estimate {
    let number = number as f64;
    let least = libm::pow(0.05, 1.0 / number);
    let score = Estimated {
        value,
        low: value * least,
        high: value * least + (1.0 - least),
    };
    // With probability `tie` for the observed score and the rest at the other
    // end, the players would be equal.
    let tie = 0.5 / value.max(1.0 - value);
    let doubt = libm::pow(tie, number + 1.0);
    let superiority = if value > 0.5 {
        1.0 - doubt
    } else if value < 0.5 {
        doubt
    } else {
        0.5
    };
    Estimate {
        games,
        score,
        elo: score.map(elo_of_score),
        normalized_elo: None,
        superiority,
    }
}

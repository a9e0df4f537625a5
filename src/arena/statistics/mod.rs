//! What results say about strength: Elo with intervals, sequential tests and
//! ratings, as pure functions of counts.
//!
//! Knows no games, no engines and no files: numbers of wins, draws, losses and
//! scores of pairs. What each number means and where its formula is from is
//! told in `docs/guide/statistics.md`.

mod counts;
mod estimate;
mod likelihood;
mod ratings;
mod sprt;
#[cfg(test)]
mod tests;

pub use counts::{PairScore, Pentanomial, Trinomial};
pub use estimate::{Estimate, Estimated, elo_of_score, score_of_elo};
pub use ratings::{Encounter, ratings};
pub use sprt::{EloModel, Sprt, SprtError, SprtSettings, SprtState, Verdict};

/// The quantile of the normal distribution that leaves 2.5 % above: all
/// intervals are such of 95 %.
const Z95: f64 = 1.959_963_984_540_054;

/// Normalised Elo of one standard deviation: the slope of the logistic curve
/// at equality, so that both kinds of Elo agree if a game has the variance of a
/// toss of a coin.
const NELO_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

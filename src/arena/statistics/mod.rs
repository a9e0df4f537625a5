//! Statistics of match results: Elo with intervals, sequential tests and
//! ratings, as pure functions of counts.
//!
//! `docs/guide/statistics.md` explains each number and gives the source of its
//! formula.

mod counts;
mod estimate;
mod likelihood;
mod ratings;
mod sprt;
#[cfg(test)]
mod tests;

pub use counts::{PairScore, Pentanomial, Trinomial};
pub(crate) use estimate::{Estimate, Estimated};
pub use estimate::{elo_of_score, score_of_elo};
pub use ratings::{Encounter, ratings};
pub(crate) use sprt::SprtState;
pub use sprt::{EloModel, Sprt, SprtDecision, SprtError, SprtSettings};

/// The quantile of the normal distribution with 2.5 % above it, for 95 %
/// intervals.
const Z95: f64 = 1.959_963_984_540_054;

/// Normalized Elo of one standard deviation: the slope of the logistic curve at
/// equality, so that both kinds of Elo agree for a game with the variance of a
/// coin toss.
const NELO_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

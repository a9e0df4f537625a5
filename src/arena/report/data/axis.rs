//! The axes of charts, with labels as the page writes numbers.

use crate::arena::report::text::{grouped, signed};
use crate::base::axis::Axis;

/// Counts from 0 to `most`, with about this number of ticks.
pub(super) fn counting_axis(most: u64, ticks: usize) -> Axis {
    let high = most.max(1) as f64;
    let label = |value: f64, _| grouped(value as u64);
    let mut axis = Axis::with_round_ticks(0.0, high, ticks, label);
    axis.ticks.retain(|(value, _)| value.fract() == 0.0);
    axis
}

/// Signed values from `low` to `high`.
pub(super) fn signed_axis(low: f64, high: f64) -> Axis {
    Axis::with_round_ticks(low, high, 5, |value, _| signed(value))
}

/// Scores in percent.
pub(super) fn percent_axis() -> Axis {
    let quarters = [0.0, 25.0, 50.0, 75.0, 100.0];
    Axis::new(0.0, 100.0, quarters, |value| format!("{value} %"))
}

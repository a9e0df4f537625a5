//! The axes of charts, with round numbers at their tick marks.

use crate::arena::report::text::{grouped, signed};

/// An axis: the values at its ends, of which the second is higher, and the
/// values with a tick mark, each with its label.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) ticks: Vec<(f64, String)>,
}

impl Axis {
    fn new(low: f64, high: f64, ticks: Vec<f64>, label: impl Fn(f64) -> String) -> Axis {
        let ticks = ticks.into_iter().map(|value| (value, label(value)));
        Axis {
            low,
            high,
            ticks: ticks.collect(),
        }
    }

    /// Counts from 0 to `most`, with about this number of ticks.
    pub(crate) fn counting(most: u64, ticks: usize) -> Axis {
        let high = most.max(1) as f64;
        let mut ticks = round_values(0.0, high, ticks);
        ticks.retain(|tick| tick.fract() == 0.0);
        Axis::new(0.0, high, ticks, |value| grouped(value as u64))
    }

    /// Signed values from `low` to `high`.
    pub(crate) fn signed(low: f64, high: f64) -> Axis {
        Axis::new(low, high, round_values(low, high, 5), signed)
    }

    /// Scores in percent.
    pub(crate) fn percent() -> Axis {
        let quarters = [0.0, 25.0, 50.0, 75.0, 100.0];
        Axis::new(0.0, 100.0, quarters.to_vec(), |value| format!("{value} %"))
    }
}

/// Round values between two others, approximately `number` of them.
fn round_values(low: f64, high: f64, number: usize) -> Vec<f64> {
    let rough = (high - low) / number.max(1) as f64;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(rough);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last.min(first + 50))
        .map(|count| count as f64 * step)
        .collect()
}

//! Axes of charts: round values at their tick marks, and coordinates for values.

/// An axis: the values at its ends, of which the second is higher, and the
/// values with a tick mark, each with its label.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis with tick marks at these values.
    pub(crate) fn new(
        low: f64,
        high: f64,
        ticks: impl IntoIterator<Item = f64>,
        label: impl Fn(f64) -> String,
    ) -> Axis {
        let ticks = ticks.into_iter().map(|value| (value, label(value)));
        Axis {
            low,
            high,
            ticks: ticks.collect(),
        }
    }

    /// An axis with approximately `number` tick marks at multiples of a round step, which
    /// `label` gets with each value.
    pub(crate) fn with_round_ticks(
        low: f64,
        high: f64,
        number: usize,
        label: impl Fn(f64, f64) -> String,
    ) -> Axis {
        let step = round_step(low, high, number);
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        let ticks = (first..=last.min(first + 50)).map(|count| count as f64 * step);
        Axis::new(low, high, ticks, |value| label(value, step))
    }
}

/// A power of ten, or two or five times one, of which about `number` fit between two values.
fn round_step(low: f64, high: f64, number: usize) -> f64 {
    let rough = (high - low) / number.max(1) as f64;
    let power = 10_f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(rough)
}

/// A linear scale from values to coordinates.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// Maps the values of an axis to coordinates.
    pub(crate) fn new(axis: &Axis, from: f64, to: f64) -> Scale {
        Scale {
            low: axis.low,
            high: axis.high,
            from,
            to,
        }
    }

    /// Maps counts from 0 to the largest of these to coordinates.
    pub(crate) fn counting(counts: impl IntoIterator<Item = u64>, from: f64, to: f64) -> Scale {
        Scale {
            low: 0.0,
            high: counts.into_iter().fold(1, u64::max) as f64,
            from,
            to,
        }
    }

    /// The coordinate of a value; values outside the range are clamped.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let part = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        tenths(self.from + part * (self.to - self.from))
    }

    /// The coordinate in the middle.
    pub(crate) fn middle(&self) -> f64 {
        (self.from + self.to) / 2.0
    }
}

/// A coordinate without needless decimals.
pub(crate) fn tenths(coordinate: f64) -> f64 {
    (coordinate * 10.0).round() / 10.0
}

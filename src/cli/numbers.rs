//! Readers of numbers in arguments, which say what they expect.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Reads a whole number in this range, or says what was expected.
pub(super) fn whole<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| within(text, &range, "a whole number")
}

/// Reads a number in this range, or says what was expected.
pub(super) fn decimal(
    range: RangeInclusive<f64>,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| within(text, &range, "a number")
}

/// Reads a number of seconds in this range, or says what was expected.
pub(super) fn seconds(
    range: RangeInclusive<f64>,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| within(text, &range, "a number of seconds")
}

fn within<T>(text: &str, range: &RangeInclusive<T>, what: &str) -> Result<T, String>
where
    T: FromStr + PartialOrd + Display,
{
    let number = text.parse().ok();
    number
        .filter(|number| range.contains(number))
        .ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            format!("expected {what} from {least} to {most}")
        })
}

/// Reads a whole number from the least to the most, or says what was expected.
pub(super) fn up_to(
    least: usize,
    most: usize,
) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync + 'static {
    whole(least..=most)
}

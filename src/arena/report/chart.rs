//! What all charts share: frame, scales and axes.

use maud::{Markup, html};

/// The width of a chart in its own units; close to pixels both on a phone and
/// in a column of a larger screen, so that text remains legible.
pub(super) const WIDTH: f64 = 440.0;

/// A chart with heading, description and caption.
pub(super) fn figure(
    id: &str,
    heading: &str,
    description: &str,
    height: f64,
    picture: Markup,
    caption: Markup,
) -> Markup {
    html! {
        section class="card" {
            h2 { (heading) }
            svg xmlns="http://www.w3.org/2000/svg" viewBox={"0 0 " (WIDTH) " " (height)}
                role="img" aria-labelledby={(id) "-title " (id) "-desc"} {
                title id={(id) "-title"} { (heading) }
                desc id={(id) "-desc"} { (description) }
                (picture)
            }
            p class="caption" { (caption) }
        }
    }
}

/// A linear scale from values to coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// Maps the values from `low` to `high`, which are finite, to coordinates.
    pub(super) fn new(low: f64, high: f64, from: f64, to: f64) -> Scale {
        let high = if high > low { high } else { low + 1.0 };
        Scale {
            low,
            high,
            from,
            to,
        }
    }

    /// The coordinate of a value; values outside the range are clamped.
    pub(super) fn at(&self, value: f64) -> f64 {
        let part = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        let place = self.from + part * (self.to - self.from);
        (place * 10.0).round() / 10.0
    }

    /// Round values, approximately `number` of them.
    pub(super) fn ticks(&self, number: usize) -> Vec<f64> {
        let rough = (self.high - self.low) / number.max(1) as f64;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * power)
            .find(|step| *step >= rough * 0.999)
            .unwrap_or(rough);
        let first = (self.low / step - 1e-9).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        (first..=last.min(first + 50))
            .map(|count| count as f64 * step)
            .collect()
    }
}

/// Horizontal grid lines with labels on the left.
pub(super) fn rows(scale: &Scale, left: f64, ticks: &[(f64, String)]) -> Markup {
    html! {
        @for (value, label) in ticks {
            @let y = scale.at(*value);
            line class=(if *value == 0.0 { "axis" } else { "rule" })
                x1=(left) x2=(WIDTH) y1=(y) y2=(y) {}
            text class="tick" x=(left - 6.0) y=(y + 4.0) text-anchor="end" { (label) }
        }
    }
}

/// Vertical grid lines with labels below, between `top` and `bottom`.
pub(super) fn columns(scale: &Scale, top: f64, bottom: f64, ticks: &[(f64, String)]) -> Markup {
    html! {
        @for (value, label) in ticks {
            @let x = scale.at(*value);
            line class=(if *value == 0.0 { "axis" } else { "rule" })
                x1=(x) x2=(x) y1=(top) y2=(bottom) {}
            text class="tick" x=(x.min(WIDTH - 12.0)) y=(bottom + 16.0) text-anchor="middle" { (label) }
        }
    }
}

/// Values with their labels.
pub(super) fn labelled(values: Vec<f64>, label: impl Fn(f64) -> String) -> Vec<(f64, String)> {
    values
        .into_iter()
        .map(|value| (value, label(value)))
        .collect()
}

/// A whole number; differences are signed.
pub(super) fn signed(value: f64) -> String {
    match value {
        _ if value == 0.0 => "0".to_owned(),
        _ if value.abs() < 1.0 => format!("{value:+.2}"),
        _ if value.fract() != 0.0 => format!("{value:+.1}"),
        _ => format!("{value:+}"),
    }
    .replace('-', "\u{2212}")
}

/// The path through points, from left to right.
pub(super) fn path(points: &[(f64, f64)]) -> String {
    let mut text = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        text.push_str(if index == 0 { "M" } else { "L" });
        text.push_str(&format!("{x} {y}"));
    }
    text
}

/// At most `most` of the numbers from 0 to `count` - 1, evenly spread and
/// including the last.
pub(super) fn spread(count: usize, most: usize) -> Vec<usize> {
    if count <= most {
        return (0..count).collect();
    }
    (1..=most).map(|index| index * count / most - 1).collect()
}

//! The losses of a run as a picture.

use maud::{Markup, Render, html};

use crate::base::axis::{Axis, Scale};

use super::Report;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = WIDTH - 16.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = HEIGHT - 48.0;

/// Approximate number of tick marks of an axis.
const TICKS: usize = 6;

const STYLE: &str = "\
svg { color-scheme: light dark; --paper: #fffdf9; --ink: #23262b; --rule: #e2dccf; \
--training: #1d5f8a; --validation: #c4622d; }
@media (prefers-color-scheme: dark) { svg { --paper: #1d2126; --ink: #e9e5dc; --rule: #30363d; \
--training: #6fb4e3; --validation: #e89a68; } }
rect { fill: var(--paper); }
text { fill: var(--ink); font: 12px sans-serif; }
line { stroke: var(--rule); }
path { fill: none; stroke-width: 2; }
path.training { stroke: var(--training); } circle.training { fill: var(--training); }
path.validation { stroke: var(--validation); } circle.validation { fill: var(--validation); }";

/// The losses in training and validation by the number of positions, as an SVG file.
///
/// ```
/// use peregrine::training::trainer::{Report, plot};
/// let report = Report {
///     epoch: 1, positions: 1000, rate: 0.001, training: 0.1, validation: Some(0.11), seconds: 1.0,
/// };
/// assert!(plot("falcon", &[report]).starts_with("<svg"));
/// ```
pub fn plot(title: &str, reports: &[Report]) -> String {
    let training: Vec<_> = reports
        .iter()
        .map(|r| (r.positions as f64, r.training))
        .collect();
    let validation = reports
        .iter()
        .filter_map(|r| Some((r.positions as f64, r.validation?)));
    let validation: Vec<_> = validation.collect();
    let losses = training.iter().chain(&validation).map(|point| point.1);
    let (low, high) = losses.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), loss| {
        (low.min(loss), high.max(loss))
    });
    let last = training.last().map_or(1.0, |point| point.0);
    let x_axis = axis(0.0, last);
    let y_axis = match low <= high {
        true => axis(low, high),
        false => axis(0.0, 1.0),
    };
    let x = Scale::new(&x_axis, LEFT, RIGHT);
    let y = Scale::new(&y_axis, BOTTOM, TOP);
    let description = match (training.last(), validation.last()) {
        (Some(one), Some(other)) => {
            format!("{:.6} in training, {:.6} in validation", one.1, other.1)
        }
        (Some(one), None) => format!("{:.6} in training", one.1),
        _ => "no reports yet".to_owned(),
    };
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={"0 0 " (WIDTH) " " (HEIGHT)}
            role="img" aria-labelledby="title description" {
            title id="title" { "Losses of " (clean(title)) }
            desc id="description" { (description) }
            style { (STYLE) }
            rect width=(WIDTH) height=(HEIGHT) {}
            @for (value, name) in &y_axis.ticks {
                @let at = y.at(*value);
                line x1=(LEFT) x2=(RIGHT) y1=(at) y2=(at) {}
                (label("end", LEFT - 8.0, at + 4.0, name))
            }
            @for (value, name) in &x_axis.ticks {
                @let at = x.at(*value);
                line x1=(at) x2=(at) y1=(BOTTOM) y2=(BOTTOM + 5.0) {}
                (label("middle", at, BOTTOM + 20.0, name))
            }
            (label("middle", (LEFT + RIGHT) / 2.0, HEIGHT - 8.0, "positions"))
            (series("training", &training, &x, &y, LEFT))
            (series("validation", &validation, &x, &y, LEFT + 120.0))
        }
    };
    let mut text = picture.into_string();
    text.push('\n');
    text
}

/// A line through points, with its name at the top.
fn series(name: &str, points: &[(f64, f64)], x: &Scale, y: &Scale, left: f64) -> Markup {
    let commands = std::iter::once("M").chain(std::iter::repeat("L"));
    html! {
        circle class=(name) cx=(left + 5.0) cy="18" r="5" {}
        (label("start", left + 16.0, 22.0, name))
        @if points.len() > 1 {
            path class=(name) d={
                @for (command, point) in commands.zip(points) { (command) (x.at(point.0)) " " (y.at(point.1)) }
            } {}
        }
        @if let Some(last) = points.last() {
            circle class=(name) cx=(x.at(last.0)) cy=(y.at(last.1)) r="3" {
                title { (format!("{:.6}", last.1)) }
            }
        }
    }
}

fn label(anchor: &str, x: f64, y: f64, text: impl Render) -> Markup {
    html! { text x=(x) y=(y) text-anchor=(anchor) { (text) } }
}

/// A text without characters that are not allowed in XML.
fn clean(text: &str) -> String {
    let is_allowed = |c: char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().filter(|&c| is_allowed(c)).collect()
}

/// An axis from `low` to `high`; a single value gets some room around it.
fn axis(low: f64, high: f64) -> Axis {
    let room = if high - low < 1e-9 {
        low.abs().max(1e-6) / 10.0
    } else {
        0.0
    };
    Axis::with_round_ticks(low - room, high + room, TICKS, |value, step| {
        if step >= 1e5 && value != 0.0 {
            return format!("{} million", (value / 1e4).round() / 100.0);
        }
        let decimals = (-step.log10()).ceil().clamp(0.0, 9.0) as usize;
        format!("{value:.decimals$}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(positions: u64, training: f64, validation: Option<f64>) -> Report {
        Report {
            epoch: 1,
            positions,
            rate: 0.1,
            training,
            validation,
            seconds: 0.0,
        }
    }

    #[test]
    fn a_plot_is_well_formed_and_has_a_line_for_each_loss() {
        let reports = [
            report(1_000_000, 0.2, None),
            report(2_000_000, 0.15, Some(0.16)),
            report(3_000_000, 0.12, None),
            report(4_000_000, 0.1, Some(0.13)),
        ];
        let text = plot("<falcon> & \u{1}", &reports);
        let tree = roxmltree::Document::parse(&text).unwrap();
        let of_class = |name: &str, class: &str| {
            let is_it = |node: &roxmltree::Node<'_, '_>| {
                node.has_tag_name(name) && node.attribute("class") == Some(class)
            };
            tree.descendants().find(is_it).unwrap()
        };
        let path = |class| of_class("path", class).attribute("d").unwrap().to_owned();
        // The least loss is at the bottom, the greatest at the top.
        assert!(path("training").ends_with(&format!("L{RIGHT} {BOTTOM}")));
        assert!(path("training").contains(&format!(" {TOP}L")));
        assert_eq!(path("training").matches('L').count(), 3);
        assert_eq!(path("validation").matches('L').count(), 1);
        let texts: Vec<_> = tree.descendants().filter_map(|node| node.text()).collect();
        for expected in ["Losses of <falcon> & ", "positions", "1 million", "0.12"] {
            assert!(texts.contains(&expected), "{expected}: {texts:?}");
        }
    }

    #[test]
    fn few_reports_can_be_drawn_too() {
        for reports in [
            vec![],
            vec![report(10, 0.1, None)],
            vec![report(0, 0.0, Some(0.0)); 3],
        ] {
            let text = plot("x", &reports);
            assert!(roxmltree::Document::parse(&text).is_ok());
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}

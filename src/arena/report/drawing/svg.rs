//! What all charts are made of: frame, scales, axes, bars, lines, labels.

use maud::{Markup, Render, html};

use crate::arena::report::data::ChartText;
use crate::base::axis::{Axis, Scale, tenths};

/// The width of a chart in its own units; close to pixels both on a phone and
/// in a column of a larger screen, so that text remains legible.
pub(crate) const WIDTH: f64 = 440.0;

/// A chart with heading, description and caption.
pub(super) fn figure(id: &str, text: &ChartText, height: f64, content: Markup) -> Markup {
    let (title, description) = (text.heading, &text.description);
    html! {
        section class="card" {
            h2 { (title) }
            (picture(id, None, (title, description), (WIDTH, height), content))
            p class="caption" { (text.caption) }
        }
    }
}

/// A picture of this size, with title and description.
pub(super) fn picture(
    id: &str,
    class: Option<&str>,
    (title, description): (&str, &str),
    (width, height): (f64, f64),
    content: Markup,
) -> Markup {
    html! {
        svg class=[class] xmlns="http://www.w3.org/2000/svg" viewBox={"0 0 " (width) " " (height)}
            role="img" aria-labelledby={(id) "-title " (id) "-desc"} {
            title id={(id) "-title"} { (title) }
            desc id={(id) "-desc"} { (description) }
            (content)
        }
    }
}

/// A text that starts, ends or has its middle at a point of its base line.
pub(super) fn label(class: &str, anchor: &str, x: f64, y: f64, text: impl Render) -> Markup {
    html! { text class=(class) x=(tenths(x)) y=(tenths(y)) text-anchor=(anchor) { (text) } }
}

/// A line from one point to another.
pub(super) fn line(class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> Markup {
    html! { line class=(class) x1=(x1) x2=(x2) y1=(y1) y2=(y2) {} }
}

/// The line through points, which are rounded by their scales.
pub(super) fn path(class: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Markup {
    let commands = std::iter::once("M").chain(std::iter::repeat("L"));
    html! {
        path class=(class) d={
            @for (command, (x, y)) in commands.zip(points) { (command) (x) " " (y) }
        } {}
    }
}

/// A point, with a text that is shown on request.
pub(crate) fn dot(radius: f64, x: f64, y: f64, text: &str) -> Markup {
    html! { circle class="dot" cx=(x) cy=(y) r=(radius) { title { (text) } } }
}

/// A bar, or a cell of a map, with a text that is shown on request.
pub(crate) struct Bar<'a> {
    pub(crate) class: &'a str,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The radius of the corners.
    pub(crate) round: f64,
    pub(crate) text: &'a str,
}

impl Render for Bar<'_> {
    fn render(&self) -> Markup {
        html! {
            rect class=(self.class) x=(tenths(self.x)) y=(tenths(self.y)) width=(tenths(self.width))
                height=(tenths(self.height)) rx=[(self.round > 0.0).then_some(self.round)] {
                title { (self.text) }
            }
        }
    }
}

/// The class of the grid line at a value.
fn grid_class(value: f64) -> &'static str {
    if value == 0.0 { "axis" } else { "rule" }
}

/// Horizontal grid lines with labels on the left.
pub(super) fn rows(axis: &Axis, scale: &Scale, left: f64) -> Markup {
    html! {
        @for (value, name) in &axis.ticks {
            @let y = scale.at(*value);
            (line(grid_class(*value), (left, y), (WIDTH, y)))
            (label("tick", "end", left - 6.0, y + 4.0, name))
        }
    }
}

/// Vertical grid lines from `top` to `bottom`, with labels below `base`.
pub(super) fn columns(axis: &Axis, scale: &Scale, (top, bottom): (f64, f64), base: f64) -> Markup {
    html! {
        @for (value, name) in &axis.ticks {
            @let x = scale.at(*value);
            (line(grid_class(*value), (x, top), (x, bottom)))
            (label("tick", "middle", x.min(WIDTH - 12.0), base + 16.0, name))
        }
    }
}

/// Tick marks below a chart, and what the axis counts.
pub(crate) fn count_axis(axis: &Axis, scale: &Scale, base: f64, what: &str) -> Markup {
    html! {
        (columns(axis, scale, (base, base + 4.0), base))
        (label("tick", "middle", scale.middle(), base + 32.0, what))
    }
}

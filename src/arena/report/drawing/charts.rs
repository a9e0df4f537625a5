//! Charts of the results, made of bars.

use maud::{Markup, html};

use crate::base::axis::Scale;

use super::svg::{Bar, WIDTH, columns, count_axis, dot, figure, label, line, rows};
use crate::arena::report::data::{ColorChart, EloChart, LengthChart, PairChart, TerminationChart};
use crate::arena::report::text::grouped;
use crate::arena::statistics::Trinomial;
use crate::arena::summary::text::{elo_words, truncated};

/// The foot of vertical bars.
const BOTTOM: f64 = 176.0;

pub(super) fn elo(chart: &EloChart) -> Markup {
    let is_narrow = chart.rows.iter().all(|(name, _)| name.chars().count() <= 4);
    let left = if is_narrow { 48.0 } else { 116.0 };
    let bottom = 16.0 + 40.0 * chart.rows.len() as f64;
    let x = Scale::new(&chart.axis, left, WIDTH - 8.0);
    let content = html! {
        (columns(&chart.axis, &x, (10.0, bottom), bottom))
        @for (row, (name, elo)) in chart.rows.iter().enumerate() {
            @let y = 36.0 + 40.0 * row as f64;
            @let (middle, words) = (x.at(elo.value), elo_words(*elo));
            (label("name", "end", left - 8.0, y + 4.0, truncated(name, 15)))
            (line("whisker", (x.at(elo.low), y), (x.at(elo.high), y)))
            @for end in [elo.low, elo.high].into_iter().filter(|end| end.is_finite()) {
                (line("whisker", (x.at(end), y - 6.0), (x.at(end), y + 6.0)))
            }
            (dot(5.5, middle, y, &[name, " ", &words].concat()))
            (label("value", "middle", middle.clamp(left + 40.0, WIDTH - 50.0), y - 11.0, words))
        }
    };
    figure("elo", &chart.text, bottom + 24.0, content)
}

pub(super) fn pairs(chart: &PairChart) -> Markup {
    let y = Scale::counting(chart.counts, BOTTOM, 26.0);
    let names = ["0", "½", "1", "1½", "2"];
    let classes = ["loss", "loss half", "draw", "win half", "win"];
    let content = html! {
        @for (cell, (name, class)) in names.into_iter().zip(classes).enumerate() {
            @let (x, top) = (8.0 + 86.0 * cell as f64, y.at(chart.counts[cell] as f64));
            @let text = grouped(chart.counts[cell]);
            (Bar { class, x, y: top, width: 80.0, height: BOTTOM - top, round: 3.0, text: &text })
            (label("value", "middle", x + 40.0, top - 7.0, text))
            (label("tick", "middle", x + 40.0, BOTTOM + 17.0, name))
        }
        (line("axis", (0.0, BOTTOM), (WIDTH, BOTTOM)))
        (label("tick", "middle", WIDTH / 2.0, BOTTOM + 35.0, html! {
            "points of " (truncated(&chart.engine, 30)) " from a pair"
        }))
    };
    figure("pairs", &chart.text, BOTTOM + 42.0, content)
}

/// A stacked bar of wins, draws and losses, with a name on its left.
fn shares(name: &str, counts: &Trinomial, y: f64, classes: [&str; 3]) -> Markup {
    const LEFT: f64 = 116.0;
    let unit = (WIDTH - LEFT) / counts.games().max(1) as f64;
    let counts = [counts.wins, counts.draws, counts.losses];
    html! {
        (label("name", "end", LEFT - 8.0, y + 16.5, name))
        @for (part, (&count, class)) in counts.iter().zip(classes).enumerate() {
            @if count > 0 {
                @let x = LEFT + unit * counts[..part].iter().sum::<u64>() as f64;
                @let (width, text) = (unit * count as f64, grouped(count));
                (Bar { class, x, y, width: (width - 1.5).max(0.5), height: 24.0, round: 2.0, text: &text })
                @if width > 34.0 {
                    (label("inside", "middle", x + width / 2.0, y + 16.5, text))
                }
            }
        }
    }
}

pub(super) fn colors(chart: &ColorChart) -> Markup {
    let row = |engine: usize, color: usize| 38.0 + 30.0 * (2 * engine + color) as f64;
    let content = html! {
        (shares("All games", &chart.all, 0.0, ["white", "draw", "black"]))
        @for (engine, (name, counts)) in chart.engines.iter().enumerate() {
            @for (color, (sign, counts)) in [" □", " ■"].into_iter().zip(counts).enumerate() {
                (shares(&(truncated(name, 13) + sign), counts, row(engine, color), ["win", "draw", "loss"]))
            }
        }
    };
    figure(
        "colors",
        &chart.text,
        row(chart.engines.len(), 0) + 6.0,
        content,
    )
}

pub(super) fn lengths(chart: &LengthChart) -> Markup {
    const LEFT: f64 = 44.0;
    let x = Scale::new(&chart.plies, LEFT, WIDTH);
    let y = Scale::new(&chart.games, BOTTOM, 10.0);
    let across = (WIDTH - LEFT) / chart.bins.len() as f64;
    let content = html! {
        (rows(&chart.games, &y, LEFT))
        @for (index, bin) in chart.bins.iter().enumerate() {
            @let (from, to) = (index * chart.width, (index + 1) * chart.width - 1);
            @for (part, (&count, class)) in bin.iter().zip(["white", "draw", "black"]).enumerate() {
                @if count > 0 {
                    @let below: u64 = bin[..part].iter().sum();
                    @let (foot, top) = (y.at(below as f64), y.at((below + count) as f64));
                    (Bar {
                        class, x: LEFT + across * index as f64, y: top, width: (across - 1.0).max(0.8),
                        height: foot - top, round: 0.0, text: &format!("{from} to {to} plies: {}", grouped(count)),
                    })
                }
            }
        }
        (count_axis(&chart.plies, &x, BOTTOM, "plies"))
    };
    figure("lengths", &chart.text, BOTTOM + 40.0, content)
}

pub(crate) fn terminations(chart: &TerminationChart) -> Markup {
    const LEFT: f64 = 156.0;
    let x = Scale::counting(chart.bars.iter().map(|bar| bar.1), LEFT, WIDTH - 54.0);
    let content = html! {
        @for (row, (termination, games)) in chart.bars.iter().enumerate() {
            @let (y, to) = (28.0 * row as f64, x.at(*games as f64));
            @let class = if termination.is_failure() { "failure" } else { "plain" };
            @let text = grouped(*games);
            (label("name", "end", LEFT - 8.0, y + 15.0, html! { (termination) }))
            (Bar { class, x: LEFT, y, width: (to - LEFT).max(1.5), height: 21.0, round: 2.0, text: &text })
            (label("value", "start", to + 6.0, y + 15.0, text))
        }
    };
    figure(
        "terminations",
        &chart.text,
        28.0 * chart.bars.len() as f64,
        content,
    )
}

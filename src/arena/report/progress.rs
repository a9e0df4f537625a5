//! Charts of the course of a tournament, pair by pair.

use maud::{Markup, html};

use crate::arena::statistics::{Estimated, Pentanomial, Sprt};
use crate::arena::summary::{self, text::cut};
use crate::board::color::Color;

use super::Page;
use super::chart::{Scale, WIDTH, columns, figure, labelled, path, rows, signed, spread};
use super::words::{clean, grouped};

const HEIGHT: f64 = 240.0;
const LEFT: f64 = 48.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = HEIGHT - 36.0;
/// The largest number of points of a line.
const POINTS: usize = 240;

/// Tick marks for an axis that counts something.
fn count_axis(scale: &Scale, what: &str) -> Markup {
    let ticks = labelled(scale.ticks(4), |value| grouped(value as u64));
    html! {
        @for (value, label) in &ticks {
            @let x = scale.at(*value);
            line class="rule" x1=(x) x2=(x) y1=(BOTTOM) y2=(BOTTOM + 4.0) {}
            text class="tick" x=(x.min(WIDTH - 14.0)) y=(BOTTOM + 16.0) text-anchor="middle" { (label) }
        }
        text class="tick" x=((LEFT + WIDTH) / 2.0) y=(HEIGHT - 4.0) text-anchor="middle" { (what) }
    }
}

/// Elo with its interval after each pair, in a match of two engines.
pub(super) fn elo(page: &Page) -> Markup {
    if !page.is_match() || page.pairs.len() < 2 {
        return html! {};
    }
    let mut counts = Pentanomial::default();
    let mut running: Vec<Estimated> = Vec::with_capacity(page.pairs.len());
    for pair in &page.pairs {
        counts.add(pair.score);
        running.extend(counts.estimate().map(|estimate| estimate.elo));
    }
    // The first intervals are too wide to be useful.
    let settled = &running[running.len() / 8..];
    let known: Vec<f64> = settled
        .iter()
        .flat_map(|elo| [elo.low, elo.value, elo.high])
        .filter(|value| value.is_finite())
        .collect();
    // Leave room where the Elo is unbounded on one side.
    let room = |is_open: bool| if is_open { 1.2 } else { 1.0 };
    let above = room(settled.iter().any(|elo| elo.high.is_infinite()));
    let below = room(settled.iter().any(|elo| elo.low.is_infinite()));
    let most = (above * known.iter().copied().fold(10.0, f64::max)).min(1200.0);
    let least = (below * known.iter().copied().fold(-10.0, f64::min)).max(-1200.0);
    let x = Scale::new(0.0, running.len() as f64, LEFT, WIDTH);
    let y = Scale::new(least, most, BOTTOM, TOP);
    let shown = spread(running.len(), POINTS);
    let along = |value: fn(&Estimated) -> f64| -> Vec<(f64, f64)> {
        shown
            .iter()
            .map(|&index| (x.at((index + 1) as f64), y.at(value(&running[index]))))
            .collect()
    };
    let mut band = along(|elo| elo.high);
    band.extend(along(|elo| elo.low).into_iter().rev());
    let picture = html! {
        path class="band" d={(path(&band)) "Z"} {}
        (rows(&y, LEFT, &labelled(y.ticks(5), signed)))
        path class="line" d=(path(&along(|elo| elo.value))) {}
        (count_axis(&x, "pairs"))
    };
    figure(
        "running-elo",
        "Elo over time",
        "The Elo difference estimated after each pair, with its 95 % confidence band.",
        HEIGHT,
        picture,
        html! {
            (clean(page.name(0))) " against " (clean(page.name(1)))
            ", in the order of the schedule; the band is the 95 % confidence interval."
        },
    )
}

/// With two decimals.
fn two(value: f64) -> String {
    format!("{value:.2}").replace('-', "\u{2212}")
}

/// The course of the sequential test between its bounds.
pub(super) fn log_likelihood_ratio(page: &Page) -> Markup {
    let (Some(settings), Some(state)) = (page.sprt, page.summary.sprt) else {
        return html! {};
    };
    let mut sprt = Sprt::new(settings);
    let mut ratios = vec![0.0];
    let scores = summary::in_schedule_order(&page.pairs, page.summary.games_scheduled);
    for score in scores
        .map_while(|score| score)
        .take(state.pairs_used as usize)
    {
        sprt.push(score);
        ratios.push(sprt.state().log_likelihood_ratio);
    }
    let (lower, upper) = settings.bounds();
    let least = ratios.iter().copied().fold(lower, f64::min) - 0.3;
    let most = ratios.iter().copied().fold(upper, f64::max) + 0.3;
    let x = Scale::new(0.0, (ratios.len() - 1).max(1) as f64, LEFT, WIDTH);
    let y = Scale::new(least, most, BOTTOM, TOP);
    let points: Vec<(f64, f64)> = spread(ratios.len(), 2 * POINTS)
        .iter()
        .map(|&index| (x.at(index as f64), y.at(ratios[index])))
        .collect();
    let bound = |value: f64, class: &str, label: String| {
        html! {
            line class=(class) x1=(LEFT) x2=(WIDTH) y1=(y.at(value)) y2=(y.at(value)) {}
            text class={"tick " (class)} x=(LEFT + 6.0)
                y=(y.at(value) + if value > 0.0 { 13.0 } else { -5.0 }) { (label) }
        }
    };
    let picture = html! {
        (rows(&y, LEFT, &labelled(y.ticks(5), signed)))
        (bound(upper, "upper", format!("accept {} at {upper:.2}", settings.elo1())))
        (bound(lower, "lower", format!("accept {} at {}", settings.elo0(), two(lower))))
        path class="line" d=(path(&points)) {}
        @if let Some((x, y)) = points.last() {
            circle class="dot" cx=(x) cy=(y) r="4" {}
        }
        (count_axis(&x, "pairs"))
    };
    figure(
        "sprt",
        "The sequential test",
        "The log likelihood ratio after each pair, between the bounds of the test.",
        HEIGHT,
        picture,
        html! {
            "Log likelihood ratio " (two(state.log_likelihood_ratio))
            " after " (grouped(state.pairs_used)) " pairs in the order of the schedule."
            @if state.pairs_surplus > 0 {
                " " (grouped(state.pairs_surplus)) " further pairs do not count."
            }
        },
    )
}

/// The score of each engine after each of its games, for three or more engines.
pub(super) fn scores(page: &Page) -> Markup {
    if page.is_match() || page.games.len() < 2 {
        return html! {};
    }
    let mut lines: Vec<Vec<f64>> = vec![Vec::new(); page.summary.standings.len()];
    let mut sums = vec![(0.0, 0.0); lines.len()];
    for game in &page.games {
        for color in Color::ALL {
            let engine = game.player(color);
            sums[engine].0 += match game.result.winner() {
                None => 0.5,
                Some(winner) if winner == color => 1.0,
                Some(_) => 0.0,
            };
            sums[engine].1 += 1.0;
            lines[engine].push(100.0 * sums[engine].0 / sums[engine].1);
        }
    }
    let longest = lines.iter().map(Vec::len).max().unwrap_or(1);
    let right = WIDTH - 96.0;
    let x = Scale::new(0.0, longest as f64, LEFT, right);
    let y = Scale::new(0.0, 100.0, BOTTOM, TOP);
    // Names on the right must not overlap.
    let mut labels: Vec<(f64, usize)> = page
        .summary
        .standings
        .iter()
        .take(8)
        .filter_map(|result| Some((y.at(*lines[result.engine].last()?), result.engine)))
        .collect();
    labels.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut lowest = f64::NEG_INFINITY;
    for (place, _) in &mut labels {
        *place = place.max(lowest + 14.0);
        lowest = *place;
    }
    let over = (lowest - BOTTOM).max(0.0);
    let picture = html! {
        (rows(&y, LEFT, &labelled(vec![0.0, 25.0, 50.0, 75.0, 100.0], |value| format!("{value} %"))))
        @for (color, (place, engine)) in labels.iter().enumerate() {
            @let line = &lines[*engine];
            @let points: Vec<(f64, f64)> = spread(line.len(), POINTS)
                .iter()
                .map(|&index| (x.at((index + 1) as f64), y.at(line[index])))
                .collect();
            path class={"series s" (color)} d=(path(&points)) {}
            text class={"name n" (color)} x=(right + 6.0) y=(place + 4.0 - over) {
                (cut(&clean(page.name(*engine)), 13))
            }
        }
        (count_axis(&x, "games of each engine"))
    };
    figure(
        "scores",
        "Scores over time",
        "The score of each engine after each of its games.",
        HEIGHT,
        picture,
        html! { "Points per game so far, in the order of the schedule"
        @if page.summary.standings.len() > 8 { "; the first eight of the table" } "." },
    )
}

/// Tick marks for a horizontal axis that runs from left to right.
pub(super) fn across(scale: &Scale, bottom: f64) -> Markup {
    columns(scale, TOP, bottom, &labelled(scale.ticks(5), signed))
}

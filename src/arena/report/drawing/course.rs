//! Charts of the course of a match, made of lines.

use maud::{Markup, html};

use crate::base::axis::Scale;

use super::svg::{WIDTH, count_axis, dot, figure, label, line, path, rows};
use crate::arena::report::data::{EloCourse, ScoreCourse, SprtCourse};
use crate::arena::summary::text::truncated;

const HEIGHT: f64 = 240.0;
const LEFT: f64 = 48.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = HEIGHT - 36.0;

pub(super) fn elo(chart: &EloCourse) -> Markup {
    let x = Scale::new(&chart.pairs, LEFT, WIDTH);
    let y = Scale::new(&chart.elo, BOTTOM, TOP);
    let points = || chart.points.iter().map(|(pairs, elo)| (x.at(*pairs), elo));
    let above = points().map(|(x, elo)| (x, y.at(elo.high)));
    let below = points().rev().map(|(x, elo)| (x, y.at(elo.low)));
    let content = html! {
        (path("band", above.chain(below)))
        (rows(&chart.elo, &y, LEFT))
        (path("line", points().map(|(x, elo)| (x, y.at(elo.value)))))
        (count_axis(&chart.pairs, &x, BOTTOM, "pairs"))
    };
    figure("running-elo", &chart.text, HEIGHT, content)
}

pub(super) fn sprt(chart: &SprtCourse) -> Markup {
    let x = Scale::new(&chart.pairs, LEFT, WIDTH);
    let y = Scale::new(&chart.ratio, BOTTOM, TOP);
    let points = || {
        chart
            .points
            .iter()
            .map(|point| (x.at(point.0), y.at(point.1)))
    };
    let content = html! {
        (rows(&chart.ratio, &y, LEFT))
        @for (class, (value, words)) in [("upper", &chart.upper), ("lower", &chart.lower)] {
            @let y = y.at(*value);
            (line(class, (LEFT, y), (WIDTH, y)))
            (label(
                &["tick ", class].concat(), "start",
                LEFT + 6.0, y + if *value > 0.0 { 13.0 } else { -5.0 }, words
            ))
        }
        (path("line", points()))
        @if let Some((x, y)) = points().next_back() { (dot(4.0, x, y, &chart.text.caption)) }
        (count_axis(&chart.pairs, &x, BOTTOM, "pairs"))
    };
    figure("sprt", &chart.text, HEIGHT, content)
}

pub(super) fn scores(chart: &ScoreCourse) -> Markup {
    let right = WIDTH - 96.0;
    let x = Scale::new(&chart.games, LEFT, right);
    let y = Scale::new(&chart.score, BOTTOM, TOP);
    // Names on the right must not overlap.
    let mut lowest = f64::NEG_INFINITY;
    let places = chart.lines.iter().map(|line| {
        lowest = y.at(line.last).max(lowest + 14.0);
        lowest
    });
    let places: Vec<f64> = places.collect();
    let over = (lowest - BOTTOM).max(0.0);
    let content = html! {
        (rows(&chart.score, &y, LEFT))
        @for (color, (line, place)) in chart.lines.iter().zip(places).enumerate() {
            @let points = line.points.iter().map(|point| (x.at(point.0), y.at(point.1)));
            (path(&format!("series s{color}"), points))
            (label(
                &format!("name n{color}"), "start",
                right + 6.0, place + 4.0 - over, truncated(&line.name, 13)
            ))
        }
        (count_axis(&chart.games, &x, BOTTOM, "games of each engine"))
    };
    figure("scores", &chart.text, HEIGHT, content)
}

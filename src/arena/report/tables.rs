//! Tables of the page: key numbers, standings, crosstable, irregular games,
//! thinking.

use maud::{Markup, html};

use crate::arena::record::GameRecord;
use crate::arena::summary::text::{cut, elo_words, large, percent_of, points};
use crate::arena::summary::{EngineResult, Meeting};

use super::Page;
use super::words::{clean, grouped};

/// The largest number of irregular games that are listed.
const IRREGULAR: usize = 200;

/// The most important numbers.
pub(super) fn key_numbers(page: &Page) -> Markup {
    let is_shown = page.is_match() && !page.games.is_empty();
    let Some(first) = page.summary.engine(0).filter(|_| is_shown) else {
        return html! {};
    };
    let estimate = first.estimate;
    let mut numbers = vec![
        (
            "Score",
            percent_of(first.points, first.games.games()),
            format!(
                "{} of {}",
                points(first.points),
                grouped(first.games.games())
            ),
        ),
        (
            "Won, drawn, lost",
            format!(
                "{} · {} · {}",
                first.games.wins, first.games.draws, first.games.losses
            ),
            format!(
                "{} drawn",
                percent_of(first.games.draws as f64, first.games.games())
            ),
        ),
    ];
    if let Some(estimate) = estimate {
        let range =
            |low: f64, high: f64| format!("{low:+.1} to {high:+.1}").replace('-', "\u{2212}");
        numbers.push((
            "Elo",
            elo_words(estimate.elo),
            range(estimate.elo.low, estimate.elo.high),
        ));
        if let Some(normalized) = estimate.normalized_elo {
            numbers.push((
                "Normalised Elo",
                elo_words(normalized),
                range(normalized.low, normalized.high),
            ));
        }
        numbers.push((
            "LOS",
            format!("{:.1} %", 100.0 * estimate.superiority),
            "likelihood of superiority".to_owned(),
        ));
    }
    html! {
        div class="numbers" {
            @for (name, value, detail) in &numbers {
                div { span class="muted" { (name) } strong { (value) } span class="muted" { (detail) } }
            }
        }
        p class="muted" { "Seen from " b { (clean(&first.name)) } "." }
    }
}

fn row(place: usize, result: &EngineResult) -> Markup {
    html! {
        tr {
            td class="number" { (place) }
            th scope="row" {
                (clean(&result.name))
                @if let Some(own) = result.own_name.as_ref().filter(|own| **own != result.name) {
                    div class="own" { (clean(own)) }
                }
            }
            td class="number" { (result.elo().map_or("–".to_owned(), elo_words)) }
            td class="number" {
                (result.estimate.and_then(|estimate| estimate.normalized_elo).map_or("–".to_owned(), elo_words))
            }
            td class="number" {
                (result.estimate.map_or("–".to_owned(), |estimate| format!("{:.1} %", 100.0 * estimate.superiority)))
            }
            td class="number" { (points(result.points)) span class="muted" { "/" (result.games.games()) } }
            td class="number" { (percent_of(result.points, result.games.games())) }
            td class="number" { (result.games.wins) " · " (result.games.draws) " · " (result.games.losses) }
            td class="number" { (result.pentanomial) }
        }
    }
}

/// The standings.
pub(super) fn standings(page: &Page) -> Markup {
    html! {
        section class="card" {
            h2 { "Standings" }
            div class="wide" {
                table {
                    thead {
                        tr {
                            th class="number" scope="col" { "#" }
                            th scope="col" { "Engine" }
                            @for name in ["Elo", "nElo", "LOS", "Points", "Score", "Won · drawn · lost", "Pairs 0 to 2"] {
                                th class="number" scope="col" { (name) }
                            }
                        }
                    }
                    tbody {
                        @for (place, result) in (1..).zip(&page.summary.standings) { (row(place, result)) }
                    }
                }
            }
            @if !page.is_match() {
                p class="caption" {
                    "Elo is the rating among all engines; nElo and LOS are against all opponents taken together."
                }
            }
        }
    }
}

/// The score of one engine against another, 0 to 1, with its meeting.
fn meeting<'a>(page: &Page<'a>, one: usize, other: usize) -> Option<(f64, &'a Meeting)> {
    let meetings = page.summary.meetings.iter();
    let mut met =
        meetings.filter(|meeting| (meeting.one, meeting.other) == (one.min(other), one.max(other)));
    let meeting = met.next()?;
    let points = meeting.games.half_points() as f64 / 2.0;
    let games = meeting.games.games() as f64;
    Some(if one < other {
        (points, meeting)
    } else {
        (games - points, meeting)
    })
}

/// Scores of all engines against each other, for three or more.
pub(super) fn crosstable(page: &Page) -> Markup {
    let standings = &page.summary.standings;
    if standings.len() < 3 || page.is_match() {
        return html! {};
    }
    html! {
        section class="card" {
            h2 { "Crosstable" }
            div class="wide" {
                table class="cross" {
                    thead {
                        tr {
                            th class="number" scope="col" { "#" }
                            th scope="col" { "Engine" }
                            @for place in 1..=standings.len() { th class="cell" scope="col" { (place) } }
                        }
                    }
                    tbody {
                        @for (place, row) in (1..).zip(standings) {
                            tr {
                                td class="number" { (place) }
                                th scope="row" { (clean(&row.name)) }
                                @for column in standings {
                                    @if let Some((scored, met)) = meeting(page, row.engine, column.engine) {
                                        @let games = met.games.games();
                                        @let part = scored / games.max(1) as f64;
                                        td class={"cell " (if part > 0.5 { "better" } else if part < 0.5 { "worse" } else { "even" })}
                                            style={"--strength:" (format!("{:.0}%", 15.0 + 85.0 * (2.0 * part - 1.0).abs()))} {
                                            (points(scored)) span class="muted" { "/" (games) }
                                        }
                                    } @else {
                                        td class="cell none" { @if row.engine == column.engine { "·" } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            p class="caption" { "Points of the engine on the left against the one above, and the number of games." }
        }
    }
}

/// Games that ended by a failure or have notes.
pub(super) fn irregular_games(page: &Page) -> Markup {
    let games: Vec<&&GameRecord> = page
        .games
        .iter()
        .filter(|game| game.termination.is_failure() || !game.notes.is_empty())
        .collect();
    html! {
        @if !games.is_empty() {
            section class="card" {
                h2 { "Irregular games" }
                div class="wide" {
                    table {
                        thead {
                            tr {
                                th class="number" scope="col" { "Game" }
                                th scope="col" { "White" }
                                th scope="col" { "Black" }
                                th scope="col" { "Result" }
                                th scope="col" { "What happened" }
                            }
                        }
                        tbody {
                            @for game in games.iter().take(IRREGULAR) {
                                tr {
                                    td class="number" { (game.label()) }
                                    td { (clean(page.name(game.white))) }
                                    td { (clean(page.name(game.black))) }
                                    td class="result" { (game.result) }
                                    td class="reason" {
                                        b { (game.termination) } " " (cut(&clean(&game.reason), 300))
                                        @for note in game.notes.iter().take(5) {
                                            div class="muted" { (cut(&clean(note), 300)) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
                @if games.len() > IRREGULAR {
                    p class="caption" { "and " (grouped((games.len() - IRREGULAR) as u64)) " more" }
                }
            }
        }
    }
}

/// How the engines used their time.
pub(super) fn thinking(page: &Page) -> Markup {
    let number = |value: Option<f64>, digits: usize| {
        value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
    };
    html! {
        section class="card" {
            h2 { "Thinking" }
            div class="wide" {
                table {
                    thead {
                        tr {
                            th scope="col" { "Engine" }
                            @for name in ["Moves", "Depth", "Nodes/s", "ms a move", "Longest ms", "Late by ms", "Failures"] {
                                th class="number" scope="col" { (name) }
                            }
                        }
                    }
                    tbody {
                        @for result in &page.summary.standings {
                            @let thinking = &result.thinking;
                            tr {
                                th scope="row" { (clean(&result.name)) }
                                td class="number" { (grouped(thinking.moves)) }
                                td class="number" { (number(thinking.mean_depth, 1)) }
                                td class="number" { (thinking.nodes_per_second.map_or("–".to_owned(), large)) }
                                td class="number" { (number(thinking.mean_milliseconds, 1)) }
                                td class="number" { (number(thinking.longest_milliseconds, 1)) }
                                td class="number" { (number(thinking.largest_overstep_milliseconds, 1)) }
                                td class="number" { (result.failures) }
                            }
                        }
                    }
                }
            }
            p class="caption" { "Averages of what the engines reported and the clock measured, without opening moves. Late: the most by which a move exceeded the time left." }
        }
    }
}

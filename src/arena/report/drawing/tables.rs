//! Tables of the page: standings, crosstable, irregular games, thinking.

use maud::{Markup, Render, html};

use crate::arena::report::data::{CrosstableCell, IrregularGames};
use crate::arena::report::text::grouped;
use crate::arena::summary::EngineResult;
use crate::arena::summary::text::{elo_words, large, percent_of, points};

const TEXT: Option<&str> = None;
const NUMBER: Option<&str> = Some("number");

fn table(
    heading: &str,
    class: Option<&str>,
    head: Markup,
    rows: Markup,
    caption: Markup,
) -> Markup {
    html! {
        section class="card" {
            h2 { (heading) }
            div class="wide" {
                table class=[class] aria-label=(heading) {
                    thead { tr { (head) } }
                    tbody { (rows) }
                }
            }
            @if !caption.0.is_empty() { p class="caption" { (caption) } }
        }
    }
}

fn heads<T: Render>(class: Option<&str>, names: impl IntoIterator<Item = T>) -> Markup {
    html! { @for name in names { th class=[class] scope="col" { (name) } } }
}

/// A cell with a number.
fn number(value: impl Render) -> Markup {
    html! { td class="number" { (value) } }
}

/// A cell with a number, if it is known.
fn known<T>(value: Option<T>, words: impl Fn(T) -> String) -> Markup {
    number(value.map_or("–".to_owned(), words))
}

pub(super) fn standings(engines: &[EngineResult]) -> Markup {
    let head = html! {
        (heads(NUMBER, ["#"]))
        (heads(TEXT, ["Engine"]))
        (heads(NUMBER, ["Elo", "nElo", "LOS", "Points", "Score", "Won · drawn · lost", "Pairs 0 to 2"]))
    };
    let rows = html! {
        @for (place, result) in (1..).zip(engines) { (standing(place, result)) }
    };
    let caption = html! {
        @if engines.len() != 2 {
            "Elo is the rating among all engines; nElo and LOS are against all opponents taken together."
        }
    };
    table("Standings", None, head, rows, caption)
}

fn standing(place: usize, result: &EngineResult) -> Markup {
    let (games, estimate) = (result.games, result.estimate);
    html! {
        tr {
            (number(place))
            th scope="row" {
                (result.name)
                @if let Some(own) = &result.own_name { div class="own" { (own) } }
            }
            (known(result.elo(), elo_words))
            (known(estimate.and_then(|estimate| estimate.normalized_elo), elo_words))
            (known(estimate, |estimate| format!("{:.1} %", 100.0 * estimate.superiority)))
            (number(html! { (points(result.points)) span class="muted" { "/" (games.games()) } }))
            (number(percent_of(result.points, games.games())))
            (number(html! { (games.wins) " · " (games.draws) " · " (games.losses) }))
            (number(html! { (result.pentanomial) }))
        }
    }
}

pub(crate) fn crosstable(engines: &[EngineResult], rows: &[Vec<Option<CrosstableCell>>]) -> Markup {
    if rows.is_empty() {
        return html! {};
    }
    let head = html! {
        (heads(NUMBER, ["#"]))
        (heads(TEXT, ["Engine"]))
        (heads(Some("cell"), 1..=rows.len()))
    };
    let body = html! {
        @for (place, (engine, row)) in engines.iter().zip(rows).enumerate() {
            tr {
                (number(place + 1))
                th scope="row" { (engine.name) }
                @for (column, cell) in row.iter().enumerate() {
                    @if let Some(cell) = cell {
                        // How far the score is from even.
                        @let lead = 2.0 * cell.points / cell.games.max(1) as f64 - 1.0;
                        @let class = if lead > 0.0 { "better" } else if lead < 0.0 { "worse" } else { "even" };
                        td class={"cell " (class)} style={"--strength:" ((15.0 + 85.0 * lead.abs()).round()) "%"} {
                            (points(cell.points)) span class="muted" { "/" (cell.games) }
                        }
                    } @else {
                        td class="cell none" { @if column == place { "·" } }
                    }
                }
            }
        }
    };
    let caption = html! { "Points of the engine on the left against the one above, and the number of games." };
    table("Crosstable", Some("cross"), head, body, caption)
}

pub(crate) fn irregular_games(games: &IrregularGames) -> Markup {
    if games.listed.is_empty() {
        return html! {};
    }
    let head = html! {
        (heads(NUMBER, ["Game"]))
        (heads(TEXT, ["White", "Black", "Result", "What happened"]))
    };
    let rows = html! {
        @for game in &games.listed {
            tr {
                (number(&game.label))
                @for name in &game.players { td { (name) } }
                td class="result" { (game.result) }
                td class="reason" {
                    b { (game.termination) } " " (game.reason)
                    @for note in &game.notes { div class="muted" { (note) } }
                }
            }
        }
    };
    let caption = html! { @if games.more > 0 { "and " (grouped(games.more as u64)) " more" } };
    table("Irregular games", None, head, rows, caption)
}

/// How the engines used their time.
pub(super) fn thinking(engines: &[EngineResult]) -> Markup {
    let head = html! {
        (heads(TEXT, ["Engine"]))
        (heads(NUMBER, ["Moves", "Depth", "Nodes/s", "ms a move", "Longest ms", "Late by ms", "Failures"]))
    };
    let decimal = |value: f64| format!("{value:.1}");
    let rows = html! {
        @for result in engines {
            @let thinking = &result.thinking;
            tr {
                th scope="row" { (result.name) }
                (number(grouped(thinking.moves)))
                (known(thinking.mean_depth, decimal))
                (known(thinking.nodes_per_second, large))
                (known(thinking.mean_milliseconds, decimal))
                (known(thinking.longest_milliseconds, decimal))
                (known(thinking.largest_overstep_milliseconds, decimal))
                (number(result.failures))
            }
        }
    };
    let caption = html! {
        "Averages of what the engines reported and the clock measured, without opening moves. "
        "Late: the most by which a move exceeded the time left."
    };
    table("Thinking", None, head, rows, caption)
}

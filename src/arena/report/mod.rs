//! The report of a tournament: one self-contained HTML page with SVG charts, in
//! light or dark style.
//!
//! Must not compute results of its own: everything shown is in a [`Summary`] or
//! follows from the same records.

mod boards;
mod chart;
mod charts;
mod progress;
mod tables;
#[cfg(test)]
mod tests;
mod words;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::rules::Rules;

use super::record::GameRecord;
use super::statistics::SprtSettings;
use super::summary::{self, Pair, Summary};

const STYLE: &str = include_str!("style.css");

/// A group of settings to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The tournament, or the name of an engine.
    pub heading: String,
    /// Names and values.
    pub entries: Vec<(String, String)>,
}

/// What a page is made from.
#[derive(Clone, Copy, Debug)]
pub struct ReportInput<'a> {
    /// Title of the tournament.
    pub title: &'a str,
    /// The settings: variant, time control, openings, engines.
    pub sections: &'a [Section],
    /// The results.
    pub summary: &'a Summary,
    /// The games that the summary was made from, in any order.
    pub records: &'a [&'a GameRecord],
    /// The rules of the variant; `None` leaves out the final positions.
    pub rules: Option<&'static Rules>,
}

/// State shared by the parts of a page.
struct Page<'a> {
    summary: &'a Summary,
    /// In the order of the schedule.
    games: Vec<&'a GameRecord>,
    pairs: Vec<Pair>,
    rules: Option<&'static Rules>,
    sprt: Option<SprtSettings>,
}

impl<'a> Page<'a> {
    fn new(input: &ReportInput<'a>) -> Page<'a> {
        let engines = input.summary.standings.len();
        let mut games: Vec<&GameRecord> = input
            .records
            .iter()
            .copied()
            .filter(|game| game.white.max(game.black) < engines)
            .collect();
        games.sort_by_key(|game| game.game);
        games.dedup_by_key(|game| game.game);
        Page {
            summary: input.summary,
            pairs: summary::pairs(&games),
            games,
            rules: input.rules,
            sprt: input.summary.sprt.map(|state| state.settings),
        }
    }

    /// The name of an engine by its index.
    fn name(&self, engine: usize) -> &'a str {
        let found = self.summary.engine(engine);
        found.map_or("?", |result| &result.name)
    }

    /// Whether this is a match of exactly two engines.
    fn is_match(&self) -> bool {
        self.summary.standings.len() == 2
    }
}

/// The page as HTML.
///
/// ```
/// use peregrine::arena::report::{self, ReportInput};
/// use peregrine::arena::summary::{Description, Summary};
/// let nothing = Description { engines: vec![], openings: vec![], sprt: None, games: 8 };
/// let summary = Summary::new(&nothing, &[]);
/// let page = report::html(&ReportInput {
///     title: "A <match>",
///     sections: &[],
///     summary: &summary,
///     records: &[],
///     rules: None,
/// });
/// assert!(page.starts_with("<!DOCTYPE html>"));
/// assert!(page.contains("A &lt;match&gt;"));
/// ```
pub fn html(input: &ReportInput) -> String {
    let page = Page::new(input);
    let title = words::clean(input.title);
    let whole = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (title) }
                    p class="verdict" { (words::verdict(&page)) }
                    p class="muted" { (words::progress(input.summary)) }
                    (tables::key_numbers(&page))
                }
                main {
                    (body(&page))
                    (configuration(input.sections))
                }
                footer {
                    p {
                        "All intervals are 95 % confidence intervals. Elo, normalised Elo and the likelihood of "
                        "superiority (LOS) come from pairs of games with the same opening and "
                        "reversed colours. Made by Peregrine from the records of the games."
                    }
                }
            }
        }
    };
    whole.into_string()
}

fn body(page: &Page) -> Markup {
    html! {
        @if page.games.is_empty() {
            section class="card" { p { "Charts and tables appear once the first game has finished." } }
        } @else {
            (tables::standings(page))
            (tables::crosstable(page))
            div class="grid" {
                (charts::elo(page))
                (progress::elo(page))
                (progress::log_likelihood_ratio(page))
                (progress::scores(page))
                (charts::pairs(page))
                (charts::colours(page))
                (charts::lengths(page))
                (charts::terminations(page))
            }
            (charts::openings(page))
            (tables::irregular_games(page))
            (tables::thinking(page))
            (boards::positions(page))
        }
    }
}

fn configuration(sections: &[Section]) -> Markup {
    html! {
        @if !sections.is_empty() {
            section class="card" {
                h2 { "What was played" }
                div class="grid" {
                    @for section in sections {
                        div {
                            h3 { (words::clean(&section.heading)) }
                            dl {
                                @for (name, value) in &section.entries {
                                    dt { (words::clean(name)) }
                                    dd { (words::clean(value)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

//! The page as HTML, with charts as SVG.
//!
//! Must not compute anything that is shown: all of it is in [`Page`].

mod boards;
mod charts;
mod course;
mod openings;
mod svg;
mod tables;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::Section;
use super::data::{KeyNumbers, Page, Results};

const STYLE: &str = include_str!("style.css");

pub(super) fn page(page: &Page) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (page.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (page.title) }
                    @if let Some(warning) = &page.warning { p class="warning" role="note" { (warning) } }
                    p class="verdict" { (page.verdict) }
                    p class="muted" { (page.progress) }
                    @if let Some(numbers) = &page.key_numbers { (key_numbers(numbers)) }
                }
                main {
                    @if let Some(results) = &page.results {
                        (all_results(results))
                    } @else {
                        section class="card" { p { "Charts and tables appear once the first game has finished." } }
                    }
                    (configuration(&page.sections))
                }
                footer {
                    p {
                        "All intervals are 95 % confidence intervals. Elo, normalized Elo and the likelihood of "
                        "superiority (LOS) come from pairs of games with the same opening and "
                        "reversed colors. Made by Peregrine from the records of the games."
                    }
                }
            }
        }
    }
}

fn key_numbers(numbers: &KeyNumbers) -> Markup {
    html! {
        div class="numbers" {
            @for (name, value, detail) in &numbers.numbers {
                div { span class="muted" { (name) } strong { (value) } span class="muted" { (detail) } }
            }
        }
        p class="muted" { "Seen from " b { (numbers.engine) } "." }
    }
}

fn all_results(results: &Results) -> Markup {
    html! {
        (tables::standings(&results.engines))
        (tables::crosstable(&results.engines, &results.crosstable))
        div class="grid" {
            (drawn(&results.elo, charts::elo))
            (drawn(&results.elo_course, course::elo))
            (drawn(&results.sprt_course, course::sprt))
            (drawn(&results.score_course, course::scores))
            (drawn(&results.pairs, charts::pairs))
            (charts::colors(&results.colors))
            (drawn(&results.lengths, charts::lengths))
            (charts::terminations(&results.terminations))
        }
        (drawn(&results.openings, openings::openings))
        (tables::irregular_games(&results.irregular))
        (tables::thinking(&results.engines))
        (boards::final_positions(&results.final_positions))
    }
}

/// A chart, if there is something to show.
fn drawn<T>(data: &Option<T>, draw: fn(&T) -> Markup) -> Markup {
    data.as_ref().map_or_else(|| html! {}, draw)
}

fn configuration(sections: &[Section]) -> Markup {
    html! {
        @if !sections.is_empty() {
            section class="card" {
                h2 { "What was played" }
                div class="grid" {
                    @for section in sections {
                        div {
                            h3 { (section.heading) }
                            dl {
                                @for (name, value) in &section.entries { dt { (name) } dd { (value) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

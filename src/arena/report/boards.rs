//! Final positions of selected games.

use maud::{Markup, html};

use crate::arena::record::GameRecord;
use crate::arena::summary::text::cut;
use crate::notation::diagram::Svg;

use super::Page;
use super::words::clean;

/// A picture as an image URL, so that its element IDs cannot clash with those
/// of others.
fn address(picture: &str) -> String {
    let mut text = "data:image/svg+xml,".to_owned();
    for character in picture.chars() {
        match character {
            '\n' => text.push(' '),
            '"' => text.push('\''),
            '%' | '#' | '<' | '>' | '&' | '\'' | '?' | '{' | '}' | '|' | '^' | '`' | '\\' => {
                text.push_str(&format!("%{:02X}", u32::from(character)));
            }
            _ => text.push(character),
        }
    }
    text
}

/// The games whose final position is shown, with the reason: the last, the
/// shortest and longest win, and the first failure.
fn chosen<'a>(games: &[&'a GameRecord]) -> Vec<(&'static str, &'a GameRecord)> {
    let won = || {
        games
            .iter()
            .copied()
            .filter(|game| game.result.winner().is_some() && !game.termination.is_failure())
    };
    let mut found = [
        ("Last game", games.last().copied()),
        ("Shortest win", won().min_by_key(|game| game.moves.len())),
        ("Longest win", won().max_by_key(|game| game.moves.len())),
        (
            "First failure",
            games
                .iter()
                .copied()
                .find(|game| game.termination.is_failure()),
        ),
    ]
    .into_iter()
    .filter_map(|(why, game)| Some((why, game?)))
    .collect::<Vec<_>>();
    let mut seen = Vec::new();
    found.retain(|(_, game)| {
        let is_new = !seen.contains(&game.game);
        seen.push(game.game);
        is_new
    });
    found
}

/// Final positions, if the rules are known.
pub(super) fn positions(page: &Page) -> Markup {
    let Some(rules) = page.rules else {
        return html! {};
    };
    let shown: Vec<_> = chosen(&page.games)
        .into_iter()
        .filter_map(|(why, game)| Some((why, game, game.replay(rules).ok()?)))
        .collect();
    html! {
        @if !shown.is_empty() {
            section class="card" {
                h2 { "Final positions" }
                div class="boards" {
                    @for (why, game, replayed) in &shown {
                        @let position = replayed.position();
                        figure {
                            img alt={"Final position of game " (game.label()) ": " (position)}
                                src=(address(&Svg::new(position).to_string()));
                            figcaption {
                                b { (why) ": game " (game.label()) }
                                div {
                                    (cut(&clean(page.name(game.white)), 30)) " – "
                                    (cut(&clean(page.name(game.black)), 30)) " " b { (game.result) }
                                }
                                div class="muted" { (game.termination) ", " (game.moves.len()) " plies" }
                            }
                        }
                    }
                }
            }
        }
    }
}

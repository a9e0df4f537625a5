//! Pictures of final positions.

use maud::{Markup, html};

use crate::arena::report::data::FinalPosition;
use crate::arena::summary::text::truncated;

pub(crate) fn final_positions(positions: &[FinalPosition]) -> Markup {
    html! {
        @if !positions.is_empty() {
            section class="card" {
                h2 { "Final positions" }
                div class="boards" { @for position in positions { (board(position)) } }
            }
        }
    }
}

fn board(position: &FinalPosition) -> Markup {
    let [white, black] = position.players.each_ref().map(|name| truncated(name, 30));
    html! {
        figure {
            img alt={"Final position of game " (position.label) ": " (position.fen)}
                src={"data:image/svg+xml," (percent_encoded(&position.picture.to_string()))};
            figcaption {
                b { (position.why) ": game " (position.label) }
                div { (white) " – " (black) " " b { (position.result) } }
                div class="muted" { (position.termination) ", " (position.plies) " plies" }
            }
        }
    }
}

/// A picture as part of an image URL, so that its element IDs cannot clash with
/// those of others.
fn percent_encoded(picture: &str) -> String {
    let mut text = String::with_capacity(2 * picture.len());
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

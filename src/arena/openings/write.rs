//! Writes openings as text.

use std::fmt::Write;

use crate::notation::pgn::PgnGame;

use super::{Opening, OpeningsFormat};

/// Formats openings, preceded by a heading as comment lines.
/// [`parse`](super::parse) reads the result; as positions, openings lose the
/// moves that led to them.
///
/// ```
/// use peregrine::{arena::openings::{format, parse, OpeningsFormat}, variants};
/// let rules = variants::rules("chess").unwrap();
/// let openings = parse("e4 e5 ; open", rules, OpeningsFormat::Moves, None).unwrap();
/// assert_eq!(
///     format(&openings, OpeningsFormat::Moves, "made by hand"),
///     "# made by hand\ne2e4 e7e5 ; open\n"
/// );
/// ```
pub fn format(openings: &[Opening], format: OpeningsFormat, heading: &str) -> String {
    let mut text = String::new();
    let comment = match format {
        OpeningsFormat::Moves | OpeningsFormat::Epd => '#',
        OpeningsFormat::Pgn => '%',
    };
    for line in heading.lines() {
        push_line(&mut text, format_args!("{comment} {line}"));
    }
    for opening in openings {
        match format {
            OpeningsFormat::Moves => push_line(&mut text, format_args!("{}", line(opening))),
            OpeningsFormat::Epd => {
                let name = opening.name.as_ref();
                let name = name.map(|name| format!(" ; id \"{}\"", name.replace('"', "'")));
                let position = opening.game.position();
                push_line(
                    &mut text,
                    format_args!("{position}{}", name.unwrap_or_default()),
                );
            }
            OpeningsFormat::Pgn => {
                let mut pgn = PgnGame::from_game(opening.game.clone());
                if let Some(name) = &opening.name {
                    pgn.set_tag("Opening", name);
                }
                text += &pgn.to_string();
            }
        }
    }
    text
}

fn push_line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = writeln!(text, "{line}");
}

/// The moves, preceded by the FEN unless they start from the variant's start
/// position.
fn line(opening: &Opening) -> String {
    let start = opening.game.start();
    let usual = start.to_string() == start.rules().start_fen();
    let mut text = match usual && !opening.game.moves().is_empty() {
        true => opening.words().join(" "),
        false => opening.text(),
    };
    if let Some(name) = &opening.name {
        text += " ; ";
        text += name;
    }
    text
}

//! The variants of a text that is not valid TOML: those that are, and the others.

use toml::de::DeTable;

use super::Heading;
use super::error::Location;

/// The most sections that are tried together, which takes the square of their number.
const MAX_SECTIONS: usize = 300;

/// The lines from one variant's heading to the next variant's.
struct Section<'i> {
    /// The variant's name; none before the first heading.
    name: Option<&'i str>,
    /// From 0.
    first_line: usize,
    text: &'i str,
}

/// The text with the lines of every variant that is not valid TOML by itself left empty, so
/// that the others keep their line numbers, and the variants that were left out. There is no
/// text if what is left is not valid either.
pub(super) fn without_broken_games(text: &str) -> (Option<String>, Vec<Heading>) {
    let sections = sections(text);
    let alone = |_: &str, section: &str| is_valid(section);
    let (rest, broken) = without(&sections, alone);
    if is_valid(&rest) {
        return (Some(rest), broken);
    }
    // Two sections may be valid, but not together.
    if sections.len() > MAX_SECTIONS {
        return (None, broken);
    }
    let together = |before: &str, section: &str| is_valid(&format!("{before}{section}"));
    let (rest, broken) = without(&sections, together);
    (is_valid(&rest).then_some(rest), broken)
}

/// The sections that are good after those before them, and the others.
fn without(
    sections: &[Section<'_>],
    is_good: impl Fn(&str, &str) -> bool,
) -> (String, Vec<Heading>) {
    let mut rest = String::new();
    let mut broken = Vec::new();
    for section in sections {
        if is_good(&rest, section.text) {
            rest.push_str(section.text);
            continue;
        }
        rest.extend(section.text.chars().filter(|&letter| letter == '\n'));
        broken.extend(section.name.map(|name| Heading {
            place: Location {
                line: section.first_line + 1,
                variant: name.to_owned(),
                path: String::new(),
                origin: None,
            },
            base: None,
        }));
    }
    (rest, broken)
}

fn is_valid(text: &str) -> bool {
    DeTable::parse_recoverable(text).1.is_empty()
}

/// Cuts a text at the headings of its games. The headings `[game]` and `[game.pieces]`
/// belong to the same game.
fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section {
        name: None,
        first_line: 0,
        text: "",
    }];
    let mut start = 0;
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let last = sections.len() - 1;
        let found = game_of_heading(line);
        if found.is_some() && found != sections[last].name {
            sections[last].text = &text[start..at];
            start = at;
            sections.push(Section {
                name: found,
                first_line: number,
                text: "",
            });
        }
        at += line.len();
    }
    let last = sections.len() - 1;
    sections[last].text = &text[start..];
    sections
}

/// The first name in a heading such as `[gothic]` or `[gothic.pieces]`.
fn game_of_heading(line: &str) -> Option<&str> {
    let inside = line.trim_start().strip_prefix('[')?;
    let inside = inside.trim_start_matches(['[', ' ', '"', '\'']);
    let end = inside.find(|letter: char| !letter.is_alphanumeric() && !"-_".contains(letter));
    let name = &inside[..end.unwrap_or(inside.len())];
    (!name.is_empty()).then_some(name)
}

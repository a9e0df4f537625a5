//! Games that have been translated, before the reader of variant files has seen them.

use super::finding::{Finding, Source};
use super::game::Game;

/// A translated game, with the origins of its keys.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub game: Game,
    /// Keys of the variant file, or the beginnings of them, and where they come from.
    pub sources: Vec<(String, Source)>,
    /// The game as a whole.
    pub section: Source,
}

/// A game of a file.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Its name in the file.
    pub name: String,
    /// Where it begins.
    pub line: usize,
    /// `None` if it is refused.
    pub draft: Option<Draft>,
    pub findings: Vec<Finding>,
}

/// The longest name of a variant.
const MAX_NAME: usize = 64;

/// A name that a variant file can use: letters, digits and single hyphens.
pub(super) fn valid_name(name: &str) -> String {
    let mut valid = String::new();
    for letter in name.chars() {
        match letter.is_ascii_alphanumeric() {
            true => valid.push(letter),
            false if valid.is_empty() || valid.ends_with('-') => {}
            false => valid.push('-'),
        }
    }
    valid.truncate(MAX_NAME);
    let valid = valid.trim_end_matches('-');
    match valid.contains(|letter: char| letter.is_ascii_alphabetic()) {
        true => valid.to_owned(),
        false => format!("game{valid}"),
    }
}

impl Draft {
    /// Where a key of the variant file comes from.
    pub(super) fn source(&self, path: &str) -> &Source {
        let is_at = |key: &str| {
            path == key
                || path
                    .strip_prefix(key)
                    .is_some_and(|rest| rest.starts_with(['.', '-']))
        };
        let found = self.sources.iter().find(|(key, _)| is_at(key));
        found.map_or(&self.section, |row| &row.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_valid() {
        assert_eq!(valid_name("Cross_Derby (new)"), "Cross-Derby-new");
        assert_eq!(valid_name("4x5chess"), "4x5chess");
        assert_eq!(valid_name("960"), "game960");
        assert_eq!(valid_name("\u{1b}é"), "game");
    }
}

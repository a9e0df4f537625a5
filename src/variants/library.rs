//! The library: games that the catalog does not list, found by their names.
//!
//! Each is a variant file in `data/games`. Nothing of it is read before somebody asks for
//! the game.

use std::sync::OnceLock;

use super::check::check;
use super::{Variant, registry};

/// A game of the library.
struct LibraryGame {
    name: &'static str,
    text: &'static str,
    /// The game once it has been asked for.
    variant: OnceLock<Option<&'static Variant>>,
}

/// The game of a file.
macro_rules! game {
    ($name:literal) => {
        LibraryGame {
            name: $name,
            text: include_str!(concat!("../../data/games/", $name, ".toml")),
            variant: OnceLock::new(),
        }
    };
}

static GAMES: [LibraryGame; 63] = [
    game!("4x5chess"),
    game!("4x6chess"),
    game!("5x6chess"),
    game!("active"),
    game!("advancedpawn"),
    game!("almost"),
    game!("amazon"),
    game!("centaur"),
    game!("chancellor"),
    game!("chessvshp"),
    game!("cornerrook"),
    game!("crossderby"),
    game!("diana"),
    game!("doublearmy"),
    game!("embassy"),
    game!("falcon-cannon"),
    game!("falcon-cheops"),
    game!("falcon-dragon"),
    game!("falcon-giraffe"),
    game!("falcon-gold"),
    game!("falcon-half-diagonal"),
    game!("falcon-half-straight"),
    game!("falcon-horus"),
    game!("falcon-jumping"),
    game!("falcon-lateral"),
    game!("falcon-osiris"),
    game!("falcon-paths"),
    game!("falcon-pyramids"),
    game!("falcon-scorpion"),
    game!("falcon-shogi"),
    game!("falcon-silver"),
    game!("falcon-templars"),
    game!("falcon-two-path"),
    game!("gardner"),
    game!("gemini"),
    game!("gothic"),
    game!("grand"),
    game!("grasshopper"),
    game!("gustav3"),
    game!("haynie"),
    game!("hoppelpoppel"),
    game!("indiangreat"),
    game!("janus"),
    game!("losalamos"),
    game!("microchess"),
    game!("modern"),
    game!("newzealand"),
    game!("nightrider"),
    game!("nocastle"),
    game!("omicron"),
    game!("opulent"),
    game!("paradigm"),
    game!("pawnsmassacre"),
    game!("peasant"),
    game!("perfect"),
    game!("petty"),
    game!("raazuvaa"),
    game!("semitorpedo"),
    game!("shako"),
    game!("tencubed"),
    game!("troitzky"),
    game!("upsidedown"),
    game!("weak"),
];

impl LibraryGame {
    fn variant(&self) -> Option<&'static Variant> {
        *self.variant.get_or_init(|| {
            // A test checks all files.
            let found = check(self.text).ok()?.into_iter().next()?;
            Some(registry().intern(found))
        })
    }
}

/// The names of the games, in alphabetical order.
///
/// ```
/// assert!(peregrine::variants::library::names().any(|name| name == "shako"));
/// ```
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.name)
}

/// The game of this name, in upper or lower case.
pub(super) fn find(name: &str) -> Option<&'static Variant> {
    let found = GAMES
        .iter()
        .find(|game| game.name.eq_ignore_ascii_case(name));
    found?.variant()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_library_is_the_folder_of_games() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
        let entries = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let mut files: Vec<String> = entries
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        files.sort_unstable();
        assert_eq!(files, names().collect::<Vec<_>>());
        for game in &GAMES {
            let variants =
                check(game.text).unwrap_or_else(|faults| panic!("{}: {faults:?}", game.name));
            assert_eq!(variants.len(), 1, "{}", game.name);
            assert_eq!(variants[0].name, game.name);
            assert!(
                variants[0].title != game.name,
                "{} needs a title",
                game.name
            );
            let comments = game.text.lines().take_while(|line| line.starts_with("# "));
            let comments: Vec<&str> = comments.collect();
            assert!(
                comments.last().unwrap().starts_with("# Source: http"),
                "{}",
                game.name
            );
            assert!(comments.len() > 1, "{} needs its rules", game.name);
        }
    }

    #[test]
    fn a_game_is_read_once() {
        let [one, other] = ["gardner", "Gardner"].map(|name| find(name).unwrap());
        assert!(std::ptr::eq(one, other));
        assert!(find("gardnr").is_none());
    }
}

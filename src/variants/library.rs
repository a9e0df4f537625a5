//! The library: games that the catalog does not list, found by their names.
//!
//! Each is a variant file in `data/games`. Nothing of it is read before somebody asks for
//! the game. On request the catalog lists them, too ([`set_listed`]).

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

static GAMES: [LibraryGame; 138] = [
    game!("3check"),
    game!("4x5chess"),
    game!("4x6chess"),
    game!("5check"),
    game!("5x6chess"),
    game!("active"),
    game!("advancedpawn"),
    game!("ai-wok"),
    game!("allwayspawns"),
    game!("almost"),
    game!("amazon"),
    game!("antichess"),
    game!("argess"),
    game!("armageddon"),
    game!("asean"),
    game!("backrank"),
    game!("berolina"),
    game!("breakthrough"),
    game!("caparandom"),
    game!("capture"),
    game!("caught-in-a-snag"),
    game!("centaur"),
    game!("centaurking"),
    game!("chak"),
    game!("chancellor"),
    game!("chaturanga"),
    game!("checkmateless"),
    game!("chessvshp"),
    game!("chigorin"),
    game!("codrus"),
    game!("coregal"),
    game!("cornerrook"),
    game!("courier"),
    game!("crossderby"),
    game!("crossing"),
    game!("crowdedxiangqi"),
    game!("diana"),
    game!("doublearmy"),
    game!("dragon-chess"),
    game!("embassy"),
    game!("empire"),
    game!("extinction"),
    game!("falcon-cannon"),
    game!("falcon-cheops"),
    game!("falcon-decimal"),
    game!("falcon-dragon"),
    game!("falcon-giraffe"),
    game!("falcon-gold"),
    game!("falcon-half-diagonal"),
    game!("falcon-half-straight"),
    game!("falcon-horus"),
    game!("falcon-jumping"),
    game!("falcon-lateral"),
    game!("falcon-osiris"),
    game!("falcon-passed-pawns"),
    game!("falcon-passed-pawns-8x8"),
    game!("falcon-paths"),
    game!("falcon-pyramids"),
    game!("falcon-royal"),
    game!("falcon-scorpion"),
    game!("falcon-shogi"),
    game!("falcon-silver"),
    game!("falcon-templars"),
    game!("falcon-two-kings"),
    game!("falcon-two-path"),
    game!("falcon-xiangqi"),
    game!("forward"),
    game!("gardner"),
    game!("gemini"),
    game!("georgian"),
    game!("giveaway"),
    game!("gothic"),
    game!("grand"),
    game!("grasshopper"),
    game!("gustav3"),
    game!("haynie"),
    game!("hoppelpoppel"),
    game!("horde"),
    game!("indiangreat"),
    game!("janus"),
    game!("kamikazerooks"),
    game!("khans"),
    game!("kinglet"),
    game!("kingofthehill"),
    game!("knightmate"),
    game!("legan"),
    game!("losalamos"),
    game!("losers"),
    game!("maharajah"),
    game!("maharajah2"),
    game!("makpong"),
    game!("makruk"),
    game!("manchu"),
    game!("microchess"),
    game!("minixiangqi"),
    game!("misere"),
    game!("modern"),
    game!("newzealand"),
    game!("nightrider"),
    game!("nocastle"),
    game!("omicron"),
    game!("opulent"),
    game!("orda"),
    game!("ordamirror"),
    game!("ordavsempire"),
    game!("paradigm"),
    game!("pawnback"),
    game!("pawnsideways"),
    game!("pawnsmassacre"),
    game!("peasant"),
    game!("perfect"),
    game!("petty"),
    game!("quasi-shatranj"),
    game!("raazuvaa"),
    game!("racingchess"),
    game!("racingkings"),
    game!("rookmate"),
    game!("rooksquare"),
    game!("semitorpedo"),
    game!("shako"),
    game!("shatar"),
    game!("shatranj"),
    game!("shoshogi"),
    game!("sixthrank"),
    game!("sortofalmost"),
    game!("spartan"),
    game!("squatter"),
    game!("tencubed"),
    game!("threekings"),
    game!("torpedo"),
    game!("troitzky"),
    game!("twokings2"),
    game!("upsidedown"),
    game!("weak"),
    game!("wildebeest"),
    game!("wolf"),
    game!("xhess"),
    game!("xiangqi"),
];

impl LibraryGame {
    /// The game's name in XBoard, without reading the file.
    fn name_in_xboard(&self) -> &'static str {
        let value = |line: &'static str| {
            let value = line
                .strip_prefix("xboard")?
                .trim_start()
                .strip_prefix('=')?;
            value.split('"').nth(1)
        };
        self.text.lines().find_map(value).unwrap_or(self.name)
    }

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

/// The games that the catalog does not list, in alphabetical order. A listed game, such as
/// one from a file, takes the place of the library's game of the same name.
///
/// ```
/// use peregrine::variants::library::unlisted;
/// assert!(unlisted().iter().any(|game| game.name == "shako"));
/// ```
pub fn unlisted() -> Vec<&'static Variant> {
    let listed = super::all();
    let is_new = |game: &&LibraryGame| {
        let mut others = listed.iter();
        others.all(|other| !other.name.eq_ignore_ascii_case(game.name))
    };
    let games = GAMES.iter().filter(is_new);
    games.filter_map(LibraryGame::variant).collect()
}

/// The game of the library that XBoard knows by this name, in either case, unless the catalog
/// lists another of its own name. Other games are not read.
pub(crate) fn find_in_xboard(name: &str) -> Option<&'static Variant> {
    let listed = super::all();
    let is_that = |game: &&LibraryGame| {
        let is_its = |other: &&'static Variant| other.name.eq_ignore_ascii_case(game.name);
        game.name_in_xboard().eq_ignore_ascii_case(name) && !listed.iter().any(is_its)
    };
    GAMES.iter().find(is_that)?.variant()
}

/// Reads one more game of the library. Returns whether others are left; when none is,
/// [`unlisted`] takes no time.
pub(crate) fn read_one() -> bool {
    let mut unread = GAMES.iter().filter(|game| game.variant.get().is_none());
    if let Some(game) = unread.next() {
        game.variant();
    }
    unread.next().is_some()
}

/// Adds the games of the library to the catalog, or removes them from it. They are found by
/// name in either case. Returns the names of those added.
///
/// ```
/// use peregrine::variants::{all, find, library::set_listed};
/// let is_listed = || all().iter().any(|game| game.name == "shako");
/// assert!(!is_listed() && find("shako").is_ok());
/// assert!(set_listed(true).contains(&"shako".to_owned()) && is_listed());
/// assert!(set_listed(false).is_empty() && !is_listed() && find("shako").is_ok());
/// ```
pub fn set_listed(is_listed: bool) -> Vec<String> {
    let added = match is_listed {
        true => unlisted(),
        false => Vec::new(),
    };
    let mut registry = registry();
    match is_listed {
        true => registry.listed.extend(&added),
        false => registry.listed.retain(|variant| !is_of_library(variant)),
    }
    added.iter().map(|game| game.name.clone()).collect()
}

/// Adds a game of the library to the catalog, if it is one and not there yet.
pub(crate) fn list(variant: &'static Variant) {
    let mut registry = registry();
    let mut listed = registry.listed.iter();
    if is_of_library(variant) && !listed.any(|other| std::ptr::eq(*other, variant)) {
        registry.listed.push(variant);
    }
}

/// Whether the catalog lists all games of the library.
pub(crate) fn is_listed() -> bool {
    let listed = super::all();
    let mut names = names();
    names.all(|name| {
        listed
            .iter()
            .any(|game| game.name.eq_ignore_ascii_case(name))
    })
}

/// Whether this is a game of the library itself and not another one of its name.
fn is_of_library(variant: &'static Variant) -> bool {
    let mut read = GAMES.iter().filter_map(|game| *game.variant.get()?);
    read.any(|game| std::ptr::eq(game, variant))
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
    fn the_library_can_be_read_game_by_game() {
        let reads = std::iter::repeat_with(read_one).take_while(|is_left| *is_left);
        assert!(reads.count() < GAMES.len());
        assert!(GAMES.iter().all(|game| game.variant.get().is_some()));
    }

    #[test]
    fn names_in_xboard_are_found_without_reading_all_files() {
        for game in &GAMES {
            let variant = game.variant().unwrap();
            let name = variant.xboard.as_deref().unwrap_or(&variant.name);
            assert_eq!(game.name_in_xboard(), name);
        }
    }

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
            assert!(
                !variants[0].about.is_empty(),
                "{} needs its rules",
                game.name
            );
            assert!(
                game.text.starts_with("# Source: http"),
                "{} needs its source",
                game.name
            );
        }
    }

    #[test]
    fn a_game_is_read_once() {
        let [one, other] = ["gardner", "Gardner"].map(|name| find(name).unwrap());
        assert!(std::ptr::eq(one, other));
        assert!(find("gardnr").is_none());
    }
}

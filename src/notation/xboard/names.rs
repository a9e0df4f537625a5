//! The names of games in the XBoard protocol.
//!
//! XBoard has a few of the games built in, under its own names. All others are
//! described to it, under names that it cannot mistake for a built-in one.

use crate::rules::{CastlingRule, Rules};
use crate::variants::{self, Variant};

use super::XboardDialect;

/// A built-in game: its name in XBoard, its name in Peregrine, and its castling
/// rule if the game offers several. XBoard's `falcon` castles three squares to
/// either side and cannot be changed (docs/rules.md, section 11). Orthodox
/// chess comes first because `new` sets it up. A game of the library is offered only if the
/// catalog lists it.
const KNOWN: [(&str, &str, Option<CastlingRule>); 5] = [
    ("normal", "chess", None),
    ("falcon", "falcon", Some(CastlingRule::Three)),
    ("capablanca", "capablanca", None),
    ("fischerandom", "chess960", None),
    ("caparandom", "caparandom", None),
];

/// Built-in names that XBoard recognizes anywhere in another name.
const FOUND_ANYWHERE: [&str; 21] = [
    "normal",
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "wild",
    "frc",
    "960",
    "misc/",
    // XBoard takes any name with this prefix for wild chess with some number.
    "w",
    "boardsize",
    "unknown",
];

/// Built-in names that XBoard recognizes at the start of another name, unless a
/// letter follows.
const FOUND_IN_FRONT: [&str; 23] = [
    "shogi",
    "chu",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "xiangqi",
    "asean",
    "lion",
    "elven",
];

/// The longest list of names: XBoard 4.9 takes lines of 7,600 characters. Those of XBoard 4.8, of
/// 500, are only exceeded once the library is listed.
const LONGEST: usize = 4096;

/// Why a name cannot be used for a new game, if XBoard would misread it.
pub(super) fn misunderstood(name: &str) -> Option<String> {
    let plain = |character: char| character.is_ascii_lowercase() || character.is_ascii_digit();
    if !name.starts_with(|first: char| first.is_ascii_lowercase())
        || !name
            .chars()
            .all(|character| plain(character) || character == '-')
    {
        return Some("it must consist of lower-case letters, digits and hyphens".to_owned());
    }
    if let Some(found) = FOUND_ANYWHERE.iter().find(|known| name.contains(**known)) {
        return Some(format!("it contains '{found}'"));
    }
    if name.contains("fischer") && name.contains("random") {
        return Some("it contains 'fischer' and 'random'".to_owned());
    }
    let follows = |known: &&&str| {
        let rest = name.strip_prefix(**known);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_lowercase()))
    };
    let found = FOUND_IN_FRONT.iter().find(follows)?;
    Some(format!("it starts with '{found}', and no letter follows"))
}

/// All games that can be offered, and the reasons why others cannot.
pub(crate) fn all() -> (Vec<XboardDialect>, Vec<String>) {
    let mut offered: Vec<XboardDialect> = Vec::new();
    let mut missing = Vec::new();
    let listed = variants::all();
    for (name, game, castling) in KNOWN {
        if let Some(game) = listed.iter().find(|other| other.name == game) {
            offered.push(XboardDialect::known(name, game, castling));
        }
    }
    let mut length: usize = offered.iter().map(|dialect| dialect.name.len() + 1).sum();
    for game in listed {
        if is_known(game) {
            continue;
        }
        let made = described(game).and_then(|dialect| {
            if offered.iter().any(|other| other.name == dialect.name) {
                return Err(format!(
                    "'{}' is already the name of another game in XBoard",
                    dialect.name
                ));
            }
            length += dialect.name.len() + 1;
            (length <= LONGEST)
                .then_some(dialect)
                .ok_or_else(|| "there are too many games".to_owned())
        });
        match made {
            Ok(dialect) => offered.push(dialect),
            Err(reason) => missing.push(format!("{} is not offered: {reason}", game.name)),
        }
    }
    (offered, missing)
}

fn described(game: &'static Variant) -> Result<XboardDialect, String> {
    let name = name_there(game);
    match misunderstood(name) {
        Some(reason) => Err(format!("XBoard cannot use the name '{name}': {reason}")),
        None => XboardDialect::described(name, game),
    }
}

/// Orthodox chess, which `new` sets up.
pub(crate) fn normal() -> XboardDialect {
    let (name, game, castling) = KNOWN[0];
    let game = variants::find(game).unwrap_or_else(|_| variants::all()[0]);
    XboardDialect::known(name, game, castling)
}

/// The game with these rules, under a name that implies them.
///
/// # Errors
/// If no name implies them, with the dialect that fits otherwise.
pub(crate) fn for_rules(rules: &'static Rules) -> Result<XboardDialect, XboardDialect> {
    let is_that = |dialect: &XboardDialect| dialect.rules(rules.promotion()) == rules;
    match all().0.into_iter().find(is_that) {
        Some(dialect) => Ok(dialect),
        None => {
            let game = variants::find(rules.variant()).unwrap_or_else(|_| variants::all()[0]);
            Err(XboardDialect::known(
                &game.name,
                game,
                Some(rules.castling()),
            ))
        }
    }
}

/// The game with this name in XBoard or, failing that, in Peregrine.
pub(crate) fn find(name: &str) -> Option<XboardDialect> {
    let (offered, _) = all();
    let named = |name: &str| offered.iter().find(|dialect| dialect.name == name).cloned();
    named(name).or_else(|| {
        let game = variants::find(name).ok();
        let game = game.or_else(|| of_library(name))?;
        let dialects = offered
            .iter()
            .filter(|dialect| std::ptr::eq(dialect.game, game));
        // XBoard's built-in form of a game may have fewer features than a
        // described one.
        let offered = dialects.max_by_key(|dialect| dialect.is_described).cloned();
        // One of the library need not be offered.
        let other = || described(game).ok().or_else(|| known_as(name_there(game)));
        offered.or_else(other)
    })
}

/// The game described to XBoard under this name, in upper or lower case.
pub(super) fn described_as(name: &str) -> Option<XboardDialect> {
    let is_that = |game: &&Variant| name_there(game).eq_ignore_ascii_case(name);
    let mut games = variants::all().into_iter();
    let game = games.find(|game| is_that(game) && !is_known(game));
    described(game.or_else(|| of_library(name))?).ok()
}

/// The game of the library that is described under this name, in upper or lower case.
fn of_library(name: &str) -> Option<&'static Variant> {
    variants::library::find_in_xboard(name)
}

/// The game built into XBoard under this name, in upper or lower case.
pub(super) fn known_as(name: &str) -> Option<XboardDialect> {
    let mut known = KNOWN.into_iter();
    let (name, game, castling) = known.find(|known| known.0.eq_ignore_ascii_case(name))?;
    let game = variants::find(game).ok()?;
    Some(XboardDialect::known(name, game, castling))
}

/// Whether a game is built into XBoard.
fn is_known(game: &Variant) -> bool {
    game.xboard.is_none() && KNOWN.iter().any(|known| known.1 == game.name)
}

/// The name under which a game is described.
fn name_there(game: &Variant) -> &str {
    game.xboard.as_deref().unwrap_or(&game.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_xboard_takes_for_its_own() {
        for name in [
            "falcon",
            "falcon100",
            "falcon-x",
            "supernormal",
            "swap",
            "chess960",
            "chu-x",
            "Duke",
            "10x8",
            "",
            "a b",
            "a,b",
            "w",
            "grand",
        ] {
            assert!(misunderstood(name).is_some(), "{name}");
        }
        for name in [
            "freefalcon",
            "falconhundred",
            "duke-100",
            "duke-10x10",
            "permutation",
            "chumpion",
            "mylion",
        ] {
            assert_eq!(misunderstood(name), None, "{name}");
        }
    }
}

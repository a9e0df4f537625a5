//! The names of games at this protocol's other end.
//!
//! Knows no board: a name, and the game of the registry it stands for.
//!
//! A few games XBoard knows itself, by names of its own; all others it has to
//! be told about, under names that it does not take for one of its own.

use crate::rules::{CastlingRule, Rules};
use crate::variants::{self, Variant};

use super::XboardDialect;

/// A game that XBoard knows: its name there, its name here, and its castling
/// rule if the game has several. XBoard's `falcon` castles three squares to
/// each side and cannot be taught otherwise (docs/rules.md, section 11). Orthodox
/// chess comes first: `new` sets it up.
const KNOWN: [(&str, &str, Option<CastlingRule>); 3] = [
    ("normal", "chess", None),
    ("falcon", "falcon", Some(CastlingRule::Three)),
    ("capablanca", "capablanca", None),
];

/// Names of XBoard's games that it finds anywhere in another name.
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
    // What begins so is wild chess of some number, whatever follows.
    "w",
    "boardsize",
    "unknown",
];

/// Names of XBoard's games that it finds at the start of another name, unless
/// a letter follows.
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

/// The longest line of names that fits a message of XBoard's.
const LONGEST: usize = 480;

/// What XBoard would take a name for, if it cannot stand for a new game.
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

/// All games that can be offered, and why others cannot.
pub(crate) fn all() -> (Vec<XboardDialect>, Vec<String>) {
    let mut offered: Vec<XboardDialect> = Vec::new();
    let mut missing = Vec::new();
    for (name, game, castling) in KNOWN {
        if let Ok(game) = variants::find(game) {
            offered.push(XboardDialect::known(name, game, castling));
        }
    }
    let mut length: usize = offered.iter().map(|dialect| dialect.name.len() + 1).sum();
    for game in variants::all() {
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

/// The game of those rules, by a name that says so much.
///
/// # Errors
/// When no name does, with the game as it is spoken of apart from that.
pub(crate) fn of(rules: &'static Rules) -> Result<XboardDialect, XboardDialect> {
    let is_that = |dialect: &XboardDialect| std::ptr::eq(dialect.rules(rules.promotion()), rules);
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

/// The game of that name: of the names here, or else of those that the game has
/// everywhere.
pub(crate) fn find(name: &str) -> Option<XboardDialect> {
    let (offered, _) = all();
    let named = |name: &str| offered.iter().find(|dialect| dialect.name == name).cloned();
    named(name).or_else(|| {
        let game = variants::find(name).ok()?;
        let dialects = offered
            .iter()
            .filter(|dialect| std::ptr::eq(dialect.game, game));
        // XBoard's own form of a game may be poorer than what it is told of.
        dialects.max_by_key(|dialect| dialect.is_described).cloned()
    })
}

/// The game that is described to XBoard under that name, in upper or lower
/// case.
pub(super) fn described_as(name: &str) -> Option<XboardDialect> {
    let is_that = |game: &&Variant| name_there(game).eq_ignore_ascii_case(name);
    let mut games = variants::all().into_iter();
    let game = games.find(|game| is_that(game) && !is_known(game))?;
    described(game).ok()
}

/// The game that XBoard knows by that name, in upper or lower case.
pub(super) fn known_as(name: &str) -> Option<XboardDialect> {
    let mut known = KNOWN.into_iter();
    let (name, game, castling) = known.find(|known| known.0.eq_ignore_ascii_case(name))?;
    let game = variants::find(game).ok()?;
    Some(XboardDialect::known(name, game, castling))
}

/// Whether XBoard knows a game and is not told about it.
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

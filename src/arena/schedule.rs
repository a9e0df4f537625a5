//! The schedule: the pairings with colors and openings. A pure
//! function of the configuration.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How users call a game of the schedule: the number of its pair and its own within the
/// pair, both from 1, as in `12.2`.
pub fn label(game: usize) -> String {
    format!("{}.{}", game / 2 + 1, game % 2 + 1)
}

/// Which engines are paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every engine meets every other.
    #[default]
    RoundRobin,
    /// The first engine meets each of the others.
    Gauntlet,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        match text {
            "round-robin" => Ok(Format::RoundRobin),
            "gauntlet" => Ok(Format::Gauntlet),
            _ => Err(format!(
                "'{text}' is not a format (choose from: round-robin gauntlet)"
            )),
        }
    }
}

/// A scheduled game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Its number, from 0.
    pub game: usize,
    /// The index of the engine playing White.
    pub white: usize,
    /// The index of the engine playing Black.
    pub black: usize,
    /// The index of the opening.
    pub opening: usize,
}

/// All games of a match.
///
/// In each round every pairing plays a pair of games from the round's opening,
/// with colors reversed: pair p is games 2p and 2p + 1. Adding rounds keeps
/// the schedule of the earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: usize,
    /// The opening of each round; the list repeats from its start.
    openings: Vec<usize>,
}

/// Upper limit on rounds.
pub(crate) const MAX_ROUNDS: usize = 10_000_000;

/// Upper limit on engines: the summary has an entry for each two of them.
pub(crate) const MAX_ENGINES: usize = 500;

/// Upper limit on games.
pub(crate) const MAX_GAMES: usize = 100_000_000;

/// Checks the size of a match.
///
/// ```
/// use peregrine::arena::schedule::{Format, check};
/// assert_eq!(check(Format::RoundRobin, 4, 100), Ok(()));
/// let error = check(Format::Gauntlet, 2, 0).unwrap_err();
/// assert_eq!(error, "rounds = 0: must be from 1 to 10000000");
/// ```
///
/// # Errors
/// When there are too many engines, rounds or games, or no rounds.
pub fn check(format: Format, engines: usize, rounds: usize) -> Result<(), String> {
    if rounds == 0 || rounds > MAX_ROUNDS {
        return Err(format!("rounds = {rounds}: must be from 1 to {MAX_ROUNDS}"));
    }
    if engines > MAX_ENGINES {
        return Err(format!(
            "{engines} engines are too many: the limit is {MAX_ENGINES}"
        ));
    }
    let pairings = match format {
        Format::RoundRobin => engines * engines.saturating_sub(1) / 2,
        Format::Gauntlet => engines.saturating_sub(1),
    };
    let games = 2 * rounds * pairings;
    if games > MAX_GAMES {
        return Err(format!(
            "{games} games are too many: the limit is {MAX_GAMES}"
        ));
    }
    Ok(())
}

impl Schedule {
    /// The schedule for this many engines and rounds. `openings` holds the
    /// indices of the openings in playing order, at least one.
    ///
    /// ```
    /// use peregrine::arena::schedule::{Format, Schedule};
    /// let schedule = Schedule::new(Format::RoundRobin, 2, 10, vec![4, 2]);
    /// assert_eq!(schedule.pairs(), 10);
    /// let (first, second) = (schedule.game(2), schedule.game(3));
    /// assert_eq!((first.white, first.black, first.opening), (0, 1, 2));
    /// assert_eq!((second.white, second.black, second.opening), (1, 0, 2));
    /// ```
    pub fn new(format: Format, engines: usize, rounds: usize, openings: Vec<usize>) -> Schedule {
        let first = match format {
            Format::RoundRobin => engines,
            Format::Gauntlet => engines.min(1),
        };
        let pairings = (0..first)
            .flat_map(|one| (one + 1..engines).map(move |other| (one, other)))
            .collect();
        Schedule {
            pairings,
            rounds,
            openings,
        }
    }

    /// The pairings, by the indices of the engines.
    pub(super) fn meetings(&self) -> impl Iterator<Item = [usize; 2]> {
        self.pairings.iter().map(|&(one, other)| [one, other])
    }

    /// Number of pairs of games.
    pub fn pairs(&self) -> usize {
        self.rounds * self.pairings.len()
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        2 * self.pairs()
    }

    /// The game with this number.
    pub fn game(&self, game: usize) -> ScheduledGame {
        let pair = game / 2;
        let (round, pairing) = (pair / self.pairings.len(), pair % self.pairings.len());
        let (one, other) = self.pairings[pairing];
        let (white, black) = if game.is_multiple_of(2) {
            (one, other)
        } else {
            (other, one)
        };
        ScheduledGame {
            game,
            white,
            black,
            opening: self.openings[round % self.openings.len()],
        }
    }

    /// The numbers of the games in a part, in order.
    pub(crate) fn games_of_shard(&self, shard: Shard) -> impl Iterator<Item = usize> + use<> {
        let pairs = (shard.number - 1..self.pairs()).step_by(shard.count);
        pairs.flat_map(|pair| [2 * pair, 2 * pair + 1])
    }
}

/// A part of a match: pair p belongs to part p mod `count` + 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: usize,
    count: usize,
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Shard = Shard {
        number: 1,
        count: 1,
    };

    /// All parts of a match that is split into `count`.
    pub fn all(count: usize) -> impl Iterator<Item = Shard> {
        (1..=count).map(move |number| Shard { number, count })
    }

    /// The number of the part, from 1.
    pub const fn number(self) -> usize {
        self.number
    }

    /// The number of parts.
    pub const fn count(self) -> usize {
        self.count
    }

    /// Whether the pair with this index is in the part.
    ///
    /// ```
    /// use peregrine::arena::schedule::Shard;
    /// let second: Shard = "2/3".parse().unwrap();
    /// assert!(second.contains(1) && second.contains(4) && !second.contains(0));
    /// ```
    pub const fn contains(self, pair: usize) -> bool {
        pair % self.count == self.number - 1
    }
}

/// A text that does not name a part of a match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a shard: write I/N with I from 1 to N")]
pub struct ShardError(pub String);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let read = || {
            let (number, count) = text.split_once('/')?;
            let (number, count) = (number.parse().ok()?, count.parse().ok()?);
            (1 <= number && number <= count).then_some(Shard { number, count })
        };
        read().ok_or_else(|| ShardError(text.to_owned()))
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Shard, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn games(schedule: &Schedule) -> Vec<ScheduledGame> {
        (0..schedule.games())
            .map(|game| schedule.game(game))
            .collect()
    }

    #[test]
    fn everybody_meets_everybody_with_both_colors_from_each_opening() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 3, vec![7, 5]);
        let mut met = HashMap::new();
        for game in games(&schedule) {
            *met.entry((game.white, game.black, game.opening))
                .or_insert(0) += 1;
        }
        for white in 0..4 {
            for black in (0..4).filter(|&black| black != white) {
                assert_eq!(met[&(white, black, 7)], 2);
                assert_eq!(met[&(white, black, 5)], 1);
            }
        }
        assert_eq!(met.values().sum::<usize>(), 36);
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_the_others() {
        let schedule = Schedule::new(Format::Gauntlet, 3, 2, vec![0]);
        let players: Vec<_> = games(&schedule)
            .iter()
            .map(|game| (game.white, game.black))
            .collect();
        let round = [(0, 1), (1, 0), (0, 2), (2, 0)];
        assert_eq!(players, [round, round].concat());
    }

    #[test]
    fn a_longer_schedule_begins_like_a_shorter_one() {
        let short = games(&Schedule::new(Format::RoundRobin, 3, 2, vec![2, 0, 1]));
        let long = games(&Schedule::new(Format::RoundRobin, 3, 9, vec![2, 0, 1]));
        assert_eq!(long[..short.len()], short);
    }

    #[test]
    fn shards_are_disjoint_and_complete() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 10, vec![0]);
        let mut all: Vec<usize> = (1..=3)
            .flat_map(|number| schedule.games_of_shard(Shard { number, count: 3 }))
            .collect();
        assert_eq!(all.len(), 20);
        all.sort_unstable();
        all.dedup();
        assert_eq!(
            all,
            schedule.games_of_shard(Shard::WHOLE).collect::<Vec<_>>()
        );
        let none = Shard {
            number: 30,
            count: usize::MAX,
        };
        assert_eq!(schedule.games_of_shard(none).count(), 0);
    }

    #[test]
    fn what_is_too_much_is_named() {
        let robin = |engines, rounds| check(Format::RoundRobin, engines, rounds);
        assert_eq!(robin(2, MAX_ROUNDS), Ok(()));
        let error = robin(501, 1).unwrap_err();
        assert_eq!(error, "501 engines are too many: the limit is 500");
        let error = robin(2, usize::MAX).unwrap_err();
        assert!(error.starts_with("rounds = 18446744073709551615: "));
        let error = robin(500, MAX_ROUNDS).unwrap_err();
        assert_eq!(
            error,
            "2495000000000 games are too many: the limit is 100000000"
        );
        assert_eq!(check(Format::Gauntlet, 500, 1), Ok(()));
    }

    #[test]
    fn other_texts_are_no_shards() {
        for text in ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3", "-1/2"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError(text.to_owned())));
        }
        assert_eq!("2/2".parse::<Shard>().unwrap().to_string(), "2/2");
    }
}

//! The summary of a match: a pure function of its description and records.

#[cfg(test)]
mod tests;
pub(super) mod text;
mod thinking;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde::Serialize;

use crate::board::color::Color;

use super::record::{GameRecord, Termination};
use super::statistics::{
    Encounter, Estimate, Estimated, PairScore, Pentanomial, Sprt, SprtSettings, SprtState,
    Trinomial, ratings,
};
use super::time_control::TimeControl;

pub use thinking::ThinkingStatistics;

use thinking::thinking;

/// An engine of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineDescription {
    /// Its name in the match.
    pub name: String,
    /// The name that it reports, if known.
    pub own_name: Option<String>,
    /// Its time control.
    pub time: TimeControl,
}

/// What a summary needs to know about a match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchDescription {
    /// The engines, in the order of the configuration.
    pub engines: Vec<EngineDescription>,
    /// The names of the openings, in the order of their file.
    pub openings: Vec<String>,
    /// The sequential test, if any, of whether the first engine is better than
    /// the second.
    pub sprt: Option<SprtSettings>,
    /// Number of games scheduled.
    pub games: usize,
}

/// The results of a match.
///
/// Pentanomial counts, all estimates and the sequential test use pairs of
/// games. A game whose reverse game has not finished counts only for points,
/// wins, draws and losses; [`Summary::games_unpaired`] is the number of such
/// games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Summary {
    /// What the reader must know before anything else: how many games were not decided
    /// by play, and how many are duplicates if these are more than a few. `None` if there
    /// is nothing to warn of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// Number of games that time or a failure decided.
    pub games_failed: u64,
    /// Number of games in which the same engines, with the same colors, made the same moves
    /// as in an earlier game. They are no new evidence, so intervals are too narrow.
    pub games_duplicate: usize,
    /// Number of games scheduled.
    pub games_scheduled: usize,
    /// Number of games finished.
    pub games_played: usize,
    /// Number of pairs with both games finished.
    pub pairs_complete: usize,
    /// Number of finished games whose reverse game is not.
    pub games_unpaired: usize,
    /// The engines, best first.
    pub standings: Vec<EngineResult>,
    /// Results between each two engines.
    pub meetings: Vec<HeadToHead>,
    /// All games from White's point of view.
    pub white: Trinomial,
    /// The openings played, in the order of their file.
    pub openings: Vec<OpeningResult>,
    /// How games ended, most frequent first.
    pub terminations: Vec<TerminationCount>,
    /// Lengths of the games; `None` without games.
    pub lengths: Option<Lengths>,
    /// The state of the sequential test, if any.
    pub sprt: Option<SprtState>,
}

/// The results of an engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct EngineResult {
    /// Its index in the configuration.
    pub engine: usize,
    /// Its name in the match.
    pub name: String,
    /// The name that it reports.
    pub own_name: Option<String>,
    /// Its points: 1 for a win, 1/2 for a draw.
    pub points: f64,
    /// All its games.
    pub games: Trinomial,
    /// Its games as White.
    pub as_white: Trinomial,
    /// Its games as Black.
    pub as_black: Trinomial,
    /// Its pairs.
    pub pentanomial: Pentanomial,
    /// Its strength, estimated from its pairs against all opponents taken
    /// together.
    pub estimate: Option<Estimate>,
    /// Its rating among all engines, with average 0; `None` for fewer than
    /// three engines.
    pub rating: Option<Estimated>,
    /// Number of games lost through failures of its program.
    pub failures: u64,
    /// Its use of time.
    pub thinking: ThinkingStatistics,
}

impl EngineResult {
    /// Its points per game; `None` without games.
    pub fn score(&self) -> Option<f64> {
        (self.games.games() > 0).then(|| self.points / self.games.games() as f64)
    }

    /// The Elo to show: the rating if there is one, otherwise the estimate.
    pub fn elo(&self) -> Option<Estimated> {
        self.rating.or(self.estimate.map(|estimate| estimate.elo))
    }
}

/// All games between two engines.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct HeadToHead {
    /// The engine from whose point of view the results are given: the one that
    /// comes first in the configuration.
    pub one: usize,
    /// The other engine.
    pub other: usize,
    /// The games.
    pub games: Trinomial,
    /// The pairs.
    pub pentanomial: Pentanomial,
    /// The estimate from the pairs.
    pub estimate: Option<Estimate>,
}

/// The results of an opening.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct OpeningResult {
    /// Its index in its file.
    pub opening: usize,
    /// Its name.
    pub name: String,
    /// Its games from White's point of view.
    pub white: Trinomial,
    /// Its pairs from the point of view of the engine that comes first in the
    /// configuration.
    pub pentanomial: Pentanomial,
    /// The color that won all games, if there are two or more.
    pub always_won_by: Option<&'static str>,
}

/// The number of games with one termination.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TerminationCount {
    /// The termination.
    pub termination: Termination,
    /// Number of games.
    pub games: u64,
    /// The engines that lost these games, with the number for each; for
    /// failures only.
    pub losers: BTreeMap<usize, u64>,
}

/// Lengths of games in plies, including the opening.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Lengths {
    /// The shortest game.
    pub shortest: usize,
    /// The median.
    pub median: usize,
    /// The mean.
    pub mean: f64,
    /// The longest game.
    pub longest: usize,
    /// Mean duration of a game in seconds.
    pub mean_seconds: f64,
}

impl Summary {
    /// Summarizes games, given in any order. Of two records of the same game
    /// the first counts; a record with an engine unknown to the description is
    /// ignored.
    ///
    /// ```
    /// use peregrine::arena::summary::{MatchDescription, EngineDescription, Summary};
    /// let engine = |name: &str| EngineDescription {
    ///     name: name.to_owned(),
    ///     own_name: None,
    ///     time: "1+0.01".parse().unwrap(),
    /// };
    /// let description = MatchDescription {
    ///     engines: vec![engine("new"), engine("old")],
    ///     openings: vec![],
    ///     sprt: None,
    ///     games: 100,
    /// };
    /// let summary = Summary::new(&description, &[]);
    /// assert_eq!((summary.games_scheduled, summary.games_played), (100, 0));
    /// assert_eq!(summary.standings[0].name, "new");
    /// ```
    pub fn new<'a>(
        description: &MatchDescription,
        records: impl IntoIterator<Item = &'a GameRecord>,
    ) -> Summary {
        let engines = description.engines.len();
        let mut games: Vec<&GameRecord> = records
            .into_iter()
            .filter(|record| record.white.max(record.black) < engines)
            .collect();
        games.sort_by_key(|record| record.game);
        games.dedup_by_key(|record| record.game);
        let pairs = pairs(&games);
        let meetings = head_to_heads(&games, &pairs);
        let standings = standings(description, &games, &meetings);
        let failed = games.iter().filter(|game| game.termination.is_failure());
        let failed = failed.count() as u64;
        let duplicates = count_duplicates(&games);
        Summary {
            warning: text::warning(failed, &standings, duplicates, games.len()),
            games_failed: failed,
            games_duplicate: duplicates,
            games_scheduled: description.games,
            games_played: games.len(),
            pairs_complete: pairs.len(),
            games_unpaired: games.len() - 2 * pairs.len(),
            standings,
            meetings,
            white: games.iter().fold(Trinomial::default(), |mut sum, game| {
                sum.add(half_points(game, Color::White));
                sum
            }),
            openings: openings(description, &games, &pairs),
            terminations: terminations(&games),
            lengths: lengths(&games),
            sprt: description
                .sprt
                .map(|settings| Sprt::run(settings, in_schedule_order(&pairs, description.games))),
        }
    }

    /// The results of the engine with this index in the configuration; `None`
    /// if there is no such engine.
    pub fn engine(&self, number: usize) -> Option<&EngineResult> {
        let mut standings = self.standings.iter();
        standings.find(|result| result.engine == number)
    }
}

/// A pair of finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    /// Its index in the schedule.
    pub pair: usize,
    /// The engine from whose point of view the score is given: the one that
    /// comes first in the configuration.
    pub one: usize,
    /// The other engine.
    pub other: usize,
    /// The index of the opening.
    pub opening: usize,
    /// The score of `one`.
    pub score: PairScore,
}

/// The pairs with both games present, in the order of the schedule. The games
/// must be sorted by number.
pub(super) fn pairs(games: &[&GameRecord]) -> Vec<Pair> {
    games
        .windows(2)
        .filter_map(|two| {
            let [first, second] = *two else { return None };
            Some(Pair {
                pair: first.pair(),
                one: first.white.min(first.black),
                other: first.white.max(first.black),
                opening: first.opening,
                score: pair_score(first, second)?,
            })
        })
        .collect()
}

/// The score in a pair of the engine that comes first in the configuration;
/// `None` if the games are not a pair.
pub(super) fn pair_score(first: &GameRecord, second: &GameRecord) -> Option<PairScore> {
    let are_reversed = first.game.is_multiple_of(2)
        && second.game == first.game + 1
        && (first.white, first.black) == (second.black, second.white);
    let one = first.white.min(first.black);
    let half_points = half_points_of(first, one) + half_points_of(second, one);
    PairScore::from_half_points(half_points).filter(|_| are_reversed)
}

/// The scores of all pairs of the schedule, `None` for an incomplete one.
pub(super) fn in_schedule_order(
    pairs: &[Pair],
    games: usize,
) -> impl Iterator<Item = Option<PairScore>> {
    let last = pairs.last().map_or(0, |last| last.pair + 1);
    let mut rest = pairs.iter().peekable();
    (0..last.max(games / 2)).map(move |number| {
        rest.next_if(|pair| pair.pair == number)
            .map(|pair| pair.score)
    })
}

/// The score of a color in a game: 0, 1 or 2 half points.
fn half_points(game: &GameRecord, color: Color) -> usize {
    match game.result.winner() {
        Some(winner) if winner == color => 2,
        Some(_) => 0,
        None => 1,
    }
}

/// The score of an engine in one of its games, in half points.
fn half_points_of(game: &GameRecord, engine: usize) -> usize {
    half_points(game, color_of(game, engine))
}

fn color_of(game: &GameRecord, engine: usize) -> Color {
    if game.white == engine {
        Color::White
    } else {
        Color::Black
    }
}

fn head_to_heads(games: &[&GameRecord], pairs: &[Pair]) -> Vec<HeadToHead> {
    let mut met: BTreeMap<(usize, usize), (Trinomial, Pentanomial)> = BTreeMap::new();
    for game in games {
        let (one, other) = (game.white.min(game.black), game.white.max(game.black));
        let counts = met.entry((one, other)).or_default();
        counts.0.add(half_points_of(game, one));
    }
    for pair in pairs {
        let counts = met.entry((pair.one, pair.other)).or_default();
        counts.1.add(pair.score);
    }
    met.into_iter()
        .map(|((one, other), (games, pentanomial))| HeadToHead {
            one,
            other,
            games,
            pentanomial,
            estimate: pentanomial.estimate(),
        })
        .collect()
}

fn standings(
    description: &MatchDescription,
    games: &[&GameRecord],
    meetings: &[HeadToHead],
) -> Vec<EngineResult> {
    let engines = &description.engines;
    let encounters: Vec<Encounter> = meetings
        .iter()
        .map(|meeting| Encounter {
            one: meeting.one,
            other: meeting.other,
            counts: meeting.pentanomial,
        })
        .collect();
    let ratings = (engines.len() > 2).then(|| ratings(engines.len(), &encounters));
    let thinking = thinking(description, games);
    let mut standings: Vec<EngineResult> = engines
        .iter()
        .zip(thinking)
        .enumerate()
        .map(|(number, (engine, thinking))| {
            let mut pentanomial = Pentanomial::default();
            for meeting in meetings {
                if meeting.one == number {
                    pentanomial += meeting.pentanomial;
                } else if meeting.other == number {
                    pentanomial += meeting.pentanomial.reversed();
                }
            }
            EngineResult {
                engine: number,
                name: engine.name.clone(),
                own_name: engine.own_name.clone(),
                points: 0.0,
                games: Trinomial::default(),
                as_white: Trinomial::default(),
                as_black: Trinomial::default(),
                pentanomial,
                estimate: pentanomial.estimate(),
                rating: ratings.as_ref().map(|ratings| ratings[number]),
                failures: 0,
                thinking,
            }
        })
        .collect();
    for game in games {
        for color in Color::ALL {
            let result = &mut standings[game.player(color)];
            let half_points = half_points(game, color);
            result.games.add(half_points);
            match color {
                Color::White => result.as_white.add(half_points),
                Color::Black => result.as_black.add(half_points),
            }
            result.points += half_points as f64 / 2.0;
            if half_points == 0 && game.termination.is_failure() {
                result.failures += 1;
            }
        }
    }
    // The sort is stable: of equal engines the first in the configuration stays
    // first.
    let strength = |result: &EngineResult| match result.rating {
        Some(rating) => rating.value,
        None => result.score().unwrap_or(0.5),
    };
    standings.sort_by(|one, other| strength(other).total_cmp(&strength(one)));
    standings
}

fn openings(
    description: &MatchDescription,
    games: &[&GameRecord],
    pairs: &[Pair],
) -> Vec<OpeningResult> {
    let mut played: BTreeMap<usize, (Trinomial, Pentanomial)> = BTreeMap::new();
    for game in games {
        let counts = played.entry(game.opening).or_default();
        counts.0.add(half_points(game, Color::White));
    }
    for pair in pairs {
        let counts = played.entry(pair.opening).or_default();
        counts.1.add(pair.score);
    }
    played
        .into_iter()
        .map(|(opening, (white, pentanomial))| {
            let games = white.games();
            let name = description.openings.get(opening).cloned();
            OpeningResult {
                opening,
                name: name.unwrap_or_else(|| format!("opening {}", opening + 1)),
                white,
                pentanomial,
                always_won_by: match () {
                    () if games > 1 && white.wins == games => Some("white"),
                    () if games > 1 && white.losses == games => Some("black"),
                    () => None,
                },
            }
        })
        .collect()
}

/// How many games have the players, colors and moves of an earlier one. Games that ended in
/// their opening, or by a failure, do not count.
fn count_duplicates(games: &[&GameRecord]) -> usize {
    let mut seen = HashSet::new();
    let played = games.iter().filter(|game| {
        let has_choice = game.moves.iter().any(|made| made.info.is_some());
        has_choice && !game.termination.is_failure()
    });
    played
        .filter(|game| {
            let moves: Vec<&str> = game.moves.iter().map(|made| &made.text[..]).collect();
            !seen.insert((game.white, game.black, &game.start, moves))
        })
        .count()
}

fn terminations(games: &[&GameRecord]) -> Vec<TerminationCount> {
    let kinds: BTreeSet<Termination> = games.iter().map(|game| game.termination).collect();
    let mut counts: Vec<TerminationCount> = kinds
        .into_iter()
        .map(|termination| {
            let mut losers = BTreeMap::new();
            let mut number = 0;
            for game in games.iter().filter(|game| game.termination == termination) {
                number += 1;
                if let Some(winner) = game.result.winner()
                    && termination.is_failure()
                {
                    *losers.entry(game.player(!winner)).or_insert(0) += 1;
                }
            }
            TerminationCount {
                termination,
                games: number,
                losers,
            }
        })
        .collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.games));
    counts
}

fn lengths(games: &[&GameRecord]) -> Option<Lengths> {
    let mut plies: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
    plies.sort_unstable();
    let number = plies.len() as f64;
    let milliseconds: u64 = games.iter().map(|game| game.milliseconds).sum();
    Some(Lengths {
        shortest: *plies.first()?,
        median: plies[plies.len() / 2],
        mean: plies.iter().sum::<usize>() as f64 / number,
        longest: *plies.last()?,
        mean_seconds: milliseconds as f64 / 1000.0 / number,
    })
}

//! What the games of a tournament show: a pure function of its description and
//! its records.
//!
//! Knows no files, no terminal and no pages: numbers, and as lines of text
//! what a person wants to know first.

#[cfg(test)]
mod tests;
pub(super) mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::Serialize;

use crate::board::color::Color;

use super::clock::Clock;
use super::record::{GameRecord, Termination};
use super::statistics::{
    Encounter, Estimate, Estimated, PairScore, Pentanomial, Sprt, SprtSettings, SprtState,
    Trinomial, ratings,
};
use super::time_control::TimeControl;

/// An engine of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Engine {
    /// What the tournament calls it.
    pub name: String,
    /// What it calls itself, if that is known.
    pub own_name: Option<String>,
    /// The time it has.
    pub time: TimeControl,
}

/// What has to be known of a tournament to sum it up.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// The engines, in the order of the configuration.
    pub engines: Vec<Engine>,
    /// The openings by name, in the order of their file.
    pub openings: Vec<String>,
    /// The sequential test, which asks whether the first engine is better than
    /// the second, if there is one.
    pub sprt: Option<SprtSettings>,
    /// How many games are scheduled.
    pub games: usize,
}

/// What the games of a tournament show.
///
/// Pairs of games are what pentanomial counts, all estimates and the
/// sequential test are made from. A game whose reverse game is not finished counts for
/// points, wins, draws and losses only; [`Summary::games_unpaired`] says how
/// many there are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Summary {
    /// Games of the schedule.
    pub games_scheduled: usize,
    /// Games that were finished.
    pub games_played: usize,
    /// Pairs of which both games were finished.
    pub pairs_complete: usize,
    /// Finished games whose reverse game was not.
    pub games_unpaired: usize,
    /// The engines, the best first.
    pub standings: Vec<EngineResult>,
    /// Who scored how much against whom.
    pub meetings: Vec<Meeting>,
    /// All games as White sees them.
    pub white: Trinomial,
    /// The openings that were played, in the order of their file.
    pub openings: Vec<OpeningResult>,
    /// How games ended, the most frequent first.
    pub terminations: Vec<TerminationCount>,
    /// How long the games were; `None` without games.
    pub lengths: Option<Lengths>,
    /// Where the sequential test stands, if there is one.
    pub sprt: Option<SprtState>,
}

/// What an engine achieved.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct EngineResult {
    /// Its number in the configuration.
    pub engine: usize,
    /// What the tournament calls it.
    pub name: String,
    /// What it calls itself.
    pub own_name: Option<String>,
    /// Its points: 1 for a win, 1/2 for a draw.
    pub points: f64,
    /// All its games.
    pub games: Trinomial,
    /// Its games with White.
    pub as_white: Trinomial,
    /// Its games with Black.
    pub as_black: Trinomial,
    /// Its pairs.
    pub pentanomial: Pentanomial,
    /// Its strength against the opponents it met, all taken as one, from its
    /// pairs.
    pub estimate: Option<Estimate>,
    /// Its rating among all engines, the average of which is 0; `None` if there
    /// are but two.
    pub rating: Option<Estimated>,
    /// Games lost by a failure of its program.
    pub failures: u64,
    /// How it thought.
    pub thinking: Thinking,
}

impl EngineResult {
    /// Its points per game; `None` without games.
    pub fn score(&self) -> Option<f64> {
        (self.games.games() > 0).then(|| self.points / self.games.games() as f64)
    }

    /// The Elo to show: the rating if there is one, else the estimate.
    pub fn elo(&self) -> Option<Estimated> {
        self.rating.or(self.estimate.map(|estimate| estimate.elo))
    }
}

/// How an engine thought, by its own words and the tournament's clock; moves of
/// openings are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Thinking {
    /// Moves it found.
    pub moves: u64,
    /// Milliseconds it took for a move, on average.
    pub mean_milliseconds: Option<f64>,
    /// The longest that a move took, in milliseconds.
    pub longest_milliseconds: Option<f64>,
    /// By how much it overstepped its time at most, in milliseconds; 0 if it
    /// never did, `None` without clock.
    pub largest_overstep_milliseconds: Option<f64>,
    /// The depth it gave, on average.
    pub mean_depth: Option<f64>,
    /// The nodes it gave, for each second it took for these moves.
    pub nodes_per_second: Option<f64>,
}

/// All games between two engines.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Meeting {
    /// The engine whose view it is: the one that comes first in the
    /// configuration.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// The games.
    pub games: Trinomial,
    /// The pairs.
    pub pentanomial: Pentanomial,
    /// What the pairs say.
    pub estimate: Option<Estimate>,
}

/// How the games from an opening went.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct OpeningResult {
    /// Its number in its file, from 0.
    pub opening: usize,
    /// Its name.
    pub name: String,
    /// Its games as White sees them.
    pub white: Trinomial,
    /// Its pairs as the engine that comes first in the configuration sees them.
    pub pentanomial: Pentanomial,
    /// The colour that won all games, if one did and there are two or more.
    pub always_won_by: Option<&'static str>,
}

/// How often games ended in a way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TerminationCount {
    /// The way.
    pub termination: Termination,
    /// How many games did.
    pub games: u64,
    /// The engines that lost these games, with how many; of failures only.
    pub losers: BTreeMap<usize, u64>,
}

/// How long games were, in plies, those of the opening included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Lengths {
    /// Of the shortest game.
    pub shortest: usize,
    /// Of the game in the middle.
    pub median: usize,
    /// On average.
    pub mean: f64,
    /// Of the longest game.
    pub longest: usize,
    /// How many seconds a game took, on average.
    pub mean_seconds: f64,
}

impl Summary {
    /// Sums up the games that were played, in whatever order they come. Of two
    /// records of a game the first counts; one of an engine that the
    /// description does not have is left out.
    ///
    /// ```
    /// use peregrine::arena::summary::{Description, Engine, Summary};
    /// let engine = |name: &str| Engine {
    ///     name: name.to_owned(),
    ///     own_name: None,
    ///     time: "1+0.01".parse().unwrap(),
    /// };
    /// let description = Description {
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
        description: &Description,
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
        let meetings = meetings(&games, &pairs);
        Summary {
            games_scheduled: description.games,
            games_played: games.len(),
            pairs_complete: pairs.len(),
            games_unpaired: games.len() - 2 * pairs.len(),
            standings: standings(description, &games, &meetings),
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

    /// What the engine of that number in the configuration achieved; `None` if
    /// there is no such engine.
    ///
    /// ```
    /// # use peregrine::arena::summary::{Description, Summary};
    /// # let nothing = Description { engines: vec![], openings: vec![], sprt: None, games: 8 };
    /// assert_eq!(Summary::new(&nothing, &[]).engine(0), None);
    /// ```
    pub fn engine(&self, number: usize) -> Option<&EngineResult> {
        let mut standings = self.standings.iter();
        standings.find(|result| result.engine == number)
    }
}

/// A pair of finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    /// Its number in the schedule.
    pub pair: usize,
    /// The engine whose view it is: the one that comes first in the
    /// configuration.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// The number of the opening.
    pub opening: usize,
    /// What `one` scored.
    pub score: PairScore,
}

/// The pairs of which both games are there, in the order of the schedule. The
/// games are sorted by number.
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

/// What the engine that comes first in the configuration scored in a pair;
/// nothing if the games are no pair.
pub(super) fn pair_score(first: &GameRecord, second: &GameRecord) -> Option<PairScore> {
    let are_reversed = first.game.is_multiple_of(2)
        && second.game == first.game + 1
        && (first.white, first.black) == (second.black, second.white);
    let one = first.white.min(first.black);
    let half_points = half_points_of(first, one) + half_points_of(second, one);
    PairScore::from_half_points(half_points).filter(|_| are_reversed)
}

/// The scores of all pairs of the schedule, `None` for one that is not complete.
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

/// What a colour got from a game: 0, 1 or 2 half points.
fn half_points(game: &GameRecord, color: Color) -> usize {
    match game.result.winner() {
        Some(winner) if winner == color => 2,
        Some(_) => 0,
        None => 1,
    }
}

/// What an engine got from a game it played.
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

fn meetings(games: &[&GameRecord], pairs: &[Pair]) -> Vec<Meeting> {
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
        .map(|((one, other), (games, pentanomial))| Meeting {
            one,
            other,
            games,
            pentanomial,
            estimate: pentanomial.estimate(),
        })
        .collect()
}

fn standings(
    description: &Description,
    games: &[&GameRecord],
    meetings: &[Meeting],
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
    // Of equal ones the first in the configuration stays in front.
    let strength = |result: &EngineResult| match result.rating {
        Some(rating) => rating.value,
        None => result.score().unwrap_or(0.5),
    };
    standings.sort_by(|one, other| strength(other).total_cmp(&strength(one)));
    standings
}

/// What is counted of an engine's thoughts.
#[derive(Clone, Default)]
struct Thoughts {
    moves: u64,
    time: Duration,
    longest: Duration,
    overstep: Duration,
    depths: u64,
    depth: u64,
    nodes: u64,
    time_with_nodes: Duration,
}

fn thinking(description: &Description, games: &[&GameRecord]) -> Vec<Thinking> {
    let engines = &description.engines;
    let mut all = vec![Thoughts::default(); engines.len()];
    for game in games {
        // The side that moves first from the position of the start.
        let first = match &game.start {
            Some(fen) if fen.split_whitespace().nth(1) == Some("b") => Color::Black,
            _ => Color::White,
        };
        let mut clocks = Color::ALL.map(|color| Clock::new(engines[game.player(color)].time));
        let mut color = first;
        for made in &game.moves {
            let mover = color;
            color = !color;
            let Some(thought) = made.thought else {
                continue;
            };
            let sum = &mut all[game.player(mover)];
            let time = Duration::from_micros(thought.microseconds);
            sum.moves += 1;
            sum.time += time;
            sum.longest = sum.longest.max(time);
            if let Some(depth) = thought.depth {
                sum.depths += 1;
                sum.depth += u64::from(depth);
            }
            if let Some(nodes) = thought.nodes {
                sum.nodes = sum.nodes.saturating_add(nodes);
                sum.time_with_nodes += time;
            }
            let clock = &mut clocks[mover.index()];
            if let Some(left) = clock.left() {
                sum.overstep = sum.overstep.max(time.saturating_sub(left.remaining));
            }
            // With all forgiven, no move is refused.
            let _ = clock.spend(time, Duration::MAX);
        }
    }
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    all.iter()
        .zip(engines)
        .map(|(sum, engine)| Thinking {
            moves: sum.moves,
            mean_milliseconds: mean(milliseconds(sum.time), sum.moves),
            longest_milliseconds: (sum.moves > 0).then(|| milliseconds(sum.longest)),
            largest_overstep_milliseconds: (sum.moves > 0 && engine.time != TimeControl::Unlimited)
                .then(|| milliseconds(sum.overstep)),
            mean_depth: mean(sum.depth as f64, sum.depths),
            nodes_per_second: (!sum.time_with_nodes.is_zero())
                .then(|| sum.nodes as f64 / sum.time_with_nodes.as_secs_f64()),
        })
        .collect()
}

fn mean(sum: f64, number: u64) -> Option<f64> {
    (number > 0).then(|| sum / number as f64)
}

fn openings(
    description: &Description,
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

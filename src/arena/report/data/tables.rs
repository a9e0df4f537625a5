//! The tables of the page: key numbers, engines, crosstable, irregular games.

use super::ReportedMatch;
use crate::arena::record::{GameRecord, Termination};
use crate::arena::report::text::{clean, grouped, with_minus};
use crate::arena::statistics::Estimated;
use crate::arena::summary::EngineResult;
use crate::arena::summary::text::{elo_words, percent_of, points, truncated};
use crate::position::game::GameResult;

/// The largest number of irregular games that are listed.
const LISTED: usize = 200;
/// The largest number of notes of a game.
const NOTES: usize = 5;

/// The most important numbers of a match of two engines.
pub(crate) struct KeyNumbers {
    /// The engine from whose point of view they are given.
    pub(crate) engine: String,
    /// Names, values and details.
    pub(crate) numbers: Vec<(&'static str, String, String)>,
}

impl KeyNumbers {
    pub(super) fn new(reported: &ReportedMatch) -> Option<KeyNumbers> {
        if !reported.has_two_engines() || reported.games.is_empty() {
            return None;
        }
        let first = reported.summary.engine(0)?;
        let played = first.games.games();
        let (wins, draws, losses) = (first.games.wins, first.games.draws, first.games.losses);
        let mut numbers = vec![
            (
                "Score",
                percent_of(first.points, played),
                format!("{} of {}", points(first.points), grouped(played)),
            ),
            (
                "Won, drawn, lost",
                format!("{wins} · {draws} · {losses}"),
                format!("{} drawn", percent_of(draws as f64, played)),
            ),
        ];
        if let Some(estimate) = first.estimate {
            let elo = |name, elo: Estimated| {
                let range = format!("{:+.1} to {:+.1}", elo.low, elo.high);
                (name, elo_words(elo), with_minus(range))
            };
            numbers.push(elo("Elo", estimate.elo));
            let normalized = estimate.normalized_elo;
            numbers.extend(normalized.map(|normalized| elo("Normalized Elo", normalized)));
            numbers.push((
                "LOS",
                format!("{:.1} %", 100.0 * estimate.superiority),
                "likelihood of superiority".to_owned(),
            ));
        }
        Some(KeyNumbers {
            engine: first.name.clone(),
            numbers,
        })
    }
}

/// An engine's points against another, and the number of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CrosstableCell {
    pub(crate) points: f64,
    pub(crate) games: u64,
}

/// Scores of all engines against each other, for three or more.
pub(super) fn crosstable(reported: &ReportedMatch) -> Vec<Vec<Option<CrosstableCell>>> {
    let standings = &reported.summary.standings;
    if standings.len() < 3 {
        return Vec::new();
    }
    let cell = |one: &EngineResult, other: &EngineResult| {
        let (one, other) = (one.engine, other.engine);
        let mut meetings = reported.summary.meetings.iter();
        let met = meetings.find(|met| (met.one, met.other) == (one.min(other), one.max(other)))?;
        let points = met.games.half_points() as f64 / 2.0;
        let games = met.games.games();
        Some(CrosstableCell {
            points: if one < other {
                points
            } else {
                games as f64 - points
            },
            games,
        })
    };
    let row = |one| standings.iter().map(|other| cell(one, other)).collect();
    standings.iter().map(row).collect()
}

/// Games that ended by a failure or have notes.
pub(crate) struct IrregularGames {
    pub(crate) listed: Vec<IrregularGame>,
    /// Number of those that are not listed.
    pub(crate) more: usize,
}

/// What happened in a game.
pub(crate) struct IrregularGame {
    /// Its number, as in the file of games.
    pub(crate) label: String,
    /// The names of White and Black.
    pub(crate) players: [String; 2],
    pub(crate) result: GameResult,
    pub(crate) termination: Termination,
    pub(crate) reason: String,
    pub(crate) notes: Vec<String>,
}

impl IrregularGames {
    pub(super) fn new(reported: &ReportedMatch) -> IrregularGames {
        let is_irregular =
            |game: &&&GameRecord| game.termination.is_failure() || !game.notes.is_empty();
        let games: Vec<_> = reported.games.iter().filter(is_irregular).collect();
        let listed = games.iter().take(LISTED);
        IrregularGames {
            listed: listed
                .map(|game| IrregularGame::new(reported, game))
                .collect(),
            more: games.len().saturating_sub(LISTED),
        }
    }
}

impl IrregularGame {
    fn new(reported: &ReportedMatch, game: &GameRecord) -> IrregularGame {
        let short = |text: &String| truncated(&clean(text), 300);
        IrregularGame {
            label: game.label(),
            players: reported.players(game),
            result: game.result,
            termination: game.termination,
            reason: short(&game.reason),
            notes: game.notes.iter().take(NOTES).map(short).collect(),
        }
    }
}

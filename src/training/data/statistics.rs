//! What is in a file of games, and whether it is right.

use std::fmt;

use crate::board::color::Color;
use crate::search::score;

use super::check::check;
use super::game::{GameEnd, SelfPlayGame};
use super::{DataError, DataErrorKind, DataFile, Filter, RecordError};

/// Counts over the games of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Games.
    pub games: u64,
    /// Games that start from a position of their own.
    pub starts: u64,
    /// Random moves at the start of games.
    pub random_moves: u64,
    /// Moves with a score.
    pub moves: u64,
    /// Positions that pass the filter.
    pub used: u64,
    /// Games won by White, won by Black and drawn.
    pub results: [u64; 3],
    /// Games by the reason of their end, as in [`GameEnd::ALL`].
    pub ends: [u64; GameEnd::ALL.len()],
    /// Moves with a mate score.
    pub mates: u64,
    /// Positions used by the distance of their score from zero: below 50, 100, 200, 500,
    /// 1000 centipawns, and the others.
    pub scores: [u64; Statistics::BOUNDS.len() + 1],
    /// Positions used by the number of pieces, in eighths of those of the start position.
    pub men: [u64; 8],
}

impl Statistics {
    /// The bounds of [`scores`](Statistics::scores), in centipawns.
    pub(crate) const BOUNDS: [u32; 5] = [50, 100, 200, 500, 1000];
}

/// Replays all games of a file, which proves that their moves are legal and that the rules
/// or the scores ended them as they say, and counts.
///
/// # Errors
/// At the first error.
pub fn verify(
    file: &DataFile,
    filter: &Filter,
    mut progress: impl FnMut(u64),
) -> Result<Statistics, DataError> {
    let mut statistics = Statistics::default();
    let rules = file.rules();
    let max_pieces = rules.start().board.iter().flatten().count().max(1);
    let mut records = file.games()?;
    loop {
        let offset = records.offset();
        let Some(game) = records.next() else {
            let found = statistics.games;
            return match file.header().records {
                Some(expected) if expected != found => {
                    Err(DataErrorKind::Count { expected, found }.in_file(file.path()))
                }
                _ => Ok(statistics),
            };
        };
        let game = game?;
        let damaged = |fault| DataErrorKind::Damaged { offset, fault }.in_file(file.path());
        statistics.count_game(&game);
        let mut ply = 0;
        let replayed = game.replay(rules, |turn| {
            statistics.mates += u64::from(turn.score.is_some_and(score::is_mate));
            if let Some(score) = filter.score(&turn, ply) {
                statistics.used += 1;
                let bounds = Statistics::BOUNDS.iter();
                let class = bounds.take_while(|&&bound| score.unsigned_abs() >= bound);
                statistics.scores[class.count()] += 1;
                let men = turn.position.occupied().count() as usize;
                statistics.men[((men - 1) * 8 / max_pieces).min(7)] += 1;
            }
            ply += 1;
        });
        replayed.map_err(|error| damaged(RecordError::Content(error)))?;
        check(&game, rules, &file.header().sources).map_err(damaged)?;
        progress(statistics.games);
    }
}

impl Statistics {
    fn count_game(&mut self, game: &SelfPlayGame) {
        self.games += 1;
        self.starts += u64::from(game.start.is_some());
        self.random_moves += game.opening.len() as u64;
        self.moves += game.moves.len() as u64;
        let result = match game.winner {
            Some(Color::White) => 0,
            Some(Color::Black) => 1,
            None => 2,
        };
        self.results[result] += 1;
        self.ends[game.end as usize] += 1;
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64, all: u64| 100.0 * part as f64 / all.max(1) as f64;
        let games = |part| percent(part, self.games);
        writeln!(f, "games                {:>12}", self.games)?;
        writeln!(f, "  other start        {:>11.1} %", games(self.starts))?;
        let [white, black, drawn] = self.results.map(games);
        writeln!(
            f,
            "  won, lost, drawn   {white:>11.1} % {black:.1} % {drawn:.1} %"
        )?;
        let [rules, win, draw, length] = self.ends.map(games);
        writeln!(f, "  ended by the rules {rules:>11.1} %")?;
        writeln!(
            f,
            "  adjudicated        {win:>11.1} % as won, {draw:.1} % as drawn, {length:.1} % as too long"
        )?;
        let length = (self.moves + self.random_moves) as f64 / self.games.max(1) as f64;
        writeln!(f, "  plies              {length:>11.1} on average")?;
        writeln!(f, "searched moves       {:>12}", self.moves)?;
        writeln!(
            f,
            "  mates              {:>11.1} %",
            percent(self.mates, self.moves)
        )?;
        writeln!(
            f,
            "positions used       {:>12} ({:.1} % of them)",
            self.used,
            percent(self.used, self.moves)
        )?;
        let mut least = 0;
        for (class, &count) in self.scores.iter().enumerate() {
            let name = match Statistics::BOUNDS.get(class) {
                Some(bound) => format!("{least} to {}", bound - 1),
                None => format!("{least} and more"),
            };
            least = Statistics::BOUNDS.get(class).copied().unwrap_or(least);
            writeln!(f, "  score {name:12} {:>11.1} %", percent(count, self.used))?;
        }
        let men = self
            .men
            .map(|count| format!("{:.1}", percent(count, self.used)));
        write!(f, "  men, in eighths of the start: {} %", men.join(" % "))
    }
}

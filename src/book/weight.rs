//! How often each move of a position is played (docs/book.md#weights).

use super::Record;

/// A move whose score is this many centipawns below the best one's is still played.
pub(crate) const MAX_LOSS: i32 = 30;

/// From this many games on, their results can rule a move out: luck alone rarely makes the
/// difference then.
pub(crate) const ENOUGH_GAMES: u64 = 200;

/// A move is ruled out if its games brought more than this many percent of the points less
/// than all games of the position did.
pub(crate) const MAX_DEFICIT: u64 = 10;

/// The weights of the moves of a position.
pub(super) fn weights(records: &[Record]) -> Vec<u32> {
    let games: u64 = records.iter().map(Record::games).sum();
    let points: u64 = records.iter().map(Record::double_points).sum();
    let is_playable = |record: &&Record| !is_ruled_out(record, points, games);
    let playable = records.iter().filter(is_playable);
    let best = playable.filter_map(|record| record.score).max();
    let weight = |record: &Record| match (best, record.score) {
        _ if !is_playable(&record) => 0,
        (None, None) => by_games(record),
        (Some(best), Some(score)) => by_loss(best - score),
        (None, Some(_)) | (Some(_), None) => 0,
    };
    records.iter().map(weight).collect()
}

/// By a score that is this much below the best.
fn by_loss(loss: i32) -> u32 {
    match loss {
        0..=MAX_LOSS => (MAX_LOSS + 1 - loss).pow(2) as u32,
        _ => 0,
    }
}

/// By games alone: the points to expect from those in which it was chosen, doubled.
fn by_games(record: &Record) -> u32 {
    let points = u128::from(record.chosen) * u128::from(record.double_points());
    let expected = points.checked_div(record.games().into()).unwrap_or(0);
    u32::try_from(expected).unwrap_or(u32::MAX)
}

/// Whether enough games did clearly worse than all games of the position.
fn is_ruled_out(record: &Record, all_points: u64, all_games: u64) -> bool {
    let games = record.games();
    if games < ENOUGH_GAMES {
        return false;
    }
    let percent = |points: u64, games: u64| points as f64 * 50.0 / games as f64;
    percent(record.double_points(), games) < percent(all_points, all_games) - MAX_DEFICIT as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::tests::{played, scored};

    fn searched(score: i32) -> Record {
        scored(score, Record::default())
    }

    #[test]
    fn a_search_prefers_what_loses_little() {
        let scores = [20, 15, -10, -11, 20 - 500].map(searched);
        assert_eq!(weights(&scores), [961, 676, 1, 0, 0]);
        // A move that was not searched is not played beside ones that were.
        assert_eq!(weights(&[searched(-300), played(9, 0, 0)]), [961, 0]);
    }

    #[test]
    fn without_a_search_points_count_and_random_moves_do_not() {
        assert_eq!(weights(&[played(3, 2, 1), played(0, 0, 4)]), [8, 0]);
        let half_random = Record {
            chosen: 3,
            ..played(3, 2, 1)
        };
        let random = Record {
            chosen: 0,
            ..played(5, 0, 0)
        };
        assert_eq!(weights(&[half_random, random]), [4, 0]);
        assert!(weights(&[]).is_empty());
    }

    #[test]
    fn enough_bad_games_rule_a_move_out() {
        let with_games = |score, record: Record| Record {
            score: Some(score),
            ..record
        };
        let good = with_games(10, played(240, 0, 160));
        let bad = with_games(20, played(56, 0, 144));
        let few = with_games(20, played(56, 0, 143));
        assert_eq!(weights(&[good, bad]), [961, 0]);
        assert_eq!(weights(&[good, few]), [441, 961]);
        // 50 % of all points; 40 % are just not too few.
        let rows = [(120, 80), (80, 120)].map(|(wins, losses)| played(wins, 0, losses));
        assert_eq!(weights(&rows), [240, 160]);
        assert_eq!(weights(&[played(u32::MAX, 0, 0)]), [u32::MAX]);
    }
}

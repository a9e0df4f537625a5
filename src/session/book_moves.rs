//! The moves of an opening book in words.

use crate::base::plural::counted;
use crate::board::moves::Move;
use crate::book::{BookMove, Record};
use crate::search::score::Score;

/// What games and searches say about a move, such as `score +0.31, 19 games, 58% of the
/// points`, for the side that makes it.
///
/// ```
/// use peregrine::{book::Record, session::book_moves::describe_record};
/// let record = Record { wins: 2, draws: 1, score: Some(31), ..Record::default() };
/// assert_eq!(describe_record(&record), "score +0.31, 3 games, 83% of the points");
/// ```
pub fn describe_record(record: &Record) -> String {
    let score = record
        .score
        .map(|value| format!("score {}", Score::from(value)));
    let games = record.rate().map(|rate| {
        let (games, percent) = (record.games(), 100.0 * rate);
        let games = counted(games, "game", "games");
        format!("{games}, {percent:.0}% of the points")
    });
    let facts: Vec<String> = score.into_iter().chain(games).collect();
    facts.join(", ")
}

/// The percentage of games in which the book plays each move of a position.
pub(crate) fn percentages(moves: &[BookMove]) -> Vec<u32> {
    let total: u64 = moves.iter().map(|row| u64::from(row.weight)).sum();
    let percent = |row: &BookMove| {
        let share = f64::from(row.weight) / total.max(1) as f64;
        (100.0 * share).round() as u32
    };
    moves.iter().map(percent).collect()
}

/// A line for each move: its name, its percentage, and what is known about it.
pub(crate) fn describe_moves(moves: &[BookMove], name: impl Fn(Move) -> String) -> Vec<String> {
    let names: Vec<String> = moves.iter().map(|row| name(row.mv)).collect();
    let width = names.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or_default();
    let rows = moves.iter().zip(percentages(moves)).zip(names);
    rows.map(|((row, percent), name)| {
        format!(
            "{name:width$} {percent:>4}%  {}",
            describe_record(&row.record)
        )
    })
    .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::book::Book;
    use crate::notation::{parse_coordinate, san};
    use crate::position::Position;
    use crate::variants;

    #[test]
    fn each_move_has_its_share_and_its_record() {
        let start = Position::start(variants::falcon());
        let record = |score, wins, losses| Record {
            wins,
            losses,
            chosen: wins + losses,
            score,
            ..Record::default()
        };
        let rows = [
            ("e2e4", record(Some(20), 1, 0)),
            ("b1c3", record(Some(15), 0, 0)),
            ("a2a3", record(Some(-31_990), 0, 0)),
        ];
        let rows = rows.map(|(text, record)| (parse_coordinate(&start, text).unwrap(), record));
        let mut book = Book::new(variants::falcon(), Vec::new());
        book.insert(&start, &rows);
        let lines = describe_moves(&book.moves(&start), |mv| san(&start, mv));
        assert_eq!(
            lines,
            [
                "e4    59%  score +0.20, 1 game, 100% of the points",
                "Nc3   41%  score +0.15",
                "a3     0%  score mated in 5",
            ]
        );
    }
}

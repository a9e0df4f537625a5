//! The command `book probe`: the moves of a position.

use std::io::{self, Write};

use clap::Args;

use crate::book::{Book, BookMove};
use crate::notation::{parse_either, san};
use crate::position::Position;
use crate::search::score::Score;

use super::{BookFile, best_line};
use crate::cli::arguments::GameArguments;
use crate::cli::{CliError, CommandOutcome};

/// How many plies a line has after its move.
const LINE: usize = 7;

#[derive(Debug, Args)]
#[command(after_help = "\
The moves stand in the order of preference. 'share' is how often the engine plays the
move from this book. 'games' are those in which it was played, with their results for
the side that played it; 'chosen' are those in which it was not part of a random
opening. 'score' is that of a search, in Pawns, and 'line' what the book expects then.
docs/guide/book.md explains how shares follow from games and scores.

The exit status is 1 if the position is not in the book.

Examples:
  peregrine book probe
  peregrine book probe --moves 'd4 h6'
  peregrine book probe --variant chess --book chess.prgbook --moves '1. e4 c5'")]
pub(in crate::cli) struct ProbeArguments {
    #[command(flatten)]
    game: GameArguments,
    /// Moves from that position, in algebraic or coordinate notation.
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[command(flatten)]
    file: BookFile,
}

pub(super) fn run(
    arguments: &ProbeArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    let mut position = arguments.game.position()?;
    let book = arguments.file.open(position.rules())?;
    let moves = arguments.moves.as_deref().unwrap_or_default();
    for word in moves.split_whitespace() {
        let word = without_number(word);
        if word.is_empty() {
            continue;
        }
        let mv = parse_either(&position, word).map_err(|error| {
            CliError::Message(format!("--moves: {error}; before it: {position}"))
        })?;
        position.play(mv);
    }
    writeln!(output, "{position}")?;
    let found = book.moves(&position);
    if found.is_empty() {
        writeln!(output, "This position is not in the book.")?;
        return Ok(CommandOutcome::Bad);
    }
    write_table(&book, &position, &found, output)?;
    Ok(CommandOutcome::Good)
}

/// A move without the number before it, as in `1.e4` or `1...`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.starts_with('.') && rest.len() < word.len() {
        true => rest.trim_start_matches('.'),
        false => word,
    }
}

fn write_table(
    book: &Book,
    position: &Position,
    moves: &[BookMove],
    output: &mut impl Write,
) -> io::Result<()> {
    let total: f64 = moves.iter().map(|row| f64::from(row.weight)).sum();
    let mut rows = vec![
        [
            "move", "share", "weight", "games", "chosen", "wins", "draws", "losses", "points",
            "score", "line",
        ]
        .map(str::to_owned),
    ];
    for row in moves {
        let record = &row.record;
        let share = 100.0 * f64::from(row.weight) / total;
        let percent = |share: f64| format!("{share:.1}%");
        let mut next = position.clone();
        next.play(row.mv);
        rows.push([
            san(position, row.mv),
            if row.weight == 0 {
                "-".to_owned()
            } else {
                percent(share)
            },
            row.weight.to_string(),
            record.games().to_string(),
            record.chosen.to_string(),
            record.wins.to_string(),
            record.draws.to_string(),
            record.losses.to_string(),
            record
                .rate()
                .map_or("-".to_owned(), |rate| percent(100.0 * rate)),
            record
                .score
                .map_or("-".to_owned(), |score| Score::from(score).to_string()),
            best_line(book, &next, LINE).join(" "),
        ]);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| width(column).unwrap_or(0))
        .collect();
    for row in &rows {
        let mut line = format!("{:<1$}", row[0], widths[0]);
        for (cell, width) in row.iter().zip(&widths).take(row.len() - 1).skip(1) {
            line += &format!("  {cell:>width$}");
        }
        line += &format!("  {}", row[row.len() - 1]);
        writeln!(output, "{}", line.trim_end())?;
    }
    if moves.iter().all(|row| row.weight == 0) {
        writeln!(output, "None of these moves is recommended.")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_before_moves_are_skipped() {
        let words = ["e4", "1.e4", "1...e5", "1.", "12...", "e2e4", "1-0"];
        let expected = ["e4", "e4", "e5", "", "", "e2e4", "1-0"];
        assert_eq!(words.map(without_number), expected);
    }
}

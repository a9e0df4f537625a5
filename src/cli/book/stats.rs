//! The command `book stats`: how a book was made, and how large it is.

use std::collections::HashSet;
use std::io::Write;

use clap::Args;

use crate::base::plural::counted;
use crate::book::Book;
use crate::position::Position;
use crate::variants::{self, RuleOptions};

use super::{BookFile, best_line, load};
use crate::cli::arguments::RulesArguments;
use crate::cli::{CliError, file_error};

/// How many plies the best line has at most.
const LINE: usize = 40;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  peregrine book stats
  peregrine book stats --book mine.prgbook")]
pub(in crate::cli) struct StatsArguments {
    // That of a built-in book; a file names its own.
    #[command(flatten)]
    game: RulesArguments,
    #[command(flatten)]
    file: BookFile,
}

pub(super) fn run(arguments: &StatsArguments, output: &mut impl Write) -> Result<(), CliError> {
    let (book, rules);
    match &arguments.file.book {
        Some(path) => {
            book = std::sync::Arc::new(load(path)?);
            let options = RuleOptions {
                castling: book.castling().parse().ok(),
                promotion: book.promotion().parse().ok(),
            };
            let failure = |error: &dyn std::fmt::Display| file_error(path, error);
            let variant = variants::find(book.variant()).map_err(|error| failure(&error))?;
            rules = variant.rules(options).map_err(|error| failure(&error))?;
            book.check_game(rules).map_err(|fault| failure(&fault))?;
        }
        None => {
            rules = arguments.game.rules()?;
            book = arguments.file.open(rules)?;
        }
    }
    writeln!(
        output,
        "{}, castling {}, promotion {}",
        book.variant(),
        book.castling(),
        book.promotion()
    )?;
    for line in book.made() {
        writeln!(output, "made from {line}")?;
    }
    let moves = book.records().count();
    let scored = book.records().filter(|record| record.score.is_some());
    let played = book.records().filter(|record| record.games() > 0);
    writeln!(
        output,
        "{} with {}: {} with a score, {} with games",
        counted(book.positions(), "position", "positions"),
        counted(moves, "move", "moves"),
        scored.count(),
        played.count()
    )?;
    let plies = by_plies(&book, &Position::start(rules));
    let counts: Vec<String> = plies.iter().map(usize::to_string).collect();
    writeln!(output, "positions by plies: {}", counts.join(" "))?;
    let line = best_line(&book, &Position::start(rules), LINE);
    writeln!(output, "best line: {}", line.join(" "))?;
    Ok(())
}

/// The number of positions first reached after 0, 1, 2 ... plies.
fn by_plies(book: &Book, start: &Position) -> Vec<usize> {
    let mut counts = Vec::new();
    let mut seen = HashSet::from([start.key()]);
    let mut current = vec![start.clone()];
    while !current.is_empty() {
        let mut next = Vec::new();
        let mut count = 0;
        for position in current {
            let moves = book.moves(&position);
            count += usize::from(!moves.is_empty());
            for row in moves {
                let mut after = position.clone();
                after.play(row.mv);
                if seen.insert(after.key()) {
                    next.push(after);
                }
            }
        }
        if count > 0 {
            counts.push(count);
        }
        current = next;
    }
    counts
}

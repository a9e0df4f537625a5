//! The command `book`: makes and examines opening books.

mod build;
mod input;
mod probe;
mod stats;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Subcommand};

use crate::book::Book;
use crate::position::Position;
use crate::rules::Rules;

use super::{CliError, CommandOutcome, file_error};

use build::BuildArguments;
use probe::ProbeArguments;
use stats::StatsArguments;

#[derive(Debug, Subcommand)]
pub(super) enum BookCommand {
    /// Make a book from games, from searches, or from both.
    Build(Box<BuildArguments>),
    /// Show what a book says about a position.
    Probe(ProbeArguments),
    /// Show how a book was made and how large it is.
    Stats(StatsArguments),
}

/// Which book.
#[derive(Debug, Args)]
struct BookFile {
    /// The book [default: the built-in book of the game].
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

pub(super) fn run(
    command: &BookCommand,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    match command {
        BookCommand::Build(arguments) => build::run(arguments, output),
        BookCommand::Probe(arguments) => probe::run(arguments, output),
        BookCommand::Stats(arguments) => {
            stats::run(arguments, output).map(|()| CommandOutcome::Good)
        }
    }
}

impl BookFile {
    /// The book, which is for a game with these rules.
    fn open(&self, rules: &'static Rules) -> Result<Arc<Book>, CliError> {
        let Some(path) = &self.book else {
            return Book::built_in(rules).ok_or_else(|| {
                CliError::Message(format!(
                    "there is no built-in book for '{}' with these rules; --book names the file of \
                     one",
                    rules.variant()
                ))
            });
        };
        let book = load(path)?;
        let fits = book.check_game(rules);
        fits.map_err(|fault| file_error(path, &fault))?;
        Ok(Arc::new(book))
    }
}

fn load(path: &Path) -> Result<Book, CliError> {
    Ok(Book::load(path)?)
}

/// The best line of a book from a position, of at most `most` plies.
fn best_line(book: &Book, position: &Position, most: usize) -> Vec<String> {
    let mut position = position.clone();
    let next = || {
        let best = book.moves(&position).first()?.mv;
        let text = crate::notation::san(&position, best);
        position.play(best);
        Some(text)
    };
    std::iter::from_fn(next).take(most).collect()
}

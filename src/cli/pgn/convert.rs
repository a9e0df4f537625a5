//! The command `pgn convert`: writes games with their moves in another notation.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::base::files;
use crate::base::plural::counted;
use crate::notation::epd::Defaults;
use crate::notation::pgn::{MoveNotation, PgnError, TreeReader};

use super::{UsualRules, open};
use crate::cli::output::is_standard;
use crate::cli::progress::Progress;
use crate::cli::terminal::{content_output, print_status};
use crate::cli::{CliError, CommandOutcome, check_output_file, file_error};

#[derive(Debug, Args)]
#[command(after_help = "\
The notations are
  san         standard algebraic notation with the letters of the game
  coordinate  the squares that a move leaves and enters, as in the protocols
  xboard      as XBoard saves games: its names of games, squares and pieces
Games are read in any of them. Variations, comments, marks and tags are kept. Each
converted game is read again to make sure that it is the same.

A game with a fault, or one that the notation cannot express, is reported and left
out; the exit status is then 1, and 2 if a file cannot be read or written.

Examples:
  peregrine pgn convert xboard.pgn --to san --out games.pgn
  peregrine pgn convert games.pgn --to coordinate")]
pub(in crate::cli) struct ConvertArguments {
    /// PGN files; '-' is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The notation to write: san, coordinate or xboard.
    #[arg(long, value_name = "NOTATION", value_parser = str::parse::<MoveNotation>)]
    to: MoveNotation,
    /// Write to this file instead of standard output, which is '-'.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    usual: UsualRules,
    /// Overwrite an existing file.
    #[arg(long, requires = "out")]
    force: bool,
}

pub(super) fn run(
    arguments: &ConvertArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    let defaults = arguments.usual.rules().defaults()?;
    let out = arguments.out.as_deref();
    let Some(out) = out.filter(|file| !is_standard(file)) else {
        let mut output = content_output();
        let converted = convert(arguments, &defaults, &mut output);
        output.flush()?;
        return Ok(converted?.outcome());
    };
    check_output_file(out, arguments.force)?;
    let mut result = Ok(Tally::default());
    let written = files::replace_with(out, |mut new| {
        match convert(arguments, &defaults, &mut new) {
            Ok(tally) => {
                result = Ok(tally);
                Ok(())
            }
            Err(CliError::Output(error)) => Err(error),
            Err(error) => {
                result = Err(error);
                // Nothing is written.
                Err(io::ErrorKind::Interrupted.into())
            }
        }
    });
    let tally = result?;
    written.map_err(|error| file_error(out, &error))?;
    let games = counted(tally.good, "game", "games");
    writeln!(output, "{}: {games}", out.display())?;
    Ok(tally.outcome())
}

/// How many games were converted, and how many were not.
#[derive(Default)]
struct Tally {
    good: u64,
    bad: u64,
}

impl Tally {
    fn outcome(&self) -> CommandOutcome {
        match self.bad {
            0 => CommandOutcome::Good,
            _ => CommandOutcome::Bad,
        }
    }
}

/// Writes all games to `output`, and what is wrong with others to standard error.
fn convert(
    arguments: &ConvertArguments,
    defaults: &Defaults,
    output: &mut impl Write,
) -> Result<Tally, CliError> {
    let mut tally = Tally::default();
    let mut progress = Progress::new(None, "games converted");
    for path in &arguments.files {
        let source = open(path)?;
        let before = tally.good + tally.bad;
        let refuse = |tally: &mut Tally, progress: &Progress, message: String| {
            tally.bad += 1;
            progress.pause(|| print_status(&format!("{}: {message}", path.display())));
        };
        for game in TreeReader::new(source, defaults.clone()) {
            let game = match game {
                Ok(game) => game,
                Err(PgnError::Unreadable(error)) => return Err(file_error(path, &error)),
                Err(fault) => {
                    refuse(
                        &mut tally,
                        &progress,
                        format!("{fault}; the game is left out"),
                    );
                    continue;
                }
            };
            for warning in &game.warnings {
                let line = format!("{}: {}: {warning}", path.display(), game.place());
                progress.pause(|| print_status(&line));
            }
            match game.tree.in_notation(arguments.to) {
                Ok(text) => {
                    progress.pause(|| output.write_all(text.as_bytes()))?;
                    tally.good += 1;
                }
                Err(error) => {
                    let message = format!("{}: {error}; the game is left out", game.place());
                    refuse(&mut tally, &progress, message);
                }
            }
            progress.show(tally.good + tally.bad);
        }
        if tally.good + tally.bad == before {
            refuse(
                &mut tally,
                &progress,
                "the file contains no game".to_owned(),
            );
        }
    }
    Ok(tally)
}

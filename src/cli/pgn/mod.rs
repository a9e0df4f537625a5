//! The command `pgn`: checks, annotates, converts and shows files of games.

mod annotate;
mod convert;
mod show;

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::base::files;
use crate::notation::epd::Defaults;
use crate::notation::pgn::{Checker, GameWarning, PgnError};

use super::arguments::{OptionArguments, RulesArguments};
use super::progress::Progress;
use super::{CliError, CommandOutcome, file_error};

use annotate::AnnotateArguments;
use convert::ConvertArguments;
use show::ShowGameArguments;

#[derive(Debug, Subcommand)]
pub(super) enum PgnCommand {
    /// Replay every game and report the first illegal move of each.
    Check(CheckArguments),
    /// Add evaluations, better lines, marks and the accuracy of both players.
    Annotate(AnnotateArguments),
    /// Write games with their moves in another notation.
    Convert(ConvertArguments),
    /// Draw a position of a game, or the whole game as an animated picture.
    Show(ShowGameArguments),
}

#[derive(Debug, Args)]
#[command(after_help = "\
The tags Variant, Castling and Promotion of a game select its rules; --variant,
--castling and --promotion apply to games without these tags. Games saved by
XBoard are read as XBoard writes them. Besides the moves, with those of variations,
the check covers the tags, and whether the result agrees with the Result tag and
with checkmate or stalemate on the board.

Each fault is reported with its file, line, game, players, move, reason and the
position before the move. The exit status is 1 if there is any fault, and 2 if a
file cannot be read.

Examples:
  peregrine pgn check games.pgn
  zcat games.pgn.gz | peregrine pgn check -
  peregrine pgn check --variant falcon --castling three xboard.pgn")]
pub(super) struct CheckArguments {
    /// PGN files; '-' is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    usual: UsualRules,
}

/// The rules of games that do not name theirs.
#[derive(Debug, Args)]
struct UsualRules {
    /// The variant of games that name none ('peregrine variants' lists them).
    #[arg(long, value_name = "NAME", default_value = "chess")]
    variant: String,
    #[command(flatten)]
    options: OptionArguments,
}

impl UsualRules {
    fn rules(&self) -> RulesArguments {
        RulesArguments {
            variant: self.variant.clone(),
            options: self.options,
        }
    }
}

pub(super) fn run(
    command: &PgnCommand,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    match command {
        PgnCommand::Check(arguments) => check(arguments, output),
        PgnCommand::Annotate(arguments) => annotate::run(arguments, output),
        PgnCommand::Convert(arguments) => convert::run(arguments, output),
        PgnCommand::Show(arguments) => show::run(arguments, output),
    }
}

/// The results so far.
#[derive(Default)]
struct Tally {
    good: u64,
    bad: u64,
    /// Games that could be replayed, by variant and result.
    results: BTreeMap<(String, String), u64>,
}

fn check(arguments: &CheckArguments, output: &mut impl Write) -> Result<CommandOutcome, CliError> {
    let defaults = arguments.usual.rules().defaults()?;
    let mut tally = Tally::default();
    let mut progress = Progress::new(None, "games checked");
    for path in &arguments.files {
        check_file(path, &defaults, &mut tally, &mut progress, output)?;
    }
    drop(progress);
    tally.write(output)?;
    Ok(match tally.bad {
        0 => CommandOutcome::Good,
        _ => CommandOutcome::Bad,
    })
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, CliError> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = files::open_any(path).map_err(|error| file_error(path, &error))?;
    Ok(Box::new(BufReader::new(file)))
}

fn check_file(
    path: &Path,
    defaults: &Defaults,
    tally: &mut Tally,
    progress: &mut Progress,
    output: &mut impl Write,
) -> Result<(), CliError> {
    let before = tally.good + tally.bad;
    let mut write_line = |progress: &Progress, line: String| {
        progress
            .pause(|| writeln!(output, "{}: {line}", path.display()).and_then(|()| output.flush()))
    };
    for game in Checker::new(open(path)?, defaults.clone()) {
        match game {
            Err(PgnError::Unreadable(error)) => return Err(file_error(path, &error)),
            Err(fault) => {
                tally.bad += 1;
                write_line(progress, fault.to_string())?;
            }
            Ok(game) => {
                for warning in &game.warnings {
                    write_line(progress, format!("{}: {warning}", game.place))?;
                }
                let result = game.result.map(|result| result.to_string());
                let kind = (game.variant, result.unwrap_or_else(|| "*".to_owned()));
                *tally.results.entry(kind).or_default() += 1;
                match game.warnings.iter().any(GameWarning::is_error) {
                    true => tally.bad += 1,
                    false => tally.good += 1,
                }
            }
        }
        progress.show(tally.good + tally.bad);
    }
    if tally.good + tally.bad == before {
        tally.bad += 1;
        write_line(progress, "the file contains no game".to_owned())?;
    }
    Ok(())
}

impl Tally {
    fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let mut games = BTreeMap::<&str, u64>::new();
        for ((variant, _), count) in &self.results {
            *games.entry(variant).or_default() += count;
        }
        for (variant, all) in games {
            let of_variant = self.results.iter().filter(|row| row.0.0 == variant);
            let results: Vec<String> = of_variant
                .map(|((_, result), count)| format!("{result} {count}"))
                .collect();
            writeln!(output, "{variant}: {all} replayed ({})", results.join(", "))?;
        }
        writeln!(output, "{} good, {} bad", self.good, self.bad)
    }
}

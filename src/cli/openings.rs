//! The command `openings`: openings made and written.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use crate::arena::openings::{self, MakeError, OpeningsFormat, Recipe};
use crate::base::files;
use crate::engine::MAX_THREADS;

use super::arguments::{RulesArguments, up_to};
use super::progress::Progress;
use super::{Failure, given_threads, look_at, told};

/// The most openings that can be asked for.
const MOST: usize = 1_000_000;

#[derive(Debug, Args)]
#[command(after_help = "\
An opening is so many moves from the start position, each drawn at random among
those that a search of two plies finds at most --margin worse than the best. It
is taken if a search of --nodes nodes then gives neither side more than --window,
and if no other leads to the same position. In a game whose array is drawn by
lot each opening has an array of its own.

What is made depends on the numbers and the seed, not on --threads, so the first
lines of the output say how to make it again with the same version.

Examples:
  peregrine openings 500 --out falcon.txt
  peregrine openings 500 --castling three --plies 6-10 --seed 7 --threads 4
  peregrine openings 50 --variant capablanca --format epd --window 30")]
pub(super) struct OpeningsArguments {
    /// How many openings.
    #[arg(default_value_t = Recipe::default().count, value_parser = up_to(1, MOST))]
    count: usize,
    #[command(flatten)]
    game: RulesArguments,
    /// How many moves each has, those of both sides counted: a number, or two
    /// between which it is drawn.
    #[arg(long, value_name = "N|N-N", default_value = "8", value_parser = plies)]
    plies: RangeInclusive<usize>,
    /// How much worse than the best a move may be, in centipawns.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = Recipe::default().margin)]
    margin: u32,
    /// How much better either side may stand in the end, in centipawns.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = Recipe::default().window)]
    window: u32,
    /// How many nodes are searched to see that.
    #[arg(long, value_name = "N", default_value_t = Recipe::default().nodes,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Leave out openings that end with a check.
    #[arg(long)]
    no_check: bool,
    /// Another seed makes other openings.
    #[arg(long, value_name = "N", default_value_t = Recipe::default().seed)]
    seed: u64,
    /// How many threads search.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(1, MAX_THREADS))]
    threads: usize,
    /// As lines of moves, positions (epd) or games (pgn).
    #[arg(long, value_name = "FORMAT", default_value = "moves",
          value_parser = str::parse::<OpeningsFormat>)]
    format: OpeningsFormat,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it is there.
    #[arg(long, requires = "out")]
    force: bool,
}

/// Reads `8` or `6-10`.
fn plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse::<usize>().ok().filter(|&plies| plies <= 1000);
    match (number(least), number(most)) {
        (Some(least), Some(most)) if least <= most => Ok(least..=most),
        _ => Err("this is no number of moves from 0 to 1000, and no range like 6-10".to_owned()),
    }
}

pub(super) fn run(arguments: &OpeningsArguments, output: &mut impl Write) -> Result<(), Failure> {
    let rules = arguments.game.rules()?;
    let recipe = Recipe {
        count: arguments.count,
        plies: arguments.plies.clone(),
        margin: arguments.margin,
        window: arguments.window,
        nodes: arguments.nodes,
        check: !arguments.no_check,
        seed: arguments.seed,
    };
    // What is wrong with the file is said before the work, not after it.
    if let Some(file) = &arguments.out {
        look_at(file, arguments.force)?;
    }
    let mut progress = Progress::new(Some(recipe.count as u64), "openings found");
    let made = openings::make(
        rules,
        &recipe,
        given_threads(arguments.threads),
        |attempts| {
            progress.show(attempts.found as u64);
        },
    );
    drop(progress);
    let made = made.map_err(|error| match error {
        MakeError::TooFew { .. } => Failure::Message(format!(
            "{error}; more --plies, --margin or --window, or another --seed, give more"
        )),
        MakeError::Array(_) | MakeError::System(_) => Failure::Message(error.to_string()),
    })?;
    let heading = format!(
        "variant {}, castling {}, promotion {}\nmade by: peregrine {}\n{} {}",
        rules.variant(),
        rules.castling(),
        rules.promotion(),
        command(arguments),
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
    );
    let text = openings::format(&made, arguments.format, &heading);
    let Some(file) = &arguments.out else {
        return Ok(output.write_all(text.as_bytes())?);
    };
    let write = match arguments.force {
        true => files::replace,
        false => files::create,
    };
    write(file, text.as_bytes()).map_err(|error| told(file, &error))
}

/// The words that make the same openings again.
fn command(arguments: &OpeningsArguments) -> String {
    let mut command = format!("openings {} {}", arguments.count, arguments.game.words());
    let (least, most) = (arguments.plies.start(), arguments.plies.end());
    command += &match least == most {
        true => format!(" --plies {least}"),
        false => format!(" --plies {least}-{most}"),
    };
    command += &format!(
        " --margin {} --window {} --nodes {}",
        arguments.margin, arguments.window, arguments.nodes
    );
    if arguments.no_check {
        command += " --no-check";
    }
    command + &format!(" --seed {} --format {}", arguments.seed, arguments.format)
}

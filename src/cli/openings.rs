//! The command `openings`: makes balanced openings.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use crate::arena::openings::{self, Opening, OpeningsFormat};
use crate::base::files;
use crate::engine::MAX_THREADS;
use crate::tools::openings::{GenerateError, OpeningSettings, generate};

use super::arguments::{RulesArguments, up_to, whole};
use super::output::is_standard;
use super::progress::Progress;
use super::{CliError, check_output_file, file_error, granted_threads};

/// The maximum number of openings.
const MAX_OPENINGS: usize = 1_000_000;

#[derive(Debug, Args)]
#[command(after_help = "\
An opening is --plies random moves from the start position. Each move is chosen
among those that a two-ply search scores at most --margin below the best. The
opening is accepted if a search of --nodes nodes then scores it within --window
for either side, and if no other opening leads to the same position. In variants
with shuffled arrays, each opening has its own random array.

The result depends on the options and the seed but not on --threads; the first
lines of the output hold the command that reproduces it with the same version.

Examples:
  peregrine openings 500 --out falcon.txt
  peregrine openings 500 --castling three --plies 6-10 --seed 7 --threads 4
  peregrine openings 50 --variant capablanca --format epd --window 30")]
pub(super) struct OpeningsArguments {
    /// Number of openings.
    #[arg(default_value_t = OpeningSettings::default().count, value_parser = up_to(1, MAX_OPENINGS))]
    count: usize,
    #[command(flatten)]
    game: RulesArguments,
    /// Length of each opening in plies: a number, or a range to choose from at
    /// random.
    #[arg(long, value_name = "N|N-N", default_value = "8", value_parser = plies)]
    plies: RangeInclusive<usize>,
    /// Maximum loss against the best move, in centipawns.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = OpeningSettings::default().margin, value_parser = whole(0..=u32::MAX))]
    margin: u32,
    /// Largest advantage of either side at the end of an opening, in centipawns.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = OpeningSettings::default().window, value_parser = whole(0..=u32::MAX))]
    window: u32,
    /// Nodes of the search that measures this advantage.
    #[arg(long, value_name = "N", default_value_t = OpeningSettings::default().nodes,
          value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    /// Reject openings that end in check.
    #[arg(long)]
    no_check: bool,
    /// Seed of all random choices.
    #[arg(long, value_name = "N", default_value_t = OpeningSettings::default().seed, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(1, MAX_THREADS))]
    threads: usize,
    /// Output format: lines of moves (moves), positions (epd) or games (pgn).
    #[arg(long, value_name = "FORMAT", default_value = "moves",
          value_parser = str::parse::<OpeningsFormat>)]
    format: OpeningsFormat,
    /// Write to this file instead of standard output, which is '-'.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long, requires = "out")]
    force: bool,
}

/// Reads `8` or `6-10`.
fn plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse::<usize>().ok().filter(|&plies| plies <= 1000);
    match (number(least), number(most)) {
        (Some(least), Some(most)) if least <= most => Ok(least..=most),
        _ => Err("expected a number from 0 to 1000 or a range such as 6-10".to_owned()),
    }
}

pub(super) fn run(arguments: &OpeningsArguments, output: &mut impl Write) -> Result<(), CliError> {
    let rules = arguments.game.rules()?;
    let settings = OpeningSettings {
        count: arguments.count,
        plies: arguments.plies.clone(),
        margin: arguments.margin,
        window: arguments.window,
        nodes: arguments.nodes,
        check: !arguments.no_check,
        seed: arguments.seed,
    };
    // A problem with the file must show before the long work, not after it.
    let out = arguments.out.as_deref().filter(|file| !is_standard(file));
    if let Some(file) = out {
        check_output_file(file, arguments.force)?;
    }
    let mut progress = Progress::new(Some(settings.count as u64), "openings found");
    let made = generate(
        rules,
        &settings,
        granted_threads(arguments.threads),
        |attempts| {
            progress.show(attempts.found as u64);
        },
    );
    drop(progress);
    let made = made.map_err(|error| match error {
        GenerateError::TooFew { .. } => CliError::Message(format!(
            "{error}; try more --plies, a larger --margin or --window, or another --seed"
        )),
        GenerateError::Array(_) | GenerateError::System(_) => error.into(),
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
    let made: Vec<Opening> = made.into_iter().map(Opening::from).collect();
    let text = openings::format(&made, arguments.format, &heading);
    let Some(file) = out else {
        return Ok(output.write_all(text.as_bytes())?);
    };
    let write = match arguments.force {
        true => files::replace,
        false => files::create,
    };
    write(file, text.as_bytes()).map_err(|error| file_error(file, &error))
}

/// The command that makes the same openings again.
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

//! The command `tactics`: finds positions to solve in games.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::tuning::tactics::Criteria;
use crate::tuning::tactics::job::{TacticsSettings, find_in_files};

use super::arguments::{RulesArguments, up_to, whole};
use super::progress::JobProgress;
use super::{CliError, check_output_file};

#[derive(Debug, Args)]
#[command(after_help = "\
Games of another variant or with other rules are skipped. Each remaining game
gives at most one position: the first where a longer search rejects the move of a
short one, a still longer one finds a much better move, and a final search of two
lines with --proof nodes each confirms that every other move is worse by at least
--gap centipawns. Each position is written as soon as it is found.

With --swing, only positions after which the scores in the game's comments soon
rise by this much are searched, which finds more positions in the same time when
there are many games.

Examples:
  peregrine tactics match/games.pgn --count 100 --out tactics.epd
  peregrine tactics many.pgn --swing 100 --out tactics.epd")]
pub(super) struct TacticsArguments {
    /// Games in Portable Game Notation.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Number of positions to find.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = up_to(1, 1_000_000))]
    count: usize,
    #[command(flatten)]
    game: RulesArguments,
    /// Minimum margin of the best move over every other, in centipawns.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = Criteria::default().gap, value_parser = whole(0..=i32::MAX))]
    gap: i32,
    /// Nodes per line of the search that confirms the margin.
    #[arg(long, value_name = "N", default_value_t = Criteria::default().proof, value_parser = whole(0..=u64::MAX))]
    proof: u64,
    /// Search only where the scores in the game's comments rise by this much, in
    /// centipawns.
    #[arg(long, value_name = "CENTIPAWNS", value_parser = whole::<i32>(1..=10_000))]
    swing: Option<i32>,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite an existing file.
    #[arg(long)]
    force: bool,
}

pub(super) fn run(arguments: &TacticsArguments, output: &mut impl Write) -> Result<(), CliError> {
    let (rules, defaults) = (arguments.game.rules()?, arguments.game.defaults()?);
    check_output_file(&arguments.out, arguments.force)?;
    let criteria = Criteria {
        gap: arguments.gap,
        proof: arguments.proof,
        ..Criteria::default()
    };
    let swing = arguments.swing.map(|swing| format!(" --swing {swing}"));
    let heading = format!(
        "variant {}, castling {}, promotion {}\nmade by: peregrine tactics --gap {} --proof {}{}",
        rules.variant(),
        rules.castling(),
        rules.promotion(),
        arguments.gap,
        arguments.proof,
        swing.unwrap_or_default(),
    );
    let settings = TacticsSettings {
        rules,
        defaults,
        criteria,
        swing: arguments.swing,
        count: arguments.count,
        out: &arguments.out,
        heading: &heading,
    };
    let found = find_in_files(&arguments.files, &settings, &mut JobProgress::default())?;
    writeln!(output, "{found} positions")?;
    Ok(())
}

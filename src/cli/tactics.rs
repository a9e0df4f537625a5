//! The command `tactics`: positions to solve, found in games.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;

use clap::Args;

use crate::files;
use crate::notation::coordinate;
use crate::pgn::Reader;
use crate::tuning::tactics::{Criteria, Finder};

use super::arguments::{RulesArguments, up_to};
use super::progress::Progress;
use super::{Failure, told};

#[derive(Debug, Args)]
#[command(after_help = "\
Games of another variant or other rules are left out. Of each of the others the
first position is taken, if there is one, of which two short searches want other
moves than a longer one that likes its move much better, and of which a search of
two lines, long enough to be trusted, finds every other move worse by --gap
centipawns.

Example:
  peregrine tactics match/games.pgn --count 100 --out tactics.epd")]
pub(super) struct TacticsArguments {
    /// Games in Portable Game Notation.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How many positions.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = up_to(1, 1_000_000))]
    count: usize,
    #[command(flatten)]
    game: RulesArguments,
    /// Centipawns by which every other move must be worse.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = Criteria::default().gap)]
    gap: i32,
    /// Nodes of the search that proves it.
    #[arg(long, value_name = "N", default_value_t = Criteria::default().proof)]
    proof: u64,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(arguments: &TacticsArguments, output: &mut impl Write) -> Result<(), Failure> {
    let (rules, defaults) = (arguments.game.rules()?, arguments.game.defaults()?);
    files::folder(&arguments.out).map_err(|error| told(&arguments.out, &error))?;
    let criteria = Criteria {
        gap: arguments.gap,
        proof: arguments.proof,
        ..Criteria::default()
    };
    let mut finder = Finder::new(rules, criteria)?;
    let mut progress = Progress::new(Some(arguments.count as u64), "positions found");
    let mut found = Vec::new();
    'files: for path in &arguments.files {
        let file = File::open(path).map_err(|error| told(path, &error))?;
        for game in Reader::new(BufReader::new(file), defaults.clone()) {
            let game = game.map_err(|error| told(path, &error))?.pgn.game;
            if found.len() >= arguments.count {
                break 'files;
            }
            if !std::ptr::eq(game.position().rules(), rules) {
                continue;
            }
            found.extend(finder.find(&game)?);
            progress.show(found.len() as u64);
        }
    }
    drop(progress);
    let mut text = format!(
        "# variant {}, castling {}, promotion {}\n# made by: peregrine tactics --gap {} --proof {}\n",
        rules.variant(),
        rules.castling(),
        rules.promotion(),
        criteria.gap,
        criteria.proof,
    );
    for (number, tactic) in found.iter().enumerate() {
        let _ = writeln!(
            text,
            "{} ;bm {} ;id {}-{:03}",
            tactic.position,
            coordinate(&tactic.position, tactic.best),
            rules.variant(),
            number + 1,
        );
    }
    files::replace(&arguments.out, text.as_bytes())
        .map_err(|error| told(&arguments.out, &error))?;
    writeln!(output, "{} positions", found.len())?;
    Ok(())
}

//! The command `tactics`: positions to solve, found in games.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::PathBuf;

use clap::Args;

use crate::arena::comment::score_of;
use crate::base::files;
use crate::notation::coordinate;
use crate::notation::pgn::{PgnGame, Reader};
use crate::rules::Rules;
use crate::tuning::tactics::{Criteria, Finder, Tactic, swings};

use super::arguments::{RulesArguments, up_to};
use super::progress::Progress;
use super::{Failure, told};

#[derive(Debug, Args)]
#[command(after_help = "\
Games of another variant or other rules are left out. Of each of the others the
first position is taken, if there is one, of which two short searches want other
moves than a longer one that likes its move much better, and of which a search of
two lines, long enough to be trusted, finds every other move worse by --gap
centipawns. What has been found is written at once.

With --swing only those positions are searched that the players of the games, by
the scores in their comments, soon liked better by so much: of many games that
finds more in the same time.

Examples:
  peregrine tactics match/games.pgn --count 100 --out tactics.epd
  peregrine tactics many.pgn --swing 100 --out tactics.epd")]
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
    /// Search only where the scores of the game rise by so many centipawns.
    #[arg(long, value_name = "CENTIPAWNS", value_parser = clap::value_parser!(i32).range(1..=10_000))]
    swing: Option<i32>,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(arguments: &TacticsArguments, output: &mut impl Write) -> Result<(), Failure> {
    let (rules, defaults) = (arguments.game.rules()?, arguments.game.defaults()?);
    let folder = files::folder(&arguments.out).map_err(|error| told(&arguments.out, &error))?;
    files::sweep(&folder);
    let criteria = Criteria {
        gap: arguments.gap,
        proof: arguments.proof,
        ..Criteria::default()
    };
    let mut finder = Finder::new(rules, criteria)?;
    let mut progress = Progress::new(Some(arguments.count as u64), "positions found");
    let mut found = Vec::new();
    write(arguments, rules, &found)?;
    'files: for path in &arguments.files {
        let file = File::open(path).map_err(|error| told(path, &error))?;
        for game in Reader::new(BufReader::new(file), defaults.clone()) {
            let pgn = game.map_err(|error| told(path, &error))?.pgn;
            if found.len() >= arguments.count {
                break 'files;
            }
            if !std::ptr::eq(pgn.game.position().rules(), rules) {
                continue;
            }
            if let Some(tactic) = find(&mut finder, &pgn, arguments.swing)? {
                found.push(tactic);
                write(arguments, rules, &found)?;
            }
            progress.show(found.len() as u64);
        }
    }
    drop(progress);
    writeln!(output, "{} positions", found.len())?;
    Ok(())
}

/// The first position of a game, of those where its scores rise by so much.
fn find(finder: &mut Finder, pgn: &PgnGame, swing: Option<i32>) -> io::Result<Option<Tactic>> {
    let comments = pgn.comments.iter();
    let scores: Vec<_> = comments
        .map(|comment| comment.as_deref().and_then(score_of))
        .collect();
    finder.find(&pgn.game, |ply| {
        swing.is_none_or(|least| swings(&scores, ply, least))
    })
}

/// Writes what has been found so far.
fn write(arguments: &TacticsArguments, rules: &Rules, found: &[Tactic]) -> Result<(), Failure> {
    let swing = arguments.swing.map(|swing| format!(" --swing {swing}"));
    let mut text = format!(
        "# variant {}, castling {}, promotion {}\n# made by: peregrine tactics --gap {} --proof {}{}\n",
        rules.variant(),
        rules.castling(),
        rules.promotion(),
        arguments.gap,
        arguments.proof,
        swing.unwrap_or_default(),
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
    files::replace(&arguments.out, text.as_bytes()).map_err(|error| told(&arguments.out, &error))
}

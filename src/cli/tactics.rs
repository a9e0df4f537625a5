//! The command `tactics`: finds positions to solve in games.

use std::fmt::Write as _;
use std::io::{self, BufReader, Write};
use std::path::PathBuf;

use clap::Args;

use crate::arena::comment::score_of;
use crate::base::files;
use crate::notation::coordinate;
use crate::notation::pgn::{PgnGame, Reader};
use crate::rules::Rules;
use crate::tuning::tactics::{Criteria, Finder, Tactic, swings};

use super::arguments::{RulesArguments, up_to, whole};
use super::progress::Progress;
use super::{CliError, check_output_file, file_error};

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
    let mut finder = Finder::new(rules, criteria)?;
    let mut progress = Progress::new(Some(arguments.count as u64), "positions found");
    let mut found = Vec::new();
    'files: for path in &arguments.files {
        let file = files::open_any(path).map_err(|error| file_error(path, &error))?;
        for game in Reader::new(BufReader::new(file), defaults.clone()) {
            let pgn = game.map_err(|error| file_error(path, &error))?.pgn;
            if found.len() >= arguments.count {
                break 'files;
            }
            if pgn.game.position().rules() != rules {
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
    if found.is_empty() {
        write(arguments, rules, &found)?;
    }
    writeln!(output, "{} positions", found.len())?;
    Ok(())
}

/// The first tactical position of a game, among those where its scores rise by
/// `swing`.
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
fn write(arguments: &TacticsArguments, rules: &Rules, found: &[Tactic]) -> Result<(), CliError> {
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
    files::replace(&arguments.out, text.as_bytes())
        .map_err(|error| file_error(&arguments.out, &error))
}

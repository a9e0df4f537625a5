//! The command `solve`: tests the engine on positions with a known best move.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use crate::base::files;
use crate::board::moves::Move;
use crate::engine::{Engine, EngineOptions, MAX_HASH, MAX_THREADS};
use crate::notation::epd::{Defaults, EpdCase, Operation, format_line};
use crate::notation::{parse_either, san};
use crate::position::Position;
use crate::position::game::Game;
use crate::search::score::Score;
use crate::search::{Limits, SearchResult, Tunables};
use crate::variants;

use super::arguments::{seconds, up_to, whole};
use super::epd::{self, LocatedCase};
use super::progress::Progress;
use super::{CliError, CommandOutcome, check_output_file, file_error, warn_fewer_threads};

#[derive(Debug, Args)]
#[command(after_help = "\
Each line of a file is EPD: a FEN of four or six fields, and operations such as
  FEN bm Qg6 Rf3; id \"WAC.001\";
  FEN ;variant falcon ;castling free ;promotion any ;bm f1e4 ;id fork-7
A position counts as solved if the engine's move after --time seconds is one of the
best moves (bm) and none of those to avoid (am); without either, if the engine has
found a mate in as many moves as dm says. Moves are in SAN or coordinates. Every other
operation is kept. The exit status is 1 if any position is not solved.

--epd writes the lines again, with what the search found: acd (depth), acn (nodes),
acs (seconds), ce (centipawns), pv (its line) and sm (its move).

Example:
  peregrine solve data/tactics/falcon.epd --time 10 --threads 2
  peregrine solve wac.epd --time 1 --epd solved.epd")]
pub(super) struct SolveArguments {
    /// Files of positions with best moves.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The variant of positions that name none ('peregrine variants' lists them)
    /// [default: falcon, or chess for a FEN with eight files].
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// Seconds for each position.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds(0.001..=86_400.0))]
    time: f64,
    /// Nodes for each position, instead of time.
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = whole(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Size of the transposition table in MiB.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = up_to(1, MAX_HASH))]
    hash: usize,
    /// Number of search threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(1, MAX_THREADS))]
    threads: usize,
    /// Write the positions with the results to this file, as EPD.
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long, requires = "epd")]
    force: bool,
}
/// What solves a position.
struct Goal {
    best: Vec<Move>,
    avoided: Vec<Move>,
    /// A mate in this many moves; counts only if no move is named.
    mate: Option<u32>,
}

/// A position to solve.
struct Problem {
    name: String,
    position: Position,
    goal: Goal,
    operations: Vec<Operation>,
}

/// What the engine found in a position.
struct Found {
    result: SearchResult,
    line: Vec<Move>,
    /// How long it took to find the solution and keep to it, and the depth then; `None` if
    /// it did not.
    solved: Option<(Duration, u32)>,
}

pub(super) fn run(
    arguments: &SolveArguments,
    tunables: &Tunables,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    if let Some(name) = &arguments.variant {
        variants::find(name)?;
    }
    let defaults = arguments.variant.as_deref().map(Defaults::for_variant);
    let mut problems = Vec::new();
    for path in &arguments.files {
        for case in epd::read(path, defaults.clone())? {
            problems.push(Problem::new(case)?);
        }
    }
    let mut results = String::new();
    if let Some(path) = &arguments.epd {
        check_output_file(path, arguments.force)?;
        write(path, &results)?;
    }
    let mut times = Vec::new();
    let mut progress = Progress::new(Some(problems.len() as u64), "positions searched");
    for (number, problem) in problems.iter().enumerate() {
        progress.show(number as u64);
        let found = problem.search(arguments, tunables, number == 0)?;
        if let Some((time, _)) = found.solved {
            times.push((time, problem.name.as_str()));
        }
        progress.pause(|| {
            writeln!(output, "{}", problem.report(&found))?;
            output.flush()
        })?;
        if let Some(path) = &arguments.epd {
            results += &problem.result_line(&found);
            results.push('\n');
            write(path, &results)?;
        }
    }
    progress.show(problems.len() as u64);
    drop(progress);
    if let Some((longest, name)) = times.iter().max() {
        let all: Duration = times.iter().map(|(time, _)| *time).sum();
        let [all, longest] = [all, *longest].map(|time| time.as_secs_f64());
        writeln!(
            output,
            "time to solve: {all:.2} s in all, {longest:.2} s at most ({name})"
        )?;
    }
    writeln!(output, "{} of {} solved", times.len(), problems.len())?;
    Ok(if times.len() == problems.len() {
        CommandOutcome::Good
    } else {
        CommandOutcome::Bad
    })
}

/// Writes the results so far.
fn write(path: &Path, results: &str) -> Result<(), CliError> {
    files::replace(path, results.as_bytes()).map_err(|error| file_error(path, &error))
}

impl Goal {
    fn new(case: &LocatedCase) -> Result<Goal, CliError> {
        let EpdCase {
            best_moves,
            avoid_moves,
            direct_mate,
            ..
        } = &case.case;
        if best_moves.is_empty() && avoid_moves.is_empty() && direct_mate.is_none() {
            return Err(case.error(&"the line has no best move (bm, am or dm)"));
        }
        let read = |texts: &[String]| -> Result<Vec<Move>, CliError> {
            let moves = texts.iter().map(|text| {
                let mv = parse_either(&case.position, text);
                mv.map_err(|error| case.error(&error))
            });
            moves.collect()
        };
        Ok(Goal {
            best: read(best_moves)?,
            avoided: read(avoid_moves)?,
            mate: *direct_mate,
        })
    }

    fn is_reached(&self, mv: Option<Move>, score: Score) -> bool {
        let Some(mv) = mv else {
            return false;
        };
        if self.best.is_empty() && self.avoided.is_empty() {
            let most = self.mate.map_or(0, i64::from);
            return matches!(score, Score::Mate(moves) if (1..=most).contains(&i64::from(moves)));
        }
        (self.best.is_empty() || self.best.contains(&mv)) && !self.avoided.contains(&mv)
    }
}

impl Problem {
    fn new(case: LocatedCase) -> Result<Problem, CliError> {
        let goal = Goal::new(&case)?;
        Ok(Problem {
            name: case.case.id.unwrap_or(case.place),
            position: case.position,
            goal,
            operations: case.case.operations,
        })
    }

    /// Searches the position in a new engine.
    fn search(
        &self,
        arguments: &SolveArguments,
        tunables: &Tunables,
        is_first: bool,
    ) -> Result<Found, CliError> {
        let mut engine = Engine::with_tunables(self.position.rules(), tunables.clone());
        engine.set_options(EngineOptions {
            hash: arguments.hash,
            threads: arguments.threads,
            move_overhead: Duration::ZERO,
            ..engine.options()
        })?;
        let move_time = Duration::from_secs_f64(arguments.time);
        let limits = Limits {
            nodes: arguments.nodes,
            move_time: arguments.nodes.is_none().then_some(move_time),
            ..Limits::default()
        };
        let game = Game::new(self.position.clone());
        let began = Instant::now();
        let mut since = None;
        let mut line = Vec::new();
        let result = engine.search(&game, limits, |info| {
            match self.goal.is_reached(info.pv.first().copied(), info.score) {
                true => since = since.or(Some((began.elapsed(), info.depth))),
                false => since = None,
            }
            line.clone_from(&info.pv);
        });
        if is_first {
            warn_fewer_threads(engine.report_shortage(), arguments.threads);
        }
        if line.first() != result.best.as_ref() {
            line = result.best.into_iter().collect();
        }
        let is_solved = self.goal.is_reached(result.best, result.score);
        let now = (result.time, result.depth);
        Ok(Found {
            solved: is_solved.then(|| since.unwrap_or(now)),
            result,
            line,
        })
    }

    /// Whether and when the position was solved.
    fn report(&self, found: &Found) -> String {
        let (name, result) = (&self.name, &found.result);
        let played = result
            .best
            .map_or("no move".to_owned(), |mv| san(&self.position, mv));
        if let Some((time, depth)) = found.solved {
            let seconds = time.as_secs_f64();
            return format!("{name}: {played} after {seconds:.2} s, depth {depth}");
        }
        let goal = &self.goal;
        let fault = match (&goal.best[..], &goal.avoided[..]) {
            ([], []) => {
                let mate = goal.mate.unwrap_or_default();
                format!("{played} ({}), not mate in {mate}", result.score)
            }
            ([], _) => format!("{played}, a move to avoid"),
            (best, _) => format!("{played}, not {}", self.texts(best).join(" or ")),
        };
        let (seconds, depth) = (result.time.as_secs_f64(), result.depth);
        format!("{name}: NOT SOLVED: {fault} ({seconds:.2} s, depth {depth})")
    }

    /// Moves of the position in SAN.
    fn texts(&self, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|&mv| san(&self.position, mv)).collect()
    }

    /// The line of the position with what the search found.
    fn result_line(&self, found: &Found) -> String {
        let mut operations = self.rules_operations();
        for (opcode, moves) in [("bm", &self.goal.best), ("am", &self.goal.avoided)] {
            if !moves.is_empty() {
                operations.push(Operation::new(opcode, self.texts(moves).join(" ")));
            }
        }
        let is_kept = |operation: &&Operation| !REPLACED.contains(&operation.opcode.as_str());
        operations.extend(self.operations.iter().filter(is_kept).cloned());
        let result = &found.result;
        let seconds = result.time.as_secs_f64().round();
        operations.push(Operation::new("acd", result.depth));
        operations.push(Operation::new("acn", result.nodes));
        operations.push(Operation::new("acs", seconds as u64));
        operations.push(Operation::new("ce", centipawns(result.score)));
        if let Some(best) = result.best {
            operations.push(Operation::new("pv", line_text(&self.position, &found.line)));
            operations.push(Operation::new("sm", san(&self.position, best)));
        }
        format_line(&self.position, &operations)
    }

    /// The operations that name the game, unless the board says which it is.
    fn rules_operations(&self) -> Vec<Operation> {
        let rules = self.position.rules();
        let usual = Defaults::for_fen(&self.position.to_string());
        let usual = variants::rules(&usual.variant);
        if usual.is_ok_and(|usual| usual == rules) {
            return Vec::new();
        }
        vec![
            Operation::new("variant", rules.variant()),
            Operation::new("castling", rules.castling()),
            Operation::new("promotion", rules.promotion()),
        ]
    }
}

/// The operations of a line that are written anew.
const REPLACED: [&str; 11] = [
    "variant",
    "castling",
    "promotion",
    "bm",
    "am",
    "acd",
    "acn",
    "acs",
    "ce",
    "pv",
    "sm",
];

/// A score as the operation `ce`, in which a mate is 32767 less the plies to it.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(centipawns) => centipawns,
        Score::Mate(moves) if moves > 0 => 32_767 - (2 * moves - 1),
        Score::Mate(moves) => -32_767 - 2 * moves,
    }
}

/// Successive moves in SAN, up to the first illegal one.
fn line_text(position: &Position, moves: &[Move]) -> String {
    let moves = position.legal_line(moves);
    let texts: Vec<String> = moves.map(|(before, mv)| san(&before, mv)).collect();
    texts.join(" ")
}

//! The command `solve`: tests the engine on positions with a known best move.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use crate::base::files;
use crate::board::moves::Move;
use crate::engine::{Engine, EngineOptions, MAX_HASH, MAX_THREADS};
use crate::notation::epd::{self, Defaults};
use crate::notation::{parse_either, san};
use crate::position::Position;
use crate::position::game::Game;
use crate::search::{Limits, Tunables};
use crate::variants;

use super::arguments::up_to;
use super::progress::Progress;
use super::{CommandOutcome, Failure, LONGEST_TEXT, say_fewer_threads};

#[derive(Debug, Args)]
#[command(after_help = "\
Each line of a file has a position and its best moves:
  FEN ;variant falcon ;castling free ;promotion any ;bm f1e4 ;id fork-7
A position counts as solved if the engine's move after --time seconds is one of
its best moves. The exit status is 1 if any position is not solved.

Example:
  peregrine solve data/tactics/falcon.epd --time 10 --threads 2")]
pub(super) struct SolveArguments {
    /// Files of positions with best moves.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The variant of positions that name none ('peregrine variants' lists them).
    #[arg(long, value_name = "NAME", default_value = "falcon")]
    variant: String,
    /// Seconds for each position.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    time: f64,
    /// Nodes for each position, instead of time.
    #[arg(long, value_name = "N", conflicts_with = "time")]
    nodes: Option<u64>,
    /// Size of the transposition table in MiB.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = up_to(1, MAX_HASH))]
    hash: usize,
    /// Number of search threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(1, MAX_THREADS))]
    threads: usize,
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.001..=86_400.0).contains(seconds))
        .ok_or_else(|| "expected a number of seconds from 0.001 to 86400".to_owned())
}

/// A position to solve.
struct Problem {
    name: String,
    position: Position,
    best: Vec<Move>,
}

pub(super) fn run(
    arguments: &SolveArguments,
    tunables: &Tunables,
    output: &mut impl Write,
) -> Result<CommandOutcome, Failure> {
    let mut problems = Vec::new();
    for path in &arguments.files {
        read(path, &arguments.variant, &mut problems)?;
    }
    let limits = Limits {
        nodes: arguments.nodes,
        move_time: arguments
            .nodes
            .is_none()
            .then(|| Duration::from_secs_f64(arguments.time)),
        ..Limits::default()
    };
    let mut solved = 0;
    let mut progress = Progress::new(Some(problems.len() as u64), "positions searched");
    for (number, problem) in problems.iter().enumerate() {
        progress.show(number as u64);
        let mut engine = Engine::with_tunables(problem.position.rules(), tunables.clone());
        engine.set_options(EngineOptions {
            hash: arguments.hash,
            threads: arguments.threads,
            move_overhead: Duration::ZERO,
            ..engine.options()
        })?;
        let game = Game::new(problem.position.clone());
        let began = Instant::now();
        let mut since = None;
        let found = engine.search(&game, limits.clone(), |info| {
            let right = info.pv.first().is_some_and(|mv| problem.best.contains(mv));
            match right {
                true => since = since.or(Some((began.elapsed(), info.depth))),
                false => since = None,
            }
        });
        if number == 0 {
            say_fewer_threads(engine.take_shortage(), arguments.threads);
        }
        let name = &problem.name;
        let played = found.best.filter(|mv| problem.best.contains(mv));
        let text = |mv: &Move| san(&problem.position, *mv);
        let line = match (played, since) {
            (Some(mv), since) => {
                solved += 1;
                let (time, depth) = since.unwrap_or((began.elapsed(), found.depth));
                let seconds = time.as_secs_f64();
                format!("{name}: {} after {seconds:.2} s, depth {depth}", text(&mv))
            }
            (None, _) => {
                let best: Vec<String> = problem.best.iter().map(text).collect();
                let found = found.best.as_ref().map_or("no move".to_owned(), text);
                format!("{name}: NOT SOLVED: {found}, not {}", best.join(" or "))
            }
        };
        progress.pause(|| {
            writeln!(output, "{line}")?;
            output.flush()
        })?;
    }
    progress.show(problems.len() as u64);
    drop(progress);
    writeln!(output, "{solved} of {} solved", problems.len())?;
    Ok(if solved == problems.len() {
        CommandOutcome::Good
    } else {
        CommandOutcome::Bad
    })
}

/// Reads a file; `variant` is the default for positions that name none.
fn read(path: &Path, variant: &str, problems: &mut Vec<Problem>) -> Result<(), Failure> {
    let file = path.display();
    let text = files::read_any_text(path, LONGEST_TEXT)
        .map_err(|error| Failure::Message(format!("{file}: {error}")))?;
    variants::find(variant)?;
    let mut defaults = Defaults::of(variant);
    for (number, line) in text.lines().enumerate() {
        let place = format!("{file}:{}", number + 1);
        let wrong = |error: &dyn std::fmt::Display| Failure::Message(format!("{place}: {error}"));
        if let Some(said) = Defaults::of_comment(line) {
            defaults = said;
        }
        let Some(case) = epd::parse_line(line, &defaults).map_err(|error| wrong(&error))? else {
            continue;
        };
        let position = case.position().map_err(|error| wrong(&error))?;
        if case.best_moves.is_empty() {
            return Err(wrong(&"the line has no best move (bm)"));
        }
        let best = case
            .best_moves
            .iter()
            .map(|text| parse_either(&position, text).map_err(|error| wrong(&error)))
            .collect::<Result<_, _>>()?;
        problems.push(Problem {
            name: case.id.unwrap_or(place),
            position,
            best,
        });
    }
    Ok(())
}

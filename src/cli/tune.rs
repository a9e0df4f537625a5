//! The command `tune`: tunes the engine's parameters from games.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::arena::openings::{self, OpeningsFormat};
use crate::base::plural::counted;
use crate::engine::MAX_THREADS;
use crate::tuning::spsa::job::{TuningFiles, TuningJob};
use crate::tuning::spsa::{SpsaSettings, Tuning};

use super::arguments::{BeginArguments, decimal, up_to, whole};
use super::progress::JobProgress;
use super::tune_evaluation::{self, EvaluationArguments};
use super::{CliError, check_output_file, granted_threads, output_folder, stop_flag};

#[derive(Debug, Subcommand)]
pub(super) enum TuneCommand {
    /// Tune parameters by self-play (SPSA).
    Games(GamesArguments),
    /// Fit the evaluation parameters to the results of games.
    Evaluation(Box<EvaluationArguments>),
}

#[derive(Debug, Args)]
#[command(after_help = "\
For each pair of games, every parameter whose name starts with one of the prefixes
is moved a little at random, up or down, for one engine and the opposite way for
the other; the parameters then move toward the winner, within their ranges. The
state is saved after each batch, and the same command resumes from it. The current
values are in DIR/tunables.toml, for 'peregrine --tunables'.

If parameters of the time management are among them ('time.'), each engine has a
clock that counts nodes: 30 times --nodes at the start, and half of --nodes more
after each move.

Examples:
  peregrine tune games --out lab/lmr --openings data/openings/falcon.txt \\
      --pairs 3000 --threads 2 search.reduction search.late_move
  peregrine tunables                          list the names and values")]
pub(super) struct GamesArguments {
    /// Prefixes of the names of the parameters to tune.
    #[arg(required = true, value_name = "PREFIX")]
    prefixes: Vec<String>,
    /// Folder for the state and the result.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    begin: BeginArguments,
    /// File of openings, as made by 'peregrine openings'.
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// Number of pairs of games.
    #[arg(long, value_name = "N", default_value_t = SpsaSettings::default().pairs, value_parser = up_to(1, 10_000_000))]
    pairs: usize,
    /// Number of pairs between updates of the parameters.
    #[arg(long, value_name = "N", default_value_t = SpsaSettings::default().batch, value_parser = up_to(1, 10_000))]
    batch: usize,
    /// Nodes per move, on average if each engine has a clock.
    #[arg(long, value_name = "N", default_value_t = SpsaSettings::default().nodes, value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    /// How fast the parameters move at the end, as a fraction of their step.
    #[arg(long, value_name = "SHARE", default_value_t = SpsaSettings::default().rate, value_parser = decimal(1e-6..=10.0))]
    rate: f64,
    /// Seed of all random choices.
    #[arg(long, value_name = "N", default_value_t = SpsaSettings::default().seed, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Number of games played in parallel.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(1, MAX_THREADS))]
    threads: usize,
}

pub(super) fn run(command: &TuneCommand, output: &mut impl Write) -> Result<(), CliError> {
    match command {
        TuneCommand::Games(arguments) => by_games(arguments, output),
        TuneCommand::Evaluation(arguments) => tune_evaluation::run(arguments, output),
    }
}

fn by_games(arguments: &GamesArguments, output: &mut impl Write) -> Result<(), CliError> {
    let rules = arguments.begin.game.rules()?;
    let start = arguments.begin.tunables()?;
    let openings = openings::read(
        &arguments.openings,
        rules,
        OpeningsFormat::from_path(&arguments.openings),
        None,
    )?;
    let settings = SpsaSettings {
        pairs: arguments.pairs,
        batch: arguments.batch,
        nodes: arguments.nodes,
        rate: arguments.rate,
        seed: arguments.seed,
    };
    let new = Tuning::new(&start, &arguments.prefixes, settings);
    if new.numbers.is_empty() {
        let message = "no tunable has a name with this prefix ('peregrine tunables' lists them)";
        return Err(CliError::Message(message.to_owned()));
    }
    output_folder(&arguments.out)?;
    let files = TuningFiles::in_folder(&arguments.out);
    for file in [&files.state, &files.values] {
        check_output_file(file, true)?;
    }
    let mut job = TuningJob::resume(files, start, new)?;
    let stop = stop_flag()?;
    let threads = granted_threads(arguments.threads);
    let mut progress = JobProgress::default();
    job.run((rules, &openings), threads, &stop, &mut progress)?;
    let tuning = job.tuning();
    writeln!(output, "{:<40} {:>8} {:>9}", "number", "start", "now")?;
    for (name, number) in &tuning.numbers {
        writeln!(
            output,
            "{name:<40} {:>8} {:>9.1}",
            number.start, number.value
        )?;
    }
    if !tuning.is_finished() {
        writeln!(
            output,
            "Stopped after {}. The same command resumes.",
            counted(tuning.played, "pair", "pairs")
        )?;
    }
    Ok(())
}

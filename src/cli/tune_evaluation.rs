//! The command `tune evaluation`: fits the evaluation parameters to the results
//! of games.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::engine::MAX_THREADS;
use crate::search::Tunables;
use crate::tuning::evaluation::{
    self, Change, Data, Estimate, Losses, Selection, TuningProgress, TuningResult, TuningSettings,
    WeightSelection,
};
use crate::tuning::file;

use super::arguments::{BeginArguments, decimal, up_to};
use super::progress::Progress;
use super::terminal::print_status;
use super::{CliError, check_output_file, granted_threads};

/// The upper limit of the options for plies and rounds.
const MOST: usize = 1000;

/// Parameters left out by default: thresholds, in which scores are not smooth,
/// and those that matter only against a bare King.
const LEFT_OUT: &str = "bare_king,mop_up,no_pawns_ahead,danger_limit";

#[derive(Debug, Args)]
#[command(after_help = "\
Each position after the opening is used once, unless the side to move is in check
or the move played is not quiet. One game in ten is held out for validation.
docs/guide/tuning.md has the details.

Examples:
  peregrine tune evaluation --games match/games.pgn --out tuned.toml --threads 2
  peregrine tune evaluation --games a.pgn b.pgn --only falcon,knight.scale
  peregrine tune evaluation --games match/games.pgn --blend 0.3 --pull 1")]
pub(super) struct EvaluationArguments {
    /// PGN files.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    begin: BeginArguments,
    /// Plies to skip at the start of games without comments; in other games, the
    /// moves before the first comment are skipped.
    #[arg(long, value_name = "PLIES", default_value_t = Selection::default().opening,
          value_parser = up_to(0, MOST))]
    opening: usize,
    /// Plies to skip at the end of games.
    #[arg(long, value_name = "PLIES", default_value_t = Selection::default().ending,
          value_parser = up_to(0, MOST))]
    ending: usize,
    /// Weight of the players' own scores in the target, from 0 to 1; the rest is the
    /// game's result.
    #[arg(long, value_name = "PART", default_value_t = 0.0, value_parser = decimal(0.0..=1.0))]
    blend: f64,
    /// Strength of the L2 penalty toward the old values.
    #[arg(long, value_name = "STRENGTH", default_value_t = TuningSettings::default().pull,
          value_parser = decimal(1e-6..=1e6))]
    pull: f64,
    /// Weight all positions equally instead of all games.
    #[arg(long)]
    by_position: bool,
    /// Maximum number of rounds, each starting from the values of the one before.
    #[arg(long, value_name = "N", default_value_t = TuningSettings::default().rounds,
          value_parser = up_to(1, MOST))]
    rounds: usize,
    /// Tune only parameters with these prefixes.
    #[arg(long, value_name = "PREFIX,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Leave out parameters with these prefixes.
    #[arg(long, value_name = "PREFIX,...", value_delimiter = ',', default_value = LEFT_OUT)]
    except: Vec<String>,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(1, MAX_THREADS))]
    threads: usize,
    /// Write the parameters to this file, for --tunables.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long, requires = "out")]
    force: bool,
}

pub(super) fn run(
    arguments: &EvaluationArguments,
    output: &mut impl Write,
) -> Result<(), CliError> {
    let start = arguments.begin.tunables()?;
    // A problem with the file must show before the long work, not after it.
    if let Some(file) = &arguments.out {
        check_output_file(file, arguments.force)?;
    }
    let recipe = arguments.recipe();
    let data = arguments.data()?;
    let tuned = tuned(&data, &start, &recipe)?;
    let summary = Summary {
        data: &data,
        tuned: &tuned,
    };
    summary.write(output)?;
    let Some(file) = &arguments.out else {
        return Ok(());
    };
    let comment = format!(
        "made by: peregrine tune evaluation {}\n{} {}\n{}",
        arguments.words(),
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        summary.head(),
    );
    let tunables = Tunables {
        evaluation: tuned.weights.clone(),
        ..start
    };
    file::write(file, &tunables, comment.trim_end())?;
    Ok(())
}

impl EvaluationArguments {
    fn recipe(&self) -> TuningSettings {
        TuningSettings {
            choice: WeightSelection {
                only: self.only.clone(),
                except: self.except.clone(),
            },
            blend: self.blend,
            pull: self.pull,
            by_position: self.by_position,
            rounds: self.rounds,
            threads: granted_threads(self.threads),
        }
    }

    /// The positions of all files.
    fn data(&self) -> Result<Data, CliError> {
        let rules = self.begin.game.rules()?;
        let selection = Selection {
            opening: self.opening,
            ending: self.ending,
        };
        let mut data = Data::new(rules, selection);
        let mut progress = Progress::new(None, "games read");
        for path in &self.games {
            data.read_file(path, |games| progress.show(games as u64))?;
        }
        drop(progress);
        if let Some(first) = data.faulty().first() {
            let count = data.faulty().len();
            print_status(&format!(
                "faulty games skipped: {count}; the first: {first}"
            ));
        }
        Ok(data)
    }

    /// The options that repeat this run with the same games.
    fn words(&self) -> String {
        let files: Vec<String> = self
            .games
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        let mut words = format!("--games {} {}", files.join(" "), self.begin.game.words());
        if let Some(start) = &self.begin.start {
            words += &format!(" --start {}", start.display());
        }
        words += &format!(
            " --opening {} --ending {} --blend {} --pull {} --rounds {}",
            self.opening, self.ending, self.blend, self.pull, self.rounds
        );
        if self.by_position {
            words += " --by-position";
        }
        if !self.only.is_empty() {
            words += &format!(" --only {}", self.only.join(","));
        }
        words + &format!(" --except {}", self.except.join(","))
    }
}

fn tuned(data: &Data, start: &Tunables, recipe: &TuningSettings) -> Result<TuningResult, CliError> {
    let mut progress = None;
    let tuned = evaluation::tune(data, &start.evaluation, recipe, |event| match event {
        TuningProgress::Probed { done, all } => progress
            .get_or_insert_with(|| Progress::new(Some(all as u64), "parameters tried"))
            .show(done as u64),
        TuningProgress::Round {
            round,
            losses,
            is_accepted,
        } => {
            progress = None;
            let Losses {
                training,
                validation,
            } = losses;
            let verdict = if is_accepted { "accepted" } else { "rejected" };
            print_status(&format!(
                "round {round}: loss {training:.6} in training, {validation:.6} in validation, {verdict}"
            ));
        }
    });
    Ok(tuned?)
}

/// The result as text.
struct Summary<'a> {
    data: &'a Data,
    tuned: &'a TuningResult,
}

impl Summary<'_> {
    /// The data, and the loss before and after.
    fn head(&self) -> String {
        let Summary { data, tuned } = self;
        let (before, after) = (tuned.before, tuned.after);
        format!(
            "{} positions of {} games, {} of them ({} positions) held out for validation\n\
             scale: {:.5} per centipawn; 100 centipawns give an expected score of {:.3}\n\
             training loss:   {:.6} before, {:.6} after\n\
             validation loss: {:.6} before, {:.6} after\n",
            data.positions(),
            data.games(),
            data.validation_games(),
            data.validation_positions(),
            tuned.scale,
            1.0 / (1.0 + (-100.0 * tuned.scale).exp()),
            before.training,
            after.training,
            before.validation,
            after.validation,
        )
    }

    fn write(&self, output: &mut impl Write) -> io::Result<()> {
        write!(output, "{}", self.head())?;
        if self.data.unsound() > 0 {
            let count = self.data.unsound();
            writeln!(
                output,
                "games skipped because they are unfinished or ended by accident: {count}"
            )?;
        }
        self.write_changes(output)?;
        self.write_worth(output)
    }

    fn write_changes(&self, output: &mut impl Write) -> io::Result<()> {
        let tuned = self.tuned;
        let (changed, kept): (Vec<&Change>, Vec<&Change>) = tuned
            .changes
            .iter()
            .partition(|change| change.before != change.after);
        writeln!(
            output,
            "\n{:28} {:>7} {:>7} {:>7} {:>7}",
            "number", "before", "after", "change", "error"
        )?;
        for change in &changed {
            let far = if change.is_far() { " far" } else { "" };
            writeln!(
                output,
                "{:28} {:>7} {:>7} {:>+7} {:>7.1}{far}",
                change.name,
                change.before,
                change.after,
                change.after - change.before,
                change.error
            )?;
        }
        if !kept.is_empty() {
            writeln!(
                output,
                "Unchanged: {}",
                names(kept.iter().map(|change| &change.name))
            )?;
        }
        if !tuned.idle.is_empty() {
            writeln!(output, "No effect on these games: {}", names(&tuned.idle))?;
        }
        Ok(())
    }

    fn write_worth(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(
            output,
            "\n{:16} {:>12} {:>15} {:>15} {:>15} {:>15}",
            "piece", "before", "middle", "ending", "exchange", "in Pawns"
        )?;
        for piece in &self.tuned.piece_values {
            let before = format!("{} / {}", piece.before.middle(), piece.before.ending());
            let estimated =
                |estimate: Estimate| format!("{:.0} +- {:.1}", estimate.value, estimate.error);
            writeln!(
                output,
                "{:16} {before:>12} {:>15} {:>15} {:>15} {:>15}",
                piece.name,
                estimated(piece.middle),
                estimated(piece.ending),
                estimated(piece.exchange),
                format!("{:.2} +- {:.2}", piece.pawns.value, piece.pawns.error),
            )?;
        }
        writeln!(
            output,
            "\nErrors are standard errors and assume independent games."
        )
    }
}

fn names<'a>(names: impl IntoIterator<Item = &'a String>) -> String {
    let names: Vec<&str> = names.into_iter().map(String::as_str).collect();
    names.join(", ")
}

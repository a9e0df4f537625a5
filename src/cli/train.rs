//! The command `train`: trains a network on self-play games.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use clap::Args;

use crate::engine::MAX_THREADS;
use crate::training::data::{DataFile, Filter};
use crate::training::trainer::{Settings, Trainer, TrainingProgress};

use super::arguments::up_to;
use super::progress::Progress;
use super::{Failure, given_threads, look_at, stop_flag};

#[derive(Debug, Args)]
#[command(after_help = "\
The games come from 'peregrine datagen'. One game in fifty is held out for validation.
The engine uses the network with the option EvalFile.

Examples:
  peregrine train --data data/falcon-1.prgdata --out falcon.prgnet --threads 2
  peregrine train --data data/*.prgdata --out wide.prgnet --hidden 256 --epochs 30")]
pub(super) struct TrainArguments {
    /// Files of games, all of the same board and men.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// The network file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite an existing file.
    #[arg(long)]
    force: bool,
    /// Outputs of the first layer for each side, a multiple of 32.
    #[arg(long, value_name = "N", default_value_t = Settings::default().hidden)]
    hidden: usize,
    /// Sets of output weights, chosen by the number of men.
    #[arg(long, value_name = "N", default_value_t = Settings::default().output_buckets)]
    output_buckets: usize,
    /// Passes over the games.
    #[arg(long, value_name = "N", default_value_t = Settings::default().epochs,
          value_parser = clap::value_parser!(u64).range(1..=100_000))]
    epochs: u64,
    /// Positions for each step.
    #[arg(long, value_name = "N", default_value_t = Settings::default().batch, value_parser = up_to(1, 1 << 24))]
    batch: usize,
    /// Greatest learning rate.
    #[arg(long, value_name = "X", default_value_t = Settings::default().rate)]
    rate: f64,
    /// Learning rate at the end.
    #[arg(long, value_name = "X", default_value_t = Settings::default().final_rate)]
    final_rate: f64,
    /// Decay of the weights.
    #[arg(long, value_name = "X", default_value_t = Settings::default().decay)]
    decay: f64,
    /// Weight of the game's result in the target, from 0 to 1; the rest is the score's.
    #[arg(long, value_name = "PART", default_value_t = Settings::default().blend)]
    blend: f64,
    /// Exponent of the error, from 1 to 4.
    #[arg(long, value_name = "X", default_value_t = Settings::default().power)]
    power: f64,
    /// Centipawns for an output of 1 [default: fitted to the games].
    #[arg(long, value_name = "CENTIPAWNS")]
    scale: Option<f64>,
    /// Greatest score of positions that are used, in centipawns.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = Filter::default().limit)]
    limit: u32,
    /// Plies to skip at the start of games.
    #[arg(long, value_name = "PLIES", default_value_t = Filter::default().from_ply)]
    from_ply: usize,
    /// Use positions in check too.
    #[arg(long)]
    checks: bool,
    /// Use positions in which the move played captures or promotes too.
    #[arg(long)]
    captures: bool,
    /// Positions in the buffer that mixes them; each takes about 180 bytes.
    #[arg(long, value_name = "N", default_value_t = Settings::default().buffer, value_parser = up_to(1, 1 << 28))]
    buffer: usize,
    /// Seed of all random choices.
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed)]
    seed: u64,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(1, MAX_THREADS))]
    threads: usize,
}

/// The pause between lines about the loss within an epoch.
const PAUSE: Duration = Duration::from_secs(20);

pub(super) fn run(arguments: &TrainArguments, output: &mut impl Write) -> Result<(), Failure> {
    look_at(&arguments.out, arguments.force)?;
    let files = arguments.data.iter().map(|path| DataFile::open(path));
    let files = files.collect::<Result<Vec<_>, _>>()?;
    let settings = arguments.settings();
    let mut progress = Progress::new(None, "positions read");
    let mut trainer = Trainer::new(files, settings.clone(), |positions| {
        progress.show(positions)
    })?;
    drop(progress);
    writeln!(
        output,
        "{} games, {} positions and {} for validation, 1 is {:.0} centipawns",
        trainer.games(),
        trainer.positions(),
        trainer.validation().len(),
        trainer.scale()
    )?;
    let stop = stop_flag()?;
    let mut seen = 0;
    let mut last = Instant::now();
    trainer.run(|progress| {
        seen = progress.positions;
        if progress.validation.is_some() || last.elapsed() >= PAUSE {
            last = Instant::now();
            // A closed standard error must not stop the command.
            let _ = writeln!(io::stderr(), "{}", line(progress, settings.epochs));
        }
        match stop.load(Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })?;
    let network = trainer.network(seen, &arguments.words())?;
    network
        .save(&arguments.out)
        .map_err(|error| super::file_failure(&arguments.out, &error))?;
    writeln!(
        output,
        "{}: validation loss {:.6}",
        arguments.out.display(),
        trainer.validation_loss()
    )?;
    Ok(())
}

fn line(progress: &TrainingProgress, epochs: u64) -> String {
    let speed = progress.since as f64 / progress.time.as_secs_f64().max(1e-9);
    let mut line = format!(
        "epoch {} of {epochs}, {:.1} of {:.1} million positions, rate {:.6}, loss {:.6}",
        progress.epoch + 1,
        progress.positions as f64 / 1e6,
        progress.all as f64 / 1e6,
        progress.rate,
        progress.loss
    );
    if let Some(validation) = progress.validation {
        line += &format!(", validation {validation:.6}");
    }
    line + &format!(", {:.2} million a second", speed / 1e6)
}

impl TrainArguments {
    fn settings(&self) -> Settings {
        Settings {
            hidden: self.hidden,
            output_buckets: self.output_buckets,
            epochs: self.epochs,
            batch: self.batch,
            rate: self.rate,
            final_rate: self.final_rate,
            decay: self.decay,
            blend: self.blend,
            power: self.power,
            scale: self.scale,
            threads: given_threads(self.threads),
            seed: self.seed,
            buffer: self.buffer,
            filter: Filter {
                from_ply: self.from_ply,
                limit: self.limit,
                checks: self.checks,
                captures: self.captures,
            },
        }
    }

    /// The options that repeat this training with the same files.
    fn words(&self) -> String {
        let mut words = format!(
            "--hidden {} --output-buckets {} --epochs {} --batch {} --rate {} --final-rate {} \
             --decay {} --blend {} --power {} --limit {} --from-ply {} --buffer {} --seed {} \
             --threads {}",
            self.hidden,
            self.output_buckets,
            self.epochs,
            self.batch,
            self.rate,
            self.final_rate,
            self.decay,
            self.blend,
            self.power,
            self.limit,
            self.from_ply,
            self.buffer,
            self.seed,
            self.threads
        );
        if let Some(scale) = self.scale {
            words += &format!(" --scale {scale}");
        }
        for (flag, is_set) in [(" --checks", self.checks), (" --captures", self.captures)] {
            if is_set {
                words += flag;
            }
        }
        words
    }
}

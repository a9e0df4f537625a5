//! The arguments of the command `train`, and the files that they name.

use std::path::{Path, PathBuf, absolute};

use clap::{ArgGroup, Args};

use crate::base::files;
use crate::engine::MAX_THREADS;
use crate::eval::network::{LANES, MAX_HIDDEN, MAX_OUTPUT_BUCKETS};
use crate::training::data::Filter;
use crate::training::trainer::{KingBuckets, RunFiles, Settings};

use super::arguments::{decimal, up_to, whole};
use super::{CliError, check_output_file, file_error, granted_threads};

/// Reads the size of the first layer.
fn hidden(text: &str) -> Result<usize, String> {
    up_to(LANES, MAX_HIDDEN)(text)
        .ok()
        .filter(|hidden| hidden % LANES == 0)
        .ok_or_else(|| format!("expected a multiple of {LANES} from {LANES} to {MAX_HIDDEN}"))
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("result").required(true), after_help = "\
The games come from 'peregrine datagen'. One game in fifty is held out for validation.
The engine uses the network with the option EvalFile.

The state of the run is saved at the end of each epoch, on Ctrl-C and on SIGTERM. The
same command with --resume resumes and gives the network of an uninterrupted run.

Examples:
  peregrine train --data data/falcon-1.prgdata --out falcon.prgnet --threads 2
  peregrine train --data data/*.prgdata --out wide.prgnet --hidden 256 --epochs 30
  peregrine train --data data/*.prgdata --out wide.prgnet --hidden 256 --epochs 30 --resume
  peregrine train --data more.prgdata --out finer.prgnet --start falcon.prgnet --rate 0.0002")]
pub(super) struct TrainArguments {
    /// Files of games, all of the same board and men.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// The network file.
    #[arg(long, value_name = "FILE", group = "result")]
    out: Option<PathBuf>,
    /// Overwrite existing files.
    #[arg(long)]
    pub force: bool,
    /// The file for the state of the run [default: beside the network file, with the
    /// ending prgtrain].
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Resume the run whose state was saved.
    #[arg(long)]
    pub resume: bool,
    /// Do not train further, but write the network of the saved state.
    #[arg(long, requires = "resume")]
    pub export: bool,
    /// Write the network of the epoch with the lowest validation loss, not the last.
    #[arg(long)]
    pub best: bool,
    /// The table of losses, as comma-separated values [default: beside the network file,
    /// with the ending csv].
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// The picture of the losses, in SVG [default: beside the network file, with the ending
    /// svg].
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Start with the weights of this network instead of random ones. It may be of another
    /// game with some of the same men.
    #[arg(long, value_name = "NETWORK")]
    pub start: Option<PathBuf>,
    /// Do not train, but write the positions as plain numbers, for
    /// scripts/train_network.py.
    #[arg(long, value_name = "FILE", group = "result", conflicts_with_all = ["checkpoint", "resume", "best", "log", "plot", "start"])]
    pub dump: Option<PathBuf>,
    /// Outputs of the first layer for each side, a multiple of 32.
    #[arg(long, value_name = "N", default_value_t = Settings::default().hidden, value_parser = hidden)]
    hidden: usize,
    /// Sets of output weights, chosen by the number of men.
    #[arg(long, value_name = "N", default_value_t = Settings::default().output_buckets, value_parser = up_to(1, MAX_OUTPUT_BUCKETS))]
    output_buckets: usize,
    /// Sets of inputs, chosen by the King's place: none, ranks or regions.
    #[arg(long, value_name = "LAYOUT", default_value_t = KingBuckets::None, value_parser = str::parse::<KingBuckets>)]
    king_buckets: KingBuckets,
    /// Passes over the games.
    #[arg(long, value_name = "N", default_value_t = Settings::default().epochs,
          value_parser = whole::<u64>(1..=100_000))]
    epochs: u64,
    /// Batch size in positions.
    #[arg(long, value_name = "N", default_value_t = Settings::default().batch, value_parser = up_to(1, 1 << 24))]
    batch: usize,
    /// Peak learning rate.
    #[arg(long, value_name = "X", default_value_t = Settings::default().rate, value_parser = decimal(1e-9..=10.0))]
    rate: f64,
    /// Learning rate at the end.
    #[arg(long, value_name = "X", default_value_t = Settings::default().final_rate, value_parser = decimal(0.0..=10.0))]
    final_rate: f64,
    /// Weight decay (AdamW).
    #[arg(long, value_name = "X", default_value_t = Settings::default().decay, value_parser = decimal(0.0..=10.0))]
    decay: f64,
    /// Weight of the game's result in the target, from 0 to 1; the rest is the score's.
    #[arg(long, value_name = "PART", default_value_t = Settings::default().blend, value_parser = decimal(0.0..=1.0))]
    blend: f64,
    /// Exponent of the error, from 1 to 4.
    #[arg(long, value_name = "X", default_value_t = Settings::default().power, value_parser = decimal(1.0..=4.0))]
    power: f64,
    /// Centipawns for an output of 1 [default: fitted to the games].
    #[arg(long, value_name = "CENTIPAWNS", value_parser = decimal(1.0..=10_000.0))]
    scale: Option<f64>,
    /// Greatest score of positions that are used, in centipawns.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = Filter::default().limit, value_parser = whole(1..=u32::MAX))]
    limit: u32,
    /// Plies to skip at the start of games.
    #[arg(long, value_name = "PLIES", default_value_t = Filter::default().from_ply, value_parser = up_to(0, 100_000))]
    from_ply: usize,
    /// Use positions in check too.
    #[arg(long)]
    checks: bool,
    /// Also use positions in which the move played is a capture or promotion.
    #[arg(long)]
    captures: bool,
    /// Positions in the buffer that mixes them; each takes about 180 bytes.
    #[arg(long, value_name = "N", default_value_t = Settings::default().buffer, value_parser = up_to(1, 1 << 28))]
    buffer: usize,
    /// Seed of all random choices.
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(1, MAX_THREADS))]
    threads: usize,
}

/// The files that a run writes, with their options.
fn written_files(files: &RunFiles) -> [(&'static str, &Path); 4] {
    [
        ("--out", &files.out),
        ("--checkpoint", &files.checkpoint),
        ("--log", &files.log),
        ("--plot", &files.plot),
    ]
}

impl TrainArguments {
    /// The files that a run writes, of which as much as possible has been checked.
    pub(super) fn paths(&self) -> Result<RunFiles, CliError> {
        let Some(out) = self.out.clone() else {
            return Err(CliError::Message(
                "--out is missing: the network file".to_owned(),
            ));
        };
        let beside = |given: &Option<PathBuf>, ending: &str| {
            given.clone().unwrap_or_else(|| {
                let mut name = match out.extension() {
                    Some(extension) if extension == "prgnet" => out.with_extension(""),
                    _ => out.clone(),
                }
                .into_os_string();
                name.push(ending);
                name.into()
            })
        };
        let files = RunFiles {
            checkpoint: beside(&self.checkpoint, ".prgtrain"),
            log: beside(&self.log, ".csv"),
            plot: beside(&self.plot, ".svg"),
            out,
        };
        self.check_distinct(&files)?;
        for (_, path) in written_files(&files) {
            // A run that is resumed may have written its network; that is checked later.
            check_output_file(path, self.force || self.resume)?;
        }
        if self.resume {
            // The log is checked once the saved reports are known.
            let is_other = |start: &[u8]| !start.starts_with(b"<svg");
            if files::read(&files.plot, MAX_PLOT).is_ok_and(|plot| is_other(&plot)) {
                return Err(file_error(&files.plot, &"this is not a plot of training"));
            }
        }
        Ok(files)
    }

    /// Refuses to write a file over another.
    fn check_distinct(&self, files: &RunFiles) -> Result<(), CliError> {
        let mut before = self.read_files();
        for (option, path) in written_files(files) {
            // The network may be trained further in place.
            let is_other = |name: &str| (name, option) != ("--start", "--out");
            let mut same = before.iter().filter(|row| is_other(row.0));
            if let Some((other, _)) = same.find(|row| is_same(row.1, path)) {
                return Err(file_error(path, &both(other, option)));
            }
            before.push((option, path));
        }
        Ok(())
    }

    /// Refuses to write positions over the games.
    pub(crate) fn check_dump(&self, file: &Path) -> Result<(), CliError> {
        match self.read_files().iter().find(|row| is_same(row.1, file)) {
            Some((other, _)) => Err(file_error(file, &both(other, "--dump"))),
            None => Ok(()),
        }
    }

    /// The files that are read, with their options.
    fn read_files(&self) -> Vec<(&'static str, &Path)> {
        let data = self.data.iter().map(|path| ("--data", path.as_path()));
        let start = self.start.as_deref().map(|path| ("--start", path));
        data.chain(start).collect()
    }

    /// How to train.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            hidden: self.hidden,
            output_buckets: self.output_buckets,
            king_buckets: self.king_buckets,
            epochs: self.epochs,
            batch: self.batch,
            rate: self.rate,
            final_rate: self.final_rate,
            decay: self.decay,
            blend: self.blend,
            power: self.power,
            scale: self.scale,
            threads: granted_threads(self.threads),
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
}

/// The options that repeat a training with the same files.
pub(super) fn words(settings: &Settings) -> String {
    let mut words = Vec::new();
    for (option, value) in settings.options() {
        match value.as_str() {
            "no" | "fitted" => {}
            "yes" => words.push(option.to_owned()),
            _ => words.push(format!("{option} {value}")),
        }
    }
    words.push(format!("--threads {}", settings.threads));
    words.join(" ")
}

fn both(one: &str, other: &str) -> String {
    format!("{one} and {other} are the same file")
}

/// Whether two paths lead to the same file.
fn is_same(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(|path| path.canonicalize().or_else(|_| absolute(path)));
    matches!((one, other), (Ok(one), Ok(other)) if one == other)
}

/// The largest picture that is recognized as one, in bytes.
const MAX_PLOT: usize = 64 << 20;

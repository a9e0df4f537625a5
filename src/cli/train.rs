//! The command `train`: trains a network on self-play games.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::base::plural::counted;
use crate::eval::network::Network;
use crate::training::data::DataFile;
use crate::training::trainer::{
    Checkpoint, Report, RunFiles, Settings, Trainer, TrainingProgress, check_log,
};

use super::output::{EXISTS, is_written};
use super::progress::Progress;
use super::terminal::print_status;
use super::train_arguments::{TrainArguments, words};
use super::{CliError, check_output_file, file_error, stop_flag};

/// The pause between lines about the loss within an epoch.
const PAUSE: Duration = Duration::from_secs(20);

pub(super) fn run(arguments: &TrainArguments, output: &mut impl Write) -> Result<(), CliError> {
    if let Some(file) = &arguments.dump {
        return dump(arguments, file, output);
    }
    let paths = arguments.paths()?;
    // What is wrong with a file must show before the long work.
    let checkpoint = arguments
        .resume
        .then(|| Checkpoint::load(&paths.checkpoint));
    let checkpoint = checkpoint.transpose();
    let checkpoint = checkpoint.map_err(|error| file_error(&paths.checkpoint, &error))?;
    let network = match &arguments.start {
        Some(path) => Some((path, load(path)?)),
        None => None,
    };
    let settings = arguments.settings();
    let mut trainer = trainer(arguments, &settings, output)?;
    if let Some((path, network)) = network {
        let started = trainer.start_from(&network);
        if let Some(unknown) = started.map_err(|error| file_error(path, &error))? {
            write!(output, "started from a network of {}", network.variant())?;
            match unknown.is_empty() {
                true => writeln!(output, ", which knows all kinds of men")?,
                false => writeln!(output, ", which does not know: {}", unknown.join(", "))?,
            }
        }
    }
    if let Some(checkpoint) = checkpoint {
        let resumed = trainer.resume(checkpoint);
        let threads = resumed.map_err(|error| file_error(&paths.checkpoint, &error))?;
        check_log(&paths.log, trainer.reports()).map_err(|e| file_error(&paths.log, &e))?;
        writeln!(
            output,
            "resumed after {} of {} epochs",
            trainer.epochs_done(),
            settings.epochs
        )?;
        if threads != settings.threads {
            print_status(&format!(
                "the run began with {threads} threads; with {}, sums are rounded differently",
                settings.threads
            ));
        }
    }
    let trains = !arguments.export && !trainer.is_complete();
    if trains && paths.out.exists() && !arguments.force {
        return Err(file_error(&paths.out, &EXISTS));
    }
    if !arguments.export && !train(&mut trainer, &settings, &paths, output)? {
        return Ok(());
    }
    export(&trainer, arguments, &settings, &paths.out, output)
}

fn load(path: &Path) -> Result<Network, CliError> {
    Network::load(path).map_err(|error| file_error(path, &error))
}

/// Reads the games.
fn trainer(
    arguments: &TrainArguments,
    settings: &Settings,
    output: &mut impl Write,
) -> Result<Trainer, CliError> {
    let files = arguments.data.iter().map(|path| DataFile::open(path));
    let files = files.collect::<Result<Vec<_>, _>>()?;
    let mut progress = Progress::new(None, "positions read");
    let trainer = Trainer::new(files, settings.clone(), |positions| {
        progress.show(positions)
    })?;
    drop(progress);
    writeln!(
        output,
        "{}, {} and {} for validation, 1 is {:.0} centipawns",
        counted(trainer.games(), "game", "games"),
        counted(trainer.positions(), "position", "positions"),
        trainer.validation().len(),
        trainer.scale()
    )?;
    Ok(trainer)
}

/// Writes positions as plain numbers.
fn dump(arguments: &TrainArguments, file: &Path, output: &mut impl Write) -> Result<(), CliError> {
    arguments.check_dump(file)?;
    check_output_file(file, arguments.force)?;
    let trainer = trainer(arguments, &arguments.settings(), output)?;
    let mut progress = Progress::new(Some(trainer.positions()), "positions written");
    let written = trainer.write_dump(file, |positions| progress.show(positions));
    drop(progress);
    written?;
    writeln!(
        output,
        "{}: {}",
        file.display(),
        counted(
            trainer.positions() + trainer.validation().len() as u64,
            "position",
            "positions"
        )
    )?;
    Ok(())
}

/// Trains; returns whether it came to the end.
fn train(
    trainer: &mut Trainer,
    settings: &Settings,
    files: &RunFiles,
    output: &mut impl Write,
) -> Result<bool, CliError> {
    let stop = stop_flag()?;
    let mut last = Instant::now();
    trainer.run_with_files(files, &stop, |progress| {
        if progress.ends_epoch() || last.elapsed() >= PAUSE {
            last = Instant::now();
            print_status(&line(progress, settings.epochs));
        }
    })?;
    if !trainer.is_complete() {
        writeln!(
            output,
            "Stopped. {} has the whole state: the same command with --resume resumes, and with \
             --resume --export it writes the network as it is.",
            files.checkpoint.display()
        )?;
    }
    Ok(trainer.is_complete())
}

/// Writes the network and its losses.
fn export(
    trainer: &Trainer,
    arguments: &TrainArguments,
    settings: &Settings,
    out: &Path,
    output: &mut impl Write,
) -> Result<(), CliError> {
    let is_best = arguments.best;
    let of_epoch = |report: &Report| Some((report.epoch, report.validation?));
    let ends: Vec<_> = trainer.reports().iter().filter_map(of_epoch).collect();
    let (first, last) = (ends.first(), ends.last());
    if let (Some(first), Some(last), Some(best)) = (first, last, trainer.best()) {
        writeln!(
            output,
            "validation loss: first {:.6} (epoch {}), best {:.6} (epoch {}), last {:.6} (epoch {})",
            first.1, first.0, best.validation, best.epoch, last.1, last.0
        )?;
    } else if is_best {
        let message = "--best: there is no best epoch, because no epoch is over";
        return Err(CliError::Message(message.to_owned()));
    }
    let (network, report) = trainer.network(is_best, &words(settings))?;
    writeln!(
        output,
        "rounding to integers changes the scores of {} positions by {:.2} centipawns on average, \
         {:.2} at most; {} weights are clipped",
        report.positions, report.mean, report.max, report.clipped
    )?;
    writeln!(
        output,
        "the engine's scores are those of the definition in {} positions",
        report.compared
    )?;
    let failure = |error: &dyn std::fmt::Display| file_error(out, error);
    if !is_written(out, arguments.force, &network.to_bytes())? {
        network.save(out).map_err(|error| failure(&error))?;
    }
    let provenance = &network.weights().provenance;
    writeln!(
        output,
        "{}: validation loss {:.6} after {}",
        out.display(),
        provenance.loss,
        counted(provenance.positions, "position", "positions")
    )?;
    Ok(())
}

fn line(progress: &TrainingProgress, epochs: u64) -> String {
    let speed = progress.since as f64 / progress.time.as_secs_f64().max(1e-9);
    let mut line = format!(
        "epoch {} of {epochs}, {:.1} of {:.1} million positions, rate {:.6}, loss {:.6}",
        progress.epoch,
        progress.positions as f64 / 1e6,
        progress.all as f64 / 1e6,
        progress.rate,
        progress.loss
    );
    if let Some(validation) = progress.report.and_then(|report| report.validation) {
        line += &format!(", validation {validation:.6}");
    }
    line + &format!(", {:.2} million a second", speed / 1e6)
}

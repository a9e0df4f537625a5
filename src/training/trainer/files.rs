//! The files of a training run: its state, the log and the plot of its losses, and the network.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::base::files;
use crate::base::plural::counted;

use super::reports::{Report, log_text};
use super::{TrainError, Trainer, TrainingProgress, plot};

/// The files that a run writes.
#[derive(Debug)]
pub(crate) struct RunFiles {
    /// The network.
    pub(crate) out: PathBuf,
    /// The state of the run.
    pub(crate) checkpoint: PathBuf,
    /// The losses as a table.
    pub(crate) log: PathBuf,
    /// The losses as a picture.
    pub(crate) plot: PathBuf,
}

impl Trainer {
    /// Trains to the end, or until `stop` is set. The state, the log and the plot are saved
    /// at the start and after each epoch, and the state also when the run stops.
    /// `observe` is called after each batch and each epoch.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the loss is not a number any more.
    pub(crate) fn run_with_files(
        &mut self,
        files: &RunFiles,
        stop: &AtomicBool,
        mut observe: impl FnMut(&TrainingProgress),
    ) -> Result<(), TrainError> {
        let mut records = RunRecords::create(self, files)?;
        let trained = self.run(|trainer, progress| {
            observe(progress);
            if let Some(report) = &progress.report {
                records.log_report(report)?;
            }
            let is_stopped = stop.load(Relaxed);
            if is_stopped || progress.ends_epoch() {
                records.save(trainer)?;
            }
            Ok(match is_stopped {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        });
        trained.map_err(|error| match error {
            TrainError::Diverged(_) => TrainError::Watch(
                format!(
                    "{error}; {} has the state after {} of {}, and no network was written",
                    files.checkpoint.display(),
                    records.epochs_saved,
                    counted(self.settings.epochs, "epoch", "epochs")
                )
                .into(),
            ),
            error => error,
        })
    }
}

/// The files that are written during a run.
struct RunRecords<'a> {
    files: &'a RunFiles,
    log: File,
    /// The epochs of the saved state.
    epochs_saved: u64,
}

impl<'a> RunRecords<'a> {
    fn create(trainer: &Trainer, files: &'a RunFiles) -> Result<RunRecords<'a>, TrainError> {
        save_checkpoint(trainer, &files.checkpoint)?;
        let log = || {
            files::replace(&files.log, log_text(trainer.reports()).as_bytes())?;
            files::open_with(&files.log, OpenOptions::new().append(true))
        };
        Ok(RunRecords {
            files,
            log: log().map_err(|error| file_error(&files.log, &error))?,
            epochs_saved: trainer.epochs_done(),
        })
    }

    /// Adds a line to the log.
    fn log_report(&mut self, report: &Report) -> Result<(), TrainError> {
        let written = self.log.write_all(report.line().as_bytes());
        written.map_err(|error| file_error(&self.files.log, &error))
    }

    /// Saves the state of the run and draws the plot.
    fn save(&mut self, trainer: &Trainer) -> Result<(), TrainError> {
        save_checkpoint(trainer, &self.files.checkpoint)?;
        self.epochs_saved = trainer.epochs_done();
        let title = self.files.out.file_name().unwrap_or_default();
        let picture = plot(&title.to_string_lossy(), trainer.reports());
        let drawn = files::replace(&self.files.plot, picture.as_bytes());
        drawn.map_err(|error| file_error(&self.files.plot, &error))
    }
}

fn save_checkpoint(trainer: &Trainer, path: &Path) -> Result<(), TrainError> {
    trainer.save(path).map_err(|error| match error {
        TrainError::Checkpoint(error) => file_error(path, &error),
        error => error,
    })
}

/// An error that concerns a file.
fn file_error(file: &Path, error: &dyn std::fmt::Display) -> TrainError {
    TrainError::Watch(format!("{}: {error}", file.display()).into())
}

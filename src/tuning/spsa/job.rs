//! A tuning run in a folder: its state, from which it resumes, and the current values.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use thiserror::Error;

use crate::arena::openings::Opening;
use crate::base::files;
use crate::base::plural::counted;
use crate::rules::Rules;
use crate::search::Tunables;
use crate::tools::observer::JobObserver;
use crate::tuning::file::{self, TunablesFileError};

use super::Tuning;

/// The largest state file that is read, in bytes.
const MAX_STATE: usize = 1 << 20;

/// Why parameters cannot be tuned.
#[derive(Debug, Error)]
pub(crate) enum TuningJobError {
    /// The state cannot be read or written, or is that of another run.
    #[error("{}: {reason}", .path.display())]
    State { path: PathBuf, reason: String },
    /// The current values cannot be written.
    #[error(transparent)]
    Values(#[from] TunablesFileError),
    /// There is no memory or thread for a search.
    #[error(transparent)]
    Search(#[from] io::Error),
}

/// The files of a run.
pub(crate) struct TuningFiles {
    /// The state of the run.
    pub(crate) state: PathBuf,
    /// The current values, as a file of tunables.
    pub(crate) values: PathBuf,
}

impl TuningFiles {
    /// The files of the run in this folder.
    pub(crate) fn in_folder(folder: &Path) -> TuningFiles {
        TuningFiles {
            state: folder.join("state.json"),
            values: folder.join("tunables.toml"),
        }
    }

    fn state_error(&self, reason: &dyn Display) -> TuningJobError {
        TuningJobError::State {
            path: self.state.clone(),
            reason: reason.to_string(),
        }
    }
}

/// The tuning of parameters by games, saved after each batch.
pub(crate) struct TuningJob {
    files: TuningFiles,
    /// The values of the parameters that are not tuned.
    start: Tunables,
    tuning: Tuning,
}

impl TuningJob {
    /// Resumes the run whose state is in its file, or begins the new one.
    ///
    /// # Errors
    /// If the state cannot be read, or is that of a different run.
    pub(crate) fn resume(
        files: TuningFiles,
        start: Tunables,
        new: Tuning,
    ) -> Result<TuningJob, TuningJobError> {
        let tuning = match files::read_text(&files.state, MAX_STATE) {
            Ok(text) => {
                let saved: Tuning =
                    serde_json::from_str(&text).map_err(|error| files.state_error(&error))?;
                if !saved.is_same_run(&new) {
                    let reason =
                        "this is the state of a different tuning run; choose another folder";
                    return Err(files.state_error(&reason));
                }
                saved
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => new,
            Err(error) => return Err(files.state_error(&error)),
        };
        Ok(TuningJob {
            files,
            start,
            tuning,
        })
    }

    /// The state of the run.
    pub(crate) fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// Plays until all pairs of games are played, or `stop` is set.
    ///
    /// # Errors
    /// If a file cannot be written, or there is no memory or thread for a search.
    pub(crate) fn run(
        &mut self,
        (rules, openings): (&'static Rules, &[Opening]),
        threads: usize,
        stop: &AtomicBool,
        observer: &mut dyn JobObserver,
    ) -> Result<(), TuningJobError> {
        let pairs = self.tuning.settings.pairs as u64;
        let played = |tuning: &Tuning| tuning.played as u64;
        observer.begin_stage("pairs played", Some(pairs), played(&self.tuning));
        while !self.tuning.is_finished() && !stop.load(Relaxed) {
            observer.advance(played(&self.tuning));
            self.tuning
                .play_batch(rules, &self.start, openings, threads, stop)?;
            self.save(rules)?;
        }
        observer.advance(played(&self.tuning));
        observer.end_stage();
        Ok(())
    }

    /// Writes the state and the current values.
    fn save(&self, rules: &Rules) -> Result<(), TuningJobError> {
        let TuningFiles { state, values } = &self.files;
        let text = serde_json::to_string_pretty(&self.tuning).map_err(io::Error::from)?;
        files::replace(state, text.as_bytes()).map_err(|error| self.files.state_error(&error))?;
        let settings = &self.tuning.settings;
        let comment = format!(
            "After {} of {} of games of {}, {} a move.",
            self.tuning.played,
            counted(settings.pairs, "pair", "pairs"),
            rules.variant(),
            counted(settings.nodes, "node", "nodes")
        );
        Ok(file::write(
            values,
            &self.tuning.tunables(&self.start),
            &comment,
        )?)
    }
}

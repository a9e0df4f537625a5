//! What a run reports of its losses, and the log of it as text.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::base::files;

/// The first line of a log.
const HEAD: &str = "epoch,positions,rate,training_loss,validation_loss,seconds\n";

/// The longest log that is read, in bytes.
const MAX_LOG: usize = 64 << 20;

/// The losses at a moment of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Report {
    /// The epoch, from 1.
    pub epoch: u64,
    /// Positions seen in all epochs.
    pub positions: u64,
    /// The learning rate.
    pub rate: f64,
    /// The mean loss in training since the last report.
    pub training: f64,
    /// The mean loss on the games held out, at the end of an epoch.
    pub validation: Option<f64>,
    /// Seconds of training, those before interruptions included.
    pub seconds: f64,
}

/// The epoch with the lowest validation loss.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Best {
    /// The epoch, from 1.
    pub epoch: u64,
    /// Positions seen until then.
    pub positions: u64,
    /// The validation loss.
    pub validation: f64,
}

impl Report {
    /// Its line in a log.
    pub fn line(&self) -> String {
        let validation = self
            .validation
            .map_or_else(String::new, |v| format!("{v:.8}"));
        format!(
            "{},{},{:.4e},{:.8},{validation},{:.1}\n",
            self.epoch, self.positions, self.rate, self.training, self.seconds
        )
    }
}

/// A log with all reports so far, as comma-separated values.
pub(crate) fn log_text(reports: &[Report]) -> String {
    reports.iter().fold(HEAD.to_owned(), |mut text, report| {
        let _ = text.write_str(&report.line());
        text
    })
}

/// Whether a file can become the log of a run with these reports: there is none yet, or
/// it is the log of this run, perhaps with lines that the run has to repeat.
///
/// # Errors
/// If it cannot be read or has another content.
pub(crate) fn check_log(path: &Path, reports: &[Report]) -> io::Result<()> {
    let there = match files::read_text(path, MAX_LOG) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let expected = log_text(reports);
    if !expected.starts_with(&there) && !there.starts_with(&expected) {
        let reason = "this is not the log of the run that is to be resumed";
        return Err(io::Error::other(reason));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn report(epoch: u64) -> Report {
        Report {
            epoch,
            positions: 1000 * epoch,
            rate: 0.001,
            training: 0.0625,
            validation: (epoch == 2).then_some(0.125),
            seconds: 1.25,
        }
    }

    #[test]
    fn a_log_is_a_table() {
        let expected = "epoch,positions,rate,training_loss,validation_loss,seconds\n\
                        1,1000,1.0000e-3,0.06250000,,1.2\n\
                        2,2000,1.0000e-3,0.06250000,0.12500000,1.2\n";
        assert_eq!(log_text(&[report(1), report(2)]), expected);
    }

    #[test]
    fn only_the_log_of_the_run_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.csv");
        let reports = [report(1), report(2)];
        assert!(check_log(&path, &reports).is_ok());
        let whole = log_text(&reports);
        let later = log_text(&[report(1), report(2), report(3)]);
        let cut = &whole[..whole.len() - 3];
        for text in ["", HEAD, &whole, &later, cut] {
            fs::write(&path, text).unwrap();
            assert!(check_log(&path, &reports).is_ok(), "{text:?}");
        }
        let other = log_text(&[report(1), report(3)]);
        for text in ["my diary\n", "my diary", &other] {
            fs::write(&path, text).unwrap();
            assert!(check_log(&path, &reports).is_err(), "{text:?}");
        }
    }
}

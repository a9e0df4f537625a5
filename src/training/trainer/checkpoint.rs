//! The state of a training run as a file, from which the run resumes bit for bit.
//!
//! Behind the header follow, as `f32` in little-endian bytes, the numbers of the model, the
//! optimizer's means and mean squares of gradients, and the best model so far if there is one,
//! each layer by layer. The last 32 bytes are the SHA-256 digest of all others.
//!
//! Everything random depends on the seed and the epoch alone, so the place in the epoch
//! stands for the state of random numbers.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::base::container::{ContainerError, Format};
use crate::base::files::{self, Observed};
use crate::base::plural::counted;
use crate::eval::network::Architecture;

use super::model::Model;
use super::optimizer::Optimizer;
use super::reports::{Best, Report};
use super::samples::DataIdentity;

/// The beginning of a file.
const FORMAT: Format = Format {
    magic: b"PRGTRAIN",
    version: 1,
    version_width: 4,
    max_header: usize::MAX,
    file: "a checkpoint of training",
    subject: "checkpoint",
    header: "the header of the checkpoint",
    damage: "the checkpoint is damaged or incomplete",
};

/// The length of the checksum.
const CHECKSUM: usize = 32;

/// Everything before the header.
const FRONT: usize = FORMAT.front();

/// The maximum length of a header in bytes.
const MAX_HEADER: usize = 64 << 20;

/// Size of the buffer for reading and writing.
const BLOCK: usize = 1 << 16;

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
pub(crate) enum CheckpointError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else, damaged, or of a later program.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// It is shorter than any checkpoint.
    #[error("the checkpoint is incomplete: it ends after {0} bytes")]
    Short(u64),
    /// It is of another run.
    #[error("the checkpoint is of a run with {0}")]
    OtherRun(String),
}

/// What a resumed run must have in common with the run before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Identity {
    pub variant: String,
    pub fingerprint: String,
    /// The size of the network.
    #[serde(rename = "shape")]
    pub architecture: Architecture,
    /// The digest of the network that training started from.
    pub start: Option<String>,
    /// The settings, see [`Settings::options`](super::Settings::options).
    pub options: BTreeMap<String, String>,
    pub data: Vec<DataIdentity>,
    /// Positions of an epoch.
    pub positions: u64,
    /// Positions held out for validation.
    pub validation: u64,
    /// Centipawns for an output of 1.
    pub scale: f32,
}

/// How far a run has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RunState {
    /// Epochs that are over.
    pub epoch: u64,
    /// Positions of the epoch that have been seen.
    pub(crate) in_epoch: u64,
    /// Positions seen in all epochs.
    pub positions: u64,
    /// The sum of the losses since the last report.
    pub(crate) loss_sum: f64,
    /// The number of these losses.
    pub(crate) loss_count: u64,
    /// Seconds of training.
    pub seconds: f64,
    pub reports: Vec<Report>,
    /// The epoch with the lowest validation loss.
    pub best: Option<Best>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Header {
    program: String,
    threads: usize,
    steps: u64,
    identity: Identity,
    place: RunState,
}

/// The state of a training run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checkpoint {
    pub(super) threads: usize,
    pub(super) identity: Identity,
    pub(super) place: RunState,
    pub(super) model: Model,
    pub(super) optimizer: Optimizer,
    /// The model of [`RunState::best`].
    pub(super) best: Option<Model>,
}

impl Checkpoint {
    /// Reads a checkpoint.
    ///
    /// # Errors
    /// If the file cannot be read, is something else, or is damaged.
    pub(crate) fn load(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let file = files::open(path)?;
        let length = file.metadata()?.len();
        let header_length = check(BufReader::with_capacity(BLOCK, &file), length)?;
        let mut file = files::open(path)?;
        file.seek(SeekFrom::Start(FRONT as u64))?;
        let rest = length - (FRONT + CHECKSUM) as u64;
        if header_length > MAX_HEADER || header_length as u64 > rest {
            return Err(wrong(format!("it cannot have {header_length} bytes")));
        }
        let mut text = vec![0; header_length];
        file.read_exact(&mut text)?;
        let header: Header = FORMAT.parse(&text)?;
        let architecture = header.identity.architecture;
        let architecture = architecture
            .check()
            .map_err(|error| wrong(error.to_string()))?;
        let models = if header.place.best.is_some() { 4 } else { 3 };
        let expected = models * 4 * Model::parameter_count(&architecture) as u64;
        let found = rest - header_length as u64;
        if found != expected {
            return Err(wrong(format!(
                "{found} bytes follow it instead of {expected}"
            )));
        }
        let mut file = BufReader::with_capacity(BLOCK, file);
        let mut read = || read_model(&mut file, architecture);
        let model = read()?;
        let optimizer = Optimizer {
            mean: read()?,
            square: read()?,
            steps: header.steps,
        };
        let best = match &header.place.best {
            Some(_) => Some(read()?),
            None => None,
        };
        Ok(Checkpoint {
            threads: header.threads,
            identity: header.identity,
            place: header.place,
            model,
            optimizer,
            best,
        })
    }
}

/// The parts of a checkpoint, to be written.
pub(super) struct CheckpointParts<'a> {
    pub threads: usize,
    pub identity: &'a Identity,
    pub place: &'a RunState,
    pub model: &'a Model,
    pub(crate) optimizer: &'a Optimizer,
    pub best: Option<&'a Model>,
}

impl CheckpointParts<'_> {
    /// Writes a checkpoint, completely or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let header = Header {
            program: format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
            threads: self.threads,
            steps: self.optimizer.steps,
            identity: self.identity.clone(),
            place: self.place.clone(),
        };
        let text = serde_json::to_vec(&header).map_err(|error| wrong(error.to_string()))?;
        if text.len() > MAX_HEADER {
            return Err(wrong(format!("it cannot have {} bytes", text.len())));
        }
        let optimizer = [&self.optimizer.mean, &self.optimizer.square];
        let models = [self.model].into_iter().chain(optimizer).chain(self.best);
        files::replace_with(path, |file| {
            let mut hash = Sha256::new();
            let mut output = Observed::new(file, |bytes| hash.update(bytes));
            output.write_all(&FORMAT.preamble(&text))?;
            for layer in models.flat_map(Model::layers) {
                for numbers in layer.chunks(BLOCK / 4) {
                    let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
                    output.write_all(&bytes)?;
                }
            }
            file.write_all(&hash.finalize())
        })?;
        Ok(())
    }
}

/// Checks everything that can be checked without understanding the content; returns the length
/// of the header.
fn check(mut file: impl Read, length: u64) -> Result<usize, CheckpointError> {
    let short = |_| CheckpointError::Short(length);
    let mut front = Vec::new();
    file.by_ref().take(FRONT as u64).read_to_end(&mut front)?;
    let header_length = FORMAT.header_length(&front)?;
    let header_length = header_length.filter(|_| length >= (FRONT + CHECKSUM) as u64);
    let header_length = header_length.ok_or(CheckpointError::Short(length))?;
    let mut hash = Sha256::new();
    hash.update(&front);
    let mut left = length - (FRONT + CHECKSUM) as u64;
    let mut block = vec![0; BLOCK];
    while left > 0 {
        let block = &mut block[..left.min(BLOCK as u64) as usize];
        file.read_exact(block).map_err(short)?;
        hash.update(&*block);
        left -= block.len() as u64;
    }
    let mut checksum = [0; CHECKSUM];
    file.read_exact(&mut checksum).map_err(short)?;
    if hash.finalize()[..] != checksum {
        return Err(FORMAT.damaged().into());
    }
    Ok(header_length)
}

fn read_model(
    file: &mut BufReader<File>,
    architecture: Architecture,
) -> Result<Model, CheckpointError> {
    let mut model = Model::zero(architecture);
    for number in model.layers_mut().into_iter().flatten() {
        let mut bytes = [0; 4];
        file.read_exact(&mut bytes)?;
        *number = f32::from_le_bytes(bytes);
        if !number.is_finite() {
            return Err(wrong(format!("it is followed by the number {number}")));
        }
    }
    Ok(model)
}

fn wrong(reason: String) -> CheckpointError {
    FORMAT.wrong(reason).into()
}

impl Identity {
    /// Checks that a run with this identity can resume the saved one.
    ///
    /// # Errors
    /// The first difference.
    pub(super) fn check(&self, saved: &Identity) -> Result<(), CheckpointError> {
        if self == saved {
            return Ok(());
        }
        let difference =
            |what: &str, saved: &dyn std::fmt::Display, now: &dyn std::fmt::Display| {
                Err(CheckpointError::OtherRun(format!(
                    "{what} {saved}, not {now}"
                )))
            };
        if self.fingerprint != saved.fingerprint || self.variant != saved.variant {
            return difference("games of", &saved.variant, &self.variant);
        }
        for (option, now) in &self.options {
            match saved.options.get(option) {
                Some(saved) if saved == now => {}
                Some(saved) => return difference(option, saved, now),
                None => return difference(option, &"not set", now),
            }
        }
        let start = |identity: &Identity| identity.start.clone().unwrap_or("none".to_owned());
        if self.start != saved.start {
            return difference("--start", &start(saved), &start(self));
        }
        if self.data.len() != saved.data.len() {
            let files = |data: &[DataIdentity]| counted(data.len(), "file", "files");
            return difference("games from", &files(&saved.data), &files(&self.data));
        }
        let games = |data: &DataIdentity| {
            let games = counted(data.games, "game", "games");
            format!("{games} of {}", data.name)
        };
        for (now, saved) in self.data.iter().zip(&saved.data) {
            if now.games != saved.games {
                return difference("the", &games(saved), &games(now));
            }
            if now.digest != saved.digest {
                let other = format!("the other {}", games(now));
                return difference("the games of", &saved.name, &other);
            }
        }
        let rest = |identity: &Identity| {
            let Identity {
                positions,
                validation,
                scale,
                architecture,
                ..
            } = identity;
            format!("{positions} and {validation} positions, scale {scale} and {architecture:?}")
        };
        if rest(self) != rest(saved) {
            return difference("", &rest(saved), &rest(self));
        }
        // Only the names of data files differ.
        Ok(())
    }
}

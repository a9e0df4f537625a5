//! Trains networks on self-play games (docs/guide/training.md).
//!
//! The network is a `Model` of real numbers; its gradient is computed by all threads,
//! each for a part of a `Batch`, and summed in a fixed order. So a run depends on its
//! data, settings and number of threads alone.

mod batch;
mod checkpoint;
mod dump;
mod files;
mod king_buckets;
mod model;
mod optimizer;
mod plot;
mod quantization;
mod reports;
mod rounding;
mod run;
mod samples;
mod scale;
mod settings;
mod transfer;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::base::processor::{Vectors, vectors};
use crate::eval::network::{self, Architecture, Network, NetworkError, Provenance};
use crate::rules::Rules;

use super::data::{DataError, DataFile};
use checkpoint::{CheckpointParts, Identity, RunState};

pub(crate) use batch::Batch;
pub(crate) use checkpoint::{Checkpoint, CheckpointError};
pub(crate) use files::RunFiles;
pub use king_buckets::{KingBuckets, UnknownKingBuckets};
pub(crate) use model::{Model, Objective, sigmoid};
pub(crate) use optimizer::Optimizer;
pub use plot::plot;
pub(crate) use quantization::QuantizationReport;
pub(crate) use reports::check_log;
pub use reports::{Best, Report};
pub use samples::Layout;
pub(crate) use samples::Split;
pub(crate) use samples::{DataIdentity, Sample, Samples};
pub use settings::Settings;
use transfer::Transfer;

/// The maximum number of positions held out for validation.
const MAX_VALIDATION: usize = 200_000;

/// Why training failed.
#[derive(Debug, Error)]
pub(crate) enum TrainError {
    /// A file of games cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The network cannot be made.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// No positions are left.
    #[error("the games hold no positions to learn from, or none to validate with")]
    Empty,
    /// The files are of different variants.
    #[error("{0} is of another variant than the first file")]
    Mixed(String),
    /// Two files hold the same games.
    #[error("{0} and {1} hold the same games")]
    Same(String, String),
    /// The loss or a weight is no longer a number.
    #[error("the loss became infinite or not a number after {0} positions; try a lower --rate")]
    Diverged(u64),
    /// A network to start from has another size.
    #[error("{what} of the network to start from: {found}, not {wanted}")]
    Start {
        what: &'static str,
        /// The number of the network.
        found: String,
        /// The number of the settings.
        wanted: String,
    },
    /// A network of another game to start from has King buckets.
    #[error("a network of another game to start from cannot have King buckets")]
    TransferBuckets,
    /// A checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The engine does not compute what it should.
    #[error("the engine's score of '{fen}' is {engine}, but by the definition it is {expected}")]
    Inference {
        fen: String,
        engine: i32,
        expected: i32,
    },
    /// The observer of the progress failed.
    #[error(transparent)]
    Watch(Box<dyn std::error::Error + Send + Sync>),
    /// The system has no thread or memory to spare.
    #[error("cannot start the thread that reads the games: {0}")]
    System(std::io::Error),
    /// The reader ended unexpectedly.
    #[error("the thread that reads the games ended unexpectedly")]
    Reader,
}

impl TrainError {
    fn start(what: &'static str, found: &dyn ToString, wanted: &dyn ToString) -> TrainError {
        TrainError::Start {
            what,
            found: found.to_string(),
            wanted: wanted.to_string(),
        }
    }
}

/// How far training has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TrainingProgress {
    /// The epoch, from 1.
    pub(crate) epoch: u64,
    /// Positions seen in all epochs.
    pub(crate) positions: u64,
    /// Positions of all epochs.
    pub(crate) all: u64,
    /// The mean loss since the last report.
    pub(crate) loss: f64,
    pub(crate) rate: f64,
    pub(crate) report: Option<Report>,
    /// Time since training began or was resumed.
    pub(crate) time: Duration,
    /// Positions since then.
    pub(crate) since: u64,
}

impl TrainingProgress {
    /// Whether an epoch is over.
    pub(crate) fn ends_epoch(&self) -> bool {
        self.report
            .is_some_and(|report| report.validation.is_some())
    }
}

/// A training run.
#[derive(Debug)]
pub(crate) struct Trainer {
    settings: Settings,
    rules: &'static Rules,
    samples: Samples,
    validation: Batch,
    /// Positions of an epoch.
    positions: u64,
    objective: Objective,
    model: Model,
    optimizer: Optimizer,
    best: Option<Model>,
    identity: Identity,
    place: RunState,
    sources: Vec<String>,
    vectors: Vectors,
}

impl Trainer {
    /// Reads all games once: counts positions, keeps those for validation, fits the scale.
    ///
    /// # Errors
    /// If a file cannot be used, the files are of different variants, or no positions are
    /// left.
    pub(crate) fn new(
        files: Vec<DataFile>,
        settings: Settings,
        mut progress: impl FnMut(u64),
    ) -> Result<Trainer, TrainError> {
        let first = files.first().ok_or(TrainError::Empty)?;
        let rules = first.rules();
        let fingerprint = &first.header().fingerprint;
        if let Some(other) = files
            .iter()
            .find(|file| &file.header().fingerprint != fingerprint)
        {
            return Err(TrainError::Mixed(other.path().display().to_string()));
        }
        let headers = files.iter().flat_map(|file| &file.header().sources);
        let sources = headers.map(ToString::to_string).collect();
        let features = settings.king_buckets.features(rules)?;
        let architecture = Architecture {
            features: features.count(),
            hidden: settings.hidden,
            output_buckets: settings.output_buckets,
            max_pieces: rules.start().board.iter().flatten().count(),
        }
        .check()?;
        let layout = Arc::new(Layout::new(features, architecture));
        let samples = Samples::new(
            files,
            &layout,
            settings.filter,
            settings.buffer,
            settings.seed,
        )?;
        check_repeated(samples.identities())?;
        let mut histogram = scale::Histogram::default();
        let mut positions = 0;
        let stride = layout.stride();
        samples.for_each_chunk(Split::Training, |numbers| {
            for sample in numbers.chunks_exact(stride).map(Sample::new) {
                histogram.count(sample.score(), sample.result());
                positions += 1;
            }
            numbers.clear();
            progress(positions);
        })?;
        let mut validation = Batch::new(&layout);
        samples.for_each_chunk(Split::Validation, |numbers| {
            for sample in numbers.chunks_exact(stride) {
                if validation.len() < MAX_VALIDATION {
                    validation.push(sample);
                }
            }
            numbers.clear();
        })?;
        if positions == 0 || validation.is_empty() {
            return Err(TrainError::Empty);
        }
        let scale = settings.scale.unwrap_or_else(|| histogram.scale()) as f32;
        let identity = Identity {
            variant: rules.variant().to_owned(),
            fingerprint: network::fingerprint(rules),
            architecture,
            start: None,
            options: settings
                .options()
                .into_iter()
                .map(|(option, value)| (option.to_owned(), value))
                .collect(),
            data: samples.identities().to_vec(),
            positions,
            validation: validation.len() as u64,
            scale,
        };
        Ok(Trainer {
            objective: Objective {
                scale,
                blend: settings.blend as f32,
                power: settings.power as f32,
            },
            model: Model::random(architecture, settings.seed),
            optimizer: Optimizer::new(architecture),
            best: None,
            identity,
            place: RunState::default(),
            vectors: vectors(),
            settings,
            rules,
            samples,
            validation,
            positions,
            sources,
        })
    }

    /// Positions of an epoch.
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    pub(crate) fn games(&self) -> usize {
        self.samples.games()
    }

    /// Positions held out.
    pub(crate) fn validation(&self) -> &Batch {
        &self.validation
    }

    /// Centipawns for an output of 1.
    pub(crate) fn scale(&self) -> f64 {
        self.objective.scale.into()
    }

    /// The network as it is.
    #[cfg(test)]
    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// The mean loss on the games held out.
    pub(crate) fn validation_loss(&self) -> f64 {
        self.loss_of(&self.model)
    }

    fn loss_of(&self, model: &Model) -> f64 {
        let outputs = model.outputs(self.vectors, &self.validation);
        let power = f64::from(self.objective.power);
        let losses = outputs.iter().enumerate().map(|(position, &output)| {
            let target = self.validation.target(position, &self.objective);
            f64::from((sigmoid(output) - target).abs()).powf(power)
        });
        losses.sum::<f64>() / self.validation.len() as f64
    }

    pub(crate) fn reports(&self) -> &[Report] {
        &self.place.reports
    }

    /// The epoch with the lowest validation loss so far.
    pub(crate) fn best(&self) -> Option<&Best> {
        self.place.best.as_ref()
    }

    pub(crate) fn epochs_done(&self) -> u64 {
        self.place.epoch
    }

    /// Whether there is nothing left to train.
    pub(crate) fn is_complete(&self) -> bool {
        self.place.epoch >= self.settings.epochs
    }

    /// Starts with the weights of a network instead of random ones. It may be smaller, with
    /// fewer outputs of the first layer or without King buckets: it grows, and its scores are
    /// the same at first. A network of another game serves the kinds of men that both games have;
    /// the names of the other kinds are then returned.
    ///
    /// # Errors
    /// If it does not fit; nothing changes then.
    pub(crate) fn start_from(
        &mut self,
        network: &Network,
    ) -> Result<Option<Vec<String>>, TrainError> {
        let wanted = self.model.architecture;
        self.check_size(network.architecture())?;
        let transfer = match network.check_game(self.rules) {
            Ok(()) => {
                self.check_layout(network)?;
                None
            }
            Err(_) => Some(Transfer::new(network, self.rules, wanted.max_pieces)?),
        };
        let weights = transfer
            .as_ref()
            .map_or(network.weights(), |transfer| &transfer.weights);
        let start = Model::dequantized(weights, self.objective.scale);
        self.model = start.grown(Model::random(wanted, self.settings.seed));
        self.identity.start = Some(network.digest());
        Ok(transfer.map(|transfer| transfer.unknown))
    }

    /// Refuses a network to start from that is larger than that of the settings.
    fn check_size(&self, found: &Architecture) -> Result<(), TrainError> {
        let wanted = self.model.architecture;
        if found.hidden > wanted.hidden {
            let most = format!("at most {}", wanted.hidden);
            return Err(TrainError::start("--hidden", &found.hidden, &most));
        }
        if found.output_buckets != wanted.output_buckets {
            return Err(TrainError::start(
                "--output-buckets",
                &found.output_buckets,
                &wanted.output_buckets,
            ));
        }
        Ok(())
    }

    /// Refuses a network of this game to start from that has other King buckets, or another
    /// maximum number of men.
    fn check_layout(&self, network: &Network) -> Result<(), TrainError> {
        let (found, wanted) = (network.architecture(), self.model.architecture);
        let is_layout = |layout: KingBuckets| {
            let features = layout.features(self.rules);
            features.is_ok_and(|features| &features == network.features())
        };
        if network.features() != self.samples.layout().features() && !is_layout(KingBuckets::None) {
            let mut named = KingBuckets::ALL
                .into_iter()
                .filter(|&layout| is_layout(layout));
            let found = named.next().map_or("another layout", KingBuckets::name);
            let wanted = &self.settings.king_buckets;
            return Err(TrainError::start("--king-buckets", &found, wanted));
        }
        if found.max_pieces != wanted.max_pieces {
            return Err(TrainError::start(
                "the maximum number of pieces",
                &found.max_pieces,
                &wanted.max_pieces,
            ));
        }
        Ok(())
    }

    /// Writes the state of the run to a file, completely or not at all.
    ///
    /// # Errors
    /// If a number of the state is not finite, or the file cannot be written.
    pub(crate) fn save(&self, path: &Path) -> Result<(), TrainError> {
        let Optimizer { mean, square, .. } = &self.optimizer;
        if ![&self.model, mean, square]
            .into_iter()
            .all(Model::is_finite)
        {
            return Err(TrainError::Diverged(self.place.positions));
        }
        let parts = CheckpointParts {
            threads: self.settings.threads,
            identity: &self.identity,
            place: &self.place,
            model: &self.model,
            optimizer: &self.optimizer,
            best: self.best.as_ref(),
        };
        Ok(parts.save(path)?)
    }

    /// Resumes the run that wrote a checkpoint. Returns its number of threads; with the
    /// same number, the network will be that of an uninterrupted run, bit for bit.
    ///
    /// # Errors
    /// If it is of a run with other games or settings; nothing changes then.
    pub(crate) fn resume(&mut self, checkpoint: Checkpoint) -> Result<usize, TrainError> {
        self.identity.check(&checkpoint.identity)?;
        self.model = checkpoint.model;
        self.optimizer = checkpoint.optimizer;
        self.best = checkpoint.best;
        self.place = checkpoint.place;
        Ok(checkpoint.threads)
    }

    /// The network for the engine: that of the last epoch, or of the best.
    ///
    /// # Errors
    /// If its numbers are out of range, or the engine computes other scores with it than
    /// by the definition.
    pub(crate) fn network(
        &self,
        is_best: bool,
        settings: &str,
    ) -> Result<(Network, QuantizationReport), TrainError> {
        let (model, positions) = match (&self.best, &self.place.best) {
            (Some(model), Some(best)) if is_best => (model, best.positions),
            _ => (&self.model, self.place.positions),
        };
        if !model.is_finite() {
            return Err(TrainError::Diverged(positions));
        }
        let provenance = Provenance {
            program: format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
            data: self.sources.clone(),
            positions,
            settings: settings.to_owned(),
            loss: self.loss_of(model),
            comment: String::new(),
        };
        let network = Network::new(self.rules, self.rounded(model, provenance)?)?;
        let report = quantization::check_network(self, model, &network)?;
        Ok((network, report))
    }
}

/// Refuses files with the same games.
fn check_repeated(files: &[DataIdentity]) -> Result<(), TrainError> {
    for (number, file) in files.iter().enumerate().filter(|row| row.1.games > 0) {
        if let Some(other) = files[..number]
            .iter()
            .find(|other| other.digest == file.digest)
        {
            return Err(TrainError::Same(other.name.clone(), file.name.clone()));
        }
    }
    Ok(())
}

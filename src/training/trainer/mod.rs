//! Trains networks on self-play games (docs/guide/training.md).
//!
//! The network is a [`Model`] of real numbers; its gradient is computed by all threads,
//! each for a part of a [`Batch`], and summed in a fixed order. So a run depends on its
//! data, settings and number of threads alone.

mod batch;
mod model;
mod optimizer;
mod samples;
mod scale;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::base::processor::{Vectors, vectors};
use crate::eval::network::{FeatureSet, Network, NetworkError, Provenance, Shape};
use crate::rules::Rules;

use super::data::{DataError, DataFile, Filter};

pub use batch::Batch;
pub use model::{Model, Objective, sigmoid};
pub use optimizer::Optimizer;
pub use samples::{Layout, Part, Sample, Samples};

/// The most positions that are held out for validation.
const MOST_VALIDATION: usize = 200_000;

/// Batches that the reader prepares in advance.
const AHEAD: usize = 4;

/// The share of all positions during which the learning rate rises.
const WARM_UP: f64 = 0.01;

/// How a network is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Outputs of the first layer for each perspective.
    pub hidden: usize,
    /// Sets of output weights.
    pub output_buckets: usize,
    /// Passes over the data.
    pub epochs: u64,
    /// Positions for each step.
    pub batch: usize,
    /// The greatest learning rate.
    pub rate: f64,
    /// The learning rate at the end.
    pub final_rate: f64,
    /// The decay of weights, in units of the learning rate.
    pub decay: f64,
    /// The weight of the game's result in the target.
    pub blend: f64,
    /// The exponent of the error.
    pub power: f64,
    /// Centipawns for an output of 1; fitted to the data if none are given.
    pub scale: Option<f64>,
    /// Threads.
    pub threads: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// Positions in the buffer that mixes them.
    pub buffer: usize,
    /// Which positions are used.
    pub filter: Filter,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hidden: 128,
            output_buckets: 8,
            epochs: 20,
            batch: 16_384,
            rate: 0.001,
            final_rate: 0.00001,
            decay: 0.01,
            blend: 0.3,
            power: 2.0,
            scale: None,
            threads: 1,
            seed: 1,
            buffer: 1_000_000,
            filter: Filter::default(),
        }
    }
}

/// Why training failed.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A file of games cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The network cannot be made.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// No positions are left.
    #[error("the games hold no positions to learn from, or none to validate with")]
    Empty,
    /// The files are of different games.
    #[error("{0} is of another game than the first file")]
    Mixed(String),
    /// The loss is not a number any more.
    #[error("the loss became infinite or not a number after {0} positions; try a lower --rate")]
    Diverged(u64),
    /// The reader ended unexpectedly.
    #[error("the thread that reads the games ended unexpectedly")]
    Reader,
}

/// How far training has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingProgress {
    /// The epoch, from 0.
    pub epoch: u64,
    /// Positions seen, all in all.
    pub positions: u64,
    /// Positions of all epochs.
    pub all: u64,
    /// The mean loss since the last report.
    pub loss: f64,
    /// The loss on the games held out, at the end of an epoch.
    pub validation: Option<f64>,
    /// The learning rate.
    pub rate: f64,
    /// Time since training began or was resumed.
    pub time: Duration,
    /// Positions since then.
    pub since: u64,
}

/// A training run.
#[derive(Debug)]
pub struct Trainer {
    settings: Settings,
    rules: &'static Rules,
    samples: Samples,
    validation: Batch,
    /// Positions of an epoch.
    positions: u64,
    objective: Objective,
    model: Model,
    optimizer: Optimizer,
    sources: Vec<String>,
    vectors: Vectors,
}

impl Trainer {
    /// Reads all games once: counts positions, keeps those for validation, fits the scale.
    ///
    /// # Errors
    /// If a file cannot be used, the files are of different games, or no positions are
    /// left.
    pub fn new(
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
        let features = FeatureSet::new(rules, &[])?;
        let shape = Shape {
            features: features.count(),
            hidden: settings.hidden,
            output_buckets: settings.output_buckets,
            most_men: rules.start().board.iter().flatten().count(),
        }
        .check()?;
        let layout = Arc::new(Layout::new(features, shape));
        let samples = Samples::new(
            files,
            &layout,
            settings.filter,
            settings.buffer,
            settings.seed,
        )?;
        let mut histogram = scale::Histogram::default();
        let mut positions = 0;
        let stride = layout.stride();
        samples.all(Part::Training, |numbers| {
            for sample in numbers.chunks_exact(stride).map(Sample::new) {
                histogram.count(sample.score(), sample.result());
                positions += 1;
            }
            numbers.clear();
            progress(positions);
        })?;
        let mut validation = Batch::new(&layout);
        samples.all(Part::Validation, |numbers| {
            for sample in numbers.chunks_exact(stride) {
                if validation.len() < MOST_VALIDATION {
                    validation.push(sample);
                }
            }
            numbers.clear();
        })?;
        if positions == 0 || validation.is_empty() {
            return Err(TrainError::Empty);
        }
        let scale = settings.scale.unwrap_or_else(|| histogram.scale());
        Ok(Trainer {
            objective: Objective {
                scale: scale as f32,
                blend: settings.blend as f32,
                power: settings.power as f32,
            },
            model: Model::random(shape, settings.seed),
            optimizer: Optimizer::new(shape),
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
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.samples.games()
    }

    /// Positions held out.
    pub fn validation(&self) -> &Batch {
        &self.validation
    }

    /// Centipawns for an output of 1.
    pub fn scale(&self) -> f64 {
        self.objective.scale.into()
    }

    /// The rules of the games.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The network as it is.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Trains to the end, or until `report` breaks off.
    ///
    /// # Errors
    /// If a file cannot be read or the loss is not a number any more.
    pub fn run(
        &mut self,
        mut report: impl FnMut(&TrainingProgress) -> ControlFlow<()>,
    ) -> Result<(), TrainError> {
        let began = Instant::now();
        let all = self.positions * self.settings.epochs;
        let mut gradients = vec![Model::zero(self.model.shape); self.settings.threads.max(1)];
        let mut seen = 0;
        for epoch in 0..self.settings.epochs {
            let (sender, batches) = mpsc::sync_channel::<Batch>(AHEAD);
            let (samples, size) = (self.samples.clone(), self.settings.batch);
            let ended = thread::scope(|scope| -> Result<ControlFlow<()>, TrainError> {
                let reader = scope.spawn(move || send_batches(&samples, epoch, size, &sender));
                let mut summed = (0.0, 0);
                let mut flow = ControlFlow::Continue(());
                for batch in &batches {
                    let rate = self.rate(seen, all);
                    let loss = self.step(&batch, &mut gradients, rate);
                    if !loss.is_finite() {
                        return Err(TrainError::Diverged(seen));
                    }
                    seen += batch.len() as u64;
                    summed = (summed.0 + loss, summed.1 + batch.len());
                    let progress = TrainingProgress {
                        epoch,
                        positions: seen,
                        all,
                        loss: summed.0 / summed.1 as f64,
                        validation: None,
                        rate,
                        time: began.elapsed(),
                        since: seen,
                    };
                    flow = report(&progress);
                    if flow.is_break() {
                        break;
                    }
                }
                drop(batches);
                reader.join().map_err(|_| TrainError::Reader)??;
                if flow.is_continue() {
                    let progress = TrainingProgress {
                        epoch,
                        positions: seen,
                        all,
                        loss: summed.0 / summed.1.max(1) as f64,
                        validation: Some(self.validation_loss()),
                        rate: self.rate(seen, all),
                        time: began.elapsed(),
                        since: seen,
                    };
                    flow = report(&progress);
                }
                Ok(flow)
            })?;
            if ended.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// One step of the optimizer; returns the summed loss before it.
    fn step(&mut self, batch: &Batch, gradients: &mut [Model], rate: f64) -> f64 {
        let (model, objective, vectors) = (&self.model, &self.objective, self.vectors);
        let share = batch.len().div_ceil(gradients.len());
        let losses: Vec<f64> = thread::scope(|scope| {
            let part = |(number, gradient): (usize, _)| {
                let positions = number * share..((number + 1) * share).min(batch.len());
                scope.spawn(move || {
                    model::add_gradient(vectors, model, batch, positions, objective, gradient)
                })
            };
            let threads: Vec<_> = gradients.iter_mut().enumerate().map(part).collect();
            let join = |thread: thread::ScopedJoinHandle<'_, f64>| {
                thread
                    .join()
                    .unwrap_or_else(|cause| std::panic::resume_unwind(cause))
            };
            threads.into_iter().map(join).collect()
        });
        // Whether gradients are of the sum or the mean of the loss is all the same to the
        // optimizer.
        let rate = rate as f32;
        self.optimizer.step(
            vectors,
            &mut self.model,
            gradients,
            rate,
            self.settings.decay as f32,
        );
        losses.iter().sum()
    }

    /// The learning rate after so many positions: it rises, then falls along a cosine.
    fn rate(&self, seen: u64, all: u64) -> f64 {
        let Settings {
            rate, final_rate, ..
        } = self.settings;
        let done = seen as f64 / all.max(1) as f64;
        if done < WARM_UP {
            return rate * (done / WARM_UP).max(0.01);
        }
        let cosine = (std::f64::consts::PI * (done - WARM_UP) / (1.0 - WARM_UP)).cos();
        final_rate + (rate - final_rate) * (1.0 + cosine) / 2.0
    }

    /// The mean loss on the games held out.
    pub fn validation_loss(&self) -> f64 {
        let outputs = self.model.outputs(self.vectors, &self.validation);
        let power = f64::from(self.objective.power);
        let losses = outputs.iter().enumerate().map(|(position, &output)| {
            let target = self.validation.target(position, &self.objective);
            f64::from((sigmoid(output) - target).abs()).powf(power)
        });
        losses.sum::<f64>() / self.validation.len() as f64
    }

    /// The network for the engine.
    ///
    /// # Errors
    /// If its numbers are out of range.
    pub fn network(&self, positions: u64, settings: &str) -> Result<Network, TrainError> {
        let provenance = Provenance {
            program: format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
            data: self.sources.clone(),
            positions,
            settings: settings.to_owned(),
            loss: self.validation_loss(),
            comment: String::new(),
        };
        let parts = self.model.quantized(self.objective.scale, provenance);
        Ok(Network::new(self.rules, parts)?)
    }
}

/// Sends the positions of an epoch in batches, until nobody receives them.
fn send_batches(
    samples: &Samples,
    epoch: u64,
    size: usize,
    sender: &mpsc::SyncSender<Batch>,
) -> Result<(), DataError> {
    let mut batch = Batch::new(samples.layout());
    samples.epoch(epoch, |sample| {
        batch.push(sample);
        batch.len() < size || {
            let full = std::mem::replace(&mut batch, Batch::new(samples.layout()));
            sender.send(full).is_ok()
        }
    })?;
    if !batch.is_empty() {
        // Whoever receives no more has been stopped.
        let _ = sender.send(batch);
    }
    Ok(())
}

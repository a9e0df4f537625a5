//! The steps of a training run.

use std::ops::ControlFlow;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use crate::base::parallel;
use crate::training::data::DataError;

use super::samples::Samples;
use super::{Batch, Best, Model, Report, Settings, TrainError, Trainer, TrainingProgress, model};

/// Batches that the reader prepares in advance.
const AHEAD: usize = 4;

/// The share of all positions during which the learning rate rises.
const WARM_UP: f64 = 0.01;

/// Reports of an epoch.
const REPORTS: u64 = 10;

/// With more epochs than this, there is one report for each.
const MAX_REPORTED: u64 = 100;

impl Trainer {
    /// Trains to the end, or until `watch` breaks off. `watch` is called after each batch
    /// and after the validation at the end of each epoch; whenever it is called, the
    /// trainer can be [saved](Trainer::save).
    ///
    /// # Errors
    /// If a file cannot be read, the loss is not a number any more, or `watch` fails.
    pub(crate) fn run(
        &mut self,
        mut watch: impl FnMut(&Trainer, &TrainingProgress) -> Result<ControlFlow<()>, TrainError>,
    ) -> Result<(), TrainError> {
        let clock = Clock {
            began: Instant::now(),
            positions: self.place.positions,
            seconds: self.place.seconds,
        };
        let mut gradients =
            vec![Model::zero(self.model.architecture); self.settings.threads.max(1)];
        while !self.is_complete() {
            let (sender, batches) = mpsc::sync_channel::<Batch>(AHEAD);
            let (samples, size) = (self.samples.clone(), self.settings.batch);
            let (epoch, seen) = (self.place.epoch, self.place.in_epoch);
            let flow = thread::scope(|scope| {
                let read = move || send_batches(&samples, epoch, seen, size, &sender);
                let reader = parallel::start(scope, read).map_err(TrainError::System)?;
                let flow = self.train_epoch(&batches, &mut gradients, &clock, &mut watch);
                // The reader ends when nobody receives.
                drop(batches);
                reader.join().map_err(|_| TrainError::Reader)??;
                flow
            })?;
            if flow.is_break() {
                break;
            }
            let progress = self.end_epoch(&clock)?;
            if watch(self, &progress)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Learns from the batches of an epoch.
    fn train_epoch(
        &mut self,
        batches: &mpsc::Receiver<Batch>,
        gradients: &mut [Model],
        clock: &Clock,
        watch: &mut impl FnMut(&Trainer, &TrainingProgress) -> Result<ControlFlow<()>, TrainError>,
    ) -> Result<ControlFlow<()>, TrainError> {
        for batch in batches {
            let rate = self.rate();
            let loss = self.step(&batch, gradients, rate);
            if !loss.is_finite() {
                return Err(TrainError::Diverged(self.place.positions));
            }
            let size = batch.len() as u64;
            let before = self.place.in_epoch;
            self.place.in_epoch += size;
            self.place.positions += size;
            self.place.loss_sum += loss;
            self.place.loss_count += size;
            self.place.seconds = clock.seconds();
            let tenth = |seen: u64| seen * REPORTS / self.positions;
            let is_due = self.settings.epochs <= MAX_REPORTED
                && self.place.in_epoch < self.positions
                && tenth(self.place.in_epoch) > tenth(before);
            let progress = self.progress(clock, rate, is_due, None);
            if watch(self, &progress)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Looks at the games held out, and goes on to the next epoch.
    fn end_epoch(&mut self, clock: &Clock) -> Result<TrainingProgress, TrainError> {
        let validation = self.validation_loss();
        if !validation.is_finite() || !self.model.is_finite() {
            return Err(TrainError::Diverged(self.place.positions));
        }
        let best = Best {
            epoch: self.place.epoch + 1,
            positions: self.place.positions,
            validation,
        };
        if self
            .place
            .best
            .is_none_or(|old| validation < old.validation)
        {
            self.place.best = Some(best);
            self.best = Some(self.model.clone());
        }
        self.place.seconds = clock.seconds();
        let progress = self.progress(clock, self.rate(), true, Some(validation));
        self.place.epoch += 1;
        self.place.in_epoch = 0;
        Ok(progress)
    }

    /// How far training has come, with a report if one is due.
    fn progress(
        &mut self,
        clock: &Clock,
        rate: f64,
        is_due: bool,
        validation: Option<f64>,
    ) -> TrainingProgress {
        let place = &mut self.place;
        let loss = place.loss_sum / place.loss_count.max(1) as f64;
        let report = is_due.then_some(Report {
            epoch: place.epoch + 1,
            positions: place.positions,
            rate,
            training: loss,
            validation,
            seconds: place.seconds,
        });
        if let Some(report) = report {
            place.reports.push(report);
            (place.loss_sum, place.loss_count) = (0.0, 0);
        }
        TrainingProgress {
            epoch: place.epoch + 1,
            positions: place.positions,
            all: self.positions * self.settings.epochs,
            loss,
            rate,
            report,
            time: clock.began.elapsed(),
            since: place.positions - clock.positions,
        }
    }

    /// One step of the optimizer; returns the summed loss before it.
    fn step(&mut self, batch: &Batch, gradients: &mut [Model], rate: f64) -> f64 {
        let (model, objective, vectors) = (&self.model, &self.objective, self.vectors);
        let threads = gradients.len();
        let share = batch.len().div_ceil(threads);
        let parts = gradients.iter_mut().enumerate().collect();
        let losses = parallel::map_items(threads, parts, |(number, gradient)| {
            let positions = number * share..((number + 1) * share).min(batch.len());
            model::add_gradient(vectors, model, batch, positions, objective, gradient)
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

    /// The learning rate: it rises, then falls along a cosine.
    fn rate(&self) -> f64 {
        let (seen, all) = (self.place.positions, self.positions * self.settings.epochs);
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
}

/// When a run began or was resumed.
struct Clock {
    began: Instant,
    /// Positions seen before.
    positions: u64,
    /// Seconds of training before.
    seconds: f64,
}

impl Clock {
    /// Seconds of training, in milliseconds.
    fn seconds(&self) -> f64 {
        let seconds = self.seconds + self.began.elapsed().as_secs_f64();
        (seconds * 1000.0).round() / 1000.0
    }
}

/// Sends the positions of an epoch in batches, all but the first few, until nobody
/// receives them.
fn send_batches(
    samples: &Samples,
    epoch: u64,
    skipped: u64,
    size: usize,
    sender: &mpsc::SyncSender<Batch>,
) -> Result<(), DataError> {
    let mut batch = Batch::new(samples.layout());
    let mut seen = 0;
    samples.epoch(epoch, |sample| {
        seen += 1;
        if seen <= skipped {
            return true;
        }
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

//! Rounds the second layer to integers so that the scores hardly change.
//!
//! Where training has moved many weights by less than half a unit, rounding each to the nearest
//! integer would undo what it has learned. So each weight is rounded up or down, whichever keeps
//! the outputs closest to those of the model over positions of the games.

use crate::eval::network::{NetworkWeights, OUTPUT_UNIT, Provenance, UNIT};

use super::quantization::clipped_sums;
use super::{Batch, Model, TrainError, Trainer};

/// How many positions decide about the rounding.
const POSITIONS: usize = 200_000;

impl Trainer {
    /// The model with rounded numbers, for the engine.
    ///
    /// # Errors
    /// If the games cannot be read.
    pub(super) fn rounded(
        &self,
        model: &Model,
        provenance: Provenance,
    ) -> Result<NetworkWeights, TrainError> {
        let layout = self.samples.layout();
        let mut weights = model.quantized(layout.features(), self.objective.scale, provenance);
        let mut batch = Batch::new(layout);
        self.samples.epoch(0, |sample| {
            batch.push(sample);
            batch.len() < POSITIONS
        })?;
        let outputs = model.outputs(self.vectors, &batch);
        round_second_layer(&mut weights, model, &batch, &outputs);
        Ok(weights)
    }
}

/// Rounds the second layer of `weights` so that the outputs for the positions stay close to
/// `outputs`, those of the model. Buckets without positions stay as they are.
pub(super) fn round_second_layer(
    weights: &mut NetworkWeights,
    model: &Model,
    batch: &Batch,
    outputs: &[f32],
) {
    let inputs = 2 * weights.architecture.hidden;
    for bucket in 0..weights.architecture.output_buckets {
        let moments = OutputMoments::of_bucket(weights, bucket, batch, outputs);
        if moments.count > 0.0 {
            let row = bucket * inputs..(bucket + 1) * inputs;
            let rounded = &mut weights.output_weights[row.clone()];
            round_row(rounded, &model.output_weights[row], &moments);
            let bias = moments.mean_rest(rounded) * f64::from(UNIT);
            weights.output_biases[bucket] = bias.round() as i32;
        }
    }
}

/// Sums over the positions of an output bucket: of the inputs of the second layer (from 0 to 1) and,
/// behind them, of the target, which is the model's output in units of a rounded weight; and of the
/// products of any two of these.
struct OutputMoments {
    count: f64,
    sums: Vec<f64>,
    /// Row by row; only those whose second index is not below the first.
    products: Vec<f64>,
}

impl OutputMoments {
    /// Those of the batch's positions in this bucket, with the model's output for each position.
    fn of_bucket(
        weights: &NetworkWeights,
        bucket: usize,
        batch: &Batch,
        outputs: &[f32],
    ) -> OutputMoments {
        let inputs = 2 * weights.architecture.hidden;
        let mut moments = OutputMoments {
            count: 0.0,
            sums: vec![0.0; inputs + 1],
            products: vec![0.0; (inputs + 1) * (inputs + 1)],
        };
        let (mut sums, mut active) = (vec![0; inputs], Vec::with_capacity(inputs + 1));
        for (position, &output) in outputs.iter().enumerate() {
            let sample = batch.sample(position);
            if sample.bucket() != bucket {
                continue;
            }
            clipped_sums(weights, sample, &mut sums);
            active.clear();
            let shares = sums.iter().map(|&sum| sum as f64 / f64::from(UNIT));
            let squares = shares.map(|share| share * share).enumerate();
            active.extend(squares.filter(|&(_, square)| square > 0.0));
            active.push((inputs, f64::from(output) * f64::from(OUTPUT_UNIT)));
            moments.add(&active);
        }
        moments
    }

    /// Adds a position: what is not zero of its inputs and its target, with the indices.
    fn add(&mut self, values: &[(usize, f64)]) {
        let size = self.sums.len();
        self.count += 1.0;
        for (place, &(index, value)) in values.iter().enumerate() {
            self.sums[index] += value;
            let row = &mut self.products[index * size..][..size];
            for &(other, factor) in &values[place..] {
                row[other] += value * factor;
            }
        }
    }

    /// The covariance of two inputs, or of an input and the target.
    fn covariance(&self, first: usize, second: usize) -> f64 {
        let (low, high) = (first.min(second), first.max(second));
        let product = self.products[low * self.sums.len() + high];
        (product - self.sums[low] * self.sums[high] / self.count) / self.count
    }

    /// The mean of the target minus that of the weighted inputs.
    fn mean_rest(&self, weights: &[i16]) -> f64 {
        let sums = self.sums.iter().zip(weights);
        let weighted: f64 = sums.map(|(sum, &weight)| sum * f64::from(weight)).sum();
        (self.sums[weights.len()] - weighted) / self.count
    }
}

/// Rounds single weights the other way, always the one that helps most, until none does. That
/// ends because each step lowers the variance of the error.
fn round_row(rounded: &mut [i16], exact: &[f32], moments: &OutputMoments) {
    let inputs = rounded.len();
    let mut covariances = vec![0.0; inputs * inputs];
    for first in 0..inputs {
        for second in 0..inputs {
            covariances[first * inputs + second] = moments.covariance(first, second);
        }
    }
    // Half the derivative of the variance by each weight.
    let mut slopes: Vec<f64> = (0..inputs)
        .map(|input| {
            let row = &covariances[input * inputs..][..inputs];
            let weighted = row.iter().zip(&*rounded);
            let sum: f64 = weighted.map(|(c, &weight)| c * f64::from(weight)).sum();
            sum - moments.covariance(input, inputs)
        })
        .collect();
    loop {
        let mut best = None;
        let mut least = -1e-9;
        for (input, (&weight, &exact)) in rounded.iter().zip(exact).enumerate() {
            let step = other_way(weight, exact * OUTPUT_UNIT as f32);
            let change = 2.0 * step * slopes[input] + covariances[input * inputs + input];
            if change < least {
                (best, least) = (Some((input, step)), change);
            }
        }
        let Some((input, step)) = best else {
            break;
        };
        rounded[input] += step as i16;
        let row = &covariances[input * inputs..][..inputs];
        for (slope, covariance) in slopes.iter_mut().zip(row) {
            *slope += step * covariance;
        }
    }
}

/// The step from a rounded weight to the integer on the other side of the exact one: 1, -1, or
/// 0 if that is an integer itself.
fn other_way(rounded: i16, exact: f32) -> f64 {
    let difference = f64::from(exact) - f64::from(rounded);
    if difference == 0.0 {
        0.0
    } else {
        difference.signum()
    }
}

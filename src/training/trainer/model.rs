//! A network with real numbers, which can be trained.

use crate::base::processor::{Vectors, vectorize};
use crate::base::random::Random;
use crate::eval::network::{
    Architecture, FeatureSet, MAX_OUTPUT_WEIGHT, NetworkWeights, OUTPUT_UNIT, Provenance, UNIT,
};

use super::batch::Batch;

/// Sums are made in this many parts, whatever the width of vectors, so that they are the
/// same on every machine.
const LANES: usize = 16;

/// The maximum weight and bias of the first layer.
const MAX_FEATURE_WEIGHT: f32 = 1.98;

/// A bias of 1 in the second layer.
const OUTPUT_BIAS_UNIT: f32 = (UNIT * OUTPUT_UNIT) as f32;

/// The parameters of a network, or a value for each of them such as a gradient.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model {
    pub(crate) architecture: Architecture,
    /// A row of `hidden` weights for each feature.
    pub(crate) feature_weights: Vec<f32>,
    pub(crate) feature_biases: Vec<f32>,
    /// For each output bucket, `hidden` weights for the side to move, then for the other.
    pub(crate) output_weights: Vec<f32>,
    pub(crate) output_biases: Vec<f32>,
}

/// The target of a position and the loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Objective {
    /// Centipawns for an output of 1.
    pub(crate) scale: f32,
    /// The weight of the game's result in the target; the rest is the score's.
    pub(crate) blend: f32,
    /// The exponent of the error.
    pub(crate) power: f32,
}

impl Objective {
    /// The target of a position: its expected score.
    #[inline]
    pub(crate) fn target(&self, score: i16, result: i8) -> f32 {
        let by_score = sigmoid(f32::from(score) / self.scale);
        let by_result = (f32::from(result) + 1.0) / 2.0;
        self.blend * by_result + (1.0 - self.blend) * by_score
    }

    /// The loss for an output and its derivative by the output.
    #[inline]
    fn loss(&self, output: f32, target: f32) -> (f32, f32) {
        let expected = sigmoid(output);
        let error = expected - target;
        let size = error.abs();
        let slope = self.power * size.powf(self.power - 1.0) * error.signum();
        (size.powf(self.power), slope * expected * (1.0 - expected))
    }
}

/// The expected score for an output.
#[inline]
pub(crate) fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

impl Model {
    /// The number of parameters of a network of this architecture.
    pub(crate) fn parameter_count(architecture: &Architecture) -> usize {
        (architecture.features + 1) * architecture.hidden
            + (2 * architecture.hidden + 1) * architecture.output_buckets
    }

    pub(crate) fn zero(architecture: Architecture) -> Model {
        Model {
            architecture,
            feature_weights: vec![0.0; architecture.features * architecture.hidden],
            feature_biases: vec![0.0; architecture.hidden],
            output_weights: vec![0.0; architecture.output_buckets * 2 * architecture.hidden],
            output_biases: vec![0.0; architecture.output_buckets],
        }
    }

    /// Random initial parameters.
    pub(crate) fn random(architecture: Architecture, seed: u64) -> Model {
        let mut random = Random::new(seed, 0);
        let mut fill = |numbers: &mut [f32], most: f32| {
            for number in numbers {
                let unit = random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0;
                *number = unit * most;
            }
        };
        let mut model = Model::zero(architecture);
        // The number of rows that are added up is that of the pieces.
        let pieces = architecture.max_pieces as f32;
        fill(&mut model.feature_weights, 1.0 / pieces.sqrt());
        fill(&mut model.feature_biases, 1.0 / pieces.sqrt());
        fill(
            &mut model.output_weights,
            1.0 / (2.0 * architecture.hidden as f32).sqrt(),
        );
        model
    }

    /// All numbers, layer by layer.
    pub(crate) fn layers(&self) -> [&[f32]; 4] {
        [
            &self.feature_weights,
            &self.feature_biases,
            &self.output_weights,
            &self.output_biases,
        ]
    }

    pub(crate) fn layers_mut(&mut self) -> [&mut [f32]; 4] {
        [
            &mut self.feature_weights,
            &mut self.feature_biases,
            &mut self.output_weights,
            &mut self.output_biases,
        ]
    }

    /// The maximum size of the parameters of each layer: sums of the first layer must fit
    /// into 16 bits, and products of the second.
    pub(super) fn max_sizes(architecture: &Architecture) -> [f32; 4] {
        let most = i16::MAX as usize / (architecture.max_pieces + 1);
        let feature = MAX_FEATURE_WEIGHT.min(most as f32 / UNIT as f32);
        let output = MAX_OUTPUT_WEIGHT as f32 / OUTPUT_UNIT as f32;
        [feature, feature, output, f32::MAX]
    }

    /// The network with every number rounded to the nearest integer.
    pub(crate) fn quantized(
        &self,
        features: &FeatureSet,
        scale: f32,
        provenance: Provenance,
    ) -> NetworkWeights {
        let shorts = |numbers: &[f32], unit: i32| -> Vec<i16> {
            let round = |number: &f32| (number * unit as f32).round() as i16;
            numbers.iter().map(round).collect()
        };
        let bias = |number: &f32| (number * OUTPUT_BIAS_UNIT).round() as i32;
        NetworkWeights {
            architecture: self.architecture,
            scale: scale.round() as i32,
            king_buckets: features.king_buckets().to_vec(),
            feature_weights: shorts(&self.feature_weights, UNIT),
            feature_biases: shorts(&self.feature_biases, UNIT),
            output_weights: shorts(&self.output_weights, OUTPUT_UNIT),
            output_biases: self.output_biases.iter().map(bias).collect(),
            provenance,
        }
    }

    /// The real numbers of a network. Its outputs are converted to another scale, in
    /// centipawns for an output of 1.
    pub(crate) fn dequantized(parts: &NetworkWeights, scale: f32) -> Model {
        let limits = Model::max_sizes(&parts.architecture);
        let factor = parts.scale as f32 / scale;
        let real = |numbers: &[i16], unit: i32, factor: f32, limit: f32| -> Vec<f32> {
            let real = |&number: &i16| f32::from(number) / unit as f32 * factor;
            numbers
                .iter()
                .map(real)
                .map(|n| n.clamp(-limit, limit))
                .collect()
        };
        let bias = |&number: &i32| number as f32 / OUTPUT_BIAS_UNIT * factor;
        Model {
            architecture: parts.architecture,
            feature_weights: real(&parts.feature_weights, UNIT, 1.0, limits[0]),
            feature_biases: real(&parts.feature_biases, UNIT, 1.0, limits[1]),
            output_weights: real(&parts.output_weights, OUTPUT_UNIT, factor, limits[2]),
            output_biases: parts.output_biases.iter().map(bias).collect(),
        }
    }

    /// These parameters in `random`, a model of at least this size, whose outputs become the same.
    /// A single set of inputs serves all sets of the larger model; further outputs of the first
    /// layer keep their random weights and do not count in the second.
    pub(crate) fn grown(&self, random: Model) -> Model {
        let (old, new) = (self.architecture, random.architecture);
        let mut grown = random;
        let rows = grown.feature_weights.chunks_exact_mut(new.hidden);
        let old_rows = self.feature_weights.chunks_exact(old.hidden);
        for (row, old_row) in rows.zip(old_rows.cycle()) {
            row[..old.hidden].copy_from_slice(old_row);
        }
        grown.feature_biases[..old.hidden].copy_from_slice(&self.feature_biases);
        let halves = grown.output_weights.chunks_exact_mut(new.hidden);
        for (half, old_half) in halves.zip(self.output_weights.chunks_exact(old.hidden)) {
            half[..old.hidden].copy_from_slice(old_half);
            half[old.hidden..].fill(0.0);
        }
        grown.output_biases.clone_from(&self.output_biases);
        grown
    }

    /// The number of weights and biases at their maximum size.
    pub(crate) fn clipped(&self) -> usize {
        let limits = Model::max_sizes(&self.architecture);
        let layers = self.layers().into_iter().zip(limits);
        let clipped =
            layers.map(|(layer, limit)| layer.iter().filter(|n| n.abs() >= limit).count());
        clipped.sum()
    }

    pub(crate) fn is_finite(&self) -> bool {
        let mut numbers = self.layers().into_iter().flatten();
        numbers.all(|number| number.is_finite())
    }

    /// The outputs for positions of a batch: logits of the expected score.
    pub(crate) fn outputs(&self, vectors: Vectors, batch: &Batch) -> Vec<f32> {
        let mut outputs = vec![0.0; batch.len()];
        forward(vectors, self, batch, &mut outputs);
        outputs
    }
}

vectorize! {
    fn forward(vectors; model: &Model, batch: &Batch, outputs: &mut [f32]) {
        let hidden = model.architecture.hidden;
        let mut values = vec![0.0; 2 * hidden];
        for (position, output) in outputs.iter_mut().enumerate() {
            first_layer(model, batch, position, &mut values);
            *output = second_layer(model, batch.bucket(position), &values);
        }
    }
}

vectorize! {
    /// Adds the gradient of the summed loss of some positions of a batch to `gradient`,
    /// and returns that loss.
    pub(super) fn add_gradient(vectors; model: &Model, batch: &Batch, positions: std::ops::Range<usize>, objective: &Objective, gradient: &mut Model) -> f64 {
        let hidden = model.architecture.hidden;
        let mut values = vec![0.0; 2 * hidden];
        let mut total = 0.0;
        for position in positions {
            let bucket = batch.bucket(position);
            first_layer(model, batch, position, &mut values);
            let output = second_layer(model, bucket, &values);
            let (loss, slope) = objective.loss(output, batch.target(position, objective));
            total += f64::from(loss);
            backward(model, batch, position, slope, &mut values, gradient);
        }
        total
    }
}

/// The sums of the first layer, before clipping, for both sides.
#[inline(always)]
fn first_layer(model: &Model, batch: &Batch, position: usize, values: &mut [f32]) {
    let hidden = model.architecture.hidden;
    for (half, values) in values.chunks_exact_mut(hidden).enumerate() {
        values.copy_from_slice(&model.feature_biases);
        for &feature in batch.features(position, half) {
            let row = &model.feature_weights[usize::from(feature) * hidden..][..hidden];
            for (value, weight) in values.iter_mut().zip(row) {
                *value += weight;
            }
        }
    }
}

#[inline(always)]
fn second_layer(model: &Model, bucket: usize, values: &[f32]) -> f32 {
    let weights = &model.output_weights[bucket * values.len()..][..values.len()];
    let mut sums = [0.0; LANES];
    for (values, weights) in values.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for lane in 0..LANES {
            let clipped = values[lane].clamp(0.0, 1.0);
            sums[lane] += clipped * clipped * weights[lane];
        }
    }
    model.output_biases[bucket] + sums.iter().sum::<f32>()
}

/// Adds the gradient of one position; `values` are those of the first layer and are
/// overwritten.
#[inline(always)]
fn backward(
    model: &Model,
    batch: &Batch,
    position: usize,
    slope: f32,
    values: &mut [f32],
    gradient: &mut Model,
) {
    let (hidden, bucket) = (model.architecture.hidden, batch.bucket(position));
    gradient.output_biases[bucket] += slope;
    let place = bucket * 2 * hidden..(bucket + 1) * 2 * hidden;
    let weights = &model.output_weights[place.clone()];
    let changes = &mut gradient.output_weights[place];
    for ((value, weight), change) in values.iter_mut().zip(weights).zip(changes) {
        let clipped = value.clamp(0.0, 1.0);
        *change += slope * clipped * clipped;
        let is_inside = *value > 0.0 && *value < 1.0;
        *value = if is_inside {
            slope * weight * 2.0 * clipped
        } else {
            0.0
        };
    }
    for (half, slopes) in values.chunks_exact(hidden).enumerate() {
        for (change, slope) in gradient.feature_biases.iter_mut().zip(slopes) {
            *change += slope;
        }
        for &feature in batch.features(position, half) {
            let row = usize::from(feature) * hidden;
            let row = &mut gradient.feature_weights[row..][..hidden];
            for (change, slope) in row.iter_mut().zip(slopes) {
                *change += slope;
            }
        }
    }
}

//! AdamW: Adam with decoupled weight decay (Loshchilov and Hutter, "Decoupled Weight Decay
//! Regularization", 2019).

use crate::base::parallel;
use crate::base::processor::{Vectors, vectorize};
use crate::eval::network::Architecture;

use super::model::Model;

/// How much of the mean gradient is kept from step to step.
const KEPT_MEAN: f32 = 0.9;

/// How much of the mean square of the gradient is kept.
const KEPT_SQUARE: f32 = 0.999;

/// Keeps the step finite where gradients vanish.
const EPSILON: f32 = 1e-8;

/// Numbers that are updated as one job.
const JOB: usize = 1 << 14;

/// The state of the optimizer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Optimizer {
    pub(super) mean: Model,
    pub(super) square: Model,
    pub(super) steps: u64,
}

/// The numbers of one update.
#[derive(Clone, Copy, Debug)]
struct Step {
    rate: f32,
    decay: f32,
    limit: f32,
    mean_factor: f32,
    square_factor: f32,
}

impl Optimizer {
    /// The state before the first step.
    pub(crate) fn new(architecture: Architecture) -> Optimizer {
        Optimizer {
            mean: Model::zero(architecture),
            square: Model::zero(architecture),
            steps: 0,
        }
    }

    /// Moves the model against the sum of `gradients`, which is set to zero, and keeps its
    /// numbers within their limits.
    pub(super) fn step(
        &mut self,
        vectors: Vectors,
        model: &mut Model,
        gradients: &mut [Model],
        rate: f32,
        decay: f32,
    ) {
        self.steps += 1;
        let steps = self.steps.min(1 << 20) as i32;
        let limits = Model::max_sizes(&model.architecture);
        let mut jobs = Vec::new();
        // Each thread made one of the gradients.
        let threads = gradients.len().max(1);
        let mut parts: Vec<_> = gradients.iter_mut().map(Model::layers_mut).collect();
        let (mean, square) = (self.mean.layers_mut(), self.square.layers_mut());
        let layers = model.layers_mut().into_iter().zip(mean).zip(square);
        for (layer, ((numbers, mean), square)) in layers.enumerate() {
            let step = Step {
                rate,
                // Biases do not decay.
                decay: if layer % 2 == 0 { decay } else { 0.0 },
                limit: limits[layer],
                mean_factor: 1.0 / (1.0 - KEPT_MEAN.powi(steps)),
                square_factor: 1.0 / (1.0 - KEPT_SQUARE.powi(steps)),
            };
            let mut gradients: Vec<_> = parts
                .iter_mut()
                .map(|part| std::mem::take(&mut part[layer]).chunks_mut(JOB))
                .collect();
            let chunks = numbers
                .chunks_mut(JOB)
                .zip(mean.chunks_mut(JOB))
                .zip(square.chunks_mut(JOB));
            for ((numbers, mean), square) in chunks {
                let gradients: Vec<&mut [f32]> =
                    gradients.iter_mut().filter_map(Iterator::next).collect();
                jobs.push((numbers, mean, square, gradients, step));
            }
        }
        let shares = jobs.len().div_ceil(threads).max(1);
        let mut jobs = jobs.into_iter();
        let next_share = || {
            let share: Vec<_> = jobs.by_ref().take(shares).collect();
            (!share.is_empty()).then_some(share)
        };
        let all = std::iter::from_fn(next_share).collect();
        parallel::map_items(threads, all, |share| {
            for (numbers, mean, square, mut gradients, step) in share {
                update(vectors, numbers, mean, square, &mut gradients, step);
            }
        });
    }
}

vectorize! {
    fn update(vectors; numbers: &mut [f32], mean: &mut [f32], square: &mut [f32], gradients: &mut [&mut [f32]], step: Step) {
        let Some((first, others)) = gradients.split_first_mut() else {
            return;
        };
        for other in others {
            for (sum, gradient) in first.iter_mut().zip(other.iter_mut()) {
                *sum += *gradient;
                *gradient = 0.0;
            }
        }
        let places = numbers.iter_mut().zip(mean).zip(square).zip(first.iter_mut());
        for (((number, mean), square), gradient) in places {
            let slope = std::mem::take(gradient);
            *mean = KEPT_MEAN * *mean + (1.0 - KEPT_MEAN) * slope;
            *square = KEPT_SQUARE * *square + (1.0 - KEPT_SQUARE) * slope * slope;
            let size = (*square * step.square_factor).sqrt() + EPSILON;
            let change = *mean * step.mean_factor / size + step.decay * *number;
            *number = (*number - step.rate * change).clamp(-step.limit, step.limit);
        }
    }
}

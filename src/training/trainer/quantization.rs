//! What rounding to integers changes, and whether the engine computes what it should.

use std::sync::Arc;

use crate::eval::Evaluator;
use crate::eval::network::{Network, NetworkWeights, OUTPUT_UNIT, UNIT};

use super::model::Model;
use super::samples::{Sample, Split};
use super::{Batch, TrainError, Trainer};

/// The most positions for which the engine is compared with the definition.
const MAX_COMPARED: usize = 20_000;

/// What rounding to integers changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct QuantizationReport {
    /// Positions held out.
    pub(crate) positions: usize,
    /// The mean difference between the scores of the model and the network, in
    /// centipawns.
    pub(crate) mean: f64,
    /// The maximum difference, in centipawns.
    pub(crate) max: f64,
    /// Weights and biases that are as large as they may be.
    pub(crate) clipped: usize,
    /// Positions for which the engine gives the score of the definition.
    pub(crate) compared: usize,
}

/// The outputs of the first layer, those of the side to move first.
pub(super) fn clipped_sums(parts: &NetworkWeights, sample: Sample<'_>, outputs: &mut [i64]) {
    let hidden = parts.architecture.hidden;
    for (half, outputs) in outputs.chunks_exact_mut(hidden).enumerate() {
        for (output, &bias) in outputs.iter_mut().zip(&parts.feature_biases) {
            *output = i64::from(bias);
        }
        for &feature in sample.features(half) {
            let row = &parts.feature_weights[usize::from(feature) * hidden..][..hidden];
            for (output, &weight) in outputs.iter_mut().zip(row) {
                *output += i64::from(weight);
            }
        }
        for output in outputs {
            *output = (*output).clamp(0, i64::from(UNIT));
        }
    }
}

/// The score of a position in centipawns, in plain integers.
pub(super) fn reference_score(parts: &NetworkWeights, sample: Sample<'_>) -> i32 {
    let (inputs, bucket) = (2 * parts.architecture.hidden, sample.bucket());
    let mut clipped = vec![0; inputs];
    clipped_sums(parts, sample, &mut clipped);
    let weights = &parts.output_weights[bucket * inputs..][..inputs];
    let products = clipped.iter().zip(weights);
    let sum: i64 = products
        .map(|(clipped, &weight)| clipped * clipped * i64::from(weight))
        .sum();
    let output = sum / i64::from(UNIT) + i64::from(parts.output_biases[bucket]);
    (output * i64::from(parts.scale) / i64::from(UNIT * OUTPUT_UNIT)) as i32
}

/// How far the scores of the positions are from the outputs of the model, in centipawns.
pub(super) fn score_differences(
    weights: &NetworkWeights,
    batch: &Batch,
    outputs: &[f32],
    scale: f64,
) -> impl Iterator<Item = f64> {
    outputs.iter().enumerate().map(move |(position, &output)| {
        let score = reference_score(weights, batch.sample(position));
        (f64::from(output) * scale - f64::from(score)).abs()
    })
}

/// Compares the model, the network by its definition, and the engine.
pub(super) fn check_network(
    trainer: &Trainer,
    model: &Model,
    network: &Network,
) -> Result<QuantizationReport, TrainError> {
    let (batch, scale) = (&trainer.validation, f64::from(trainer.objective.scale));
    let outputs = model.outputs(trainer.vectors, batch);
    let differences = score_differences(network.weights(), batch, &outputs, scale);
    let (sum, max) = differences.fold((0.0, 0.0), |(sum, max), difference| {
        (sum + difference, f64::max(max, difference))
    });
    Ok(QuantizationReport {
        positions: batch.len(),
        mean: sum / batch.len().max(1) as f64,
        max,
        clipped: model.clipped(),
        compared: compare(trainer, network)?,
    })
}

/// Compares the engine with the definition, from scratch and after moves; returns for how
/// many positions.
fn compare(trainer: &Trainer, network: &Network) -> Result<usize, TrainError> {
    let (mut compared, mut fault) = (0, None);
    let layout = trainer.samples.layout();
    let mut evaluator = Evaluator::new(trainer.rules);
    evaluator.set_network(Some(Arc::new(network.clone())), 1);
    let mut numbers = Vec::new();
    trainer.samples.replay(Split::Validation, |turn, sample| {
        let mut check = |engine: Option<i32>, position: &dyn ToString, sample| {
            // The engine leaves some endings to its other evaluation.
            let Some(engine) = engine else { return };
            let expected = reference_score(network.weights(), sample);
            compared += 1;
            if engine != expected {
                fault = Some(TrainError::Inference {
                    fen: position.to_string(),
                    engine,
                    expected,
                });
            }
        };
        let mut position = turn.position.clone();
        let mut state = evaluator.state(&position);
        evaluator.set_root(&position);
        check(
            evaluator.network_score(&position, &state, 0),
            &position,
            sample,
        );
        position.play_observed(turn.mv, &mut evaluator.observe_move(&mut state, 0));
        numbers.clear();
        if layout.write(&position, 0, 0, &mut numbers) {
            let score = evaluator.network_score(&position, &state, 1);
            check(score, &position, Sample::new(&numbers));
        }
        fault.is_none() && compared < MAX_COMPARED
    })?;
    fault.map_or(Ok(compared), Err)
}

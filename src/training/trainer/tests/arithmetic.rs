//! The trainer's arithmetic against slow definitions of what it computes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::base::random::Random;
use crate::eval::Evaluator;
use crate::eval::network::{FeatureSet, NetworkWeights, OUTPUT_UNIT};
use crate::position::Position;
use crate::training::trainer::dump::{self, DumpHeader};
use crate::training::trainer::quantization::{reference_score, score_differences};
use crate::training::trainer::rounding::round_second_layer;
use crate::training::trainer::*;
use crate::variants;

/// Positions of random games, from the start position on.
fn for_random_positions(
    rules: &'static Rules,
    seed: u64,
    count: usize,
    mut visit: impl FnMut(&Position),
) {
    let mut random = Random::new(seed, 0);
    let mut position = Position::start(rules);
    let mut ply = 0;
    for _ in 0..count {
        let moves = position.legal_moves();
        if moves.is_empty() || ply == 200 {
            position = Position::start(rules);
            ply = 0;
        } else {
            position.play(moves[random.below(moves.len())]);
            ply += 1;
        }
        visit(&position);
    }
}

fn layout_of(rules: &'static Rules, parts: &NetworkWeights) -> Arc<Layout> {
    let features = FeatureSet::new(rules, &parts.king_buckets).unwrap();
    Arc::new(Layout::new(features, parts.architecture))
}

/// Every tenth position of random games, with random scores and results.
fn random_batch(rules: &'static Rules, layout: &Arc<Layout>, count: usize) -> Batch {
    let mut random = Random::new(7, 0);
    let (mut batch, mut numbers, mut seen) = (Batch::new(layout), Vec::new(), 0);
    for_random_positions(rules, 5, 10 * count, |position| {
        seen += 1;
        if seen % 10 == 0 {
            numbers.clear();
            let (score, result) = (random.below(1001) as i16 - 500, random.below(3) as i8 - 1);
            assert!(layout.write(position, score, result, &mut numbers));
            batch.push(&numbers);
        }
    });
    batch
}

/// A model whose numbers follow from their places alone, so that other programs can make
/// it too. About half of the first layer's values are between 0 and 1.
fn plain_model(architecture: Architecture) -> Model {
    let mut model = Model::zero(architecture);
    let sizes = [0.15, 0.3, 0.4, 0.2];
    for (layer, (numbers, size)) in model.layers_mut().into_iter().zip(sizes).enumerate() {
        for (place, number) in numbers.iter_mut().enumerate() {
            let part = (place as u64 * 7919 + layer as u64 * 104_729) % 2001;
            *number = (part as f32 - 1000.0) / 1000.0 * size;
        }
    }
    model
}

/// The summed loss by the definition, in `f64`.
fn plain_loss(
    layers: &[Vec<f64>; 4],
    batch: &Batch,
    architecture: Architecture,
    objective: &Objective,
) -> f64 {
    let [
        feature_weights,
        feature_biases,
        output_weights,
        output_biases,
    ] = layers;
    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
    let (scale, blend) = (f64::from(objective.scale), f64::from(objective.blend));
    let mut total = 0.0;
    for position in 0..batch.len() {
        let sample = batch.sample(position);
        let mut output = output_biases[sample.bucket()];
        for half in 0..2 {
            for unit in 0..architecture.hidden {
                let rows = sample.features(half).iter();
                let weights =
                    rows.map(|&row| feature_weights[usize::from(row) * architecture.hidden + unit]);
                let value = feature_biases[unit] + weights.sum::<f64>();
                let place = (2 * sample.bucket() + half) * architecture.hidden + unit;
                output += value.clamp(0.0, 1.0).powi(2) * output_weights[place];
            }
        }
        let result = (f64::from(sample.result()) + 1.0) / 2.0;
        let by_score = sigmoid(f64::from(sample.score()) / scale);
        let target = blend * result + (1.0 - blend) * by_score;
        total += (sigmoid(output) - target)
            .abs()
            .powf(objective.power.into());
    }
    total
}

#[test]
fn the_gradient_is_that_of_central_differences() {
    let rules = variants::falcon();
    let parts = NetworkWeights::random(rules, 32, 4, &[], 1).unwrap();
    let layout = layout_of(rules, &parts);
    let batch = random_batch(rules, &layout, 24);
    let model = plain_model(parts.architecture);
    for power in [2.0, 2.5] {
        let objective = Objective {
            scale: 300.0,
            blend: 0.3,
            power,
        };
        let mut gradient = Model::zero(parts.architecture);
        let (every, vectors) = (0..batch.len(), vectors());
        let loss = model::add_gradient(vectors, &model, &batch, every, &objective, &mut gradient);
        let mut layers = model.layers().map(|layer| {
            let layer = layer.iter().copied().map(f64::from);
            layer.collect::<Vec<_>>()
        });
        let expected = plain_loss(&layers, &batch, parts.architecture, &objective);
        assert!(
            (loss - expected).abs() < 1e-5 * expected,
            "{loss} {expected}"
        );
        for layer in 0..4 {
            let found = gradient.layers()[layer];
            // The largest slopes, and some others.
            let mut places: Vec<usize> = (0..found.len()).collect();
            places.sort_by(|&a, &b| found[b].abs().total_cmp(&found[a].abs()));
            let others = (0..20).map(|number| number * found.len() / 20);
            let chosen: BTreeSet<usize> = places.iter().copied().take(20).chain(others).collect();
            let largest = f64::from(found[places[0]].abs());
            assert!(largest > 1e-3, "layer {layer} has no slope");
            for place in chosen {
                const STEP: f64 = 1e-5;
                let before = layers[layer][place];
                let mut at = |number| {
                    layers[layer][place] = number;
                    plain_loss(&layers, &batch, parts.architecture, &objective)
                };
                let slope = (at(before + STEP) - at(before - STEP)) / (2.0 * STEP);
                at(before);
                let found = f64::from(found[place]);
                assert!(
                    (found - slope).abs() < 1e-4 * largest,
                    "layer {layer}, {place}: {found}, not {slope}"
                );
            }
        }
    }
}

/// What a program that trains by other means has to compute for the same positions:
/// scripts/test_train_network.py compares PyTorch with it.
#[test]
fn a_batch_for_other_programs_is_as_it_was() {
    let rules = variants::rules("chess").unwrap();
    let parts = NetworkWeights::random(rules, 32, 4, &[], 1).unwrap();
    let layout = layout_of(rules, &parts);
    let batch = random_batch(rules, &layout, 8);
    let objective = Objective {
        scale: 300.0,
        blend: 0.25,
        power: 2.5,
    };
    let header = DumpHeader {
        variant: "chess".to_owned(),
        fingerprint: network::fingerprint(rules),
        architecture: parts.architecture,
        king_buckets: layout.features().king_buckets().to_vec(),
        scale: objective.scale,
        blend: objective.blend,
        power: objective.power,
        stride: layout.stride(),
        training: 6,
        validation: 2,
        data: vec!["random games".to_owned()],
    };
    let mut bytes = header.encode().unwrap();
    for position in 0..batch.len() {
        bytes.extend(dump::row(batch.sample(position).numbers()));
    }
    let model = plain_model(parts.architecture);
    let mut gradient = Model::zero(parts.architecture);
    let every = 0..batch.len();
    let loss = model::add_gradient(vectors(), &model, &batch, every, &objective, &mut gradient);
    // Of each layer, three sums that no other gradient is likely to have.
    let sums = gradient.layers().map(|layer| {
        let numbers = || layer.iter().copied().map(f64::from).enumerate();
        [
            numbers().map(|row| row.1).sum::<f64>(),
            numbers().map(|row| row.1 * row.1).sum(),
            numbers().map(|row| row.1 * (row.0 % 97) as f64).sum(),
        ]
    });
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/training");
    let (flat, gradient) = (folder.join("batch.flat"), folder.join("gradient.json"));
    if std::env::var_os("UPDATE_TRAINING_BATCH").is_some() {
        fs::create_dir_all(&folder).unwrap();
        fs::write(&flat, &bytes).unwrap();
        let text = serde_json::json!({ "loss": loss, "gradient": sums });
        fs::write(&gradient, format!("{text:#}\n")).unwrap();
    }
    assert!(
        fs::read(flat).unwrap() == bytes,
        "UPDATE_TRAINING_BATCH writes the new batch"
    );
    let stored: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(gradient).unwrap()).unwrap();
    let close = |value: &serde_json::Value, number: f64| {
        let expected = value.as_f64().unwrap();
        let tolerance = 1e-4 * expected.abs().max(1e-3);
        assert!(
            (number - expected).abs() < tolerance,
            "{number}, not {expected}"
        );
    };
    close(&stored["loss"], loss);
    for (layer, sums) in sums.iter().enumerate() {
        for (number, &sum) in sums.iter().enumerate() {
            close(&stored["gradient"][layer][number], sum);
        }
    }
}

/// The engine along random games, in which the line begins anew now and then, against
/// plain integers.
#[test]
fn the_engine_computes_what_the_trainer_defines() {
    const POSITIONS: usize = 10_000;
    const PLIES: usize = 30;
    for (name, king_buckets) in [
        ("falcon", KingBuckets::Regions),
        ("capablanca", KingBuckets::None),
        ("falcon-leap", KingBuckets::None),
        ("chess", KingBuckets::Ranks),
        ("falcon100", KingBuckets::None),
        ("permutation", KingBuckets::Regions),
    ] {
        let rules = variants::rules(name).unwrap();
        let features = king_buckets.features(rules).unwrap();
        let parts = NetworkWeights::random(rules, 32, 8, features.king_buckets(), 3).unwrap();
        let layout = layout_of(rules, &parts);
        let network = Arc::new(Network::new(rules, parts.clone()).unwrap());
        let mut evaluator = Evaluator::new(rules);
        evaluator.set_network(Some(network), PLIES);
        let mut random = Random::new(11, 0);
        let (mut position, mut ply, mut played) = (Position::start(rules), 0, 0);
        let mut state = evaluator.state(&position);
        evaluator.set_root(&position);
        let (mut compared, mut numbers) = (0, Vec::new());
        while compared < POSITIONS {
            numbers.clear();
            assert!(layout.write(&position, 0, 0, &mut numbers));
            // Some positions are passed over, so that several moves are caught up with.
            if random.below(4) > 0
                && let Some(score) = evaluator.network_score(&position, &state, ply)
            {
                assert_eq!(
                    score,
                    reference_score(&parts, Sample::new(&numbers)),
                    "{position}"
                );
                compared += 1;
            }
            let moves = position.legal_moves();
            if moves.is_empty() || played == 200 {
                position = Position::start(rules);
                played = 0;
            }
            if ply == PLIES || played == 0 {
                state = evaluator.state(&position);
                evaluator.set_root(&position);
                ply = 0;
            }
            let moves = position.legal_moves();
            let mv = moves[random.below(moves.len())];
            position.play_observed(mv, &mut evaluator.observe_move(&mut state, ply));
            (ply, played) = (ply + 1, played + 1);
        }
    }
}

#[test]
fn a_network_survives_being_made_real_and_integer_again() {
    let rules = variants::falcon();
    let features = KingBuckets::Ranks.features(rules).unwrap();
    let parts = NetworkWeights::random(rules, 32, 8, features.king_buckets(), 4).unwrap();
    let model = Model::dequantized(&parts, parts.scale as f32);
    let provenance = parts.provenance.clone();
    assert!(model.quantized(&features, parts.scale as f32, provenance.clone()) == parts);
    // With another scale, an output stands for as many centipawns.
    let layout = layout_of(rules, &parts);
    let batch = random_batch(rules, &layout, 20);
    let other = Model::dequantized(&parts, 300.0);
    let [one, other] = [model, other].map(|model| model.outputs(vectors(), &batch));
    for (one, other) in one.iter().zip(&other) {
        assert!(
            (one * parts.scale as f32 - other * 300.0).abs() < 0.1,
            "{one} {other}"
        );
    }
}

#[test]
fn what_was_learned_in_less_than_half_a_unit_survives_rounding() {
    let rules = variants::falcon();
    let parts = NetworkWeights::random(rules, 32, 8, &[], 4).unwrap();
    let layout = layout_of(rules, &parts);
    let batch = random_batch(rules, &layout, 2000);
    let mut model = Model::dequantized(&parts, parts.scale as f32);
    for weight in &mut model.output_weights {
        *weight += 0.4 / OUTPUT_UNIT as f32;
    }
    let outputs = model.outputs(vectors(), &batch);
    let nearest = model.quantized(
        layout.features(),
        parts.scale as f32,
        parts.provenance.clone(),
    );
    let mut rounded = nearest.clone();
    round_second_layer(&mut rounded, &model, &batch, &outputs);
    let error = |weights: &NetworkWeights| -> f64 {
        let differences = score_differences(weights, &batch, &outputs, parts.scale.into());
        differences.sum::<f64>() / outputs.len() as f64
    };
    let [before, after] = [&nearest, &rounded].map(error);
    assert!(nearest.output_weights == parts.output_weights);
    assert!(after < before / 5.0, "{before} {after}");
    for (rounded, exact) in rounded.output_weights.iter().zip(&model.output_weights) {
        assert!((f32::from(*rounded) - exact * OUTPUT_UNIT as f32).abs() < 1.0);
    }
}

#[test]
fn sums_of_the_first_layer_fit_whatever_the_number_of_men() {
    for max_pieces in [2, 32, 40, 63, 64, 100, 128] {
        let architecture = Architecture {
            features: 10,
            hidden: 32,
            output_buckets: 1,
            max_pieces,
        };
        let [weight, bias, output, _] = Model::max_sizes(&architecture);
        let most = |limit: f32, unit: i32| (limit * unit as f32).round() as usize;
        let sum = most(bias, network::UNIT) + max_pieces * most(weight, network::UNIT);
        assert!(sum <= i16::MAX as usize, "{max_pieces} men: {sum}");
        assert!(most(output, network::OUTPUT_UNIT) * network::UNIT as usize <= i16::MAX as usize);
    }
}

//! The trainer against slow definitions of what it computes, and runs that are
//! interrupted against those that are not.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::checkpoint::CheckpointError;
use super::flat::{self, FlatHeader};
use super::quantization::reference;
use super::*;
use crate::arena::schedule::Shard;
use crate::base::random::Random;
use crate::board::color::Color;
use crate::eval::Evaluator;
use crate::eval::network::{FeatureSet, Parts};
use crate::position::Position;
use crate::training::data::{Appender, End, Header, ScoredMove, SelfPlayGame, Source};
use crate::training::selfplay::ADJUDICATION;
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

fn layout_of(rules: &'static Rules, parts: &Parts) -> Arc<Layout> {
    let features = FeatureSet::new(rules, &parts.king_buckets).unwrap();
    Arc::new(Layout::new(features, parts.shape))
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
fn plain_model(shape: Shape) -> Model {
    let mut model = Model::zero(shape);
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
fn plain_loss(layers: &[Vec<f64>; 4], batch: &Batch, shape: Shape, objective: &Objective) -> f64 {
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
            for unit in 0..shape.hidden {
                let rows = sample.features(half).iter();
                let weights =
                    rows.map(|&row| feature_weights[usize::from(row) * shape.hidden + unit]);
                let value = feature_biases[unit] + weights.sum::<f64>();
                let place = (2 * sample.bucket() + half) * shape.hidden + unit;
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
    let parts = Parts::random(rules, 32, 4, &[], 1).unwrap();
    let layout = layout_of(rules, &parts);
    let batch = random_batch(rules, &layout, 24);
    let model = plain_model(parts.shape);
    for power in [2.0, 2.5] {
        let objective = Objective {
            scale: 300.0,
            blend: 0.3,
            power,
        };
        let mut gradient = Model::zero(parts.shape);
        let (every, vectors) = (0..batch.len(), vectors());
        let loss = model::add_gradient(vectors, &model, &batch, every, &objective, &mut gradient);
        let mut layers = model.layers().map(|layer| {
            let layer = layer.iter().copied().map(f64::from);
            layer.collect::<Vec<_>>()
        });
        let expected = plain_loss(&layers, &batch, parts.shape, &objective);
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
                    plain_loss(&layers, &batch, parts.shape, &objective)
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
    let parts = Parts::random(rules, 32, 4, &[], 1).unwrap();
    let layout = layout_of(rules, &parts);
    let batch = random_batch(rules, &layout, 8);
    let objective = Objective {
        scale: 300.0,
        blend: 0.25,
        power: 2.5,
    };
    let header = FlatHeader {
        variant: "chess".to_owned(),
        fingerprint: network::fingerprint(rules),
        shape: parts.shape,
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
        bytes.extend(flat::row(batch.sample(position).numbers()));
    }
    let model = plain_model(parts.shape);
    let mut gradient = Model::zero(parts.shape);
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
        let parts = Parts::random(rules, 32, 8, features.king_buckets(), 3).unwrap();
        let layout = layout_of(rules, &parts);
        let network = Arc::new(Network::new(rules, parts.clone()).unwrap());
        let mut evaluator = Evaluator::new(rules);
        evaluator.set_network(Some(network), PLIES);
        let mut random = Random::new(11, 0);
        let (mut position, mut ply, mut played) = (Position::start(rules), 0, 0);
        let mut accumulator = evaluator.accumulator(&position);
        evaluator.begin(&position);
        let (mut compared, mut numbers) = (0, Vec::new());
        while compared < POSITIONS {
            numbers.clear();
            assert!(layout.write(&position, 0, 0, &mut numbers));
            // Some positions are passed over, so that several moves are caught up with.
            if random.below(4) > 0
                && let Some(score) = evaluator.network_score(&position, &accumulator, ply)
            {
                assert_eq!(
                    score,
                    reference(&parts, Sample::new(&numbers)),
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
                accumulator = evaluator.accumulator(&position);
                evaluator.begin(&position);
                ply = 0;
            }
            let moves = position.legal_moves();
            let mv = moves[random.below(moves.len())];
            position.play_with(mv, &mut evaluator.go_down(&mut accumulator, ply));
            (ply, played) = (ply + 1, played + 1);
        }
    }
}

#[test]
fn a_network_survives_being_made_real_and_integer_again() {
    let rules = variants::falcon();
    let features = KingBuckets::Ranks.features(rules).unwrap();
    let parts = Parts::random(rules, 32, 8, features.king_buckets(), 4).unwrap();
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
fn sums_of_the_first_layer_fit_whatever_the_number_of_men() {
    for most_men in [2, 32, 40, 63, 64, 100, 128] {
        let shape = Shape {
            features: 10,
            hidden: 32,
            output_buckets: 1,
            most_men,
        };
        let [weight, bias, output, _] = Model::limits(&shape);
        let most = |limit: f32, unit: i32| (limit * unit as f32).round() as usize;
        let sum = most(bias, network::UNIT) + most_men * most(weight, network::UNIT);
        assert!(sum <= i16::MAX as usize, "{most_men} men: {sum}");
        assert!(most(output, network::OUTPUT_UNIT) * network::UNIT as usize <= i16::MAX as usize);
    }
}

/// A file of random games whose scores and results follow the material.
fn games(folder: &Path, name: &str, variant: &str, seed: u64, count: u32) -> DataFile {
    let rules = variants::rules(variant).unwrap();
    let source = Source {
        program: "test".to_owned(),
        evaluation: "hand-written".to_owned(),
        games: count,
        shard: Shard::WHOLE,
        seed,
        nodes: 1,
        hash: 1,
        opening: (0, 0),
        window: 0,
        uneven: 0,
        adjudication: ADJUDICATION,
    };
    let path = folder.join(name);
    let (mut appender, _) = Appender::open(&path, &Header::new(rules, source)).unwrap();
    let mut random = Random::new(seed, 0);
    let mut evaluator = Evaluator::new(rules);
    for number in 0..count {
        let mut position = Position::start(rules);
        let mut moves = Vec::new();
        for _ in 0..60 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let accumulator = evaluator.accumulator(&position);
            let score = evaluator.evaluate(&position, &accumulator);
            let mv = legal[random.below(legal.len())];
            moves.push(ScoredMove { mv, score });
            position.play(mv);
        }
        let winner = [None, Some(Color::White), Some(Color::Black)][random.below(3)];
        let game = SelfPlayGame {
            number,
            start: None,
            opening: Vec::new(),
            moves,
            winner,
            end: End::Length,
        };
        appender.append(&game).unwrap();
    }
    appender.finish().unwrap();
    DataFile::open(&path).unwrap()
}

fn settings() -> Settings {
    Settings {
        hidden: 32,
        output_buckets: 2,
        epochs: 3,
        batch: 500,
        buffer: 700,
        rate: 0.01,
        blend: 0.0,
        scale: Some(300.0),
        threads: 2,
        ..Settings::default()
    }
}

fn trainer(files: &[DataFile], settings: &Settings) -> Trainer {
    Trainer::new(files.to_vec(), settings.clone(), |_| ()).unwrap()
}

/// Trains, and saves after so many batches or validations, at which the run ends.
fn train(trainer: &mut Trainer, most: usize, path: &Path) -> usize {
    let mut calls = 0;
    trainer
        .run(|trainer, _| {
            calls += 1;
            if calls < most {
                return Ok(ControlFlow::Continue(()));
            }
            trainer.save(path)?;
            Ok(ControlFlow::Break(()))
        })
        .unwrap();
    calls
}

/// The reports but for the time.
fn timeless(trainer: &Trainer) -> Vec<Report> {
    let timeless = |report: &Report| Report {
        seconds: 0.0,
        ..*report
    };
    trainer.reports().iter().map(timeless).collect()
}

#[test]
fn a_resumed_run_gives_the_network_of_an_uninterrupted_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = [games(folder.path(), "games.prgdata", "falcon", 1, 120)];
    let path = folder.path().join("run.prgtrain");
    let mut whole = trainer(&data, &settings());
    let calls = train(&mut whole, usize::MAX, &path);
    let network = |trainer: &Trainer, best| trainer.network(best, "").unwrap().0.to_bytes();
    let expected = [false, true].map(|best| network(&whole, best));
    assert!(expected[0] != expected[1], "the last epoch is the best one");
    let losses: Vec<f64> = whole
        .reports()
        .iter()
        .map(|report| report.training)
        .collect();
    assert!(
        losses[losses.len() - 1] < 0.5 * losses[0],
        "it learns: {losses:?}"
    );
    // After the first batch, within epochs, at their ends, and at the very end.
    let in_epoch = calls / 3 - 1;
    for stop in [1, 2, in_epoch, in_epoch + 1, in_epoch + 2, calls - 1, calls] {
        let mut first = trainer(&data, &settings());
        assert_eq!(train(&mut first, stop, &path), stop);
        let mut second = trainer(&data, &settings());
        assert_eq!(second.resume(Checkpoint::load(&path).unwrap()).unwrap(), 2);
        assert_eq!(train(&mut second, usize::MAX, &path), calls - stop);
        for (best, expected) in [false, true].into_iter().zip(&expected) {
            assert!(
                &network(&second, best) == expected,
                "{stop} of {calls} calls"
            );
        }
        assert_eq!(
            timeless(&second),
            timeless(&whole),
            "{stop} of {calls} calls"
        );
    }
}

#[test]
fn only_the_same_run_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let data = |name, variant, seed, count| games(here, name, variant, seed, count);
    let one = data("one.prgdata", "falcon", 1, 200);
    let path = here.join("run.prgtrain");
    train(
        &mut trainer(std::slice::from_ref(&one), &settings()),
        2,
        &path,
    );
    let refused = |files: &[DataFile], settings: &Settings| {
        let mut trainer = trainer(files, settings);
        let before = trainer.model().clone();
        let error = trainer
            .resume(Checkpoint::load(&path).unwrap())
            .unwrap_err();
        assert!(trainer.model() == &before, "nothing changes");
        error.to_string()
    };
    let other = |change: &dyn Fn(&mut Settings)| {
        let mut settings = settings();
        change(&mut settings);
        refused(std::slice::from_ref(&one), &settings)
    };
    let of = "the checkpoint is of a run with ";
    assert_eq!(
        other(&|s| s.rate = 0.02),
        format!("{of}--rate 0.01, not 0.02")
    );
    assert_eq!(
        other(&|s| s.hidden = 64),
        format!("{of}--hidden 32, not 64")
    );
    assert_eq!(other(&|s| s.seed = 9), format!("{of}--seed 1, not 9"));
    assert_eq!(
        other(&|s| s.filter.checks = true),
        format!("{of}--checks no, not yes")
    );
    let two = data("two.prgdata", "falcon", 2, 200);
    let longer = data("longer.prgdata", "falcon", 1, 201);
    let chess = data("chess.prgdata", "chess", 1, 200);
    let with = |files: &[DataFile]| refused(files, &settings());
    assert_eq!(
        with(std::slice::from_ref(&two)),
        format!("{of}the games of one.prgdata, not the other 200 games of two.prgdata")
    );
    assert_eq!(
        with(&[longer]),
        format!("{of}the 200 games of one.prgdata, not 201 games of longer.prgdata")
    );
    assert_eq!(
        with(&[one.clone(), two]),
        format!("{of}games from 1 files, not 2 files")
    );
    assert_eq!(with(&[chess]), format!("{of}games of falcon, not chess"));
    // A copy under another name, or another number of threads, is no other run.
    let copy = here.join("copy.prgdata");
    fs::copy(one.path(), &copy).unwrap();
    let settings = Settings {
        threads: 1,
        ..settings()
    };
    let mut resumed = trainer(&[DataFile::open(&copy).unwrap()], &settings);
    assert_eq!(resumed.resume(Checkpoint::load(&path).unwrap()).unwrap(), 2);
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = games(folder.path(), "games.prgdata", "chess", 1, 60);
    let path = folder.path().join("run.prgtrain");
    train(&mut trainer(&[data], &settings()), 3, &path);
    let bytes = fs::read(&path).unwrap();
    let load = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Checkpoint::load(&path)
    };
    assert!(load(&bytes).is_ok());
    for length in (0..bytes.len())
        .step_by(4099)
        .chain(0..60)
        .chain([bytes.len() - 1])
    {
        assert!(load(&bytes[..length]).is_err(), "{length}");
    }
    for place in (0..bytes.len())
        .step_by(5003)
        .chain(0..40)
        .chain([bytes.len() - 1])
    {
        let mut changed = bytes.clone();
        changed[place] ^= 0x20;
        assert!(load(&changed).is_err(), "{place}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(load(&longer), Err(CheckpointError::Checksum)));
    assert!(matches!(load(b"my diary"), Err(CheckpointError::Foreign)));
    assert!(matches!(
        load(b"my diary for the year, and then for the next year"),
        Err(CheckpointError::Foreign)
    ));
    assert!(matches!(
        load(&bytes[..30]),
        Err(CheckpointError::Short(30))
    ));
    let mut future = bytes.clone();
    future[8] = 2;
    assert_eq!(
        load(&future).unwrap_err().to_string(),
        "this checkpoint has version 2 of the format; only version 1 is known"
    );
    assert!(matches!(
        Checkpoint::load(folder.path()),
        Err(CheckpointError::Io(_))
    ));
    // With a right checksum, the rest is checked as well.
    let sealed = |content: &[u8]| {
        use sha2::Digest as _;
        let digest = sha2::Sha256::digest(content);
        load(&[content, &digest[..]].concat())
    };
    let content = &bytes[..bytes.len() - 32];
    assert!(sealed(content).is_ok());
    let mut endless = content.to_vec();
    endless[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(matches!(sealed(&endless), Err(CheckpointError::Header(_))));
    assert!(matches!(
        sealed(&content[..content.len() - 4]),
        Err(CheckpointError::Header(_))
    ));
    let mut infinite = content.to_vec();
    let last = infinite.len() - 4;
    infinite[last..].copy_from_slice(&f32::INFINITY.to_le_bytes());
    assert!(matches!(sealed(&infinite), Err(CheckpointError::Header(_))));
    let text = String::from_utf8_lossy(content);
    let absurd = text.find("\"hidden\":32").unwrap();
    let mut changed = content.to_vec();
    changed[absurd + 9..absurd + 11].copy_from_slice(b"99");
    assert!(matches!(sealed(&changed), Err(CheckpointError::Header(_))));
}

#[test]
fn a_run_that_diverges_saves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let data = [games(folder.path(), "games.prgdata", "chess", 1, 60)];
    let path = folder.path().join("run.prgtrain");
    let absurd = Settings {
        rate: 1e300,
        ..settings()
    };
    let mut too_fast = trainer(&data, &absurd);
    let mut not_a_number = trainer(&data, &settings());
    for trainer in [&mut too_fast, &mut not_a_number] {
        trainer.save(&path).unwrap();
        let before = fs::read(&path).unwrap();
        if trainer.settings.rate < 1.0 {
            trainer.model.feature_biases[3] = f32::NAN;
        }
        let mut epochs = 0;
        let ended = trainer.run(|_, progress| {
            epochs += progress
                .report
                .map_or(0, |report| usize::from(report.validation.is_some()));
            Ok(ControlFlow::Continue(()))
        });
        assert!(matches!(ended, Err(TrainError::Diverged(_))), "{ended:?}");
        assert_eq!(epochs, 0, "it is noticed in the first epoch");
        let saved = trainer.save(&path);
        assert!(matches!(saved, Err(TrainError::Diverged(_))));
        let network = trainer.network(false, "");
        assert!(matches!(network, Err(TrainError::Diverged(_))));
        assert!(fs::read(&path).unwrap() == before);
    }
}

#[test]
fn training_starts_from_a_network_of_the_same_size_alone() {
    let folder = tempfile::tempdir().unwrap();
    let data = [games(folder.path(), "games.prgdata", "falcon", 1, 60)];
    let network = |variant: &str, hidden, buckets, king_buckets: KingBuckets| {
        let rules = variants::rules(variant).unwrap();
        let features = king_buckets.features(rules).unwrap();
        let parts = Parts::random(rules, hidden, buckets, features.king_buckets(), 1).unwrap();
        Network::new(rules, parts).unwrap()
    };
    let none = KingBuckets::None;
    let mut trainer = trainer(
        &data,
        &Settings {
            scale: Some(400.0),
            ..settings()
        },
    );
    for (network, reason) in [
        (network("chess", 32, 2, none), "'chess'"),
        (
            network("falcon", 64, 2, none),
            "--hidden of the network to start from: 64, not 32",
        ),
        (network("falcon", 32, 4, none), "--output-buckets"),
        (
            network("falcon", 32, 2, KingBuckets::Ranks),
            "ranks, not none",
        ),
    ] {
        let error = trainer.start_from(&network).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let start = network("falcon", 32, 2, none);
    trainer.start_from(&start).unwrap();
    let (exported, report) = trainer.network(false, "").unwrap();
    let [one, other] = [&start, &exported].map(|network| Parts {
        provenance: Provenance::default(),
        ..network.parts().clone()
    });
    assert!(one == other, "an untrained start is exported as it was");
    assert!(report.compared > 0 && report.positions == trainer.validation().len());
    // Only rounding of the output, to whole centipawns, is left.
    assert!(report.greatest < 8.0, "{report:?}");
    let path = folder.path().join("run.prgtrain");
    trainer.save(&path).unwrap();
    let mut random = self::trainer(
        &data,
        &Settings {
            scale: Some(400.0),
            ..settings()
        },
    );
    let error = random.resume(Checkpoint::load(&path).unwrap()).unwrap_err();
    assert!(error.to_string().contains("--start"), "{error}");
}

#[test]
fn positions_as_plain_numbers_are_those_that_are_trained_on() {
    let folder = tempfile::tempdir().unwrap();
    let data = games(folder.path(), "games.prgdata", "falcon", 1, 120);
    let trainer = trainer(&[data], &settings());
    let path: PathBuf = folder.path().join("positions.flat");
    trainer.write_flat(&path, |_| ()).unwrap();
    let bytes = fs::read(&path).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let header: FlatHeader = serde_json::from_slice(&bytes[16..16 + length]).unwrap();
    let rows = &bytes[16 + length..];
    let count = (header.training + header.validation) as usize;
    assert_eq!(rows.len(), count * 2 * header.stride);
    assert_eq!(
        (header.training, header.validation as usize),
        (trainer.positions(), trainer.validation().len())
    );
    let mut found: Vec<&[u8]> = rows.chunks(2 * header.stride).collect();
    let held_out = found.split_off(header.training as usize);
    let mut expected = Vec::new();
    trainer
        .samples
        .all(Part::Training, |numbers| {
            expected.extend(numbers.chunks(header.stride).map(flat::row));
            numbers.clear();
        })
        .unwrap();
    assert!(
        found.iter().zip(&expected).any(|(one, other)| one != other),
        "in random order"
    );
    found.sort_unstable();
    expected.sort_unstable();
    assert!(found.iter().zip(&expected).all(|(one, other)| one == other));
    for (position, row) in held_out.iter().enumerate() {
        assert!(*row == flat::row(trainer.validation().sample(position).numbers()));
    }
}

#[test]
fn the_same_games_are_not_used_twice() {
    let folder = tempfile::tempdir().unwrap();
    let one = games(folder.path(), "one.prgdata", "chess", 1, 60);
    let other = games(folder.path(), "other.prgdata", "chess", 1, 60);
    let error = Trainer::new(vec![one, other], settings(), |_| ()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "one.prgdata and other.prgdata hold the same games"
    );
}

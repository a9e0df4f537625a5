//! Runs that are interrupted against those that are not, their checkpoints, and what they
//! start from and write.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::arena::schedule::Shard;
use crate::base::container::ContainerError;
use crate::base::random::Random;
use crate::board::color::Color;
use crate::eval::Evaluator;
use crate::eval::network::NetworkWeights;
use crate::position::Position;
use crate::training::data::{Appender, GameEnd, Header, ScoredMove, SelfPlayGame, Source};
use crate::training::selfplay::ADJUDICATION;
use crate::training::trainer::checkpoint::CheckpointError;
use crate::training::trainer::dump::{self, DumpHeader};
use crate::training::trainer::*;
use crate::variants;

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
            let state = evaluator.state(&position);
            let score = evaluator.evaluate(&position, &state);
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
            end: GameEnd::Length,
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

/// Trains, and saves after `most` batches or validations, where the run ends.
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
        format!("{of}games from 1 file, not 2 files")
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
    assert!(matches!(
        load(&longer),
        Err(CheckpointError::Container(ContainerError::Checksum(_)))
    ));
    assert!(matches!(
        load(b"my diary"),
        Err(CheckpointError::Container(ContainerError::Foreign(_)))
    ));
    assert!(matches!(
        load(b"my diary for the year, and then for the next year"),
        Err(CheckpointError::Container(ContainerError::Foreign(_)))
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
    assert!(matches!(
        sealed(&endless),
        Err(CheckpointError::Container(ContainerError::Header { .. }))
    ));
    assert!(matches!(
        sealed(&content[..content.len() - 4]),
        Err(CheckpointError::Container(ContainerError::Header { .. }))
    ));
    let mut infinite = content.to_vec();
    let last = infinite.len() - 4;
    infinite[last..].copy_from_slice(&f32::INFINITY.to_le_bytes());
    assert!(matches!(
        sealed(&infinite),
        Err(CheckpointError::Container(ContainerError::Header { .. }))
    ));
    let text = String::from_utf8_lossy(content);
    let absurd = text.find("\"hidden\":32").unwrap();
    let mut changed = content.to_vec();
    changed[absurd + 9..absurd + 11].copy_from_slice(b"99");
    assert!(matches!(
        sealed(&changed),
        Err(CheckpointError::Container(ContainerError::Header { .. }))
    ));
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
        let message = ended.unwrap_err().to_string();
        assert!(message.ends_with("; try a lower --rate"), "{message}");
        assert_eq!(epochs, 0, "it is noticed in the first epoch");
        let saved = trainer.save(&path);
        assert!(matches!(saved, Err(TrainError::Diverged(_))));
        let network = trainer.network(false, "");
        assert!(matches!(network, Err(TrainError::Diverged(_))));
        assert!(fs::read(&path).unwrap() == before);
    }
}

#[test]
fn training_starts_from_a_network_that_fits() {
    let folder = tempfile::tempdir().unwrap();
    let data = [games(folder.path(), "games.prgdata", "falcon", 1, 60)];
    let network = |variant: &str, hidden, buckets, king_buckets: KingBuckets| {
        let rules = variants::rules(variant).unwrap();
        let features = king_buckets.features(rules).unwrap();
        let parts =
            NetworkWeights::random(rules, hidden, buckets, features.king_buckets(), 1).unwrap();
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
        (
            network("chess", 32, 2, KingBuckets::Ranks),
            "another game to start from cannot have King buckets",
        ),
        (
            network("falcon", 64, 2, none),
            "--hidden of the network to start from: 64, not at most 32",
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
    let [one, other] = [&start, &exported].map(|network| NetworkWeights {
        provenance: Provenance::default(),
        ..network.weights().clone()
    });
    assert!(one == other, "an untrained start is exported as it was");
    assert!(report.compared > 0 && report.positions == trainer.validation().len());
    // Only rounding of the output, to whole centipawns, is left.
    assert!(report.max < 8.0, "{report:?}");
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
fn a_network_of_another_game_knows_the_men_of_both() {
    let folder = tempfile::tempdir().unwrap();
    let random = |rules| {
        let parts = NetworkWeights::random(rules, 32, 2, &[], 1).unwrap();
        Network::new(rules, parts).unwrap()
    };
    let [chess, small, large] =
        ["chess", "falcon", "falcon-10x10"].map(|name| variants::rules(name).unwrap());
    let start = random(small);
    let data = [games(folder.path(), "large.prgdata", "falcon-10x10", 1, 60)];
    let mut trainer = trainer(
        &data,
        &Settings {
            scale: Some(f64::from(start.weights().scale)),
            ..settings()
        },
    );
    assert_eq!(trainer.start_from(&start).unwrap(), Some(Vec::new()));
    let (transferred, _) = trainer.network(false, "").unwrap();
    // The men are as far from the nearest edges in both positions of a pair.
    for (few, more) in [
        ("10/10/10/10", "10/10/10/10/10/10"),
        ("f9/4q5/3P6/9N", "f9/4q5/10/10/3P6/9N"),
    ] {
        let [few, more] =
            [(few, small, &start), (more, large, &transferred)].map(|(middle, rules, network)| {
                let fen = format!("rnbfqk1bnr/pppp1ppppp/{middle}/PPPPPPPPP1/RN1FQKFBNR w - - 0 1");
                network.evaluate_slowly(&Position::from_fen(rules, &fen).unwrap())
            });
        assert_eq!(few, more);
    }
    let unknown = trainer.start_from(&random(chess)).unwrap();
    assert_eq!(unknown, Some(vec!["Falcon".to_owned()]));
}

#[test]
fn a_smaller_network_grows_and_evaluates_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let data = [games(folder.path(), "games.prgdata", "falcon", 1, 60)];
    let rules = variants::falcon();
    let loss = |start: KingBuckets, hidden, king_buckets| {
        let features = start.features(rules).unwrap();
        let start = NetworkWeights::random(rules, 32, 2, features.king_buckets(), 1).unwrap();
        let start = Network::new(rules, start).unwrap();
        let settings = Settings {
            scale: Some(400.0),
            hidden,
            king_buckets,
            ..settings()
        };
        let mut trainer = trainer(&data, &settings);
        let random = trainer.validation_loss();
        trainer.start_from(&start).unwrap();
        let model = trainer.model();
        // What is new can learn, because its weights differ.
        let rows: Vec<&[f32]> = model.feature_weights.chunks(hidden).collect();
        assert!(hidden == 32 || rows[0][32..] != rows[1][32..]);
        (random, trainer.validation_loss())
    };
    for (start, larger) in [
        (
            KingBuckets::None,
            vec![
                (32, KingBuckets::Regions),
                (96, KingBuckets::None),
                (64, KingBuckets::Ranks),
            ],
        ),
        (KingBuckets::Ranks, vec![(64, KingBuckets::Ranks)]),
    ] {
        let (random, same) = loss(start, 32, start);
        assert!((random - same).abs() > 1e-6, "the start is another network");
        for (hidden, king_buckets) in larger {
            let (_, grown) = loss(start, hidden, king_buckets);
            assert!((grown - same).abs() < 1e-9, "{grown} instead of {same}");
        }
    }
}

#[test]
fn positions_as_plain_numbers_are_those_that_are_trained_on() {
    let folder = tempfile::tempdir().unwrap();
    let data = games(folder.path(), "games.prgdata", "falcon", 1, 120);
    let trainer = trainer(&[data], &settings());
    let path: PathBuf = folder.path().join("positions.flat");
    trainer.write_dump(&path, |_| ()).unwrap();
    let bytes = fs::read(&path).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let header: DumpHeader = serde_json::from_slice(&bytes[16..16 + length]).unwrap();
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
        .for_each_chunk(Split::Training, |numbers| {
            expected.extend(numbers.chunks(header.stride).map(dump::row));
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
        assert!(*row == dump::row(trainer.validation().sample(position).numbers()));
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

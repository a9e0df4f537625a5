use std::sync::Arc;

use super::*;
use crate::base::container::ContainerError;
use crate::base::random::Random;
use crate::board::color::Color;
use crate::board::piece::PieceKind;
use crate::eval::{EvalState, Evaluator, NetworkExplanation};
use crate::position::{Position, fen};
use crate::variants;

fn network(name: &str, hidden: usize, king_buckets: &[u8]) -> Network {
    let rules = variants::rules(name).unwrap();
    let parts = NetworkWeights::random(rules, hidden, 8, king_buckets, 5).unwrap();
    Network::new(rules, parts).unwrap()
}

/// Walks random lines up and down like a search, evaluating now and then, and compares
/// with the definition.
fn walk(name: &str, hidden: usize, king_buckets: &[u8]) -> usize {
    const PLIES: usize = 24;
    let network = Arc::new(network(name, hidden, king_buckets));
    let rules = variants::rules(name).unwrap();
    let mut evaluator = Evaluator::new(rules);
    evaluator.set_network(Some(Arc::clone(&network)), PLIES);
    let mut random = Random::new(9, 0);
    let mut compared = 0;
    for _ in 0..4 {
        let mut root = Position::start(rules);
        for _ in 0..random.below(60) {
            let moves = root.legal_moves();
            if !moves.is_empty() {
                root.play(moves[random.below(moves.len())]);
            }
        }
        let state = evaluator.state(&root);
        evaluator.set_root(&root);
        let mut line: Vec<(Position, EvalState)> = vec![(root, state)];
        for _ in 0..400 {
            let ply = line.len() - 1;
            let (position, state) = &line[ply];
            if random.below(3) == 0 {
                let men = position.occupied().count() as usize;
                let found = evaluator.network_score(position, state, ply);
                if let Some(found) = found {
                    assert_eq!(found, network.evaluate_slowly(position), "{position}");
                    compared += 1;
                }
                assert!(men <= network.architecture().max_pieces);
            }
            let moves = position.legal_moves();
            if ply == PLIES || moves.is_empty() || (ply > 0 && random.below(3) == 0) {
                line.truncate(1 + random.below(line.len()));
                continue;
            }
            let (mut next, mut sums) = (position.clone(), *state);
            let mut observer = evaluator.observe_move(&mut sums, ply);
            if random.below(8) == 0 && !position.is_check() {
                drop(observer);
                next.play_null();
            } else {
                next.play_observed(moves[random.below(moves.len())], &mut observer);
                drop(observer);
            }
            line.push((next, sums));
        }
    }
    compared
}

#[test]
fn incremental_evaluation_is_the_definition_on_random_lines() {
    for name in [
        "falcon",
        "capablanca",
        "falcon-leap",
        "chess",
        "falcon100",
        "permutation",
    ] {
        assert!(walk(name, 32, &[]) > 100, "{name}");
    }
    let by_rank: Vec<u8> = (0..80).map(|cell| cell / 10).collect();
    assert!(walk("falcon", 64, &by_rank) > 100);
}

#[test]
fn a_file_gives_its_network_back_and_nothing_else_is_taken_for_one() {
    let network = network("chess", 32, &[]);
    let rules = variants::rules("chess").unwrap();
    let bytes = network.to_bytes();
    assert!(Network::read(rules, &bytes).unwrap() == network);
    for length in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
        assert!(Network::read(rules, &bytes[..length]).is_err(), "{length}");
    }
    for place in (0..bytes.len()).step_by(101) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x10;
        assert!(Network::read(rules, &changed).is_err(), "{place}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(
        Network::read(rules, &longer),
        Err(NetworkError::Container(ContainerError::Checksum(_)))
    ));
    let mut future = bytes.clone();
    future[8] = 9;
    assert!(matches!(
        Network::read(rules, &future),
        Err(NetworkError::Container(ContainerError::Version {
            found: 9,
            ..
        }))
    ));
    let error = Network::read(variants::falcon(), &bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "this is a network for 'chess', which has another board or other men than 'falcon'"
    );
}

/// A file that is read and written again keeps its digest.
#[test]
fn losses_survive_being_written_and_read() {
    let mut random = Random::new(2, 0);
    for _ in 0..1000 {
        let provenance = Provenance {
            loss: random.below(1 << 53) as f64 / (1u64 << 53) as f64,
            ..Provenance::default()
        };
        let text = serde_json::to_string(&provenance).unwrap();
        let read: Provenance = serde_json::from_str(&text).unwrap();
        assert_eq!(read.loss.to_bits(), provenance.loss.to_bits(), "{text}");
    }
}

#[test]
fn weights_whose_sums_could_overflow_are_refused() {
    let rules = variants::rules("chess").unwrap();
    let parts = || NetworkWeights::random(rules, 32, 2, &[], 1).unwrap();
    let change = |change: &dyn Fn(&mut NetworkWeights)| {
        let mut parts = parts();
        change(&mut parts);
        Network::new(rules, parts).unwrap_err().to_string()
    };
    let large = "the feature weights of the network are so large that sums could overflow";
    assert_eq!(change(&|parts| parts.feature_weights[7] = 1100), large);
    assert_eq!(change(&|parts| parts.feature_biases[7] = i16::MIN), large);
    let large = "the output weights of the network are so large that sums could overflow";
    assert_eq!(change(&|parts| parts.output_weights[7] = 129), large);
    assert_eq!(
        change(&|parts| parts.output_biases.push(0)),
        "the network has 3 output biases instead of 2"
    );
    assert_eq!(
        change(&|parts| parts.architecture.hidden = 48),
        "unsupported hidden: 48"
    );
    assert_eq!(
        change(&|parts| parts.architecture.features = 65_537),
        "unsupported features: 65537"
    );
    // Its file would be too long to be read.
    assert_eq!(
        change(&|parts| (parts.architecture.features, parts.architecture.hidden) = (1 << 16, 512)),
        "unsupported features x hidden: 33554432"
    );
}

#[test]
fn the_documentation_gives_a_fingerprint_and_inputs_as_they_are() {
    let page = include_str!("../../../docs/network.md");
    let rules = variants::falcon();
    assert!(page.contains(&format!("\n`{}`.", fingerprint(rules))));
    // The Rooks on a1 and a8 of its example.
    let features = FeatureSet::new(rules, &[]).unwrap();
    let start = Position::start(rules);
    let set = |color, corner| {
        let square = rules.geometry().square_named(corner).unwrap();
        let perspective = features.perspective(color, start.king(color));
        features.index(color, perspective, start.piece_on(square).unwrap(), square)
    };
    assert_eq!(
        [set(Color::White, "a1"), set(Color::White, "a8")],
        [329, 959]
    );
    assert_eq!(
        [set(Color::Black, "a1"), set(Color::Black, "a8")],
        [959, 329]
    );
    assert!(page.contains("= 329`") && page.contains("= 959`"));
}

/// The oracle takes the man off the board, where that leaves a legal position.
#[test]
fn a_man_adds_the_score_with_it_minus_the_score_without_it() {
    let mut compared = [0; 2];
    for (name, buckets) in [
        ("falcon", vec![]),
        ("chess", (0..64).map(|c| c / 32).collect()),
    ] {
        let rules = variants::rules(name).unwrap();
        let network = network(name, 32, &buckets);
        let mut random = Random::new(2, 0);
        let mut position = Position::start(rules);
        for _ in 0..40 {
            let for_white = |position: &Position| match position.side_to_move() {
                Color::White => network.evaluate_slowly(position),
                Color::Black => -network.evaluate_slowly(position),
            };
            let contributions = network.contributions(&position);
            assert_eq!(
                contributions.len() + 2,
                position.occupied().count() as usize
            );
            for (square, added) in contributions {
                let mut setup = fen::parse(rules, &position.to_string()).unwrap();
                let man = setup.board[square.index()].take().unwrap();
                assert_ne!(man.kind(), PieceKind::KING);
                setup.castling = crate::board::bitboard::Bitboard::EMPTY;
                let Ok(without) = Position::from_setup(rules, &setup) else {
                    continue;
                };
                assert_eq!(
                    added,
                    for_white(&position) - for_white(&without),
                    "{position}"
                );
                compared[position.side_to_move().index()] += 1;
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
    assert!(compared.iter().all(|&count| count > 500), "{compared:?}");
}

#[test]
fn the_explanation_comes_to_the_score_of_the_search() {
    let network = Arc::new(network("falcon", 32, &[]));
    let rules = variants::falcon();
    let mut evaluator = Evaluator::new(rules);
    evaluator.set_network(Some(Arc::clone(&network)), 0);
    for (fen, is_judged) in [
        (rules.start_fen(), true),
        ("4kf4/pppp6/10/10/10/10/PPP7/4K5 b - - 60 90", true),
        ("4k5/10/10/10/10/10/5P4/F4K4 b - - 0 1", false),
    ] {
        let position = Position::from_fen(rules, fen).unwrap();
        let state = evaluator.state(&position);
        let score = evaluator.evaluate(&position, &state);
        let explanation = evaluator.explain(&position);
        assert_eq!(explanation.total(), score, "{fen}");
        let own = explanation.network().map(NetworkExplanation::score);
        let expected = is_judged.then(|| network.evaluate_slowly(&position));
        assert_eq!(own, expected, "{fen}");
        let ends = format!(
            "{:+.2} for {}",
            f64::from(score) / 100.0,
            position.side_to_move()
        );
        let text = explanation.to_string();
        let line = text
            .lines()
            .rfind(|line| line.starts_with("Score "))
            .unwrap();
        assert!(line.ends_with(&ends), "{text}");
    }
}

#[test]
fn the_board_of_an_explanation_is_even_in_every_game() {
    for name in ["permutation", "falcon100", "chess", "falcon-9x8"] {
        let rules = variants::rules(name).unwrap();
        let mut evaluator = Evaluator::new(rules);
        evaluator.set_network(Some(Arc::new(network(name, 32, &[]))), 0);
        let text = evaluator.explain(&Position::start(rules)).to_string();
        let rows: Vec<&str> = text
            .lines()
            .filter(|line| line.contains(['|', '+']))
            .collect();
        let begin = rows.iter().position(|row| row.starts_with("   +")).unwrap();
        let ranks = rules.geometry().ranks();
        let board = &rows[begin..begin + 3 * ranks + 1];
        let width = board[0].chars().count();
        assert!(
            board.iter().all(|row| row.chars().count() == width),
            "{text}"
        );
        // Rows begin and end with a line, and so does each file between.
        let lines = |row: &str| row.matches('|').count();
        assert!(
            board
                .iter()
                .all(|row| [0, rules.geometry().files() + 1].contains(&lines(row)))
        );
    }
}

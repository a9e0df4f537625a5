use std::sync::Arc;

use super::*;
use crate::base::random::Random;
use crate::eval::{Accumulator, Evaluator};
use crate::position::Position;
use crate::variants;

fn network(name: &str, hidden: usize, king_buckets: &[u8]) -> Network {
    let rules = variants::rules(name).unwrap();
    let parts = Parts::random(rules, hidden, 8, king_buckets, 5).unwrap();
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
        let accumulator = evaluator.accumulator(&root);
        evaluator.begin(&root);
        let mut line: Vec<(Position, Accumulator)> = vec![(root, accumulator)];
        for _ in 0..400 {
            let ply = line.len() - 1;
            let (position, accumulator) = &line[ply];
            if random.below(3) == 0 {
                let men = position.occupied().count() as usize;
                let found = evaluator.network_score(position, accumulator, ply);
                if let Some(found) = found {
                    assert_eq!(found, network.evaluate_slowly(position), "{position}");
                    compared += 1;
                }
                assert!(men <= network.shape().most_men);
            }
            let moves = position.legal_moves();
            if ply == PLIES || moves.is_empty() || (ply > 0 && random.below(3) == 0) {
                line.truncate(1 + random.below(line.len()));
                continue;
            }
            let (mut next, mut sums) = (position.clone(), *accumulator);
            let mut observer = evaluator.go_down(&mut sums, ply);
            if random.below(8) == 0 && !position.is_check() {
                drop(observer);
                next.pass();
            } else {
                next.play_with(moves[random.below(moves.len())], &mut observer);
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
        Err(NetworkError::Checksum)
    ));
    let mut future = bytes.clone();
    future[8] = 9;
    assert!(matches!(
        Network::read(rules, &future),
        Err(NetworkError::Version(9))
    ));
    let error = Network::read(variants::falcon(), &bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "this is a network for 'chess', which has another board or other men than 'falcon'"
    );
}

#[test]
fn weights_whose_sums_could_overflow_are_refused() {
    let rules = variants::rules("chess").unwrap();
    let parts = || Parts::random(rules, 32, 2, &[], 1).unwrap();
    let change = |change: &dyn Fn(&mut Parts)| {
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
        change(&|parts| parts.shape.hidden = 48),
        "no network has hidden = 48"
    );
}

//! A network file with any bytes in it.

use std::sync::Arc;

use peregrine::eval::Evaluator;
use peregrine::eval::network::Network;
use peregrine::position::Position;
use sha2::{Digest, Sha256};

use super::play::Random;
use super::table_file::rules;

/// The length of the checksum at the end.
const CHECKSUM: usize = 32;

/// How many moves are played and evaluated.
const PLIES: usize = 20;

/// Whatever stands in the file, it is refused with a reason; or it is written and read
/// again the same, and evaluates a random game without an overflow. The first byte says
/// whether the checksum is put right.
pub fn look(data: &[u8]) {
    let Some((&first, content)) = data.split_first() else {
        return;
    };
    let mut content = content.to_vec();
    if first % 4 != 0
        && let Some(covered) = content.len().checked_sub(CHECKSUM)
    {
        let checksum = Sha256::digest(&content[..covered]);
        content[covered..].copy_from_slice(&checksum);
    }
    let network = match Network::read(rules(), &content) {
        Ok(network) => network,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    match Network::read(rules(), &network.to_bytes()) {
        Ok(again) => assert!(again == network),
        Err(error) => panic!("{error}"),
    }
    let mut evaluator = Evaluator::new(rules());
    evaluator.set_network(Some(Arc::new(network.clone())), PLIES);
    let mut random = Random::of(data);
    let mut position = Position::start(rules());
    for _ in 0..PLIES {
        let state = evaluator.state(&position);
        let _ = evaluator.evaluate(&position, &state);
        if position.occupied().count() as usize <= network.architecture().max_pieces {
            let _ = network.evaluate_slowly(&position);
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play(moves[random.below(moves.len())]);
    }
}

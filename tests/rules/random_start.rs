//! Start positions of generated games.

use peregrine::notation::epd::EpdCase;
use peregrine::position::Position;
use peregrine::rules::Rules;
use peregrine::variants::shuffle::Arrays;

use crate::common::Random;

/// A numbered array of a shuffled game; otherwise the start position or, for odd seeds,
/// one of these.
pub fn random_start(
    rules: &'static Rules,
    seed: u64,
    others: &[&EpdCase],
    random: &mut Random,
) -> Position {
    match Arrays::new(rules) {
        Ok(arrays) => arrays.start(arrays.random_number(seed)).unwrap(),
        Err(_) if seed % 2 == 1 && !others.is_empty() => {
            let case = others[random.below(others.len())];
            Position::from_fen(rules, &case.fen).unwrap_or_else(|_| Position::start(rules))
        }
        Err(_) => Position::start(rules),
    }
}

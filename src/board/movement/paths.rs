//! The notation of the Falcon's patent: the order of straight and diagonal steps.

use crate::board::geometry::leaps::KING;

use super::error::MovementError;
use super::legs::{Chain, Leg};

/// The most steps of a path.
pub(super) const MAX_STEPS: usize = 15;

/// The moves along a path in all directions.
pub(super) fn moves(path: &str) -> Result<Vec<Chain>, MovementError> {
    let wrong = |error| MovementError::Path {
        path: path.to_owned(),
        error: Box::new(error),
    };
    if path.is_empty() {
        return Err(wrong(MovementError::Empty));
    }
    let mut is_diagonal = Vec::new();
    for (index, letter) in path.chars().enumerate() {
        match letter {
            'S' | 'D' if index == MAX_STEPS => {
                return Err(wrong(MovementError::TooLong(MAX_STEPS)));
            }
            'S' => is_diagonal.push(false),
            'D' => is_diagonal.push(true),
            letter => {
                return Err(wrong(MovementError::Letter {
                    letter,
                    place: index + 1,
                    reason: "a path consists of S, a straight step, and D, a diagonal step"
                        .to_owned(),
                }));
            }
        }
    }
    let mut chains = Vec::new();
    for straight in [0, 2, 4, 6] {
        for diagonal in [straight + 1, straight + 7] {
            let legs = is_diagonal.iter().map(|&is_diagonal| {
                let direction = if is_diagonal { diagonal } else { straight };
                let (files, ranks) = KING[direction % 8];
                Leg::step((files as i8, ranks as i8))
            });
            let chain = Chain {
                legs: legs.collect(),
                ..Chain::single(Leg::step((0, 1)))
            };
            if !chains.contains(&chain) {
                chains.push(chain);
            }
        }
    }
    Ok(chains)
}

//! Games of random moves, and what must hold in each of their positions.

use peregrine::position::Position;
use peregrine::position::movegen::slow;

use crate::common::{self, Random};

/// Plays random moves and passes each position, with its ply, to the check. Returns how the game
/// ended, if it did.
pub(crate) fn play_randomly(
    mut position: Position,
    seed: u64,
    plies: usize,
    mut check: impl FnMut(&Position, usize),
) -> Option<String> {
    let mut random = Random(seed);
    for ply in 0..plies {
        check(&position, ply);
        let Some(mv) = common::random_move(&position, &mut random) else {
            let end = position.outcome().expect("a game without moves is over");
            return Some(end.to_string());
        };
        position.play(mv);
    }
    None
}

/// Checks that the legal moves, and at a depth of two also what follows some of them, are those
/// of the slow definition.
pub(crate) fn check_moves(position: &Position, depth: u32, width: usize) {
    let difference = slow::first_difference(position, depth, width);
    assert_eq!(difference, None, "{position}");
}

/// Checks that the FEN is read again as the same position, with the same key.
pub(crate) fn check_fen_and_key(position: &Position) {
    let text = position.to_string();
    let read = Position::from_fen(position.rules(), &text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!((read.to_string(), read.key()), (text, position.key()));
    assert_eq!(position.key(), position.computed_key());
}

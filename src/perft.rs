//! Counting the leaves of the tree of legal moves (RULES.md section 7).

use crate::movegen::{self, MoveClass, MoveList};
use crate::moves::Move;
use crate::position::Position;

/// The number of ways to make `depth` legal moves, the last ply counted
/// without making its moves.
///
/// ```
/// use peregrine::{perft::perft, position::Position, variants};
/// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
/// assert_eq!(perft(&Position::start(rules), 3), 15766);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(movegen::count(position)),
        _ => {
            let mut moves = MoveList::new();
            movegen::generate(position, &position.threats(), MoveClass::All, &mut moves);
            moves
                .iter()
                .map(|&mv| perft(&after(position, mv), depth - 1))
                .sum()
        }
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play(mv);
    next
}

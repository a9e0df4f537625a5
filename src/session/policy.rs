//! When the engine accepts a draw, and when it resigns.

use crate::position::Position;
use crate::search::score::Score;

/// The engine accepts a draw at any time if it thinks that it is at least this far behind, in
/// centipawns...
const MIN_DEFICIT: i32 = 50;

/// ...and after this move...
const OPENING_MOVES: u16 = 20;

/// ...if it thinks that it is at most this far ahead.
const MAX_LEVEL_SCORE: i32 = 10;

/// The engine resigns at this score in centipawns or below...
const LOST: i32 = -1000;

/// ...if this number of moves before had such scores, too.
const EARLIER_LOST_MOVES: usize = 2;

/// Whether the engine accepts a draw offer in a position, given its score for it. It gives up
/// a worse position for a draw at once; a level one it first plays to the end of the opening.
pub(super) fn accepts_draw(position: &Position, score: Option<Score>) -> bool {
    let is_opening_over = position.fullmove_number() > OPENING_MOVES;
    match score {
        None => false,
        Some(Score::Mate(moves)) => moves <= 0,
        Some(Score::Centipawns(score)) => {
            score <= -MIN_DEFICIT || is_opening_over && score <= MAX_LEVEL_SCORE
        }
    }
}

/// Whether the engine resigns instead of making a move with this score, given the scores of
/// its earlier moves, the last one first.
pub(super) fn resigns(score: Score, earlier: impl Iterator<Item = Option<Score>>) -> bool {
    let lost_before = earlier.take(EARLIER_LOST_MOVES);
    let lost_before = lost_before.filter(|score| score.is_some_and(is_lost));
    is_lost(score) && lost_before.count() == EARLIER_LOST_MOVES
}

fn is_lost(score: Score) -> bool {
    match score {
        Score::Centipawns(score) => score <= LOST,
        Score::Mate(moves) => moves <= 0,
    }
}

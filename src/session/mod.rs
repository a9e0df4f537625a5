//! What the engine decides in a game besides its moves.
//!
//! Protocols, browser and terminal are views of a game, so the same offer gets the same
//! answer everywhere. Must not depend on clocks of the machine, threads or text.

use crate::position::Position;
use crate::search::score::Score;

/// The engine accepts a draw at any time if it thinks that it is at least this far behind, in
/// centipawns...
const MIN_DEFICIT: i32 = 50;

/// ...and after this move...
const OPENING_MOVES: u16 = 20;

/// ...if it thinks that it is at most this far ahead.
const MAX_LEVEL_SCORE: i32 = 10;

/// Whether the engine accepts a draw offer in a position, given the score of its last move.
/// A worse position is given up for a draw at once; a level one is first played to the end
/// of the opening.
///
/// ```
/// use peregrine::{position::Position, search::score::Score, session::accepts_draw, variants};
/// let rules = variants::falcon();
/// let at_move = |number| {
///     Position::from_fen(rules, &format!("9k/10/10/4p5/4P5/10/10/K9 w - - 0 {number}")).unwrap()
/// };
/// let score = |centipawns| Some(Score::Centipawns(centipawns));
/// assert!(accepts_draw(&at_move(21), score(10)));
/// assert!(!accepts_draw(&at_move(21), score(11)));
/// assert!(!accepts_draw(&at_move(20), score(0)));
/// assert!(accepts_draw(&at_move(1), score(-50)));
/// assert!(!accepts_draw(&at_move(90), Some(Score::Mate(7))));
/// assert!(accepts_draw(&at_move(1), Some(Score::Mate(-7))));
/// assert!(!accepts_draw(&at_move(90), None));
/// ```
pub fn accepts_draw(position: &Position, last_score: Option<Score>) -> bool {
    let is_opening_over = position.fullmove_number() > OPENING_MOVES;
    match last_score {
        None => false,
        Some(Score::Mate(moves)) => moves <= 0,
        Some(Score::Centipawns(score)) => {
            score <= -MIN_DEFICIT || is_opening_over && score <= MAX_LEVEL_SCORE
        }
    }
}

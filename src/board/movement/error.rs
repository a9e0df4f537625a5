//! Why a movement cannot be read or compiled.

use thiserror::Error;

/// Why a movement cannot be read, or not be played on a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MovementError {
    /// There is no text, or no path.
    #[error("there is no movement")]
    Empty,
    /// The text is longer than any movement.
    #[error("a movement has at most {0} characters")]
    TooLong(usize),
    /// A character that has no meaning where it stands, or one that is not played.
    #[error("'{}' at character {place}: {reason}", .letter.escape_debug())]
    Letter {
        /// The character.
        letter: char,
        /// Its place in the text, from 1.
        place: usize,
        /// Why it cannot stand there.
        reason: String,
    },
    /// The text ends within a move.
    #[error("the text ends after character {place}: {reason}")]
    Unfinished {
        /// The number of characters.
        place: usize,
        /// What is missing.
        reason: String,
    },
    /// A word that names no movement.
    #[error("there is no movement '{0}'")]
    Word(String),
    /// A path with another letter than S or D.
    #[error("path '{}': {error}", .path.escape_debug())]
    Path {
        /// The path.
        path: String,
        /// What is wrong with it.
        error: Box<MovementError>,
    },
    /// The moves have too many legs or directions.
    #[error("the movement has too many different moves (more than {0})")]
    TooManyMoves(usize),
    /// A move has too many legs.
    #[error("a move has at most {0} legs")]
    TooManyLegs(usize),
    /// There are too many ways to move from a square.
    #[error("there are too many ways to move from one square (more than {0})")]
    TooManyWalks(usize),
    /// There are too many ways to move on the board.
    #[error("there are too many ways to move on this board (more than {0})")]
    TooManyWalksOnBoard(usize),
}

//! Scores: plain numbers inside the search, a sum type outside.

use std::fmt;

use crate::eval::SCORE_LIMIT;

/// A score inside the search: centipawns from the point of view of the side to
/// move, with mates at the ends of the scale.
pub type Value = i32;

/// Greater than every score.
pub const INFINITE: Value = 32_001;

/// The score of having been mated is `-MATE`.
pub const MATE: Value = 32_000;

/// The score of a draw.
pub(crate) const DRAW: Value = 0;

/// The maximum ply of any search, counted from the root.
pub const MAX_PLY: usize = 200;

/// Scores from here up mean that a mate was found.
pub const MATE_FOUND: Value = MATE - MAX_PLY as Value;

// No evaluation can be mistaken for a mate, and scores fit into the 16 bits of
// the transposition table.
const _: () = assert!(SCORE_LIMIT < MATE_FOUND && INFINITE <= i16::MAX as Value);

/// The score of being mated, or losing otherwise, in `ply` plies.
///
/// ```
/// use peregrine::search::score::{self, Score};
/// assert_eq!(Score::from(score::mated_in(2)), Score::Mate(-1));
/// assert_eq!(Score::from(score::mated_in(1)), Score::Mate(-1));
/// assert_eq!(Score::from(score::mated_in(0)), Score::Mate(0));
/// ```
#[inline]
pub const fn mated_in(ply: usize) -> Value {
    -MATE + ply as Value
}

/// The score of winning in `ply` plies.
///
/// ```
/// use peregrine::search::score::{self, Score};
/// assert_eq!(Score::from(score::mate_in(3)), Score::Mate(2));
/// ```
#[inline]
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Whether a score stands for a mate by either side.
///
/// ```
/// use peregrine::search::score::{is_mate, mate_in};
/// assert!(is_mate(-mate_in(5)) && !is_mate(900));
/// ```
#[inline]
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_FOUND
}

/// A score as reported, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// An advantage in hundredths of a Pawn.
    Centipawns(i32),
    /// The side to move mates in this many moves or, if not positive, is mated.
    /// A move that loses the game at once counts as being mated in one.
    Mate(i32),
}

impl From<Value> for Score {
    fn from(value: Value) -> Score {
        if value >= MATE_FOUND {
            Score::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_FOUND {
            Score::Mate(-(MATE + value + 1) / 2)
        } else {
            Score::Centipawns(value)
        }
    }
}

/// A number that orders scores: mates lie beyond all advantages, and quicker
/// mates beyond slower ones.
///
/// ```
/// use peregrine::search::score::{Score, Value};
/// assert_eq!(Value::from(Score::Centipawns(-30)), -30);
/// assert!(Value::from(Score::Mate(1)) > Value::from(Score::Mate(2)));
/// assert!(Value::from(Score::Mate(0)) < Value::from(Score::Mate(-1)));
/// assert_eq!(Score::from(Value::from(Score::Mate(-7))), Score::Mate(-7));
/// ```
impl From<Score> for Value {
    fn from(score: Score) -> Value {
        // Other engines may announce more distant mates than ours.
        let plies = |moves: i32| (2 * moves.unsigned_abs() as usize).min(MAX_PLY);
        match score {
            Score::Centipawns(centipawns) => centipawns,
            Score::Mate(moves) if moves > 0 => mate_in(plies(moves) - 1),
            Score::Mate(moves) => mated_in(plies(moves)),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Centipawns(centipawns) => {
                let sign = if centipawns < 0 { '-' } else { '+' };
                let size = centipawns.unsigned_abs();
                let (pawns, rest) = (size / 100, size % 100);
                write!(f, "{sign}{pawns}.{rest:02}")
            }
            Score::Mate(moves) if moves > 0 => write!(f, "mate in {moves}"),
            Score::Mate(moves) => write!(f, "mated in {}", moves.unsigned_abs()),
        }
    }
}

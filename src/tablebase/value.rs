//! What is known of a position.

use std::cmp::Ordering;
use std::fmt;

/// So many plies without capture and Pawn's move are a draw.
const FIFTY_MOVES: u16 = 100;

/// How a position ends if both sides play their best: the winner wins as soon, the
/// loser loses as late as can be. Plies count the moves of both sides until mate;
/// of the fifty-move rule nothing is known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move mates in so many plies, an odd number.
    Win(u16),
    /// Neither side mates.
    Draw,
    /// The side to move is mated in so many plies, an even number.
    Loss(u16),
}

impl Value {
    /// How good it is for the side to move: a number to compare by.
    ///
    /// ```
    /// use peregrine::tablebase::Value;
    /// let mut values = [Value::Draw, Value::Win(5), Value::Loss(8), Value::Win(1), Value::Loss(0)];
    /// values.sort_by_key(|value| value.rank());
    /// assert_eq!(values, [Value::Loss(0), Value::Loss(8), Value::Draw, Value::Win(5), Value::Win(1)]);
    /// ```
    pub fn rank(self) -> i32 {
        match self {
            Value::Win(plies) => 1 + i32::from(u16::MAX - plies),
            Value::Draw => 0,
            Value::Loss(plies) => i32::from(plies) - i32::from(u16::MAX) - 1,
        }
    }

    /// What a position is worth from which a move leads to one of this value.
    ///
    /// ```
    /// use peregrine::tablebase::Value;
    /// assert_eq!(Value::Loss(0).before(), Value::Win(1));
    /// assert_eq!(Value::Win(5).before(), Value::Loss(6));
    /// ```
    pub fn before(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
        }
    }

    /// Whether the fifty-move rule can make no difference after so many plies without
    /// capture and Pawn's move: it is drawn, or there is mate before the rule ends the game.
    ///
    /// ```
    /// use peregrine::tablebase::Value;
    /// assert!(Value::Win(5).is_certain(95) && !Value::Win(5).is_certain(96));
    /// ```
    pub fn is_certain(self, halfmoves: u16) -> bool {
        match self {
            Value::Draw => true,
            Value::Win(plies) | Value::Loss(plies) => {
                plies <= FIFTY_MOVES.saturating_sub(halfmoves)
            }
        }
    }

    /// Moves until mate, as players count; none for a draw.
    ///
    /// ```
    /// use peregrine::tablebase::Value;
    /// assert_eq!(Value::Win(19).moves(), Some(10));
    /// assert_eq!(Value::Loss(20).moves(), Some(10));
    /// ```
    pub fn moves(self) -> Option<u16> {
        match self {
            Value::Win(plies) => Some(plies / 2 + 1),
            Value::Draw => None,
            Value::Loss(plies) => Some(plies / 2),
        }
    }
}

/// By [`Value::rank`].
impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// As a player would say it.
///
/// ```
/// use peregrine::tablebase::Value;
/// assert_eq!(Value::Win(19).to_string(), "mate in 10");
/// assert_eq!(Value::Loss(0).to_string(), "mated");
/// ```
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(plies) => write!(f, "mate in {}", plies / 2 + 1),
            Value::Draw => f.write_str("drawn"),
            Value::Loss(0) => f.write_str("mated"),
            Value::Loss(plies) => write!(f, "mated in {}", plies / 2),
        }
    }
}

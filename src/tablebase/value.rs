//! The value of a position.

use std::cmp::Ordering;
use std::fmt;

/// Plies without a capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u16 = 100;

/// The outcome with best play: the winner mates as soon, the loser is mated as
/// late as possible. Plies count the moves of both sides until mate; the
/// fifty-move rule is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableValue {
    /// The side to move mates in this many plies, an odd number.
    Win(u16),
    /// Neither side can force mate.
    Draw,
    /// The side to move is mated in this many plies, an even number.
    Loss(u16),
}

impl TableValue {
    /// A number that orders values from the point of view of the side to move.
    ///
    /// ```
    /// use peregrine::tablebase::TableValue;
    /// let mut values = [TableValue::Draw, TableValue::Win(5), TableValue::Loss(8), TableValue::Win(1), TableValue::Loss(0)];
    /// values.sort_by_key(|value| value.rank());
    /// assert_eq!(values, [TableValue::Loss(0), TableValue::Loss(8), TableValue::Draw, TableValue::Win(5), TableValue::Win(1)]);
    /// ```
    pub fn rank(self) -> i32 {
        match self {
            TableValue::Win(plies) => 1 + i32::from(u16::MAX - plies),
            TableValue::Draw => 0,
            TableValue::Loss(plies) => i32::from(plies) - i32::from(u16::MAX) - 1,
        }
    }

    /// The value of the position before a move that leads to this value.
    ///
    /// ```
    /// use peregrine::tablebase::TableValue;
    /// assert_eq!(TableValue::Loss(0).before(), TableValue::Win(1));
    /// assert_eq!(TableValue::Win(5).before(), TableValue::Loss(6));
    /// ```
    pub fn before(self) -> TableValue {
        match self {
            TableValue::Win(plies) => TableValue::Loss(plies.saturating_add(1)),
            TableValue::Draw => TableValue::Draw,
            TableValue::Loss(plies) => TableValue::Win(plies.saturating_add(1)),
        }
    }

    /// Whether the fifty-move rule cannot change the outcome after this many
    /// plies without a capture or pawn move: it is a draw, or mate comes before
    /// the rule applies.
    ///
    /// ```
    /// use peregrine::tablebase::TableValue;
    /// assert!(TableValue::Win(5).is_certain(95) && !TableValue::Win(5).is_certain(96));
    /// ```
    pub fn is_certain(self, halfmoves: u16) -> bool {
        match self {
            TableValue::Draw => true,
            TableValue::Win(plies) | TableValue::Loss(plies) => {
                plies <= FIFTY_MOVES.saturating_sub(halfmoves)
            }
        }
    }

    /// Full moves until mate; `None` for a draw.
    ///
    /// ```
    /// use peregrine::tablebase::TableValue;
    /// assert_eq!(TableValue::Win(19).moves(), Some(10));
    /// assert_eq!(TableValue::Loss(20).moves(), Some(10));
    /// ```
    pub fn moves(self) -> Option<u16> {
        match self {
            TableValue::Win(plies) => Some(plies / 2 + 1),
            TableValue::Draw => None,
            TableValue::Loss(plies) => Some(plies / 2),
        }
    }
}

/// By [`TableValue::rank`].
impl Ord for TableValue {
    fn cmp(&self, other: &TableValue) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for TableValue {
    fn partial_cmp(&self, other: &TableValue) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// In words.
///
/// ```
/// use peregrine::tablebase::TableValue;
/// assert_eq!(TableValue::Win(19).to_string(), "mate in 10");
/// assert_eq!(TableValue::Loss(0).to_string(), "mated");
/// ```
impl fmt::Display for TableValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableValue::Win(plies) => write!(f, "mate in {}", plies / 2 + 1),
            TableValue::Draw => f.write_str("drawn"),
            TableValue::Loss(0) => f.write_str("mated"),
            TableValue::Loss(plies) => write!(f, "mated in {}", plies / 2),
        }
    }
}

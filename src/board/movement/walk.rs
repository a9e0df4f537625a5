//! The elements of a compiled movement.

use bitflags::bitflags;

use crate::board::bitboard::Bitboard;
use crate::board::square::Square;

use super::Path;

bitflags! {
    /// What a piece can do at the end of a [`Walk`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct WalkModes: u8 {
        /// Move to an empty square.
        const QUIET = 1;
        /// Capture an enemy piece. Only this mode attacks, and gives check.
        const CAPTURE = 2;
        /// Capture en passant, on an empty square that an enemy Pawn has passed over.
        const EN_PASSANT = 4;
    }
}

/// One way to one square: its target, and what must be true of the other
/// squares for the piece to get there.
///
/// A Rook has one walk for each square of its lines, with the squares between
/// in [`empty`](Walk::empty). A Falcon has up to three to one target. A Cannon
/// has one capture for each pair of a hurdle and a target behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    /// The target. It is never the square from which the piece starts.
    pub to: Square,
    /// The squares that must be empty. The start counts as empty and is not
    /// among them; nor is the target.
    pub empty: Bitboard,
    /// The squares that must be occupied, by a piece of either color.
    pub occupied: Bitboard,
    /// What the piece can do at the target.
    pub modes: WalkModes,
}

impl Walk {
    /// What must be true of the squares on the way.
    pub fn path(&self) -> Path {
        Path {
            empty: self.empty,
            occupied: self.occupied,
        }
    }
}

//! A line through a square, and the sliding attacks along it by obstruction difference.
//!
//! Two sets are known: the squares of the line before the square and after it, in square
//! order. The nearest blocker before is the highest bit of the first set; subtracting it from
//! the blockers in the second set borrows up to the nearest blocker after. The bits that the
//! subtraction changed, masked by the line, are the attack set. Lines end at edges and holes,
//! so holes need not count as occupied.

use crate::board::bitboard::Bitboard;

/// One line through a square, excluding the square itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Line {
    /// The squares of the line before the square, in square order.
    pub lower: Bitboard,
    /// The squares of the line after the square, in square order.
    pub upper: Bitboard,
}

impl Line {
    /// The squares attacked along this line.
    ///
    /// ```
    /// use peregrine::board::{bitboard::Bitboard, geometry::Geometry, square::Square};
    /// let board = Geometry::rectangle(8, 8).unwrap();
    /// let rank = board.lines().through(Square::new(3))[1];
    /// assert_eq!(rank.attacks(Bitboard::EMPTY).count(), 7);
    /// ```
    #[inline(always)]
    pub fn attacks(&self, occupied: Bitboard) -> Bitboard {
        let lower = (self.lower & occupied).bits();
        let upper = (self.upper & occupied).bits();
        let nearest_below = (1u128 << 127) >> (lower | 1).leading_zeros();
        let changed = upper ^ upper.wrapping_sub(nearest_below);
        Bitboard::from_bits(changed) & self.squares()
    }

    /// All squares of the line except the square itself.
    #[inline(always)]
    pub fn squares(&self) -> Bitboard {
        self.lower | self.upper
    }
}

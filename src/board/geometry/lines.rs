//! Sliding attacks by obstruction difference.
//!
//! For each of the four lines through a square, two sets are known: the squares
//! of the line before it and after it, in square order. The nearest blocker
//! before is the highest bit of the first set; subtracting it from the blockers
//! in the second set borrows up to the nearest blocker after. The bits that the
//! subtraction changed, masked by the line, are the attack set. Lines end at
//! edges and holes, so holes need not count as occupied.

use crate::board::bitboard::Bitboard;
use crate::board::square::{MAX_SQUARES, Square};

use super::Layout;

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

/// The lines through every square: file, rank and two diagonals.
#[derive(Debug)]
pub struct LineTables {
    lines: [[Line; 4]; MAX_SQUARES],
}

/// The upward directions of the four lines, as (files, ranks).
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

impl LineTables {
    /// The lines of a board.
    pub fn new(layout: &Layout) -> LineTables {
        let mut lines = [[Line::default(); 4]; MAX_SQUARES];
        for square in layout.squares() {
            lines[square.index()] = DIRECTIONS.map(|(files, ranks)| Line {
                lower: ray(layout, square, (-files, -ranks)),
                upper: ray(layout, square, (files, ranks)),
            });
        }
        LineTables { lines }
    }

    /// The file, the rank and the two diagonals through a square.
    ///
    /// ```
    /// # use peregrine::board::{geometry::Geometry, square::Square};
    /// let board = Geometry::rectangle(8, 8).unwrap();
    /// assert_eq!(board.lines().through(Square::new(0))[3].squares().count(), 0);
    /// ```
    #[inline(always)]
    pub fn through(&self, square: Square) -> &[Line; 4] {
        &self.lines[square.index()]
    }

    #[inline(always)]
    pub(super) fn straight(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let lines = self.through(square);
        lines[0].attacks(occupied) | lines[1].attacks(occupied)
    }

    #[inline(always)]
    pub(super) fn diagonal(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let lines = self.through(square);
        lines[2].attacks(occupied) | lines[3].attacks(occupied)
    }
}

/// The squares from `from` in a direction, up to an edge or a hole.
fn ray(layout: &Layout, from: Square, direction: (i32, i32)) -> Bitboard {
    std::iter::successors(layout.step(from, direction), |&at| {
        layout.step(at, direction)
    })
    .collect()
}

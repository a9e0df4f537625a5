//! A set of squares in 128 bits.
//!
//! Must not depend on a geometry. There is no `Not` on purpose: the complement
//! depends on which squares exist, so write `geometry.squares() - set`.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Shl, Shr, Sub, SubAssign,
};

use crate::board::square::{MAX_SQUARES, Square};

/// A set of squares: bit `n` stands for square `n`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Bitboard(u128);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// The set with these bits.
    #[inline]
    pub const fn from_bits(bits: u128) -> Bitboard {
        Bitboard(bits)
    }

    /// The first `count` squares in square order. `count` is at most 128.
    ///
    /// ```
    /// use peregrine::board::bitboard::Bitboard;
    /// assert_eq!(Bitboard::first(128).count(), 128);
    /// ```
    #[inline]
    pub const fn first(count: usize) -> Bitboard {
        if count >= MAX_SQUARES {
            Bitboard(u128::MAX)
        } else {
            Bitboard((1 << count) - 1)
        }
    }

    /// The bits of the set.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set is not empty.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set contains the square.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        let half = if square.index() < 64 {
            self.0 as u64
        } else {
            (self.0 >> 64) as u64
        };
        half >> (square.index() & 63) & 1 != 0
    }

    /// Whether the two sets intersect.
    ///
    /// ```
    /// use peregrine::board::bitboard::Bitboard;
    /// assert!(Bitboard::first(3).meets(Bitboard::first(1)));
    /// ```
    #[inline]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// The number of squares in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has two or more squares.
    ///
    /// ```
    /// assert!(!peregrine::board::bitboard::Bitboard::first(1).several());
    /// ```
    #[inline]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The first square in square order.
    ///
    /// ```
    /// use peregrine::board::{bitboard::Bitboard, square::Square};
    /// assert_eq!(Bitboard::from_bits(0b1100).lowest(), Some(Square::new(2)));
    /// ```
    #[inline]
    pub const fn lowest(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::wrapping(self.0.trailing_zeros() as usize))
        }
    }

    /// The last square in square order.
    ///
    /// ```
    /// use peregrine::board::{bitboard::Bitboard, square::Square};
    /// assert_eq!(Bitboard::from_bits(0b1100).highest(), Some(Square::new(3)));
    /// ```
    #[inline]
    pub const fn highest(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::wrapping(127 - self.0.leading_zeros() as usize))
        }
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares
            .into_iter()
            .fold(Bitboard::EMPTY, |set, square| set | square.into())
    }
}

macro_rules! operator {
    ($operator:ident $method:ident, $assign:ident $assign_method:ident, |$a:ident, $b:ident| $result:expr) => {
        impl $operator for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($result)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = self.$method(other);
            }
        }
    };
}

operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
operator!(BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b);
operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b);

/// Shifts every square up in square order; bits shifted out are lost.
impl Shl<u32> for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn shl(self, distance: u32) -> Bitboard {
        Bitboard(self.0 << distance)
    }
}

/// Shifts every square down in square order; bits shifted out are lost.
impl Shr<u32> for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn shr(self, distance: u32) -> Bitboard {
        Bitboard(self.0 >> distance)
    }
}

/// An iterator over the squares of a set, in square order.
#[derive(Clone, Debug)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).lowest()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#034x})", self.0)
    }
}

/// All subsets of a mask, in the order of the numbers that its gathered bits make.
pub(super) fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let mut subset = 0u64;
    (0..1u64 << mask.count_ones()).map(move |_| {
        let current = subset;
        subset = subset.wrapping_sub(mask) & mask;
        current
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_128_squares_are_usable() {
        let all = Bitboard::first(128);
        assert_eq!(all.count(), 128);
        assert_eq!(all.highest(), Some(Square::new(127)));
        assert_eq!(all.into_iter().count(), 128);
        assert_eq!(all - Bitboard::first(127), Square::new(127).into());
        assert_eq!(Bitboard::first(0), Bitboard::EMPTY);
    }

    #[test]
    fn iteration_is_in_square_order() {
        let set: Bitboard = [5, 70, 64, 127, 0].into_iter().map(Square::new).collect();
        let indices: Vec<_> = set.into_iter().map(Square::index).collect();
        assert_eq!(indices, [0, 5, 64, 70, 127]);
    }
}

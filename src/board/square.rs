//! A cell of a board of at most 128 cells, as a number.
//!
//! Knows no geometry: which file and rank a square is on is a question for
//! [`Geometry`](crate::board::geometry::Geometry).

use std::fmt;
use std::num::NonZeroU8;

/// How many squares the largest board has: the width of a
/// [`Bitboard`](crate::board::bitboard::Bitboard).
pub const MAX_SQUARES: usize = 128;

/// A square, 0 to 127: `rank * files + file` on the board it belongs to.
///
/// Stored with the top bit set, so that `Option<Square>` is one byte and an
/// index into an array of 128 needs no bounds check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(NonZeroU8);

const _: () = assert!(size_of::<Option<Square>>() == 1);

impl Square {
    /// The square of that number.
    ///
    /// # Panics
    /// When `index` is not below [`MAX_SQUARES`].
    ///
    /// ```
    /// use peregrine::board::square::Square;
    /// assert_eq!(Square::new(127).index(), 127);
    /// ```
    #[inline]
    pub const fn new(index: usize) -> Square {
        assert!(index < MAX_SQUARES, "a board has at most 128 squares");
        Square::wrapping(index)
    }

    /// The square of the low seven bits of that number.
    ///
    /// ```
    /// use peregrine::board::square::Square;
    /// assert_eq!(Square::wrapping(130), Square::new(2));
    /// ```
    #[inline]
    pub const fn wrapping(index: usize) -> Square {
        match NonZeroU8::new(index as u8 | 0x80) {
            Some(bits) => Square(bits),
            None => unreachable!(),
        }
    }

    /// The number of the square, always below [`MAX_SQUARES`].
    ///
    /// ```
    /// use peregrine::board::square::Square;
    /// assert_eq!(Square::new(9).index(), 9);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get() & 0x7f) as usize
    }

    /// The square `distance` further on in square order, modulo 128.
    ///
    /// ```
    /// use peregrine::board::square::Square;
    /// assert_eq!(Square::new(30).offset(-10), Square::new(20));
    /// ```
    #[inline]
    pub const fn offset(self, distance: i32) -> Square {
        Square::wrapping((self.index() as i32).wrapping_add(distance) as usize)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Square({})", self.index())
    }
}

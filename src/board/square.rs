//! A cell of a board with at most 128 cells, as a number.
//!
//! Must not depend on a geometry: files and ranks belong to
//! [`Geometry`](crate::board::geometry::Geometry).

use std::fmt;
use std::num::NonZeroU8;

/// The most squares of a board: the width of a
/// [`Bitboard`](crate::board::bitboard::Bitboard).
pub const MAX_SQUARES: usize = 128;

/// A square, 0 to 127: `rank * files + file` on its board.
///
/// Stored with the top bit set, so that `Option<Square>` is one byte and
/// indexing an array of 128 needs no bounds check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(NonZeroU8);

const _: () = assert!(size_of::<Option<Square>>() == 1);

impl Square {
    /// The square with this index.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_SQUARES`].
    #[inline]
    pub const fn new(index: usize) -> Square {
        assert!(index < MAX_SQUARES, "a board has at most 128 squares");
        Square::wrapping(index)
    }

    /// The square given by the low seven bits of `index`.
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

    /// The index of the square, always below [`MAX_SQUARES`].
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

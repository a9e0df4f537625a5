//! The two sides of a game.

use std::fmt;
use std::ops::Not;

/// A side: White moves first and up the ranks (docs/rules.md, sections 1.2 and 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black; an index into arrays of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 for White, -1 for Black: the direction in which Pawns move, and the factor between
    /// scores for the side and scores for White.
    ///
    /// ```
    /// use peregrine::board::color::Color;
    /// assert_eq!(Color::Black.sign(), -1);
    /// ```
    #[inline]
    pub const fn sign(self) -> i32 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

//! The capital letters: leaps and lines.

use crate::board::geometry::leaps::KING;
use crate::board::movement::legs::Step;

/// In which directions a leap goes, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Straight(i8),
    Diagonal(i8),
    /// King's steps.
    Both,
    /// The shorter and the longer distance.
    Oblique(i8, i8),
}

impl Shape {
    /// The step in one of the eight directions.
    pub(super) fn step(self, direction: usize) -> Step {
        let (files, ranks) = KING[direction];
        let along = |length: i8| (length * files as i8, length * ranks as i8);
        match self {
            Shape::Straight(length) | Shape::Diagonal(length) => along(length),
            Shape::Both => along(1),
            Shape::Oblique(short, long) => [
                (short, long),
                (long, short),
                (long, -short),
                (short, -long),
                (-short, -long),
                (-long, -short),
                (-long, short),
                (-short, long),
            ][direction],
        }
    }

    /// Whether a step leads to a square next to its start.
    pub(super) fn is_single_step(self) -> bool {
        matches!(self, Shape::Straight(1) | Shape::Diagonal(1) | Shape::Both)
    }

    /// The shape that leads `side` squares more to the side and `ahead` squares more ahead;
    /// `None` if it would have no single shape.
    pub(super) fn extended(self, side: i8, ahead: i8) -> Option<Shape> {
        let (short, long) = match self {
            Shape::Straight(length) => (0, length),
            Shape::Diagonal(length) => (length, length),
            Shape::Oblique(short, long) => (short, long),
            Shape::Both => return None,
        };
        Some(Shape::leap(short + side, long + ahead))
    }

    /// The shape of a leap.
    pub(super) fn leap(a: i8, b: i8) -> Shape {
        match (a.min(b), a.max(b)) {
            (0, long) => Shape::Straight(long),
            (short, long) if short == long => Shape::Diagonal(long),
            (short, long) => Shape::Oblique(short, long),
        }
    }
}

/// The leap of a letter in all dialects, and whether it is repeated without a number.
pub(super) fn atom(letter: char) -> Option<(Shape, bool)> {
    Some(match letter {
        'W' => (Shape::Straight(1), false),
        'F' => (Shape::Diagonal(1), false),
        'K' => (Shape::Both, false),
        'R' => (Shape::Straight(1), true),
        'B' => (Shape::Diagonal(1), true),
        'Q' => (Shape::Both, true),
        'D' => (Shape::Straight(2), false),
        'A' => (Shape::Diagonal(2), false),
        'H' => (Shape::Straight(3), false),
        'G' => (Shape::Diagonal(3), false),
        'N' => (Shape::Oblique(1, 2), false),
        'C' => (Shape::Oblique(1, 3), false),
        'Z' => (Shape::Oblique(2, 3), false),
        _ => return None,
    })
}

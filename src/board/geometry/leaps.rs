//! Leaping pieces, which nothing can block.

use crate::board::bitboard::Bitboard;
use crate::board::square::{MAX_SQUARES, Square};

use super::Layout;

/// The four directions along files and ranks, as (files, ranks).
pub const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The four diagonal directions, as (files, ranks).
pub const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The King's steps, clockwise from straight ahead.
pub const KING: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// The Knight's leaps.
pub const KNIGHT: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// For each square, the existing squares that the steps lead to.
///
/// ```
/// use peregrine::board::geometry::{Geometry, leaps};
/// let board = Geometry::rectangle(8, 8).unwrap();
/// assert_eq!(leaps::table(&board, &leaps::KNIGHT)[0].count(), 2);
/// ```
pub fn table(layout: &Layout, steps: &[(i32, i32)]) -> [Bitboard; MAX_SQUARES] {
    let mut table = [Bitboard::EMPTY; MAX_SQUARES];
    for square in layout.squares() {
        table[square.index()] = targets(layout, square, steps);
    }
    table
}

/// The existing squares that the steps lead to from one square.
///
/// ```
/// use peregrine::board::{geometry::{leaps, Geometry}, square::Square};
/// let board = Geometry::rectangle(8, 8).unwrap();
/// assert_eq!(leaps::targets(&board, Square::new(0), &leaps::KING).count(), 3);
/// ```
pub fn targets(layout: &Layout, square: Square, steps: &[(i32, i32)]) -> Bitboard {
    steps
        .iter()
        .filter_map(|&step| layout.step(square, step))
        .collect()
}

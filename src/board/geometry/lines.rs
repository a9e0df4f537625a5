//! The lines through a square, and sliding attacks along them: from tables where a board has
//! them (`sliders.rs`), otherwise by obstruction difference (`line.rs`).

use crate::board::bitboard::Bitboard;
use crate::board::square::{MAX_SQUARES, Square};

use super::Layout;
use super::sliders::{Blockers, SliderTables};

pub use super::line::Line;

/// The lines through every square: file, rank and two diagonals.
#[derive(Debug)]
pub struct LineTables {
    lines: [[Line; 4]; MAX_SQUARES],
    /// The squares of file and rank, and of both diagonals.
    reach: [[Bitboard; 2]; MAX_SQUARES],
    sliders: SliderTables,
    method: Method,
}

/// How attacks are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    /// In tables with one window.
    OneWindow,
    /// In tables with two windows.
    TwoWindows,
    /// By obstruction difference: there are no tables.
    Difference,
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
        let reach = lines.map(|[file, rank, rising, falling]| {
            [(file, rank), (rising, falling)].map(|(one, other)| one.squares() | other.squares())
        });
        let (sliders, method) = match SliderTables::new(layout, &lines) {
            Some(sliders) if sliders.is_wide() => (sliders, Method::TwoWindows),
            Some(sliders) => (sliders, Method::OneWindow),
            None => (SliderTables::default(), Method::Difference),
        };
        LineTables {
            lines,
            reach,
            sliders,
            method,
        }
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

    #[cfg(test)]
    pub(super) fn all(&self) -> &[[Line; 4]; MAX_SQUARES] {
        &self.lines
    }

    /// The squares that a Rook and a Bishop attack on an otherwise empty board.
    #[inline(always)]
    pub(crate) fn reach(&self, square: Square) -> &[Bitboard; 2] {
        &self.reach[square.index()]
    }

    #[inline(always)]
    pub(super) fn blockers(&self, occupied: Bitboard) -> Blockers {
        self.sliders.blockers(occupied)
    }

    #[inline(always)]
    pub(super) fn straight(&self, square: Square, blockers: Blockers) -> Bitboard {
        match self.method {
            Method::OneWindow => self.sliders.straight::<false>(square, blockers),
            Method::TwoWindows => self.sliders.straight::<true>(square, blockers),
            Method::Difference => self.two_lines(square, 0, blockers.all()),
        }
    }

    #[inline(always)]
    pub(super) fn diagonal(&self, square: Square, blockers: Blockers) -> Bitboard {
        match self.method {
            Method::OneWindow => self.sliders.diagonal::<false>(square, blockers),
            Method::TwoWindows => self.sliders.diagonal::<true>(square, blockers),
            Method::Difference => self.two_lines(square, 2, blockers.all()),
        }
    }

    #[cold]
    #[inline(never)]
    fn two_lines(&self, square: Square, first: usize, occupied: Bitboard) -> Bitboard {
        let lines = self.through(square);
        lines[first].attacks(occupied) | lines[first + 1].attacks(occupied)
    }
}

/// The squares from `from` in a direction, up to an edge or a hole.
fn ray(layout: &Layout, from: Square, direction: (i32, i32)) -> Bitboard {
    std::iter::successors(layout.step(from, direction), |&at| {
        layout.step(at, direction)
    })
    .collect()
}

//! Special moves: leaps of any length and lines of limited length, listed per
//! kind by each variant ([`Component::Special`]). They are slower than the
//! components with tables of their own.
//!
//! All these moves are symmetric: a piece attacks exactly the squares from
//! which it could be attacked by its like.
//!
//! [`Component::Special`]: crate::board::piece::Component::Special

use crate::board::bitboard::Bitboard;
use crate::board::geometry::{Geometry, leaps};
use crate::board::square::{MAX_SQUARES, Square};

/// The moves of a kind that are not covered by components with tables of their
/// own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SpecialMoves {
    /// Leaps as (smaller, larger) distance in files and ranks, in all eight
    /// directions: (0, 1) is the Wazir, (1, 1) the Ferz, (0, 2) the Dabbaba,
    /// (2, 2) the Alfil, (1, 3) the Camel, (2, 3) the Zebra.
    pub leaps: Vec<(u8, u8)>,
    /// How many squares it slides diagonally; 0 for none.
    pub diagonal_range: u8,
    /// How many squares it slides along ranks and files; 0 for none.
    pub straight_range: u8,
}

impl SpecialMoves {
    /// Whether there are no such moves.
    pub fn is_empty(&self) -> bool {
        *self == SpecialMoves::default()
    }

    /// All leaps as (files, ranks), without duplicates.
    ///
    /// ```
    /// use peregrine::rules::SpecialMoves;
    /// let leaps = |leap| SpecialMoves { leaps: vec![leap], ..SpecialMoves::default() }.steps();
    /// assert_eq!((leaps((0, 2)).len(), leaps((1, 3)).len()), (4, 8));
    /// ```
    pub fn steps(&self) -> Vec<(i32, i32)> {
        let mut steps = Vec::new();
        for &(a, b) in &self.leaps {
            let (a, b) = (i32::from(a), i32::from(b));
            for (file, rank) in [(a, b), (b, a)] {
                steps.extend([(file, rank), (-file, rank), (file, -rank), (-file, -rank)]);
            }
        }
        steps.sort_unstable();
        steps.dedup();
        steps
    }
}

/// The special moves of one kind on one board.
#[derive(Debug)]
pub(super) struct SpecialTable {
    leaps: [Bitboard; MAX_SQUARES],
    /// The squares of each line on an empty board, by origin.
    diagonal: [Bitboard; MAX_SQUARES],
    straight: [Bitboard; MAX_SQUARES],
}

impl SpecialTable {
    pub(super) fn new(geometry: &Geometry, moves: &SpecialMoves) -> SpecialTable {
        let empty = Bitboard::EMPTY;
        let within = |range: u8, reach: &dyn Fn(Square) -> Bitboard| {
            let mut table = [empty; MAX_SQUARES];
            for square in geometry.squares() {
                table[square.index()] = reach(square)
                    .into_iter()
                    .filter(|&to| geometry.distance(square, to) <= usize::from(range))
                    .collect();
            }
            table
        };
        SpecialTable {
            leaps: leaps::table(geometry, &moves.steps()),
            diagonal: within(moves.diagonal_range, &|square| {
                geometry.diagonal(square, empty)
            }),
            straight: within(moves.straight_range, &|square| {
                geometry.straight(square, empty)
            }),
        }
    }

    #[inline]
    pub(super) fn leaps(&self, square: Square) -> Bitboard {
        self.leaps[square.index()]
    }

    /// The squares of the lines on an empty board.
    #[inline]
    pub(super) fn lines(&self, square: Square) -> Bitboard {
        self.diagonal[square.index()] | self.straight[square.index()]
    }

    #[inline]
    pub(super) fn attacks(
        &self,
        geometry: &Geometry,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let (diagonal, straight) = (self.diagonal[square.index()], self.straight[square.index()]);
        let mut attacks = self.leaps(square);
        if diagonal.any() {
            attacks |= geometry.diagonal(square, occupied) & diagonal;
        }
        if straight.any() {
            attacks |= geometry.straight(square, occupied) & straight;
        }
        attacks
    }
}

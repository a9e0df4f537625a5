//! Numbers the positions of an ending; positions that are equal up to a
//! symmetry of the board share a number.

use arrayvec::ArrayVec;

use crate::board::color::Color;
use crate::board::geometry::Geometry;
use crate::board::piece::Piece;
use crate::board::square::{MAX_SQUARES, Square};

use super::material::{MAX_MEN, Material};

/// The squares of the men of a material, in its order.
pub(super) type Placement = ArrayVec<Square, MAX_MEN>;

/// A symmetry of the board: the image of each square.
type Symmetry = [Square; MAX_SQUARES];

/// The numbering of an ending's placements. The first man, a king, is
/// restricted to squares that no symmetry of the ending maps to a lower one;
/// all others may be anywhere, so many numbers belong to no placement.
#[derive(Clone)]
pub(super) struct Index {
    men: ArrayVec<Piece, MAX_MEN>,
    squares: usize,
    /// Number of symmetries of the ending.
    symmetries: usize,
    /// The squares to which the first king is restricted.
    kings: Vec<Square>,
    /// For each of its squares, the index in `kings` of the lowest one it can
    /// be mapped to, and the symmetries that do so.
    lowest: Vec<(usize, Vec<Symmetry>)>,
}

impl Index {
    pub(super) fn new(geometry: &Geometry, material: &Material) -> Index {
        let symmetries = symmetries(geometry, material.has_pawns());
        let squares = geometry.squares().count() as usize;
        let lowest_of = |square: Square| symmetries.iter().map(|to| to[square.index()]).min();
        let kings: Vec<Square> = geometry
            .squares()
            .into_iter()
            .filter(|&square| lowest_of(square) == Some(square))
            .collect();
        let lowest = geometry.squares().into_iter().map(|square| {
            let lowest = lowest_of(square).unwrap_or(square);
            let leads = |to: &&Symmetry| to[square.index()] == lowest;
            let place = kings.iter().position(|&king| king == lowest);
            let leading = symmetries.iter().filter(leads).copied().collect();
            (place.unwrap_or_default(), leading)
        });
        Index {
            men: material.men().iter().copied().collect(),
            squares,
            symmetries: symmetries.len(),
            lowest: lowest.collect(),
            kings,
        }
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        self.kings.len() * self.squares.pow(self.men.len() as u32 - 1)
    }

    /// The number of a placement: the lowest one over all symmetries and
    /// exchanges of equal men.
    #[inline]
    pub(super) fn number(&self, placement: &Placement) -> usize {
        let (place, symmetries) = &self.lowest[placement[0].index()];
        let number = |symmetry: &Symmetry| {
            self.mapped(symmetry, placement)[1..placement.len()]
                .iter()
                .fold(*place, |sum, square| sum * self.squares + square.index())
        };
        match &symmetries[..] {
            [only] => number(only),
            several => several.iter().map(number).min().unwrap_or_default(),
        }
    }

    /// The placement of a number; `None` if it has none, or one with a lower
    /// number.
    #[inline]
    pub(super) fn placement(&self, number: usize) -> Option<Placement> {
        let mut placement = Placement::new();
        let mut rest = number;
        for _ in 1..self.men.len() {
            placement.push(Square::new(rest % self.squares));
            rest /= self.squares;
        }
        placement.push(self.kings[rest]);
        placement.reverse();
        let differ = (1..placement.len()).all(|n| !placement[..n].contains(&placement[n]));
        (differ && self.number(&placement) == number).then_some(placement)
    }

    /// The number of placements that the symmetries make of a placement with a
    /// number of its own.
    pub(crate) fn orbit(&self, placement: &Placement) -> usize {
        let (_, symmetries) = &self.lowest[placement[0].index()];
        // A symmetry that maps the placement to itself keeps the king where it is.
        let leaves = |symmetry: &&Symmetry| {
            self.mapped(symmetry, placement)[..placement.len()] == placement[..]
        };
        self.symmetries / symmetries.iter().filter(leaves).count().max(1)
    }

    /// The squares after a symmetry, equal men sorted by square; unused entries
    /// are square 0. An array, because to build a list here takes longer.
    #[inline]
    fn mapped(&self, symmetry: &Symmetry, placement: &Placement) -> [Square; MAX_MEN] {
        let mut squares = [Square::new(0); MAX_MEN];
        for (n, square) in placement.iter().enumerate() {
            squares[n] = symmetry[square.index()];
        }
        for n in 3..placement.len() {
            // Equal men are adjacent.
            let mut place = n;
            while place > 2
                && self.men[place] == self.men[place - 1]
                && squares[place] < squares[place - 1]
            {
                squares.swap(place, place - 1);
                place -= 1;
            }
        }
        squares
    }
}

/// The symmetries of the board that preserve an ending: left-right reflection;
/// without pawns also up-down reflection and, on square boards, reflection in
/// the diagonal.
fn symmetries(geometry: &Geometry, pawns: bool) -> Vec<Symmetry> {
    let (files, ranks) = (geometry.files(), geometry.ranks());
    let mut symmetries = Vec::new();
    for n in 0..8 {
        let (mirrored, color_swapped, transposed) = (n & 1 != 0, n & 2 != 0, n & 4 != 0);
        if (color_swapped || transposed) && pawns || transposed && files != ranks {
            continue;
        }
        let mut symmetry = [Square::new(0); MAX_SQUARES];
        for square in geometry.squares() {
            let (mut file, mut rank) = (geometry.file(square), geometry.rank(square));
            if mirrored {
                file = files - 1 - file;
            }
            if color_swapped {
                rank = ranks - 1 - rank;
            }
            if transposed {
                (file, rank) = (rank, file);
            }
            if let Some(to) = geometry.square(file, rank) {
                symmetry[square.index()] = to;
            }
        }
        symmetries.push(symmetry);
    }
    symmetries
}

/// The placement with colors exchanged, seen from the other side of the board.
pub(super) fn color_swapped(geometry: &Geometry, placement: &Placement) -> Placement {
    let color_swapped = |&square: &Square| geometry.relative_to(Color::Black, square);
    placement.iter().map(color_swapped).collect()
}

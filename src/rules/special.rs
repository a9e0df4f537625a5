//! Special moves: leaps, lines of limited length and movements of any kind,
//! listed per kind by each variant ([`Component::Special`]). They are slower
//! than the components with tables of their own.
//!
//! [`Component::Special`]: crate::board::piece::Component::Special

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::{Geometry, leaps};
use crate::board::movement::{Movement, MovementTable, Walk, WalkModes};
use crate::board::square::{MAX_SQUARES, Square};

use super::PawnSetup;

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
    /// All moves that the other fields cannot say. [`Movement::check`] must accept
    /// them for the board.
    pub movement: Movement,
    /// The squares that the kind can enter, by color; `None` for all squares. A kind
    /// with a region must have no other components than special moves.
    pub region: Option<[Bitboard; 2]>,
    /// Moves that lead only to some squares, by color: those of a soldier that has crossed a
    /// river, for example. [`Movement::check`] must accept them for the board.
    pub also: Option<(Movement, [Bitboard; 2])>,
    /// How the kind promotes, where it has initial moves, and what else it has of a
    /// Pawn, if it is not the Pawn of the game.
    pub pawn: Option<Box<PawnSetup>>,
}

impl SpecialMoves {
    /// Whether there are no such moves.
    pub fn is_empty(&self) -> bool {
        *self == SpecialMoves::default()
    }

    /// Whether there are moves that words, leaps and ranges cannot say.
    pub(crate) fn has_movement(&self) -> bool {
        !self.movement.is_empty() || self.also.is_some()
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

    /// The walks from a square, with initial moves if it is one of `starts`.
    ///
    /// # Panics
    /// If [`Movement::check`] does not accept the movement for this board.
    pub(super) fn walks(
        &self,
        geometry: &Geometry,
        color: Color,
        from: Square,
        starts: Bitboard,
    ) -> Vec<Walk> {
        let walk = |to, empty| Walk {
            to,
            empty,
            occupied: Bitboard::EMPTY,
            modes: WalkModes::QUIET | WalkModes::CAPTURE,
        };
        let steps = self.steps().into_iter();
        let targets = steps.filter_map(|step| geometry.step(from, step));
        let mut walks = self
            .movement
            .walks(geometry, color, from, starts)
            .expect("the movement was checked for this board");
        walks.extend(targets.map(|to| walk(to, Bitboard::EMPTY)));
        if let Some((movement, region)) = &self.also {
            let also = movement
                .walks(geometry, color, from, starts)
                .expect("the movement was checked for this board");
            let is_inside = |walk: &Walk| region[color.index()].contains(walk.to);
            walks.extend(also.into_iter().filter(is_inside));
        }
        for (range, directions) in [
            (self.diagonal_range, leaps::DIAGONAL),
            (self.straight_range, leaps::STRAIGHT),
        ] {
            for step in directions {
                let mut empty = Bitboard::EMPTY;
                let mut last = from;
                for _ in 0..range {
                    let Some(to) = geometry.step(last, step) else {
                        break;
                    };
                    walks.push(walk(to, empty));
                    empty |= to.into();
                    last = to;
                }
            }
        }
        if let Some(region) = self.region {
            walks.retain(|walk| region[color.index()].contains(walk.to));
        }
        walks
    }
}

/// The special moves of one kind on one board.
#[derive(Debug)]
pub(super) struct SpecialTable {
    leaps: [Bitboard; MAX_SQUARES],
    /// By color.
    tables: [MovementTable; 2],
}

impl SpecialTable {
    /// The table for moves whose initial moves are made from `starts`, by color.
    pub(super) fn new(
        geometry: &Geometry,
        moves: &SpecialMoves,
        starts: [Bitboard; 2],
    ) -> SpecialTable {
        let table = |color: Color| {
            let starts = starts[color.index()];
            MovementTable::new(geometry, |from| moves.walks(geometry, color, from, starts))
        };
        SpecialTable {
            leaps: leaps::table(geometry, &moves.steps()),
            tables: Color::ALL.map(table),
        }
    }

    /// The targets of [`SpecialMoves::leaps`].
    #[inline]
    pub(super) fn leaps(&self, square: Square) -> Bitboard {
        self.leaps[square.index()]
    }

    #[inline]
    pub(super) fn side(&self, color: Color) -> &MovementTable {
        &self.tables[color.index()]
    }
}

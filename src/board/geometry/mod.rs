//! Everything that follows from the board alone: which squares exist, their
//! names, and the attack tables.
//!
//! A geometry is data, built once. Everything that needs the stride of the
//! board is a method of it, and holes are simply cells that no table contains.
//! Must not depend on rules: start positions, castling and promotion belong to
//! [`rules`](crate::rules).

mod falcon;
mod layout;
pub mod leaps;
mod line;
pub mod lines;
mod sliders;
pub mod slow;

use std::ops::Deref;

use thiserror::Error;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::square::{MAX_SQUARES, Square};

use falcon::FalconTables;
use lines::LineTables;

pub(crate) use sliders::Blockers;

pub use layout::Layout;

/// Why a board cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GeometryError {
    /// The bounding rectangle has more than 128 cells, or none.
    #[error("a board of {files} files and {ranks} ranks does not have between 1 and 128 cells")]
    Size {
        /// The requested number of files.
        files: usize,
        /// The requested number of ranks.
        ranks: usize,
    },
    /// More than sixteen files.
    #[error("a board has at most 16 files, not {0}")]
    Files(usize),
    /// More than sixteen ranks.
    #[error("a board has at most 16 ranks, not {0}")]
    Ranks(usize),
    /// The number of file names does not match the number of files.
    #[error("{names} file names given for {files} files")]
    FileNames {
        /// The number of files.
        files: usize,
        /// The number of names.
        names: usize,
    },
}

/// A board: its squares, their names, and the attack tables that depend only on
/// it.
#[derive(Debug)]
pub struct Geometry {
    layout: Layout,
    king: [Bitboard; MAX_SQUARES],
    knight: [Bitboard; MAX_SQUARES],
    pawn_captures: [[Bitboard; MAX_SQUARES]; 2],
    /// The squares from which one step toward the first / last file stays on
    /// the board.
    inner: [Bitboard; 2],
    lines: LineTables,
    falcon: FalconTables,
}

/// The tables follow from the layout.
impl PartialEq for Geometry {
    fn eq(&self, other: &Geometry) -> bool {
        self.layout == other.layout
    }
}

impl Eq for Geometry {}

/// A geometry is its layout plus the tables: whoever has the tables can ask for names, files
/// and ranks as well, and functions that need no tables take a [`Layout`].
impl Deref for Geometry {
    type Target = Layout;

    #[inline]
    fn deref(&self) -> &Layout {
        &self.layout
    }
}

impl Geometry {
    /// A full rectangle with files a, b, c... and ranks 1, 2, 3...
    ///
    /// # Errors
    /// If the board has more than 128 cells, or more than 16 files or ranks.
    ///
    /// ```
    /// use peregrine::board::geometry::Geometry;
    /// assert_eq!(Geometry::rectangle(10, 8).unwrap().squares().count(), 80);
    /// assert!(Geometry::rectangle(12, 12).is_err());
    /// ```
    pub fn rectangle(files: usize, ranks: usize) -> Result<Geometry, GeometryError> {
        let names: String = ('a'..='p').take(files).collect();
        Geometry::new(files, ranks, &names, 1, |_, _| false)
    }

    /// A board of `files` by `ranks` cells; those at `(file, rank)` for which
    /// `hole` is true are not squares. `file_names` has one character per file;
    /// `first_rank` is the number of the lowest rank.
    ///
    /// # Errors
    /// If the board has more than 128 cells, or more than 16 files or ranks, or
    /// the number of names does not match the files.
    ///
    /// ```
    /// use peregrine::board::geometry::Geometry;
    /// let cross = Geometry::new(3, 3, "abc", 1, |file, rank| file != 1 && rank != 1).unwrap();
    /// assert_eq!(cross.squares().count(), 5);
    /// assert_eq!(cross.square_named("a1"), None);
    /// ```
    pub fn new(
        files: usize,
        ranks: usize,
        file_names: &str,
        first_rank: usize,
        hole: impl Fn(usize, usize) -> bool,
    ) -> Result<Geometry, GeometryError> {
        let layout = Layout::new(files, ranks, file_names, first_rank, hole)?;
        Ok(Geometry::from_layout(layout))
    }

    /// The board with its attack tables.
    pub(crate) fn from_layout(layout: Layout) -> Geometry {
        let (files, squares) = (layout.files(), layout.squares());
        let step_table = |steps: &[(i32, i32)]| leaps::table(&layout, steps);
        let file = |wanted: usize| {
            squares
                .into_iter()
                .filter(move |square| square.index() % files == wanted)
        };
        Geometry {
            king: step_table(&leaps::KING),
            knight: step_table(&leaps::KNIGHT),
            pawn_captures: [
                step_table(&[(-1, 1), (1, 1)]),
                step_table(&[(-1, -1), (1, -1)]),
            ],
            inner: [
                squares - file(0).collect(),
                squares - file(files - 1).collect(),
            ],
            lines: LineTables::new(&layout),
            falcon: FalconTables::new(&layout),
            layout,
        }
    }

    /// The squares a King's step away.
    #[inline]
    pub fn king(&self, square: Square) -> Bitboard {
        self.king[square.index()]
    }

    /// The squares a Knight's leap away.
    #[inline]
    pub fn knight(&self, square: Square) -> Bitboard {
        self.knight[square.index()]
    }

    /// The squares that a Pawn of this color on `square` attacks.
    ///
    /// ```
    /// # use peregrine::board::{color::Color, geometry::Geometry, square::Square};
    /// let board = Geometry::rectangle(10, 8).unwrap();
    /// assert_eq!(board.pawn_captures(Color::White, Square::new(9)), Square::new(18).into());
    /// ```
    #[inline]
    pub fn pawn_captures(&self, color: Color, square: Square) -> Bitboard {
        self.pawn_captures[color.index()][square.index()]
    }

    /// All squares except those on the first file.
    #[inline]
    pub(crate) fn not_first_file(&self) -> Bitboard {
        self.inner[0]
    }

    /// All squares except those on the last file.
    #[inline]
    pub(crate) fn not_last_file(&self) -> Bitboard {
        self.inner[1]
    }

    /// The squares that a Bishop attacks.
    ///
    /// ```
    /// # use peregrine::board::{bitboard::Bitboard, geometry::Geometry, square::Square};
    /// let board = Geometry::rectangle(10, 8).unwrap();
    /// assert_eq!(board.diagonal(Square::new(0), Bitboard::EMPTY).count(), 7);
    /// ```
    #[inline]
    pub fn diagonal(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.diagonal_among(square, self.blockers(occupied))
    }

    /// The squares that a Rook attacks.
    ///
    /// ```
    /// # use peregrine::board::{bitboard::Bitboard, geometry::Geometry, square::Square};
    /// let board = Geometry::rectangle(10, 8).unwrap();
    /// assert_eq!(board.straight(Square::new(0), Bitboard::EMPTY).count(), 16);
    /// ```
    #[inline]
    pub fn straight(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.straight_among(square, self.blockers(occupied))
    }

    /// The squares that a Queen attacks.
    ///
    /// ```
    /// # use peregrine::board::{bitboard::Bitboard, geometry::Geometry, square::Square};
    /// let board = Geometry::rectangle(10, 8).unwrap();
    /// assert_eq!(board.queen(Square::new(0), Bitboard::EMPTY).count(), 23);
    /// ```
    #[inline]
    pub fn queen(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let blockers = self.blockers(occupied);
        self.straight_among(square, blockers) | self.diagonal_among(square, blockers)
    }

    /// The occupied squares, for several lookups.
    #[inline(always)]
    pub(crate) fn blockers(&self, occupied: Bitboard) -> Blockers {
        self.lines.blockers(occupied)
    }

    /// The same as [`diagonal`](Geometry::diagonal).
    #[inline(always)]
    pub(crate) fn diagonal_among(&self, square: Square, blockers: Blockers) -> Bitboard {
        self.lines.diagonal(square, blockers)
    }

    /// The same as [`straight`](Geometry::straight).
    #[inline(always)]
    pub(crate) fn straight_among(&self, square: Square, blockers: Blockers) -> Bitboard {
        self.lines.straight(square, blockers)
    }

    /// The squares that a Falcon attacks.
    ///
    /// ```
    /// # use peregrine::board::{bitboard::Bitboard, geometry::Geometry};
    /// let board = Geometry::rectangle(10, 8).unwrap();
    /// let e4 = board.square_named("e4").unwrap();
    /// assert_eq!(board.falcon(e4, Bitboard::EMPTY).count(), 16);
    /// ```
    #[inline]
    pub fn falcon(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.falcon.attacks(square, occupied)
    }

    /// The squares that a Falcon on `square` attacks on an otherwise empty
    /// board; by symmetry, also those from which it attacks `square`.
    ///
    /// ```
    /// # use peregrine::board::{geometry::Geometry, square::Square};
    /// assert_eq!(Geometry::rectangle(10, 8).unwrap().falcon_reach(Square::new(0)).count(), 4);
    /// ```
    #[inline]
    pub fn falcon_reach(&self, square: Square) -> Bitboard {
        self.falcon.reach(square)
    }

    /// The three paths between a square and one of its
    /// [`falcon_reach`](Geometry::falcon_reach), each as its two
    /// intermediate squares. A path that crosses a cell that is not a square is
    /// the set of all 128 bits, which always counts as blocked.
    ///
    /// ```
    /// # use peregrine::board::{geometry::Geometry, square::Square};
    /// let board = Geometry::rectangle(10, 8).unwrap();
    /// let paths = board.falcon_paths(Square::new(0), Square::new(31));
    /// assert!(paths.iter().all(|path| path.count() == 2));
    /// ```
    #[inline]
    pub fn falcon_paths(&self, square: Square, target: Square) -> &[Bitboard; 3] {
        self.falcon.paths(square, target)
    }

    /// The squares strictly between two squares on a common line without holes
    /// in between; otherwise the empty set.
    ///
    /// ```
    /// # use peregrine::board::{geometry::Geometry, square::Square};
    /// let board = Geometry::rectangle(8, 8).unwrap();
    /// assert_eq!(board.between(Square::new(0), Square::new(63)).count(), 6);
    /// assert_eq!(board.between(Square::new(0), Square::new(10)).count(), 0);
    /// ```
    pub fn between(&self, a: Square, b: Square) -> Bitboard {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let lines = self.lines.through(low).iter().zip(self.lines.through(high));
        let common = lines
            .filter(|(from_low, _)| from_low.upper.contains(high))
            .map(|(from_low, from_high)| from_low.upper & from_high.lower);
        common.fold(Bitboard::EMPTY, |between, line| between | line)
    }

    /// The lines of the board; see [`LineTables`].
    #[inline]
    pub fn lines(&self) -> &LineTables {
        &self.lines
    }
}

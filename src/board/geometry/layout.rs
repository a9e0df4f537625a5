//! A board without attack tables: which squares exist, and their names.
//!
//! A layout is cheap, while a [`Geometry`](super::Geometry) has more than a
//! hundred kilobytes of tables. So variants can be listed and described by their
//! layouts, and tables are built only for variants that are played.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::square::{MAX_SQUARES, Square};

use super::GeometryError;

/// The squares of a board and their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    files: usize,
    ranks: usize,
    squares: Bitboard,
    file_names: Vec<char>,
    first_rank: usize,
}

impl Layout {
    /// A board of `files` by `ranks` cells; those at `(file, rank)` for which
    /// `hole` is true are not squares. `file_names` has one character per file;
    /// `first_rank` is the number of the lowest rank.
    ///
    /// # Errors
    /// As [`Geometry::new`](super::Geometry::new).
    ///
    /// ```
    /// use peregrine::board::geometry::Layout;
    /// let board = Layout::new(8, 8, "abcdefgh", 1, |_, _| false).unwrap();
    /// assert_eq!(board.squares().count(), 64);
    /// ```
    pub fn new(
        files: usize,
        ranks: usize,
        file_names: &str,
        first_rank: usize,
        hole: impl Fn(usize, usize) -> bool,
    ) -> Result<Layout, GeometryError> {
        if files > 16 {
            return Err(GeometryError::Files(files));
        }
        if ranks > 16 {
            return Err(GeometryError::Ranks(ranks));
        }
        if files * ranks == 0 || files * ranks > MAX_SQUARES {
            return Err(GeometryError::Size { files, ranks });
        }
        let file_names: Vec<char> = file_names.chars().collect();
        if file_names.len() != files {
            return Err(GeometryError::FileNames {
                files,
                names: file_names.len(),
            });
        }
        let cells = (0..files * ranks).map(Square::new);
        let squares: Bitboard = cells
            .filter(|cell| !hole(cell.index() % files, cell.index() / files))
            .collect();
        Ok(Layout {
            files,
            ranks,
            squares,
            file_names,
            first_rank,
        })
    }

    /// The number of files of the bounding rectangle: the stride of square
    /// numbers.
    #[inline]
    pub fn files(&self) -> usize {
        self.files
    }

    /// The number of ranks of the bounding rectangle.
    #[inline]
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// The squares that exist.
    #[inline]
    pub fn squares(&self) -> Bitboard {
        self.squares
    }

    /// The file of a square, 0 for the leftmost from White's point of view.
    ///
    /// ```
    /// # use peregrine::board::{geometry::Geometry, square::Square};
    /// assert_eq!(Geometry::rectangle(10, 8).unwrap().file(Square::new(13)), 3);
    /// ```
    #[inline]
    pub fn file(&self, square: Square) -> usize {
        square.index() % self.files
    }

    /// The rank of a square, 0 for the one nearest to White.
    ///
    /// ```
    /// # use peregrine::board::{geometry::Geometry, square::Square};
    /// assert_eq!(Geometry::rectangle(10, 8).unwrap().rank(Square::new(13)), 1);
    /// ```
    #[inline]
    pub fn rank(&self, square: Square) -> usize {
        square.index() / self.files
    }

    /// The square on this file and rank, if it exists.
    ///
    /// ```
    /// # use peregrine::board::geometry::Geometry;
    /// let board = Geometry::rectangle(10, 8).unwrap();
    /// assert_eq!(board.square(9, 7), board.square_named("j8"));
    /// assert_eq!(board.square(10, 0), None);
    /// ```
    #[inline]
    pub fn square(&self, file: usize, rank: usize) -> Option<Square> {
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        let square = Square::new(rank * self.files + file);
        self.squares.contains(square).then_some(square)
    }

    /// The square `(files, ranks)` away from another, unless it is off the board or a hole.
    ///
    /// ```
    /// # use peregrine::board::{geometry::Geometry, square::Square};
    /// let board = Geometry::rectangle(10, 8).unwrap();
    /// assert_eq!(board.step(Square::new(8), (1, 0)), Some(Square::new(9)));
    /// assert_eq!(board.step(Square::new(9), (1, 0)), None);
    /// ```
    #[inline]
    pub fn step(&self, from: Square, (files, ranks): (i32, i32)) -> Option<Square> {
        let file = usize::try_from(self.file(from) as i32 + files).ok()?;
        let rank = usize::try_from(self.rank(from) as i32 + ranks).ok()?;
        self.square(file, rank)
    }

    /// The cell from the point of view of `color`: for White itself, for Black
    /// its mirror image across the middle of the board, on the same file.
    ///
    /// ```
    /// # use peregrine::board::{color::Color, geometry::Geometry, square::Square};
    /// let board = Geometry::rectangle(10, 8).unwrap();
    /// assert_eq!(board.relative_to(Color::Black, Square::new(3)), Square::new(73));
    /// ```
    pub fn relative_to(&self, color: Color, cell: Square) -> Square {
        let rank = match color {
            Color::White => self.rank(cell),
            Color::Black => (self.ranks - 1).saturating_sub(self.rank(cell)),
        };
        Square::new(rank * self.files + self.file(cell))
    }

    /// The two squares in front of a Pawn of this color, if both exist.
    ///
    /// ```
    /// # use peregrine::board::{color::Color, geometry::Geometry, square::Square};
    /// let board = Geometry::rectangle(8, 8).unwrap();
    /// let ahead = board.double_step_squares(Color::White, Square::new(8));
    /// assert_eq!(ahead, Some((Square::new(16), Square::new(24))));
    /// assert_eq!(board.double_step_squares(Color::Black, Square::new(8)), None);
    /// ```
    pub fn double_step_squares(&self, color: Color, square: Square) -> Option<(Square, Square)> {
        let forward = (0, color.sign());
        let passed = self.step(square, forward)?;
        Some((passed, self.step(passed, forward)?))
    }

    /// The number of King's steps between two cells on an empty board without
    /// holes.
    ///
    /// ```
    /// # use peregrine::board::{geometry::Geometry, square::Square};
    /// let board = Geometry::rectangle(10, 8).unwrap();
    /// assert_eq!(board.distance(Square::new(0), Square::new(32)), 3);
    /// ```
    pub fn distance(&self, a: Square, b: Square) -> usize {
        let files = self.file(a).abs_diff(self.file(b));
        files.max(self.rank(a).abs_diff(self.rank(b)))
    }

    /// 0 or 1: the same for squares of the same color.
    ///
    /// ```
    /// # use peregrine::board::{geometry::Geometry, square::Square};
    /// let board = Geometry::rectangle(10, 8).unwrap();
    /// assert_eq!([0, 1, 10].map(|cell| board.parity(Square::new(cell))), [0, 1, 1]);
    /// ```
    pub fn parity(&self, square: Square) -> usize {
        (self.file(square) + self.rank(square)) % 2
    }

    /// The squares with this [`parity`](Layout::parity): all of one color.
    pub(crate) fn squares_of_parity(&self, parity: usize) -> Bitboard {
        let squares = self.squares.into_iter();
        squares
            .filter(|&square| self.parity(square) == parity)
            .collect()
    }

    /// The squares of a file.
    ///
    /// ```
    /// # use peregrine::board::geometry::Geometry;
    /// assert_eq!(Geometry::rectangle(10, 8).unwrap().file_squares(9).count(), 8);
    /// ```
    pub fn file_squares(&self, file: usize) -> Bitboard {
        (0..self.ranks)
            .filter_map(|rank| self.square(file, rank))
            .collect()
    }

    /// The squares of a rank.
    ///
    /// ```
    /// # use peregrine::board::geometry::Geometry;
    /// assert_eq!(Geometry::rectangle(10, 8).unwrap().rank_squares(0).count(), 10);
    /// ```
    pub fn rank_squares(&self, rank: usize) -> Bitboard {
        (0..self.files)
            .filter_map(|file| self.square(file, rank))
            .collect()
    }

    /// All cells of a rank, including holes: when a set of squares is mirrored,
    /// a hole for one side may be a square for the other.
    ///
    /// ```
    /// # use peregrine::board::geometry::Geometry;
    /// let board = Geometry::new(3, 3, "abc", 1, |file, rank| (file, rank) == (0, 2)).unwrap();
    /// assert_eq!((board.rank_cells(2).count(), board.rank_squares(2).count()), (3, 2));
    /// ```
    pub fn rank_cells(&self, rank: usize) -> Bitboard {
        let cells = (0..self.files).map(|file| Square::new(rank * self.files + file));
        cells.collect()
    }

    /// The name of a square: file letter, then rank number.
    ///
    /// ```
    /// # use peregrine::board::{geometry::Geometry, square::Square};
    /// assert_eq!(Geometry::rectangle(10, 10).unwrap().name(Square::new(99)), "j10");
    /// ```
    pub fn name(&self, square: Square) -> String {
        let mut name = String::with_capacity(3);
        self.push_name(square, &mut name);
        name
    }

    /// Appends the name of a square to a text.
    pub fn push_name(&self, square: Square, text: &mut String) {
        text.push(self.file_names[self.file(square)]);
        self.push_rank_name(self.rank(square), text);
    }

    /// Appends the number that names a rank to a text. Formatting it would take longer than
    /// finding a move.
    pub(crate) fn push_rank_name(&self, rank: usize, text: &mut String) {
        let number = self.rank_name(rank);
        let digit = |number: usize| char::from(b'0' + (number % 10) as u8);
        if number >= 100 {
            text.push(digit(number / 100));
        }
        if number >= 10 {
            text.push(digit(number / 10));
        }
        text.push(digit(number));
    }

    /// The name of a file.
    pub fn file_name(&self, file: usize) -> char {
        self.file_names[file]
    }

    /// The number that names a rank.
    pub fn rank_name(&self, rank: usize) -> usize {
        rank + self.first_rank
    }

    /// The file with this name.
    ///
    /// ```
    /// # use peregrine::board::geometry::Geometry;
    /// assert_eq!(Geometry::rectangle(8, 8).unwrap().file_named('i'), None);
    /// ```
    pub fn file_named(&self, name: char) -> Option<usize> {
        self.file_names.iter().position(|&file| file == name)
    }

    /// The square with this name, if it exists.
    ///
    /// ```
    /// # use peregrine::board::{geometry::Geometry, square::Square};
    /// let board = Geometry::rectangle(10, 10).unwrap();
    /// assert_eq!(board.square_named("a10"), Some(Square::new(90)));
    /// assert_eq!(board.square_named("a01"), None);
    /// ```
    pub fn square_named(&self, name: &str) -> Option<Square> {
        let mut characters = name.chars();
        let file = self.file_named(characters.next()?)?;
        let rank = characters.as_str();
        let plain = rank == "0" || !rank.starts_with('0');
        if !plain || !rank.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let rank: usize = rank.parse().ok()?;
        self.square(file, rank.checked_sub(self.first_rank)?)
    }
}

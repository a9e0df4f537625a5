//! Sliding attacks from tables.
//!
//! What a slider attacks along a line depends on the squares between the ends of the line
//! alone. For a file or a diagonal these lie between the first rank and the last, at equal
//! distances: a multiplication gathers them into an index, and a table has the attacks of
//! each state. A word of 64 bits, the lower window, has the inner ranks of a board of ten
//! files and eight ranks; larger boards need a second word, the upper window.
//!
//! The squares of a rank are at most sixteen neighbors, in one word or two. A rotation
//! brings them to the bottom of a word, even if the rank is in both. One table serves all
//! ranks.
//!
//! Lines end at holes: squares beyond them are neither gathered nor attacked.

use crate::board::bitboard::{Bitboard, subsets};
use crate::board::square::{MAX_SQUARES, Square};

use super::Layout;
use super::line::Line;

/// The most bytes of tables for files and diagonals. Boards that need more, with
/// twelve ranks or more, have none.
const MAX_BYTES: usize = 2 << 20;

/// How many ranks a window has at most.
const WINDOW_RANKS: usize = 6;

/// Gathered bits are the highest of a product.
const SHIFT: u32 = 64 - WINDOW_RANKS as u32;

/// Gathers the inner squares of a line from a window.
#[derive(Clone, Copy, Debug, Default)]
struct Gather {
    mask: u64,
    multiplier: u64,
}

impl Gather {
    /// The gathering of the squares of a mask into bits from `SHIFT + spare`; `None` if
    /// another sum would get into them.
    fn new(mask: u64, spare: u32) -> Option<Gather> {
        let squares = (0..64_u32).filter(|bit| mask >> bit & 1 != 0);
        let first = SHIFT + spare;
        let needed = squares
            .clone()
            .zip(first..)
            .map(|(from, to)| from.saturating_sub(to));
        let first = first + needed.max().unwrap_or(0);
        let mut multiplier = 0;
        for (from, to) in squares.zip(first..) {
            multiplier |= 1_u64.checked_shl(to - from)?;
        }
        let gather = Gather { mask, multiplier };
        let distinct = subsets(mask)
            .zip(0..)
            .all(|(state, n)| gather.index(state) >> spare == n << (first - SHIFT - spare));
        distinct.then_some(gather)
    }

    #[inline(always)]
    fn index(&self, window: u64) -> usize {
        ((window & self.mask).wrapping_mul(self.multiplier) >> SHIFT) as usize
    }
}

/// A file or diagonal through a square.
#[derive(Clone, Copy, Debug, Default)]
struct Sloped {
    gather: Gather,
    /// Where its attacks are in the table.
    offset: usize,
}

/// The rank through a square.
#[derive(Clone, Copy, Debug, Default)]
struct Rank {
    /// Its squares in either half of a board, but for the square itself.
    squares: [u64; 2],
    /// The place of its first square in a word.
    rotation: u32,
    /// Where the attacks from the square's file are in the table.
    offset: u32,
}

/// What a lookup for a Rook needs to know of a square: a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Straight {
    rank: Rank,
    file: Sloped,
}

/// What a lookup for a Bishop needs to know of a square: a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Diagonal([Sloped; 2]);

/// The occupied squares of a board, with the lower window, which all lookups share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blockers {
    all: Bitboard,
    window: u64,
}

impl Blockers {
    /// All occupied squares.
    #[inline(always)]
    pub(crate) fn all(self) -> Bitboard {
        self.all
    }
}

/// The tables of a board.
#[derive(Debug)]
pub(super) struct SliderTables {
    squares: [(Straight, Diagonal); MAX_SQUARES],
    /// The inner squares of a rank, without the first.
    rank_mask: u64,
    ranks: Vec<u16>,
    lines: Vec<Bitboard>,
    /// Where the windows start.
    starts: [u32; 2],
    /// How many bits are gathered from the lower window, and how many of
    /// [`WINDOW_RANKS`] are left over.
    lower_bits: u32,
    spare: u32,
    /// For a file and both diagonals, how to gather from the upper window. Empty if the lower
    /// window has all inner ranks.
    upper: Vec<[Gather; 3]>,
}

/// No tables.
impl Default for SliderTables {
    fn default() -> SliderTables {
        SliderTables {
            squares: [<_>::default(); MAX_SQUARES],
            rank_mask: 0,
            ranks: Vec::new(),
            lines: Vec::new(),
            starts: [0; 2],
            lower_bits: 0,
            spare: 0,
            upper: Vec::new(),
        }
    }
}

impl SliderTables {
    /// The tables of a board; `None` if they would be too large, or if the board is so narrow
    /// that squares cannot be gathered.
    pub(super) fn new(layout: &Layout, lines: &[[Line; 4]; MAX_SQUARES]) -> Option<SliderTables> {
        let (files, inner) = (layout.files(), layout.ranks().saturating_sub(2));
        let lower = inner.min(WINDOW_RANKS).min(64 / files);
        let is_wide = inner > lower;
        let mut tables = SliderTables {
            rank_mask: ((1 << files.saturating_sub(2)) - 1) << 1,
            ranks: rank_table(files),
            starts: [files, files + lower * files].map(|start| start as u32),
            lower_bits: lower as u32,
            spare: if is_wide { WINDOW_RANKS - lower } else { 0 } as u32,
            upper: vec![[Gather::default(); 3]; if is_wide { MAX_SQUARES } else { 0 }],
            ..SliderTables::default()
        };
        for square in layout.squares() {
            let [file, rank, rising, falling] = &lines[square.index()];
            let file = tables.add_line(square, 0, file)?;
            let diagonals = [
                tables.add_line(square, 1, rising)?,
                tables.add_line(square, 2, falling)?,
            ];
            let rank = rank_through(files, square, rank.squares());
            tables.squares[square.index()] = (Straight { rank, file }, Diagonal(diagonals));
        }
        Some(tables)
    }

    /// Adds the attacks from a square along a file or diagonal.
    fn add_line(&mut self, square: Square, n: usize, line: &Line) -> Option<Sloped> {
        let [lower_start, upper_start] = self.starts;
        let inner = ends_removed(line);
        let lower = (inner & Bitboard::first(upper_start as usize)).bits() >> lower_start;
        let upper = (inner.bits() >> upper_start) as u64;
        let sloped = Sloped {
            gather: Gather::new(lower as u64, self.spare)?,
            offset: self.lines.len(),
        };
        if let Some(gathers) = self.upper.get_mut(square.index()) {
            gathers[n] = Gather::new(upper, 0)?;
        }
        for upper in subsets(upper) {
            for lower in subsets(lower as u64) {
                let occupied = u128::from(lower) << lower_start | u128::from(upper) << upper_start;
                let all = Bitboard::from_bits(occupied);
                let blockers = self.blockers(all);
                let index = match self.is_wide() {
                    true => self.index::<true>(square, n, sloped, blockers),
                    false => self.index::<false>(square, n, sloped, blockers),
                };
                if self.lines.len() <= index {
                    self.lines.resize(index + 1, Bitboard::EMPTY);
                }
                self.lines[index] = line.attacks(all);
            }
        }
        (self.lines.len() * size_of::<Bitboard>() <= MAX_BYTES).then_some(sloped)
    }

    /// Whether there is an upper window.
    pub(super) fn is_wide(&self) -> bool {
        !self.upper.is_empty()
    }

    /// The occupied squares and the lower window.
    #[inline(always)]
    pub(super) fn blockers(&self, occupied: Bitboard) -> Blockers {
        Blockers {
            all: occupied,
            window: (occupied.bits() >> (self.starts[0] & 31)) as u64,
        }
    }

    /// Where the attacks along a file or diagonal are.
    #[inline(always)]
    fn index<const WIDE: bool>(
        &self,
        square: Square,
        n: usize,
        sloped: Sloped,
        blockers: Blockers,
    ) -> usize {
        let lower = sloped.gather.index(blockers.window);
        if !WIDE {
            return sloped.offset + lower;
        }
        let window = (blockers.all.bits() >> (self.starts[1] & 127)) as u64;
        let upper = self.upper[square.index()][n].index(window);
        sloped.offset + (lower >> (self.spare & 31)) + (upper << (self.lower_bits & 31))
    }

    #[inline(always)]
    fn rank(&self, rank: &Rank, occupied: Bitboard) -> Bitboard {
        let ([low, high], occupied) = (rank.squares, occupied.bits());
        let found = occupied as u64 & low | (occupied >> 64) as u64 & high;
        let state = found.rotate_right(rank.rotation) & self.rank_mask;
        let attacks = u64::from(self.ranks[rank.offset as usize + state as usize]);
        let attacks = attacks.rotate_left(rank.rotation);
        Bitboard::from_bits(u128::from(attacks & low) | u128::from(attacks & high) << 64)
    }

    /// The squares that a Rook attacks.
    #[inline(always)]
    pub(super) fn straight<const WIDE: bool>(
        &self,
        square: Square,
        blockers: Blockers,
    ) -> Bitboard {
        let Straight { rank, file } = &self.squares[square.index()].0;
        let file = self.lines[self.index::<WIDE>(square, 0, *file, blockers)];
        file | self.rank(rank, blockers.all)
    }

    /// The squares that a Bishop attacks.
    #[inline(always)]
    pub(super) fn diagonal<const WIDE: bool>(
        &self,
        square: Square,
        blockers: Blockers,
    ) -> Bitboard {
        let Diagonal([rising, falling]) = &self.squares[square.index()].1;
        self.lines[self.index::<WIDE>(square, 1, *rising, blockers)]
            | self.lines[self.index::<WIDE>(square, 2, *falling, blockers)]
    }
}

/// A rank, of which a square sees these squares.
fn rank_through(files: usize, square: Square, squares: Bitboard) -> Rank {
    let file = square.index() % files;
    let squares = squares.bits();
    Rank {
        squares: [squares as u64, (squares >> 64) as u64],
        rotation: (square.index() - file) as u32 % 64,
        offset: ((file & !1) << files.saturating_sub(2) | file & 1) as u32,
    }
}

/// The squares of a line but for the last in either direction, which never block.
fn ends_removed(line: &Line) -> Bitboard {
    let last = |end: Option<Square>| end.map_or(Bitboard::EMPTY, Bitboard::from);
    line.squares() - last(line.lower.lowest()) - last(line.upper.highest())
}

/// For each file, and for each state of the inner squares of a rank, the attacked files: for
/// two files in turn, so that a state need not be shifted by the square on the first file.
fn rank_table(files: usize) -> Vec<u16> {
    let all = Bitboard::first(files);
    let states = 1_usize << files.saturating_sub(2);
    let attacks = |index: usize| {
        let (pair, state) = (index / (2 * states), index / 2 % states);
        let file = (2 * pair + index % 2).min(files - 1);
        let lower = Bitboard::first(file);
        let upper = all - Bitboard::first(file + 1);
        let occupied = Bitboard::from_bits((state as u128) << 1);
        Line { lower, upper }.attacks(occupied).bits() as u16
    };
    (0..files.next_multiple_of(2) * states)
        .map(attacks)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::geometry::{Geometry, leaps, slow};

    fn check(board: &Geometry, occupied: Bitboard) {
        for from in board.squares() {
            let expected = [&leaps::STRAIGHT, &leaps::DIAGONAL]
                .map(|directions| slow::slider(board, from, occupied, directions));
            let found = [
                board.straight(from, occupied),
                board.diagonal(from, occupied),
            ];
            assert_eq!(
                found,
                expected,
                "{}x{}, {from:?}, {occupied:?}",
                board.files(),
                board.ranks()
            );
        }
    }

    /// Sparse and dense sets of squares.
    fn sets(board: &Geometry, number: usize) -> impl Iterator<Item = Bitboard> {
        let (squares, mut random) = (board.squares(), 7_u128);
        (0..number).flat_map(move |_| {
            random = random.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(1);
            let [one, other] = [random >> 1, random.rotate_right(31)];
            [one & other, one, one | other].map(|bits| squares & Bitboard::from_bits(bits))
        })
    }

    #[test]
    fn boards_of_every_size_agree_with_the_walk() {
        for files in 1..=16 {
            for ranks in (1..=16).filter(|ranks| files * ranks <= MAX_SQUARES) {
                let board = Geometry::rectangle(files, ranks).unwrap();
                check(&board, Bitboard::EMPTY);
                check(&board, board.squares());
                sets(&board, 10).for_each(|occupied| check(&board, occupied));
            }
        }
    }

    #[test]
    fn boards_with_holes_agree_with_the_walk() {
        for (files, ranks) in [(8, 8), (10, 8), (12, 8), (10, 10), (16, 8)] {
            let hole = |file, rank| (3 * file + 5 * rank) % 13 == 0;
            let board = Geometry::new(files, ranks, &"abcdefghijklmnop"[..files], 1, hole).unwrap();
            sets(&board, 50).for_each(|occupied| check(&board, occupied));
        }
    }

    #[test]
    fn boards_of_the_usual_sizes_have_small_tables() {
        for (files, ranks, wide, kilobytes) in [
            (8, 8, false, 70),
            (10, 8, false, 110),
            (12, 8, true, 200),
            (10, 10, true, 700),
            (11, 11, true, 1600),
            (16, 8, true, 800),
        ] {
            let board = Geometry::rectangle(files, ranks).unwrap();
            let sliders = SliderTables::new(&board, board.lines().all()).unwrap();
            let bytes = 16 * sliders.lines.len() + 2 * sliders.ranks.len();
            assert_eq!(sliders.is_wide(), wide, "{files}x{ranks}");
            assert!(bytes < 1000 * kilobytes, "{files}x{ranks}: {bytes}");
        }
    }
}

//! Falcon attacks from precomputed path tables.
//!
//! Only the cells of the 5x5 window around a Falcon can block it, and the
//! targets in each quadrant depend on eight of them. The occupancy is rotated
//! so that three rows of the window land at a fixed place of a `u64` (three
//! rows are at most 37 bits; the whole window would be 69 on sixteen files).
//! Cells that are not squares are set to occupied, and a multiplication gathers
//! the eight bits of a quadrant into an index. A table with 256 entries then
//! gives the open targets of the quadrant, again as bits of a fixed window. The
//! tables of a board take 8 KiB and serve all its squares.
//!
//! The final mask is the set of targets that exist for the square; without it a
//! target beyond the side edge would wrap onto the next rank.

use crate::board::bitboard::{Bitboard, subsets};
use crate::board::square::{MAX_SQUARES, Square};

use super::Layout;
use super::slow::{FalconMove, falcon_moves};

/// The tables need rows at least as wide as a Falcon's reach; otherwise cells
/// beyond one edge would alias cells inside the other. On fewer files each path
/// is tested separately.
const MIN_FILES: usize = 7;

/// The table of one quadrant: the relevant bits of the window word, the
/// multiplier that gathers them, and the open targets for each of their 256
/// states.
#[derive(Debug)]
struct Quadrant {
    mask: u64,
    multiplier: u64,
    targets: [u64; 256],
}

impl Quadrant {
    #[inline(always)]
    fn lookup(&self, window: u64) -> u64 {
        self.targets[gather(window & self.mask, self.multiplier)]
    }
}

#[inline(always)]
fn gather(bits: u64, multiplier: u64) -> usize {
    (bits.wrapping_mul(multiplier) >> 56) as usize
}

/// The Falcon tables of one board.
#[derive(Debug)]
pub(crate) struct FalconTables {
    /// Upper right, upper left, lower right, lower left.
    quadrants: [Quadrant; 4],
    files: usize,
    /// For each square, the cells of the window that are not squares: upper and
    /// lower rows.
    blocked: [[u64; 2]; MAX_SQUARES],
    targets: [Bitboard; MAX_SQUARES],
    /// The targets above a square and those below, each in either half of the board.
    halves: [[[u64; 2]; 2]; MAX_SQUARES],
    /// The paths to each target, ordered by target square.
    paths: Vec<[[Bitboard; 3]; 16]>,
}

/// The three rows of the window in a half: the Falcon's own and the two beyond
/// it, upward or downward.
fn rows(half: usize) -> std::ops::RangeInclusive<i32> {
    if half == 0 { 0..=2 } else { -2..=0 }
}

impl FalconTables {
    /// The tables of a board.
    pub(crate) fn new(layout: &Layout) -> FalconTables {
        let moves = falcon_moves();
        let mut blocked = [[0; 2]; MAX_SQUARES];
        let mut targets = [Bitboard::EMPTY; MAX_SQUARES];
        let mut paths = vec![[[Bitboard::first(MAX_SQUARES); 3]; 16]; MAX_SQUARES];
        for square in layout.squares() {
            for (half, blocked) in blocked[square.index()].iter_mut().enumerate() {
                for rank in rows(half) {
                    for file in (-2..=2).filter(|&file| layout.step(square, (file, rank)).is_none())
                    {
                        *blocked |= 1 << window_bit(layout.files(), half, (file, rank));
                    }
                }
            }
            let mut existing: Vec<(Square, [Bitboard; 3])> = moves
                .iter()
                .filter_map(|falcon| {
                    let target = layout.step(square, falcon.target)?;
                    Some((
                        target,
                        falcon.paths.map(|path| path_squares(layout, square, path)),
                    ))
                })
                .collect();
            existing.sort_by_key(|&(target, _)| target);
            for (n, &(target, squares)) in existing.iter().enumerate() {
                targets[square.index()] |= target.into();
                paths[square.index()][n] = squares;
            }
        }
        let halves = std::array::from_fn(|square| {
            let below = targets[square] & Bitboard::first(square);
            [targets[square] - below, below]
                .map(|targets| [targets.bits() as u64, (targets.bits() >> 64) as u64])
        });
        let quadrants = [(1, 1), (-1, 1), (1, -1), (-1, -1)]
            .map(|signs| quadrant(layout.files(), signs, &moves));
        FalconTables {
            quadrants,
            files: layout.files(),
            blocked,
            targets,
            halves,
            paths,
        }
    }

    /// The squares that a Falcon on `square` attacks.
    #[inline(always)]
    pub(crate) fn attacks(&self, square: Square, occupied: Bitboard) -> Bitboard {
        if self.files < MIN_FILES {
            return self.attacks_by_paths(square, occupied);
        }
        let (at, files) = (square.index() as u32, self.files as u32);
        let blocked = &self.blocked[square.index()];
        // Rotation counts are taken modulo 128.
        let upper = occupied.bits().rotate_right(at.wrapping_sub(2)) as u64 | blocked[0];
        let lower =
            occupied.bits().rotate_right(at.wrapping_sub(2 + 2 * files)) as u64 | blocked[1];
        let [upper_right, upper_left, lower_right, lower_left] = &self.quadrants;
        let above = upper_right.lookup(upper) | upper_left.lookup(upper);
        let below = lower_right.lookup(lower) | lower_left.lookup(lower);
        // Targets span less than 64 squares, so that the rotated word has each at its place
        // in its half of the board.
        let above = above.rotate_left(at.wrapping_add(files).wrapping_sub(3));
        let below = below.rotate_left(at.wrapping_sub(3 * files + 3));
        let [in_above, in_below] = &self.halves[square.index()];
        let low = above & in_above[0] | below & in_below[0];
        let high = above & in_above[1] | below & in_below[1];
        Bitboard::from_bits(u128::from(low) | u128::from(high) << 64)
    }

    /// The squares that a Falcon attacks on boards too narrow for the tables.
    #[cold]
    fn attacks_by_paths(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let no_path = Bitboard::first(MAX_SQUARES);
        let open = |path: &Bitboard| *path != no_path && !path.meets(occupied);
        let is_open = |&target: &Square| self.paths(square, target).iter().any(open);
        self.reach(square).into_iter().filter(is_open).collect()
    }

    #[inline(always)]
    pub(super) fn reach(&self, square: Square) -> Bitboard {
        self.targets[square.index()]
    }

    #[inline(always)]
    pub(super) fn paths(&self, square: Square, target: Square) -> &[Bitboard; 3] {
        let earlier = self.targets[square.index()] & Bitboard::first(target.index());
        debug_assert!(self.targets[square.index()].contains(target));
        &self.paths[square.index()][earlier.count() as usize & 15]
    }
}

/// The squares of a path, or all 128 bits if one of its cells is not a square.
fn path_squares(layout: &Layout, from: Square, path: [(i32, i32); 2]) -> Bitboard {
    path.iter()
        .map(|&cell| layout.step(from, cell))
        .collect::<Option<Bitboard>>()
        .unwrap_or(Bitboard::first(MAX_SQUARES))
}

/// The bit of a half's window word for a cell relative to the Falcon.
fn window_bit(files: usize, half: usize, (file, rank): (i32, i32)) -> u32 {
    let row = rank - rows(half).start();
    (row * files as i32 + file + 2) as u32
}

/// The bit of a half's target word for a target relative to the Falcon.
fn target_bit(files: usize, half: usize, (file, rank): (i32, i32)) -> u32 {
    let row = if half == 0 { rank - 1 } else { rank + 3 };
    (row * files as i32 + file + 3) as u32
}

/// The table of the quadrant in which files and ranks have the given signs.
fn quadrant(files: usize, (file_sign, rank_sign): (i32, i32), moves: &[FalconMove]) -> Quadrant {
    let half = usize::from(rank_sign < 0);
    let bit = |cell| 1u64 << window_bit(files, half, cell);
    let moves: Vec<&FalconMove> = moves
        .iter()
        .filter(|falcon| falcon.target.0 * file_sign > 0 && falcon.target.1 * rank_sign > 0)
        .collect();
    let cells = moves
        .iter()
        .flat_map(|falcon| falcon.paths.iter().flatten());
    let mask = cells.fold(0, |mask, &cell| mask | bit(cell));
    let states: Vec<u64> = subsets(mask).collect();
    let mut targets = [0; 256];
    if files < MIN_FILES {
        return Quadrant {
            mask,
            multiplier: 0,
            targets,
        };
    }
    let multiplier = gathering_multiplier(&states);
    for &occupied in &states {
        let open = |path: &[(i32, i32); 2]| path.iter().all(|&cell| occupied & bit(cell) == 0);
        for falcon in moves.iter().filter(|falcon| falcon.paths.iter().any(open)) {
            targets[gather(occupied, multiplier)] |= 1 << target_bit(files, half, falcon.target);
        }
    }
    Quadrant {
        mask,
        multiplier,
        targets,
    }
}

/// The first sum of three powers of two that maps all states to different
/// indexes. The eight bits lie in three runs, and each power moves one run.
fn gathering_multiplier(states: &[u64]) -> u64 {
    for first in 0..64 {
        for second in 0..first {
            for third in 0..second {
                let multiplier = 1 << first | 1 << second | 1 << third;
                let mut seen = [false; 256];
                let distinct = states
                    .iter()
                    .all(|&state| !std::mem::replace(&mut seen[gather(state, multiplier)], true));
                if distinct {
                    return multiplier;
                }
            }
        }
    }
    unreachable!("three runs of bits can be gathered on every board of 7 to 16 files")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::geometry::{Geometry, slow};

    /// With i4 and j4 empty, the Falcon on h4 must not wrap around to a6.
    #[test]
    fn targets_do_not_wrap_around_the_side_edge() {
        let board = Geometry::rectangle(10, 8).unwrap();
        let [h4, a6] = ["h4", "a6"].map(|name| board.square_named(name).unwrap());
        assert!(!board.falcon(h4, Bitboard::EMPTY).contains(a6));
    }

    #[test]
    fn every_state_of_the_window_agrees_with_the_walk() {
        let board = Geometry::rectangle(16, 8).unwrap();
        let from = board.square_named("h4").unwrap();
        for quadrant in &board.falcon.quadrants {
            for window in subsets(quadrant.mask) {
                for shift in [from.index() - 2, from.index() - 2 - 32] {
                    let occupied = Bitboard::from_bits(u128::from(window) << shift) - from.into();
                    assert_eq!(
                        board.falcon(from, occupied),
                        slow::falcon(&board, from, occupied)
                    );
                }
            }
        }
    }

    #[test]
    fn boards_of_every_size_agree_with_the_walk() {
        let mut random = 9_u128;
        for files in 3..=16 {
            for ranks in (4..=16).filter(|ranks| files * ranks <= MAX_SQUARES) {
                let board = Geometry::rectangle(files, ranks).unwrap();
                for _ in 0..20 {
                    random = random.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(1);
                    let occupied = board.squares()
                        & Bitboard::from_bits(random >> 1 & random.rotate_right(31));
                    for from in board.squares() {
                        for occupied in [occupied, Bitboard::EMPTY] {
                            assert_eq!(
                                board.falcon(from, occupied),
                                slow::falcon(&board, from, occupied),
                                "{files}x{ranks}, {from:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}

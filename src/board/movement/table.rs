//! The walks of a movement as tables for move generation.

use crate::board::bitboard::Bitboard;
use crate::board::geometry::Geometry;
use crate::board::square::{MAX_SQUARES, Square};

use super::walk::{Walk, WalkModes};

/// The conditions of one capture: all of `empty` must be empty, all of
/// `occupied` occupied. Neither contains the start or the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// The squares that must be empty.
    pub empty: Bitboard,
    /// The squares that must be occupied, the hurdles.
    pub occupied: Bitboard,
}

impl Path {
    /// The squares that keep the path closed: those that should be empty but
    /// are not, and the hurdles that are missing.
    #[inline]
    pub fn obstacles(&self, occupied: Bitboard) -> Bitboard {
        (self.empty & occupied) | (self.occupied - occupied)
    }

    /// Whether the capture is possible with these squares occupied.
    #[inline]
    pub fn is_open(&self, occupied: Bitboard) -> bool {
        self.obstacles(occupied).is_empty()
    }
}

/// Targets one behind the other: each is reached if the squares before it are
/// empty and the conditions of the first hold.
#[derive(Clone, Copy, Debug)]
struct Ray {
    first: Path,
    targets: Bitboard,
    /// Whether the targets lie in the order of square indices, or in the
    /// opposite order.
    ascending: bool,
}

impl Ray {
    /// The targets up to the first occupied one, which is included.
    #[inline]
    fn attacks(&self, occupied: Bitboard) -> Bitboard {
        if !self.first.is_open(occupied) {
            return Bitboard::EMPTY;
        }
        let blockers = self.targets & occupied;
        if self.ascending {
            match blockers.lowest() {
                Some(blocker) => self.targets & Bitboard::first(blocker.index() + 1),
                None => self.targets,
            }
        } else {
            match blockers.highest() {
                Some(blocker) => self.targets - Bitboard::first(blocker.index()),
                None => self.targets,
            }
        }
    }
}

/// The moves from one square in one mode.
#[derive(Clone, Debug, Default)]
struct Targets {
    /// Targets without conditions.
    leaps: Bitboard,
    rays: Vec<Ray>,
    /// The targets of all walks.
    reach: Bitboard,
}

impl Targets {
    fn new(walks: &[Walk], mode: WalkModes) -> Targets {
        let mut targets = Targets::default();
        for chain in chains(walks.iter().filter(|walk| walk.modes.contains(mode))) {
            let first = chain[0];
            let squares: Bitboard = chain.iter().map(|walk| walk.to).collect();
            targets.reach |= squares;
            if chain.len() == 1 && first.empty.is_empty() && first.occupied.is_empty() {
                targets.leaps |= squares;
                continue;
            }
            targets.rays.push(Ray {
                first: first.path(),
                targets: squares,
                ascending: chain.len() < 2 || is_ascending(&chain),
            });
        }
        targets
    }

    #[inline]
    fn attacks(&self, occupied: Bitboard) -> Bitboard {
        let rays = self.rays.iter();
        rays.fold(self.leaps, |all, ray| all | ray.attacks(occupied))
    }
}

/// Groups walks into chains in which each walk continues the one before it by
/// one square, in ascending or in descending order of squares.
fn chains<'a>(walks: impl Iterator<Item = &'a Walk>) -> Vec<Vec<&'a Walk>> {
    let mut walks: Vec<&Walk> = walks.collect();
    walks.sort_by_key(|walk| walk.empty.count());
    let mut chains: Vec<Vec<&Walk>> = Vec::new();
    for walk in walks {
        let continues = |chain: &&mut Vec<&Walk>| {
            let last = chain[chain.len() - 1];
            walk.occupied == last.occupied
                && walk.empty == last.empty | last.to.into()
                && !last.empty.contains(last.to)
                && (chain.len() < 2 || is_ascending(chain) == (walk.to > last.to))
                && walk.to != last.to
        };
        match chains.iter_mut().find(continues) {
            Some(chain) => chain.push(walk),
            None => chains.push(vec![walk]),
        }
    }
    chains
}

fn is_ascending(chain: &[&Walk]) -> bool {
    chain[0].to < chain[1].to
}

/// What a piece of one kind and color can do from each square of a board.
#[derive(Clone, Debug)]
pub struct MovementTable {
    /// Empty if the piece moves exactly as it captures.
    quiets: Vec<Targets>,
    captures: Vec<Targets>,
    /// Empty if there are none at all.
    en_passants: Vec<Targets>,
    /// The paths of all captures, by start and target.
    paths: Vec<Path>,
    /// For each start, the index in `first_paths` of its lowest target.
    first_targets: Vec<u32>,
    /// For each start and each target in its reach, the index of its first path.
    first_paths: Vec<u32>,
    has_hurdles: bool,
}

impl MovementTable {
    /// The table of the walks that `walks` lists for each square of the board.
    pub fn new(geometry: &Geometry, mut walks: impl FnMut(Square) -> Vec<Walk>) -> MovementTable {
        let mut table = MovementTable {
            quiets: Vec::new(),
            captures: vec![Targets::default(); MAX_SQUARES],
            en_passants: Vec::new(),
            paths: Vec::new(),
            first_targets: vec![0; MAX_SQUARES],
            first_paths: Vec::new(),
            has_hurdles: false,
        };
        let both = WalkModes::QUIET | WalkModes::CAPTURE;
        for from in geometry.squares() {
            let mut walks = walks(from);
            if table.quiets.is_empty() && walks.iter().any(|walk| !walk.modes.contains(both)) {
                table.quiets.clone_from(&table.captures);
            }
            if !table.quiets.is_empty() {
                table.quiets[from.index()] = Targets::new(&walks, WalkModes::QUIET);
            }
            table.captures[from.index()] = Targets::new(&walks, WalkModes::CAPTURE);
            let en_passants = Targets::new(&walks, WalkModes::EN_PASSANT);
            if en_passants.reach.any() {
                table.en_passants.resize(MAX_SQUARES, Targets::default());
                table.en_passants[from.index()] = en_passants;
            }
            walks.retain(|walk| walk.modes.contains(WalkModes::CAPTURE));
            table.add_paths(from, walks);
        }
        table.first_paths.push(table.paths.len() as u32);
        table
    }

    fn add_paths(&mut self, from: Square, mut walks: Vec<Walk>) {
        walks.sort_by_key(|walk| walk.to);
        self.first_targets[from.index()] = self.first_paths.len() as u32;
        let mut target = None;
        for walk in walks {
            if target != Some(walk.to) {
                target = Some(walk.to);
                self.first_paths.push(self.paths.len() as u32);
            }
            self.has_hurdles |= walk.occupied.any();
            self.paths.push(walk.path());
        }
    }

    /// The squares that the piece attacks: those of enemy pieces there it can
    /// capture.
    #[inline]
    pub fn captures(&self, from: Square, occupied: Bitboard) -> Bitboard {
        self.captures[from.index()].attacks(occupied)
    }

    /// The squares to which the piece can move without capturing.
    #[inline]
    pub fn quiets(&self, from: Square, occupied: Bitboard) -> Bitboard {
        self.quiet_targets(from).attacks(occupied) - occupied
    }

    /// The squares to which the piece can move or where it can capture one of the
    /// other side's pieces.
    #[inline]
    pub fn targets(&self, from: Square, occupied: Bitboard, enemies: Bitboard) -> Bitboard {
        let captures = self.captures(from, occupied);
        match self.quiets.get(from.index()) {
            None => (captures - occupied) | (captures & enemies),
            Some(quiets) => (quiets.attacks(occupied) - occupied) | (captures & enemies),
        }
    }

    /// Whether the piece attacks a square.
    #[inline]
    pub fn is_attacking(&self, from: Square, to: Square, occupied: Bitboard) -> bool {
        let targets = &self.captures[from.index()];
        let is_open = |path: &Path| path.is_open(occupied);
        targets.leaps.contains(to)
            || !targets.rays.is_empty() && self.paths(from, to).iter().any(is_open)
    }

    #[inline]
    fn quiet_targets(&self, from: Square) -> &Targets {
        let quiets = self.quiets.get(from.index());
        quiets.unwrap_or(&self.captures[from.index()])
    }

    /// The squares on which the piece could capture en passant.
    pub fn en_passants(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let targets = self.en_passants.get(from.index());
        targets.map_or(Bitboard::EMPTY, |targets| targets.attacks(occupied))
    }

    /// The squares that the piece attacks with some squares occupied.
    #[inline]
    pub fn capture_reach(&self, from: Square) -> Bitboard {
        self.captures[from.index()].reach
    }

    /// The squares to which the piece can move with some squares occupied.
    #[inline]
    pub fn quiet_reach(&self, from: Square) -> Bitboard {
        self.quiet_targets(from).reach
    }

    /// The paths of a capture. There are none if the target is out of reach.
    #[inline]
    pub fn paths(&self, from: Square, to: Square) -> &[Path] {
        let reach = self.capture_reach(from);
        if !reach.contains(to) {
            return &[];
        }
        let before = (reach & Bitboard::first(to.index())).count();
        let target = (self.first_targets[from.index()] + before) as usize;
        let (first, end) = (self.first_paths[target], self.first_paths[target + 1]);
        &self.paths[first as usize..end as usize]
    }

    /// Whether some capture needs an occupied square on its way.
    pub fn has_hurdles(&self) -> bool {
        self.has_hurdles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;
    use crate::board::geometry::leaps;

    fn walk(to: Square, empty: Bitboard, occupied: Bitboard, modes: WalkModes) -> Walk {
        Walk {
            to,
            empty,
            occupied,
            modes,
        }
    }

    /// The walks of a Rook, of a Cannon that captures diagonally over one piece,
    /// and of a Knight that only captures.
    fn walks(geometry: &Geometry, from: Square) -> Vec<Walk> {
        let mut walks = Vec::new();
        for step in leaps::STRAIGHT {
            let mut empty = Bitboard::EMPTY;
            let mut next = geometry.step(from, step);
            while let Some(to) = next {
                walks.push(walk(to, empty, Bitboard::EMPTY, WalkModes::all()));
                empty |= to.into();
                next = geometry.step(to, step);
            }
        }
        for step in leaps::DIAGONAL {
            let line: Vec<Square> =
                std::iter::successors(geometry.step(from, step), |&s| geometry.step(s, step))
                    .collect();
            for (n, &hurdle) in line.iter().enumerate() {
                for (target, &to) in line.iter().enumerate().skip(n + 1) {
                    let between: Bitboard = line[..target].iter().copied().collect();
                    let empty = between - hurdle.into();
                    walks.push(walk(to, empty, hurdle.into(), WalkModes::CAPTURE));
                }
            }
        }
        for step in leaps::KNIGHT {
            if let Some(to) = geometry.step(from, step) {
                let none = Bitboard::EMPTY;
                walks.push(walk(to, none, none, WalkModes::CAPTURE));
            }
        }
        walks
    }

    #[test]
    fn tables_say_what_the_walks_say() {
        let geometry = Geometry::rectangle(10, 8).unwrap();
        let table = MovementTable::new(&geometry, |from| walks(&geometry, from));
        let mut random = Random::new(36, 0);
        let mut occupancy = || {
            let bits = u128::from(random.next()) << 64 | u128::from(random.next());
            let more = u128::from(random.next()) << 64 | u128::from(random.next());
            Bitboard::from_bits(bits & more) & geometry.squares()
        };
        for _ in 0..50 {
            let occupied = occupancy();
            for from in geometry.squares() {
                let occupied = occupied - from.into();
                let targets = |mode: WalkModes| -> Bitboard {
                    let walks = walks(&geometry, from).into_iter();
                    walks
                        .filter(|walk| walk.modes.contains(mode) && walk.path().is_open(occupied))
                        .map(|walk| walk.to)
                        .collect()
                };
                assert_eq!(table.captures(from, occupied), targets(WalkModes::CAPTURE));
                assert_eq!(
                    table.quiets(from, occupied),
                    targets(WalkModes::QUIET) - occupied
                );
                for to in geometry.squares() {
                    let open = |path: &Path| path.is_open(occupied);
                    let paths = table.paths(from, to);
                    assert_eq!(
                        paths.iter().any(open),
                        targets(WalkModes::CAPTURE).contains(to),
                        "{from:?} {to:?}"
                    );
                }
            }
        }
        assert!(table.has_hurdles());
    }
}

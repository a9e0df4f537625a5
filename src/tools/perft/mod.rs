//! Perft: counts the leaf nodes of the legal move tree (docs/rules.md, section 10).

mod table;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::base::parallel;
use crate::board::moves::Move;
use crate::notation::coordinate;
use crate::position::Position;
use crate::position::movegen::{self, MoveClass, MoveList};

pub use table::{PerftCache, PerftTable};

/// The maximum depth that commands accept.
pub const MAX_DEPTH: u32 = 64;

/// The number of leaf nodes at `depth` plies. The last ply is counted without
/// making its moves (bulk counting).
///
/// ```
/// use peregrine::{position::Position, tools::perft::perft, variants};
/// let rules = variants::falcon();
/// assert_eq!(perft(&Position::start(rules), 3), 15766);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    static NEVER: AtomicBool = AtomicBool::new(false);
    count(position, depth, &(), &NEVER)
}

/// A perft that can use several threads and a hash table, and can be stopped.
#[derive(Clone, Copy, Debug)]
pub struct Perft<'a, M = ()> {
    /// The number of threads, at least one.
    pub threads: usize,
    /// The table of counted subtrees; `()` stores nothing.
    pub cache: &'a M,
    /// Set this to end the count without a result.
    pub stop: &'a AtomicBool,
}

/// The leaf nodes of a tree, by root move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divided {
    /// The legal moves with the number of leaf nodes below each; empty at depth 0.
    pub moves: Vec<(Move, u64)>,
    /// The number of all leaf nodes.
    pub total: u64,
}

impl Divided {
    /// A line for each root move, such as `a2a3: 20`, sorted.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use peregrine::{position::Position, tools::perft::Perft, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let start = Position::start(rules);
    /// let perft = Perft { threads: 1, cache: &(), stop: &AtomicBool::new(false) };
    /// let lines = perft.divide(&start, 2).unwrap().lines(&start);
    /// assert_eq!(lines[0], "a2a3: 20");
    /// ```
    pub fn lines(&self, position: &Position) -> Vec<String> {
        let line = |&(mv, leaves): &(Move, u64)| format!("{}: {leaves}", coordinate(position, mv));
        let mut lines: Vec<String> = self.moves.iter().map(line).collect();
        lines.sort_unstable();
        lines
    }
}

/// A subtree that one thread counts.
struct Subtree {
    /// The index of its root move.
    root: usize,
    position: Position,
    depth: u32,
}

impl<M: PerftCache> Perft<'_, M> {
    /// Counts the leaf nodes below a position; `None` if stopped. A sum that
    /// exceeds 64 bits saturates at [`u64::MAX`].
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use peregrine::{position::Position, tools::perft::{Perft, PerftTable}, variants};
    /// let rules = variants::falcon();
    /// let table = PerftTable::new(1).unwrap();
    /// let perft = Perft { threads: 2, cache: &table, stop: &AtomicBool::new(false) };
    /// let divided = perft.divide(&Position::start(rules), 3).unwrap();
    /// assert_eq!(divided.moves.len(), 24);
    /// assert_eq!(divided.total, 15766);
    /// ```
    pub fn divide(&self, position: &Position, depth: u32) -> Option<Divided> {
        let Some(below) = depth.checked_sub(1) else {
            return Some(Divided {
                moves: Vec::new(),
                total: 1,
            });
        };
        let moves = position.legal_moves();
        let subtrees = self.split(position, &moves, below);
        let counts = parallel::map(self.threads, subtrees.len(), |n| {
            count(
                &subtrees[n].position,
                subtrees[n].depth,
                self.cache,
                self.stop,
            )
        });
        let mut moves: Vec<(Move, u64)> = moves.iter().map(|&mv| (mv, 0)).collect();
        for (subtree, counted) in subtrees.iter().zip(counts) {
            let (_, leaves) = &mut moves[subtree.root];
            *leaves = leaves.saturating_add(counted);
        }
        let total = moves
            .iter()
            .fold(0, |sum: u64, (_, leaves)| sum.saturating_add(*leaves));
        (!self.stop.load(Relaxed)).then_some(Divided { moves, total })
    }

    /// Splits the tree into enough subtrees to keep all threads busy to the end.
    fn split(&self, position: &Position, moves: &MoveList, depth: u32) -> Vec<Subtree> {
        let subtree = |(root, &mv)| Subtree {
            root,
            position: position.after_move(mv),
            depth,
        };
        let mut subtrees: Vec<Subtree> = moves.iter().enumerate().map(subtree).collect();
        let wanted = if self.threads > 1 {
            100 * self.threads
        } else {
            0
        };
        while subtrees.len() < wanted && subtrees.first().is_some_and(|tree| tree.depth > 2) {
            subtrees = subtrees.iter().flat_map(Subtree::split).collect();
        }
        subtrees
    }
}

impl Subtree {
    /// Splits the subtree into its children.
    fn split(&self) -> Vec<Subtree> {
        let subtree = |mv| Subtree {
            root: self.root,
            position: self.position.after_move(mv),
            depth: self.depth - 1,
        };
        self.position
            .legal_moves()
            .into_iter()
            .map(subtree)
            .collect()
    }
}

/// The recursion. Its result is meaningless once `stop` is set.
fn count<M: PerftCache>(position: &Position, depth: u32, cache: &M, stop: &AtomicBool) -> u64 {
    match depth {
        0 => return 1,
        1 => return u64::from(movegen::count(position)),
        2 => {}
        _ if stop.load(Relaxed) => return 0,
        _ => {}
    }
    if let Some(known) = cache.get(position, depth) {
        return known;
    }
    let mut moves = MoveList::new();
    movegen::generate(position, &position.check_info(), MoveClass::All, &mut moves);
    // Not `after_move`: a position that is returned is copied once more.
    let below = |&mv: &Move| {
        let mut next = position.clone();
        next.play(mv);
        count(&next, depth - 1, cache, stop)
    };
    let leaves = moves.iter().map(below).fold(0, u64::saturating_add);
    if !stop.load(Relaxed) {
        cache.insert(position, depth, leaves);
    }
    leaves
}

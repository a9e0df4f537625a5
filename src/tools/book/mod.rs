//! Makes opening books from games and from searches.
//!
//! Games are counted by position and move ([`GameCounts`]). Searches grow a tree from the
//! start position, best-first, and the scores of its leaves become those of the moves before
//! them (`SearchTree`). `assemble` unites both. A [`Builder`] does all of this, and keeps
//! searched positions on the disk; where the games come from is the caller's affair.
//!
//! `docs/guide/book.md` explains all of this to users.

mod builder;
mod games;
mod searcher;
mod tree;

use std::collections::{HashSet, VecDeque};

use crate::board::moves::Move;
use crate::book::{Book, Record};
use crate::position::Position;
use crate::rules::Rules;

pub use builder::{BuildError, BuildSettings, Builder};
pub use games::{Counted, FinishedGame, GameCounts, TooManyError};
pub use searcher::SearchSettings;
pub(crate) use tree::{MAX_POSITIONS, SearchTree};
pub use tree::{SearchedMove, SearchedMoveError};

/// What a book contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Depth of the book in plies.
    pub plies: usize,
    /// Minimum number of games for a move without a score.
    pub least_games: u64,
}

/// A book of what games and searches say. It has the positions that can be reached from the
/// start by its own moves.
pub(crate) fn assemble(
    rules: &'static Rules,
    made: Vec<String>,
    counts: &GameCounts,
    tree: &SearchTree,
    selection: Selection,
) -> Book {
    let mut book = Book::new(rules, made);
    let scores = tree.scores();
    let starts = std::iter::once(Position::start(rules)).chain(counts.starts().cloned());
    let mut seen = HashSet::new();
    let mut left: VecDeque<(Position, usize)> = starts
        .filter(|start| seen.insert(start.key()))
        .map(|start| (start, 0))
        .collect();
    while let Some((position, ply)) = left.pop_front() {
        let mut moves: Vec<(Move, Record)> = counts.records(&position).collect();
        for &(mv, score) in scores.get(&position.key()).map_or(&[][..], Vec::as_slice) {
            let score = Some(score);
            match moves.iter_mut().find(|row| row.0 == mv) {
                Some((_, record)) => record.score = score,
                None => moves.push((
                    mv,
                    Record {
                        score,
                        ..Record::default()
                    },
                )),
            }
        }
        // Two positions may share a key.
        moves.retain(|(mv, record)| {
            let is_known = record.score.is_some() || record.games() >= selection.least_games;
            is_known && position.is_legal(*mv)
        });
        book.insert(&position, &moves);
        if ply + 1 >= selection.plies {
            continue;
        }
        for (mv, _) in moves {
            let mut next = position.clone();
            next.play(mv);
            if seen.insert(next.key()) {
                left.push_back((next, ply + 1));
            }
        }
    }
    book
}

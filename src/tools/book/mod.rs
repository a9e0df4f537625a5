//! Makes opening books from games and from searches.
//!
//! Games are counted by position and move ([`GameCounts`]). Searches grow a tree from the
//! start position, best-first, and the scores of its leaves become those of the moves before
//! them ([`SearchTree`]). [`assemble`] unites both. Where the games come from and what is
//! kept on the disk is the caller's affair.
//!
//! `docs/guide/book.md` explains all of this to users.

mod analyst;
mod games;
mod tree;

use std::collections::{HashSet, VecDeque};

use crate::board::moves::Move;
use crate::book::{Book, Record};
use crate::position::Position;
use crate::rules::Rules;

pub use analyst::{Analysts, Effort};
pub use games::{Counted, FinishedGame, GameCounts, MOST_COUNTS, MOST_GAMES, TooMany};
pub use tree::{
    MOST_POSITIONS, PLY_COST, ROUND, SearchTree, SearchedMove, SearchedMoveError, Task,
};

use super::journal::JournalKind;

/// The journal of searched positions.
pub const JOURNAL: JournalKind = JournalKind {
    command: "book build",
    record: "position",
    file: "a file of positions searched for a book",
};

/// What a book has of what is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// How many plies from the start position its moves are.
    pub plies: usize,
    /// A move without a score is in the book if it was played in so many games.
    pub least_games: u64,
}

/// A book of what games and searches say. It has the positions that can be reached from the
/// start by its own moves.
pub fn assemble(
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

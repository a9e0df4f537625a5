//! Opening books: what games and searches say about moves near the start (docs/book.md).
//!
//! A book knows positions by their keys and moves by their text. A move is looked up in the
//! position on the board, so a move that is not legal there does not exist for the caller.
//! Must not depend on the search or on how books are made.

mod built_in;
mod error;
mod file;
mod record;
mod weight;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::board::moves::Move;
use crate::eval::network::fingerprint;
use crate::notation::{coordinate, parse_coordinate};
use crate::position::Position;
use crate::rules::Rules;

pub use error::{BookError, BookFileError};
pub use file::{MAX_BYTES, MAX_MOVES};
pub(crate) use record::MAX_SCORE;
pub use record::Record;

/// A move of a book in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move, which is legal.
    pub mv: Move,
    /// What games and searches say about it.
    pub record: Record,
    /// How often it is drawn, relative to the other moves of the position; 0 for a move that
    /// should not be played (docs/book.md has the rule).
    pub weight: u32,
}

/// Which game a book is for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BookGame {
    variant: String,
    castling: String,
    promotion: String,
    fingerprint: String,
    /// The key of the start position.
    start: u64,
}

impl BookGame {
    fn new(rules: &'static Rules) -> BookGame {
        BookGame {
            variant: rules.variant().to_owned(),
            castling: rules.castling().to_string(),
            promotion: rules.promotion().to_string(),
            fingerprint: fingerprint(rules),
            start: Position::start(rules).key(),
        }
    }
}

/// A move as it stands in a book.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    /// In coordinate notation.
    text: Box<str>,
    record: Record,
}

impl Entry {
    /// Smaller for the more promising of two moves.
    fn rank(&self) -> impl Ord + use<'_> {
        (self.record.rank(), &self.text)
    }
}

/// An opening book of one game.
///
/// ```
/// use peregrine::book::{Book, Record};
/// use peregrine::{notation::parse_coordinate, position::Position, variants};
///
/// let start = Position::start(variants::falcon());
/// let e4 = parse_coordinate(&start, "e2e4")?;
/// let mut book = Book::new(variants::falcon(), vec!["by hand".to_owned()]);
/// book.insert(&start, &[(e4, Record { score: Some(25), ..Record::default() })]);
///
/// let read = Book::parse(&book.to_bytes())?;
/// read.check_game(variants::falcon())?;
/// assert_eq!(read.moves(&start)[0].mv, e4);
/// assert_eq!(read.choose(&start, 12345), Some(e4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    game: BookGame,
    made: Vec<String>,
    positions: BTreeMap<u64, Vec<Entry>>,
}

impl Book {
    /// An empty book for a game. `made` says how it was made, a line for each source; what
    /// does not fit into a file is cut off.
    ///
    /// ```
    /// use peregrine::{book::Book, variants};
    /// assert_eq!(Book::new(variants::falcon(), Vec::new()).positions(), 0);
    /// ```
    pub fn new(rules: &'static Rules, made: Vec<String>) -> Book {
        Book {
            game: BookGame::new(rules),
            made: made.iter().map(|line| file::made_line(line)).collect(),
            positions: BTreeMap::new(),
        }
    }

    /// Sets the moves of a position, at most [`MAX_MOVES`]. Moves about which nothing is
    /// known are left out, and so is a position without moves.
    ///
    /// ```
    /// use peregrine::{book::Book, position::Position, variants};
    /// let mut book = Book::new(variants::falcon(), Vec::new());
    /// book.insert(&Position::start(variants::falcon()), &[]);
    /// assert_eq!(book.positions(), 0);
    /// ```
    pub fn insert(&mut self, position: &Position, moves: &[(Move, Record)]) {
        let known = moves.iter().filter(|(_, record)| record.has_content());
        let mut entries: Vec<Entry> = known
            .map(|&(mv, record)| Entry {
                text: coordinate(position, mv).into(),
                record,
            })
            .collect();
        entries.sort_by(|one, other| one.rank().cmp(&other.rank()));
        entries.truncate(MAX_MOVES);
        if !entries.is_empty() {
            self.positions.insert(position.key(), entries);
        }
    }

    /// Whether it can be used for a game. The castling and promotion rules may differ: moves
    /// that they forbid are not found.
    ///
    /// # Errors
    /// If the game has another name, board, men or start position.
    pub fn check_game(&self, rules: &'static Rules) -> Result<(), BookError> {
        let game = BookGame::new(rules);
        if self.game.variant != game.variant {
            return Err(BookError::OtherGame {
                book: self.game.variant.clone(),
                game: game.variant,
            });
        }
        if self.game.fingerprint != game.fingerprint {
            return Err(BookError::OtherMen(game.variant));
        }
        if self.game.start != game.start {
            return Err(BookError::OtherStart(game.variant));
        }
        Ok(())
    }

    /// The moves in a position, the preferred one first; none if the position is not in the
    /// book.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let Some(entries) = self.positions.get(&position.key()) else {
            return Vec::new();
        };
        let legal = entries.iter().filter_map(|entry| {
            let mv = parse_coordinate(position, &entry.text).ok()?;
            Some((mv, entry))
        });
        let (moves, entries): (Vec<Move>, Vec<&Entry>) = legal.unzip();
        let records: Vec<Record> = entries.iter().map(|entry| entry.record).collect();
        let weights = weight::weights(&records);
        let mut found: Vec<(BookMove, &str)> = moves
            .into_iter()
            .zip(records.iter().zip(weights))
            .map(|(mv, (&record, weight))| BookMove { mv, record, weight })
            .zip(entries.iter().map(|entry| &*entry.text))
            .collect();
        found.sort_by_key(|(row, text)| (Reverse(row.weight), row.record.rank(), *text));
        found.into_iter().map(|(row, _)| row).collect()
    }

    /// A move for a position, drawn by weight with a random number; `None` if the book has
    /// no move to recommend.
    pub fn choose(&self, position: &Position, random: u64) -> Option<Move> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|row| u64::from(row.weight)).sum();
        // The number as a fraction of all numbers, times the total.
        let mut left = ((u128::from(random) * u128::from(total)) >> 64) as u64;
        moves.into_iter().find_map(|row| {
            let weight = u64::from(row.weight);
            match left < weight {
                true => Some(row.mv),
                false => {
                    left -= weight;
                    None
                }
            }
        })
    }

    /// The variant that it is for.
    pub fn variant(&self) -> &str {
        &self.game.variant
    }

    /// The castling rule with which it was made.
    pub fn castling(&self) -> &str {
        &self.game.castling
    }

    /// The promotion rule with which it was made.
    pub fn promotion(&self) -> &str {
        &self.game.promotion
    }

    /// How it was made, a line for each source.
    pub fn made(&self) -> &[String] {
        &self.made
    }

    /// The number of its positions.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// What is known about all its moves.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.positions.values().flatten().map(|entry| &entry.record)
    }
}

#[cfg(test)]
mod tests;

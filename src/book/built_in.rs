//! The books that are part of the program.

use std::sync::{Arc, Mutex, PoisonError};

use crate::base::data_file::{DataFile, data_file};
use crate::rules::Rules;

use super::Book;

/// Variants and their books.
const FILES: [(&str, DataFile); 3] = [
    ("capablanca", data_file!("books/capablanca.prgbook")),
    ("falcon", data_file!("books/falcon.prgbook")),
    ("falcon100", data_file!("books/falcon100.prgbook")),
];

/// The file of the book for a variant, if there is one.
fn find(rules: &Rules) -> Option<DataFile> {
    let row = FILES.iter().find(|row| row.0 == rules.variant())?;
    Some(row.1)
}

impl Book {
    /// The built-in book of a game, if there is one. It is read on first use.
    ///
    /// ```
    /// use peregrine::{book::Book, variants};
    /// assert!(Book::built_in(variants::falcon()).is_some());
    /// assert!(Book::built_in(variants::rules("permutation").unwrap()).is_none());
    /// ```
    pub fn built_in(rules: &'static Rules) -> Option<Arc<Book>> {
        static READ: Mutex<Vec<Arc<Book>>> = Mutex::new(Vec::new());
        let file = find(rules)?;
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        let known = read.iter().find(|book| book.variant() == rules.variant());
        let book = match known {
            Some(book) => Arc::clone(book),
            None => {
                // A test reads them all.
                let book = Arc::new(Book::parse(&file.content()?).ok()?);
                read.push(Arc::clone(&book));
                book
            }
        };
        drop(read);
        book.check_game(rules).is_ok().then_some(book)
    }

    /// The file of the book for a variant, if there is one and the program should be given it.
    pub(crate) fn missing_file(rules: &Rules) -> Option<DataFile> {
        find(rules).filter(|file| file.is_missing())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::position::Position;
    use crate::variants::{self, RuleOptions};

    /// Replays all lines from the start position.
    #[test]
    fn every_position_can_be_reached_and_every_move_is_legal() {
        for (name, file) in FILES {
            let bytes = file.content().unwrap();
            let book = Book::parse(&bytes).unwrap();
            assert_eq!(book.variant(), name);
            let rules = variants::rules(name).unwrap();
            book.check_game(rules).unwrap();
            let start = Position::start(rules);
            let mut reached = HashSet::from([start.key()]);
            let mut left = vec![start];
            let mut with_choice = 0;
            while let Some(position) = left.pop() {
                let moves = book.moves(&position);
                with_choice += usize::from(moves.iter().any(|row| row.weight > 0));
                assert_eq!(moves.len(), book.positions[&position.key()].len());
                for row in moves {
                    let mut next = position.clone();
                    next.play(row.mv);
                    if book.positions.contains_key(&next.key()) && reached.insert(next.key()) {
                        left.push(next);
                    }
                }
            }
            assert_eq!(reached.len(), book.positions());
            assert!(with_choice * 10 > reached.len() * 9, "{with_choice}");
            assert!(bytes.len() <= 500_000, "{} bytes", bytes.len());
        }
    }

    #[test]
    fn the_book_of_falcon_chess_serves_its_castling_rules() {
        let falcon = variants::find("falcon").unwrap();
        let book = |castling: &str| {
            let options = RuleOptions {
                castling: Some(castling.parse().unwrap()),
                promotion: None,
            };
            Book::built_in(falcon.rules(options).unwrap())
        };
        let free = book("free").unwrap();
        assert!(Arc::ptr_eq(&free, &book("three").unwrap()));
        assert!(
            free.choose(&Position::start(variants::falcon()), 0)
                .is_some()
        );
        // Without castling rights the positions are others.
        assert!(book("none").is_none());
        for other in ["falcon-outer", "falcon-leap", "chess"] {
            assert!(Book::built_in(variants::rules(other).unwrap()).is_none());
        }
    }
}

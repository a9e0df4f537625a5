//! The books that are part of the program.

use std::sync::{Arc, Mutex, PoisonError};

use crate::rules::Rules;

use super::Book;

/// Variants and their books.
const FILES: [(&str, &[u8]); 0] = [];

impl Book {
    /// The built-in book of a game, if there is one. It is read on first use.
    ///
    /// ```
    /// use peregrine::{book::Book, variants};
    /// assert!(Book::built_in(variants::rules("permutation").unwrap()).is_none());
    /// ```
    pub fn built_in(rules: &'static Rules) -> Option<Arc<Book>> {
        static READ: Mutex<Vec<Arc<Book>>> = Mutex::new(Vec::new());
        let (_, bytes) = FILES.iter().find(|(name, _)| *name == rules.variant())?;
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        let known = read.iter().find(|book| book.variant() == rules.variant());
        let book = match known {
            Some(book) => Arc::clone(book),
            None => {
                // A test reads them all.
                let book = Arc::new(Book::parse(bytes).ok()?);
                read.push(Arc::clone(&book));
                book
            }
        };
        drop(read);
        book.check_game(rules).is_ok().then_some(book)
    }
}

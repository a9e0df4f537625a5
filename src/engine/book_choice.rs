//! Which opening book is used, and moves from it.

use std::path::PathBuf;
use std::sync::Arc;

use crate::board::moves::Move;
use crate::book::{Book, BookFileError, BookMove};
use crate::position::game::Game;
use crate::rules::Rules;

/// Which opening book is used: for each variant that of a file if it fits, else the built-in
/// one.
///
/// ```
/// use peregrine::engine::BookChoice;
/// use peregrine::{position::Position, position::game::Game, variants};
/// let mut choice = BookChoice::default();
/// let rules = variants::rules("permutation").unwrap();
/// assert!(choice.book(rules).is_none());
/// assert!(choice.choose(&Game::new(Position::start(rules)), None, 7).is_none());
/// ```
#[derive(Clone, Default)]
pub struct BookChoice {
    file: Option<(PathBuf, Arc<Book>)>,
    /// The rules of the last request, and the book for them.
    chosen: Option<(&'static Rules, Option<Arc<Book>>)>,
    /// Why the file does not fit these rules, until it is reported.
    unreported_error: Option<Arc<BookFileError>>,
}

impl BookChoice {
    /// Uses the book of a file, or only built-in ones again.
    ///
    /// # Errors
    /// If the file is not a book; nothing changes then.
    pub(crate) fn set_file(&mut self, path: Option<PathBuf>) -> Result<(), BookFileError> {
        let file = match path {
            None => None,
            Some(path) => {
                let book = Book::load(&path)?;
                Some((path, Arc::new(book)))
            }
        };
        *self = BookChoice {
            file,
            ..BookChoice::default()
        };
        Ok(())
    }

    /// The book for these rules, if there is one.
    pub fn book(&mut self, rules: &'static Rules) -> Option<Arc<Book>> {
        if let Some((known, book)) = &self.chosen
            && *known == rules
        {
            return book.clone();
        }
        let mut book = None;
        if let Some((path, own)) = &self.file {
            match own.check_game(rules) {
                Ok(()) => book = Some(Arc::clone(own)),
                Err(error) => self.unreported_error = Some(Arc::new(error.at(path))),
            }
        }
        let book = book.or_else(|| Book::built_in(rules));
        self.chosen = Some((rules, book.clone()));
        book
    }

    /// A move for the position of a game, chosen by a random number; none that lets the
    /// opponent claim a draw, and none that is not `allowed`.
    pub fn choose(
        &mut self,
        game: &Game,
        allowed: Option<&[Move]>,
        random: u64,
    ) -> Option<BookMove> {
        let position = game.position();
        let book = self.book(position.rules())?;
        let mv = book.choose(position, random)?;
        if allowed.is_some_and(|allowed| !allowed.contains(&mv)) {
            return None;
        }
        let mut next = game.clone();
        next.play(mv);
        if next.outcome().is_some() {
            return None;
        }
        let mut moves = book.moves(position).into_iter();
        moves.find(|row| row.mv == mv)
    }

    /// Why the file's book was not used since the last call, if it was not.
    pub(crate) fn report_error(&mut self) -> Option<Arc<BookFileError>> {
        self.unreported_error.take()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::book::Record;
    use crate::notation::parse_coordinate;
    use crate::position::Position;
    use crate::variants;

    const GOOD: Record = Record {
        wins: 3,
        draws: 1,
        losses: 1,
        chosen: 5,
        score: None,
    };

    fn play(game: &mut Game, text: &str) -> Move {
        let mv = parse_coordinate(game.position(), text).unwrap();
        game.play(mv);
        mv
    }

    /// A book in which the Knights of Falcon Chess go out and back.
    fn file() -> (tempfile::TempDir, PathBuf) {
        let mut book = Book::new(variants::falcon(), Vec::new());
        let mut game = Game::new(Position::start(variants::falcon()));
        for text in ["b1c3", "b8c6", "c3b1", "c6b8"] {
            let before = game.position().clone();
            let mv = play(&mut game, text);
            book.insert(&before, &[(mv, GOOD)]);
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("falcon.book");
        std::fs::write(&path, book.to_bytes()).unwrap();
        (folder, path)
    }

    #[test]
    fn a_file_is_used_only_for_its_variant() {
        let (folder, path) = file();
        let mut choice = BookChoice::default();
        choice.set_file(Some(path.clone())).unwrap();
        let falcon = Game::new(Position::start(variants::falcon()));
        assert_eq!(choice.choose(&falcon, None, 1).unwrap().record, GOOD);
        assert!(choice.report_error().is_none());
        let chess = Game::new(Position::start(variants::rules("chess").unwrap()));
        assert!(
            choice
                .choose(&chess, None, 1)
                .is_none_or(|row| row.record != GOOD)
        );
        let error = choice.report_error().unwrap().to_string();
        let expected = format!(
            "{}: this is a book for 'falcon', not for 'chess'",
            path.display()
        );
        assert_eq!(error, expected);
        // It is reported once for each change of the variant.
        choice.choose(&chess, None, 1);
        assert!(choice.report_error().is_none());
        // A file that is not a book changes nothing.
        assert!(
            choice
                .set_file(Some(folder.path().join("missing")))
                .is_err()
        );
        assert!(choice.set_file(Some(folder.path().to_owned())).is_err());
        assert_eq!(choice.choose(&falcon, None, 1).unwrap().record, GOOD);
        choice.set_file(None).unwrap();
        assert!(
            choice
                .choose(&falcon, None, 1)
                .is_none_or(|row| row.record != GOOD)
        );
    }

    #[test]
    fn no_move_from_the_book_repeats_the_position_for_the_third_time() {
        let (_folder, path) = file();
        let mut choice = BookChoice::default();
        choice.set_file(Some(path)).unwrap();
        let mut game = Game::new(Position::start(variants::falcon()));
        for number in 0..7 {
            let row = choice.choose(&game, None, number).unwrap();
            game.play(row.mv);
        }
        // Black's Knight would go back to the start position, seen twice already.
        assert_eq!(game.repetitions(), 2);
        assert!(choice.choose(&game, None, 7).is_none());
    }
}

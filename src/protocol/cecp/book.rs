//! The opening book: what `bk` shows, and moves played from it.

use std::io::{self, Write};

use crate::base::plural::counted;
use crate::base::random;
use crate::board::moves::Move;
use crate::book::BookMove;
use crate::session::book_moves;

use super::{Cecp, moves};

/// The maximum number of moves that `bk` lists: XBoard's window for them is small.
const MAX_LINES: usize = 20;

impl Cecp {
    /// `bk`: the book's moves on the board. Their lines begin with a blank, and an empty line
    /// ends them.
    pub(super) fn show_book(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if !self.has_position() {
            return writeln!(output, " The last position was refused.\n");
        }
        let position = self.session.position();
        match self.settings.book.book(position.rules()) {
            None => writeln!(output, " There is no opening book for this game.")?,
            Some(book) => {
                let rows = book.moves(position);
                if rows.is_empty() {
                    writeln!(output, " This position is not in the opening book.")?;
                }
                let name = |mv| moves::write(&self.dialect, position, mv);
                for line in book_moves::describe_moves(&rows, name)
                    .iter()
                    .take(MAX_LINES)
                {
                    writeln!(output, " {line}")?;
                }
                match rows.len().saturating_sub(MAX_LINES) {
                    0 => {}
                    others => {
                        let others = counted(others, "other move", "other moves");
                        writeln!(output, " and {others}")?;
                    }
                }
            }
        }
        writeln!(output)
    }

    /// The move to play from the book, if it is one of these.
    pub(super) fn book_move(&mut self, allowed: &[Move]) -> Option<BookMove> {
        match self.settings.plays_from_book {
            true => self
                .settings
                .book
                .choose(self.session.game(), Some(allowed), random::seed()),
            false => None,
        }
    }
}

//! The `edit` command: a position put together piece by piece.
//!
//! Knows no other command. What comes out is a [`Setup`], to be judged like
//! one from a FEN.

use crate::board::color::Color;
use crate::board::piece::Piece;
use crate::board::square::MAX_SQUARES;
use crate::notation::xboard::{XboardDialect, rights_at_home};
use crate::position::Position;
use crate::position::setup::{Board, Setup};

/// A position that is being edited.
#[derive(Debug)]
pub(super) struct Editor {
    board: Board,
    side: Color,
    /// The color of the pieces that are put down.
    color: Color,
}

/// What a line did to the edited position.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Edited {
    /// Something changed.
    Changed,
    /// It is ready.
    Done,
    /// Nothing: the line is not for the editor, and this is what is wrong.
    Refused(&'static str),
}

impl Editor {
    /// Begins with what stands on the board.
    pub fn new(position: &Position) -> Editor {
        let mut board = [None; MAX_SQUARES];
        for square in position.occupied() {
            board[square.index()] = position.piece_on(square);
        }
        Editor {
            board,
            side: position.side(),
            color: Color::White,
        }
    }

    /// `#` clears the board, `c` changes the color, `Pa4` puts a piece down,
    /// `xa4` takes one off, and `.` ends.
    pub fn obey(&mut self, dialect: &XboardDialect, start: &Position, line: &str) -> Edited {
        let rules = start.rules();
        match line {
            "." => return Edited::Done,
            "#" => self.board = [None; MAX_SQUARES],
            "c" => self.color = !self.color,
            _ => {
                // The square is what ends in digits, and the letter before them.
                let rank = line.trim_end_matches(|rank: char| rank.is_ascii_digit());
                let file = rank.chars().next_back().map_or(0, char::len_utf8);
                let (letter, square) = line.split_at(rank.len() - file);
                let Some(square) = dialect.square_named(rules.geometry(), square) else {
                    return Edited::Refused("no such command while editing");
                };
                self.board[square.index()] = match (letter, dialect.kind_of_letter(letter)) {
                    ("x", _) => None,
                    (_, Some(kind)) => Some(Piece::new(self.color, kind)),
                    (_, None) => return Edited::Refused("no such piece"),
                };
            }
        }
        Edited::Changed
    }

    /// What was put together: a King and a Rook on their squares of the start
    /// position may castle, and the counters begin anew.
    pub fn setup(self, start: &Position) -> Setup {
        let castling = rights_at_home(start, &self.board);
        Setup {
            board: self.board,
            side: self.side,
            castling,
            ..Setup::empty()
        }
    }
}

//! The `edit` command, which sets up a position piece by piece. The result is a
//! [`Setup`], validated like one from a FEN.

use crate::board::color::Color;
use crate::board::piece::Piece;
use crate::board::setup::{Board, Setup};
use crate::board::square::MAX_SQUARES;
use crate::notation::xboard::{XboardDialect, rights_at_home};
use crate::position::Position;

/// A position that is being edited.
#[derive(Debug)]
pub(super) struct Editor {
    board: Board,
    side: Color,
    /// The color of the pieces being placed.
    color: Color,
}

/// The effect of a line in edit mode.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Edited {
    /// The line was accepted.
    Changed,
    /// The position is complete.
    Done,
    /// The line was refused, for this reason.
    Refused(&'static str),
}

impl Editor {
    /// An editor that starts from the position on the board.
    pub(super) fn new(position: &Position) -> Editor {
        let mut board = [None; MAX_SQUARES];
        for square in position.occupied() {
            board[square.index()] = position.piece_on(square);
        }
        Editor {
            board,
            side: position.side_to_move(),
            color: Color::White,
        }
    }

    /// Carries out a line: `#` clears the board, `c` changes the color, `Pa4` places
    /// a piece, `xa4` removes one, and `.` ends edit mode.
    pub(super) fn apply(
        &mut self,
        dialect: &XboardDialect,
        start: &Position,
        line: &str,
    ) -> Edited {
        let rules = start.rules();
        match line {
            "." => return Edited::Done,
            "#" => self.board = [None; MAX_SQUARES],
            "c" => self.color = !self.color,
            _ => {
                // The square is the trailing digits and the letter before them.
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

    /// The edited position. A King and a Rook on their squares of the start position
    /// may castle; the move counters are reset.
    pub(super) fn setup(self, start: &Position) -> Setup {
        let castling = rights_at_home(start, &self.board);
        Setup {
            board: self.board,
            side_to_move: self.side,
            castling,
            ..Setup::empty()
        }
    }
}

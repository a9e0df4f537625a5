//! What can be wrong with a game in a PGN file.
//!
//! Knows no reader: places and reasons, in the user's words.

use std::io;

use thiserror::Error;

use crate::board::color::Color;
use crate::notation::NotationError;
use crate::position::Outcome;
use crate::position::fen::FenError;
use crate::position::game::GameResult;
use crate::rules::UnknownName;
use crate::variants::OptionError;

use super::tag_of;

/// Why a game, or a file, cannot be read.
#[derive(Debug, Error)]
pub enum PgnError {
    /// The file cannot be read on.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// A game cannot be read; the next one may be fine.
    #[error("{}: {fault}", place(*line, *number, tags))]
    Game {
        /// Which game of the file, from 1.
        number: usize,
        /// The line of the fault, from 1.
        line: usize,
        /// The tags of the game.
        tags: Vec<(String, String)>,
        /// What is wrong.
        fault: Box<GameFault>,
    },
}

/// `line 5, game 2 (White - Black)`, with the names if there are any.
pub(super) fn place(line: usize, number: usize, tags: &[(String, String)]) -> String {
    let players = match [tag_of(tags, "White"), tag_of(tags, "Black")] {
        [None, None] => String::new(),
        names => {
            let [white, black] = names.map(|name| name.unwrap_or("?"));
            format!(" ({white} - {black})")
        }
    };
    format!("line {line}, game {number}{players}")
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameFault {
    /// A tag that is not `[Name "value"]`.
    #[error("a tag must be [Name \"value\"] on one line, but {0}")]
    Tag(&'static str),
    /// A tag with two values.
    #[error("the tag {0} is given twice, with different values")]
    TagTwice(String),
    /// More tags than a game can have.
    #[error("a game has at most {0} tags")]
    Tags(usize),
    /// A line of more bytes than one can have.
    #[error("a line has at most {0} bytes")]
    LongLine(usize),
    /// A game of more text than one can have.
    #[error("the text of a game has at most {0} MiB")]
    LongGame(usize),
    /// `{` without `}`.
    #[error("a comment begins with '{{' and never ends")]
    Comment,
    /// `(` without `)`.
    #[error("a variation begins with '(' and never ends")]
    Variation,
    /// A sign that can only end what has not begun.
    #[error("'{0}' without a matching opening bracket")]
    Stray(char),
    /// A game, a castling or a promotion rule that does not exist.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// Rules that the variant cannot be played by.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// A `FEN` of no position of the game.
    #[error("FEN: {0}")]
    Fen(#[from] FenError),
    /// A `FEN` that XBoard wrote of no position of the game.
    #[error("FEN: {0}")]
    SavedFen(String),
    /// `SetUp` says that there is a `FEN`.
    #[error("SetUp says that there is a FEN, but there is none")]
    NoFen,
    /// A move that cannot be made.
    #[error("ply {ply}, move {move_number}{}: {reason}; before it: {fen}", dots(*side))]
    Move {
        /// Which move of the game, from 1, those of both sides counted.
        ply: usize,
        /// Its number as the position counts.
        move_number: u16,
        /// Whose move it is.
        side: Color,
        /// The text of the move and what is wrong with it.
        reason: NotationError,
        /// The position before it.
        fen: String,
    },
}

/// What follows the number of a move.
const fn dots(side: Color) -> &'static str {
    match side {
        Color::White => ".",
        Color::Black => "...",
    }
}

/// What does not fit in a game whose moves can all be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Complaint {
    /// No result stands after the moves.
    #[error("there is no result after the moves (1-0, 0-1, 1/2-1/2 or *)")]
    NoResult,
    /// The `Result` tag is no result.
    #[error("the tag Result is '{0}', which is not a result (1-0, 0-1, 1/2-1/2 or *)")]
    ResultTag(String),
    /// The `Result` tag and what stands after the moves differ.
    #[error("the tag Result is '{tag}', but the moves end with '{after}'")]
    Results {
        /// The value of the tag.
        tag: String,
        /// What stands after the moves.
        after: String,
    },
    /// The game ended on the board, and otherwise. Repetition and fifty moves
    /// do not count here, for elsewhere they have to be claimed.
    #[error("the result is {}, but on the board {outcome}", shown(*result))]
    Outcome {
        /// The result that is said.
        result: Option<GameResult>,
        /// How the game ended on the board.
        outcome: Outcome,
    },
}

fn shown(result: Option<GameResult>) -> String {
    result.map_or_else(|| "*".to_owned(), |result| result.to_string())
}

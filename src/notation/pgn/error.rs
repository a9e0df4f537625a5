//! Errors in PGN files: locations and reasons.

use std::io;

use thiserror::Error;

use crate::base::suggestion::UnknownName;
use crate::board::color::Color;
use crate::notation::NotationError;
use crate::position::Outcome;
use crate::position::fen::FenError;
use crate::position::game::GameResult;
use crate::variants::OptionError;

use super::tag_of;
use super::tree::{MAX_NODES, TreeError};

/// The game whose positions are often saved without its name.
pub(super) const CHESS960: &str = "chess960";

/// Why a game or a file cannot be read.
#[derive(Debug, Error)]
pub enum PgnError {
    /// Reading from the file failed.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// A game is faulty; the next one may be fine.
    #[error("{}: {fault}", place(*line, *number, tags))]
    Game {
        /// The number of the game in the file, from 1.
        number: usize,
        /// The line of the fault, from 1.
        line: usize,
        /// The tags of the game.
        tags: Vec<(String, String)>,
        /// What is wrong.
        fault: Box<GameError>,
    },
}

/// `line 5, game 2 (White - Black)`, with the players if known.
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
pub enum GameError {
    /// A tag that is not of the form `[Name "value"]`.
    #[error("a tag must be [Name \"value\"] on one line, but {0}")]
    Tag(&'static str),
    /// A tag with two different values.
    #[error("the tag {0} is given twice, with different values")]
    TagTwice(String),
    /// Too many tags.
    #[error("a game has at most {0} tags")]
    Tags(usize),
    /// A line that is too long.
    #[error("a line has at most {0} bytes")]
    LongLine(usize),
    /// A name of a tag that is too long.
    #[error("the name of a tag has at most {0} characters")]
    LongName(usize),
    /// A value of a tag that is too long.
    #[error("the value of a tag has at most {0} characters")]
    LongValue(usize),
    /// A game that is too long.
    #[error("the text of a game has at most {0} MiB")]
    LongGame(usize),
    /// `{` without `}`.
    #[error("a comment begins with '{{' and never ends")]
    Comment,
    /// `(` without `)`.
    #[error("a variation begins with '(' and never ends")]
    Variation,
    /// A variation before the first move of its line.
    #[error("a variation begins before the move that it replaces")]
    NothingReplaced,
    /// Variations inside variations inside variations.
    #[error("variations are nested at most {0} deep")]
    Depth(usize),
    /// Too many moves, with those of variations, or a word of a comment that is too long.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// A closing bracket without an opening one.
    #[error("'{0}' without a matching opening bracket")]
    Stray(char),
    /// An unknown game, castling rule or promotion rule.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// Rules that the variant does not offer.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// A `FEN` that is not a position of the game.
    #[error("FEN: {0}")]
    Fen(#[from] FenError),
    /// A `FEN` that is a position of Chess960, in a game of chess.
    #[error("FEN: {0}; for Chess960 add [Variant \"{CHESS960}\"]")]
    Chess960Fen(FenError),
    /// A `FEN` written by XBoard that is not a position of the game.
    #[error("FEN: {0}")]
    SavedFen(String),
    /// `SetUp` announces a `FEN` that is missing.
    #[error("SetUp says that there is a FEN, but there is none")]
    NoFen,
    /// An illegal or unreadable move.
    #[error("ply {ply}, move {move_number}{}: {reason}; before it: {fen}", dots(*side))]
    Move {
        /// The number of the ply in the game, from 1.
        ply: usize,
        /// The move number according to the position.
        move_number: u16,
        /// The side to move.
        side: Color,
        /// The move text and what is wrong with it.
        reason: NotationError,
        /// The position before the move.
        fen: String,
    },
}

/// The dots after a move number.
const fn dots(side: Color) -> &'static str {
    match side {
        Color::White => ".",
        Color::Black => "...",
    }
}

/// What is odd about a game whose moves are all legal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameWarning {
    /// There is no result after the moves.
    #[error("there is no result after the moves (1-0, 0-1, 1/2-1/2 or *)")]
    NoResult,
    /// The `Result` tag is not a result.
    #[error("the tag Result is '{0}', which is not a result (1-0, 0-1, 1/2-1/2 or *)")]
    ResultTag(String),
    /// The `Result` tag differs from the result after the moves.
    #[error("the tag Result is '{tag}', but the moves end with '{after}'")]
    Results {
        /// The value of the tag.
        tag: String,
        /// The result after the moves.
        after: String,
    },
    /// `PlyCount` is not the number of plies.
    #[error("the tag PlyCount is '{tag}', but the game has {plies} plies")]
    PlyCount {
        /// The value of the tag.
        tag: String,
        /// The number of plies.
        plies: usize,
    },
    /// `SetUp` contradicts `FEN`.
    #[error("the tag SetUp is '{0}', but there is a FEN; it is written as '1'")]
    SetUp(String),
    /// `$` without the number of a glyph.
    #[error("line {line}: '{glyph}' is not a glyph ($0 to $255); it is kept as a comment")]
    Glyph {
        /// Its line, from 1.
        line: usize,
        /// The word.
        glyph: String,
    },
    /// A character that PGN does not allow.
    #[error(
        "line {line}: the control character U+{:04X} is read as U+FFFD",
        u32::from(*character)
    )]
    Character {
        /// Its line, from 1.
        line: usize,
        /// The character.
        character: char,
    },
    /// The first line of a file that is not UTF-8; its number.
    #[error("line {0}: this is not UTF-8 text; it is read as Windows-1252")]
    Encoding(usize),
    /// A game that is too large for other commands.
    #[error(
        "the game has more than {MAX_NODES} positions: 'pgn convert' and 'pgn annotate' leave it out"
    )]
    Size,
    /// The stated result contradicts the outcome on the board. Repetition and
    /// fifty moves are ignored, because elsewhere they must be claimed.
    #[error("the result is {}, but on the board {outcome}", shown(*result))]
    Outcome {
        /// The stated result.
        result: Option<GameResult>,
        /// The outcome on the board.
        outcome: Outcome,
    },
}

impl GameWarning {
    /// Whether the game is wrong; otherwise this is only worth knowing.
    pub fn is_error(&self) -> bool {
        !matches!(self, GameWarning::Size | GameWarning::Encoding(_))
    }
}

fn shown(result: Option<GameResult>) -> String {
    result.map_or_else(|| "*".to_owned(), |result| result.to_string())
}

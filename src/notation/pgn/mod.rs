//! Portable Game Notation for every variant: tags, moves, comments and results.
//!
//! The writer produces the export format of the standard (PGN specification of
//! 1994, section 8.2) with these additions, which the reader understands:
//!
//! - `Variant`, always written, is the name of the game. Without it the reader
//!   assumes the game given by the caller, such as orthodox chess.
//! - `Castling` and `Promotion` name the rules of the game. They are written if
//!   they are not the defaults of the variant.
//! - `SetUp` and `FEN` are written unless the game begins with the start
//!   position of the variant; a shuffled array is thus always recorded.
//! - Moves are SAN as in [`notation`](crate::notation), including `O-Oi1` and
//!   `K~a1`.
//!
//! Games saved by XBoard are read with XBoard's meaning of moves (`xboard`).

mod convert;
#[cfg(feature = "time")]
mod date;
mod error;
mod glyphs;
mod parse;
mod replay;
mod tags;
mod text;
mod tree;
mod tree_text;
mod variations;
mod walk;
mod words;
mod write;

use crate::board::moves::Move;
use crate::position::Position;
use crate::position::game::{Game, GameResult};

pub use convert::{ConversionError, MoveNotation, NotationNameError};
#[cfg(feature = "time")]
pub use date::date;
#[cfg(feature = "time")]
pub(crate) use date::today;
pub use error::{GameError, GameWarning, PgnError};
pub use parse::GameTexts;
pub use replay::{FromGameText, GameReader, LastMove, ReadGame, Reader};
pub(crate) use text::GameText;
pub use text::MoveText;
pub use tree::{GameTree, MAX_DEPTH, MAX_NODES, Node, NodeId, ROOT, TreeError};
pub use variations::{CheckedGame, Checker, ReadTree, TreeReader};
pub use words::MAX_WORD;
pub(crate) use words::NULL_MOVE;

/// A game with its tags and comments.
///
/// ```
/// use peregrine::position::game::GameResult;
/// use peregrine::notation::parse_san;
/// use peregrine::notation::pgn::PgnGame;
/// use peregrine::position::Position;
/// use peregrine::variants;
///
/// let rules = variants::falcon();
/// let mut pgn = PgnGame::new(Position::start(rules));
/// pgn.set_tag("White", "Peregrine");
/// pgn.set_tag("TimeControl", "2+0.02");
/// let first = parse_san(pgn.game.position(), "e4")?;
/// pgn.push(first, Some("+0.12/9".to_owned()));
/// pgn.result = Some(GameResult::Draw);
/// let text = pgn.to_string();
/// assert!(text.contains("\n[Variant \"falcon\"]\n[TimeControl \"2+0.02\"]\n"));
/// assert!(text.ends_with("\n\n1. e4 {+0.12/9} 1/2-1/2\n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// Names and values of the tags; tags without a fixed place in the file are
    /// written in this order. The writer derives `Result`, `Variant`,
    /// `Castling`, `Promotion`, `SetUp` and `FEN` from the game instead.
    pub tags: Vec<(String, String)>,
    /// The start position and the moves.
    pub game: Game,
    /// The comment before the first move.
    pub comment: Option<String>,
    /// The comment after each move; missing entries at the end count as `None`.
    pub comments: Vec<Option<String>>,
    /// The result; `None` if the game is unfinished or the result unknown.
    pub result: Option<GameResult>,
}

impl PgnGame {
    /// A game without moves and tags that starts from this position.
    ///
    /// ```
    /// use peregrine::{notation::pgn::PgnGame, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// assert!(PgnGame::new(Position::start(rules)).to_string().ends_with("\n\n*\n\n"));
    /// ```
    pub fn new(start: Position) -> PgnGame {
        PgnGame::from_game(Game::new(start))
    }

    /// A game without tags and comments.
    ///
    /// ```
    /// use peregrine::{notation::pgn::PgnGame, position::{game::Game, Position}, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let mut game = Game::new(Position::start(rules));
    /// game.play(game.position().legal_moves()[0]);
    /// assert_eq!(PgnGame::from_game(game.clone()).game.moves(), game.moves());
    /// ```
    pub fn from_game(game: Game) -> PgnGame {
        PgnGame {
            tags: Vec::new(),
            game,
            comment: None,
            comments: Vec::new(),
            result: None,
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag_of(&self.tags, name)
    }

    /// Sets a tag, replacing any earlier value.
    ///
    /// ```
    /// # use peregrine::{notation::pgn::PgnGame, position::Position, variants};
    /// # let rules = variants::rules("chess").unwrap();
    /// let mut pgn = PgnGame::new(Position::start(rules));
    /// pgn.set_tag("Round", "1");
    /// pgn.set_tag("Round", "2");
    /// assert_eq!(pgn.tag("Round"), Some("2"));
    /// ```
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|tag| tag.0 == name) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// Plays a legal move with an optional comment.
    ///
    /// ```
    /// # use peregrine::{notation::pgn::PgnGame, position::Position, variants};
    /// # let rules = variants::rules("chess").unwrap();
    /// let mut pgn = PgnGame::new(Position::start(rules));
    /// pgn.push(pgn.game.position().legal_moves()[0], None);
    /// assert_eq!(pgn.game.moves().len(), 1);
    /// ```
    ///
    /// # Panics
    /// May panic if the move is not legal, like [`Game::play`].
    pub fn push(&mut self, mv: Move, comment: Option<String>) {
        self.comments.resize(self.game.moves().len(), None);
        self.game.play(mv);
        self.comments.push(comment);
    }
}

/// The value of the tag with this name.
fn tag_of<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = tags.iter().find(|tag| tag.0 == name);
    found.map(|tag| tag.1.as_str())
}

//! Games as text in Portable Game Notation, for every variant.
//!
//! Knows no tournament: tags, moves, comments and results.
//!
//! Written is the export form of the standard (PGN specification of 1994,
//! section 8.2) with these additions, which the reader understands:
//!
//! - `Variant` is the name of the game, always written; without it the reader
//!   takes the game it is told, orthodox chess for instance.
//! - `Castling` and `Promotion` name the rules the game is played by, and are
//!   written if they are not the usual ones of the variant.
//! - `SetUp` and `FEN` are written unless the game begins with the start
//!   position of the variant; so a shuffled array is always there.
//! - Moves are SAN as [`notation`](crate::notation) has it, `O-Oi1` and `K~a1`
//!   among them.
//!
//! A game that XBoard saved is read as XBoard means it (`xboard`).

mod error;
mod parse;
mod replay;
mod write;

use crate::board::moves::Move;
use crate::position::Position;
use crate::position::game::{Game, GameResult};

/// The tag by which XBoard says how an engine told it that pieces move: a sign
/// that the moves are as XBoard writes them, and therefore never written.
const MEN: &str = "VariantMen";

pub use error::{Complaint, GameFault, PgnError};
pub use parse::{GameText, GameTexts, MoveText};
pub use replay::{ReadGame, Reader};

/// A game with its tags and comments.
///
/// ```
/// use peregrine::position::game::GameResult;
/// use peregrine::notation::parse_san;
/// use peregrine::notation::pgn::PgnGame;
/// use peregrine::position::Position;
/// use peregrine::variants;
///
/// let rules = variants::find("falcon")?.rules(Default::default())?;
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
    /// Names and values of the tags, in the order in which those follow that
    /// have a place of their own. The writer takes `Result`, `Variant`,
    /// `Castling`, `Promotion`, `SetUp` and `FEN` from the game instead.
    pub tags: Vec<(String, String)>,
    /// The start position and the moves.
    pub game: Game,
    /// What is said before the first move.
    pub comment: Option<String>,
    /// What is said after each move; what is missing at the end is `None`.
    pub comments: Vec<Option<String>>,
    /// The result; `None` if the game is not finished or it is not known.
    pub result: Option<GameResult>,
}

impl PgnGame {
    /// A game without moves and tags that starts from that position.
    ///
    /// ```
    /// use peregrine::{notation::pgn::PgnGame, position::Position, variants};
    /// let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert!(PgnGame::new(Position::start(rules)).to_string().ends_with("\n\n*\n\n"));
    /// ```
    pub fn new(start: Position) -> PgnGame {
        PgnGame::of(Game::new(start))
    }

    /// A game without tags and comments.
    ///
    /// ```
    /// use peregrine::{notation::pgn::PgnGame, position::{game::Game, Position}, variants};
    /// let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let mut game = Game::new(Position::start(rules));
    /// game.play(game.position().legal_moves()[0]);
    /// assert_eq!(PgnGame::of(game.clone()).game.moves(), game.moves());
    /// ```
    pub fn of(game: Game) -> PgnGame {
        PgnGame {
            tags: Vec::new(),
            game,
            comment: None,
            comments: Vec::new(),
            result: None,
        }
    }

    /// The value of a tag.
    ///
    /// ```
    /// # use peregrine::{notation::pgn::PgnGame, position::Position, variants};
    /// # let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(PgnGame::new(Position::start(rules)).tag("White"), None);
    /// ```
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag_of(&self.tags, name)
    }

    /// Gives a tag a value, in place of an earlier one.
    ///
    /// ```
    /// # use peregrine::{notation::pgn::PgnGame, position::Position, variants};
    /// # let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
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

    /// Makes a legal move, about which something may be said.
    ///
    /// ```
    /// # use peregrine::{notation::pgn::PgnGame, position::Position, variants};
    /// # let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let mut pgn = PgnGame::new(Position::start(rules));
    /// pgn.push(pgn.game.position().legal_moves()[0], None);
    /// assert_eq!(pgn.game.moves().len(), 1);
    /// ```
    ///
    /// # Panics
    /// May panic when the move is not legal, as [`Game::play`].
    pub fn push(&mut self, mv: Move, comment: Option<String>) {
        self.comments.resize(self.game.moves().len(), None);
        self.game.play(mv);
        self.comments.push(comment);
    }
}

/// The value of the tag of that name.
fn tag_of<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = tags.iter().find(|tag| tag.0 == name);
    found.map(|tag| tag.1.as_str())
}

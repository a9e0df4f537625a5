//! What a page asks for.

use serde::{Deserialize, Serialize};

use crate::board::color::Color;

use super::{MAX_MESSAGE, NodeId};
use crate::page::mebibytes;

/// What a page asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub(crate) enum Request {
    /// Leaves the current game and starts another.
    NewGame {
        /// The rules and the start position.
        start: Start,
        /// Who plays; two `Person`s play at one board, and of two people at two devices one is
        /// `Remote`.
        players: Players,
        /// The clock of each side, if any.
        clock: Option<TimeControl>,
    },
    /// The same game once more with the colors changed.
    Rematch,
    /// Opens a game of a PGN text. A text with several games is answered by
    /// [`Message::Games`](super::Message::Games) unless `number` chooses one.
    OpenPgn {
        /// The text.
        pgn: String,
        /// Which game, from 1.
        number: Option<usize>,
    },
    /// Shows moves from a start as a study, and the position after the last of them.
    OpenLine {
        /// The rules and the start position.
        start: Start,
        /// The moves in coordinates.
        moves: Vec<String>,
    },
    /// Continues a game that the page kept, after a reload or a restart of the server. If that
    /// cannot be, [`Message::NotRestored`](super::Message::NotRestored) says why.
    Restore {
        /// [`State::saved_moves`](super::State::saved_moves) and
        /// [`State::saved_rest`](super::State::saved_rest) of the last states, joined.
        saved: String,
    },
    /// Makes a move in the current position: a new node, or the one that is already there.
    Play {
        /// One of the legal moves, in coordinates.
        mv: String,
    },
    /// Shows another position of the game tree.
    GoTo {
        /// Its node.
        node: NodeId,
    },
    /// Deletes a node and all that follows it.
    Delete {
        /// The node, not 0.
        node: NodeId,
    },
    /// Makes the variation that a node belongs to the one before which it stands, and so the
    /// main line if it was a variation of that.
    Promote {
        /// The node.
        node: NodeId,
    },
    /// Replaces the comment after a move, or before the first one.
    Comment {
        /// The node.
        node: NodeId,
        /// The comment; empty for none.
        text: String,
    },
    /// Replaces the glyphs of a move, such as 1 for a good move.
    Glyphs {
        /// The node, not 0.
        node: NodeId,
        /// The numeric annotation glyphs; none for none.
        glyphs: Vec<u8>,
    },
    /// Takes back the last move of a person, and the engine's answer to it.
    TakeBack,
    /// The person to move, or the only person, resigns.
    Resign,
    /// Offers a draw to the engine; two people at one board agree to it at once. Of two people at
    /// two devices, the second one who offers accepts.
    OfferDraw,
    /// Declines the offer of a person at another device.
    Decline,
    /// Offers another game with the colors changed to a person at another device, or accepts it.
    OfferRematch,
    /// Dismisses the person at another device. Whoever sits before the page plays both sides.
    TakeSeat,
    /// Leaves the moves to the players no longer; from now on the page only studies.
    StopPlaying,
    /// Analyses the current position, and after every change the then current one.
    Analyze {
        /// How many lines, 1 to [`Limits::lines`](super::Limits::lines).
        lines: usize,
        /// Search threads, 1 to [`Limits::threads`](super::Limits::threads).
        threads: usize,
        /// The transposition table in MiB, 1 to [`Limits::hash`](super::Limits::hash).
        hash: usize,
    },
    /// Ends the analysis.
    StopAnalysis,
    /// The paths of a piece whose moves have some. Answered by [`Message::Paths`](super::Message::Paths).
    Paths {
        /// Its square.
        square: String,
    },
    /// Whether a position can be played. Answered by [`Message::PositionChecked`](super::Message::PositionChecked).
    CheckPosition {
        /// The rules and the position.
        start: Start,
    },
    /// Whether a variant file has faults. Answered by [`Message::VariantsChecked`](super::Message::VariantsChecked).
    CheckVariants {
        /// The file.
        text: String,
        /// Adds its games to the catalog if there are no faults.
        add: bool,
    },
    /// Which matches there are to watch. Answered by [`Message::Matches`](super::Message::Matches).
    ListMatches,
    /// Watches a match: [`Message::Match`](super::Message::Match) comes at once and whenever something is new.
    Watch {
        /// Its name in [`Message::Matches`](super::Message::Matches); none to stop watching.
        name: Option<String>,
    },
    /// Opens a game of the match that is watched. A game in progress is followed.
    OpenWatched {
        /// Its number in [`MatchView::games`](super::MatchView::games).
        game: usize,
    },
    /// Evaluates every position of the main line, for a graph. Each is answered by
    /// [`Message::Evaluation`](super::Message::Evaluation); analysis waits.
    Evaluate,
    /// Ends that. Answered by [`Message::EvaluationEnded`](super::Message::EvaluationEnded),
    /// if positions were left.
    StopEvaluation,
    /// Writes the report of the evaluation into the game.
    AddReport,
    /// Has the analysis show what the other side threatens, or not any more.
    ShowThreats {
        /// Whether it should.
        on: bool,
    },
    /// Asks for the position after some moves from the one shown. Answered by
    /// [`Message::Preview`](super::Message::Preview).
    Preview {
        /// The moves in coordinates.
        moves: Vec<String>,
    },
    /// Asks for the rules of a game. Answered by [`Message::Rules`](super::Message::Rules).
    Rules {
        /// The game and its options.
        start: Start,
    },
    /// Asks for a picture of the position shown, or of the game up to it. Answered by
    /// [`Message::Picture`](super::Message::Picture).
    Picture {
        /// Whether the picture should show the moves one by one.
        animated: bool,
    },
    /// Translates a file of another program into a variant file. Answered by
    /// [`Message::VariantsImported`](super::Message::VariantsImported).
    ImportVariants {
        /// The file.
        text: String,
    },
    /// Opens a lesson as a study. Of a problem, only the position is shown; moves that do
    /// not solve it are refused.
    OpenLesson {
        /// Its place in [`Catalog::lessons`](super::Catalog::lessons), from 0.
        number: usize,
    },
    /// Shows the moves of the lesson that is open without them.
    ShowSolution,
    /// The game with its variations. Answered by [`Message::Pgn`](super::Message::Pgn).
    Pgn,
}

impl Request {
    /// The request that a message of a page makes.
    ///
    /// # Errors
    /// A sentence if it makes none.
    pub(crate) fn parse(text: &str) -> Result<Request, String> {
        if text.len() > MAX_MESSAGE {
            return Err(format!(
                "The message has {}, and the board takes {} at most.",
                mebibytes(text.len()),
                mebibytes(MAX_MESSAGE)
            ));
        }
        serde_json::from_str(text)
            .map_err(|error| format!("The message cannot be understood: {error}."))
    }
}

/// The rules and the start position of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Start {
    /// The name of the game.
    pub(crate) variant: String,
    /// The castling rule; without it the default of the game.
    pub(crate) castling: Option<String>,
    /// The promotion rule; without it the default of the game.
    pub(crate) promotion: Option<String>,
    /// The start position; without it that of the game, or a random one of its arrays.
    pub(crate) fen: Option<String>,
    /// The number of the array in a game that shuffles them.
    pub(crate) array: Option<u64>,
}

/// The players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Players {
    /// The player of the white pieces.
    pub(crate) white: Player,
    /// The player of the black pieces.
    pub(crate) black: Player,
}

impl Players {
    /// The player of a side.
    pub(in crate::page) fn player(self, side: Color) -> Player {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub(crate) enum Player {
    /// Whoever sits before the page.
    Person,
    /// A person at another device, who joins by a link.
    Remote,
    /// The engine.
    Engine {
        /// Its level, as numbered in [`Message::Catalog`](super::Message::Catalog).
        level: usize,
        /// The time for each move in games without a clock.
        move_time: u64,
        /// Whether it plays moves of the opening book.
        #[serde(default = "from_book")]
        book: bool,
        /// Whether it also thinks while the other side is to move.
        #[serde(default)]
        ponder: bool,
    },
    /// Another engine.
    OtherEngine {
        /// Its place in [`Catalog::engines`](super::Catalog::engines).
        number: usize,
        /// The time for each move in games without a clock.
        move_time: u64,
    },
}

/// Pages that do not say otherwise want the book.
fn from_book() -> bool {
    true
}

/// A clock: a time for the game, and some for every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TimeControl {
    /// The time for the game.
    pub(crate) base: u64,
    /// What is added after every move.
    pub(crate) increment: u64,
}

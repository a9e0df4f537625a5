//! The messages between a page and the server, as JSON over one WebSocket.
//!
//! The page sends [`Request`]s and gets [`Message`]s. Squares are written as in
//! coordinates (`e4`), moves as in [`coordinate`](crate::notation::coordinate), pieces as
//! [`PieceCode`]s, and times are milliseconds. `web/src/messages.ts` has the same types for
//! the page; a test writes it from these.

mod answers;
mod catalog;
mod game;
mod limits;
mod matches;
mod message;
mod report;
mod request;
mod rules;

pub(crate) use answers::{
    Line, MovePath, PathTarget, PgnSummary, ScoreView, SetupView, VariantFault,
};
pub(crate) use catalog::{Catalog, GameSummary, LessonSummary, LevelSummary, Limits};
pub(crate) use game::{
    Board, BookMoveView, ClockView, LegalMove, MoveKindView, OpenLesson, PieceMoves, PieceView,
    PositionView, ResultView, SharedView, SquareView, State, TableVerdict, TreeNode,
};
pub(crate) use limits::{MAX_ANNOTATIONS, MAX_COMMENT, MAX_PAGES, MAX_VARIANT_FILE};
pub use limits::{MAX_MESSAGE, MAX_TEXT};
pub(crate) use matches::{EngineScore, MatchSummary, MatchView, WatchedGame};
pub(crate) use message::Message;
pub(crate) use report::{JudgedMove, TurningPointView};
pub(crate) use request::{Player, Players, Request, Start, TimeControl};
pub(crate) use rules::{ArrayView, PieceRules, RulesView};

/// A piece on the board: `w` or `b` and the letters of its kind in FEN, in upper case, such
/// as `wF` or `bA`.
pub(crate) type PieceCode = String;

/// A node of the game tree: 0 is the start position, others are numbered as they come.
pub(crate) type NodeId = u32;

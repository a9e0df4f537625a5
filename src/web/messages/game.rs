//! The board, and the game on it.

use serde::{Deserialize, Serialize};

use super::request::Players;
use super::{NodeId, PieceCode};

/// A board and its pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Board {
    /// The name of the game.
    pub variant: String,
    /// Its one-line description.
    pub title: String,
    /// Its castling rule.
    pub castling: String,
    /// Its promotion rule.
    pub promotion: String,
    /// Files of the bounding rectangle, with their names.
    pub files: Vec<String>,
    /// Ranks of the bounding rectangle from White's side up, with their names.
    pub ranks: Vec<String>,
    /// All squares, rank by rank from White's side up. Cells that are missing are holes.
    pub squares: Vec<SquareView>,
    /// All kinds of piece in both colors.
    pub pieces: Vec<PieceView>,
    /// The start position of the game.
    pub start_fen: String,
}

/// A square of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SquareView {
    /// Its name.
    pub name: String,
    /// Its file, from 0.
    pub file: usize,
    /// Its rank, from 0.
    pub rank: usize,
    /// Whether it is a dark square.
    pub dark: bool,
}

/// A kind of piece in one color.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PieceView {
    /// Its code.
    pub code: PieceCode,
    /// Its name, such as `Falcon`.
    pub name: String,
    /// Its letters in a FEN: upper case for White, lower case for Black.
    pub letter: String,
    /// The elements of its drawing, for an SVG with `viewBox="0 0 100 100"`.
    pub drawing: String,
    /// Whether it walks along a Falcon's paths.
    pub walks_like_falcon: bool,
}

/// The game and its current position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// Counts the games of this session: the nodes of one mean nothing in another.
    pub game: u32,
    /// The current node.
    pub node: NodeId,
    /// The whole game tree in order of depth; node 0 comes first and every parent before
    /// its children, the main line before its variations. None if it is that of the last
    /// state.
    pub tree: Option<Vec<TreeNode>>,
    /// The current position.
    pub position: PositionView,
    /// The players; none when the page only studies.
    pub players: Option<Players>,
    /// The clocks.
    pub clock: Option<ClockView>,
    /// The result of the game, if it is over.
    pub result: Option<ResultView>,
    /// Whether the engine is to move and thinks.
    pub engine_to_move: bool,
    /// Names and values of the PGN tags.
    pub tags: Vec<(String, String)>,
    /// The lesson, if the game is one.
    pub lesson: Option<OpenLesson>,
    /// The first part of what [`Request::Restore`](super::Request::Restore) needs to
    /// continue here: the moves. None if it is that of the last state.
    pub saved_moves: Option<String>,
    /// The second part, which follows it.
    pub saved_rest: String,
}

/// A lesson on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenLesson {
    /// Its place in [`Catalog::lessons`](super::Catalog::lessons).
    pub number: usize,
    /// Whether it is a problem to be solved: moves that do not solve it are refused.
    pub unsolved: bool,
    /// Whether its moves are not shown, so that the reader can try.
    #[serde(default)]
    pub hidden: bool,
    /// Whether the moves on the board have solved it.
    #[serde(default)]
    pub solved: bool,
}

/// A node of the game tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TreeNode {
    /// The node.
    pub id: NodeId,
    /// The node before; none for node 0.
    pub parent: Option<NodeId>,
    /// The number of the move with its dots, such as `12.` or `12...`; empty for node 0.
    pub number: String,
    /// The move in SAN; empty for node 0.
    pub san: String,
    /// Numeric annotation glyphs, such as 1 for a good move.
    pub glyphs: Vec<u8>,
    /// The comment after the move; for node 0, before the first one.
    pub comment: String,
    /// The comment before the variation that the move begins.
    pub before: String,
    /// The comment behind that variation.
    pub behind: String,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    /// The FEN.
    pub fen: String,
    /// `w` or `b`.
    pub side: String,
    /// Squares and the pieces on them.
    pub pieces: Vec<(String, PieceCode)>,
    /// The square of the King in check.
    pub check: Option<String>,
    /// Origin and target of the last move.
    pub last_move: Option<(String, String)>,
    /// The legal moves; none when the game is over, at an earlier position of a game in
    /// progress, and when it is the engine's turn.
    pub legal: Vec<LegalMove>,
    /// What tablebases say of the position, such as `White mates in 12`.
    pub tablebase: Option<String>,
    /// The moves of the opening book, the preferred one first; none while the engine plays.
    pub book: Vec<BookMoveView>,
}

/// A move of the opening book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BookMoveView {
    /// The move in coordinates.
    pub mv: String,
    /// The move in SAN.
    pub san: String,
    /// In how many of a hundred games it is played from the book.
    pub percent: u32,
    /// What is known about it, such as `score +0.31, 19 games, 58% of the points`.
    pub facts: String,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LegalMove {
    /// The move in coordinates.
    pub mv: String,
    /// The move in SAN.
    pub san: String,
    /// The origin of the moving piece.
    pub from: String,
    /// Its target; for castling, that of the King.
    pub to: String,
    /// What kind of move it is.
    pub kind: MoveKindView,
    /// Whether it captures.
    pub capture: bool,
    /// For castling, the square of the Rook.
    pub rook: Option<String>,
    /// The piece that a Pawn becomes.
    pub promotion: Option<PieceCode>,
    /// What tablebases say of the position after it, for the side that makes it.
    pub tablebase: Option<TableVerdict>,
}

/// What a move does besides moving a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MoveKindView {
    /// Nothing.
    Plain,
    /// Castles.
    Castling,
    /// Captures en passant.
    EnPassant,
    /// Swaps the King on `from` with the piece on `to`.
    KingSwap,
}

/// What tablebases say of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TableVerdict {
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub value: i8,
    /// In words, such as `mates in 12`.
    pub text: String,
}

/// The clocks of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClockView {
    /// White's time when the message was sent.
    pub white: u64,
    /// Black's.
    pub black: u64,
    /// Whether the clock of the side to move runs.
    pub running: bool,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResultView {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// The reason as a sentence, such as `White wins by Mental Cruelty.`
    pub reason: String,
}

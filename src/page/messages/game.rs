//! The board, and the game on it.

use serde::{Deserialize, Serialize};

use super::request::Players;
use super::{NodeId, PieceCode};

/// A board and its pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Board {
    /// The name of the game.
    pub(crate) variant: String,
    /// Its one-line description.
    pub(crate) title: String,
    /// Its castling rule.
    pub(crate) castling: String,
    /// Its promotion rule.
    pub(crate) promotion: String,
    /// Files of the bounding rectangle, with their names.
    pub(crate) files: Vec<String>,
    /// Ranks of the bounding rectangle from White's side up, with their names.
    pub(crate) ranks: Vec<String>,
    /// All squares, rank by rank from White's side up. Cells that are missing are holes.
    pub(crate) squares: Vec<SquareView>,
    /// All kinds of piece in both colors.
    pub(crate) pieces: Vec<PieceView>,
    /// The start position of the game.
    pub(crate) start_fen: String,
}

/// A square of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SquareView {
    /// Its name.
    pub(crate) name: String,
    /// Its file, from 0.
    pub(crate) file: usize,
    /// Its rank, from 0.
    pub(crate) rank: usize,
    /// Whether it is a dark square.
    pub(crate) dark: bool,
}

/// A kind of piece in one color.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct PieceView {
    /// Its code.
    pub(crate) code: PieceCode,
    /// Its name, such as `Falcon`.
    pub(crate) name: String,
    /// Its letters in a FEN: upper case for White, lower case for Black.
    pub(crate) letter: String,
    /// The elements of its drawing, for an SVG with `viewBox="0 0 100 100"`.
    pub(crate) drawing: String,
    /// What the drawing is made of, for other drawings of the same piece: such as `rook`, or
    /// `servant`, `mitre` and `wings`, and `letters` or `badge` if it shows its letters.
    pub(crate) parts: Vec<String>,
    /// Its moves on an empty board.
    pub(crate) moves: PieceMoves,
    /// The squares that it can enter, such as those of a palace; none if it can enter all.
    pub(crate) region: Vec<String>,
    /// What it is worth, in hundredths of the game's Pawn; 0 for a royal piece.
    pub(crate) value: i32,
    /// Whether its moves have paths to show, as a Falcon's do.
    pub(crate) has_paths: bool,
}

/// The moves of a piece on an empty board, around the square in the middle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct PieceMoves {
    /// Nine rows of nine squares from Black's side down: `b` where it moves and captures, `m`
    /// where it only moves, `c` where it only captures, `i` where it only moves from some
    /// squares, as with the double step of a Pawn, `.` elsewhere. In upper case if something
    /// can stand in the way on a square where the piece itself cannot stop.
    pub(crate) rows: Vec<String>,
    /// Whether it goes farther than the rows show.
    pub(crate) is_farther: bool,
}

/// The game and its current position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct State {
    /// Counts the games of this session: the nodes of one mean nothing in another.
    pub(crate) game: u32,
    /// The current node.
    pub(crate) node: NodeId,
    /// The whole game tree in order of depth; node 0 comes first and every parent before
    /// its children, the main line before its variations. None if it is that of the last
    /// state.
    pub(crate) tree: Option<Vec<TreeNode>>,
    /// The current position.
    pub(crate) position: PositionView,
    /// The players; none when the page only studies.
    pub(crate) players: Option<Players>,
    /// The clocks.
    pub(crate) clock: Option<ClockView>,
    /// The result of the game, if it is over.
    pub(crate) result: Option<ResultView>,
    /// Whether the engine is to move and thinks.
    pub(crate) engine_to_move: bool,
    /// Names and values of the PGN tags.
    pub(crate) tags: Vec<(String, String)>,
    /// The lesson, if the game is one.
    pub(crate) lesson: Option<OpenLesson>,
    /// The game with a person at another device, if it is one.
    pub(crate) shared: Option<SharedView>,
    /// The first part of what [`Request::Restore`](super::Request::Restore) needs to
    /// continue here: the moves. None if it is that of the last state.
    pub(crate) saved_moves: Option<String>,
    /// The second part, which follows it.
    pub(crate) saved_rest: String,
}

/// A game with a person at another device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SharedView {
    /// The token of the link by which the other page joins; none at that page.
    pub(crate) token: Option<String>,
    /// The color of this page: `w` or `b`.
    pub(crate) side: String,
    /// Whether somebody has joined.
    pub(crate) joined: bool,
    /// Whether the other page is connected.
    pub(crate) present: bool,
    /// The color of who offers a draw or, after the game, another game.
    pub(crate) offer: Option<String>,
}

/// A lesson on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OpenLesson {
    /// Its place in [`Catalog::lessons`](super::Catalog::lessons).
    pub(crate) number: usize,
    /// Whether it is a problem to be solved: moves that do not solve it are refused.
    pub(crate) unsolved: bool,
    /// Whether its moves are not shown, so that the reader can try.
    #[serde(default)]
    pub(crate) hidden: bool,
    /// Whether the moves on the board have solved it.
    #[serde(default)]
    pub(crate) solved: bool,
}

/// A node of the game tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct TreeNode {
    /// The node.
    pub(crate) id: NodeId,
    /// The node before; none for node 0.
    pub(crate) parent: Option<NodeId>,
    /// The number of the move with its dots, such as `12.` or `12...`; empty for node 0.
    pub(crate) number: String,
    /// The move in SAN; empty for node 0.
    pub(crate) san: String,
    /// Numeric annotation glyphs, such as 1 for a good move.
    pub(crate) glyphs: Vec<u8>,
    /// The comment after the move; for node 0, before the first one.
    pub(crate) comment: String,
    /// The comment before the variation that the move begins.
    pub(crate) before: String,
    /// The comment behind that variation.
    pub(crate) behind: String,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct PositionView {
    /// The FEN.
    pub(crate) fen: String,
    /// `w` or `b`.
    pub(crate) side: String,
    /// Squares and the pieces on them.
    pub(crate) pieces: Vec<(String, PieceCode)>,
    /// The square of the King in check.
    pub(crate) check: Option<String>,
    /// Origin and target of the last move.
    pub(crate) last_move: Option<(String, String)>,
    /// The legal moves; none when the game is over, at an earlier position of a game in
    /// progress, and when it is the engine's turn.
    pub(crate) legal: Vec<LegalMove>,
    /// What tablebases say of the position, such as `White mates in 12`.
    pub(crate) tablebase: Option<String>,
    /// The moves of the opening book, the preferred one first; none while the engine plays.
    pub(crate) book: Vec<BookMoveView>,
}

/// A move of the opening book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookMoveView {
    /// The move in coordinates.
    pub(crate) mv: String,
    /// The move in SAN.
    pub(crate) san: String,
    /// In how many of a hundred games it is played from the book.
    pub(crate) percent: u32,
    /// What is known about it, such as `score +0.31, 19 games, 58% of the points`.
    pub(crate) facts: String,
    /// The score from White's point of view, such as `+0.31`.
    pub(crate) score: Option<String>,
    /// Games after it that White won, that were drawn, and that Black won.
    pub(crate) results: (u32, u32, u32),
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LegalMove {
    /// The move in coordinates.
    pub(crate) mv: String,
    /// The move in SAN.
    pub(crate) san: String,
    /// The origin of the moving piece.
    pub(crate) from: String,
    /// Its target; for castling, that of the King.
    pub(crate) to: String,
    /// What kind of move it is.
    pub(crate) kind: MoveKindView,
    /// Whether it captures.
    pub(crate) capture: bool,
    /// For castling, the square of the Rook.
    pub(crate) rook: Option<String>,
    /// The piece that a Pawn becomes.
    pub(crate) promotion: Option<PieceCode>,
    /// What tablebases say of the position after it, for the side that makes it.
    pub(crate) tablebase: Option<TableVerdict>,
}

/// What a move does besides moving a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) enum MoveKindView {
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
pub(crate) struct TableVerdict {
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub(crate) value: i8,
    /// In words, such as `mates in 12`.
    pub(crate) text: String,
}

/// The clocks of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClockView {
    /// White's time when the message was sent.
    pub(crate) white: u64,
    /// Black's.
    pub(crate) black: u64,
    /// Whether the clock of the side to move runs.
    pub(crate) running: bool,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ResultView {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub(crate) result: String,
    /// The reason as a sentence, such as `White wins by Mental Cruelty.`
    pub(crate) reason: String,
}

//! Answers that do not change the game, and what the engine thinks.

use serde::Serialize;

use super::PieceCode;
use super::game::Board;

/// A line of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Line {
    /// The depth in plies.
    pub(crate) depth: u32,
    /// The score from White's point of view.
    pub(crate) score: ScoreView,
    /// The moves in coordinates.
    pub(crate) moves: Vec<String>,
    /// The moves in SAN with their numbers, as text.
    pub(crate) san: String,
    /// Origin and target of the first move.
    pub(crate) first: (String, String),
}

/// A score from White's point of view.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScoreView {
    /// In words: `+0.35`, `-12.10`, `#5`, `#-3`.
    pub(crate) text: String,
    /// Centipawns; none for a mate.
    pub(crate) centipawns: Option<i32>,
    /// Moves to the mate, negative when Black mates.
    pub(crate) mate: Option<i32>,
    /// Chances in thousandths: White wins, draw, Black wins.
    pub(crate) chances: (u16, u16, u16),
}

/// A square that a piece could reach, and its paths there: three for a Falcon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct PathTarget {
    /// The target.
    pub(crate) square: String,
    /// The paths that lie on the board.
    pub(crate) paths: Vec<MovePath>,
}

/// A path of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MovePath {
    /// The squares from origin to target.
    pub(crate) squares: Vec<String>,
    /// The squares that close it: those that should be empty but are not, and missing hurdles.
    /// None when it is open.
    pub(crate) blocked: Vec<String>,
}

/// A game of a PGN text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct PgnSummary {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// Players, event and result in a line.
    pub(crate) title: String,
    /// Why it cannot be opened, if so.
    pub(crate) fault: Option<String>,
}

/// A position as far as its text can be read, legal or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetupView {
    /// The board it stands on.
    pub(crate) board: Board,
    /// Squares and the pieces on them.
    pub(crate) pieces: Vec<(String, PieceCode)>,
    /// `w` or `b`.
    pub(crate) side: String,
    /// The castling field of the FEN.
    pub(crate) castling: String,
    /// The en passant square, if any.
    pub(crate) en_passant: Option<String>,
}

/// A fault of a variant file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct VariantFault {
    /// Its line, from 1, if it belongs to one.
    pub(crate) line: Option<usize>,
    /// What is wrong.
    pub(crate) text: String,
}

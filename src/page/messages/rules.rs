//! The rules of a game, for people.

use serde::Serialize;

use super::PieceCode;
use super::game::Board;

/// The start position of a game, to be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArrayView {
    /// The board, and how the pieces look.
    pub(crate) board: Board,
    /// Squares and pieces.
    pub(crate) start: Vec<(String, PieceCode)>,
}

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RulesView {
    /// The board, and how the pieces look.
    pub(crate) board: Board,
    /// What is special about the game, in a sentence or two; empty if its file does not say.
    pub(crate) about: String,
    /// Squares and pieces of the start position.
    pub(crate) start: Vec<(String, PieceCode)>,
    /// What else there is to say, each paragraph with its subject, such as `castling`.
    pub(crate) paragraphs: Vec<(String, String)>,
    /// The kinds of piece.
    pub(crate) pieces: Vec<PieceRules>,
    /// The castling rules that the game can be played with, each in words.
    pub(crate) castling: Vec<(String, String)>,
}

/// How a kind of piece moves, by an example on the empty board of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct PieceRules {
    /// The piece in White's color.
    pub(crate) code: PieceCode,
    /// Its name, such as `Falcon`.
    pub(crate) name: String,
    /// Its letter in a FEN.
    pub(crate) letter: String,
    /// The square where it stands in the example.
    pub(crate) square: String,
    /// Where it can move without capturing.
    pub(crate) moves: Vec<String>,
    /// Where it can capture.
    pub(crate) captures: Vec<String>,
    /// Those of these squares that it does not reach if something stands in the way, on a square
    /// where the piece itself cannot stop.
    pub(crate) blockable: Vec<String>,
    /// Where it can move only if others stand in between, as hoppers do.
    pub(crate) moves_over: Vec<String>,
    /// Where it can capture only if others stand in between, as a Cannon does.
    pub(crate) captures_over: Vec<String>,
}

//! What the evaluation of a game says about its moves.

use serde::Serialize;

use super::NodeId;
use super::answers::Line;

/// A move that is marked, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct JudgedMove {
    /// Its node.
    pub(crate) node: NodeId,
    /// Its number with dots, such as `12...`.
    pub(crate) number: String,
    /// The move in SAN.
    pub(crate) san: String,
    /// The numeric annotation glyph: 1 for `!`, 2 for `?`, 4 for `??`, 6 for `?!`.
    pub(crate) glyph: u8,
    /// How much of the expected score it lost, such as `12%`.
    pub(crate) loss: String,
    /// The better line, if the move lost something.
    pub(crate) better: Option<Line>,
}

/// A turning point of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct TurningPointView {
    /// Its node.
    pub(crate) node: NodeId,
    /// White's expected score with the best move, such as `55%`.
    pub(crate) before: String,
    /// White's expected score after the move.
    pub(crate) after: String,
}

//! What the server sends.

use serde::Serialize;

use super::NodeId;
use super::answers::{Line, PathTarget, PgnSummary, ScoreView, SetupView, VariantFault};
use super::catalog::Catalog;
use super::game::{Board, State};
use super::matches::{MatchSummary, MatchView};
use super::request::Start;

/// What the server sends.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub(crate) enum Message {
    /// The first message, and again when games were added.
    Catalog(Box<Catalog>),
    /// The board of the game, before the first state of every game with other rules.
    Board(Box<Board>),
    /// The game and its current position, after every change.
    State(Box<State>),
    /// What the engine thinks of a position; newer lines replace older ones.
    Thinking {
        /// The node of the position.
        node: NodeId,
        /// The best lines, the best first.
        lines: Vec<Line>,
        /// Positions searched.
        nodes: u64,
        /// Positions searched in a second.
        nodes_per_second: u64,
        /// Whether the search goes on.
        searching: bool,
    },
    /// What the engine thinks of a position of the main line.
    Evaluation {
        /// The node of the position.
        node: NodeId,
        /// The score.
        score: ScoreView,
        /// How many positions are left.
        left: usize,
    },
    /// The evaluation has ended although positions were left.
    EvaluationEnded,
    /// The paths of a piece in the current position.
    Paths {
        /// The node of the position.
        node: NodeId,
        /// Its square.
        square: String,
        /// All targets that it could reach with other squares empty or occupied.
        targets: Vec<PathTarget>,
    },
    /// The answer to [`Request::ListMatches`](super::Request::ListMatches).
    Matches {
        /// The matches by name.
        matches: Vec<MatchSummary>,
    },
    /// The match that is watched.
    Match(Box<MatchView>),
    /// The games of a PGN text of more than one.
    Games {
        /// A line for each.
        games: Vec<PgnSummary>,
    },
    /// The answer to [`Request::CheckPosition`](super::Request::CheckPosition).
    PositionChecked {
        /// The position that was asked for.
        start: Start,
        /// What is wrong with it, if anything.
        fault: Option<String>,
        /// The position as far as it can be read.
        setup: Option<Box<SetupView>>,
    },
    /// The answer to [`Request::CheckVariants`](super::Request::CheckVariants).
    VariantsChecked {
        /// The faults, in the order of their lines.
        faults: Vec<VariantFault>,
        /// The names of the games in the file.
        names: Vec<String>,
        /// Whether they are now in the catalog.
        added: bool,
    },
    /// The answer to [`Request::Pgn`](super::Request::Pgn).
    Pgn {
        /// The game as PGN.
        pgn: String,
    },
    /// A game could not be continued as the page kept it; nothing has changed.
    NotRestored {
        /// A sentence that says why.
        text: String,
    },
    /// Something happened that the person should know: a draw was declined.
    Notice {
        /// A sentence.
        text: String,
    },
    /// A request could not be fulfilled; nothing has changed.
    Error {
        /// A sentence that names what was wrong.
        text: String,
    },
}

//! What the server sends.

use serde::Serialize;

use super::answers::{Line, PathTarget, PgnSummary, ScoreView, SetupView, VariantFault};
use super::catalog::Catalog;
use super::game::{Board, State};
use super::matches::{MatchSummary, MatchView};
use super::report::{JudgedMove, TurningPointView};
use super::request::Start;
use super::rules::RulesView;
use super::{NodeId, PieceCode};

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
        /// Whether the lines are those of the other side, as if it were to move: what it
        /// threatens.
        threat: bool,
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
    /// The positions of the main line have scores; moves are compared with better ones.
    Comparison {
        /// How many moves are left.
        left: usize,
    },
    /// What the evaluation says about the moves of the game, when it is finished.
    Report {
        /// The moves that are marked.
        moves: Vec<JudgedMove>,
        /// How well White and Black played, in percent; none without a move.
        accuracy: (Option<f64>, Option<f64>),
        /// Where the game changed hands.
        turning_points: Vec<TurningPointView>,
    },
    /// The evaluation has ended although positions or moves were left.
    EvaluationEnded,
    /// The answer to [`Request::Preview`](super::Request::Preview).
    Preview {
        /// The node of the position from which the moves begin.
        node: NodeId,
        /// The moves.
        moves: Vec<String>,
        /// Squares and the pieces on them after the moves.
        pieces: Vec<(String, PieceCode)>,
        /// Origin and target of the last of them.
        last_move: Option<(String, String)>,
    },
    /// The answer to [`Request::Rules`](super::Request::Rules).
    Rules(Box<RulesView>),
    /// The answer to [`Request::Picture`](super::Request::Picture).
    Picture {
        /// The picture as SVG.
        svg: String,
        /// Whether it shows the whole game.
        animated: bool,
    },
    /// The answer to [`Request::ImportVariants`](super::Request::ImportVariants).
    VariantsImported {
        /// The variant file; empty if no game can be imported.
        text: String,
        /// What there is to say about the lines of the other program's file.
        findings: Vec<VariantFault>,
    },
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
        /// The rules of the first of them, if there are no faults.
        rules: Option<Box<RulesView>>,
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
    /// The page takes part in its game no longer, and need not come back.
    Dismissed {
        /// A sentence that says why.
        text: String,
    },
    /// A request could not be fulfilled; nothing has changed.
    Error {
        /// A sentence that names what was wrong.
        text: String,
    },
}

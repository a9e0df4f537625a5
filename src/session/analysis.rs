//! What is known about a position of a game before its moves are judged.
//!
//! Must not search: its users do.

use crate::board::moves::Move;
use crate::position::Outcome;
use crate::position::game::Game;
use crate::search::score::Score;
use crate::search::{Info, ScoreBound};

use super::judgment::ExpectedScore;

/// The analysis of a position.
#[derive(Clone, Debug)]
pub(crate) struct PositionAnalysis {
    /// The expected score of the side to move.
    pub(crate) expected: ExpectedScore,
    /// The score for the side to move; none if the game has been won or lost.
    pub(crate) score: Option<Score>,
    /// The best line; empty if the game is over.
    pub(crate) line: Vec<Move>,
    /// Whether the best move is hard to find.
    pub(crate) is_hard: bool,
}

impl PositionAnalysis {
    /// The final position of a game.
    pub(crate) fn from_outcome(game: &Game, outcome: Outcome) -> PositionAnalysis {
        let side = game.position().side_to_move();
        let (expected, score) = match outcome.winner() {
            None => (ExpectedScore::EVEN, Some(Score::Centipawns(0))),
            Some(winner) if winner == side => (ExpectedScore::WON, None),
            Some(_) => (ExpectedScore::LOST, None),
        };
        PositionAnalysis {
            expected,
            score,
            line: Vec::new(),
            is_hard: false,
        }
    }
}

/// A move is hard to find if no iteration up to this depth prefers it.
const EASY_DEPTH: u32 = 4;

/// The moves that the first iterations of a search prefer.
#[derive(Clone, Debug, Default)]
pub(crate) struct EasyMoves(Vec<Move>);

impl EasyMoves {
    /// Records the report of an iteration.
    pub(crate) fn record(&mut self, info: &Info) {
        if info.line <= 1 && info.bound == ScoreBound::Exact && info.depth <= EASY_DEPTH {
            self.0.extend(info.pv.first());
        }
    }

    /// Whether the search has found this move late. It is not known without reports.
    pub(crate) fn make_hard(&self, best: Move) -> bool {
        !self.0.is_empty() && !self.0.contains(&best)
    }
}

/// How the game has ended at its current position. If the game continues, a draw that has to be
/// claimed was not, and does not count.
pub(crate) fn counted_outcome(game: &Game, game_continues: bool) -> Option<Outcome> {
    let is_claimed = |outcome: &Outcome| *outcome == Outcome::Repetition || outcome.is_claimed();
    let outcome = game.outcome();
    outcome.filter(|outcome| !game_continues || !is_claimed(outcome))
}

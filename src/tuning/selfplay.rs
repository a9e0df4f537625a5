//! Games between two engines within this process.
//!
//! They start faster than a match of two programs, and the engines can differ
//! in any tunable. Searches are limited by nodes, so that games are
//! reproducible.

use crate::arena::adjudication::{Adjudication, Adjudicator, DrawAdjudication, WinAdjudication};
use crate::board::color::Color;
use crate::engine::Engine;
use crate::position::game::Game;
use crate::search::Limits;
use crate::search::score::Score;

/// Adjudication of such games, when both engines agree on the result.
pub const ADJUDICATION: Adjudication = Adjudication {
    draw: Some(DrawAdjudication {
        from: 50,
        moves: 6,
        score: 10,
    }),
    win: Some(WinAdjudication {
        moves: 4,
        score: 1000,
    }),
    length: Some(200),
};

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game, including the opening moves.
    pub game: Game,
    /// The score of each move after the opening, by the player that made it.
    pub scores: Vec<Score>,
    /// The winner, or `None` for a draw.
    pub winner: Option<Color>,
}

/// Plays a game to its end, or until it is adjudicated. The first engine plays
/// White.
///
/// ```
/// use peregrine::{engine::Engine, position::{game::Game, Position}, search::Limits, variants};
/// use peregrine::tuning::selfplay::{ADJUDICATION, play};
/// let rules = variants::falcon();
/// let mut engines = [Engine::new(rules), Engine::new(rules)];
/// let opening = Position::from_fen(rules, "k9/10/1K8/10/10/10/10/9R w - - 0 1").unwrap();
/// let limits = Limits { nodes: Some(500), ..Limits::default() };
/// let played = play(&mut engines, Game::new(opening), &limits, ADJUDICATION);
/// assert!(!played.scores.is_empty());
/// ```
pub fn play(
    engines: &mut [Engine; 2],
    opening: Game,
    limits: &Limits,
    adjudication: Adjudication,
) -> PlayedGame {
    let mut game = opening;
    let mut scores = Vec::new();
    let mut adjudicator = Adjudicator::new(adjudication);
    loop {
        if let Some(outcome) = game.outcome() {
            let winner = outcome.winner();
            return PlayedGame {
                game,
                scores,
                winner,
            };
        }
        let mover = game.position().side();
        let engine = &mut engines[mover.index()];
        let result = engine.search(&game, limits.clone(), |_| ());
        let best = result.best.expect("a game that is not over has a move");
        game.play(best);
        scores.push(result.score);
        let plies = game.moves().len();
        // A mate on the board is handled by the rules, not by adjudication.
        if game.outcome().is_none()
            && let Some(verdict) = adjudicator.after(mover, Some(result.score), plies)
        {
            let winner = verdict.winner;
            return PlayedGame {
                game,
                scores,
                winner,
            };
        }
    }
}

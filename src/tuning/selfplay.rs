//! Games between two engines within this process.
//!
//! They start faster than a match of two programs, and the engines can differ
//! in any tunable. Games are reproducible if the limits count nodes.

use std::time::Duration;

use crate::arena::adjudication::{Adjudication, Adjudicator, DrawAdjudication, WinAdjudication};
use crate::board::color::Color;
use crate::engine::Engine;
use crate::position::game::Game;
use crate::search::score::Score;
use crate::search::{Limits, SearchResult};

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
    /// The winner, or `None` for a draw. A player who exceeds the time loses.
    pub winner: Option<Color>,
}

/// Plays a game to its end, or until it is adjudicated. The first engine plays
/// White. Each player starts with the clock of the limits, if they have one,
/// for the whole game; it counts nodes if they say how many make a second. The engines search
/// on this thread, which needs a stack of [`STACK`](crate::engine::STACK) bytes.
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
    let mut clocks = [limits.clock; 2];
    let winner = loop {
        if let Some(outcome) = game.outcome() {
            break outcome.winner();
        }
        let mover = game.position().side_to_move();
        let engine = &mut engines[mover.index()];
        let limits = Limits {
            clock: clocks[mover.index()],
            ..limits.clone()
        };
        let result = engine.search_inline(&game, limits.clone());
        if let Some(clock) = &mut clocks[mover.index()] {
            let Some(left) = clock.remaining.checked_sub(time_taken(&result, &limits)) else {
                break Some(!mover);
            };
            clock.remaining = left + clock.increment;
        }
        let best = result.best.expect("a game that is not over has a move");
        game.play(best);
        scores.push(result.score);
        let plies = game.moves().len();
        // A mate on the board is handled by the rules, not by adjudication.
        if game.outcome().is_none()
            && let Some(verdict) = adjudicator.update(mover, Some(result.score), plies)
        {
            break verdict.winner;
        }
    };
    PlayedGame {
        game,
        scores,
        winner,
    }
}

/// The time that a search took, as its limits count it.
fn time_taken(result: &SearchResult, limits: &Limits) -> Duration {
    match limits.nodes_per_second {
        Some(rate) => Duration::from_secs_f64(result.nodes as f64 / rate as f64),
        None => result.time,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Clock;
    use crate::variants;

    /// A game on a clock that counts a million nodes a second.
    fn play_on_clock(remaining: Duration) -> PlayedGame {
        let rules = variants::falcon();
        let mut engines = [Engine::new(rules), Engine::new(rules)];
        let opening = Game::new(crate::position::Position::start(rules));
        let limits = Limits {
            clock: Some(Clock {
                remaining,
                increment: Duration::from_micros(50),
                moves_to_go: None,
            }),
            nodes_per_second: Some(1_000_000),
            ..Limits::default()
        };
        let adjudication = Adjudication {
            length: Some(6),
            ..ADJUDICATION
        };
        play(&mut engines, opening, &limits, adjudication)
    }

    #[test]
    fn who_exceeds_the_time_loses_and_a_clock_of_nodes_is_reproducible() {
        let lost = play_on_clock(Duration::ZERO);
        assert_eq!(lost.winner, Some(Color::Black));
        assert!(lost.game.moves().is_empty());
        let time = Duration::from_millis(50);
        let [first, second] = [play_on_clock(time), play_on_clock(time)];
        assert_eq!(first.game.moves().len(), 12);
        assert_eq!(first.game.moves(), second.game.moves());
        assert_eq!(first.scores, second.scores);
    }
}

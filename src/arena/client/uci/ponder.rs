//! Pondering: an engine thinks about the move that it expects from its opponent.
//!
//! Its clock does not run meanwhile. If the expected move is played, `ponderhit` makes
//! the search an ordinary one; otherwise `stop` ends it, and its answer does not count.

use super::{Line, Uci, bestmove_text, go_command, position_command};
use crate::arena::client::{Clocks, EngineError};
use crate::arena::record::SearchInfo;
use crate::board::moves::Move;
use crate::notation::parse_coordinate;
use crate::position::Position;
use crate::position::game::Game;

/// The option that tells an engine that it will ponder.
pub(super) const OPTION: &str = "Ponder";

/// A search during the opponent's turn.
#[derive(Debug)]
pub(super) struct Pondering {
    mv: Move,
    position: Position,
}

/// The move that an engine expects, as it wrote it in a `bestmove` line.
pub(super) fn expected_move(line: &str) -> Option<String> {
    let mut words = line.split_whitespace().skip(2);
    (words.next() == Some("ponder"))
        .then(|| words.next())?
        .map(str::to_owned)
}

impl Uci {
    /// Starts a search for the position after the expected move, unless there is none,
    /// it is illegal, or it would end the game.
    pub(super) fn start_pondering(
        &mut self,
        game: &Game,
        clocks: &Clocks,
    ) -> Result<(), EngineError> {
        let Some(expected) = self.expected.take().filter(|_| self.is_allowed_to_ponder) else {
            return Ok(());
        };
        let Ok(mv) = parse_coordinate(game.position(), &expected)
            .or_else(|_| parse_coordinate(game.position(), &expected.to_lowercase()))
        else {
            return Ok(());
        };
        let mut game = game.clone();
        game.play(mv);
        if game.outcome().is_some() {
            return Ok(());
        }
        // A second copy of its answer must not pass for the end of this search.
        self.drain_until_ready()?;
        let go = go_command(game.position().side_to_move(), &self.limits, clocks)?;
        let go = go.replacen("go", "go ponder", 1);
        self.process.drop_thinking_when_full(true);
        self.process
            .send(&format!("{}\n{go}", position_command(&game)))?;
        self.pondering = Some(Pondering {
            mv,
            position: game.position().clone(),
        });
        Ok(())
    }

    /// Prepares the engine for its turn. Returns what it reported so far if it is
    /// thinking about the right position, and otherwise makes sure that it is idle.
    pub(super) fn finish_pondering(
        &mut self,
        game: &Game,
    ) -> Result<Option<SearchInfo>, EngineError> {
        self.process.drop_thinking_when_full(false);
        let settled = self.drain_until_ready()?;
        let Some(pondering) = self.pondering.take() else {
            return Ok(None);
        };
        if settled.has_answered {
            // It must not answer before it is asked; it gets the question anew.
            return Ok(None);
        }
        if game.moves().last() == Some(&pondering.mv) {
            return Ok(Some(settled.info));
        }
        self.stop_search(&pondering)?;
        self.drain_until_ready()?;
        Ok(None)
    }

    /// Ends a search during the opponent's turn, if there is one.
    pub(super) fn stop_pondering(&mut self) -> Result<(), EngineError> {
        self.process.drop_thinking_when_full(false);
        if let Some(pondering) = self.pondering.take()
            && !self.drain_until_ready()?.has_answered
        {
            self.stop_search(&pondering)?;
        }
        Ok(())
    }

    /// Sends `stop` and waits for the answer that ends the search.
    fn stop_search(&mut self, pondering: &Pondering) -> Result<(), EngineError> {
        let until = self.process.send("stop")? + self.response_timeout;
        loop {
            let Line { text, .. } = self.process.receive(until)?;
            let is_answer = text.split_whitespace().next() == Some("bestmove");
            let moved = bestmove_text(&text);
            let is_legal = || parse_coordinate(&pondering.position, moved).is_ok();
            if is_answer && (!self.strays.is_last_answer(moved) || is_legal()) {
                self.strays.record_discarded_answer(moved);
                return Ok(());
            }
        }
    }
}

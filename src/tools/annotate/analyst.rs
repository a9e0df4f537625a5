//! Looks at positions of a game, each with a search of its own.
//!
//! Every search begins with an engine that remembers nothing, so that what it finds depends
//! on the position, the moves before it and the effort alone.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::board::moves::Move;
use crate::engine::{Engine, EngineOptions};
use crate::position::Outcome;
use crate::position::game::Game;
use crate::rules::Rules;
use crate::search::score::Score;
use crate::search::wdl::Wdl;
use crate::search::{Info, Limits, ScoreBound};
use crate::tools::stoppable;

use super::judgment::Chances;

/// A move is hard to find if no search up to this depth prefers it.
pub const EASY_DEPTH: u32 = 4;

/// How much each position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So many nodes: the result is the same on every machine.
    Nodes(u64),
    /// So long.
    Time(Duration),
}

impl Effort {
    fn limits(self, root_moves: Option<Vec<Move>>) -> Limits {
        let (nodes, move_time) = match self {
            Effort::Nodes(nodes) => (Some(nodes), None),
            Effort::Time(time) => (None, Some(time)),
        };
        Limits {
            nodes,
            move_time,
            root_moves,
            ..Limits::default()
        }
    }
}

/// What there is to say about a position.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The chances of the side to move.
    pub chances: Chances,
    /// The score for the side to move; none if the game has been won or lost.
    pub score: Option<Score>,
    /// The best line; empty if the game is over.
    pub line: Vec<Move>,
    /// Whether the best move is hard to find.
    pub is_hard: bool,
}

impl View {
    /// Of a game that is over.
    fn of_outcome(game: &Game, outcome: Outcome) -> View {
        let side = game.position().side_to_move();
        let (chances, score) = match outcome.winner() {
            None => (Chances::EVEN, Some(Score::Centipawns(0))),
            Some(winner) if winner == side => (Chances::WON, None),
            Some(_) => (Chances::LOST, None),
        };
        View {
            chances,
            score,
            line: Vec::new(),
            is_hard: false,
        }
    }
}

/// The engines of all threads, each used by one at a time.
pub(super) struct Engines {
    effort: Effort,
    hash: usize,
    idle: Mutex<Vec<Engine>>,
}

impl Engines {
    pub fn new(effort: Effort, hash: usize) -> Engines {
        Engines {
            effort,
            hash,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// An analyst with an idle engine, or a new one.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn analyst<'a>(
        &'a self,
        rules: &'static Rules,
        stop: &'a AtomicBool,
    ) -> io::Result<Analyst<'a>> {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let engine = match idle {
            Some(engine) => engine,
            None => {
                let mut engine = Engine::new(rules);
                engine.set_options(EngineOptions {
                    hash: self.hash,
                    threads: 1,
                    lines: 1,
                    move_overhead: Duration::ZERO,
                    ..engine.options()
                })?;
                engine
            }
        };
        Ok(Analyst {
            engines: self,
            engine: Some(engine),
            stop,
        })
    }
}

/// One thread's view of positions.
pub(super) struct Analyst<'a> {
    engines: &'a Engines,
    /// Present until it is given back.
    engine: Option<Engine>,
    stop: &'a AtomicBool,
}

impl Drop for Analyst<'_> {
    fn drop(&mut self) {
        let mut idle = self
            .engines
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        // After a panic its state is unknown.
        if !std::thread::panicking() {
            idle.extend(self.engine.take());
        }
    }
}

impl Analyst<'_> {
    /// Looks at the current position of a game; `None` if stopped.
    ///
    /// If moves follow, a draw that has to be claimed was not, and does not count.
    pub fn look(&mut self, game: &Game, has_sequel: bool) -> io::Result<Option<View>> {
        let claimed =
            |outcome: &Outcome| matches!(outcome, Outcome::Repetition | Outcome::FiftyMoves);
        let outcome = game.outcome();
        if let Some(outcome) = outcome.filter(|outcome| !has_sequel || !claimed(outcome)) {
            return Ok(Some(View::of_outcome(game, outcome)));
        }
        self.search(game, None)
    }

    /// Looks at the position as if a move were not there; `None` if stopped, or if there
    /// is no other move.
    pub fn look_without(&mut self, game: &Game, mv: Move) -> io::Result<Option<View>> {
        let moves = game.position().legal_moves();
        let others: Vec<Move> = moves.into_iter().filter(|&other| other != mv).collect();
        match others.is_empty() {
            true => Ok(None),
            false => self.search(game, Some(others)),
        }
    }

    fn search(&mut self, game: &Game, root_moves: Option<Vec<Move>>) -> io::Result<Option<View>> {
        let Some(engine) = self.engine.as_mut().filter(|_| !self.stop.load(Relaxed)) else {
            return Ok(None);
        };
        engine.set_rules(game.position().rules());
        engine.clear();
        let limits = self.engines.effort.limits(root_moves);
        let mut lines = Lines::default();
        let result = stoppable::search(engine, game, limits, self.stop, |info| lines.take(info));
        let Some(result) = result else {
            return Ok(None);
        };
        let position = game.position();
        let best = result.best;
        Ok(Some(View {
            chances: Wdl::new(position, result.score).into(),
            score: Some(result.score),
            line: best.map_or_else(Vec::new, |best| lines.after(best)),
            is_hard: best.is_some_and(|best| !lines.easy.is_empty() && !lines.easy.contains(&best)),
        }))
    }
}

/// What a search reports on the way.
#[derive(Default)]
struct Lines {
    /// The moves that searches up to [`EASY_DEPTH`] prefer.
    easy: Vec<Move>,
    /// The last line of each first move.
    last: Vec<Vec<Move>>,
}

impl Lines {
    fn take(&mut self, info: Info) {
        let Some(&first) = info.pv.first().filter(|_| info.line == 1) else {
            return;
        };
        if info.bound == ScoreBound::Exact && info.depth <= EASY_DEPTH {
            self.easy.push(first);
        }
        self.last.retain(|line| line.first() != Some(&first));
        self.last.push(info.pv);
    }

    /// The line that begins with a move.
    fn after(&self, best: Move) -> Vec<Move> {
        let found = self.last.iter().find(|line| line.first() == Some(&best));
        found.cloned().unwrap_or_else(|| vec![best])
    }
}

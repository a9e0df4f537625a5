//! Searches positions for a book, each by itself.
//!
//! Every search begins with an engine that remembers nothing, so that what it finds depends
//! on the position and the effort alone.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::engine::{Engine, EngineOptions};
use crate::position::game::Game;
use crate::rules::Rules;
use crate::search::score::Value;
use crate::search::{Info, Limits, ScoreBound};
use crate::tools::stoppable;

use super::tree::{SearchedMove, Task};

/// How much each position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes for a position.
    pub nodes: u64,
    /// How many of its best moves get a score.
    pub lines: usize,
    /// The size of a thread's transposition table in MiB.
    pub hash: usize,
}

/// The engines of all threads.
pub struct Analysts<'a> {
    rules: &'static Rules,
    effort: Effort,
    stop: &'a AtomicBool,
    idle: Mutex<Vec<Engine>>,
}

impl<'a> Analysts<'a> {
    /// No engines yet. Once `stop` is set, nothing is searched.
    pub fn new(rules: &'static Rules, effort: Effort, stop: &'a AtomicBool) -> Analysts<'a> {
        Analysts {
            rules,
            effort,
            stop,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Searches a position; `None` if stopped. The start position gets scores for all its
    /// moves, and nodes in proportion.
    ///
    /// # Errors
    /// If there is no memory for the search.
    pub fn search(&self, task: &Task) -> io::Result<Option<Vec<SearchedMove>>> {
        if self.stop.load(Relaxed) {
            return Ok(None);
        }
        let Effort { nodes, lines, .. } = self.effort;
        let moves = task.position.legal_moves().len();
        let lines = match task.depth {
            0 => moves,
            _ => lines.min(moves),
        };
        let share = lines.div_ceil(self.effort.lines).max(1) as u64;
        let limits = Limits {
            nodes: Some(nodes.saturating_mul(share)),
            ..Limits::default()
        };
        let mut engine = self.engine()?;
        engine.set_lines(lines)?;
        engine.clear();
        let game = Game::new(task.position.clone());
        let mut found = Lines::default();
        let take = |info| found.take(&info);
        let result = stoppable::search(&mut engine, &game, limits, self.stop, take);
        let idle = self.idle.lock();
        idle.unwrap_or_else(PoisonError::into_inner).push(engine);
        Ok(result.map(|_| found.moves))
    }

    /// An idle engine, or a new one.
    fn engine(&self) -> io::Result<Engine> {
        let idle = self.idle.lock();
        let idle = idle.unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(engine) = idle {
            return Ok(engine);
        }
        let mut engine = Engine::new(self.rules);
        engine.set_options(EngineOptions {
            hash: self.effort.hash,
            threads: 1,
            move_overhead: Duration::ZERO,
            ..engine.options()
        })?;
        Ok(engine)
    }
}

/// The moves of the last complete depth.
#[derive(Default)]
struct Lines {
    depth: u32,
    moves: Vec<SearchedMove>,
}

impl Lines {
    fn take(&mut self, info: &Info) {
        let Some(&mv) = info.pv.first().filter(|_| info.bound == ScoreBound::Exact) else {
            return;
        };
        if info.depth > self.depth {
            self.depth = info.depth;
            self.moves.clear();
        }
        // A single line is also reported within a depth.
        self.moves.retain(|row| row.mv != mv);
        if info.line == 1 {
            self.moves.clear();
        }
        let score = Value::from(info.score);
        self.moves.push(SearchedMove { mv, score });
    }
}

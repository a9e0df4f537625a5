//! Searches positions for a book, each by itself.
//!
//! Every search starts with a cleared engine, so that its result depends only on the position
//! and the settings.

use std::io;
use std::sync::atomic::AtomicBool;

use crate::position::game::Game;
use crate::search::score::Value;
use crate::search::{Info, Limits, ScoreBound};
use crate::tools::engine_pool::EnginePool;

use super::tree::{SearchedMove, Task};

/// How much each position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// Nodes for a position.
    pub nodes: u64,
    /// How many of its best moves get a score.
    pub lines: usize,
    /// The size of a thread's transposition table in MiB.
    pub hash: usize,
}

/// Searches positions, each with a cleared engine.
pub(super) struct PositionSearcher<'a> {
    settings: SearchSettings,
    pool: EnginePool<'a>,
}

impl<'a> PositionSearcher<'a> {
    /// Once `stop` is set, nothing is searched.
    pub(super) fn new(settings: SearchSettings, stop: &'a AtomicBool) -> PositionSearcher<'a> {
        let pool = EnginePool::new(settings.hash, stop);
        PositionSearcher { settings, pool }
    }

    /// Searches a position; `None` if stopped. The start position gets scores for all its
    /// moves, and nodes in proportion.
    ///
    /// # Errors
    /// If there is no memory for the search.
    pub(super) fn search(&self, task: &Task) -> io::Result<Option<Vec<SearchedMove>>> {
        let SearchSettings { nodes, lines, .. } = self.settings;
        let moves = task.position.legal_moves().len();
        let wanted = match task.depth {
            0 => moves,
            _ => lines.min(moves),
        };
        let share = wanted.div_ceil(lines).max(1) as u64;
        let limits = Limits {
            nodes: Some(nodes.saturating_mul(share)),
            ..Limits::default()
        };
        let game = Game::new(task.position.clone());
        let mut found = LastDepth::default();
        let result = self
            .pool
            .search(&game, wanted, limits, |info| found.add(&info))?;
        Ok(result.map(|_| found.moves))
    }
}

/// The moves of the last complete depth.
#[derive(Default)]
struct LastDepth {
    depth: u32,
    moves: Vec<SearchedMove>,
}

impl LastDepth {
    fn add(&mut self, info: &Info) {
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

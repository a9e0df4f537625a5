//! Analyzes positions of a game, each with a search of its own.
//!
//! Every search starts with a cleared engine, so that its result depends only on the position,
//! the moves before it and the budget.

use std::io;
use std::time::Duration;

use crate::board::moves::Move;
use crate::position::game::Game;
use crate::search::wdl::Wdl;
use crate::search::{Info, Limits, SearchResult};
use crate::session::analysis::{EasyMoves, PositionAnalysis, counted_outcome};
use crate::tools::engine_pool::EnginePool;

/// How much each position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchBudget {
    /// This many nodes: the result is the same on every machine.
    Nodes(u64),
    /// This much time.
    Time(Duration),
}

impl SearchBudget {
    fn limits(self, root_moves: Option<Vec<Move>>) -> Limits {
        let (nodes, move_time) = match self {
            SearchBudget::Nodes(nodes) => (Some(nodes), None),
            SearchBudget::Time(time) => (None, Some(time)),
        };
        Limits {
            nodes,
            move_time,
            root_moves,
            ..Limits::default()
        }
    }
}

/// Analyzes positions, each with a cleared engine.
pub(super) struct PositionAnalyzer<'a> {
    budget: SearchBudget,
    pool: EnginePool<'a>,
}

impl<'a> PositionAnalyzer<'a> {
    pub(super) fn new(budget: SearchBudget, pool: EnginePool<'a>) -> PositionAnalyzer<'a> {
        PositionAnalyzer { budget, pool }
    }

    /// Analyzes the current position of a game; `None` if stopped.
    ///
    /// If the game continues, a draw that has to be claimed was not, and does not count.
    pub(super) fn analyze(
        &self,
        game: &Game,
        game_continues: bool,
    ) -> io::Result<Option<PositionAnalysis>> {
        if let Some(outcome) = counted_outcome(game, game_continues) {
            return Ok(Some(PositionAnalysis::from_outcome(game, outcome)));
        }
        self.search(game, None)
    }

    /// Analyzes the position as if a move did not exist; `None` if stopped, or if there is
    /// no other move.
    pub(super) fn analyze_without(
        &self,
        game: &Game,
        mv: Move,
    ) -> io::Result<Option<PositionAnalysis>> {
        let moves = game.position().legal_moves();
        let others: Vec<Move> = moves.into_iter().filter(|&other| other != mv).collect();
        match others.is_empty() {
            true => Ok(None),
            false => self.search(game, Some(others)),
        }
    }

    fn search(
        &self,
        game: &Game,
        root_moves: Option<Vec<Move>>,
    ) -> io::Result<Option<PositionAnalysis>> {
        let limits = self.budget.limits(root_moves);
        let mut reports = Reports::default();
        let result = self
            .pool
            .search(game, 1, limits, |info| reports.add(info))?;
        Ok(
            result.map(|SearchResult { best, score, .. }| PositionAnalysis {
                expected: Wdl::new(game.position(), score).into(),
                score: Some(score),
                line: best.map_or_else(Vec::new, |best| reports.line_of(best)),
                is_hard: best.is_some_and(|best| reports.easy.make_hard(best)),
            }),
        )
    }
}

/// The reports of a search.
#[derive(Default)]
struct Reports {
    easy: EasyMoves,
    /// The last line of each first move.
    last: Vec<Vec<Move>>,
}

impl Reports {
    fn add(&mut self, info: Info) {
        let Some(&first) = info.pv.first().filter(|_| info.line == 1) else {
            return;
        };
        self.easy.record(&info);
        self.last.retain(|line| line.first() != Some(&first));
        self.last.push(info.pv);
    }

    /// The line that begins with a move.
    fn line_of(&self, best: Move) -> Vec<Move> {
        let found = self.last.iter().find(|line| line.first() == Some(&best));
        found.cloned().unwrap_or_else(|| vec![best])
    }
}

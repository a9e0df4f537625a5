//! A search in the background: its reports, its end, and what it has found.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use peregrine::engine::Report;
use peregrine::position::Position;
use peregrine::search::score::Score as LibraryScore;
use peregrine::search::wdl::Wdl;
use peregrine::search::{self, ScoreBound, SearchResult};
use peregrine::{board::color::Color, notation};
use pyo3::prelude::*;

use crate::engine::Core;
use crate::errors::engine_error;
use crate::interrupt::INTERVAL;
use crate::moves::Move;
use crate::score::Score;

/// What the search threads report, and who waits for it.
#[derive(Default)]
pub struct Reports {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// What the iterator has not taken yet.
    infos: VecDeque<search::Info>,
    /// The latest report of each line.
    lines: BTreeMap<usize, search::Info>,
    result: Option<SearchResult>,
    /// Nothing follows.
    ended: bool,
}

impl Reports {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub fn has_ended(&self) -> bool {
        self.state().ended
    }

    /// Waits for something, but not longer than signals may wait.
    fn wait<T>(&self, ready: &mut (impl FnMut(&mut State) -> Option<T> + Send)) -> Option<T> {
        let mut state = self.state();
        if let Some(found) = ready(&mut state) {
            return Some(found);
        }
        let waited = self.changed.wait_timeout(state, INTERVAL);
        let (mut state, _) = waited.unwrap_or_else(|poisoned| poisoned.into_inner());
        ready(&mut state)
    }
}

/// The end of the reports that belongs to the search threads. Dropping it ends the search for
/// those who wait, even if there is no result.
pub struct Reporter(pub Arc<Reports>);

impl Reporter {
    pub fn take(&self, report: Report) {
        let mut state = self.0.state();
        match report {
            Report::Info(info) => {
                state.lines.insert(info.line, info.clone());
                state.infos.push_back(info);
            }
            Report::Finished(result) => {
                state.result = Some(result);
                state.ended = true;
            }
        }
        drop(state);
        self.0.changed.notify_all();
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        self.0.state().ended = true;
        self.0.changed.notify_all();
    }
}

/// A line of play that a search has reported.
///
/// >>> from peregrine_chess import Board, Engine
/// >>> info = Engine(hash=1).analyse(Board(), depth=2).lines[0]
/// >>> info.line, info.depth, len(info.pv) > 0, sum(info.wdl)
/// (1, 2, True, 1000)
#[pyclass(frozen, module = "peregrine_chess")]
pub struct Info {
    info: search::Info,
    root: Arc<Position>,
}

#[pymethods]
impl Info {
    /// The plies searched.
    #[getter]
    fn depth(&self) -> u32 {
        self.info.depth
    }

    /// The deepest ply reached.
    #[getter]
    fn selective_depth(&self) -> u32 {
        self.info.selective_depth
    }

    /// The rank of the line, 1 for the best.
    #[getter]
    fn line(&self) -> usize {
        self.info.line
    }

    /// The score for the side to move.
    #[getter]
    fn score(&self) -> Score {
        Score(self.info.score)
    }

    /// How the score relates to the true one: `'exact'`, `'at least'` or `'at most'`.
    #[getter]
    fn bound(&self) -> &'static str {
        match self.info.bound {
            ScoreBound::Exact => "exact",
            ScoreBound::AtLeast => "at least",
            ScoreBound::AtMost => "at most",
        }
    }

    /// The nodes searched so far.
    #[getter]
    fn nodes(&self) -> u64 {
        self.info.nodes
    }

    /// The seconds since the start.
    #[getter]
    fn time(&self) -> f64 {
        self.info.time.as_secs_f64()
    }

    /// How full the transposition table is, from 0 to 1.
    #[getter]
    fn hash_full(&self) -> f64 {
        self.info.hash_full as f64 / 1000.0
    }

    /// How often tablebases have answered.
    #[getter]
    fn tablebase_hits(&self) -> u64 {
        self.info.tablebase_hits
    }

    /// The chances of the side to move to win, to draw and to lose, in thousandths.
    #[getter]
    fn wdl(&self) -> (u16, u16, u16) {
        let wdl = Wdl::new(&self.root, self.info.score);
        (wdl.win, wdl.draw, wdl.loss)
    }

    /// The expected line of play, as a list of moves.
    #[getter]
    fn pv(&self) -> Vec<Move> {
        let mut position = (*self.root).clone();
        let mut moves = Vec::with_capacity(self.info.pv.len());
        for &mv in &self.info.pv {
            moves.push(Move::new(&position, mv));
            position.play(mv);
        }
        moves
    }

    /// The expected line of play in SAN, with the numbers of the moves.
    ///
    /// >>> from peregrine_chess import Board, Engine
    /// >>> board = Board("chess", "6k1/8/6K1/8/8/8/8/R7 w - - 0 1")
    /// >>> Engine(hash=1).analyse(board, depth=3).lines[0].san()
    /// '1. Ra8#'
    fn san(&self) -> String {
        let mut position = (*self.root).clone();
        let mut words = Vec::new();
        for &mv in &self.info.pv {
            if words.is_empty() || position.side_to_move() == Color::White {
                words.push(notation::move_number(&position));
            }
            words.push(notation::san(&position, mv));
            position.play(mv);
        }
        words.join(" ")
    }

    fn __repr__(&self) -> String {
        let (depth, score) = (self.info.depth, self.info.score);
        format!("<Info depth {depth}, {score}: {}>", self.san())
    }
}

/// What a search has found.
///
/// >>> from peregrine_chess import Board, Engine
/// >>> analysis = Engine(hash=1).analyse(Board(), depth=3, lines=2)
/// >>> len(analysis.lines), analysis.best == analysis.lines[0].pv[0]
/// (2, True)
#[pyclass(frozen, module = "peregrine_chess")]
pub struct Analysis {
    result: SearchResult,
    lines: Vec<search::Info>,
    root: Arc<Position>,
}

#[pymethods]
impl Analysis {
    /// The best move; None if there is no legal move.
    #[getter]
    fn best(&self) -> Option<Move> {
        self.result.best.map(|mv| Move::new(&self.root, mv))
    }

    /// The expected reply, or None.
    #[getter]
    fn ponder(&self) -> Option<Move> {
        let (best, reply) = (self.result.best?, self.result.ponder?);
        let mut next = (*self.root).clone();
        next.play(best);
        Some(Move::new(&next, reply))
    }

    /// The score of the best move for the side to move; without a legal move, what the end of
    /// the game is worth.
    #[getter]
    fn score(&self) -> Score {
        Score(self.result.score)
    }

    /// The last depth completed.
    #[getter]
    fn depth(&self) -> u32 {
        self.result.depth
    }

    /// The nodes searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.result.nodes
    }

    /// The seconds taken.
    #[getter]
    fn time(&self) -> f64 {
        self.result.time.as_secs_f64()
    }

    /// The latest report of each line, the best first.
    #[getter]
    fn lines(&self) -> Vec<Info> {
        let info = |info: &search::Info| Info {
            info: info.clone(),
            root: Arc::clone(&self.root),
        };
        self.lines.iter().map(info).collect()
    }

    fn __repr__(&self) -> String {
        let (depth, score) = (self.result.depth, self.result.score);
        let best = self.result.best;
        let best = best.map_or("no move".to_owned(), |mv| notation::san(&self.root, mv));
        format!("<Analysis {best}, {score}, depth {depth}>")
    }
}

/// What a position without legal moves is worth to the side to move.
fn score_of_end(position: &Position) -> LibraryScore {
    match position.outcome().and_then(|outcome| outcome.winner()) {
        Some(winner) if winner == position.side_to_move() => LibraryScore::Mate(1),
        Some(_) => LibraryScore::Mate(0),
        None => LibraryScore::Centipawns(0),
    }
}

/// A search in the background. `Engine.start` begins one.
///
/// Iterating gives each report as it comes, and ends with the search. `stop()` ends it, and
/// `result()` waits for what it has found. A `with` block stops it at its end, and so does
/// losing the last reference to it.
///
/// >>> from peregrine_chess import Board, Engine
/// >>> with Engine(hash=1).start(Board()) as search:
/// ...     for info in search:
/// ...         if info.depth >= 4:
/// ...             search.stop()
/// >>> search.done, search.result().depth >= 4
/// (True, True)
#[pyclass(frozen, module = "peregrine_chess", weakref)]
pub struct Search {
    core: Arc<Core>,
    reports: Arc<Reports>,
    root: Arc<Position>,
}

impl Search {
    pub fn new(core: Arc<Core>, reports: Arc<Reports>, root: Arc<Position>) -> Search {
        Search {
            core,
            reports,
            root,
        }
    }

    /// Waits for something without the interpreter's lock. A signal stops the search.
    fn wait<T: Send>(
        &self,
        py: Python<'_>,
        mut ready: impl FnMut(&mut State) -> Option<T> + Send,
    ) -> PyResult<T> {
        loop {
            if let Some(found) = py.detach(|| self.reports.wait(&mut ready)) {
                return Ok(found);
            }
            if let Err(signal) = py.check_signals() {
                py.detach(|| {
                    self.core.stop(&self.reports);
                    while self
                        .reports
                        .wait(&mut |state| state.ended.then_some(()))
                        .is_none()
                    {}
                });
                return Err(signal);
            }
            if !self.reports.has_ended() {
                self.core.check_process()?;
            }
        }
    }

    pub fn finished(&self, py: Python<'_>) -> PyResult<Analysis> {
        let ended = |state: &mut State| {
            let lines = || state.lines.values().cloned().collect();
            let result = state.result.clone();
            state.ended.then(|| result.map(|result| (result, lines())))
        };
        let Some((mut result, lines)) = self.wait(py, ended)? else {
            return Err(engine_error("the search has ended without a result"));
        };
        if result.best.is_none() {
            result.score = score_of_end(&self.root);
        }
        Ok(Analysis {
            result,
            lines,
            root: Arc::clone(&self.root),
        })
    }
}

#[pymethods]
impl Search {
    /// Tells the search to stop, without waiting. A search that has ended stays as it is.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| self.core.stop(&self.reports));
    }

    /// Waits for the search to end and returns what it has found. An endless search has to be
    /// stopped, by another thread or before.
    fn result(&self, py: Python<'_>) -> PyResult<Analysis> {
        self.finished(py)
    }

    /// Whether the search has ended.
    #[getter]
    fn done(&self) -> bool {
        self.reports.has_ended()
    }

    /// The reports, one by one: the search itself, which is an iterator.
    #[getter]
    fn infos(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Info>> {
        let next = self.wait(py, |state| match state.infos.pop_front() {
            Some(info) => Some(Some(info)),
            None => state.ended.then_some(None),
        })?;
        Ok(next.map(|info| Info {
            info,
            root: Arc::clone(&self.root),
        }))
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(
        &self,
        py: Python<'_>,
        _exception: &Bound<'_, pyo3::types::PyTuple>,
    ) -> PyResult<()> {
        self.stop(py);
        self.wait(py, |state| state.ended.then_some(()))
    }

    fn __repr__(&self) -> String {
        let state = if self.reports.has_ended() {
            "done"
        } else {
            "running"
        };
        format!("<Search {state}>")
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.core.stop(&self.reports);
    }
}

//! `Engine`: options, and searches with limits.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use peregrine::engine::{Engine as LibraryEngine, EngineOptions, MAX_HASH, MAX_THREADS};
use peregrine::eval::network::NetworkError as LibraryNetworkError;
use peregrine::position::game::Game;
use peregrine::position::movegen::MAX_MOVES;
use peregrine::rules::Rules;
use peregrine::search::score::MAX_PLY;
use peregrine::search::{Level, Limits};
use peregrine::variants;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{NetworkError, engine_error, os_error, warn_of};
use crate::evaluation::Evaluation;
use crate::given::number;
use crate::moves::legal_move;
use crate::search::{Analysis, Reporter, Reports, Search};

/// The longest time of a search: a year.
const MAX_SECONDS: f64 = 366.0 * 24.0 * 3600.0;

/// The engine and its search, shared with those who may stop it.
pub struct Core {
    state: Mutex<State>,
    /// The process to which the threads of the engine belong.
    process: u32,
}

struct State {
    /// `None` only during the drop.
    engine: Option<LibraryEngine>,
    search: Option<Arc<Reports>>,
}

impl State {
    fn is_searching(&self) -> bool {
        let search = self.search.as_ref();
        search.is_some_and(|search| !search.has_ended())
    }
}

impl Core {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Tells this search to stop if it is the one that is running.
    pub fn stop(&self, search: &Arc<Reports>) {
        if self.process != std::process::id() {
            return;
        }
        let state = self.state();
        let is_current = state.search.as_ref();
        if is_current.is_some_and(|current| Arc::ptr_eq(current, search))
            && let Some(engine) = &state.engine
        {
            engine.signal_stop();
        }
    }

    /// A process has only those threads of its parent that have asked for it.
    pub fn check_process(&self) -> PyResult<()> {
        if self.process == std::process::id() {
            return Ok(());
        }
        Err(engine_error(
            "the engine belongs to another process, of which this one is a fork: make a new one",
        ))
    }

    /// The state of an engine that is not searching.
    fn idle(&self) -> PyResult<MutexGuard<'_, State>> {
        self.check_process()?;
        let state = self.state();
        if state.is_searching() {
            return Err(engine_error(
                "the engine is searching: stop that search or wait for its result",
            ));
        }
        Ok(state)
    }

    /// Does something with the engine, which must not be searching.
    fn with<T>(&self, job: impl FnOnce(&mut LibraryEngine) -> PyResult<T>) -> PyResult<T> {
        match &mut self.idle()?.engine {
            Some(engine) => job(engine),
            None => Err(engine_error("the engine is gone")),
        }
    }

    /// Starts a search, unless there is one.
    fn start(&self, game: &Game, limits: Limits, lines: usize) -> PyResult<Begun> {
        let mut state = self.idle()?;
        let Some(engine) = &mut state.engine else {
            return Err(engine_error("the engine is gone"));
        };
        get_ready(engine, game.position().rules())?;
        engine.set_lines(lines).map_err(engine_error)?;
        let faults = engine.drain_tablebase_errors();
        let mut warnings: Vec<String> = faults.iter().map(ToString::to_string).collect();
        if let Some(granted) = engine.report_shortage() {
            let wanted = engine.options().threads;
            warnings.push(format!(
                "the system has room for {granted} of the {wanted} threads"
            ));
        }
        let reports = Arc::new(Reports::default());
        let reporter = Reporter(Arc::clone(&reports));
        engine.start(game, limits, move |report| reporter.take(report));
        state.search = Some(Arc::clone(&reports));
        Ok(Begun { reports, warnings })
    }
}

/// A search that has begun.
struct Begun {
    reports: Arc<Reports>,
    /// Tablebase files that are left out, and threads that the system refuses.
    warnings: Vec<String>,
}

impl Drop for Core {
    fn drop(&mut self) {
        let state = self.state.get_mut();
        let state = state.unwrap_or_else(|poisoned| poisoned.into_inner());
        if self.process != std::process::id() {
            // Its threads are not here, so that nobody can wait for them.
            std::mem::forget(state.engine.take());
        }
    }
}

/// Makes the engine ready for a game, and complains about a network that does not fit it.
fn get_ready(engine: &mut LibraryEngine, rules: &'static Rules) -> PyResult<()> {
    engine.set_rules(rules);
    engine.prepare().map_err(engine_error)?;
    match engine.report_network_error() {
        None => Ok(()),
        Some((path, error)) => {
            let words = format!("{}: {error}", path.display());
            Err(NetworkError::new_err(words))
        }
    }
}

fn network_error(path: &std::path::Path, error: LibraryNetworkError) -> PyErr {
    match error {
        LibraryNetworkError::Io(error) => os_error(path, &error),
        error => NetworkError::new_err(format!("{}: {error}", path.display())),
    }
}

/// The engine: it analyses positions of any game.
///
/// `Engine(*, hash=64, threads=1, level=20, seed=0, network=None, use_network=True,
/// tablebases=None)` has a transposition table of `hash` MiB and searches with so many threads.
/// A `level` from 0 to 19 plays weaker, with errors drawn from `seed`; 20 is full strength.
/// `network` is the file of an evaluation network to use instead of the built-in one, and
/// `tablebases` a folder with tables besides the built-in ones.
///
/// >>> from peregrine_chess import Board, Engine
/// >>> engine = Engine(hash=16)
/// >>> board = Board("chess", "7k/8/4K3/8/8/8/8/6Q1 w - - 0 1")
/// >>> engine.analyse(board, depth=6).score
/// <Score 'mate in 2'>
///
/// An engine searches one position at a time; for more, make several. It keeps what it has
/// learned from one search to the next in the same game (`clear()` forgets it). Searches run
/// without the interpreter's lock, and Ctrl-C ends them. All methods may be called from any
/// thread.
#[pyclass(frozen, module = "peregrine_chess", weakref)]
pub struct Engine {
    core: Arc<Core>,
}

/// The limits of a search as they are given.
struct Given<'a, 'py> {
    depth: Option<i64>,
    nodes: Option<i64>,
    time: Option<f64>,
    mate: Option<i64>,
    moves: Option<&'a Bound<'py, PyAny>>,
}

impl Given<'_, '_> {
    fn limits(&self, board: &Board) -> PyResult<Limits> {
        let within = |name, given: Option<i64>, most| {
            given.map(|given| number(name, given, 1, most)).transpose()
        };
        let depth = within("depth", self.depth, MAX_PLY as i64)?;
        let nodes = within("nodes", self.nodes, i64::MAX)?;
        let mate = within("mate", self.mate, MAX_PLY as i64)?;
        let move_time = match self.time {
            Some(seconds) if seconds > 0.0 && seconds <= MAX_SECONDS => {
                Some(Duration::from_secs_f64(seconds))
            }
            Some(seconds) => {
                let words = format!("time must be above 0 and at most a year, not {seconds} s");
                return Err(PyValueError::new_err(words));
            }
            None => None,
        };
        let root_moves = match self.moves {
            None => None,
            Some(moves) => {
                let mut root = Vec::new();
                for given in moves.try_iter()? {
                    let mv = legal_move(board.position(), &given?)?;
                    if !root.contains(&mv) {
                        root.push(mv);
                    }
                }
                if root.is_empty() {
                    return Err(PyValueError::new_err("moves must name at least one move"));
                }
                Some(root)
            }
        };
        let is_limited =
            depth.is_some() || nodes.is_some() || mate.is_some() || move_time.is_some();
        Ok(Limits {
            depth: depth.map(|depth| depth as u32),
            nodes: nodes.map(|nodes| nodes as u64),
            mate: mate.map(|moves| moves as u32),
            move_time,
            infinite: !is_limited,
            root_moves,
            ..Limits::default()
        })
    }
}

impl Engine {
    fn begin(&self, py: Python<'_>, game: &Game, limits: Limits, lines: i64) -> PyResult<Search> {
        let lines = number("lines", lines, 1, MAX_MOVES as i64)? as usize;
        let root = Arc::new(game.position().clone());
        let begun = py.detach(|| self.core.start(game, limits, lines))?;
        let search = Search::new(Arc::clone(&self.core), begun.reports, root);
        warn_of(py, &begun.warnings)?;
        Ok(search)
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, hash=64, threads=1, level=20, seed=0, network=None, use_network=true, tablebases=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        hash: i64,
        threads: i64,
        level: i64,
        seed: u64,
        network: Option<PathBuf>,
        use_network: bool,
        tablebases: Option<PathBuf>,
    ) -> PyResult<Engine> {
        let hash = number("hash", hash, 1, MAX_HASH as i64)? as usize;
        let threads = number("threads", threads, 1, MAX_THREADS as i64)? as usize;
        let level = number("level", level, 0, Level::FULL.number() as i64)? as usize;
        if network.is_some() && !use_network {
            let words = "a network is given, but use_network is False";
            return Err(PyTypeError::new_err(words));
        }
        let (engine, faults) = py.detach(move || {
            let mut engine = LibraryEngine::new(variants::falcon());
            let options = EngineOptions {
                hash,
                threads,
                level: Level::new(level),
                seed,
                move_overhead: Duration::ZERO,
                ..engine.options()
            };
            engine.set_options(options).map_err(|error| {
                engine_error(format!(
                    "there is no memory for a hash of {hash} MiB: {error}"
                ))
            })?;
            if let Some(path) = network {
                let set = engine.set_network_file(Some(path.clone()));
                set.map_err(|error| network_error(&path, error))?;
            }
            if !use_network {
                engine.use_network(false);
            }
            if let Some(folder) = tablebases {
                let set = engine.set_tablebase_folder(Some(folder.clone()));
                set.map_err(|error| os_error(&folder, &error))?;
            }
            let faults = engine.drain_tablebase_errors();
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Ok::<_, PyErr>((engine, faults))
        })?;
        warn_of(py, &faults)?;
        let state = State {
            engine: Some(engine),
            search: None,
        };
        let core = Core {
            state: Mutex::new(state),
            process: std::process::id(),
        };
        Ok(Engine {
            core: Arc::new(core),
        })
    }

    /// Searches a position and returns what it has found, once a limit is reached: `depth` in
    /// plies, `nodes`, `time` in seconds, or a `mate` in so many moves. At least one has to be
    /// given. `lines` is the number of lines to report, and `moves` those to consider.
    ///
    /// >>> from peregrine_chess import Board, Engine
    /// >>> engine = Engine(hash=16)
    /// >>> engine.analyse(Board(), nodes=2000).best in Board().legal_moves
    /// True
    /// >>> engine.analyse(Board())
    /// Traceback (most recent call last):
    ///   ...
    /// TypeError: analyse needs a limit: depth, nodes, time or mate
    #[pyo3(signature = (board, *, depth=None, nodes=None, time=None, mate=None, lines=1, moves=None))]
    #[allow(clippy::too_many_arguments)]
    fn analyse(
        &self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        depth: Option<i64>,
        nodes: Option<i64>,
        time: Option<f64>,
        mate: Option<i64>,
        lines: i64,
        moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Analysis> {
        if time.is_none() && [depth, nodes, mate].iter().all(Option::is_none) {
            let words = "analyse needs a limit: depth, nodes, time or mate";
            return Err(PyTypeError::new_err(words));
        }
        let search = self.start(py, board, depth, nodes, time, mate, lines, moves)?;
        search.finished(py)
    }

    /// Starts a search in the background and returns it. Without a limit it goes on until it is
    /// stopped. The arguments are those of `analyse`.
    ///
    /// >>> from peregrine_chess import Board, Engine
    /// >>> search = Engine(hash=1).start(Board(), depth=3)
    /// >>> [info.depth for info in search][-1]
    /// 3
    #[pyo3(signature = (board, *, depth=None, nodes=None, time=None, mate=None, lines=1, moves=None))]
    #[allow(clippy::too_many_arguments)]
    fn start(
        &self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        depth: Option<i64>,
        nodes: Option<i64>,
        time: Option<f64>,
        mate: Option<i64>,
        lines: i64,
        moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Search> {
        let given = Given {
            depth,
            nodes,
            time,
            mate,
            moves,
        };
        let limits = given.limits(&board)?;
        let game = board.game.clone();
        // Others may use the board while the search goes on.
        drop(board);
        self.begin(py, &game, limits, lines)
    }

    /// The static evaluation of a position, without any search.
    ///
    /// >>> from peregrine_chess import Board, Engine
    /// >>> abs(Engine(hash=1).evaluate(Board()).score) < 150
    /// True
    fn evaluate(&self, py: Python<'_>, board: PyRef<'_, Board>) -> PyResult<Evaluation> {
        let position = board.position().clone();
        py.detach(|| {
            self.core.with(|engine| {
                get_ready(engine, position.rules())?;
                Ok(Evaluation::new(&position, engine.explain(&position)))
            })
        })
    }

    /// Forgets everything learned: the same search after this gives the same result.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            self.core.with(|engine| {
                engine.clear();
                Ok(())
            })
        })
    }

    /// Whether a search is running.
    #[getter]
    fn is_searching(&self) -> bool {
        self.core.state().is_searching()
    }

    fn __repr__(&self) -> String {
        let state = self.core.state();
        match &state.engine {
            Some(engine) => {
                let options = engine.options();
                let (hash, threads) = (options.hash, options.threads);
                format!("<Engine hash {hash} MiB, threads {threads}>")
            }
            None => "<Engine>".to_owned(),
        }
    }
}

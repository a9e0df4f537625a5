//! The Python module `peregrine_chess`: the games, notations and the engine of Peregrine.
//!
//! Each file wraps one part of the library. What may be said in Python's own words, such as
//! the order of arguments, is decided here; rules, messages and texts are the library's.

mod board;
mod draw;
mod engine;
mod errors;
mod evaluation;
mod functions;
mod given;
mod interrupt;
mod moves;
mod outcome;
mod pgn;
mod score;
mod search;
mod tablebase;
mod tree;
mod variants;

use std::sync::atomic::{AtomicI64, Ordering::SeqCst};

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;

/// The native part of `peregrine_chess`, which is the module to import.
// Free-threaded interpreters need not switch the lock on: nothing here relies on it.
#[pymodule(gil_used = false)]
mod _peregrine_chess {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::errors::{
        EngineError, FenError, MoveError, NetworkError, PeregrineError, PgnError, TablebaseError,
        VariantError, VariantFileError,
    };
    #[pymodule_export]
    use crate::evaluation::Evaluation;
    #[pymodule_export]
    use crate::functions::{get_fen, get_san, get_san_moves, gives_check, legal_moves, start_fen};
    #[pymodule_export]
    use crate::moves::{Move, Piece};
    #[pymodule_export]
    use crate::outcome::Outcome;
    #[pymodule_export]
    use crate::pgn::{PgnReader, parse_pgn, read_pgn};
    #[pymodule_export]
    use crate::score::Score;
    #[pymodule_export]
    use crate::search::{Analysis, Info, Search};
    #[pymodule_export]
    use crate::tablebase::{TableValue, Tablebases};
    #[pymodule_export]
    use crate::tree::{Game, Headers, Node};
    #[pymodule_export]
    use crate::variants::{Variant, add_variants, load_variants, variant, variants};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::check_interpreter()?;
        module.add("WHITE", true)?;
        module.add("BLACK", false)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// Refuses the module to a second interpreter of the process: PyO3 keeps types and exceptions in
/// statics, and objects of one interpreter must not reach another.
fn check_interpreter() -> PyResult<()> {
    static FIRST: AtomicI64 = AtomicI64::new(-1);
    // SAFETY: while a module is initialized, its thread is attached to an interpreter, which is
    // all that these two functions ask for.
    let current = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    match FIRST.compare_exchange(-1, current, SeqCst, SeqCst) {
        Err(first) if first != current => Err(PyImportError::new_err(
            "another interpreter of this process has imported peregrine_chess, which only one can",
        )),
        _ => Ok(()),
    }
}

/// White is `True`, as in python-chess.
fn is_white(color: peregrine::board::color::Color) -> bool {
    color == peregrine::board::color::Color::White
}

/// A text that Python can evaluate to this text.
fn quoted(py: Python<'_>, text: &str) -> PyResult<String> {
    Ok(pyo3::types::PyString::new(py, text).repr()?.to_string())
}

//! The exceptions. Their messages are the library's.

use std::fmt::Display;
use std::io;
use std::path::Path;

use peregrine::variants::VariantFileError as LibraryVariantFileError;
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    peregrine_chess,
    PeregrineError,
    PyValueError,
    "Anything that the library refuses; a ValueError."
);
create_exception!(
    peregrine_chess,
    VariantError,
    PeregrineError,
    "A game, a rule or an array that does not exist."
);
create_exception!(
    peregrine_chess,
    VariantFileError,
    PeregrineError,
    "A variant file with faults; the message has a line for each of them."
);
create_exception!(
    peregrine_chess,
    FenError,
    PeregrineError,
    "A text that is not a FEN of the game, or an impossible position."
);
create_exception!(
    peregrine_chess,
    MoveError,
    PeregrineError,
    "A move that is illegal, or a text that describes no legal move or several."
);
create_exception!(
    peregrine_chess,
    PgnError,
    PeregrineError,
    "A game that cannot be read or changed that way."
);
create_exception!(
    peregrine_chess,
    EngineError,
    PeregrineError,
    "Something that the engine cannot do, or not now."
);
create_exception!(
    peregrine_chess,
    NetworkError,
    EngineError,
    "A file that is not an evaluation network, or not one of this game."
);
create_exception!(
    peregrine_chess,
    TablebaseError,
    PeregrineError,
    "A tablebase that cannot be used."
);

pub fn variant_error(reason: impl Display) -> PyErr {
    VariantError::new_err(reason.to_string())
}

pub fn fen_error(reason: impl Display) -> PyErr {
    FenError::new_err(reason.to_string())
}

pub fn move_error(reason: impl Display) -> PyErr {
    MoveError::new_err(reason.to_string())
}

pub fn pgn_error(reason: impl Display) -> PyErr {
    PgnError::new_err(reason.to_string())
}

pub fn engine_error(reason: impl Display) -> PyErr {
    EngineError::new_err(reason.to_string())
}

/// The exception for a file or folder that the system refuses: `FileNotFoundError` and so on.
pub fn os_error(path: &Path, error: &io::Error) -> PyErr {
    let file = path.display().to_string();
    match error.raw_os_error() {
        Some(number) => {
            let words = error.to_string();
            let suffix = format!(" (os error {number})");
            let words = words.strip_suffix(&suffix).unwrap_or(&words).to_owned();
            PyOSError::new_err((number, words, file))
        }
        None => PyOSError::new_err(format!("{file}: {error}")),
    }
}

pub fn variant_file_error(error: LibraryVariantFileError) -> PyErr {
    match error {
        LibraryVariantFileError::Unreadable { path, error } => os_error(&path, &error),
        faulty @ LibraryVariantFileError::Faulty { .. } => {
            VariantFileError::new_err(faulty.to_string())
        }
    }
}

/// Warns of what the engine does without.
pub fn warn_of(py: Python<'_>, warnings: &[String]) -> PyResult<()> {
    let category = py.get_type::<pyo3::exceptions::PyRuntimeWarning>();
    for warning in warnings {
        // A message cannot hold a zero byte here, which a file name cannot either.
        let words = warning.replace('\0', " ");
        let words = std::ffi::CString::new(words).unwrap_or_default();
        PyErr::warn(py, &category, &words, 1)?;
    }
    Ok(())
}

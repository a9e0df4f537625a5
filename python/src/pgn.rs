//! Reading PGN.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use peregrine::notation::epd::Defaults;
use peregrine::notation::pgn::{PgnError as LibraryPgnError, TreeReader};
use pyo3::prelude::*;

use crate::errors::{PgnError, os_error, variant_error};
use crate::tree::Game;
use crate::variants::options_of;

type Source = Box<dyn BufRead + Send>;

/// An iterator over the games of a file or text in PGN.
///
/// A game with a fault raises a `PgnError` that says where and what; the error's `number` is
/// that of the game, and its `line` that of the fault. The next `next()` reads the next game.
///
/// >>> import peregrine_chess
/// >>> reader = peregrine_chess.parse_pgn("1. e4 e4 *\n\n1. d4 *", variant="chess")
/// >>> next(reader)
/// Traceback (most recent call last):
///   ...
/// peregrine_chess.PgnError: line 1, game 1: ply 2, move 1...: 'e4' is not legal here; before ...
/// >>> [str(move) for move in next(reader).mainline_moves()]
/// ['d2d4']
#[pyclass(frozen, module = "peregrine_chess")]
pub struct PgnReader {
    reader: Mutex<TreeReader<Source>>,
}

impl PgnReader {
    fn new(
        source: Source,
        variant: &str,
        castling: Option<&str>,
        promotion: Option<&str>,
    ) -> PyResult<PgnReader> {
        let options = options_of(castling, promotion)?;
        let found = peregrine::variants::find(variant).map_err(variant_error)?;
        found.rules(options).map_err(variant_error)?;
        let defaults = Defaults {
            variant: found.name.clone(),
            options,
        };
        Ok(PgnReader {
            reader: Mutex::new(TreeReader::new(source, defaults)),
        })
    }
}

#[pymethods]
impl PgnReader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let next = py.detach(|| {
            let reader = self.reader.lock();
            reader.unwrap_or_else(PoisonError::into_inner).next()
        });
        match next {
            None => Ok(None),
            Some(Ok(read)) => Ok(Some(Game::read(read))),
            Some(Err(LibraryPgnError::Unreadable(error))) => Err(error.into()),
            Some(Err(error)) => Err(with_place(py, &error)?),
        }
    }
}

/// The exception for a faulty game, with its place.
fn with_place(py: Python<'_>, error: &LibraryPgnError) -> PyResult<PyErr> {
    let raised = PgnError::new_err(error.to_string());
    if let LibraryPgnError::Game { number, line, .. } = error {
        let value = raised.value(py);
        value.setattr("number", number)?;
        value.setattr("line", line)?;
    }
    Ok(raised)
}

/// The games of a file in PGN, with variations, comments and annotation glyphs.
///
/// `variant`, `castling` and `promotion` are those of games whose tags do not name any.
///
/// >>> import peregrine_chess
/// >>> peregrine_chess.read_pgn("no such file")
/// Traceback (most recent call last):
///   ...
/// FileNotFoundError: [Errno 2] No such file or directory: 'no such file'
#[pyfunction]
#[pyo3(signature = (path, *, variant="falcon", castling=None, promotion=None))]
pub fn read_pgn(
    path: PathBuf,
    variant: &str,
    castling: Option<&str>,
    promotion: Option<&str>,
) -> PyResult<PgnReader> {
    let file = File::open(&path).map_err(|error| os_error(&path, &error))?;
    let source = Box::new(BufReader::new(file));
    PgnReader::new(source, variant, castling, promotion)
}

/// The games of a text in PGN, like `read_pgn`.
///
/// >>> import peregrine_chess
/// >>> text = "1. e4 e5! (1... c5 {sharp} 2. Nf3) 2. Nf3 *"
/// >>> game = next(peregrine_chess.parse_pgn(text, variant="chess"))
/// >>> e4 = game.root.next()
/// >>> [node.san() for node in e4.variations], e4.variations[1].comment, e4.next().nags
/// (['e5', 'c5'], 'sharp', [1])
#[pyfunction]
#[pyo3(signature = (text, *, variant="falcon", castling=None, promotion=None))]
pub fn parse_pgn(
    text: String,
    variant: &str,
    castling: Option<&str>,
    promotion: Option<&str>,
) -> PyResult<PgnReader> {
    PgnReader::new(Box::new(Cursor::new(text)), variant, castling, promotion)
}

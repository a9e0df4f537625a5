//! Functions without state, with the names and arguments of pyffish.
//!
//! FENs and moves are in this library's notation: `docs/guide/python.md` lists where pyffish
//! differs. Each takes `'startpos'` for the start position.

use peregrine::notation;
use peregrine::position::Position;
use peregrine::variants;
use pyo3::prelude::*;

use crate::errors::{fen_error, variant_error};
use crate::moves::legal_move;

/// The position after these moves.
fn position(variant: &str, fen: &str, moves: Option<&Bound<'_, PyAny>>) -> PyResult<Position> {
    let rules = variants::rules(variant).map_err(variant_error)?;
    let mut position = match fen {
        "startpos" => Position::start(rules),
        fen => Position::from_fen(rules, fen).map_err(fen_error)?,
    };
    if let Some(moves) = moves {
        for given in moves.try_iter()? {
            let mv = legal_move(&position, &given?)?;
            position.play(mv);
        }
    }
    Ok(position)
}

/// The start position of a game as FEN.
///
/// >>> import peregrine_chess
/// >>> peregrine_chess.start_fen("chess")
/// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
#[pyfunction]
pub fn start_fen(variant: &str) -> PyResult<String> {
    Ok(position(variant, "startpos", None)?.to_string())
}

/// The legal moves after `moves`, as a list of texts in coordinates.
///
/// >>> import peregrine_chess
/// >>> len(peregrine_chess.legal_moves("capablanca", "startpos", ["e2e4"]))
/// 28
#[pyfunction]
#[pyo3(signature = (variant, fen, moves=None))]
pub fn legal_moves(
    variant: &str,
    fen: &str,
    moves: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<String>> {
    let position = position(variant, fen, moves)?;
    let legal = position.legal_moves();
    let text = |&mv| notation::coordinate(&position, mv);
    Ok(legal.iter().map(text).collect())
}

/// A legal move in SAN.
///
/// >>> import peregrine_chess
/// >>> peregrine_chess.get_san("falcon", "startpos", "b1c3")
/// 'Nc3'
#[pyfunction]
#[pyo3(signature = (variant, fen, r#move))]
pub fn get_san(variant: &str, fen: &str, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
    let position = position(variant, fen, None)?;
    let mv = legal_move(&position, r#move)?;
    Ok(notation::san(&position, mv))
}

/// Moves that follow each other, in SAN.
///
/// >>> import peregrine_chess
/// >>> peregrine_chess.get_san_moves("chess", "startpos", ["e2e4", "g8f6"])
/// ['e4', 'Nf6']
#[pyfunction]
pub fn get_san_moves(variant: &str, fen: &str, moves: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let mut position = position(variant, fen, None)?;
    let mut texts = Vec::new();
    for given in moves.try_iter()? {
        let mv = legal_move(&position, &given?)?;
        texts.push(notation::san(&position, mv));
        position.play(mv);
    }
    Ok(texts)
}

/// The FEN after `moves`.
///
/// >>> import peregrine_chess
/// >>> peregrine_chess.get_fen("chess", "startpos", ["g1f3"])
/// 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1'
#[pyfunction]
#[pyo3(signature = (variant, fen, moves=None))]
pub fn get_fen(variant: &str, fen: &str, moves: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    Ok(position(variant, fen, moves)?.to_string())
}

/// Whether the side to move is in check after `moves`.
///
/// >>> import peregrine_chess
/// >>> peregrine_chess.gives_check("chess", "startpos", ["e2e4", "f7f6", "d1h5"])
/// True
#[pyfunction]
#[pyo3(signature = (variant, fen, moves=None))]
pub fn gives_check(variant: &str, fen: &str, moves: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    Ok(position(variant, fen, moves)?.is_check())
}

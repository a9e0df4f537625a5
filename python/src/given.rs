//! Values as Python gives them: numbers within a range, squares, start positions.

use peregrine::board::square::Square;
use peregrine::position::Position;
use peregrine::rules::Rules;
use peregrine::variants::shuffle::Arrays;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{fen_error, move_error, variant_error};

/// A number within a range.
pub fn number(name: &str, given: i64, least: i64, most: i64) -> PyResult<i64> {
    if (least..=most).contains(&given) {
        return Ok(given);
    }
    let words = format!("{name} must be {least} to {most}, not {given}");
    Err(PyValueError::new_err(words))
}

/// The square of this name.
pub fn square_of(rules: &Rules, name: &str) -> PyResult<Square> {
    rules.geometry().square_named(name).ok_or_else(|| {
        let shown: String = name.chars().take(20).collect();
        let variant = rules.variant();
        move_error(format!(
            "'{shown}' is not a square of the board of {variant}"
        ))
    })
}

/// The position from which a board starts.
pub fn start(
    rules: &'static Rules,
    fen: Option<&str>,
    array: Option<i64>,
    seed: Option<u64>,
) -> PyResult<Position> {
    let given = usize::from(fen.is_some()) + usize::from(array.is_some());
    if given + usize::from(seed.is_some()) > 1 {
        let words = "only one of fen, array and seed can say where the game starts";
        return Err(PyTypeError::new_err(words));
    }
    if let Some(fen) = fen {
        return Position::from_fen(rules, fen).map_err(fen_error);
    }
    if array.is_none() && seed.is_none() {
        return Ok(Position::start(rules));
    }
    let arrays = Arrays::new(rules).map_err(variant_error)?;
    let number = match (array, seed) {
        (Some(array), _) => u64::try_from(array).unwrap_or(0),
        (None, seed) => arrays.random_number(seed.unwrap_or_default()),
    };
    arrays.start(number).map_err(variant_error)
}

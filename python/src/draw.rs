//! Boards as texts and pictures.

use peregrine::board::bitboard::Bitboard;
use peregrine::board::color::Color;
use peregrine::board::moves::Move as BoardMove;
use peregrine::board::square::Square;
use peregrine::notation;
use peregrine::position::Position;
use peregrine::render::{Diagram, Figures, Svg, TextBoard};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::given::square_of;
use crate::moves::Move;

/// The board and what cannot be seen on it.
pub fn letters(position: &Position) -> String {
    Diagram(position).to_string()
}

/// The board alone, with chess symbols.
pub fn unicode(position: &Position) -> String {
    let board = TextBoard {
        position,
        seen_from: Color::White,
        figures: Figures::Symbols,
    };
    board.to_string()
}

/// A picture for a page: without the line that only a file needs, and with the last move marked.
pub fn inline(position: &Position, last: Option<BoardMove>) -> String {
    let mut picture = Svg::new(position);
    if let Some(mv) = last {
        picture = picture.mark(Bitboard::from(mv.from()) | mv.to().into());
    }
    let file = picture.to_string();
    match file.find("<svg") {
        Some(begin) => file[begin..].to_owned(),
        None => file,
    }
}

/// A picture with marks and arrows.
pub fn svg(
    position: &Position,
    squares: Option<Vec<String>>,
    arrows: Option<&Bound<'_, PyAny>>,
    last: Option<Vec<Square>>,
    reversed: bool,
) -> PyResult<String> {
    let mut picture = Svg::new(position);
    if reversed {
        picture = picture.reversed_colors();
    }
    if let Some(last) = last {
        picture = picture.mark(last.into_iter().collect());
    }
    if let Some(squares) = squares {
        let named = squares.iter().map(|name| square_of(position.rules(), name));
        picture = picture.mark(named.collect::<PyResult<Bitboard>>()?);
    }
    if let Some(arrows) = arrows {
        let mut paths = Vec::new();
        for arrow in arrows.try_iter()? {
            paths.push(path(position, &arrow?)?);
        }
        picture = picture.arrows(paths);
    }
    Ok(picture.to_string())
}

/// The squares of an arrow: a move, whose path is straight, or squares by name.
fn path(position: &Position, arrow: &Bound<'_, PyAny>) -> PyResult<Vec<Square>> {
    if let Ok(mv) = arrow.cast::<Move>() {
        let mv = mv.get().mv;
        return Ok(vec![mv.from(), mv.to()]);
    }
    if let Ok(text) = arrow.cast::<PyString>() {
        let mv = notation::parse_either(position, text.to_str()?);
        let mv = mv.map_err(crate::errors::move_error)?;
        return Ok(vec![mv.from(), mv.to()]);
    }
    let mut squares = Vec::new();
    for name in arrow.try_iter()? {
        let name = name?;
        squares.push(square_of(
            position.rules(),
            name.cast::<PyString>()?.to_str()?,
        )?);
    }
    Ok(squares)
}

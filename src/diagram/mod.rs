//! A position drawn for a person, as text or as a picture, and what was
//! counted about it.
//!
//! Knows no protocol and no files: a drawing is something to be written.

mod paths;
mod svg;
mod text;

use crate::notation::coordinate;
use crate::perft::Divided;
use crate::position::Position;

pub use paths::{FalconPaths, PathsError};
pub use svg::Svg;
pub use text::{Diagram, Figure};

/// The moves of a count and what is below each, sorted, a line for each.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use peregrine::{diagram, perft::Perft, position::Position, variants};
/// let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
/// let start = Position::start(rules);
/// let perft = Perft { threads: 1, memory: &(), stop: &AtomicBool::new(false) };
/// let lines = diagram::divided(&start, &perft.divide(&start, 2).unwrap());
/// assert_eq!(lines[0], "a2a3: 20");
/// ```
pub fn divided(position: &Position, divided: &Divided) -> Vec<String> {
    let moves = divided.moves.iter();
    let mut lines: Vec<String> = moves
        .map(|&(mv, leaves)| format!("{}: {leaves}", coordinate(position, mv)))
        .collect();
    lines.sort_unstable();
    lines
}

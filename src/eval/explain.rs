//! The terms of an evaluation, as a readable table.

use std::fmt;

use crate::board::color::Color;

use super::Tapered;

/// The terms of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Term {
    Material,
    Placement,
    Pawns,
    Passed,
    Mobility,
    Pieces,
    Threats,
    Control,
    Shelter,
    Danger,
    Castling,
}

impl Term {
    const NAMES: [&'static str; 11] = [
        "Material",
        "Placement",
        "Pawn structure",
        "Passed on the board",
        "Mobility",
        "Pieces",
        "Threats",
        "Space",
        "King's Pawns",
        "King in danger",
        "Castling right",
    ];
}

/// Receives the terms as they are added; `()` ignores them.
pub(super) trait Trace {
    fn note(&mut self, term: Term, color: Color, value: Tapered);
}

impl Trace for () {
    #[inline(always)]
    fn note(&mut self, _: Term, _: Color, _: Tapered) {}
}

/// The terms of an evaluation as a table in centipawns, for middle game and
/// ending, with the resulting score.
///
/// ```
/// use peregrine::{eval::Evaluator, position::Position, variants};
/// let rules = variants::falcon();
/// let table = Evaluator::new(rules).explain(&Position::start(rules)).to_string();
/// assert!(table.contains("Mobility"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    pub(super) terms: [[Tapered; 2]; Term::NAMES.len()],
    /// The share of the middle game that remains, in 256ths.
    pub(super) phase: i32,
    /// The score for the side to move, in centipawns.
    pub(super) total: i32,
    pub(super) side: Option<Color>,
}

impl Explanation {
    /// The score for the side to move, in centipawns.
    pub fn total(&self) -> i32 {
        self.total
    }
}

impl Trace for Explanation {
    fn note(&mut self, term: Term, color: Color, value: Tapered) {
        self.terms[term as usize][color.index()] += value;
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:20} {:>14} {:>14} {:>14}",
            "centipawns mg/eg", "White", "Black", "difference"
        )?;
        let pair = |value: Tapered| format!("{} / {}", value.middle(), value.ending());
        let mut sum = Tapered::ZERO;
        for (name, [white, black]) in Term::NAMES.iter().zip(self.terms) {
            sum += white - black;
            let (white, black, difference) = (pair(white), pair(black), pair(white - black));
            writeln!(f, "{name:20} {white:>14} {black:>14} {difference:>14}")?;
        }
        writeln!(f, "{:20} {:>14} {:>14} {:>14}", "Sum", "", "", pair(sum))?;
        writeln!(
            f,
            "{:20} {:>14}",
            "Middle game",
            format!("{} %", self.phase * 100 / 256)
        )?;
        let side = self
            .side
            .map_or(String::new(), |side| format!("for {side}"));
        write!(
            f,
            "{:20} {:>14} {side}",
            "Score",
            format!("{:+.2}", f64::from(self.total) / 100.0)
        )
    }
}

//! A position as lines of text.
//!
//! Knows no protocol; what else is to be said about the position the caller
//! adds.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::movegen;
use crate::position::Position;
use crate::rules::CastlingRule;
use crate::shuffle::Arrays;

/// The board, and below it what one cannot see on it.
///
/// ```
/// use peregrine::{diagram::Diagram, position::Position, variants};
/// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
/// let text = Diagram(&Position::start(rules)).to_string();
/// assert!(text.contains(" 1   R  N  B  F  Q  K  F  B  N  R"));
/// assert!(text.contains("Legal moves: 24"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a>(pub &'a Position);

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0;
        let rules = position.rules();
        self.write_board(f)?;
        writeln!(f)?;
        writeln!(f, "FEN: {position}")?;
        writeln!(f, "Key: {:016x}", position.key())?;
        writeln!(
            f,
            "Game: {}, castling {}, promotion {}",
            rules.variant(),
            rules.castling(),
            rules.promotion()
        )?;
        if let Ok(arrays) = Arrays::of(rules)
            && let Some(number) = arrays.number_of(position)
        {
            writeln!(f, "Array: {number} of {}", arrays.count())?;
        }
        writeln!(f, "To move: {}", position.side())?;
        writeln!(f, "Checkers: {}", self.squares(position.checkers()))?;
        let way = match rules.castling() {
            CastlingRule::KingSwap => "may swap the King with",
            _ => "may castle with",
        };
        for color in Color::ALL {
            let partners = position.castling_rights() & position.color(color);
            writeln!(f, "{color} {way}: {}", self.squares(partners))?;
        }
        write!(f, "Legal moves: {}", movegen::count(position))?;
        match position.outcome() {
            Some(outcome) => write!(f, "\nOutcome: {outcome}"),
            None => Ok(()),
        }
    }
}

impl Diagram<'_> {
    /// The columns are as wide as the longest letters of the game; holes are
    /// blank.
    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.0.rules();
        let geometry = rules.geometry();
        let letters = rules.piece_types().iter();
        let longest = letters.map(|piece_type| piece_type.letter.chars().count());
        let width = longest.max().unwrap_or(1).max(2);
        let margin = geometry.rank_name(geometry.ranks() - 1).to_string().len();
        let margin = margin.max(2);
        for rank in (0..geometry.ranks()).rev() {
            let mut line = format!("{:>margin$}  ", geometry.rank_name(rank));
            for file in 0..geometry.files() {
                let cell = match geometry.square(file, rank) {
                    Some(square) => match self.0.piece_on(square) {
                        Some(piece) => rules.letter(piece),
                        None => ".".to_owned(),
                    },
                    None => String::new(),
                };
                line += &format!(" {cell:<width$}");
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        let mut names = " ".repeat(margin + 2);
        for file in 0..geometry.files() {
            names += &format!(" {:<width$}", geometry.file_name(file));
        }
        writeln!(f, "{}", names.trim_end())
    }

    /// The names of squares, or `none`.
    fn squares(&self, squares: Bitboard) -> String {
        if squares.is_empty() {
            return "none".to_owned();
        }
        let geometry = self.0.rules().geometry();
        let names: Vec<String> = squares
            .into_iter()
            .map(|square| geometry.name(square))
            .collect();
        names.join(" ")
    }
}

//! Moves as text: coordinate notation and SAN (docs/rules.md, section 9).
//!
//! Parsing yields only legal moves. Deviations of a protocol from these
//! notations belong in its front end.

pub(crate) mod castling;
mod coordinate;
pub mod epd;
pub mod pgn;
mod san;
mod spelling;
pub mod xboard;

use thiserror::Error;

use crate::base::excerpt::excerpt;
use crate::board::color::Color;
use crate::board::geometry::Geometry;
use crate::board::moves::Move;
use crate::board::piece::PieceKind;
use crate::board::square::Square;
use crate::position::Position;
use crate::rules::Rules;

pub(crate) use coordinate::coordinate_by_rook;
pub use coordinate::{coordinate, parse_coordinate};
pub use san::{legal_sans, move_number, parse_san, san};
pub(crate) use spelling::with_hyphens;

/// Why a text is not a legal move in a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{}' {reason}", excerpt(.text))]
pub struct NotationError {
    /// The move text.
    pub text: String,
    /// What is wrong with it.
    pub reason: NotationErrorKind,
}

/// The kinds of error in a move text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationErrorKind {
    /// The text is not shaped like a move.
    #[error("is not a move: {0}")]
    Form(&'static str),
    /// The origin is empty.
    #[error("is not possible: {0} is empty")]
    NoPiece(String),
    /// The piece belongs to the other side.
    #[error("is not possible: the piece on {0} belongs to the other side")]
    OtherSide(String),
    /// The side to move has no such piece.
    #[error("is not possible: {side} has no {piece}")]
    NoSuchPiece {
        /// The name of the piece.
        piece: String,
        /// The side to move.
        side: Color,
    },
    /// There is nothing to capture.
    #[error("is not possible: there is nothing to capture on {0}")]
    NothingToCapture(String),
    /// A promotion without the piece to promote to.
    #[error("does not say what the Pawn becomes (one of: {0})")]
    PromotionMissing(String),
    /// A promotion to a piece that is not allowed there.
    #[error("is not possible: the Pawn cannot become {letter} there ({choices})")]
    PromotionChoice {
        /// The letter of the piece.
        letter: String,
        /// The pieces that are allowed.
        choices: String,
    },
    /// King takes Rook where the King could castle to several squares.
    #[error("does not say where the King goes (one of: {0})")]
    CastlingChoice(String),
    /// A null move where there can be none.
    #[error("is a null move, which {0}")]
    NullMove(&'static str),
    /// The move is not legal.
    #[error("is not legal here")]
    Illegal,
    /// A Pawn's step onto a piece that it could capture.
    #[error("is not possible: it names a step, not a capture ({0})")]
    StepCaptures(String),
    /// More than one legal move matches.
    #[error("is ambiguous: {0}")]
    Ambiguous(String),
}

impl NotationErrorKind {
    fn for_text(self, text: &str) -> NotationError {
        NotationError {
            text: text.to_owned(),
            reason: self,
        }
    }
}

/// The legal move that a text describes, in SAN or else as two squares,
/// optionally followed by marks such as `+` and `!`.
///
/// ```
/// use peregrine::{notation::parse_either, position::Position, variants};
/// let rules = variants::falcon();
/// let start = Position::start(rules);
/// assert_eq!(parse_either(&start, "Nc3"), parse_either(&start, "b1c3!"));
/// let error = parse_either(&start, "b3c5").unwrap_err();
/// assert_eq!(error.to_string(), "'b3c5' is not possible: b3 is empty");
/// ```
///
/// # Errors
/// If the text describes a legal move in neither notation. The error for a text
/// of two squares explains what is wrong with them.
pub fn parse_either(position: &Position, text: &str) -> Result<Move, NotationError> {
    parse_san(position, text).or_else(|error| {
        let squares = text.trim_end_matches(['+', '#', '!', '?']);
        parse_coordinate(position, squares).map_err(|other| match other.reason {
            NotationErrorKind::Form(_) => error,
            _ => other,
        })
    })
}

/// Strips the name of a square from the front of a text.
fn take_square<'a>(geometry: &Geometry, text: &'a str) -> Option<(Square, &'a str)> {
    let file = text.chars().next()?.len_utf8();
    let rank = text[file..].find(|c: char| !c.is_ascii_digit());
    let (name, rest) = text.split_at(rank.map_or(text.len(), |rank| file + rank));
    Some((geometry.square_named(name)?, rest))
}

/// The kind named by a promotion such as `=F`, `F`, `f`, `/F` or `(F)`: `Some(None)` for an
/// empty text, `None` for a text that names no piece.
fn promotion(rules: &Rules, text: &str) -> Option<Option<PieceKind>> {
    if text.is_empty() {
        return Some(None);
    }
    let letter = text.strip_prefix(['=', '/']).unwrap_or(text);
    let inside = letter
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    rules.kind_of_letter(inside.unwrap_or(letter)).map(Some)
}

/// The moves whose promotion matches, among moves that match a text otherwise.
///
/// # Errors
/// If none matches, with the possible promotions.
fn with_promotion(
    position: &Position,
    fits: Vec<Move>,
    wanted: Option<PieceKind>,
) -> Result<Vec<Move>, NotationErrorKind> {
    let chosen = |mv: &Move| mv.promoted_to() == wanted;
    let pawn = |mv: &Move| {
        let piece = position.piece_on(mv.from());
        piece.is_some_and(|piece| position.rules().pawn_rules(piece).is_some())
    };
    if fits.iter().any(chosen) || !fits.iter().any(pawn) {
        return Ok(fits.into_iter().filter(chosen).collect());
    }
    let rules = position.rules();
    let mut letters: Vec<&str> = fits
        .iter()
        .filter_map(|mv| mv.promoted_to())
        .map(|kind| rules.kind_letter(kind))
        .collect();
    letters.dedup();
    let letters = letters.join(" ");
    Err(match wanted {
        None => NotationErrorKind::PromotionMissing(letters),
        Some(kind) => NotationErrorKind::PromotionChoice {
            letter: rules.kind_letter(kind).to_owned(),
            choices: if letters.is_empty() {
                "there is no promotion".to_owned()
            } else {
                format!("one of: {letters}")
            },
        },
    })
}

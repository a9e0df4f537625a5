//! Parsing and writing FEN (docs/rules.md, section 9.3).
//!
//! Parsing yields a [`Setup`]; whether the position is possible is checked by
//! [`PositionOf::from_setup`].

mod board;
mod castling;
mod checks;
mod counts;
mod tokens;

use std::fmt;

use thiserror::Error;

use crate::base::excerpt::excerpt;
use crate::board::color::Color;
use crate::board::setup::Setup;
use crate::position::{PositionError, PositionOf};
use crate::rules::Rules;

use board::parse_board;
use castling::RookNames;

pub use board::files;
pub(crate) use tokens::board_tokens;

/// Why a text is not the FEN of a position of this variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// The text has neither four nor six fields.
    #[error(
        "a FEN has 6 fields (board, side, castling, en passant, halfmove clock, \
         move number) or the first 4 of them, not {0}"
    )]
    Fields(usize),
    /// The number of ranks is wrong.
    #[error("the board has {wanted} ranks, the FEN gives {found}")]
    Ranks {
        /// How many ranks the text has.
        found: usize,
        /// How many the board has.
        wanted: usize,
    },
    /// A rank is too long or too short.
    #[error("rank {rank} must be {wanted} squares long, but is {found}")]
    RankLength {
        /// The name of the rank.
        rank: usize,
        /// How many squares the text has for it.
        found: usize,
        /// How many squares it should have.
        wanted: usize,
    },
    /// A run of zero empty squares, or of more than fit a rank.
    #[error(
        "'{}' at column {column} is not a run of empty squares on a board of {files} files",
        excerpt(.run)
    )]
    Run {
        /// The number as written.
        run: String,
        /// Its column in the board field, from 1.
        column: usize,
        /// How many files the board has.
        files: usize,
    },
    /// A letter that is not a piece of the variant.
    #[error(
        "'{}' at column {column} is not a piece of this game (its pieces: {known})",
        excerpt(.letter)
    )]
    Letter {
        /// The letter as written.
        letter: String,
        /// Its column in the board field, from 1.
        column: usize,
        /// The letters of the variant's pieces.
        known: String,
    },
    /// A promoted piece that does not become one certain other piece.
    #[error(
        "'{letter}' in column {column} of the board is no promoted piece: such a piece does not \
         become one certain other piece"
    )]
    Promoted {
        /// The letter as written.
        letter: String,
        /// Its column in the board field, from 1.
        column: usize,
    },
    /// A hole where the board has a square.
    #[error("{0} is a square of the board, not a hole '*'")]
    NoHole(String),
    /// Something other than a hole where the board has one.
    #[error("{0} is a hole of the board and must be written '*'")]
    Hole(String),
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move must be 'w' or 'b', not '{}'", excerpt(.0))]
    Side(String),
    /// An invalid letter in the castling field.
    #[error("'{letter}' in the castling field '{}' is not {known}", excerpt(.field))]
    CastlingLetter {
        /// The letter.
        letter: char,
        /// The field.
        field: String,
        /// The valid letters.
        known: &'static str,
    },
    /// A castling right without its Rook, or with the King swap without its
    /// piece.
    #[error("castling right '{right}': {color} has no {piece} {place}")]
    CastlingRook {
        /// The right as written.
        right: String,
        /// The side with the right.
        color: Color,
        /// The name of the missing piece.
        piece: String,
        /// Where it is missing.
        place: String,
    },
    /// A castling right in a variant that has no piece to castle with.
    #[error(
        "castling right '{0}': no piece of this game castles with the King, because none moves \
         exactly like a Rook (in a variant file, the key castling-partner names such a piece)"
    )]
    NoCastlingPartner(String),
    /// A castling right given twice.
    #[error("castling right '{right}' is given twice in '{}'", excerpt(.field))]
    CastlingTwice {
        /// The second of the two, as written.
        right: String,
        /// The field.
        field: String,
    },
    /// The en-passant field does not name a square.
    #[error("the en-passant field must be '-' or a square of the board, not '{}'", excerpt(.0))]
    EnPassant(String),
    /// The field of the checks that are left is wrong.
    #[error(
        "the field '{}' must say how many more checks win for White and for Black, each from 0 to \
         {most}: such as {most}+{most}",
        excerpt(.field)
    )]
    Checks {
        /// The field.
        field: String,
        /// How many checks win the game.
        most: u8,
    },
    /// A counter is not a number or too large.
    #[error("the {counter} must be a number from 0 to 65535, not '{}'", excerpt(.word))]
    Counter {
        /// Which counter.
        counter: &'static str,
        /// The text of the counter.
        word: String,
    },
    /// The FEN is well-formed, but the position is impossible.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Parses a FEN with six fields. It may lack the counters, which are then 0 and 1, or, with
/// counters, the en-passant square, or that and the castling rights. Games that count checks
/// have one field more, before the counters or at the end.
///
/// The castling field is `-` or a list of rights. `K` and `Q` stand for the
/// outermost Rook on the King's side of the last or first file; the letter of a
/// file stands for the Rook on it. A file that is itself called `k` or `q` must
/// be followed by the King's rank, `K1`; other files may be. In variants without
/// castling the rights are parsed and ignored (docs/rules.md, section 9.3).
/// With the King swap, each letter is the file of a piece that the King may
/// swap with.
///
/// ```
/// use peregrine::{position::fen, variants};
/// let rules = variants::falcon();
/// assert!(fen::parse(rules, "r4k3r/10/10/10/10/10/10/R4K3R w JAja -").is_ok());
/// let error = fen::parse(rules, "r4k3r/10/10/10/10/10/10/R4K2R w - -").unwrap_err();
/// assert_eq!(error.to_string(), "rank 1 must be 10 squares long, but is 9");
/// ```
///
/// # Errors
/// If the text is malformed; the error says where. Impossible positions are not
/// rejected, unlike by [`PositionOf::from_fen`].
pub fn parse(rules: &Rules, fen: &str) -> Result<Setup, FenError> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let (fields, checks_left) = checks::without_checks(rules, fields)?;
    let (board, side, castling, en_passant, halfmoves, fullmoves) = match fields[..] {
        // Some programs leave castling and en passant out where there is neither, or en passant
        // alone.
        [board, side, half, full] if is_number(half) && is_number(full) => {
            (board, side, "-", "-", half, full)
        }
        [board, side, castling, half, full] if is_number(half) && is_number(full) => {
            (board, side, castling, "-", half, full)
        }
        [board, side, castling, passed] => (board, side, castling, passed, "0", "1"),
        [board, side, castling, passed, half, full] => (board, side, castling, passed, half, full),
        _ => return Err(FenError::Fields(fields.len())),
    };
    let board = parse_board(rules, board)?;
    Ok(Setup {
        side_to_move: match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::Side(side.to_owned())),
        },
        castling: castling::parse_castling(rules, &board, castling)?,
        count_limit: counts::count_limit(rules, en_passant)?,
        en_passant: match en_passant {
            "-" => None,
            limit if counts::is_count_limit(rules, limit) => None,
            name => {
                let square = rules.geometry().square_named(name);
                Some(square.ok_or_else(|| FenError::EnPassant(name.to_owned()))?)
            }
        },
        checks_left,
        halfmove_clock: parse_counter("halfmove clock", halfmoves)?,
        fullmove_number: parse_counter("move number", fullmoves)?,
        board,
    })
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_counter(counter: &'static str, word: &str) -> Result<u16, FenError> {
    let number = word.parse().ok().filter(|_| is_number(word));
    number.ok_or_else(|| FenError::Counter {
        counter,
        word: word.to_owned(),
    })
}

impl<'r> PositionOf<'r> {
    /// Parses a FEN (docs/rules.md, section 9.3).
    ///
    /// # Errors
    /// If the text is not a FEN of this variant, or the position is impossible.
    /// The message says what is wrong and where.
    ///
    /// ```
    /// use peregrine::{position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// assert!(Position::from_fen(rules, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").is_ok());
    /// assert!(Position::from_fen(rules, "4k3/8/8/8/8/8/8/8 w - - 0 1").is_err());
    /// ```
    pub fn from_fen(rules: &'r Rules, fen: &str) -> Result<PositionOf<'r>, FenError> {
        Ok(PositionOf::from_setup(rules, &parse(rules, fen)?)?)
    }
}

/// The FEN, always with six fields. The en-passant field is the square passed
/// over after any double step. A castling right is written as `K` or `Q` if its
/// Rook is the outermost on that side, otherwise as the Rook's file; a file
/// called `k` or `q` is followed by the rank, `K1`.
impl fmt::Display for PositionOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fen(self, RookNames::Usual, f)
    }
}

/// A FEN that names each Rook with a castling right by its file: Shredder-FEN.
/// Engines that play Chess960 read it; [`parse`] reads both forms.
///
/// ```
/// use peregrine::{position::{fen::ShredderFen, Position}, variants};
/// let start = Position::start(variants::rules("chess960").unwrap());
/// assert!(start.to_string().ends_with(" w KQkq - 0 1"));
/// assert!(ShredderFen(&start).to_string().ends_with(" w HAha - 0 1"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ShredderFen<'a>(pub &'a PositionOf<'a>);

impl fmt::Display for ShredderFen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fen(self.0, RookNames::Files, f)
    }
}

fn write_fen(
    position: &PositionOf<'_>,
    names: RookNames,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let geometry = position.rules().geometry();
    for rank in (0..geometry.ranks()).rev() {
        board::write_rank(position, rank, f)?;
        f.write_str(if rank == 0 { " " } else { "/" })?;
    }
    f.write_str(match position.side_to_move() {
        Color::White => "w ",
        Color::Black => "b ",
    })?;
    castling::write_castling(position, names, f)?;
    match (position.en_passant(), position.count_limit()) {
        (Some(square), _) => write!(f, " {}", geometry.name(square))?,
        (None, Some(limit)) => write!(f, " {limit}")?,
        (None, None) => f.write_str(" -")?,
    }
    checks::write_checks(position, f)?;
    write!(
        f,
        " {} {}",
        position.halfmove_clock(),
        position.fullmove_number()
    )
}

impl fmt::Debug for PositionOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({}: {})", self.rules().variant(), self)
    }
}

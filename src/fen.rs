//! Reading and writing FEN (RULES.md section 5).
//!
//! Knows nothing of which positions are possible: what the text says becomes a
//! [`Setup`], and [`Position::from_setup`] judges it.

use std::fmt;

use thiserror::Error;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::geometry::Geometry;
use crate::piece::{Piece, PieceKind};
use crate::position::{Position, PositionError};
use crate::rules::{CastlingRule, Rules};
use crate::setup::{Board, Setup};
use crate::square::{MAX_SQUARES, Square};

/// Why a text is not the FEN of a position of this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// Neither four nor six fields.
    #[error(
        "a FEN has 6 fields (board, side, castling, en passant, halfmove clock, \
         move number) or the first 4 of them, not {0}"
    )]
    Fields(usize),
    /// Too many or too few ranks.
    #[error("the board has {wanted} ranks, the FEN gives {found}")]
    Ranks {
        /// How many ranks the text has.
        found: usize,
        /// How many the board has.
        wanted: usize,
    },
    /// A rank that is too long or too short.
    #[error("rank {rank} must be {wanted} squares long and is {found}")]
    RankLength {
        /// The name of the rank.
        rank: usize,
        /// How many squares the text gives it.
        found: usize,
        /// How many it has.
        wanted: usize,
    },
    /// A run of no empty squares, or of more than a rank has.
    #[error("'{run}' at column {column} is no run of empty squares on a board of {files} files")]
    Run {
        /// The number as written.
        run: String,
        /// Its column in the board field, from 1.
        column: usize,
        /// How many files the board has.
        files: usize,
    },
    /// A letter of no piece of the game.
    #[error("'{letter}' at column {column} is no piece of this game (its pieces: {known})")]
    Letter {
        /// The letter as written.
        letter: String,
        /// Its column in the board field, from 1.
        column: usize,
        /// The letters there are.
        known: String,
    },
    /// A hole where the board has a square.
    #[error("{0} is a square of the board, not a hole '*'")]
    NoHole(String),
    /// Something else where the board has a hole.
    #[error("{0} is a hole of the board and must be written '*'")]
    Hole(String),
    /// The side to move is not given as `w` or `b`.
    #[error("the side to move must be 'w' or 'b', not '{0}'")]
    Side(String),
    /// A letter that cannot stand in the castling field.
    #[error("'{letter}' in the castling field '{field}' is neither one of KQkq nor a file")]
    CastlingLetter {
        /// The letter.
        letter: char,
        /// The field.
        field: String,
    },
    /// A castling right without its Rook.
    #[error("castling right '{letter}': {color} has no Rook {place}")]
    CastlingRook {
        /// The letter.
        letter: char,
        /// Whose right it would be.
        color: Color,
        /// Where the Rook is missing.
        place: String,
    },
    /// A castling right given twice.
    #[error("castling right '{letter}' is given twice in '{field}'")]
    CastlingTwice {
        /// The second of the letters.
        letter: char,
        /// The field.
        field: String,
    },
    /// The en-passant field names no square.
    #[error("the en-passant field must be '-' or a square of the board, not '{0}'")]
    EnPassant(String),
    /// A counter is no number or too large.
    #[error("the {counter} must be a number from 0 to 65535, not '{word}'")]
    Counter {
        /// Which counter.
        counter: &'static str,
        /// What stands there.
        word: String,
    },
    /// The FEN can be read, but the position is impossible.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Reads a FEN with six fields, or with four: then the counters are 0 and 1.
///
/// The castling field is `-` or a row of rights: `K` and `Q` stand for the
/// outermost Rook toward the last and the first file as seen from the King,
/// the letter of a file for the Rook on it. Where the game has no castling the
/// rights are read and dropped (RULES.md section 7a, 3 and 4).
///
/// ```
/// use peregrine::{fen, variants};
/// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
/// assert!(fen::parse(rules, "r4k3r/10/10/10/10/10/10/R4K3R w JAja -").is_ok());
/// let error = fen::parse(rules, "r4k3r/10/10/10/10/10/10/R4K2R w - -").unwrap_err();
/// assert_eq!(error.to_string(), "rank 1 must be 10 squares long and is 9");
/// ```
///
/// # Errors
/// Says what is wrong and where. Impossible positions are read without
/// complaint, see [`Position::from_fen`].
pub fn parse(rules: &'static Rules, fen: &str) -> Result<Setup, FenError> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let (board, side, castling, en_passant, halfmoves, fullmoves) = match fields[..] {
        [board, side, castling, passed] => (board, side, castling, passed, "0", "1"),
        [board, side, castling, passed, half, full] => (board, side, castling, passed, half, full),
        _ => return Err(FenError::Fields(fields.len())),
    };
    let board = parse_board(rules, board)?;
    Ok(Setup {
        side: match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::Side(side.to_owned())),
        },
        castling: parse_castling(rules, &board, castling)?,
        en_passant: match en_passant {
            "-" => None,
            name => {
                let square = rules.geometry().square_named(name);
                Some(square.ok_or_else(|| FenError::EnPassant(name.to_owned()))?)
            }
        },
        halfmoves: parse_counter("halfmove clock", halfmoves)?,
        fullmoves: parse_counter("move number", fullmoves)?,
        board,
    })
}

fn parse_counter(counter: &'static str, word: &str) -> Result<u16, FenError> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.parse().ok().filter(|_| digits);
    number.ok_or_else(|| FenError::Counter {
        counter,
        word: word.to_owned(),
    })
}

/// What a cell of the board is said to be.
#[derive(Clone, Copy)]
enum Cell {
    Empty,
    Hole,
    Piece(Piece),
}

/// Reads the board field of a FEN.
pub(crate) fn parse_board(rules: &Rules, field: &str) -> Result<Board, FenError> {
    let geometry = rules.geometry();
    let (found, wanted) = (field.split('/').count(), geometry.ranks());
    if found != wanted {
        return Err(FenError::Ranks { found, wanted });
    }
    let mut board = [None; MAX_SQUARES];
    let mut column = 1;
    for (rank, text) in (0..wanted).rev().zip(field.split('/')) {
        let cells = parse_rank(rules, text, column)?;
        if cells.len() != geometry.files() {
            return Err(FenError::RankLength {
                rank: geometry.rank_name(rank),
                found: cells.len(),
                wanted: geometry.files(),
            });
        }
        for (file, cell) in cells.into_iter().enumerate() {
            let square = Square::new(rank * geometry.files() + file);
            match (geometry.squares().contains(square), cell) {
                (true, Cell::Hole) => return Err(FenError::NoHole(geometry.name(square))),
                (false, Cell::Empty | Cell::Piece(_)) => {
                    return Err(FenError::Hole(geometry.name(square)));
                }
                (true, Cell::Piece(piece)) => board[square.index()] = Some(piece),
                (true, Cell::Empty) | (false, Cell::Hole) => {}
            }
        }
        column += text.chars().count() + 1;
    }
    Ok(board)
}

/// The cells of one rank, however many there are; it starts in that column.
fn parse_rank(rules: &Rules, mut text: &str, mut column: usize) -> Result<Vec<Cell>, FenError> {
    let files = rules.geometry().files();
    let mut cells = Vec::new();
    while !text.is_empty() {
        let token = first_token(text);
        text = &text[token.len()..];
        if token == "*" {
            cells.push(Cell::Hole);
        } else if token.starts_with(|first: char| first.is_ascii_digit()) {
            let run = token.parse().ok().filter(|run| (1..=files).contains(run));
            let plain = run.filter(|_| !token.starts_with('0'));
            let run = plain.ok_or_else(|| FenError::Run {
                run: token.to_owned(),
                column,
                files,
            })?;
            cells.extend(std::iter::repeat_n(Cell::Empty, run));
        } else {
            let kind = rules.kind_of_letter(token);
            let kind = kind.ok_or_else(|| unknown_letter(rules, token, column))?;
            let white = token.starts_with(|first: char| first.is_ascii_uppercase());
            let color = if white { Color::White } else { Color::Black };
            cells.push(Cell::Piece(Piece::new(color, kind)));
        }
        column += token.chars().count();
    }
    Ok(cells)
}

/// A number, or one character and the apostrophe of a winged piece after it.
fn first_token(text: &str) -> &str {
    let digits = text
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(text.len());
    if digits > 0 {
        return &text[..digits];
    }
    let mut characters = text.chars();
    characters.next();
    let rest = characters.as_str();
    let rest = rest.strip_prefix('\'').unwrap_or(rest);
    &text[..text.len() - rest.len()]
}

fn unknown_letter(rules: &Rules, letter: &str, column: usize) -> FenError {
    let letters = rules
        .piece_types()
        .iter()
        .map(|piece_type| piece_type.letter.as_str());
    FenError::Letter {
        letter: letter.to_owned(),
        column,
        known: letters.collect::<Vec<_>>().join(" "),
    }
}

fn parse_castling(rules: &Rules, board: &Board, field: &str) -> Result<Bitboard, FenError> {
    let mut rights = Bitboard::EMPTY;
    if field == "-" {
        return Ok(rights);
    }
    let geometry = rules.geometry();
    for letter in field.chars() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let meaning = match letter.to_ascii_lowercase() {
            'k' => Right::Outermost(Wing::LastFile),
            'q' => Right::Outermost(Wing::FirstFile),
            name => match geometry.file_named(name) {
                Some(file) => Right::File(file),
                None => {
                    return Err(FenError::CastlingLetter {
                        letter,
                        field: field.to_owned(),
                    });
                }
            },
        };
        // Without its one King the position is refused, rights or no rights.
        let Some(king) = only_king(geometry, board, color) else {
            continue;
        };
        if rules.castling() == CastlingRule::None {
            continue;
        }
        let rooks = squares_of(geometry, board, Piece::new(color, PieceKind::ROOK));
        let (rook, place) = match meaning {
            Right::Outermost(wing) => {
                let place = "on that side of its King, on the King's rank".to_owned();
                (outermost(geometry, rooks, king, wing), place)
            }
            Right::File(file) => {
                let square = geometry.square(file, geometry.rank(king));
                let place = square.map_or_else(
                    || "there: the King's rank has no such square".to_owned(),
                    |square| format!("on {}", geometry.name(square)),
                );
                (square.filter(|&square| rooks.contains(square)), place)
            }
        };
        let rook = rook.ok_or(FenError::CastlingRook {
            letter,
            color,
            place,
        })?;
        if rights.contains(rook) {
            return Err(FenError::CastlingTwice {
                letter,
                field: field.to_owned(),
            });
        }
        rights |= rook.into();
    }
    Ok(rights)
}

/// What a letter of the castling field stands for.
enum Right {
    Outermost(Wing),
    File(usize),
}

/// A side of the King.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wing {
    LastFile,
    FirstFile,
}

/// The Rook farthest from the King on that side of him, on his rank.
fn outermost(geometry: &Geometry, rooks: Bitboard, king: Square, wing: Wing) -> Option<Square> {
    let rooks = rooks & geometry.rank_squares(geometry.rank(king));
    match wing {
        Wing::LastFile => rooks.highest().filter(|&rook| rook > king),
        Wing::FirstFile => rooks.lowest().filter(|&rook| rook < king),
    }
}

fn squares_of(geometry: &Geometry, board: &Board, piece: Piece) -> Bitboard {
    let holds = |square: &Square| board[square.index()] == Some(piece);
    geometry.squares().into_iter().filter(holds).collect()
}

fn only_king(geometry: &Geometry, board: &Board, color: Color) -> Option<Square> {
    let kings = squares_of(geometry, board, Piece::new(color, PieceKind::KING));
    kings.lowest().filter(|_| !kings.several())
}

/// The FEN, always with six fields; the en-passant field is the square passed
/// over after any double step. A castling right is written `K` or `Q` if its
/// Rook is the outermost on that side, else by the Rook's file.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let geometry = self.rules().geometry();
        for rank in (0..geometry.ranks()).rev() {
            write_rank(self, rank, f)?;
            f.write_str(if rank == 0 { " " } else { "/" })?;
        }
        f.write_str(match self.side() {
            Color::White => "w ",
            Color::Black => "b ",
        })?;
        write_castling(self, f)?;
        match self.en_passant() {
            Some(square) => write!(f, " {}", geometry.name(square))?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmoves(), self.fullmoves())
    }
}

fn write_rank(position: &Position, rank: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let rules = position.rules();
    let geometry = rules.geometry();
    let mut empty = 0;
    for file in 0..geometry.files() {
        let square = geometry.square(file, rank);
        let text = match square.map(|square| position.piece_on(square)) {
            Some(None) => {
                empty += 1;
                continue;
            }
            Some(Some(piece)) => rules.letter(piece),
            None => "*".to_owned(),
        };
        if empty > 0 {
            write!(f, "{empty}")?;
            empty = 0;
        }
        f.write_str(&text)?;
    }
    if empty > 0 {
        write!(f, "{empty}")?;
    }
    Ok(())
}

fn write_castling(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if position.castling_rooks().is_empty() {
        return f.write_str("-");
    }
    let geometry = position.rules().geometry();
    for color in Color::ALL {
        let king = position.king(color);
        let all_rooks = position.pieces(color, PieceKind::ROOK);
        let rights: Vec<Square> = (position.castling_rooks() & position.color(color))
            .into_iter()
            .collect();
        // From the outermost Rook inward, first on the side of the last file.
        let toward_last = rights.iter().rev().filter(|&&rook| rook > king);
        let toward_first = rights.iter().filter(|&&rook| rook < king);
        let wings = toward_last
            .map(|&rook| (rook, Wing::LastFile))
            .chain(toward_first.map(|&rook| (rook, Wing::FirstFile)));
        for (rook, wing) in wings {
            let letter = if outermost(geometry, all_rooks, king, wing) != Some(rook) {
                geometry.file_name(geometry.file(rook))
            } else if wing == Wing::LastFile {
                'k'
            } else {
                'q'
            };
            let letter = match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            };
            write!(f, "{letter}")?;
        }
    }
    Ok(())
}

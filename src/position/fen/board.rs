//! The board field of a FEN.
//!
//! Must not depend on the other fields or on which positions are possible.

use std::fmt;

use super::board_tokens;
use crate::board::color::Color;
use crate::board::piece::Piece;
use crate::board::setup::Board;
use crate::board::square::{MAX_SQUARES, Square};
use crate::position::PositionOf;
use crate::rules::Rules;

use super::FenError;

/// The content of a cell.
#[derive(Clone, Copy)]
enum Cell {
    Empty,
    Hole,
    Piece(Piece),
}

/// The number of files in the first rank of a FEN, for any variant.
///
/// ```
/// use peregrine::position::fen;
/// assert_eq!(fen::files("4k5/10/10/10/10/10/10/4K5 w - - 0 1"), 10);
/// ```
pub fn files(fen: &str) -> usize {
    let board = fen.split_whitespace().next().unwrap_or_default();
    let rank = board.split('/').next().unwrap_or_default();
    let cells = board_tokens(rank).map(|token| {
        let is_run = token.starts_with(|first: char| first.is_ascii_digit());
        match token.parse() {
            Ok(run) => run,
            // A number too large to parse is longer than any board.
            Err(_) if is_run => usize::MAX,
            Err(_) => 1,
        }
    });
    cells.fold(0, usize::saturating_add)
}

/// Parses the board field of a FEN.
pub(super) fn parse_board(rules: &Rules, field: &str) -> Result<Board, FenError> {
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

/// The cells of one rank, however many. `column` is where the rank starts.
fn parse_rank(rules: &Rules, text: &str, mut column: usize) -> Result<Vec<Cell>, FenError> {
    let files = rules.geometry().files();
    let mut cells = Vec::new();
    for token in board_tokens(text) {
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
            let letter = token.strip_prefix('+').unwrap_or(token);
            let kind = rules.kind_of_letter(letter);
            let kind = kind.ok_or_else(|| unknown_letter(rules, token, column))?;
            let white = letter.starts_with(|first: char| first.is_ascii_uppercase());
            let color = if white { Color::White } else { Color::Black };
            let piece = Piece::new(color, kind);
            cells.push(Cell::Piece(match letter == token {
                true => piece,
                false => {
                    let promoted = rules.promoted(piece).ok_or_else(|| FenError::Promoted {
                        letter: token.to_owned(),
                        column,
                    })?;
                    Piece::new(color, promoted)
                }
            }));
        }
        column += token.chars().count();
    }
    Ok(cells)
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

/// Writes one rank of the board field.
pub(super) fn write_rank(
    position: &PositionOf<'_>,
    rank: usize,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
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

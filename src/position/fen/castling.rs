//! The castling field of a FEN.
//!
//! `K` and `Q` stand for the outermost Rook on either side of the King, other
//! letters for the Rook on that file. If a file is itself called k or q, the
//! rank after the letter marks the Rook on it: `K1`.
//!
//! Whether King and Rook can be unmoved is checked by validation.

use std::fmt;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Geometry;
use crate::board::piece::{Piece, PieceKind};
use crate::board::setup::Board;
use crate::board::square::Square;
use crate::position::PositionOf;
use crate::rules::{CastlingRule, PieceType, Rules};

use super::FenError;

/// The squares of the pieces that the letters of the field stand for: Rooks or,
/// with the King swap, any pieces.
pub(super) fn parse_castling(
    rules: &Rules,
    board: &Board,
    field: &str,
) -> Result<Bitboard, FenError> {
    let mut rights = Bitboard::EMPTY;
    if field == "-" {
        return Ok(rights);
    }
    let geometry = rules.geometry();
    let swap = rules.castling() == CastlingRule::KingSwap;
    let mut rest = field;
    while let Some(letter) = rest.chars().next() {
        let taken = if swap {
            Right::of_file(geometry, letter).map(|right| (right, letter.len_utf8()))
        } else {
            Right::parse_prefix(geometry, rest)
        };
        let (right, length) = taken.ok_or_else(|| FenError::CastlingLetter {
            letter,
            field: field.to_owned(),
            known: if swap {
                "a file"
            } else {
                "one of KQkq or a file"
            },
        })?;
        let (written, others) = rest.split_at(length);
        rest = others;
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        if rules.castling() == CastlingRule::None {
            continue;
        }
        let Some(king) = castling_king(rules, board, color, written)? else {
            continue;
        };
        let is_partner = |row: &PieceType| rules.castles_with(Piece::new(color, row.kind));
        if !swap && !rules.piece_types().iter().any(is_partner) {
            return Err(FenError::NoCastlingPartner(written.to_owned()));
        }
        let partners = if swap {
            of_color(geometry, board, color) - king.into()
        } else {
            partners_of(rules, board, color) - king.into()
        };
        let rook = right.partner(rules, board, partners, king);
        let rook = rook.map_err(|place| FenError::CastlingRook {
            right: written.to_owned(),
            color,
            piece: if swap {
                "piece"
            } else {
                rules.castling_partner_name(color)
            }
            .to_owned(),
            place,
        })?;
        if rights.contains(rook) {
            return Err(FenError::CastlingTwice {
                right: written.to_owned(),
                field: field.to_owned(),
            });
        }
        rights |= rook.into();
    }
    Ok(rights)
}

/// What a letter of the castling field stands for, alone or with a rank.
enum Right {
    Outermost(Wing),
    File(usize),
    Square(Square),
}

impl Right {
    /// The right at the front of a text, and the length of its name.
    fn parse_prefix(geometry: &Geometry, text: &str) -> Option<(Right, usize)> {
        let letter = text.chars().next()?;
        let after = &text[letter.len_utf8()..];
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 && Right::of_file(geometry, letter).is_some() {
            let length = letter.len_utf8() + digits;
            let square = geometry.square_named(&text[..length].to_ascii_lowercase())?;
            return Some((Right::Square(square), length));
        }
        let right = match letter.to_ascii_lowercase() {
            'k' => Right::Outermost(Wing::LastFile),
            'q' => Right::Outermost(Wing::FirstFile),
            _ => Right::of_file(geometry, letter)?,
        };
        Some((right, letter.len_utf8()))
    }

    fn of_file(geometry: &Geometry, letter: char) -> Option<Right> {
        let file = geometry.file_named(letter.to_ascii_lowercase());
        file.map(Right::File)
    }

    /// The Rook of the right (with the King swap, the piece), or where it is
    /// missing.
    fn partner(
        &self,
        rules: &Rules,
        board: &Board,
        rooks: Bitboard,
        king: Square,
    ) -> Result<Square, String> {
        let geometry = rules.geometry();
        let kind = board[king.index()].map(Piece::kind);
        let other = kind.filter(|&kind| kind != PieceKind::KING);
        let name = other.and_then(|kind| rules.kind_name(kind));
        let name = name.unwrap_or("King");
        match *self {
            Right::Outermost(wing) => outermost(geometry, rooks, king, wing)
                .ok_or_else(|| format!("on that side of its {name} on {}", geometry.name(king))),
            Right::File(file) => {
                let rooks = rooks & geometry.rank_squares(geometry.rank(king));
                let rook = (rooks & geometry.file_squares(file)).lowest();
                let file = geometry.file_name(file);
                rook.ok_or_else(|| format!("on the {file}-file beside its {name}"))
            }
            Right::Square(square) => {
                let rooks = rooks & geometry.rank_squares(geometry.rank(king));
                let rook = (rooks & square.into()).lowest();
                rook.ok_or_else(|| format!("on {} beside its {name}", geometry.name(square)))
            }
        }
    }
}

/// A side of the King.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wing {
    LastFile,
    FirstFile,
}

/// The Rook farthest from the King on that side, on the King's rank.
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

/// The pieces of the kinds that castle with the King.
fn partners_of(rules: &Rules, board: &Board, color: Color) -> Bitboard {
    let kinds = rules.castling_partners(color).iter();
    kinds.fold(Bitboard::EMPTY, |partners, &kind| {
        partners | squares_of(rules.geometry(), board, Piece::new(color, kind))
    })
}

fn of_color(geometry: &Geometry, board: &Board, color: Color) -> Bitboard {
    let own = |piece: Piece| piece.color() == color;
    let holds = |square: &Square| board[square.index()].is_some_and(own);
    geometry.squares().into_iter().filter(holds).collect()
}

/// The square of the King that a castling right is for, or of another piece that castles.
/// `None` if the side has no such piece, or several of its kind; then the right is ignored.
fn castling_king(
    rules: &Rules,
    board: &Board,
    color: Color,
    right: &str,
) -> Result<Option<Square>, FenError> {
    let home = rules.castling_king(color);
    let home = home.filter(|_| !rules.has_single_king() || !rules.only_kings_castle());
    let Some(home) = home else {
        return Ok(rules.castling_king_on(board, color));
    };
    if board[home.index()] == rules.start().board[home.index()] {
        return Ok(Some(home));
    }
    Err(FenError::CastlingRook {
        right: right.to_owned(),
        color,
        piece: rules.castling_king_name(color).to_owned(),
        place: format!("on {}", rules.geometry().name(home)),
    })
}

/// How Rooks are named in the castling field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RookNames {
    /// `K` and `Q` for the outermost Rook on a side, as in X-FEN, else the file.
    Usual,
    /// Always the file, as in Shredder-FEN.
    Files,
}

/// Writes the castling field.
pub(super) fn write_castling(
    position: &PositionOf<'_>,
    names: RookNames,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    if position.castling_rights().is_empty() {
        return f.write_str("-");
    }
    let geometry = position.rules().geometry();
    for color in Color::ALL {
        if position.rules().castling() == CastlingRule::KingSwap {
            for partner in position.castling_rights() & position.colors(color) {
                write_letter(color, geometry.file_name(geometry.file(partner)), f)?;
            }
            continue;
        }
        let Some(king) = position.castling_king(color) else {
            continue;
        };
        let kinds = position.rules().castling_partners(color).iter();
        let all_rooks = kinds.fold(Bitboard::EMPTY, |rooks, &kind| {
            rooks | position.pieces(color, kind)
        });
        let rights: Vec<Square> = (position.castling_rights() & position.colors(color))
            .into_iter()
            .collect();
        // From the outermost Rook inward, the side of the last file first.
        let toward_last = rights.iter().rev().filter(|&&rook| rook > king);
        let toward_first = rights.iter().filter(|&&rook| rook < king);
        let wings = toward_last
            .map(|&rook| (rook, Wing::LastFile))
            .chain(toward_first.map(|&rook| (rook, Wing::FirstFile)));
        for (rook, wing) in wings {
            let is_outermost = outermost(geometry, all_rooks, king, wing) == Some(rook);
            if is_outermost && names == RookNames::Usual {
                let letter = if wing == Wing::LastFile { 'k' } else { 'q' };
                write_letter(color, letter, f)?;
                continue;
            }
            let file = geometry.file_name(geometry.file(rook));
            write_letter(color, file, f)?;
            // The letter alone would mean the outermost Rook.
            if matches!(file, 'k' | 'q') {
                write!(f, "{}", geometry.rank_name(geometry.rank(rook)))?;
            }
        }
    }
    Ok(())
}

/// Upper case for White.
fn write_letter(color: Color, letter: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match color {
        Color::White => write!(f, "{}", letter.to_ascii_uppercase()),
        Color::Black => write!(f, "{letter}"),
    }
}

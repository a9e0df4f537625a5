//! Positions as XBoard sends them.
//!
//! Translates XBoard's letters and square names. Castling rights that XBoard
//! does not send are derived from the pieces on their home squares.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{Piece, PieceKind};
use crate::board::setup::{Board, Setup};
use crate::board::square::{MAX_SQUARES, Square};
use crate::position::Position;
use crate::position::fen::{self, ShredderFen};
use crate::rules::{CastlingRule, Rules};

use super::{XboardDialect, numbered_name};

impl XboardDialect {
    /// Parses a FEN sent by XBoard.
    ///
    /// In games that an engine has described, XBoard keeps no castling rights:
    /// it omits the field, leaves it empty, or names the file of an unmoved
    /// King. Pieces on their home squares are then assumed to be unmoved.
    ///
    /// # Errors
    /// If it is not a position of the game, with the reason.
    pub(crate) fn read_fen(&self, rules: &'static Rules, text: &str) -> Result<Position, String> {
        if !self.is_described() {
            return Position::from_fen(rules, text).map_err(|error| error.to_string());
        }
        let (mut setup, says_nothing) = self.read_setup(rules, text)?;
        if says_nothing {
            setup.castling = rights_at_home(&Position::start(rules), &setup.board);
        }
        Position::from_setup(rules, &setup).map_err(|error| error.to_string())
    }

    /// The content of such a FEN, and whether it lacks castling rights.
    pub(super) fn read_setup(
        &self,
        rules: &'static Rules,
        text: &str,
    ) -> Result<(Setup, bool), String> {
        let mut fields = text.split_whitespace();
        let board = self.game_letters(rules, fields.next().unwrap_or_default())?;
        let side = fields.next().unwrap_or_default();
        let mut rest: Vec<&str> = fields.collect();
        let ends = rules.ends();
        // The checks that are left or were given, as `3+2` or `+0+1`.
        let checks = rest.iter().position(|word| word.contains('+'));
        let checks = match checks.filter(|_| ends.checks.is_some()) {
            Some(at) => format!(" {}", rest.remove(at)),
            None => String::new(),
        };
        let is_number = |word: &&&str| word.bytes().all(|digit| digit.is_ascii_digit());
        let (words, counters) =
            rest.split_at(rest.len() - rest.iter().rev().take_while(is_number).count());
        let (limit, counters) = match counters {
            // The limit of the count of moves stands in the en-passant field.
            [limit, counters @ ..] if ends.counting.is_some() && counters.len() == 2 => {
                (Some(*limit), counters)
            }
            counters => (None, counters),
        };
        let counters = match counters {
            [] => String::new(),
            [half, full] => format!(" {half} {full}"),
            _ => return Err(format!("'{}' are not two counters", counters.join(" "))),
        };
        let (castling, passed) = match *words {
            [castling, passed] => (castling, passed),
            [one] if one == "-" || self.passed_square(rules, one).is_ok() => ("-", one),
            [castling] => (castling, "-"),
            [] => ("-", "-"),
            _ => return Err(format!("a FEN has 6 fields, not {}", rest.len() + 2)),
        };
        let passed = match limit {
            Some(limit) => limit.to_owned(),
            None => self.passed_square(rules, passed)?,
        };
        let read = |castling: &str| {
            let text = format!("{board} {side} {castling} {passed}{checks}{counters}");
            fen::parse(rules, &text).map_err(|error| error.to_string())
        };
        let mut setup = read("-")?;
        let says_nothing = castling
            .chars()
            .all(|letter| self.names_a_king(rules, &setup.board, letter));
        if !says_nothing {
            setup.castling = read(castling)?.castling;
        }
        Ok((setup, says_nothing))
    }

    /// The FEN of a position, in XBoard's letters.
    pub(crate) fn write_fen(&self, position: &Position) -> String {
        let text = position.to_string();
        if self.castles_by_sign(position.rules()) {
            // XBoard itself names the files of the Rooks in this game.
            return ShredderFen(position).to_string();
        }
        if !self.is_described() {
            return text;
        }
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        if let [board, _, _, passed, ..] = &mut fields[..] {
            *board = self.board_field(position);
            let geometry = position.rules().geometry();
            if let Some(square) = geometry.square_named(passed) {
                *passed = numbered_name(geometry, square, 1);
            }
        }
        fields.join(" ")
    }

    /// The castling or swapping partners of both Kings if every piece on its
    /// home square is unmoved.
    pub(crate) fn rights_at_home(&self, position: &Position) -> Bitboard {
        let mut board = [None; MAX_SQUARES];
        for square in position.occupied() {
            board[square.index()] = position.piece_on(square);
        }
        rights_at_home(&Position::start(position.rules()), &board)
    }

    /// The board field in the letters of the game, without XBoard's holdings.
    fn game_letters(&self, rules: &Rules, board: &str) -> Result<String, String> {
        let board = board.split('[').next().unwrap_or_default();
        let mut text = String::new();
        let mut characters = board.chars().peekable();
        while let Some(character) = characters.next() {
            if !character.is_ascii_alphabetic() {
                text.push(character);
                continue;
            }
            let mut letter = character.to_string();
            if characters.next_if_eq(&'\'').is_some() {
                letter.push('\'');
            }
            let color = if character.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            let kind = self.kind_of_letter(&letter);
            let kind = kind.ok_or_else(|| format!("'{letter}' is not a piece of this game"))?;
            text += &rules.letter(Piece::new(color, kind));
        }
        Ok(text)
    }

    /// The en-passant square in the game's own notation. XBoard numbers ranks
    /// from 1 here on every board.
    fn passed_square(&self, rules: &Rules, name: &str) -> Result<String, String> {
        if name == "-" {
            return Ok(name.to_owned());
        }
        let geometry = rules.geometry();
        let square = self.numbered_square(geometry, name, 1);
        let square = square.ok_or_else(|| format!("'{name}' is not an en-passant square"))?;
        Ok(geometry.name(square))
    }

    /// Whether a letter of a castling field carries no information: a hyphen,
    /// or the file of a King.
    fn names_a_king(&self, rules: &Rules, board: &Board, letter: char) -> bool {
        let geometry = rules.geometry();
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let king = Some(Piece::new(color, PieceKind::KING));
        letter == '-'
            || geometry.squares().into_iter().any(|square| {
                board[square.index()] == king
                    && letter.to_ascii_lowercase() == (b'a' + geometry.file(square) as u8) as char
                    && rules.castling() == CastlingRule::KingSwap
            })
    }
}

/// The castling or swapping partners of both Kings if every piece on its home
/// square is unmoved. In a shuffled game the whole first rank counts as home
/// for Kings and Rooks.
pub(crate) fn rights_at_home(start: &Position, board: &Board) -> Bitboard {
    let rules = start.rules();
    let geometry = rules.geometry();
    if rules.castling() == CastlingRule::None {
        return Bitboard::EMPTY;
    }
    let mut rights = Bitboard::EMPTY;
    for color in Color::ALL {
        let Some(home) = start.castling_king(color) else {
            continue;
        };
        let first_rank = geometry.rank_squares(geometry.rank(home));
        let holds = |piece| {
            move |square: &crate::board::square::Square| board[square.index()] == Some(piece)
        };
        let king = start.piece_on(home);
        let king = king.unwrap_or(Piece::new(color, PieceKind::KING));
        if rules.is_shuffled() {
            if first_rank.into_iter().any(|square| holds(king)(&square)) {
                let mut partners = Bitboard::EMPTY;
                for &kind in rules.castling_partners(color) {
                    let partner = Piece::new(color, kind);
                    let found = first_rank.into_iter().filter(holds(partner));
                    partners |= found.collect::<Bitboard>();
                }
                if rules.castling() == CastlingRule::FixedFiles {
                    partners = outermost(partners, first_rank, holds(king));
                }
                rights |= partners;
            }
        } else if holds(king)(&home) {
            let partners = start.castling_rights() & start.colors(color);
            rights |= partners
                .into_iter()
                .filter(|square| board[square.index()] == start.piece_on(*square))
                .collect::<Bitboard>();
        }
    }
    rights
}

/// The outermost pieces of a set on both sides of the King.
fn outermost(partners: Bitboard, rank: Bitboard, is_king: impl Fn(&Square) -> bool) -> Bitboard {
    let king = rank.into_iter().find(is_king);
    let ends = [partners.lowest(), partners.highest()];
    let beside = |end: &Square, is_first: bool| king.is_some_and(|king| (*end < king) == is_first);
    let [first, last] = ends;
    let kept = [
        first.filter(|end| beside(end, true)),
        last.filter(|end| beside(end, false)),
    ];
    kept.into_iter().flatten().collect()
}

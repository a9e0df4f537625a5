//! Games saved by XBoard: how to recognize them, where they begin, and how
//! their moves are written.
//!
//! For a game described by an engine, XBoard writes the `FEN` from the engine's
//! `setup` command, which has no castling rights, and uses its own letters and
//! square names for moves. Castling depends only on the King's files, so on
//! nine files `O-O` moves the King from e1 toward the a-side to b1
//! (`docs/guide/xboard.md`).
//!
//! Must not depend on a file format: tags and move words come from the caller.

use crate::board::geometry::Geometry;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::Square;
use crate::notation::san::SanDescription;
use crate::notation::{self, NotationError, NotationErrorKind, castling};
use crate::position::Position;
use crate::rules::{PromotionRule, Rules};
use crate::variants::shuffle::Arrays;

use super::{XboardDialect, first_rank, names, rights_at_home};

const SHORT: &str = "O-O";
const LONG: &str = "O-O-O";

/// The game that XBoard saved with this `Variant` tag; `None` if there is no
/// evidence that XBoard wrote it.
///
/// `has_men` tells whether there is a tag `VariantMen`, in which only XBoard
/// records how an engine described the moves of pieces. Without it, a `FEN` is
/// evidence if it is the one sent to XBoard and no other program would write
/// it.
pub(crate) fn saved_as(variant: &str, fen: Option<&str>, has_men: bool) -> Option<XboardDialect> {
    if !has_men && fen.is_none() {
        return None;
    }
    let Some(dialect) = names::described_as(variant) else {
        return names::known_as(variant).filter(|_| has_men);
    };
    let rules = dialect.rules(PromotionRule::Any);
    let is_own_name = rules.variant().eq_ignore_ascii_case(variant);
    // In a game with castling under its own name, the same FEN may have been
    // written by another program for a start without castling rights.
    let is_clear = || !is_own_name || Position::start(rules).castling_rights().is_empty();
    let is_given = |fen| dialect.given_start(rules, fen).is_some();
    let saved = has_men || is_clear() && fen.is_some_and(is_given);
    saved.then_some(dialect)
}

/// Whether a game can begin with this position without custom setup.
pub(super) fn is_start(position: &Position) -> bool {
    match Arrays::new(position.rules()) {
        Ok(arrays) => arrays.number_of(position).is_some(),
        Err(_) => position.to_string() == Position::start(position.rules()).to_string(),
    }
}

impl XboardDialect {
    /// The position of the tag `FEN`. If it is the start position of the game,
    /// all castling rights exist although the tag omits them; in any other
    /// position, which a user must have loaded, missing rights are lost.
    ///
    /// # Errors
    /// If it is not a position of the game, with the reason.
    pub(crate) fn saved_start(&self, rules: &'static Rules, fen: &str) -> Result<Position, String> {
        if !self.is_described() {
            return self.read_fen(rules, fen);
        }
        if let Some(start) = self.given_start(rules, fen) {
            return Ok(start);
        }
        let (setup, _) = self.read_setup(rules, fen)?;
        Position::from_setup(rules, &setup).map_err(|error| error.to_string())
    }

    /// The start of the game, if the FEN is the one sent to XBoard.
    fn given_start(&self, rules: &'static Rules, fen: &str) -> Option<Position> {
        let (mut setup, says_nothing) = self.read_setup(rules, fen).ok()?;
        setup.castling = rights_at_home(&Position::start(rules), &setup.board);
        let start = Position::from_setup(rules, &setup).ok()?;
        (says_nothing && is_start(&start)).then_some(start)
    }

    /// The legal moves that XBoard may have written this way: one, or several
    /// if all are castlings or King swaps. The game's own notation is accepted
    /// too where it is unambiguous.
    ///
    /// # Errors
    /// If there is none, or several that are not castlings.
    pub(crate) fn read_san(
        &self,
        position: &Position,
        text: &str,
    ) -> Result<Vec<Move>, NotationError> {
        let plain = text.trim_end_matches(['+', '#', '!', '?']);
        let respelled = castling::take_sign(plain).map(|(sign, rest)| format!("{sign}{rest}"));
        let plain = respelled.as_deref().unwrap_or(plain);
        let described = Described::read(self, position.rules().geometry(), plain);
        let is_meant = |mv: &Move| match mv.kind() {
            MoveKind::Castling | MoveKind::KingSwap => self.is_castling(position, *mv, plain),
            MoveKind::EnPassant if self.is_capture_in_two_legs(position, *mv, plain) => true,
            MoveKind::Plain | MoveKind::EnPassant => described
                .as_ref()
                .is_some_and(|described| described.fits(self, position, *mv)),
        };
        let all: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(is_meant)
            .collect();
        // XBoard does not disambiguate from moves that it considers illegal.
        let expressible = |mv: &Move| self.is_expressible(position, *mv);
        let mut fits: Vec<Move> = all.iter().copied().filter(expressible).collect();
        if fits.is_empty() {
            fits = all;
        }
        let refused = |reason| {
            let text = text.to_owned();
            Err(NotationError { text, reason })
        };
        let special = |mv: &Move| matches!(mv.kind(), MoveKind::Castling | MoveKind::KingSwap);
        match fits[..] {
            [_] => Ok(fits),
            [_, ..] if fits.iter().all(special) => Ok(fits),
            [_, ..] => {
                let texts = fits.iter().map(|&mv| notation::san(position, mv));
                let texts = texts.collect::<Vec<_>>().join(", ");
                refused(NotationErrorKind::Ambiguous(texts))
            }
            [] if plain == SHORT || plain == LONG => refused(NotationErrorKind::Illegal),
            [] if self.has_usual_squares(position.rules().geometry()) => {
                notation::parse_either(position, text).map(|mv| vec![mv])
            }
            [] if described.is_some() => refused(NotationErrorKind::Illegal),
            [] => refused(NotationErrorKind::Form(
                "it is not written as XBoard writes moves",
            )),
        }
    }

    /// Whether this is a capture en passant that was sent as two moves and may have
    /// been written this way: `e4xd4-d5`.
    fn is_capture_in_two_legs(&self, position: &Position, mv: Move, text: &str) -> bool {
        let name = |square| self.square(position.rules().geometry(), square);
        let captured = position.captured_square(mv);
        self.has_two_legs(position, mv)
            && text == format!("{}x{}-{}", name(mv.from()), name(captured), name(mv.to()))
    }

    /// Whether this castling or King swap may have been written this way. If it
    /// was sent as two moves, XBoard writes the King's final square, `O-O-g1`.
    fn is_castling(&self, position: &Position, mv: Move, text: &str) -> bool {
        let geometry = position.rules().geometry();
        let square = self.square(geometry, mv.to());
        if mv.kind() == MoveKind::Castling {
            let sign = direction(mv.from(), mv.to());
            let rest = text.strip_prefix(sign);
            if rest.and_then(|rest| rest.strip_prefix('-')) == Some(&square) {
                return true;
            }
            if self.has_two_legs(position, mv) {
                return false;
            }
        }
        let own_rook = Piece::new(position.side_to_move(), PieceKind::ROOK);
        if position.piece_on(mv.to()) == Some(own_rook) {
            return text == direction(mv.from(), mv.to());
        }
        match sign_by_files(geometry, mv) {
            Some(sign) => text == sign,
            None => {
                let king = self.letter(PieceKind::KING);
                let text = text.strip_prefix(king).unwrap_or_default();
                text.strip_prefix('x').unwrap_or(text) == square
            }
        }
    }
}

/// The notation of castling toward the last file, or toward the first.
pub(super) fn direction(from: Square, to: Square) -> &'static str {
    if to > from { SHORT } else { LONG }
}

/// The castling sign that XBoard writes for some King moves of two or more
/// squares along the first or last rank, judged by their files alone. It
/// corresponds to a King on the e-file or the d-file of orthodox chess; on an
/// odd number of files either may apply.
pub(super) fn sign_by_files(geometry: &Geometry, mv: Move) -> Option<&'static str> {
    let files = geometry.files();
    let (from, to) = (geometry.file(mv.from()), geometry.file(mv.to()));
    let is_outer = [0, geometry.ranks() - 1].contains(&geometry.rank(mv.from()));
    if !is_outer || from.abs_diff(to) < 2 {
        return None;
    }
    let right = from == files / 2;
    let left = from == (files - 1) / 2;
    if left && to == 1 || right && to == files - 2 {
        Some(SHORT)
    } else if right && to == 2 || left && to == files - 3 {
        Some(LONG)
    } else {
        None
    }
}

/// A move other than castling, as far as its text tells.
struct Described {
    mv: SanDescription,
    /// The promotion piece, in lower case.
    suffix: Option<char>,
}

impl Described {
    /// `None` if the text is not shaped like such a move.
    fn read(dialect: &XboardDialect, geometry: &Geometry, text: &str) -> Option<Described> {
        let (text, suffix) = match text.split_once('=') {
            Some((text, suffix)) => {
                let mut letters = suffix.chars();
                let letter = letters.next().filter(|_| letters.next().is_none())?;
                (text, Some(letter.to_ascii_lowercase()))
            }
            None => (text, None),
        };
        let letter = text.chars().next().filter(char::is_ascii_uppercase);
        let (kind, text) = match letter {
            Some(letter) => (dialect.kind_of_letter(&letter.to_string())?, &text[1..]),
            None => (PieceKind::PAWN, text),
        };
        let target = text.rfind(|sign: char| sign.is_ascii_lowercase())?;
        let to = dialect.square_named(geometry, &text[target..])?;
        let before = &text[..target];
        let (before, captures) = match before.strip_suffix('x') {
            Some(before) => (before, true),
            None => (before, false),
        };
        let named = before.chars().next().filter(char::is_ascii_lowercase);
        let file = named.map(|file| usize::from(file as u8 - b'a'));
        let number = &before[usize::from(named.is_some())..];
        let rank = match number {
            "" => None,
            number if number.bytes().all(|digit| digit.is_ascii_digit()) => {
                let number: usize = number.parse().ok()?;
                Some(number.checked_sub(first_rank(geometry))?)
            }
            _ => return None,
        };
        // A Pawn that leaves its file states the file.
        let stays = kind == PieceKind::PAWN && before.is_empty();
        let mv = SanDescription {
            kind,
            file: file.or_else(|| stays.then(|| geometry.file(to))),
            rank,
            captures,
            to,
        };
        Some(Described { mv, suffix })
    }

    fn fits(&self, dialect: &XboardDialect, position: &Position, mv: Move) -> bool {
        let is_capture = mv.kind() == MoveKind::EnPassant || position.piece_on(mv.to()).is_some();
        let is_suffix = match self.suffix {
            None => mv.promoted_to().is_none(),
            suffix => dialect.suffix(position, mv) == suffix,
        };
        self.mv.fits(position, mv) && (is_capture || !self.mv.captures) && is_suffix
    }
}

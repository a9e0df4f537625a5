//! Standard algebraic notation.
//!
//! The writer is strict; the reader accepts any deviation that is unambiguous.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::Square;
use crate::position::Position;
use crate::position::movegen::MoveList;

use super::castling::{self, CastlingText, SWAP};
use super::spelling::usual_spelling;
use super::{NotationError, NotationErrorKind, promotion, with_promotion};

/// The move in SAN, with `+` for check and `#` for mate. `O-O` is castling
/// toward the last file. If the King has a choice of destinations with that
/// Rook, its destination follows: `O-Oi1`. A King swap is `K~a1`.
///
/// ```
/// use peregrine::{board::moves::Move, notation::san, position::Position, variants};
/// let rules = variants::falcon();
/// let position = Position::from_fen(rules, "5k4/10/10/10/10/10/10/R4K3R w KQ -").unwrap();
/// let square = |name| rules.geometry().square_named(name).unwrap();
/// assert_eq!(san(&position, Move::castling(square("f1"), square("i1"))), "O-Oi1");
/// assert_eq!(san(&position, Move::plain(square("a1"), square("a8"))), "Ra8+");
/// ```
///
/// # Panics
/// May panic if the move is not legal.
pub fn san(position: &Position, mv: Move) -> String {
    san_among(position, mv, &position.legal_moves())
}

/// All legal moves with their SAN.
///
/// ```
/// use peregrine::{notation, position::Position, variants};
/// let start = Position::start(variants::falcon());
/// let moves = notation::legal_sans(&start);
/// assert!(moves.iter().all(|(mv, text)| *text == notation::san(&start, *mv)));
/// assert_eq!(moves.len(), 24);
/// ```
pub fn legal_sans(position: &Position) -> Vec<(Move, String)> {
    let moves = position.legal_moves();
    let with_san = |&mv: &Move| (mv, san_among(position, mv, &moves));
    moves.iter().map(with_san).collect()
}

/// A move in SAN, one of all legal `moves`.
fn san_among(position: &Position, mv: Move, moves: &MoveList) -> String {
    let mut text = unchecked_san(position, mv, moves);
    let mut next = position.clone();
    next.play(mv);
    if next.is_check() && !next.is_decided() {
        text.push(if next.has_legal_move() { '+' } else { '#' });
    }
    text
}

/// The move number as written before the next move: `12.`, or `12...` for
/// Black.
///
/// ```
/// use peregrine::{notation::move_number, position::Position, variants};
/// let rules = variants::rules("chess").unwrap();
/// assert_eq!(move_number(&Position::start(rules)), "1.");
/// let kings = Position::from_fen(rules, "4k3/8/8/8/8/8/8/4K3 b - - 0 12").unwrap();
/// assert_eq!(move_number(&kings), "12...");
/// ```
pub fn move_number(position: &Position) -> String {
    let dots = match position.side_to_move() {
        Color::White => ".",
        Color::Black => "...",
    };
    format!("{}{dots}", position.fullmove_number())
}

/// The move in SAN without the check or mate mark.
fn unchecked_san(position: &Position, mv: Move, moves: &MoveList) -> String {
    let rules = position.rules();
    let geometry = rules.geometry();
    match mv.kind() {
        MoveKind::Castling => return castling_sign(position, mv),
        MoveKind::KingSwap => {
            let king = rules.kind_letter(PieceKind::KING);
            return format!("{king}{SWAP}{}", geometry.name(mv.to()));
        }
        MoveKind::Plain | MoveKind::EnPassant => {}
    }
    let kind = position
        .piece_on(mv.from())
        .map_or(PieceKind::PAWN, Piece::kind);
    let captures = position.is_capture(mv);
    let mut text = String::with_capacity(8);
    if kind != PieceKind::PAWN {
        text += rules.kind_letter(kind);
    }
    let is_pawn_capture = kind == PieceKind::PAWN && captures;
    push_origin(position, mv, moves, is_pawn_capture, &mut text);
    if captures {
        text.push('x');
    }
    geometry.push_name(mv.to(), &mut text);
    if let Some(kind) = mv.promoted_to() {
        text.push('=');
        text += rules.kind_letter(kind);
    }
    text
}

fn castling_sign(position: &Position, mv: Move) -> String {
    let geometry = position.rules().geometry();
    let wing = castling::sign(position, mv);
    let rules = position.rules();
    let rook = position.castling_rook(mv.from(), mv.to());
    let choice = rook.is_some_and(|rook| rules.castling_destinations(mv.from(), rook).several());
    let square = if choice {
        geometry.name(mv.to())
    } else {
        String::new()
    };
    format!("{wing}{square}")
}

/// Appends the disambiguation of a piece's origin: nothing, its file, its rank, or
/// both, whichever comes first that matches no other piece of its kind.
fn push_origin(
    position: &Position,
    mv: Move,
    moves: &MoveList,
    always_file: bool,
    text: &mut String,
) {
    let geometry = position.rules().geometry();
    let piece = position.piece_on(mv.from());
    let rivals: Bitboard = moves
        .iter()
        .filter(|other| {
            matches!(other.kind(), MoveKind::Plain | MoveKind::EnPassant) && other.to() == mv.to()
        })
        .map(|other| other.from())
        .filter(|&from| from != mv.from() && position.piece_on(from) == piece)
        .collect();
    let (file, rank) = (geometry.file(mv.from()), geometry.rank(mv.from()));
    let same_file = rivals.meets(geometry.file_squares(file));
    let same_rank = rivals.meets(geometry.rank_squares(rank));
    let say_file = always_file || rivals.any() && (!same_file || same_rank);
    if say_file {
        text.push(geometry.file_name(file));
    }
    if same_file {
        geometry.push_rank_name(rank, text);
    }
}

/// The legal move that a text in SAN describes.
///
/// Tolerates missing or superfluous marks for check, mate and annotation, `0-0` and
/// `o-o` for `O-O`, castling as the King's move (`Ke1g1`), `:` for `x`, a missing `x` unless a Pawn's step would be written the
/// same way, a missing `=`, `e8(Q)` and `e8/Q`, a lower-case promotion piece, figurines,
/// superfluous disambiguation (also `e2-e4`), `e.p.` after an en-passant
/// capture, and a missing castling square if only one legal move matches.
///
/// ```
/// use peregrine::{notation::parse_san, position::Position, variants};
/// let rules = variants::falcon();
/// let start = Position::start(rules);
/// assert_eq!(parse_san(&start, "Nc3"), parse_san(&start, "Nb1-c3!?"));
/// let error = parse_san(&start, "Qc3").unwrap_err();
/// assert_eq!(error.to_string(), "'Qc3' is not legal here");
/// ```
///
/// # Errors
/// If the text is malformed, or matches no legal move or several.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, NotationError> {
    parse(position, text).map_err(|reason| reason.for_text(text))
}

fn parse(position: &Position, text: &str) -> Result<Move, NotationErrorKind> {
    let text = usual_spelling(text);
    let (text, passing) = without_marks(&text);
    let moves = position.legal_moves();
    let fits: Vec<Move> = match CastlingText::read(position.rules(), text) {
        Some(wanted) => {
            let wanted = wanted?;
            moves
                .iter()
                .copied()
                .filter(|&mv| wanted.fits(position, mv))
                .collect()
        }
        None => {
            let wanted = Description::read(position, text)?;
            wanted.check_piece(position)?;
            let fits = |mv: &Move| wanted.fits(position, *mv);
            let mut fits: Vec<Move> = moves.iter().copied().filter(fits).collect();
            if fits.is_empty() && !passing {
                fits.extend(wanted.castling(position)?);
            }
            let is_clear = |mv: &&Move| passing || !wanted.is_step() || !position.is_capture(**mv);
            let clear: Vec<Move> = fits.iter().filter(is_clear).copied().collect();
            if clear.is_empty() && !fits.is_empty() {
                let names = fits.iter().map(|&mv| unchecked_san(position, mv, &moves));
                let names = names.collect::<Vec<_>>().join(", ");
                return Err(NotationErrorKind::StepCaptures(names));
            }
            with_promotion(position, clear, wanted.promoted_to)?
        }
    };
    let fits_passing = |mv: &Move| !passing || mv.kind() == MoveKind::EnPassant;
    let fits: Vec<Move> = fits.into_iter().filter(fits_passing).collect();
    match fits[..] {
        [] => Err(NotationErrorKind::Illegal),
        [mv] => Ok(mv),
        _ => {
            let texts = fits.iter().map(|&mv| unchecked_san(position, mv, &moves));
            Err(NotationErrorKind::Ambiguous(
                texts.collect::<Vec<_>>().join(", "),
            ))
        }
    }
}

/// The text without trailing marks, and whether `e.p.` was among them.
fn without_marks(text: &str) -> (&str, bool) {
    let mut text = text.trim();
    let mut passing = false;
    loop {
        let shorter = text.trim_end_matches(['+', '#', '!', '?']).trim_end();
        let before = shorter
            .strip_suffix("e.p.")
            .or_else(|| shorter.strip_suffix("e.p"))
            .or_else(|| shorter.strip_suffix("ep"));
        passing |= before.is_some();
        let shorter = before.map_or(shorter, str::trim_end);
        if shorter.len() == text.len() {
            return (text, passing);
        }
        text = shorter;
    }
}

/// What a text in the manner of SAN says of a move other than castling.
pub(super) struct SanDescription {
    pub kind: PieceKind,
    /// The file that the piece comes from, if the text says so.
    pub file: Option<usize>,
    /// The rank that the piece comes from, if the text says so.
    pub rank: Option<usize>,
    pub captures: bool,
    pub to: Square,
}

impl SanDescription {
    /// Whether piece, origin and target of a move are those of the text.
    pub(super) fn fits(&self, position: &Position, mv: Move) -> bool {
        let geometry = position.rules().geometry();
        let from = mv.from();
        mv.to() == self.to
            && position.piece_on(from).map(Piece::kind) == Some(self.kind)
            && self.file.is_none_or(|file| geometry.file(from) == file)
            && self.rank.is_none_or(|rank| geometry.rank(from) == rank)
    }
}

/// A move other than castling as text.
struct Description {
    mv: SanDescription,
    promoted_to: Option<PieceKind>,
}

impl Description {
    fn read(position: &Position, text: &str) -> Result<Description, NotationErrorKind> {
        let rules = position.rules();
        let geometry = rules.geometry();
        let form = NotationErrorKind::Form;
        let (kind, rest) = take_letter(position, text).ok_or(form("no piece has that letter"))?;
        // The trailing digits are the rank of the target; its file precedes
        // them.
        let end = rest
            .rfind(|c: char| c.is_ascii_digit())
            .ok_or(form("it names no square"))?
            + 1;
        let (rest, becomes) = rest.split_at(end);
        let promoted_to = promotion(rules, becomes)
            .ok_or(form("the text after the square is not a promotion piece"))?;
        let digits = rest.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let file = rest[..digits].chars().next_back().map_or(0, char::len_utf8);
        let (before, target) = rest.split_at(digits - file);
        let to = geometry
            .square_named(target)
            .ok_or(form("it names no square of the board"))?;
        let enemies = position.colors(!position.side_to_move());
        let victims = enemies | position.en_passant_targets(kind);
        // On a board with an x-file, `x` means that file if nothing is
        // captured, or if it stands alone where a Pawn may capture en passant
        // or step sideways; in a capture the origin file precedes it.
        let sign = geometry.file_named('x').is_none()
            || enemies.contains(to)
            || victims.contains(to) && before != "x";
        let (before, captures) = match before.strip_suffix('x').filter(|_| sign) {
            Some(before) => (before, true),
            None => (before.strip_suffix('-').unwrap_or(before), false),
        };
        if captures && !victims.contains(to) {
            return Err(NotationErrorKind::NothingToCapture(geometry.name(to)));
        }
        let named = before.chars().next();
        let file = named.and_then(|name| geometry.file_named(name));
        let skipped = named.filter(|_| file.is_some()).map_or(0, char::len_utf8);
        let before = &before[skipped..];
        let rank = match before {
            "" => None,
            rank => {
                let named =
                    (0..geometry.ranks()).find(|&n| geometry.rank_name(n).to_string() == rank);
                Some(named.ok_or(form(
                    "the text between piece and target is neither a file nor a rank",
                ))?)
            }
        };
        let mv = SanDescription {
            kind,
            file,
            rank,
            captures,
            to,
        };
        Ok(Description { mv, promoted_to })
    }

    /// Whether the text names a Pawn's step: in a capture the file or the sign precedes
    /// the square.
    fn is_step(&self) -> bool {
        self.mv.kind == PieceKind::PAWN && self.mv.file.is_none() && !self.mv.captures
    }

    /// Checks that such a piece exists at all.
    fn check_piece(&self, position: &Position) -> Result<(), NotationErrorKind> {
        let (rules, side) = (position.rules(), position.side_to_move());
        if position.pieces(side, self.mv.kind).is_empty() {
            let of_kind = rules
                .piece_types()
                .iter()
                .find(|row| row.kind == self.mv.kind);
            let piece = of_kind.map(|row| row.name.clone()).unwrap_or_default();
            return Err(NotationErrorKind::NoSuchPiece { piece, side });
        }
        Ok(())
    }

    /// The castling that is written like an ordinary King move: `Ke1g1`.
    fn castling(&self, position: &Position) -> Result<Option<Move>, NotationErrorKind> {
        let geometry = position.rules().geometry();
        let Some(king) = position.castling_king(position.side_to_move()) else {
            return Ok(None);
        };
        let castler = position.piece_on(king).map(Piece::kind);
        let SanDescription {
            kind,
            file,
            rank,
            captures,
            to,
        } = self.mv;
        let is_king = Some(kind) == castler
            && !captures
            && self.promoted_to.is_none()
            && file.is_none_or(|file| geometry.file(king) == file)
            && rank.is_none_or(|rank| geometry.rank(king) == rank);
        match is_king {
            true => castling::by_squares(position, king, to),
            false => Ok(None),
        }
    }

    /// Whether a move matches the description, apart from the promotion.
    fn fits(&self, position: &Position, mv: Move) -> bool {
        !matches!(mv.kind(), MoveKind::Castling | MoveKind::KingSwap)
            && self.mv.fits(position, mv)
            && (!self.mv.captures || position.is_capture(mv))
    }
}

/// Strips a piece letter from the front of a text; without one the move is a
/// Pawn move. A lower-case letter is a file.
fn take_letter<'a>(position: &Position, text: &'a str) -> Option<(PieceKind, &'a str)> {
    let rules = position.rules();
    if !text.starts_with(|first: char| first.is_ascii_uppercase()) {
        return Some((PieceKind::PAWN, text));
    }
    let length = if text[1..].starts_with('\'') { 2 } else { 1 };
    let (letter, rest) = text.split_at(length);
    Some((rules.kind_of_letter(letter)?, rest))
}

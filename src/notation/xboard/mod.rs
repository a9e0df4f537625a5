//! The XBoard dialect of a game: its name, the names of squares and pieces, and
//! what XBoard can and cannot be told about it.
//!
//! Everything follows from the rules of the game; `docs/guide/xboard.md` explains how
//! XBoard behaves. Must not depend on protocol commands or files: the protocol
//! and the match client share this module.

pub mod betza;
mod describe;
mod fen;
mod names;
mod pgn_reader;
mod pgn_writer;

use crate::board::color::Color;
use crate::board::geometry::Geometry;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::Square;
use crate::notation::castling;
use crate::position::Position;
use crate::rules::{CastlingRule, PieceType, PromotionRule, Rules};
use crate::variants::{RuleOptions, Variant};

pub(crate) use fen::rights_at_home;
pub(crate) use names::{all, find, for_rules, normal};
pub(crate) use pgn_reader::saved_as;

/// The promotion zone, in ranks, of XBoard games whose parent variant is
/// `grand`.
const GRAND_ZONE: usize = 3;

/// The most files of an XBoard board, including four for holdings.
const FILES: usize = 16;

/// A game as XBoard knows it.
#[derive(Clone, Debug)]
pub(crate) struct XboardDialect {
    /// The name in `variant NAME`.
    pub(crate) name: String,
    game: &'static Variant,
    /// The castling rule, if the game is built into XBoard with a single rule.
    castling: Option<CastlingRule>,
    /// Whether the game has to be described to XBoard.
    is_described: bool,
    /// A letter for each kind.
    letters: Vec<(PieceKind, char)>,
}

/// How XBoard handles Pawns in a game that is described to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pawns {
    /// Built-in moves, with promotion on the last rank.
    Own,
    /// Built-in moves, with optional promotion on the last three ranks;
    /// requires the parent variant `grand` and its holdings.
    Grand,
    /// Moves as described, with promotion on the last rank.
    Described,
}

impl XboardDialect {
    /// A game built into XBoard under this name.
    fn known(name: &str, game: &'static Variant, castling: Option<CastlingRule>) -> XboardDialect {
        XboardDialect {
            name: name.to_owned(),
            game,
            castling,
            is_described: false,
            letters: letters(&game.piece_types),
        }
    }

    /// A game described to XBoard under this name.
    ///
    /// # Errors
    /// If it cannot be described, with the reason.
    fn described(name: &str, game: &'static Variant) -> Result<XboardDialect, String> {
        let dialect = XboardDialect {
            name: name.to_owned(),
            game,
            castling: None,
            is_described: true,
            letters: letters(&game.piece_types),
        };
        if dialect.letters.len() < game.piece_types.len() {
            return Err("there are not enough letters for its pieces".to_owned());
        }
        let rules = dialect.rules(PromotionRule::Any);
        if rules.castling() == CastlingRule::FixedFiles {
            return Err("XBoard cannot be told about castling to fixed files".to_owned());
        }
        dialect
            .description(&Position::start(rules))
            .map(|_| dialect)
    }

    /// The rules of the game; `promotion` is ignored if the game does not offer
    /// it.
    pub(crate) fn rules(&self, promotion: PromotionRule) -> &'static Rules {
        self.game.nearest_rules(RuleOptions {
            castling: self.castling,
            promotion: Some(promotion),
        })
    }

    /// The castling rule that the game has in XBoard, if it differs from the
    /// default.
    pub(crate) fn castling(&self) -> Option<CastlingRule> {
        self.castling
    }

    /// Whether the game is described to XBoard rather than built in. XBoard is
    /// then more permissive than the rules and keeps no castling rights.
    pub(crate) fn is_described(&self) -> bool {
        self.is_described
    }

    /// The lines to send when the game is selected and begins from `start`.
    pub(crate) fn lines(&self, start: &Position) -> Vec<String> {
        if self.is_described {
            // Errors were handled when the game was offered.
            self.description(start).unwrap_or_default()
        } else {
            self.wild_card_lines(start.rules())
        }
    }

    /// The name of a square: files are lettered from a, and ranks numbered from
    /// 1, or from 0 if there are ten.
    pub(crate) fn square(&self, geometry: &Geometry, square: Square) -> String {
        numbered_name(geometry, square, first_rank(geometry))
    }

    /// The square with this name.
    pub(crate) fn square_named(&self, geometry: &Geometry, name: &str) -> Option<Square> {
        self.numbered_square(geometry, name, first_rank(geometry))
    }

    /// The square with this name if rank numbers begin with `first`.
    fn numbered_square(&self, geometry: &Geometry, name: &str, first: usize) -> Option<Square> {
        let file = name.bytes().next().filter(u8::is_ascii_lowercase)?;
        let rank = &name[1..];
        let is_number = !rank.is_empty() && rank.bytes().all(|digit| digit.is_ascii_digit());
        let rank: usize = rank.parse().ok().filter(|_| is_number)?;
        geometry.square(usize::from(file - b'a'), rank.checked_sub(first)?)
    }

    /// Whether squares have the same names in XBoard and in the game.
    pub(crate) fn has_usual_squares(&self, geometry: &Geometry) -> bool {
        geometry
            .squares()
            .into_iter()
            .all(|square| self.square(geometry, square) == geometry.name(square))
    }

    /// The letter of a kind, in upper case.
    pub(crate) fn letter(&self, kind: PieceKind) -> char {
        let found = self.letters.iter().find(|(known, _)| *known == kind);
        found.map_or('?', |(_, letter)| *letter)
    }

    /// The kind with this letter in XBoard, in either case, or in the game.
    pub(crate) fn kind_of_letter(&self, letter: &str) -> Option<PieceKind> {
        let mut characters = letter.chars();
        let first = characters.next()?;
        if characters.next().is_none() {
            let is = |known: &&(PieceKind, char)| known.1.eq_ignore_ascii_case(&first);
            return self.letters.iter().find(is).map(|(kind, _)| *kind);
        }
        let types = &self.game.piece_types;
        let found = types
            .iter()
            .find(|piece_type| piece_type.letter.eq_ignore_ascii_case(letter));
        found.map(|piece_type| piece_type.kind)
    }

    /// The letter for a Pawn on a promotion square that has nothing to become,
    /// if the game has such Pawns (Mental Cruelty).
    pub(crate) fn unpromoted(&self, rules: &Rules) -> Option<char> {
        if rules.pawns(Color::White).failed_promotion.is_empty() {
            return None;
        }
        unused(&self.letters).next()
    }

    /// The suffix of a Pawn move: the promotion piece, or the Pawn itself where
    /// XBoard would promote by default.
    pub(crate) fn suffix(&self, position: &Position, mv: Move) -> Option<char> {
        let rules = position.rules();
        let mover = position.piece_on(mv.from())?;
        if mover.kind() != PieceKind::PAWN {
            return None;
        }
        let letter = match mv.promoted_to() {
            Some(kind) => self.letter(kind),
            None if rules
                .pawns(mover.color())
                .failed_promotion
                .contains(mv.to()) =>
            {
                self.unpromoted(rules)?
            }
            None if self.stays_pawn(rules, mover.color(), mv.to()) => self.letter(PieceKind::PAWN),
            None => return None,
        };
        Some(letter.to_ascii_lowercase())
    }

    /// Whether XBoard would promote a Pawn there by default.
    fn stays_pawn(&self, rules: &Rules, color: Color, to: Square) -> bool {
        let last = ranks_left(rules.geometry(), color, to);
        self.is_described && self.pawns(rules) == Pawns::Grand && last < GRAND_ZONE
    }

    /// Whether castling is sent as `O-O` or `O-O-O`, as in XBoard's own game of
    /// Chess960.
    pub(crate) fn castles_by_sign(&self, rules: &Rules) -> bool {
        !self.is_described && rules.castling() == CastlingRule::FixedFiles
    }

    /// Whether a move is sent as two moves.
    ///
    /// - Castling is sent as the King's and the Rook's move if it is by one step,
    ///   which would read as a King move, or if the King stands in the corner:
    ///   XBoard then does not move the Rook.
    /// - A capture en passant is sent as a capture of the Pawn and a step forward
    ///   if XBoard would otherwise leave the captured Pawn on the board.
    pub(crate) fn has_two_legs(&self, position: &Position, mv: Move) -> bool {
        let rules = position.rules();
        let geometry = rules.geometry();
        let in_corner = || [0, geometry.files() - 1].contains(&geometry.file(mv.from()));
        match mv.kind() {
            MoveKind::Castling => {
                !self.castles_by_sign(rules)
                    && (castling::reads_like_king_move(position, mv)
                        || self.is_described && in_corner())
            }
            MoveKind::EnPassant => {
                self.is_described
                    && self.pawns(rules) == Pawns::Described
                    && betza::has_late_double_step(rules)
            }
            MoveKind::Plain | MoveKind::KingSwap => false,
        }
    }

    /// The two legs of such a move, each as the squares that it leaves and enters;
    /// `None` if the move is sent as one.
    pub(crate) fn legs(&self, position: &Position, mv: Move) -> Option<[(Square, Square); 2]> {
        let (from, to) = (mv.from(), mv.to());
        if !self.has_two_legs(position, mv) {
            return None;
        }
        if mv.kind() == MoveKind::EnPassant {
            let captured = position.captured_square(mv);
            return Some([(from, captured), (captured, to)]);
        }
        let rook = position.castling_rook(from, to)?;
        Some([
            (from, to),
            (rook, position.castled_rook_square(from, to, rook)),
        ])
    }

    /// Whether XBoard accepts a legal move when it tests legality.
    pub(crate) fn is_expressible(&self, position: &Position, mv: Move) -> bool {
        if !self.is_described {
            return true;
        }
        if self.seems_check_by_pawn(position, mv) {
            return false;
        }
        match mv.kind() {
            MoveKind::KingSwap => !seems_check(position, mv, None),
            MoveKind::Castling if self.has_two_legs(position, mv) => {
                !seems_check(position, mv, position.castling_rook(mv.from(), mv.to()))
            }
            MoveKind::Castling | MoveKind::EnPassant => true,
            MoveKind::Plain => {
                let mover = position.piece_on(mv.from());
                let is_pawn = mover.is_some_and(|mover| mover.kind() == PieceKind::PAWN);
                !is_pawn || self.is_expressible_for_pawn(position, mv)
            }
        }
    }

    /// Whether XBoard sees the mover's King attacked by a Pawn beside it after a move: where
    /// captures en passant are described as two steps, it lets Pawns capture any neighbor
    /// behind which there is room.
    fn seems_check_by_pawn(&self, position: &Position, mv: Move) -> bool {
        let rules = position.rules();
        if self.pawns(rules) != Pawns::Described || !betza::has_late_double_step(rules) {
            return false;
        }
        let mut after = position.clone();
        after.play(mv);
        let geometry = rules.geometry();
        let king = after.king(position.side_to_move());
        let (file, rank) = (geometry.file(king), geometry.rank(king));
        let pawn = Piece::new(after.side_to_move(), PieceKind::PAWN);
        let behind = match position.side_to_move() {
            Color::White => rank.checked_sub(1),
            Color::Black => Some(rank + 1),
        };
        let behind = behind.and_then(|rank| geometry.square(file, rank));
        let is_pawn = |file| {
            let beside = geometry.square(file, rank);
            beside.is_some_and(|square| after.piece_on(square) == Some(pawn))
        };
        behind.is_some_and(|square| after.piece_on(square).is_none())
            && (file.checked_sub(1).is_some_and(is_pawn) || is_pawn(file + 1))
    }

    fn is_expressible_for_pawn(&self, position: &Position, mv: Move) -> bool {
        let rules = position.rules();
        let geometry = rules.geometry();
        let pawns = self.pawns(rules);
        if mv.promoted_to().is_some() {
            let deep = if pawns == Pawns::Grand { GRAND_ZONE } else { 1 };
            if ranks_left(geometry, position.side_to_move(), mv.to()) >= deep {
                return false;
            }
        }
        if position.piece_on(mv.to()).is_some() {
            return true;
        }
        let (files, ranks) = pawn_step(geometry, position.side_to_move(), mv);
        match (files, ranks) {
            (0, 1) => true,
            (0, 2) => pawns == Pawns::Described || !betza::has_late_double_step(rules),
            _ => pawns == Pawns::Described && betza::pawn_step(files, ranks).is_some(),
        }
    }

    /// How XBoard handles the Pawns of the game.
    fn pawns(&self, rules: &Rules) -> Pawns {
        let geometry = rules.geometry();
        let pawns = rules.pawns(Color::White);
        let early = pawns
            .promotion
            .into_iter()
            .any(|square| ranks_left(geometry, Color::White, square) > 0);
        if early && geometry.files() + 4 <= FILES && self.letters.len() <= geometry.ranks() {
            return Pawns::Grand;
        }
        if pawns.sideways.any()
            || !pawns.extra_steps.is_empty()
            || betza::has_late_double_step(rules)
        {
            return Pawns::Described;
        }
        Pawns::Own
    }
}

/// The name of a square if rank numbers begin with `first`.
fn numbered_name(geometry: &Geometry, square: Square, first: usize) -> String {
    let file = (b'a' + geometry.file(square) as u8) as char;
    format!("{file}{}", geometry.rank(square) + first)
}

/// The number of the first rank: 0 if there are ten ranks, else 1.
fn first_rank(geometry: &Geometry) -> usize {
    usize::from(geometry.ranks() != 10)
}

/// How many ranks lie ahead of a square for a Pawn of this color.
fn ranks_left(geometry: &Geometry, color: Color, square: Square) -> usize {
    geometry.ranks() - 1 - geometry.rank(geometry.relative_to(color, square))
}

/// The step of a Pawn: files sideways, and ranks forward.
fn pawn_step(geometry: &Geometry, color: Color, mv: Move) -> (usize, i32) {
    let rank = |square| geometry.rank(geometry.relative_to(color, square)) as i32;
    let files = geometry.file(mv.from()).abs_diff(geometry.file(mv.to()));
    (files, rank(mv.to()) - rank(mv.from()))
}

/// Whether XBoard mistakes a legal King move for a move into check. It tests
/// with the King's square empty, and with the Rook's square empty if the Rook
/// moves separately.
fn seems_check(position: &Position, mv: Move, rook: Option<Square>) -> bool {
    let mut occupied = position.occupied() - mv.from().into();
    if let Some(rook) = rook {
        occupied -= rook.into();
    }
    position.is_attacked(mv.to(), !position.side_to_move(), occupied | mv.to().into())
}

/// A single letter for each kind: the one defined for XBoard, that of the game
/// if it is a single letter, or an unused one.
fn letters(types: &[PieceType]) -> Vec<(PieceKind, char)> {
    let own = |piece_type: &PieceType| {
        let mut letter = piece_type.letter.chars();
        let plain = letter.next().filter(|_| letter.next().is_none());
        piece_type.xboard_letter.or(plain)
    };
    let mut letters: Vec<(PieceKind, char)> = types
        .iter()
        .filter_map(|piece_type| Some((piece_type.kind, own(piece_type)?)))
        .collect();
    for piece_type in types.iter().filter(|piece_type| own(piece_type).is_none()) {
        let Some(letter) = unused(&letters).next() else {
            break;
        };
        letters.push((piece_type.kind, letter));
    }
    letters
}

/// The letters that no kind uses.
fn unused(letters: &[(PieceKind, char)]) -> impl Iterator<Item = char> {
    ('A'..='Z')
        .rev()
        .filter(|letter| letters.iter().all(|(_, used)| used != letter))
}

//! A game as XBoard has it: its name there, the names of squares and pieces,
//! and what XBoard can be told and cannot.
//!
//! Knows no command and no file. All of it follows from the rules of the game; what
//! XBoard does with it is told in `docs/xboard.md`.

mod describe;
mod fen;
mod names;
mod saved;

use crate::board::color::Color;
use crate::board::geometry::Geometry;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::PieceKind;
use crate::board::square::Square;
use crate::notation::betza;
use crate::position::Position;
use crate::rules::{CastlingRule, PieceType, PromotionRule, Rules};
use crate::variants::{RuleOptions, Variant};

pub(crate) use fen::rights_at_home;
pub(crate) use names::{all, find, normal, of};
pub(crate) use saved::saved_as;

/// How many ranks at each end XBoard promotes on in games of the parent
/// `grand`.
const GRAND_ZONE: usize = 3;

/// How many files XBoard's boards have, with the four that show lost pieces.
const FILES: usize = 16;

/// A game as the other end has it.
#[derive(Clone, Debug)]
pub(crate) struct XboardDialect {
    /// The name in `variant NAME`.
    pub name: String,
    game: &'static Variant,
    /// The castling rule, if the game is XBoard's own and has but one there.
    castling: Option<CastlingRule>,
    /// Whether XBoard has to be told about the game.
    is_described: bool,
    /// A letter for each kind.
    letters: Vec<(PieceKind, char)>,
}

/// What XBoard is to do with Pawns in a game that is described to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pawns {
    /// As it does itself, with promotion on the last rank.
    Own,
    /// As it does itself, with promotion on the last three ranks if wanted,
    /// which takes the parent `grand` and its files for lost pieces.
    Grand,
    /// As its notation for moves says, with promotion on the last rank.
    Described,
}

impl XboardDialect {
    /// A game that XBoard knows under that name.
    fn known(name: &str, game: &'static Variant, castling: Option<CastlingRule>) -> XboardDialect {
        XboardDialect {
            name: name.to_owned(),
            game,
            castling,
            is_described: false,
            letters: letters(&game.piece_types),
        }
    }

    /// A game that XBoard is told about under that name.
    ///
    /// # Errors
    /// When it cannot be, with the reason.
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
        dialect
            .description(&Position::start(rules))
            .map(|_| dialect)
    }

    /// The rules of the game; a promotion rule that it has not is not asked for.
    pub fn rules(&self, promotion: PromotionRule) -> &'static Rules {
        self.game.nearest_rules(RuleOptions {
            castling: self.castling,
            promotion: Some(promotion),
        })
    }

    /// The castling rule that the game has there and not by itself.
    pub fn castling(&self) -> Option<CastlingRule> {
        self.castling
    }

    /// Whether XBoard has only been told about the game: then it is laxer
    /// than the rules are, and keeps no castling rights.
    pub fn is_described(&self) -> bool {
        self.is_described
    }

    /// What is to be said when the game is chosen and begins from `start`.
    pub fn lines(&self, start: &Position) -> Vec<String> {
        if self.is_described {
            // Looked at when the game was offered.
            self.description(start).unwrap_or_default()
        } else {
            self.wild_card_lines(start.rules())
        }
    }

    /// The name of a square: files are lettered from a, and ranks are counted
    /// from 1, but from 0 if there are ten.
    pub fn square(&self, geometry: &Geometry, square: Square) -> String {
        numbered_name(geometry, square, first_rank(geometry))
    }

    /// The square of that name.
    pub fn square_named(&self, geometry: &Geometry, name: &str) -> Option<Square> {
        self.numbered_square(geometry, name, first_rank(geometry))
    }

    /// The square of that name if the first rank has that number.
    fn numbered_square(&self, geometry: &Geometry, name: &str, first: usize) -> Option<Square> {
        let file = name.bytes().next().filter(u8::is_ascii_lowercase)?;
        let rank = &name[1..];
        let is_number = !rank.is_empty() && rank.bytes().all(|digit| digit.is_ascii_digit());
        let rank: usize = rank.parse().ok().filter(|_| is_number)?;
        geometry.square(usize::from(file - b'a'), rank.checked_sub(first)?)
    }

    /// Whether squares have the same names there and here.
    pub fn has_usual_squares(&self, geometry: &Geometry) -> bool {
        geometry
            .squares()
            .into_iter()
            .all(|square| self.square(geometry, square) == geometry.name(square))
    }

    /// The letter of a kind, in upper case.
    pub fn letter(&self, kind: PieceKind) -> char {
        let found = self.letters.iter().find(|(known, _)| *known == kind);
        found.map_or('?', |(_, letter)| *letter)
    }

    /// The kind of a letter in either case, or of the letter of the game.
    pub fn kind_of_letter(&self, letter: &str) -> Option<PieceKind> {
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

    /// The letter that stands for a Pawn that arrives where it had to become
    /// something and cannot, if the game has such Pawns (Mental Cruelty).
    pub fn unpromoted(&self, rules: &Rules) -> Option<char> {
        if rules.pawns(Color::White).forfeit.is_empty() {
            return None;
        }
        unused(&self.letters).next()
    }

    /// What stands behind the squares of a Pawn's move: what it becomes, or
    /// that it stays a Pawn where XBoard would have it promote.
    pub fn suffix(&self, position: &Position, mv: Move) -> Option<char> {
        let rules = position.rules();
        let mover = position.piece_on(mv.from())?;
        if mover.kind() != PieceKind::PAWN {
            return None;
        }
        let letter = match mv.promoted_to() {
            Some(kind) => self.letter(kind),
            None if rules.pawns(mover.color()).forfeit.contains(mv.to()) => {
                self.unpromoted(rules)?
            }
            None if self.stays_pawn(rules, mover.color(), mv.to()) => self.letter(PieceKind::PAWN),
            None => return None,
        };
        Some(letter.to_ascii_lowercase())
    }

    /// Whether XBoard would promote a Pawn there unless it is told not to.
    fn stays_pawn(&self, rules: &Rules, color: Color, to: Square) -> bool {
        let last = ranks_left(rules.geometry(), color, to);
        self.is_described && self.pawns(rules) == Pawns::Grand && last < GRAND_ZONE
    }

    /// Whether castling is sent as the King's leg and the Rook's:
    /// one step would read as a step of the King, and with a King in the
    /// corner XBoard leaves the Rook where it is.
    pub fn has_two_legs(&self, position: &Position, mv: Move) -> bool {
        let geometry = position.rules().geometry();
        let in_corner = [0, geometry.files() - 1].contains(&geometry.file(mv.from()));
        mv.kind() == MoveKind::Castling
            && (mv.from().index().abs_diff(mv.to().index()) == 1 || self.is_described && in_corner)
    }

    /// Whether XBoard, testing the legality of moves, lets a legal move pass.
    pub fn is_expressible(&self, position: &Position, mv: Move) -> bool {
        if !self.is_described {
            return true;
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

    fn is_expressible_for_pawn(&self, position: &Position, mv: Move) -> bool {
        let rules = position.rules();
        let geometry = rules.geometry();
        let pawns = self.pawns(rules);
        if mv.promoted_to().is_some() {
            let deep = if pawns == Pawns::Grand { GRAND_ZONE } else { 1 };
            if ranks_left(geometry, position.side(), mv.to()) >= deep {
                return false;
            }
        }
        if position.piece_on(mv.to()).is_some() {
            return true;
        }
        let (files, ranks) = pawn_step(geometry, position.side(), mv);
        match (files, ranks) {
            (0, 1 | 2) => true,
            _ => pawns == Pawns::Described && betza::pawn_step(files, ranks).is_some(),
        }
    }

    /// What XBoard is to do with the Pawns of the game.
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
        // As far up as XBoard lets Pawns double-step by itself.
        let highest = (geometry.ranks() / 2).checked_sub(3);
        let mut from = pawns.double_step.into_iter();
        if pawns.sideways.any()
            || !pawns.extra_steps.is_empty()
            || from.any(|square| highest.is_none_or(|highest| geometry.rank(square) > highest))
        {
            return Pawns::Described;
        }
        Pawns::Own
    }
}

/// The name of a square if the first rank has that number.
fn numbered_name(geometry: &Geometry, square: Square, first: usize) -> String {
    let file = (b'a' + geometry.file(square) as u8) as char;
    format!("{file}{}", geometry.rank(square) + first)
}

/// The number of the first rank: ten ranks are counted from 0.
fn first_rank(geometry: &Geometry) -> usize {
    usize::from(geometry.ranks() != 10)
}

/// How many ranks lie before a square as a Pawn of that color sees it.
fn ranks_left(geometry: &Geometry, color: Color, square: Square) -> usize {
    geometry.ranks() - 1 - geometry.rank(geometry.turned(color, square))
}

/// How far a Pawn goes: in files, and in ranks forward.
fn pawn_step(geometry: &Geometry, color: Color, mv: Move) -> (usize, i32) {
    let rank = |square| geometry.rank(geometry.turned(color, square)) as i32;
    let files = geometry.file(mv.from()).abs_diff(geometry.file(mv.to()));
    (files, rank(mv.to()) - rank(mv.from()))
}

/// Whether XBoard takes a move for one into check that is none: it looks with
/// the King's square empty, and that of a Rook which went there by a leg of
/// its own.
fn seems_check(position: &Position, mv: Move, rook: Option<Square>) -> bool {
    let mut occupied = position.occupied() - mv.from().into();
    if let Some(rook) = rook {
        occupied -= rook.into();
    }
    position.is_attacked(mv.to(), !position.side(), occupied | mv.to().into())
}

/// A plain letter for each kind: the one made for XBoard, that of the game if
/// it is plain, or one that is left over.
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

/// The letters that no kind has.
fn unused(letters: &[(PieceKind, char)]) -> impl Iterator<Item = char> {
    ('A'..='Z')
        .rev()
        .filter(|letter| letters.iter().all(|(_, used)| used != letter))
}

//! The rules of one game as a value: board, pieces, castling, Pawns, array.
//!
//! Knows no position. A rule of the game that is data stands here; which
//! values each named game has stands in [`variants`](crate::variants). What
//! the generator reads in its inner loops are tables made from these values
//! once, so that nothing hot branches on the variant.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::geometry::Geometry;
use crate::piece::{Component, Components, MAX_KINDS, Piece, PieceKind};
use crate::square::Square;

/// Where the King may go when it castles: its destination D lies strictly
/// between King and Rook, and the rule says which D (RULES.md section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingRule {
    /// Any square between King and Rook.
    Free,
    /// Any but the one next to the King.
    ModifiedFree,
    /// Exactly two squares from the King.
    Orthodox,
    /// Exactly three squares from the King.
    Three,
    /// The square next to the Rook.
    Wide,
    /// There is no castling.
    None,
}

impl CastlingRule {
    /// All castling rules.
    pub const ALL: [CastlingRule; 6] = [
        CastlingRule::Free,
        CastlingRule::ModifiedFree,
        CastlingRule::Orthodox,
        CastlingRule::Three,
        CastlingRule::Wide,
        CastlingRule::None,
    ];

    /// The name of the rule in RULES.md.
    ///
    /// ```
    /// assert_eq!(peregrine::rules::CastlingRule::ModifiedFree.name(), "modified-free");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            CastlingRule::Free => "free",
            CastlingRule::ModifiedFree => "modified-free",
            CastlingRule::Orthodox => "orthodox",
            CastlingRule::Three => "three",
            CastlingRule::Wide => "wide",
            CastlingRule::None => "none",
        }
    }

    /// The squares D to which a King on `king` may castle with a Rook on
    /// `rook`, a square of the same rank, as far as the rule alone says.
    ///
    /// ```
    /// use peregrine::{rules::CastlingRule, square::Square};
    /// let (f1, j1) = (Square::new(5), Square::new(9));
    /// assert_eq!(CastlingRule::Free.destinations(f1, j1).count(), 3);
    /// assert_eq!(CastlingRule::Wide.destinations(f1, j1), Square::new(8).into());
    /// ```
    pub fn destinations(self, king: Square, rook: Square) -> Bitboard {
        let toward = if rook > king { 1 } else { -1 };
        let distance = king.index().abs_diff(rook.index()) as i32;
        let allowed = |steps: &i32| match self {
            CastlingRule::Free => true,
            CastlingRule::ModifiedFree => *steps > 1,
            CastlingRule::Orthodox => *steps == 2,
            CastlingRule::Three => *steps == 3,
            CastlingRule::Wide => *steps == distance - 1,
            CastlingRule::None => false,
        };
        (1..distance)
            .filter(allowed)
            .map(|steps| king.offset(steps * toward))
            .collect()
    }
}

/// Which kinds a Pawn may promote to, of those of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromotionRule {
    /// Every kind but King and Pawn.
    Any,
    /// Every kind but King, Pawn and Queen.
    NoQueen,
}

impl PromotionRule {
    /// All promotion rules.
    pub const ALL: [PromotionRule; 2] = [PromotionRule::Any, PromotionRule::NoQueen];

    /// The name of the rule in RULES.md.
    ///
    /// ```
    /// assert_eq!(peregrine::rules::PromotionRule::NoQueen.name(), "no-queen");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            PromotionRule::Any => "any",
            PromotionRule::NoQueen => "no-queen",
        }
    }

    fn allows(self, kind: PieceKind) -> bool {
        self == PromotionRule::Any || kind != PieceKind::QUEEN
    }
}

/// A word that names no rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown {what} '{word}' (known: {known})")]
pub struct UnknownName {
    /// What the word should have named.
    pub what: &'static str,
    /// The word.
    pub word: String,
    /// The names there are.
    pub known: String,
}

macro_rules! named {
    ($type:ty, $what:literal) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(word: &str) -> Result<$type, UnknownName> {
                Self::ALL
                    .into_iter()
                    .find(|rule| rule.name() == word)
                    .ok_or_else(|| UnknownName {
                        what: $what,
                        word: word.to_owned(),
                        known: Self::ALL.map(|rule| rule.name()).join(", "),
                    })
            }
        }
    };
}

named!(CastlingRule, "castling rule");
named!(PromotionRule, "promotion rule");

/// A kind of piece as a game has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceType {
    /// Its kind.
    pub kind: PieceKind,
    /// Its letters in upper case, as in FEN: `F`, or `N'` for a winged piece.
    pub letter: String,
    /// Its name.
    pub name: String,
    /// What its move is made of.
    pub components: Components,
}

/// The rules for the Pawns of one side.
#[derive(Clone, Debug)]
pub struct PawnRules {
    /// One step forward, as a difference of square numbers.
    pub forward: i32,
    /// From where a Pawn may step two squares forward.
    pub double_step: Bitboard,
    /// Where a Pawn must promote.
    pub promotion: Bitboard,
    /// What a Pawn may promote to, strongest first by convention.
    pub choices: ArrayVec<PieceKind, MAX_KINDS>,
}

/// Everything [`Rules::new`] needs to know about a game.
#[derive(Debug)]
pub struct RulesSetup {
    /// The name of the variant.
    pub variant: String,
    /// The board.
    pub geometry: &'static Geometry,
    /// The kinds of piece, King and Pawn among them.
    pub piece_types: Vec<PieceType>,
    /// The start position as FEN.
    pub start_fen: String,
    /// How Kings castle.
    pub castling: CastlingRule,
    /// What Pawns promote to.
    pub promotion: PromotionRule,
    /// The rank, counted from each side's own first rank as 0, from which
    /// Pawns may double-step.
    pub pawn_rank: usize,
}

/// The rules of a game, immutable for as long as it is played.
#[derive(Debug)]
pub struct Rules {
    setup: RulesSetup,
    components: [Components; MAX_KINDS],
    masks: [[Bitboard; Component::COUNT]; MAX_KINDS],
    pawns: [PawnRules; 2],
}

impl Rules {
    /// The rules that follow from a setup.
    ///
    /// ```
    /// let rules = peregrine::variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(rules.variant(), "falcon");
    /// ```
    pub fn new(setup: RulesSetup) -> Rules {
        let mut components = [Components::empty(); MAX_KINDS];
        let mut masks = [[Bitboard::EMPTY; Component::COUNT]; MAX_KINDS];
        for piece_type in &setup.piece_types {
            components[piece_type.kind.index()] = piece_type.components;
            for component in Component::ALL {
                if piece_type.components.contains(component.set()) {
                    masks[piece_type.kind.index()][component.index()] = Bitboard::first(128);
                }
            }
        }
        let pawns = Color::ALL.map(|color| pawn_rules(&setup, color));
        Rules {
            setup,
            components,
            masks,
            pawns,
        }
    }

    /// The name of the variant.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(rules.variant(), "chess");
    /// ```
    pub fn variant(&self) -> &str {
        &self.setup.variant
    }

    /// The board.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(rules.geometry().files(), 8);
    /// ```
    #[inline]
    pub fn geometry(&self) -> &'static Geometry {
        self.setup.geometry
    }

    /// The kinds of piece, King and Pawn among them.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(rules.piece_types().len(), 7);
    /// ```
    pub fn piece_types(&self) -> &[PieceType] {
        &self.setup.piece_types
    }

    /// The start position as FEN.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// assert!(rules.start_fen().starts_with("rnbfqkfbnr/"));
    /// ```
    pub fn start_fen(&self) -> &str {
        &self.setup.start_fen
    }

    /// How Kings castle.
    ///
    /// ```
    /// # use peregrine::rules::CastlingRule;
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(rules.castling(), CastlingRule::Orthodox);
    /// ```
    #[inline]
    pub fn castling(&self) -> CastlingRule {
        self.setup.castling
    }

    /// What Pawns promote to.
    ///
    /// ```
    /// # use peregrine::rules::PromotionRule;
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(rules.promotion(), PromotionRule::Any);
    /// ```
    pub fn promotion(&self) -> PromotionRule {
        self.setup.promotion
    }

    /// What the move of a kind is made of; nothing for a kind the game has not.
    ///
    /// ```
    /// # use peregrine::piece::{Components, PieceKind};
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(rules.components(PieceKind::QUEEN), Components::DIAGONAL | Components::STRAIGHT);
    /// assert!(rules.components(PieceKind::FALCON).is_empty());
    /// ```
    #[inline]
    pub fn components(&self, kind: PieceKind) -> Components {
        self.components[kind.index()]
    }

    /// For each component all 128 bits if the kind has it, else none.
    #[inline]
    pub(crate) fn masks(&self, kind: PieceKind) -> &[Bitboard; Component::COUNT] {
        &self.masks[kind.index()]
    }

    /// The rules for the Pawns of a side.
    ///
    /// ```
    /// # use peregrine::color::Color;
    /// # let rules = peregrine::variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(rules.pawns(Color::Black).forward, -10);
    /// ```
    #[inline]
    pub fn pawns(&self, color: Color) -> &PawnRules {
        &self.pawns[color.index()]
    }

    /// The letter of a piece as FEN has it: upper case for White.
    ///
    /// ```
    /// # use peregrine::{color::Color, piece::{Piece, PieceKind}};
    /// # let rules = peregrine::variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(rules.letter(Piece::new(Color::Black, PieceKind::FALCON)), "f");
    /// ```
    ///
    /// # Panics
    /// When the game has no such kind.
    pub fn letter(&self, piece: Piece) -> String {
        let letter = self.kind_letter(piece.kind());
        match piece.color() {
            Color::White => letter.to_owned(),
            Color::Black => letter.to_lowercase(),
        }
    }

    /// The letter of a kind in upper case.
    ///
    /// ```
    /// # use peregrine::piece::PieceKind;
    /// # let rules = peregrine::variants::find("capablanca").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(rules.kind_letter(PieceKind::MARSHAL), "C");
    /// ```
    ///
    /// # Panics
    /// When the game has no such kind.
    pub fn kind_letter(&self, kind: PieceKind) -> &str {
        let found = self
            .setup
            .piece_types
            .iter()
            .find(|piece_type| piece_type.kind == kind);
        &found
            .expect("pieces on the board are of the game's kinds")
            .letter
    }

    /// The kind of a letter, in either case.
    ///
    /// ```
    /// # use peregrine::piece::PieceKind;
    /// # let rules = peregrine::variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(rules.kind_of_letter("f"), Some(PieceKind::FALCON));
    /// assert_eq!(rules.kind_of_letter("x"), None);
    /// ```
    pub fn kind_of_letter(&self, letter: &str) -> Option<PieceKind> {
        let types = &self.setup.piece_types;
        let found = types
            .iter()
            .find(|piece_type| piece_type.letter.eq_ignore_ascii_case(letter));
        found.map(|piece_type| piece_type.kind)
    }

    /// The squares a piece of that color and kind on `square` attacks.
    ///
    /// ```
    /// # use peregrine::{bitboard::Bitboard, color::Color, piece::{Piece, PieceKind}, square::Square};
    /// # let rules = peregrine::variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let queen = Piece::new(Color::White, PieceKind::QUEEN);
    /// assert_eq!(rules.attacks(queen, Square::new(0), Bitboard::EMPTY).count(), 23);
    /// ```
    pub fn attacks(&self, piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
        let components = self.components(piece.kind());
        if components.contains(Components::PAWN) {
            return self.geometry().pawn_captures(piece.color(), square);
        }
        Component::ALL
            .into_iter()
            .filter(|component| components.contains(component.set()))
            .fold(Bitboard::EMPTY, |attacks, component| {
                attacks | component_attacks(self.geometry(), component, square, occupied)
            })
    }
}

/// The squares attacked by one component of a piece other than a Pawn.
#[inline(always)]
pub(crate) fn component_attacks(
    geometry: &Geometry,
    component: Component,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    match component {
        Component::Pawn => Bitboard::EMPTY,
        Component::King => geometry.king(square),
        Component::Diagonal => geometry.diagonal(square, occupied),
        Component::Straight => geometry.straight(square, occupied),
        Component::Falcon => geometry.falcon(square, occupied),
        Component::Knight => geometry.knight(square),
        Component::FalconLeap => geometry.falcon_targets(square),
    }
}

fn pawn_rules(setup: &RulesSetup, color: Color) -> PawnRules {
    let geometry = setup.geometry;
    let rank = |from_own_side: usize| match color {
        Color::White => geometry.rank_squares(from_own_side),
        Color::Black => geometry.rank_squares(geometry.ranks() - 1 - from_own_side),
    };
    let choices = setup
        .piece_types
        .iter()
        .map(|piece_type| piece_type.kind)
        .filter(|&kind| {
            kind != PieceKind::KING && kind != PieceKind::PAWN && setup.promotion.allows(kind)
        });
    let files = geometry.files() as i32;
    PawnRules {
        forward: if color == Color::White { files } else { -files },
        double_step: rank(setup.pawn_rank),
        promotion: rank(geometry.ranks() - 1),
        choices: choices.collect(),
    }
}

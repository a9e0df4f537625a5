//! The registry of games: which variants there are and which options each has.
//!
//! A variant is a value of [`Variant`]; its rules under chosen options are
//! made on first use and live as long as the process (RULES.md section 6).

use std::sync::Mutex;

use once_cell::sync::Lazy;
use thiserror::Error;

use crate::geometry::Geometry;
use crate::piece::{Components, PieceKind};
use crate::rules::{CastlingRule, PieceType, PromotionRule, Rules, RulesSetup, UnknownName};

/// A named game and the options it can be played with.
#[derive(Debug)]
pub struct Variant {
    /// Its name on the command line and in FEN files.
    pub name: &'static str,
    /// What it is, in a line.
    pub title: &'static str,
    /// Files and ranks of its board.
    pub board: (usize, usize),
    /// The start position.
    pub start_fen: &'static str,
    /// Its kinds of piece besides King and Pawn, in the order in which
    /// promotions are listed.
    pieces: &'static [KindRow],
    /// The castling rules it can be played with, the default first.
    pub castling: &'static [CastlingRule],
    /// The promotion rules it can be played with, the default first.
    pub promotion: &'static [PromotionRule],
}

/// Kind, letter, name and components.
type KindRow = (PieceKind, &'static str, &'static str, Components);

const PAWN: KindRow = (PieceKind::PAWN, "P", "Pawn", Components::PAWN);
const KING: KindRow = (PieceKind::KING, "K", "King", Components::KING);
const QUEEN: KindRow = (
    PieceKind::QUEEN,
    "Q",
    "Queen",
    Components::DIAGONAL.union(Components::STRAIGHT),
);
const ROOK: KindRow = (PieceKind::ROOK, "R", "Rook", Components::STRAIGHT);
const BISHOP: KindRow = (PieceKind::BISHOP, "B", "Bishop", Components::DIAGONAL);
const KNIGHT: KindRow = (PieceKind::KNIGHT, "N", "Knight", Components::KNIGHT);
const FALCON: KindRow = (PieceKind::FALCON, "F", "Falcon", Components::FALCON);
const ARCHBISHOP: KindRow = (
    PieceKind::CARDINAL,
    "A",
    "Archbishop",
    Components::DIAGONAL.union(Components::KNIGHT),
);
const CHANCELLOR: KindRow = (
    PieceKind::MARSHAL,
    "C",
    "Chancellor",
    Components::STRAIGHT.union(Components::KNIGHT),
);

/// The variants the engine plays.
static VARIANTS: [Variant; 3] = [
    Variant {
        name: "falcon",
        title: "Falcon Chess, 10x8: orthodox chess with two Falcons a side",
        board: (10, 8),
        start_fen: "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1",
        pieces: &[QUEEN, ROOK, BISHOP, KNIGHT, FALCON],
        castling: &CastlingRule::ALL,
        promotion: &PromotionRule::ALL,
    },
    Variant {
        name: "chess",
        title: "Orthodox chess, 8x8",
        board: (8, 8),
        start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        pieces: &[QUEEN, ROOK, BISHOP, KNIGHT],
        castling: &[CastlingRule::Orthodox],
        promotion: &[PromotionRule::Any],
    },
    Variant {
        name: "capablanca",
        title: "Capablanca chess, 10x8, with Archbishop (B+N) and Chancellor (R+N)",
        board: (10, 8),
        start_fen: "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
        pieces: &[QUEEN, CHANCELLOR, ARCHBISHOP, ROOK, BISHOP, KNIGHT],
        castling: &[CastlingRule::Three],
        promotion: &[PromotionRule::Any],
    },
];

/// Options of a game; what is `None` is as the variant has it by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RuleOptions {
    /// How Kings castle.
    pub castling: Option<CastlingRule>,
    /// What Pawns promote to.
    pub promotion: Option<PromotionRule>,
}

/// Why a variant cannot be played as asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The variant has another castling rule.
    #[error("{variant} cannot be played with castling '{rule}' (it has: {known})")]
    Castling {
        /// The variant.
        variant: &'static str,
        /// The rule asked for.
        rule: CastlingRule,
        /// The rules it has.
        known: String,
    },
    /// The variant has another promotion rule.
    #[error("{variant} cannot be played with promotion '{rule}' (it has: {known})")]
    Promotion {
        /// The variant.
        variant: &'static str,
        /// The rule asked for.
        rule: PromotionRule,
        /// The rules it has.
        known: String,
    },
}

/// All variants, the main game first.
///
/// ```
/// assert_eq!(peregrine::variants::all()[0].name, "falcon");
/// ```
pub fn all() -> &'static [Variant] {
    &VARIANTS
}

/// The variant of that name.
///
/// ```
/// assert!(peregrine::variants::find("capablanca").is_ok());
/// assert!(peregrine::variants::find("draughts").is_err());
/// ```
///
/// # Errors
/// When there is none, with the names there are.
pub fn find(name: &str) -> Result<&'static Variant, UnknownName> {
    VARIANTS
        .iter()
        .find(|variant| variant.name == name)
        .ok_or_else(|| UnknownName {
            what: "variant",
            word: name.to_owned(),
            known: VARIANTS.each_ref().map(|variant| variant.name).join(", "),
        })
}

impl Variant {
    /// The rules of the variant under the options.
    ///
    /// # Errors
    /// When the variant has no such option.
    ///
    /// ```
    /// use peregrine::{rules::CastlingRule, variants::{RuleOptions, find}};
    /// let options = RuleOptions { castling: Some(CastlingRule::Free), ..RuleOptions::default() };
    /// assert!(find("falcon").unwrap().rules(options).is_ok());
    /// assert!(find("chess").unwrap().rules(options).is_err());
    /// ```
    pub fn rules(&'static self, options: RuleOptions) -> Result<&'static Rules, OptionError> {
        let castling = options.castling.unwrap_or(self.castling[0]);
        if !self.castling.contains(&castling) {
            return Err(OptionError::Castling {
                variant: self.name,
                rule: castling,
                known: names(self.castling),
            });
        }
        let promotion = options.promotion.unwrap_or(self.promotion[0]);
        if !self.promotion.contains(&promotion) {
            return Err(OptionError::Promotion {
                variant: self.name,
                rule: promotion,
                known: names(self.promotion),
            });
        }
        Ok(interned(self, castling, promotion))
    }

    /// The rules of the variant under those of the options that it has.
    ///
    /// ```
    /// use peregrine::{rules::CastlingRule, variants::{RuleOptions, find}};
    /// let options = RuleOptions { castling: Some(CastlingRule::Free), ..RuleOptions::default() };
    /// let chess = find("chess").unwrap().nearest_rules(options);
    /// assert_eq!(chess.castling(), CastlingRule::Orthodox);
    /// ```
    pub fn nearest_rules(&'static self, options: RuleOptions) -> &'static Rules {
        let castling = options.castling.filter(|rule| self.castling.contains(rule));
        let promotion = options
            .promotion
            .filter(|rule| self.promotion.contains(rule));
        interned(
            self,
            castling.unwrap_or(self.castling[0]),
            promotion.unwrap_or(self.promotion[0]),
        )
    }
}

fn names<T: ToString>(rules: &[T]) -> String {
    rules
        .iter()
        .map(T::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The one `Rules` value for these choices: there are finitely many of them,
/// so each is kept for the life of the process once it was asked for.
fn interned(
    variant: &'static Variant,
    castling: CastlingRule,
    promotion: PromotionRule,
) -> &'static Rules {
    static MADE: Lazy<Mutex<Vec<&'static Rules>>> = Lazy::new(Mutex::default);
    let mut made = MADE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let same = |rules: &&&Rules| {
        rules.variant() == variant.name
            && rules.castling() == castling
            && rules.promotion() == promotion
    };
    if let Some(rules) = made.iter().find(same) {
        return rules;
    }
    let (files, ranks) = variant.board;
    let geometry = made
        .iter()
        .map(|rules| rules.geometry())
        .find(|geometry| (geometry.files(), geometry.ranks()) == (files, ranks))
        .unwrap_or_else(|| {
            let board = Geometry::rectangle(files, ranks);
            Box::leak(Box::new(
                board.expect("the boards of the registry have at most 128 cells"),
            ))
        });
    let kinds = [PAWN, KING]
        .into_iter()
        .chain(variant.pieces.iter().copied());
    let piece_types = kinds
        .map(|(kind, letter, name, components)| PieceType {
            kind,
            letter: letter.to_owned(),
            name: name.to_owned(),
            components,
        })
        .collect();
    let rules: &'static Rules = Box::leak(Box::new(Rules::new(RulesSetup {
        variant: variant.name.to_owned(),
        geometry,
        piece_types,
        start_fen: variant.start_fen.to_owned(),
        castling,
        promotion,
        pawn_rank: 1,
    })));
    made.push(rules);
    rules
}

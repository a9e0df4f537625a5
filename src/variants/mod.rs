//! The registry of games: which variants there are and which options each has.
//!
//! A variant is a value of [`Variant`]; its rules under chosen options are
//! made on first use and live as long as the process (RULES.md section 6).

use std::sync::Mutex;

use once_cell::sync::Lazy;
use thiserror::Error;

use crate::bitboard::Bitboard;
use crate::geometry::{Geometry, GeometryError};
use crate::piece::{Components, PieceKind};
use crate::rules::{
    CastlingRule, PawnSetup, PieceType, PromotionRule, Rules, RulesSetup, SpecialMoves,
    StalemateRule, UnknownName,
};
use crate::square::Square;

/// A named game and the options it can be played with.
#[derive(Debug)]
pub struct Variant {
    /// Its name on the command line and in FEN files.
    pub name: String,
    /// What it is, in a line.
    pub title: String,
    /// Its board.
    pub board: BoardSetup,
    /// Its kinds of piece, in the order in which promotions are listed.
    pub piece_types: Vec<PieceType>,
    /// The start position; if the array is drawn by lot, the one drawn most
    /// often in the sources.
    pub start_fen: String,
    /// The castling rules it can be played with, the default first.
    pub castling: Vec<CastlingRule>,
    /// The promotion rules it can be played with, the default first.
    pub promotion: Vec<PromotionRule>,
    /// How Pawns move and promote.
    pub pawns: PawnSetup,
    /// What stalemate means.
    pub stalemate: StalemateRule,
    /// Whether the order of the first rank is drawn by lot.
    pub shuffled: bool,
    /// The name under which XBoard takes it, if not its own
    /// (RULES.md section 8).
    pub xboard: Option<String>,
}

/// The board of a game: see [`Geometry::new`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSetup {
    /// Files of the bounding rectangle.
    pub files: usize,
    /// Ranks of the bounding rectangle.
    pub ranks: usize,
    /// One letter for each file.
    pub file_names: String,
    /// The number by which the lowest rank is called.
    pub first_rank: usize,
    /// The cells that are no squares.
    pub holes: Bitboard,
}

impl BoardSetup {
    /// A full rectangle with files a, b, c... and ranks 1, 2, 3...
    ///
    /// ```
    /// assert_eq!(peregrine::variants::BoardSetup::rectangle(10, 8).file_names, "abcdefghij");
    /// ```
    pub fn rectangle(files: usize, ranks: usize) -> BoardSetup {
        BoardSetup {
            files,
            ranks,
            file_names: ('a'..='p').take(files).collect(),
            first_rank: 1,
            holes: Bitboard::EMPTY,
        }
    }

    /// The tables of the board.
    ///
    /// ```
    /// let board = peregrine::variants::BoardSetup::rectangle(10, 8);
    /// assert_eq!(board.geometry().unwrap().squares().count(), 80);
    /// ```
    ///
    /// # Errors
    /// As [`Geometry::new`].
    pub fn geometry(&self) -> Result<Geometry, GeometryError> {
        let hole = |file, rank| self.holes.contains(Square::new(rank * self.files + file));
        Geometry::new(
            self.files,
            self.ranks,
            &self.file_names,
            self.first_rank,
            hole,
        )
    }
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

/// A game with orthodox Pawns on a full rectangle.
fn orthodox(
    name: &str,
    title: &str,
    (files, ranks): (usize, usize),
    start_fen: &str,
    pieces: &[KindRow],
) -> Variant {
    let board = BoardSetup::rectangle(files, ranks);
    let piece_types = [PAWN, KING]
        .iter()
        .chain(pieces)
        .map(|&(kind, letter, name, components)| PieceType {
            kind,
            letter: letter.to_owned(),
            name: name.to_owned(),
            components,
            special: SpecialMoves::default(),
            xboard_letter: None,
        })
        .collect();
    let geometry = board
        .geometry()
        .expect("the boards of the registry have at most 128 cells");
    let kinds = pieces.iter().map(|row| row.0).collect();
    Variant {
        name: name.to_owned(),
        title: title.to_owned(),
        pawns: PawnSetup::orthodox(&geometry, kinds),
        board,
        piece_types,
        start_fen: start_fen.to_owned(),
        castling: vec![CastlingRule::Orthodox],
        promotion: vec![PromotionRule::Any],
        stalemate: StalemateRule::Draw,
        shuffled: false,
        xboard: None,
    }
}

/// The variants the engine plays.
static VARIANTS: Lazy<Vec<Variant>> = Lazy::new(|| {
    vec![
        Variant {
            castling: CastlingRule::ALL[..6].to_vec(),
            promotion: PromotionRule::ALL.to_vec(),
            ..orthodox(
                "falcon",
                "Falcon Chess, 10x8: orthodox chess with two Falcons a side",
                (10, 8),
                "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1",
                &[QUEEN, ROOK, BISHOP, KNIGHT, FALCON],
            )
        },
        orthodox(
            "chess",
            "Orthodox chess, 8x8",
            (8, 8),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            &[QUEEN, ROOK, BISHOP, KNIGHT],
        ),
        Variant {
            castling: vec![CastlingRule::Three],
            ..orthodox(
                "capablanca",
                "Capablanca chess, 10x8, with Archbishop (B+N) and Chancellor (R+N)",
                (10, 8),
                "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
                &[QUEEN, CHANCELLOR, ARCHBISHOP, ROOK, BISHOP, KNIGHT],
            )
        },
    ]
});

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
        variant: String,
        /// The rule asked for.
        rule: CastlingRule,
        /// The rules it has.
        known: String,
    },
    /// The variant has another promotion rule.
    #[error("{variant} cannot be played with promotion '{rule}' (it has: {known})")]
    Promotion {
        /// The variant.
        variant: String,
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
pub fn all() -> Vec<&'static Variant> {
    VARIANTS.iter().collect()
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
            known: VARIANTS
                .iter()
                .map(|variant| variant.name.as_str())
                .collect::<Vec<_>>()
                .join(", "),
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
                variant: self.name.clone(),
                rule: castling,
                known: names(&self.castling),
            });
        }
        let promotion = options.promotion.unwrap_or(self.promotion[0]);
        if !self.promotion.contains(&promotion) {
            return Err(OptionError::Promotion {
                variant: self.name.clone(),
                rule: promotion,
                known: names(&self.promotion),
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
    struct Made {
        variant: &'static Variant,
        rules: &'static Rules,
    }
    static MADE: Lazy<Mutex<Vec<Made>>> = Lazy::new(Mutex::default);
    let mut made = MADE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let same = |made: &&Made| {
        std::ptr::eq(made.variant, variant)
            && made.rules.castling() == castling
            && made.rules.promotion() == promotion
    };
    if let Some(made) = made.iter().find(same) {
        return made.rules;
    }
    let geometry = made
        .iter()
        .find(|made| made.variant.board == variant.board)
        .map(|made| made.rules.geometry())
        .unwrap_or_else(|| {
            let board = variant.board.geometry();
            Box::leak(Box::new(
                board.expect("the boards of the registry have been looked at"),
            ))
        });
    let rules: &'static Rules = Box::leak(Box::new(Rules::new(RulesSetup {
        variant: variant.name.clone(),
        geometry,
        piece_types: variant.piece_types.clone(),
        start_fen: variant.start_fen.clone(),
        castling,
        promotion,
        pawns: variant.pawns.clone(),
        stalemate: variant.stalemate,
        shuffled: variant.shuffled,
    })));
    made.push(Made { variant, rules });
    rules
}

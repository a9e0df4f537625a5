//! The named choices among rules (docs/rules.md, section 4).
//!
//! What a choice means on the board is up to the move generator and the outcome
//! of a game.

use std::fmt;
use std::str::FromStr;

use crate::base::suggestion::UnknownName;
use crate::board::bitboard::Bitboard;
use crate::board::piece::PieceKind;
use crate::board::square::Square;

/// Where the King may go when it castles. Except with fixed files, its
/// destination D lies strictly between King and Rook; the rule decides which
/// squares qualify (docs/rules.md, sections 3.3 and 8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingRule {
    /// Any square between King and Rook.
    Free,
    /// Any square between them except the one next to the King.
    ModifiedFree,
    /// Exactly two squares from the King.
    Orthodox,
    /// Exactly three squares from the King.
    Three,
    /// The square next to the Rook.
    Wide,
    /// A fixed file on either side, wherever King and Rook stand, as in
    /// Chess960: [`CastlingFiles`](super::CastlingFiles). The destination need
    /// not lie between them.
    FixedFiles,
    /// No castling.
    None,
    /// Instead of castling, the King changes places with any unmoved piece on
    /// its back rank (docs/rules.md, section 7.1).
    KingSwap,
}

impl CastlingRule {
    /// All castling rules.
    pub const ALL: [CastlingRule; 8] = [
        CastlingRule::Free,
        CastlingRule::ModifiedFree,
        CastlingRule::Orthodox,
        CastlingRule::Three,
        CastlingRule::Wide,
        CastlingRule::FixedFiles,
        CastlingRule::None,
        CastlingRule::KingSwap,
    ];

    /// The name of the rule (docs/rules.md, section 4.1).
    pub const fn name(self) -> &'static str {
        match self {
            CastlingRule::Free => "free",
            CastlingRule::ModifiedFree => "modified-free",
            CastlingRule::Orthodox => "orthodox",
            CastlingRule::Three => "three",
            CastlingRule::Wide => "wide",
            CastlingRule::FixedFiles => "fixed-files",
            CastlingRule::None => "none",
            CastlingRule::KingSwap => "king-swap",
        }
    }

    /// The squares D between them to which a King on `king` may castle with a
    /// Rook on `rook`, on the same rank, according to this rule alone; none
    /// under a rule that needs more than the two squares
    /// ([`Rules::castling_destinations`](super::Rules::castling_destinations)).
    ///
    /// ```
    /// use peregrine::{board::square::Square, rules::CastlingRule};
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
            CastlingRule::FixedFiles | CastlingRule::None | CastlingRule::KingSwap => false,
        };
        (1..distance)
            .filter(allowed)
            .map(|steps| king.offset(steps * toward))
            .collect()
    }
}

/// Which of the kinds in the start position a Pawn may promote to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromotionRule {
    /// Every kind except King and Pawn.
    Any,
    /// Every kind except King, Pawn and Queen.
    NoQueen,
}

impl PromotionRule {
    /// All promotion rules.
    pub const ALL: [PromotionRule; 2] = [PromotionRule::Any, PromotionRule::NoQueen];

    /// The name of the rule (docs/rules.md, section 4.2).
    pub const fn name(self) -> &'static str {
        match self {
            PromotionRule::Any => "any",
            PromotionRule::NoQueen => "no-queen",
        }
    }

    /// Whether Pawns may promote to this kind.
    pub(crate) fn allows(self, kind: PieceKind) -> bool {
        self == PromotionRule::Any || kind != PieceKind::QUEEN
    }
}

/// How the pieces on the first rank are shuffled before a game; both sides have
/// the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shuffle {
    /// Any order (docs/rules.md, section 5.3).
    Any,
    /// The orders of Chess960: the Bishops on squares of both colors, the King
    /// between the Rooks (docs/rules.md, section 8.1).
    Chess960,
    /// The orders of Capablanca Random Chess on ten files: the Bishops on squares of both colors
    /// and not side by side, the Queen and the Archbishop on squares of both colors, the King
    /// between the Rooks, and every Pawn protected.
    CapablancaRandom,
}

impl Shuffle {
    /// All ways to shuffle.
    pub const ALL: [Shuffle; 3] = [Shuffle::Any, Shuffle::Chess960, Shuffle::CapablancaRandom];

    /// The name in variant files.
    pub const fn name(self) -> &'static str {
        match self {
            Shuffle::Any => "any",
            Shuffle::Chess960 => "chess960",
            Shuffle::CapablancaRandom => "capablanca-random",
        }
    }
}

impl super::Rules {
    /// Whether the first rank is shuffled.
    pub fn is_shuffled(&self) -> bool {
        self.setup.shuffle.is_some()
    }

    /// How the first rank is shuffled, if it is.
    pub fn shuffle(&self) -> Option<Shuffle> {
        self.setup.shuffle
    }
}

/// The result when the side to move has no legal move and is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StalemateRule {
    /// A draw (docs/rules.md, section 3.1).
    Draw,
    /// The side to move loses.
    Loss,
    /// The side to move wins.
    Win,
}

impl StalemateRule {
    /// All stalemate rules.
    pub const ALL: [StalemateRule; 3] =
        [StalemateRule::Draw, StalemateRule::Loss, StalemateRule::Win];

    /// The name of the rule in variant files.
    pub const fn name(self) -> &'static str {
        match self {
            StalemateRule::Draw => "draw",
            StalemateRule::Loss => "loss",
            StalemateRule::Win => "win",
        }
    }
}

/// Which royal pieces of a side must not be left attacked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Royalty {
    /// All of them.
    #[default]
    All,
    /// A piece that is the last of its kind. Others are captured like any piece.
    Last,
    /// At least one must be safe ("duple check" attacks all at once).
    Duple,
    /// None: Kings are captured like any piece, and there are no checks.
    None,
}

impl Royalty {
    /// All kinds of royalty that have a name in variant files.
    pub const ALL: [Royalty; 3] = [Royalty::All, Royalty::Last, Royalty::Duple];

    /// The name of the rule in variant files.
    pub const fn name(self) -> &'static str {
        match self {
            Royalty::All => "all",
            Royalty::Last => "last",
            Royalty::Duple => "duple",
            Royalty::None => "none",
        }
    }
}

/// The color of a square (docs/rules.md, section 1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SquareColor {
    /// Black on older boards, brown on most of today's.
    Dark,
    /// White, or nearly so.
    Light,
}

impl SquareColor {
    /// Both colors.
    pub const ALL: [SquareColor; 2] = [SquareColor::Dark, SquareColor::Light];

    /// The name of the color in variant files and pictures.
    pub const fn name(self) -> &'static str {
        match self {
            SquareColor::Dark => "dark",
            SquareColor::Light => "light",
        }
    }
}

impl std::ops::Not for SquareColor {
    type Output = SquareColor;

    fn not(self) -> SquareColor {
        match self {
            SquareColor::Dark => SquareColor::Light,
            SquareColor::Light => SquareColor::Dark,
        }
    }
}

/// Reads and writes a rule by its name.
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
                    .ok_or_else(|| {
                        let names = Self::ALL.map(|rule| rule.name());
                        UnknownName::new($what, word, &names, &names)
                    })
            }
        }
    };
}

pub(super) use named;

named!(CastlingRule, "castling rule");
named!(Shuffle, "way to shuffle");
named!(PromotionRule, "promotion rule");
named!(StalemateRule, "stalemate rule");
named!(Royalty, "kind of royalty");
named!(SquareColor, "square color");

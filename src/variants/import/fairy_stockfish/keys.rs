//! The keys of Fairy-Stockfish's variant files, in the order in which it reads them.
//!
//! Later keys of the list override earlier ones, whatever their order in a file.

/// What a value must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A rank, from 1.
    Rank,
    /// A file, as a letter or a number.
    File,
    /// A list of squares, ranks (`*8`) and files (`a*`).
    Region,
    /// The letters of pieces.
    Pieces,
    /// A result for the side to move.
    Result,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Pieces with numbers, such as `q:1 r:2`.
    Limits,
    /// Pieces and what they become, such as `p:g s:g`.
    Promoted,
    /// Castling rights.
    Rights,
    /// Anything.
    Text,
    /// Ranks counted from a side, for both regions; deprecated.
    RankFrom,
}

/// A key, and the settings that it changes.
pub(super) struct Key {
    pub name: &'static str,
    pub sets: &'static [&'static str],
    pub takes: Takes,
}

const fn key(name: &'static str, sets: &'static [&'static str], takes: Takes) -> Key {
    Key { name, sets, takes }
}

/// A key that changes the setting of its own name.
macro_rules! plain {
    ($name:literal, $takes:expr) => {
        key($name, &[$name], $takes)
    };
}

/// A key for both sides, and one for either.
macro_rules! sided {
    ($name:literal, $takes:expr) => {
        key(
            $name,
            &[concat!($name, "White"), concat!($name, "Black")],
            $takes,
        )
    };
}

/// All keys except those of pieces and of their regions.
pub(super) const KEYS: &[Key] = {
    use Takes::*;
    &[
        plain!("maxRank", Rank),
        plain!("maxFile", File),
        plain!("pieceValueMg", Text),
        plain!("pieceValueEg", Text),
        // Deprecated names.
        key(
            "promotionRank",
            &["promotionRegionWhite", "promotionRegionBlack"],
            RankFrom,
        ),
        key("doubleStepRank", &["doubleStepRank"], Rank),
        key("doubleStepRankMin", &["doubleStepRankMin"], Rank),
        key("whiteFlag", &["flagRegionWhite"], Region),
        key("blackFlag", &["flagRegionBlack"], Region),
        key(
            "castlingRookPiece",
            &["castlingRookPiecesWhite", "castlingRookPiecesBlack"],
            Pieces,
        ),
        plain!("dropOnTop", Flag),
        key(
            "pawnTypes",
            &[
                "promotionPawnTypesWhite",
                "promotionPawnTypesBlack",
                "enPassantTypesWhite",
                "enPassantTypesBlack",
                "nMoveRuleTypesWhite",
                "nMoveRuleTypesBlack",
            ],
            Pieces,
        ),
        plain!("variantTemplate", Text),
        plain!("pieceToCharTable", Text),
        plain!("pocketSize", Number),
        plain!("chess960", Flag),
        plain!("twoBoards", Flag),
        plain!("startFen", Text),
        plain!("promotionRegionWhite", Region),
        plain!("promotionRegionBlack", Region),
        sided!("promotionPawnTypes", Pieces),
        plain!("promotionPawnTypesWhite", Pieces),
        plain!("promotionPawnTypesBlack", Pieces),
        sided!("promotionPieceTypes", Pieces),
        plain!("promotionPieceTypesWhite", Pieces),
        plain!("promotionPieceTypesBlack", Pieces),
        plain!("sittuyinPromotion", Flag),
        plain!("promotionLimit", Limits),
        plain!("promotedPieceType", Promoted),
        plain!("piecePromotionOnCapture", Flag),
        plain!("mandatoryPawnPromotion", Flag),
        plain!("mandatoryPiecePromotion", Flag),
        plain!("pieceDemotion", Flag),
        plain!("blastOnCapture", Flag),
        plain!("blastImmuneTypes", Pieces),
        plain!("mutuallyImmuneTypes", Pieces),
        plain!("petrifyOnCapture", Flag),
        plain!("petrifyOnCaptureTypes", Pieces),
        plain!("petrifyBlastPieces", Flag),
        plain!("doubleStep", Flag),
        plain!("doubleStepRegionWhite", Region),
        plain!("doubleStepRegionBlack", Region),
        plain!("tripleStepRegionWhite", Region),
        plain!("tripleStepRegionBlack", Region),
        plain!("enPassantRegion", Region),
        sided!("enPassantTypes", Pieces),
        plain!("enPassantTypesWhite", Pieces),
        plain!("enPassantTypesBlack", Pieces),
        plain!("castling", Flag),
        plain!("castlingDroppedPiece", Flag),
        plain!("castlingKingsideFile", File),
        plain!("castlingQueensideFile", File),
        plain!("castlingRank", Rank),
        plain!("castlingKingFile", File),
        sided!("castlingKingPiece", Pieces),
        plain!("castlingKingPieceWhite", Pieces),
        plain!("castlingKingPieceBlack", Pieces),
        plain!("castlingRookKingsideFile", File),
        plain!("castlingRookQueensideFile", File),
        sided!("castlingRookPieces", Pieces),
        plain!("castlingRookPiecesWhite", Pieces),
        plain!("castlingRookPiecesBlack", Pieces),
        plain!("oppositeCastling", Flag),
        plain!("checking", Flag),
        plain!("dropChecks", Flag),
        plain!("mustCapture", Flag),
        plain!("mustDrop", Flag),
        plain!("mustDropType", Pieces),
        plain!("pieceDrops", Flag),
        plain!("dropLoop", Flag),
        plain!("capturesToHand", Flag),
        plain!("firstRankPawnDrops", Flag),
        plain!("promotionZonePawnDrops", Flag),
        plain!("enclosingDrop", Word(ENCLOSING)),
        plain!("enclosingDropStart", Region),
        plain!("whiteDropRegion", Region),
        plain!("blackDropRegion", Region),
        plain!("sittuyinRookDrop", Flag),
        plain!("dropOppositeColoredBishop", Flag),
        plain!("dropPromoted", Flag),
        plain!("dropNoDoubled", Pieces),
        plain!("dropNoDoubledCount", Number),
        plain!("immobilityIllegal", Flag),
        plain!("gating", Flag),
        plain!("arrowGating", Flag),
        plain!("duckGating", Flag),
        plain!("staticGating", Flag),
        plain!("staticGatingRegion", Region),
        plain!("pastGating", Flag),
        plain!(
            "wallingRule",
            Word(&["arrow", "duck", "edge", "past", "static", "none"])
        ),
        plain!("wallingRegion", Region),
        plain!("wallingRegionWhite", Region),
        plain!("wallingRegionBlack", Region),
        plain!("wallOrMove", Flag),
        plain!("seirawanGating", Flag),
        plain!("commitGates", Flag),
        plain!("cambodianMoves", Flag),
        plain!("diagonalLines", Region),
        sided!("pass", Flag),
        plain!("passWhite", Flag),
        plain!("passBlack", Flag),
        sided!("passOnStalemate", Flag),
        plain!("passOnStalemateWhite", Flag),
        plain!("passOnStalemateBlack", Flag),
        plain!("makpongRule", Flag),
        plain!("flyingGeneral", Flag),
        plain!("soldierPromotionRank", Rank),
        plain!("flipEnclosedPieces", Word(ENCLOSING)),
        plain!("freeDrops", Flag),
        sided!("nMoveRuleTypes", Pieces),
        plain!("nMoveRuleTypesWhite", Pieces),
        plain!("nMoveRuleTypesBlack", Pieces),
        plain!("nMoveRule", Number),
        plain!("nFoldRule", Number),
        plain!("nFoldValue", Result),
        plain!("nFoldValueAbsolute", Flag),
        plain!("perpetualCheckIllegal", Flag),
        plain!("moveRepetitionIllegal", Flag),
        plain!("chasingRule", Word(&["axf", "none"])),
        plain!("stalemateValue", Result),
        plain!("stalematePieceCount", Flag),
        plain!("checkmateValue", Result),
        plain!("shogiPawnDropMateIllegal", Flag),
        plain!("shatarMateRule", Flag),
        plain!("bikjangRule", Flag),
        plain!("extinctionValue", Result),
        plain!("extinctionClaim", Flag),
        plain!("extinctionPseudoRoyal", Flag),
        plain!("dupleCheck", Flag),
        plain!("extinctionPieceTypes", Pieces),
        plain!("extinctionPieceCount", Number),
        plain!("extinctionOpponentPieceCount", Number),
        sided!("flagPiece", Pieces),
        plain!("flagPieceWhite", Pieces),
        plain!("flagPieceBlack", Pieces),
        sided!("flagRegion", Region),
        plain!("flagRegionWhite", Region),
        plain!("flagRegionBlack", Region),
        plain!("flagPieceCount", Number),
        plain!("flagPieceBlockedWin", Flag),
        plain!("flagMove", Flag),
        plain!("flagPieceSafe", Flag),
        plain!("checkCounting", Flag),
        plain!("connectN", Number),
        plain!("connectPieceTypes", Pieces),
        plain!("connectHorizontal", Flag),
        plain!("connectVertical", Flag),
        plain!("connectDiagonal", Flag),
        plain!("connectRegion1White", Region),
        plain!("connectRegion2White", Region),
        plain!("connectRegion1Black", Region),
        plain!("connectRegion2Black", Region),
        plain!("connectNxN", Number),
        plain!("collinearN", Number),
        plain!("connectValue", Result),
        plain!(
            "materialCounting",
            Word(&[
                "janggi",
                "unweighted",
                "whitedrawodds",
                "blackdrawodds",
                "none"
            ])
        ),
        plain!("adjudicateFullBoard", Flag),
        plain!(
            "countingRule",
            Word(&["makruk", "cambodian", "asean", "none"])
        ),
        plain!("castlingWins", Rights),
    ]
};

const ENCLOSING: &[&str] = &[
    "reversi",
    "ataxx",
    "quadwrangle",
    "snort",
    "anyside",
    "top",
    "none",
];

/// Keys that concern neither the rules nor the start position.
pub(super) const WITHOUT_RULES: [(&str, &str); 5] = [
    ("variantTemplate", "it is meant for XBoard"),
    ("pieceToCharTable", "it is meant for XBoard"),
    ("pocketSize", "it is meant for XBoard"),
    (
        "pieceValueMg",
        "Peregrine derives the values of pieces from their moves",
    ),
    (
        "pieceValueEg",
        "Peregrine derives the values of pieces from their moves",
    ),
];

/// How keys begin that restrict the squares of a kind of piece; its name follows, with a
/// capital letter.
pub(super) const MOBILITY: [&str; 2] = ["mobilityRegionWhite", "mobilityRegionBlack"];

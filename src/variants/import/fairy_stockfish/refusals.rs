//! What games of Fairy-Stockfish can have and variant files cannot say: one row each. A
//! row disappears when variant files learn it.

use super::castling::CASTLING_KINGS;
use super::slots::Slot;
use super::state::State;
use super::values::Value;

/// Something that variant files cannot say.
pub(super) struct Refusal {
    /// The settings that it consists of, or the beginnings of their names with `*`.
    pub settings: &'static [&'static str],
    /// Whether a game, with these kinds of piece in use, makes use of it.
    pub applies: fn(&State, &[Slot]) -> bool,
    pub reason: &'static str,
}

const fn refusal(
    settings: &'static [&'static str],
    applies: fn(&State, &[Slot]) -> bool,
    reason: &'static str,
) -> Refusal {
    Refusal {
        settings,
        applies,
        reason,
    }
}

fn is_given(state: &State, name: &str) -> bool {
    state
        .setting(name)
        .is_some_and(|setting| !is_neutral(&setting.value))
}

/// Whether a value switches something off.
pub(super) fn is_neutral(value: &Value) -> bool {
    match value {
        Value::Flag(flag) => !flag,
        Value::Number(number) => *number == 0,
        Value::Region(region) => region.is_empty(),
        Value::Slots(super::values::Slots::These(slots)) => slots.is_empty(),
        Value::Slots(super::values::Slots::All) => false,
        Value::Limits(limits) => limits.is_empty(),
        Value::Promoted(promoted) => promoted.values().all(Option::is_none),
        Value::Text(text) => matches!(text.as_str(), "none" | "-" | ""),
    }
}

/// Whether pieces, other than Pawns in their zone, become others.
fn has_promoted_pieces(state: &State, used: &[Slot]) -> bool {
    let promoted = state.promoted();
    let mut kinds = promoted.iter();
    kinds.any(|(slot, target)| target.is_some() && used.contains(slot))
}

/// The kind of piece that is the Pawn of the game: the orthodox one if there is one.
pub(super) fn main_pawn(state: &State, used: &[Slot]) -> Slot {
    let sides = ["promotionPawnTypesWhite", "promotionPawnTypesBlack"];
    let slots = sides.map(|name| state.slots(name, &[Slot::PAWN]));
    let mut slots = slots.into_iter().flatten();
    match used.contains(&Slot::PAWN) {
        true => Slot::PAWN,
        false => slots.find(|slot| used.contains(slot)).unwrap_or(Slot::PAWN),
    }
}

fn uses(used: &[Slot], name: &str) -> bool {
    used.iter().any(|slot| slot.name() == name)
}

/// All of them.
pub(super) const REFUSALS: &[Refusal] = &[
    refusal(
        &[
            "pieceDrops",
            "capturesToHand",
            "twoBoards",
            "mustDrop",
            "mustDropType",
            "dropLoop",
            "firstRankPawnDrops",
            "promotionZonePawnDrops",
            "dropOnTop",
            "enclosingDrop",
            "enclosingDropStart",
            "whiteDropRegion",
            "blackDropRegion",
            "sittuyinRookDrop",
            "dropOppositeColoredBishop",
            "dropPromoted",
            "dropNoDoubled",
            "dropNoDoubledCount",
            "castlingDroppedPiece",
            "shogiPawnDropMateIllegal",
            "freeDrops",
        ],
        |state, _| {
            ["pieceDrops", "capturesToHand", "twoBoards"]
                .iter()
                .any(|name| state.flag(name))
        },
        "pieces in hand cannot be dropped",
    ),
    refusal(
        &["gating", "seirawanGating", "commitGates", "cambodianMoves"],
        |state, _| {
            ["gating", "seirawanGating", "commitGates"]
                .iter()
                .any(|name| state.flag(name))
        },
        "pieces cannot be put onto the squares that others leave",
    ),
    refusal(
        &[
            "wallingRule",
            "wallingRegion",
            "wallingRegionWhite",
            "wallingRegionBlack",
            "wallOrMove",
            "arrowGating",
            "duckGating",
            "staticGating",
            "staticGatingRegion",
            "pastGating",
        ],
        |state, _| {
            is_given(state, "wallingRule")
                || ["arrowGating", "duckGating", "staticGating", "pastGating"]
                    .iter()
                    .any(|name| state.flag(name))
        },
        "squares cannot become walls during a game",
    ),
    refusal(
        &["blastOnCapture", "blastImmuneTypes"],
        |state, _| state.flag("blastOnCapture"),
        "captures cannot explode",
    ),
    refusal(
        &["mutuallyImmuneTypes"],
        |state, _| is_given(state, "mutuallyImmuneTypes"),
        "pieces cannot be immune to others",
    ),
    refusal(
        &[
            "petrifyOnCapture",
            "petrifyOnCaptureTypes",
            "petrifyBlastPieces",
        ],
        |state, _| is_given(state, "petrifyOnCapture") || is_given(state, "petrifyOnCaptureTypes"),
        "pieces cannot turn into walls",
    ),
    refusal(
        &[
            "passWhite",
            "passBlack",
            "passOnStalemateWhite",
            "passOnStalemateBlack",
        ],
        |state, _| {
            [
                "passWhite",
                "passBlack",
                "passOnStalemateWhite",
                "passOnStalemateBlack",
            ]
            .iter()
            .any(|name| state.flag(name))
        },
        "no side can pass",
    ),
    refusal(
        &["bikjangRule"],
        |state, _| state.flag("bikjangRule"),
        "Kings may face each other",
    ),
    refusal(
        &["diagonalLines"],
        |state, _| is_given(state, "diagonalLines"),
        "lines of a palace cannot change how pieces move",
    ),
    refusal(
        &["chasingRule", "moveRepetitionIllegal"],
        |state, _| is_given(state, "chasingRule") || state.flag("moveRepetitionIllegal"),
        "chasing forever is a repetition like any other",
    ),
    refusal(
        &["stalematePieceCount"],
        |state, _| state.flag("stalematePieceCount"),
        "the result of stalemate does not depend on the number of pieces",
    ),
    refusal(
        &["castlingWins"],
        |state, _| is_given(state, "castlingWins"),
        "castling does not win a game",
    ),
    refusal(
        &["connect*", "collinearN"],
        |state, _| {
            [
                "connectN",
                "connectNxN",
                "collinearN",
                "connectRegion1White",
                "connectRegion1Black",
            ]
            .iter()
            .any(|name| is_given(state, name))
        },
        "rows of pieces do not win a game",
    ),
    refusal(
        &["flipEnclosedPieces"],
        |state, _| is_given(state, "flipEnclosedPieces"),
        "pieces keep their color",
    ),
    refusal(
        &["sittuyinPromotion"],
        |state, _| state.flag("sittuyinPromotion"),
        "Pawns promote when they move, not in their place",
    ),
    refusal(
        &["piecePromotionOnCapture"],
        |state, used| state.flag("piecePromotionOnCapture") && has_promoted_pieces(state, used),
        "pieces promote whether they capture or not",
    ),
    refusal(
        &["pieceDemotion"],
        |state, used| state.flag("pieceDemotion") && has_promoted_pieces(state, used),
        "promoted pieces do not change back",
    ),
    refusal(
        &["soldierPromotionRank"],
        |state, used| uses(used, "soldier") && state.number("soldierPromotionRank", 1) > 1,
        "a piece cannot gain moves when it crosses the board",
    ),
    refusal(
        &["janggiCannon"],
        |_, used| uses(used, "janggiCannon"),
        "the hurdles of a Cannon cannot be limited to some kinds of piece",
    ),
    refusal(
        &["oppositeCastling"],
        |state, _| state.flag("oppositeCastling"),
        "each side castles as it likes",
    ),
    refusal(
        &["castlingKingPieceWhite", "castlingKingPieceBlack"],
        |state, _| {
            state.flag("castling")
                && CASTLING_KINGS.iter().any(|name| {
                    let slots = state.slots(name, &[]);
                    let has_king = state.piece(Slot::KING).is_some();
                    is_given(state, name) && (slots.len() != 1 || has_king && slots != [Slot::KING])
                })
        },
        "in a game with a real King only he castles, and otherwise one kind of piece",
    ),
];

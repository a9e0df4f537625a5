//! Checks that a variant can be started, and what else depends on the pieces of
//! its start position.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::board::color::Color;
use crate::board::geometry::Geometry;
use crate::board::piece::{Piece, PieceKind};
use crate::board::setup::Setup;
use crate::board::square::Square;
use crate::position::fen::FenError;
use crate::position::movegen::MAX_MOVES;
use crate::position::{Outcome, PositionError, PositionOf, UncheckedRules};
use crate::rules::{CastlingKing, CastlingRule, Rules, Shuffle};
use crate::variants::reader::{Definition, FileError};
use crate::variants::{VariantSetup, capablanca_random, chess960};

use super::bound::max_moves;

/// Finds the faults of a variant's start position. If the variant already has
/// other faults, only what does not depend on them is checked.
pub(super) fn check(
    definition: &Definition,
    geometry: &Arc<Geometry>,
    faults: &mut Vec<FileError>,
) {
    let count = faults.len();
    if !has_start(definition, geometry, faults) && faults.len() > count {
        // Nothing follows from the pieces of a start position that cannot be read.
        let below = format!("{}.", definition.variant.name);
        faults.retain(|fault| !(fault.follows_from_start && fault.key.starts_with(&below)));
    }
}

/// Does so, and returns whether the start position can be read and has both Kings.
fn has_start(
    definition: &Definition,
    geometry: &Arc<Geometry>,
    faults: &mut Vec<FileError>,
) -> bool {
    let variant = &definition.variant;
    let mut fault = |path: &str, reason: String| faults.push(definition.place(path).fault(reason));
    let draft = match draft(variant, geometry, variant.castling[0]) {
        Ok(draft) => draft,
        Err(error) => {
            fault("start", error.to_string());
            return false;
        }
    };
    let (rules, setup) = (draft.rules(), draft.rules().start());
    let mut complete = true;
    for color in Color::ALL {
        let royals = squares(rules, setup, |piece| {
            piece.color() == color && rules.is_royal(piece.kind())
        });
        let error = match royals.len() {
            1 => continue,
            0 if !rules.needs_royal(color) => continue,
            2.. if rules.allows_several_royals() => continue,
            0 if rules.has_other_royals() => PositionError::NoRoyal(color),
            0 => PositionError::NoKing(color),
            count => several(color, count as u32, rules.has_other_royals()),
        };
        complete = false;
        fault("start", error.to_string());
    }
    if !definition.is_valid || !complete {
        return complete;
    }
    castling(rules, setup, &mut fault);
    shuffled(rules, setup, &mut fault);
    pool(rules, setup, &mut fault);
    let men = Color::ALL.map(|color| squares(rules, setup, |piece| piece.color() == color).len());
    let men = men.into_iter().max().unwrap_or(0);
    let most = max_moves(rules, &variant.castling, men);
    if most > MAX_MOVES {
        let reason = format!(
            "with {men} men a side, a position may have {most} moves, \
             but the engine supports at most {MAX_MOVES}"
        );
        fault("pieces", reason);
        return true;
    }
    match draft.validated() {
        Err(error) => fault("start", error.to_string()),
        Ok(rules) => {
            if let Some(outcome) = PositionOf::start(&rules).outcome() {
                let end = match outcome {
                    Outcome::Checkmate(_) => "a checkmate",
                    Outcome::Stalemate(_) => "a stalemate",
                    Outcome::InsufficientMaterial => "a draw because neither side can mate",
                    Outcome::FiftyMoves => "a draw by the fifty-move rule",
                    Outcome::Flag(_) => "a win, with a piece on a flag square",
                    _ => "the end of a game",
                };
                fault("start", format!("the start position is {end}"));
                return true;
            }
        }
    }
    let others = variant.castling[1..].iter();
    let found: BTreeSet<String> = others
        .flat_map(|&rule| with_castling(variant, geometry, rule))
        .collect();
    for reason in found {
        fault("castling", reason);
    }
    true
}

fn several(color: Color, count: u32, has_other_royals: bool) -> PositionError {
    match has_other_royals {
        true => PositionError::SeveralRoyals { color, count },
        false => PositionError::SeveralKings { color, count },
    }
}

/// The rules with a castling rule. What Pawns promote to does not matter to the
/// start position.
fn draft(
    variant: &VariantSetup,
    geometry: &Arc<Geometry>,
    castling: CastlingRule,
) -> Result<UncheckedRules, FenError> {
    let geometry = Arc::clone(geometry);
    UncheckedRules::new(variant.rules_setup(geometry, castling, variant.promotion[0]))
}

/// The faults that appear when a castling rule other than the default is
/// chosen. If the default is `none`, for example, castling rights have not been
/// checked yet.
fn with_castling(
    variant: &VariantSetup,
    geometry: &Arc<Geometry>,
    rule: CastlingRule,
) -> Vec<String> {
    let draft = draft(variant, geometry, rule);
    let rules = match draft.and_then(|draft| Ok(draft.validated()?)) {
        Ok(rules) => rules,
        Err(error) => return vec![format!("with castling '{rule}': {error}")],
    };
    let mut found = Vec::new();
    let mut fault = |_: &str, reason: String| found.push(reason);
    castling(&rules, rules.start(), &mut fault);
    shuffled(&rules, rules.start(), &mut fault);
    found
}

fn squares(rules: &Rules, setup: &Setup, wanted: impl Fn(Piece) -> bool) -> Vec<Square> {
    let holds = |square: &Square| setup.board[square.index()].is_some_and(&wanted);
    rules
        .geometry()
        .squares()
        .into_iter()
        .filter(holds)
        .collect()
}

/// Kings that castle need partners on their rank and no holes in between.
fn castling(rules: &Rules, setup: &Setup, fault: &mut impl FnMut(&str, String)) {
    let rule = rules.castling();
    if matches!(rule, CastlingRule::None | CastlingRule::KingSwap) {
        return;
    }
    let geometry = rules.geometry();
    let mut rooks = 0;
    let mut sides_with_several = 0;
    for color in Color::ALL {
        let Some(king) = rules.castling_king_on(&setup.board, color) else {
            if let Some(reason) = no_castling_king(rules, setup, color) {
                return fault("castling-king", reason);
            }
            let of_kind = |piece| piece == Piece::new(color, PieceKind::KING);
            sides_with_several += usize::from(!squares(rules, setup, of_kind).is_empty());
            if sides_with_several == Color::ALL.len() {
                let reason = "a side with several Kings can castle only if castling-king names \
                              the square of one; otherwise set castling = \"none\"";
                return fault("castling", reason.to_owned());
            }
            continue;
        };
        let castler = setup.board[king.index()].unwrap_or(Piece::new(color, PieceKind::KING));
        if castler.kind() == PieceKind::PAWN {
            let reason = format!("a Pawn stands on {}", geometry.name(king));
            return fault("castling-king", reason);
        }
        let partner = |piece: Piece| piece.color() == color && rules.castles_with(piece);
        let beside = squares(rules, setup, partner).into_iter();
        let beside = beside.filter(|&partner| partner != king);
        for rook in beside.filter(|&rook| geometry.rank(rook) == geometry.rank(king)) {
            rooks += 1;
            if let Some(reason) = doubtful_castling(rules, castler, king, rook) {
                return fault("castling", reason);
            }
            let mut cells = vec![king, rook];
            cells.extend(rules.fixed_castling(king, rook).map(|ends| ends.0));
            cells.extend(rules.fixed_castling(king, rook).map(|ends| ends.1));
            let indexes = || cells.iter().map(|cell| cell.index());
            let (low, high) = (indexes().min().unwrap_or(0), indexes().max().unwrap_or(0));
            let hole = (low..=high)
                .map(Square::new)
                .find(|&cell| !geometry.squares().contains(cell));
            if let Some(hole) = hole {
                let (king, rook) = (geometry.name(king), geometry.name(rook));
                let hole = geometry.name(hole);
                let partner = rules.castling_partner_name(color);
                let name = name_of(rules, castler);
                let reason = format!(
                    "the {name} on {king} cannot castle with the {partner} on {rook} over the hole {hole}"
                );
                return fault("castling", format!("{reason}; set castling = \"none\""));
            }
        }
    }
    if rooks == 0 {
        fault("castling", no_partner(rules, rule));
    }
}

/// The name of a piece that castles.
fn name_of(rules: &Rules, castler: Piece) -> &str {
    rules.kind_name(castler.kind()).unwrap_or("King")
}

/// Why another piece than the King that is said to castle does not exist.
fn no_castling_king(rules: &Rules, setup: &Setup, color: Color) -> Option<String> {
    match rules.castling_kings()[color.index()] {
        CastlingKing::Kind(PieceKind::KING) => None,
        CastlingKing::Kind(kind) => {
            let found = squares(rules, setup, |piece| piece == Piece::new(color, kind));
            let name = rules.castling_king_name(color);
            Some(match found.is_empty() {
                true => format!("{color} has no {name} in the start position"),
                false => format!(
                    "{color} has several pieces '{}' in the start position; name the square of one",
                    rules.kind_letter(kind)
                ),
            })
        }
        CastlingKing::Square(square) => Some(format!(
            "{color} has no piece on {} in the start position",
            rules.geometry().name(square)
        )),
    }
}

/// Why castling with this partner could not be told apart from other moves of the King: the
/// partner's square can be written instead of one destination, but not of several.
fn doubtful_castling(rules: &Rules, castler: Piece, king: Square, rook: Square) -> Option<String> {
    let reach = rules.reach(castler, king);
    let both = rules.castling_destinations(king, rook) & reach;
    both.several().then(|| {
        let rule = rules.castling();
        let names: Vec<String> = both
            .into_iter()
            .map(|to| rules.geometry().name(to))
            .collect();
        let (king, names) = (rules.geometry().name(king), names.join(", "));
        let name = name_of(rules, castler);
        format!(
            "with castling '{rule}', the {name} on {king} could castle to {names}, where it can also \
             move without castling, and these moves would be written alike"
        )
    })
}

/// Why no piece can castle with the King.
fn no_partner(rules: &Rules, rule: CastlingRule) -> String {
    let exists = |kind: &PieceKind| rules.piece_types().iter().any(|row| row.kind == *kind);
    let used = |color: &Color| rules.castling_partners(*color).iter().any(exists);
    if let Some(color) = Color::ALL.into_iter().find(used) {
        let name = rules.castling_partner_name(color);
        return format!(
            "castling '{rule}' needs a {name} on the King's rank, but there is none; \
             set castling = \"none\""
        );
    }
    // Only the default can name a kind that the variant does not have.
    format!(
        "castling '{rule}' needs a piece to castle with, but no piece of this game moves \
         exactly like a Rook; name the piece with castling-partner, or set castling = \"none\""
    )
}

/// A shuffled first rank must have the same order of pieces for both sides.
fn shuffled(rules: &Rules, setup: &Setup, fault: &mut impl FnMut(&str, String)) {
    if !rules.is_shuffled() {
        return;
    }
    if !rules.has_single_king() {
        let reason = "the first rank can be shuffled only if each side has one royal piece, a King";
        return fault("shuffled", reason.to_owned());
    }
    if !rules.only_kings_castle() {
        let reason = "the first rank can be shuffled only if no other piece than the King castles";
        return fault("shuffled", reason.to_owned());
    }
    let geometry = rules.geometry();
    let king = Piece::new(Color::White, PieceKind::KING);
    let on = |square: Square| setup.board[square.index()];
    let mut reasons = BTreeSet::new();
    for file in 0..geometry.files() {
        let cell = Square::new(file);
        let turned = geometry.relative_to(Color::Black, cell);
        let name = geometry.name(cell);
        let by_rook = !matches!(
            rules.castling(),
            CastlingRule::None | CastlingRule::KingSwap
        );
        if by_rook && !rules.has_orthodox_king() {
            let partners = (0..geometry.files()).map(Square::new);
            let partners = partners.filter(|&partner| partner != cell);
            let mut doubts =
                partners.filter_map(|partner| doubtful_castling(rules, king, cell, partner));
            reasons.extend(doubts.next());
        }
        for hole in [cell, turned] {
            if by_rook && !geometry.squares().contains(hole) {
                let hole = geometry.name(hole);
                reasons.insert(format!("Kings cannot castle over the hole {hole}"));
            }
        }
        let piece = on(cell);
        reasons.extend(unknown_array(rules, setup));
        if piece.is_some_and(|piece| piece.kind() == PieceKind::PAWN) {
            reasons.insert(format!("there is a Pawn on {name}"));
        }
        let same = piece.map(|piece| Piece::new(Color::Black, piece.kind()));
        if on(turned) != same {
            let opposite = geometry.name(turned);
            reasons.insert(format!(
                "{name} and {opposite} must have the same kind of piece"
            ));
        }
    }
    let king = |color| Some(Piece::new(color, PieceKind::KING));
    if !(0..geometry.files()).any(|file| on(Square::new(file)) == king(Color::White)) {
        reasons.insert("the King must stand on the first rank".to_owned());
    }
    for reason in reasons {
        fault(
            "shuffled",
            format!("the first rank cannot be shuffled: {reason}"),
        );
    }
}

/// Why White's first rank is not an array of the game whose arrays are drawn.
fn unknown_array(rules: &Rules, setup: &Setup) -> Option<String> {
    let first_rank = rules.geometry().rank_squares(0).into_iter();
    let kinds = first_rank.map(|square| setup.board[square.index()].map(Piece::kind));
    let kinds: Vec<PieceKind> = kinds.collect::<Option<_>>().unwrap_or_default();
    let files = rules.geometry().files();
    let (is_array, reason) = match rules.shuffle()? {
        Shuffle::Any => return None,
        Shuffle::Chess960 => (
            files == chess960::FILES && chess960::number(&kinds).is_some(),
            "Chess960 needs eight files with two Rooks, two Knights, two Bishops, a Queen and a \
             King",
        ),
        Shuffle::CapablancaRandom => (
            files == capablanca_random::FILES && capablanca_random::index_of(&kinds).is_some(),
            "Capablanca Random Chess needs ten files with two Rooks, two Knights, two Bishops, a \
             Queen, an Archbishop (Bishop and Knight), a Chancellor (Rook and Knight) and a King, \
             in one of its orders",
        ),
    };
    (!is_array).then(|| reason.to_owned())
}

/// Pieces can become lost ones only of kinds that the start position has.
fn pool(rules: &Rules, setup: &Setup, fault: &mut impl FnMut(&str, String)) {
    let mut missing = BTreeSet::new();
    for piece_type in rules.piece_types() {
        for color in Color::ALL {
            let own = rules.pawn_rules(Piece::new(color, piece_type.kind));
            let zones = own.into_iter().flat_map(|own| &own.zones);
            for zone in zones.filter(|zone| zone.only_lost) {
                for kind in zone.kinds.iter().filter(|kind| !zone.always.contains(kind)) {
                    if squares(rules, setup, |piece| piece.kind() == *kind).is_empty() {
                        missing.insert((piece_type.kind, *kind));
                    }
                }
            }
        }
    }
    for (from, kind) in missing {
        let letter = rules.kind_letter(kind);
        let (who, path) = match from {
            PieceKind::PAWN => ("Pawn", "pawns.zones".to_owned()),
            from => ("piece", format!("pieces.{}", rules.kind_letter(from))),
        };
        let reason = format!(
            "no {who} can become '{letter}': the start position has none that could be lost"
        );
        fault(&path, reason);
    }
}

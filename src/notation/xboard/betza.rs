//! Piece moves in Betza notation, in the dialect that XBoard 4.9.1 reads.
//!
//! XBoard checks moves against these descriptions. For pieces and Kings they
//! match the rules exactly, except that castling only requires an unmoved King
//! and Rook, an empty path and a safe destination. For Pawns they allow at
//! least what the rules allow.
//!
//! Sources: the move generator of XBoard 4.9.1 (`moves.c`) and the experiments
//! in `docs/guide/xboard.md`.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Geometry;
use crate::board::movement::{Dialect, join_groups};
use crate::board::piece::{Components, PieceKind};
use crate::board::square::Square;
use crate::position::fen::board_tokens;
use crate::rules::{CastlingRule, PieceType, Rules};

/// The Falcon's three kinds of path: a first step in any direction, then half a
/// right angle to one side and half a right angle to the other; two equal
/// steps, then a turn of half a right angle; the turn first, then two equal
/// steps.
const FALCON: &str = "aflafrKafraflKafafsKafsafK";

/// The components that have an atom in XBoard.
const ATOMS: [(Components, &str); 5] = [
    (Components::DIAGONAL.union(Components::STRAIGHT), "Q"),
    (Components::DIAGONAL, "B"),
    (Components::STRAIGHT, "R"),
    (Components::KNIGHT, "N"),
    (Components::FALCON, FALCON),
];

/// The leaps that have an atom in XBoard.
const LEAPS: [((u8, u8), &str); 9] = [
    ((0, 1), "W"),
    ((1, 1), "F"),
    ((0, 2), "D"),
    ((1, 2), "N"),
    ((2, 2), "A"),
    ((0, 3), "H"),
    ((1, 3), "C"),
    ((2, 3), "Z"),
    ((3, 3), "G"),
];

/// The move of a kind of piece other than Pawn and King; `None` if XBoard has
/// no atom for one of its leaps, no text for its
/// [movement](crate::board::movement), or if it cannot enter all squares.
///
/// ```
/// use peregrine::{board::piece::PieceKind, notation::xboard::betza, variants};
/// let rules = variants::rules("capablanca").unwrap();
/// let chancellor = rules.piece_types().iter().find(|piece| piece.kind == PieceKind::MARSHAL);
/// assert_eq!(betza::piece(chancellor.unwrap()).as_deref(), Some("RN"));
/// ```
pub fn piece(piece_type: &PieceType) -> Option<String> {
    // XBoard has no regions.
    if piece_type.special.region.is_some() || piece_type.special.also.is_some() {
        return None;
    }
    let special = &piece_type.special;
    let mut groups = Vec::new();
    let mut left = piece_type.components - Components::SPECIAL;
    if piece_type.kind != PieceKind::KING {
        // XBoard lets royal pieces move like others.
        left -= Components::KING;
    }
    for (components, atom) in ATOMS {
        if left.contains(components) {
            groups.push(atom.to_owned());
            left -= components;
        }
    }
    for &(a, b) in &special.leaps {
        let leap = (a.min(b), a.max(b));
        let (_, atom) = LEAPS.iter().find(|(known, _)| *known == leap)?;
        groups.push((*atom).to_owned());
    }
    for (atom, range) in [('F', special.diagonal_range), ('W', special.straight_range)] {
        match range {
            0 => {}
            1 => groups.push(atom.to_string()),
            range => groups.push(format!("{atom}{range}")),
        }
    }
    // Without a movement, the order is the one that programs have always been told.
    let text = match special.movement.is_empty() {
        true => groups.concat(),
        false => {
            groups.extend(special.movement.betza_groups(Dialect::XBoard)?);
            join_groups(groups)
        }
    };
    (left.is_empty() && !text.is_empty()).then_some(text)
}

/// The move of an unmoved King of this color on `king`, with the pieces on
/// `partners` that it may castle or swap places with. XBoard takes the first
/// castling listed for `O-O`.
///
/// One-step castling is included so that users can enter it with three clicks
/// (the King, the Rook, the destination). A King swap is described as the
/// capture of an own piece over whatever stands in between, which XBoard
/// executes as an exchange in games whose parent variant has no castling
/// (`docs/guide/xboard.md`).
///
/// ```
/// use peregrine::{board::color::Color, notation::xboard::betza, position::Position, variants};
/// let rules = variants::falcon();
/// let start = Position::start(rules);
/// let king = betza::king(rules, Color::White, start.king(Color::White), start.castling_rights());
/// assert_eq!(king, "KisO3isO2ilO4isO1");
/// ```
pub fn king(rules: &Rules, color: Color, king: Square, partners: Bitboard) -> String {
    let geometry = rules.geometry();
    let partners = (partners & geometry.rank_squares(geometry.rank(king))) - king.into();
    // A game whose King XBoard cannot be told of is not described.
    let steps = king_moves(rules).unwrap_or_else(|| "K".to_owned());
    if rules.castling() == CastlingRule::KingSwap {
        return steps + &king_swaps(color, king, partners);
    }
    let mut castlings: Vec<Castling> = Vec::new();
    for rook in partners {
        for destination in rules.castling_destinations(king, rook) {
            castlings.push(Castling {
                steps: king.index().abs_diff(destination.index()),
                inset: inset(geometry, king, rook),
                sides: side(color, king, rook),
            });
        }
    }
    // First the distance of XBoard's own games with castling, then the others;
    // one step comes last because it needs no short notation.
    let usual = (geometry.files() + 2) / 4;
    castlings.sort_by_key(|castling| {
        let is_usual = castling.steps == usual;
        (
            castling.steps == 1,
            !is_usual,
            castling.steps,
            castling.inset,
            castling.sides,
        )
    });
    let mut text = steps;
    while let Some(mut castling) = castlings.first().copied() {
        let alike =
            |other: &Castling| (other.steps, other.inset) == (castling.steps, castling.inset);
        if castlings.iter().filter(|other| alike(other)).count() == 2 {
            castling.sides = 's';
        }
        let (steps, inset) = (castling.steps, "j".repeat(castling.inset));
        text += &format!("i{}{inset}O{steps}", castling.sides);
        castlings.retain(|other| {
            !alike(other) || castling.sides != 's' && other.sides != castling.sides
        });
    }
    text
}

/// The moves of the King except castling; `None` if [`piece`] has no text for them.
pub(crate) fn king_moves(rules: &Rules) -> Option<String> {
    if rules.has_orthodox_king() {
        return Some("K".to_owned());
    }
    let is_king = |piece_type: &&PieceType| piece_type.kind == PieceKind::KING;
    let mut king = rules.piece_types().iter().find(is_king)?.clone();
    king.components -= Components::KING;
    piece(&king)
}

/// A castling as XBoard describes it.
#[derive(Clone, Copy)]
struct Castling {
    /// How many squares the King moves.
    steps: usize,
    /// How many squares lie between the Rook and the edge of the board.
    inset: usize,
    /// The side, from the King's point of view: left, right or both.
    sides: char,
}

/// How many squares lie between the Rook and the edge of the board.
fn inset(geometry: &Geometry, king: Square, rook: Square) -> usize {
    let toward = if rook > king { 1 } else { -1 };
    let beyond = (1..).map_while(|steps| {
        let file = geometry.file(rook) as i32 + steps * toward;
        geometry.square(usize::try_from(file).ok()?, geometry.rank(rook))
    });
    beyond.count()
}

/// Left or right, from the player's point of view.
fn side(color: Color, king: Square, other: Square) -> char {
    if (other > king) == (color == Color::White) {
        'r'
    } else {
        'l'
    }
}

/// For each distance, that many steps in one direction, the last one onto an
/// own piece.
fn king_swaps(color: Color, king: Square, partners: Bitboard) -> String {
    let mut text = String::new();
    let distance = |partner: Square| king.index().abs_diff(partner.index());
    let farthest = partners.into_iter().map(distance).max().unwrap_or(0);
    for steps in 1..=farthest {
        let mut sides: Vec<char> = partners
            .into_iter()
            .filter(|&partner| distance(partner) == steps)
            .map(|partner| side(color, king, partner))
            .collect();
        if sides.len() == 2 {
            sides = vec!['s'];
        }
        for side in sides {
            text += &format!("i{side}{}dK", "mpaf".repeat(steps - 1));
        }
    }
    text
}

/// The moves of Pawns of both sides without promotions: at least those that the
/// rules allow. XBoard allows a double step from any square where a Pawn
/// started.
///
/// ```
/// use peregrine::{notation::xboard::betza, variants};
/// let rules = variants::falcon();
/// assert_eq!(betza::pawn(rules), "fmWfceFifmnD");
/// // A capture en passant in two steps: onto the captured Pawn, then forward.
/// let rules = variants::rules("falcon-third").unwrap();
/// assert_eq!(betza::pawn(rules), "fmWfcFlcarmWrcalmWifmnD");
/// ```
pub fn pawn(rules: &Rules) -> String {
    let mut text = if has_late_double_step(rules) {
        "fmWfcFlcarmWrcalmW".to_owned()
    } else {
        "fmWfceF".to_owned()
    };
    let pawns = rules.pawns(Color::White);
    if pawns.double_step.any() {
        text += if is_from_array(rules, pawns.double_step) {
            "ifmnD"
        } else {
            "fmnD"
        };
    }
    let geometry = rules.geometry();
    let sideways = pawns.sideways.any().then_some((1, 0));
    let steps = pawns.extra_steps.iter().map(|&(from, to)| {
        let files = geometry.file(from).abs_diff(geometry.file(to));
        let ranks = geometry.rank(to) as i32 - geometry.rank(from) as i32;
        (files, ranks)
    });
    let steps = sideways.into_iter().chain(steps);
    let mut atoms: Vec<&str> = steps
        .filter_map(|(files, ranks)| pawn_step(files, ranks))
        .collect();
    atoms.sort_unstable();
    atoms.dedup();
    text + &atoms.concat()
}

/// Whether a Pawn may double-step to the middle of the board or beyond.
///
/// XBoard's own Pawns have no such double step. If described Pawns have one,
/// XBoard does not remove a Pawn there that is captured en passant.
pub(crate) fn has_late_double_step(rules: &Rules) -> bool {
    let geometry = rules.geometry();
    let from = rules.pawns(Color::White).double_step;
    from.into_iter()
        .any(|square| geometry.rank(square) + 2 >= geometry.ranks() / 2)
}

/// Whether White's Pawns start on every one of these squares, or the squares
/// all lie on a rank where Pawns start.
fn is_from_array(rules: &Rules, squares: Bitboard) -> bool {
    let geometry = rules.geometry();
    let pawns = array_pawns(rules);
    let mut ranks = squares.into_iter().map(|square| geometry.rank(square));
    let Some(rank) = ranks.next() else {
        return false;
    };
    let is_one_rank = ranks.all(|other| other == rank);
    (squares - pawns).is_empty() || is_one_rank && (geometry.rank_squares(rank) & pawns).any()
}

/// The squares where White's Pawns start.
fn array_pawns(rules: &Rules) -> Bitboard {
    let geometry = rules.geometry();
    let pawn = rules.kind_letter(PieceKind::PAWN);
    let board = rules.start_fen().split(' ').next().unwrap_or_default();
    let mut pawns = Bitboard::EMPTY;
    for (rank, row) in (0..geometry.ranks()).rev().zip(board.split('/')) {
        let mut file = 0;
        for word in board_tokens(row) {
            if word == pawn
                && let Some(square) = geometry.square(file, rank)
            {
                pawns |= square.into();
            }
            file += word.parse().unwrap_or(1);
        }
    }
    pawns
}

/// An extra non-capturing step of a Pawn, given as files to either side and
/// ranks forward; `None` if XBoard has no atom for it.
///
/// ```
/// assert_eq!(peregrine::notation::xboard::betza::pawn_step(1, 0), Some("smW"));
/// ```
pub fn pawn_step(files: usize, ranks: i32) -> Option<&'static str> {
    match (files, ranks) {
        (1, 0) => Some("smW"),
        (1, 1) => Some("fmF"),
        (1, -1) => Some("bmF"),
        (0, -1) => Some("bmW"),
        (0, 2) => Some("fmD"),
        _ => None,
    }
}

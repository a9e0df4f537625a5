//! Coordinate notation, the move format of the XBoard and UCI protocols.

use crate::board::moves::{Move, MoveKind};
use crate::board::square::Square;
use crate::position::Position;
use crate::rules::CastlingRule;

use super::{NotationError, NotationErrorKind, castling, promotion, take_square, with_promotion};

/// The move as two squares: `e2e4`, `c7c8f`. Castling is the King's square and
/// its destination, `f1i1`. One-step castling, or castling to another square that the
/// King can go to anyway, would read like an ordinary King move, so it is the King's square and the Rook's, `f1j1`; so is all castling
/// to fixed files, as in Chess960. A King swap names the King's square and the
/// partner's.
///
/// ```
/// use peregrine::{board::moves::Move, notation::coordinate, position::Position, variants};
/// let rules = variants::falcon();
/// let position = Position::from_fen(rules, "5k4/10/10/10/10/10/10/R4K3R w KQ -").unwrap();
/// let square = |name| rules.geometry().square_named(name).unwrap();
/// let castling = |to| coordinate(&position, Move::castling(square("f1"), square(to)));
/// assert_eq!(castling("i1"), "f1i1");
/// assert_eq!(castling("g1"), "f1j1");
/// ```
pub fn coordinate(position: &Position, mv: Move) -> String {
    write(position, mv, written_target(position, mv))
}

/// The same, but with castling written as King takes Rook wherever that is
/// unambiguous, as the UCI option `UCI_Chess960` wants it.
pub(crate) fn coordinate_by_rook(position: &Position, mv: Move) -> String {
    let only_one = |rook: &Square| {
        let destinations = position.rules().castling_destinations(mv.from(), *rook);
        !destinations.several()
    };
    let rook = match mv.kind() {
        MoveKind::Castling => position.castling_rook(mv.from(), mv.to()).filter(only_one),
        _ => None,
    };
    let to = rook.unwrap_or_else(|| written_target(position, mv));
    write(position, mv, to)
}

fn write(position: &Position, mv: Move, to: Square) -> String {
    let rules = position.rules();
    let mut text = String::with_capacity(6);
    rules.geometry().push_name(mv.from(), &mut text);
    rules.geometry().push_name(to, &mut text);
    if let Some(kind) = mv.promoted_to() {
        text += &rules.kind_letter(kind).to_lowercase();
    }
    text
}

/// The second square as written.
fn written_target(position: &Position, mv: Move) -> Square {
    let rules = position.rules();
    let by_rook = || {
        rules.castling() == CastlingRule::FixedFiles || castling::reads_like_king_move(position, mv)
    };
    match mv.kind() {
        MoveKind::Castling if by_rook() => position
            .castling_rook(mv.from(), mv.to())
            .unwrap_or(mv.to()),
        _ => mv.to(),
    }
}

/// The legal move that a coordinate text describes. Accepts what [`coordinate`]
/// writes, promotions also as `a7a8Q` and `a7a8=Q`, and castling also as King
/// takes own Rook where the rules leave the King one destination. Where they
/// leave a choice, King takes Rook always means one-step castling.
///
/// ```
/// use peregrine::{notation::parse_coordinate, position::Position, variants};
/// let rules = variants::falcon();
/// let start = Position::start(rules);
/// assert!(parse_coordinate(&start, "e2e4").is_ok());
/// let error = parse_coordinate(&start, "e4e5").unwrap_err();
/// assert_eq!(error.to_string(), "'e4e5' is not possible: e4 is empty");
/// ```
///
/// # Errors
/// If the text is malformed or no legal move is written that way.
pub fn parse_coordinate(position: &Position, text: &str) -> Result<Move, NotationError> {
    parse(position, text).map_err(|reason| reason.for_text(text))
}

fn parse(position: &Position, text: &str) -> Result<Move, NotationErrorKind> {
    let rules = position.rules();
    let geometry = rules.geometry();
    let form = NotationErrorKind::Form;
    let (from, rest) =
        take_square(geometry, text).ok_or(form("it does not start with a square"))?;
    let (to, rest) = take_square(geometry, rest).ok_or(form("it has no second square"))?;
    let promoted_to = promotion(rules, rest)
        .ok_or(form("the text after the squares is not a promotion piece"))?;
    match position.piece_on(from) {
        None => return Err(NotationErrorKind::NoPiece(geometry.name(from))),
        Some(piece) if piece.color() != position.side_to_move() => {
            return Err(NotationErrorKind::OtherSide(geometry.name(from)));
        }
        Some(_) => {}
    }
    let moves = position.legal_moves();
    let there: Vec<Move> = moves
        .into_iter()
        .filter(|&mv| mv.from() == from && written_target(position, mv) == to)
        .collect();
    if there.is_empty() && promoted_to.is_none() {
        let castling = castling::by_squares(position, from, to)?;
        return castling.ok_or(NotationErrorKind::Illegal);
    }
    let found = with_promotion(position, there, promoted_to)?;
    found.first().copied().ok_or(NotationErrorKind::Illegal)
}

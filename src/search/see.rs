//! Static exchange evaluation: the result of a series of captures on one
//! square.
//!
//! Whenever a piece leaves the exchange, sliders and Falcons are looked up
//! again with the remaining pieces. A Falcon's attack can open when a piece
//! leaves one of its paths, so x-rays along lines do not suffice.

use crate::board::bitboard::Bitboard;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::{Component, PieceKind};
use crate::board::square::Square;
use crate::eval::PieceValues;
use crate::position::Position;

/// Whether the exchange that a legal move starts gains at least `threshold`
/// centipawns for the side to move, if both sides capture with their least
/// valuable piece as long as it pays. Ignores pins. A move that loses the game
/// gains nothing, whatever the threshold.
///
/// ```
/// use peregrine::{eval::PieceValues, notation, position::Position, search::see, variants};
/// let rules = variants::falcon();
/// let values = PieceValues::new(rules);
/// let position = Position::from_fen(rules, "9k/10/10/4p5/10/10/4R5/K9 w - - 0 1").unwrap();
/// let capture = notation::parse_coordinate(&position, "e2e5").unwrap();
/// assert!(see::see_ge(&position, &values, capture, 50));
/// assert!(!see::see_ge(&position, &values, capture, 500));
/// ```
pub fn see_ge(position: &Position, values: &PieceValues, mv: Move, threshold: i32) -> bool {
    if matches!(mv.kind(), MoveKind::Castling | MoveKind::KingSwap) {
        return threshold <= 0;
    }
    if position.fails_promotion(mv) {
        return false;
    }
    let (from, to) = (mv.from(), mv.to());
    let side = position.side_to_move();
    let mut occupied = (position.occupied() - from.into()) | to.into();
    let victim = match mv.kind() {
        MoveKind::EnPassant => {
            occupied -= position.captured_square(mv).into();
            values.value(PieceKind::PAWN)
        }
        _ => position
            .piece_on(to)
            .map_or(0, |piece| values.value(piece.kind())),
    };
    let mover = position
        .piece_on(from)
        .map_or(PieceKind::PAWN, |piece| piece.kind());
    let occupant = mv.promoted_to().unwrap_or(mover);
    let promotion = values.value(occupant) - values.value(mover);

    // The gain beyond the threshold for the side to move at the start, from the
    // point of view of the side whose turn it is, if captures end here.
    let mut balance = victim + promotion - threshold;
    if balance < 0 {
        return false;
    }
    // The worst case: the moved piece is lost for nothing.
    balance -= values.value(occupant);
    if balance >= 0 {
        return true;
    }
    let exchange = Exchange::new(position, to);
    let mut turn = !side;
    loop {
        let attackers = exchange.attackers(occupied);
        let own = attackers & position.colors(turn);
        let Some((attacker, kind)) = exchange.least_valuable(own, values) else {
            break;
        };
        let answered = (attackers & position.colors(!turn)).any();
        if answered && position.rules().is_royal(kind) {
            break;
        }
        occupied -= attacker.into();
        turn = !turn;
        // The side that has just captured keeps its gain even if the capturer
        // is lost.
        balance = -balance - 1 - values.value(kind);
        if balance >= 0 {
            break;
        }
    }
    // The side to capture has no capture that pays, so it loses the exchange.
    turn != side
}

/// The attackers of one square as pieces leave the board.
struct Exchange<'a> {
    position: &'a Position,
    square: Square,
    leapers: Bitboard,
    diagonal: Bitboard,
    straight: Bitboard,
    falcons: Bitboard,
}

impl<'a> Exchange<'a> {
    fn new(position: &'a Position, square: Square) -> Exchange<'a> {
        let geometry = position.rules().geometry();
        let lines = geometry.lines().through(square);
        let on = |component| position.component(component);
        Exchange {
            position,
            square,
            leapers: position.leaping_attackers(square),
            diagonal: on(Component::Diagonal) & (lines[2].squares() | lines[3].squares()),
            straight: on(Component::Straight) & (lines[0].squares() | lines[1].squares()),
            falcons: on(Component::Falcon) & geometry.falcon_reach(square),
        }
    }

    fn attackers(&self, occupied: Bitboard) -> Bitboard {
        let geometry = self.position.rules().geometry();
        let mut attackers = self.leapers;
        if self.diagonal.meets(occupied) {
            attackers |= geometry.diagonal(self.square, occupied) & self.diagonal;
        }
        if self.straight.meets(occupied) {
            attackers |= geometry.straight(self.square, occupied) & self.straight;
        }
        if self.falcons.meets(occupied) {
            attackers |= geometry.falcon(self.square, occupied) & self.falcons;
        }
        attackers |= self.position.special_attackers(self.square, occupied);
        attackers & occupied
    }

    fn least_valuable(
        &self,
        attackers: Bitboard,
        values: &PieceValues,
    ) -> Option<(Square, PieceKind)> {
        let kinds = attackers.into_iter().filter_map(|square| {
            let piece = self.position.piece_on(square)?;
            Some((square, piece.kind()))
        });
        kinds.min_by_key(|&(_, kind)| values.value(kind))
    }
}

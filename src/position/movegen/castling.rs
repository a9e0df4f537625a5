//! Castling, for any rule about the King's destination (docs/rules.md, section
//! 3.3).

use crate::board::bitboard::Bitboard;
use crate::board::moves::Move;
use crate::board::square::Square;
use crate::position::PositionOf;
use crate::rules::CastlingRule;

use super::{MoveClass, MoveGenerator, MoveSink};

/// A piece that castles.
#[derive(Clone, Copy)]
pub(super) struct Castler {
    pub king: Square,
    /// Whether it must not be attacked as it castles, as other pieces than royal ones may.
    pub is_royal: bool,
}

impl MoveGenerator<'_> {
    /// Generates castling moves of a King that is not in check, or of another piece that
    /// castles.
    #[inline(always)]
    pub(super) fn castling(&self, castler: Castler, sink: &mut impl MoveSink) {
        let Castler { king, .. } = castler;
        let rooks = self.position.castling_rights() & self.us;
        let wanted = self.class != MoveClass::Noisy && self.from_mask.contains(king);
        if rooks.any() && wanted {
            match self.position.rules().castling() {
                CastlingRule::KingSwap => return self.king_swaps(castler, rooks, sink),
                CastlingRule::FixedFiles => {
                    return self.castle_to_fixed_files(castler, rooks, sink);
                }
                _ => {}
            }
            for rook in rooks {
                if is_clear_between(king, rook, self.occupied) {
                    self.castle_with(castler, rook, sink);
                }
            }
        }
    }

    /// Generates swaps of the King with unmoved pieces; the King must not be
    /// attacked afterward.
    fn king_swaps(&self, castler: Castler, partners: Bitboard, sink: &mut impl MoveSink) {
        for partner in partners {
            if !self.is_unsafe(castler, partner, self.occupied) {
                sink.single(Move::king_swap(castler.king, partner));
            }
        }
    }

    /// Both pieces need a path that is empty except for each other; every square
    /// of the King's path must be safe with its origin vacated, and D must be
    /// safe with the Rook moved.
    fn castle_to_fixed_files(&self, castler: Castler, rooks: Bitboard, sink: &mut impl MoveSink) {
        let Castler { king, .. } = castler;
        for rook in rooks {
            let Some((king_to, rook_to)) = self.position.rules().fixed_castling(king, rook) else {
                continue;
            };
            let others = self.occupied - king.into() - rook.into();
            let path = from_to(king, king_to);
            if (path | from_to(rook, rook_to)).meets(others) {
                continue;
            }
            let vacated = self.occupied - king.into();
            let castled = others | king_to.into() | rook_to.into();
            let is_safe = |square| !self.is_unsafe(castler, square, vacated);
            if (path - king.into()).into_iter().all(is_safe)
                && !self.is_unsafe(castler, king_to, castled)
            {
                sink.single(Move::castling(king, king_to));
            }
        }
    }

    /// Whether a King may not stand on a square, or pass over it, as he castles.
    #[inline(always)]
    fn is_unsafe(&self, castler: Castler, square: Square, occupied: Bitboard) -> bool {
        let enemy = !self.position.side_to_move();
        castler.is_royal && self.position.is_attacked(square, enemy, occupied)
    }

    /// Every square from the King's origin to D must be safe with the origin
    /// vacated and everything else in place, and D must be safe with the Rook
    /// moved.
    fn castle_with(&self, castler: Castler, rook: Square, sink: &mut impl MoveSink) {
        let Castler { king, .. } = castler;
        let destinations = self.position.rules().castling().destinations(king, rook);
        let vacated = self.occupied - king.into();
        let toward = if rook > king { 1 } else { -1 };
        let distance = king.index().abs_diff(rook.index()) as i32;
        for destination in (1..distance).map(|steps| king.offset(steps * toward)) {
            if self.is_unsafe(castler, destination, vacated) {
                break;
            }
            let rook_to = PositionOf::beside(king, destination);
            let castled = (vacated - rook.into()) | destination.into() | rook_to.into();
            if destinations.contains(destination) && !self.is_unsafe(castler, destination, castled)
            {
                sink.single(Move::castling(king, destination));
            }
        }
    }
}

/// The squares from one to another of the same rank, both included.
fn from_to(a: Square, b: Square) -> Bitboard {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    Bitboard::first(high.index() + 1) - Bitboard::first(low.index())
}

/// Whether the squares strictly between two squares of the same rank are empty.
#[inline(always)]
fn is_clear_between(a: Square, b: Square, occupied: Bitboard) -> bool {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let distance = high.index() - low.index();
    // A rank has at most sixteen squares.
    let between = (1_u64 << (distance & 63)) - 2;
    (occupied.bits() >> low.index()) as u64 & between == 0
}

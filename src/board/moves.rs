//! A move, packed into 22 bits.
//!
//! Text forms belong to [`notation`](crate::notation).

use std::fmt;
use std::num::NonZeroU32;

use crate::board::piece::PieceKind;
use crate::board::square::Square;

/// What a move does besides moving a piece from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// Nothing else: a step, capture, double step or promotion.
    Plain,
    /// Castling: `from` is the King's square and `to` its destination D
    /// (docs/rules.md, section 3.3). The Rook is the nearest one beyond D or,
    /// with fixed files (section 8.1), the one on the side that D belongs to;
    /// D can then be the King's own square or the Rook's.
    Castling,
    /// An en-passant capture.
    EnPassant,
    /// The King on `from` and the own piece on `to` swap places (docs/rules.md,
    /// section 7.1).
    KingSwap,
}

/// A move: to, from, promotion and kind (7 + 7 + 5 + 2 bits), and the highest bit
/// of the promotion.
///
/// Only castling can start and end on the same square, so no move is all zeros
/// and `Option<Move>` takes four bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4);

impl Move {
    /// The number of bits in a move.
    pub const BITS: u32 = 22;

    #[inline]
    const fn pack(from: Square, to: Square, promotion: usize, kind: MoveKind) -> Move {
        let (low, high) = (promotion & 0x1f, promotion >> 5);
        let bits = to.index() | from.index() << 7 | low << 14 | (kind as usize) << 19 | high << 21;
        match NonZeroU32::new(bits as u32) {
            Some(bits) => Move(bits),
            None => panic!("a move ends on another square than it starts from"),
        }
    }

    /// A plain move without promotion.
    ///
    /// # Panics
    /// May panic if `from` and `to` are the same square.
    ///
    /// ```
    /// use peregrine::board::{moves::Move, square::Square};
    /// let step = Move::plain(Square::new(14), Square::new(24));
    /// assert_eq!((step.from(), step.to()), (Square::new(14), Square::new(24)));
    /// ```
    #[inline]
    pub const fn plain(from: Square, to: Square) -> Move {
        Move::pack(from, to, 0, MoveKind::Plain)
    }

    /// A promotion to `kind`, which is not a Pawn.
    ///
    /// ```
    /// use peregrine::board::{moves::Move, piece::PieceKind, square::Square};
    /// let promotion = Move::promotion(Square::new(60), Square::new(70), PieceKind::FALCON);
    /// assert_eq!(promotion.promoted_to(), Some(PieceKind::FALCON));
    /// ```
    #[inline]
    pub const fn promotion(from: Square, to: Square, kind: PieceKind) -> Move {
        Move::pack(from, to, kind.index(), MoveKind::Plain)
    }

    /// Castling, given by the King's square and its destination.
    ///
    /// ```
    /// use peregrine::board::{moves::{Move, MoveKind}, square::Square};
    /// assert_eq!(Move::castling(Square::new(5), Square::new(8)).kind(), MoveKind::Castling);
    /// ```
    #[inline]
    pub const fn castling(king: Square, destination: Square) -> Move {
        Move::pack(king, destination, 0, MoveKind::Castling)
    }

    /// An en-passant capture, given by the capturing Pawn's squares.
    ///
    /// ```
    /// use peregrine::board::{moves::{Move, MoveKind}, square::Square};
    /// assert_eq!(Move::en_passant(Square::new(44), Square::new(55)).kind(), MoveKind::EnPassant);
    /// ```
    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::pack(from, to, 0, MoveKind::EnPassant)
    }

    /// An en-passant capture with a promotion.
    ///
    /// ```
    /// use peregrine::board::{moves::{Move, MoveKind}, piece::PieceKind, square::Square};
    /// let (from, to) = (Square::new(44), Square::new(55));
    /// let capture = Move::en_passant_promotion(from, to, PieceKind::QUEEN);
    /// assert_eq!(capture.kind(), MoveKind::EnPassant);
    /// assert_eq!(capture.promoted_to(), Some(PieceKind::QUEEN));
    /// ```
    #[inline]
    pub const fn en_passant_promotion(from: Square, to: Square, kind: PieceKind) -> Move {
        Move::pack(from, to, kind.index(), MoveKind::EnPassant)
    }

    /// A swap of the King with an own piece.
    ///
    /// ```
    /// use peregrine::board::{moves::{Move, MoveKind}, square::Square};
    /// assert_eq!(Move::king_swap(Square::new(8), Square::new(0)).kind(), MoveKind::KingSwap);
    /// ```
    #[inline]
    pub const fn king_swap(king: Square, partner: Square) -> Move {
        Move::pack(king, partner, 0, MoveKind::KingSwap)
    }

    /// The origin of the moving piece.
    #[inline]
    pub const fn from(self) -> Square {
        Square::wrapping((self.0.get() >> 7 & 0x7f) as usize)
    }

    /// The target of the moving piece; for castling, of the King.
    #[inline]
    pub const fn to(self) -> Square {
        Square::wrapping((self.0.get() & 0x7f) as usize)
    }

    /// The kind that a Pawn promotes to, if any.
    #[inline]
    pub const fn promoted_to(self) -> Option<PieceKind> {
        match self.0.get() >> 14 & 0x1f | (self.0.get() >> 21 & 1) << 5 {
            0 => None,
            kind => Some(PieceKind::new(kind as usize)),
        }
    }

    /// What the move does besides moving one piece.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.0.get() >> 19 & 3 {
            1 => MoveKind::Castling,
            2 => MoveKind::EnPassant,
            3 => MoveKind::KingSwap,
            _ => MoveKind::Plain,
        }
    }

    /// The move as a number below `1 << Move::BITS`.
    ///
    /// ```
    /// # use peregrine::board::{moves::Move, square::Square};
    /// let step = Move::plain(Square::new(1), Square::new(2));
    /// assert_eq!(Move::from_bits(step.bits()), Some(step));
    /// ```
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0.get()
    }

    /// The inverse of [`Move::bits`]; `None` for zero.
    ///
    /// ```
    /// # use peregrine::board::moves::Move;
    /// assert_eq!(Move::from_bits(0), None);
    /// ```
    #[inline]
    pub const fn from_bits(bits: u32) -> Option<Move> {
        match NonZeroU32::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?}({}-{}",
            self.kind(),
            self.from().index(),
            self.to().index()
        )?;
        if let Some(kind) = self.promoted_to() {
            write!(f, "={}", kind.index())?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::piece::MAX_KINDS;

    #[test]
    fn a_move_keeps_all_it_is_made_of() {
        let squares = [(0, 127), (127, 0), (5, 6)];
        for (from, to) in squares.map(|(from, to)| (Square::new(from), Square::new(to))) {
            for kind in (1..MAX_KINDS).map(PieceKind::new) {
                let mv = Move::promotion(from, to, kind);
                assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, MoveKind::Plain));
                assert_eq!(mv.promoted_to(), Some(kind));
                let capture = Move::en_passant_promotion(from, to, kind);
                assert_eq!((capture.from(), capture.to()), (from, to));
                assert_eq!(capture.promoted_to(), Some(kind));
                assert_eq!(capture.kind(), MoveKind::EnPassant);
                assert_eq!(Move::from_bits(mv.bits()), Some(mv));
                assert!(mv.bits() < 1 << Move::BITS);
            }
            for mv in [Move::castling(from, to), Move::king_swap(from, to)] {
                assert_eq!((mv.from(), mv.to(), mv.promoted_to()), (from, to, None));
            }
        }
    }

    /// Files of games contain these numbers.
    #[test]
    fn the_bits_of_a_move_stay_where_they_are() {
        let (from, to) = (Square::new(60), Square::new(70));
        let queen = Move::promotion(from, to, PieceKind::QUEEN);
        assert_eq!(queen.bits(), 70 | 60 << 7 | 5 << 14);
        assert_eq!(Move::en_passant(from, to).bits(), 70 | 60 << 7 | 2 << 19);
        assert_eq!(
            Move::promotion(from, to, PieceKind::new(33)).bits(),
            70 | 60 << 7 | 1 << 14 | 1 << 21
        );
    }
}

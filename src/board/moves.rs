//! A move, packed into 21 bits.
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

/// A move: from, to, promotion and kind (7 + 7 + 5 + 2 bits).
///
/// Only castling can start and end on the same square, so no move is all zeros
/// and `Option<Move>` takes four bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4);

impl Move {
    /// The number of bits in a move.
    pub const BITS: u32 = 21;

    #[inline]
    const fn pack(from: Square, to: Square, promotion: usize, kind: MoveKind) -> Move {
        let bits = to.index() | from.index() << 7 | promotion << 14 | (kind as usize) << 19;
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
        match self.0.get() >> 14 & 0x1f {
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

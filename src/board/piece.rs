//! What a piece is: its kind, its color, and the components its move is made of.
//!
//! Knows no board and no variant: letters and the components of a kind in a
//! given game are matters of [`Rules`](crate::rules::Rules).

use std::num::NonZeroU8;

use bitflags::bitflags;

use crate::board::color::Color;

/// How many kinds of piece a game can tell apart.
pub const MAX_KINDS: usize = 32;

/// A kind of piece, 0 to 31 (docs/rules.md, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct PieceKind(u8);

impl PieceKind {
    /// Pawn.
    pub const PAWN: PieceKind = PieceKind(0);
    /// King.
    pub const KING: PieceKind = PieceKind(1);
    /// Knight.
    pub const KNIGHT: PieceKind = PieceKind(2);
    /// Bishop.
    pub const BISHOP: PieceKind = PieceKind(3);
    /// Rook.
    pub const ROOK: PieceKind = PieceKind(4);
    /// Queen: Bishop and Rook.
    pub const QUEEN: PieceKind = PieceKind(5);
    /// Falcon.
    pub const FALCON: PieceKind = PieceKind(6);
    /// Cardinal, Capablanca's Archbishop: Bishop and Knight.
    pub const CARDINAL: PieceKind = PieceKind(7);
    /// Marshal, Capablanca's Chancellor: Rook and Knight.
    pub const MARSHAL: PieceKind = PieceKind(8);
    /// Amazon: Queen and Knight.
    pub const AMAZON: PieceKind = PieceKind(9);
    /// Winged Knight: Knight and Falcon.
    pub const WINGED_KNIGHT: PieceKind = PieceKind(10);
    /// Winged Bishop: Bishop and Falcon.
    pub const WINGED_BISHOP: PieceKind = PieceKind(11);
    /// Winged Rook: Rook and Falcon.
    pub const WINGED_ROOK: PieceKind = PieceKind(12);
    /// Winged Queen: Queen and Falcon.
    pub const WINGED_QUEEN: PieceKind = PieceKind(13);
    /// Winged Cardinal: Cardinal and Falcon.
    pub const WINGED_CARDINAL: PieceKind = PieceKind(14);
    /// Winged Marshal: Marshal and Falcon.
    pub const WINGED_MARSHAL: PieceKind = PieceKind(15);
    /// Winged Amazon: Amazon and Falcon.
    pub const WINGED_AMAZON: PieceKind = PieceKind(16);
    /// The first number that no kind of docs/rules.md, section 2 has: kinds from
    /// here on are what a game's own definition makes of them.
    pub const FIRST_FREE: usize = 17;

    /// The kind of that number.
    ///
    /// # Panics
    /// When `index` is not below [`MAX_KINDS`].
    ///
    /// ```
    /// use peregrine::board::piece::PieceKind;
    /// assert_eq!(PieceKind::new(6), PieceKind::FALCON);
    /// ```
    #[inline]
    pub const fn new(index: usize) -> PieceKind {
        assert!(index < MAX_KINDS, "a game has at most 32 kinds of piece");
        PieceKind(index as u8)
    }

    /// The number of the kind, always below [`MAX_KINDS`].
    ///
    /// ```
    /// use peregrine::board::piece::PieceKind;
    /// assert_eq!(PieceKind::KING.index(), 1);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }
}

/// A piece: a kind and a color, in one byte that is never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Piece(NonZeroU8);

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// The piece of that color and kind.
    ///
    /// ```
    /// use peregrine::board::{color::Color, piece::{Piece, PieceKind}};
    /// let piece = Piece::new(Color::Black, PieceKind::FALCON);
    /// assert_eq!((piece.color(), piece.kind()), (Color::Black, PieceKind::FALCON));
    /// ```
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        match NonZeroU8::new(0x80 | kind.0 << 1 | color as u8) {
            Some(bits) => Piece(bits),
            None => unreachable!(),
        }
    }

    /// The color of the piece.
    ///
    /// ```
    /// use peregrine::board::{color::Color, piece::{Piece, PieceKind}};
    /// assert_eq!(Piece::new(Color::White, PieceKind::PAWN).color(), Color::White);
    /// ```
    #[inline]
    pub const fn color(self) -> Color {
        if self.0.get() & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The kind of the piece.
    ///
    /// ```
    /// use peregrine::board::{color::Color, piece::{Piece, PieceKind}};
    /// assert_eq!(Piece::new(Color::White, PieceKind::ROOK).kind(), PieceKind::ROOK);
    /// ```
    #[inline]
    pub const fn kind(self) -> PieceKind {
        PieceKind(self.0.get() >> 1 & 31)
    }

    /// A number below `2 * MAX_KINDS`: an index into tables by piece.
    ///
    /// ```
    /// use peregrine::board::{color::Color, piece::{Piece, PieceKind}};
    /// assert_eq!(Piece::new(Color::Black, PieceKind::KING).index(), 3);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get() & 63) as usize
    }
}

/// One way of moving; the move of a kind is a set of these ([`Components`]).
///
/// A position keeps one [`Bitboard`](crate::board::bitboard::Bitboard) for each
/// component, so that a compound such as the Queen is generated as its parts
/// and costs the generator nothing of its own. The targets of different
/// components of one piece never coincide, but for those of
/// [`Component::Special`], which is the slow lane: what a kind can do by it the
/// rules of the game say for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Component {
    /// The Pawn's steps and captures.
    Pawn,
    /// One step in any direction, and royal.
    King,
    /// The Bishop's lines.
    Diagonal,
    /// The Rook's lines.
    Straight,
    /// The Falcon's paths.
    Falcon,
    /// The Knight's leap.
    Knight,
    /// What else the rules of the game let a kind do: leaps, and lines of
    /// limited length.
    Special,
}

impl Component {
    /// How many components there are.
    pub const COUNT: usize = 7;

    /// All components, in the order of their numbers.
    pub const ALL: [Component; Component::COUNT] = [
        Component::Pawn,
        Component::King,
        Component::Diagonal,
        Component::Straight,
        Component::Falcon,
        Component::Knight,
        Component::Special,
    ];

    /// The number of the component: an index into arrays of [`Component::COUNT`].
    ///
    /// ```
    /// use peregrine::board::piece::Component;
    /// assert_eq!(Component::ALL[Component::Falcon.index()], Component::Falcon);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The set of just this component.
    ///
    /// ```
    /// use peregrine::board::piece::{Component, Components};
    /// assert_eq!(Component::Pawn.set(), Components::PAWN);
    /// ```
    #[inline]
    pub const fn set(self) -> Components {
        Components::from_bits_retain(1 << self as u8)
    }
}

bitflags! {
    /// The components a kind of piece moves by.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Components: u8 {
        /// [`Component::Pawn`].
        const PAWN = 1 << Component::Pawn as u8;
        /// [`Component::King`].
        const KING = 1 << Component::King as u8;
        /// [`Component::Diagonal`].
        const DIAGONAL = 1 << Component::Diagonal as u8;
        /// [`Component::Straight`].
        const STRAIGHT = 1 << Component::Straight as u8;
        /// [`Component::Falcon`].
        const FALCON = 1 << Component::Falcon as u8;
        /// [`Component::Knight`].
        const KNIGHT = 1 << Component::Knight as u8;
        /// [`Component::Special`].
        const SPECIAL = 1 << Component::Special as u8;
    }
}

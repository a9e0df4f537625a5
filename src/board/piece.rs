//! Pieces: kind, color, and the components of their moves.
//!
//! Must not depend on a variant: the letter and components of a kind in a variant
//! belong to [`Rules`](crate::rules::Rules).

use std::num::NonZeroU8;

use bitflags::bitflags;

use crate::board::color::Color;

/// The most kinds of piece that a variant can have.
pub const MAX_KINDS: usize = 64;

/// A kind of piece, 0 to 63 (docs/rules.md, section 2).
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
    /// The kinds of orthodox chess.
    pub(crate) const CHESS: [PieceKind; 6] = [
        PieceKind::PAWN,
        PieceKind::KING,
        PieceKind::KNIGHT,
        PieceKind::BISHOP,
        PieceKind::ROOK,
        PieceKind::QUEEN,
    ];
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
    /// The first index after the kinds of docs/rules.md, section 2. From here
    /// on, each variant defines its own kinds.
    pub const FIRST_FREE: usize = 17;

    /// The kind with this index.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_KINDS`].
    ///
    /// ```
    /// use peregrine::board::piece::PieceKind;
    /// assert_eq!(PieceKind::new(6), PieceKind::FALCON);
    /// ```
    #[inline]
    pub const fn new(index: usize) -> PieceKind {
        assert!(index < MAX_KINDS, "a game has at most 64 kinds of piece");
        PieceKind(index as u8)
    }

    /// The index of the kind, always below [`MAX_KINDS`].
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }
}

/// A piece: a kind and a color, in one byte that is never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Piece(NonZeroU8);

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// The piece of this color and kind.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        match NonZeroU8::new(0x80 | kind.0 << 1 | color as u8) {
            Some(bits) => Piece(bits),
            None => unreachable!(),
        }
    }

    /// The color of the piece.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0.get() & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The kind of the piece.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        PieceKind(self.0.get() >> 1 & 63)
    }

    /// The byte that stands for the piece, never zero.
    #[inline]
    pub(crate) const fn bits(self) -> u8 {
        self.0.get()
    }

    /// An index below `2 * MAX_KINDS` into tables by piece.
    ///
    /// ```
    /// use peregrine::board::{color::Color, piece::{Piece, PieceKind}};
    /// assert_eq!(Piece::new(Color::Black, PieceKind::KING).index(), 3);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get() & 127) as usize
    }
}

/// An elementary way of moving. The move of a kind is a set of components
/// ([`Components`]).
///
/// A position keeps one [`Bitboard`](crate::board::bitboard::Bitboard) per
/// component, so a compound such as the Queen is generated as its parts and
/// needs no code of its own. The targets of different components of one piece
/// never overlap, except those of [`Component::Special`], which is slower: its
/// moves are defined by the rules of the variant for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Component {
    /// The Pawn's steps and captures.
    Pawn,
    /// One step in any direction; royal.
    King,
    /// The Bishop's lines.
    Diagonal,
    /// The Rook's lines.
    Straight,
    /// The Falcon's paths.
    Falcon,
    /// The Knight's leap.
    Knight,
    /// Other moves defined by the game: leaps, and lines of limited length.
    Special,
}

impl Component {
    /// The number of components.
    pub const COUNT: usize = 7;

    /// All components, by index.
    pub const ALL: [Component; Component::COUNT] = [
        Component::Pawn,
        Component::King,
        Component::Diagonal,
        Component::Straight,
        Component::Falcon,
        Component::Knight,
        Component::Special,
    ];

    /// The index of the component in arrays of [`Component::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The set that contains only this component.
    #[inline]
    pub const fn set(self) -> Components {
        Components::from_bits_retain(1 << self as u8)
    }
}

bitflags! {
    /// The components of a kind of piece.
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

//! Which pieces castle with the King, and where both go (docs/rules.md, sections
//! 3.3 and 8.1).

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{Piece, PieceKind};
use crate::board::setup::Board;
use crate::board::square::Square;

use super::{CastlingRule, Rules};

/// A side of the King, named after the file at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// Toward the first file, the a-file of most boards.
    First,
    /// Toward the last file.
    Last,
}

impl Wing {
    /// Both wings.
    pub const ALL: [Wing; 2] = [Wing::First, Wing::Last];

    /// The wing of a King's partner on the same rank.
    #[inline]
    pub fn new(king: Square, partner: Square) -> Wing {
        if partner > king {
            Wing::Last
        } else {
            Wing::First
        }
    }

    /// 0 for the first file's wing, 1 for the other.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Which piece of a side castles with a partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingKing {
    /// The only piece of this kind in the start position.
    Kind(PieceKind),
    /// The piece on this square in the start position.
    Square(Square),
}

/// The King.
impl Default for CastlingKing {
    fn default() -> CastlingKing {
        CastlingKing::Kind(PieceKind::KING)
    }
}

/// The files where castling ends under [`CastlingRule::FixedFiles`], counted
/// from 0, by [`Wing::index`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CastlingFiles {
    /// The files of the King.
    pub king: [usize; 2],
    /// The files of the piece that castles with it.
    pub partner: [usize; 2],
}

impl CastlingFiles {
    /// The files of a King, with its partner beside it on the side of the middle
    /// of the board.
    ///
    /// ```
    /// use peregrine::rules::CastlingFiles;
    /// assert_eq!(CastlingFiles::of_kings([2, 6]).partner, [3, 5]);
    /// ```
    pub const fn of_kings(king: [usize; 2]) -> CastlingFiles {
        CastlingFiles {
            king,
            partner: [king[0] + 1, king[1].saturating_sub(1)],
        }
    }
}

impl Rules {
    /// Whether the King of its side castles with this piece.
    ///
    /// ```
    /// # use peregrine::board::{color::Color, piece::{Piece, PieceKind}};
    /// # let rules = peregrine::variants::falcon();
    /// assert!(rules.castles_with(Piece::new(Color::Black, PieceKind::ROOK)));
    /// assert!(!rules.castles_with(Piece::new(Color::Black, PieceKind::FALCON)));
    /// ```
    pub fn castles_with(&self, piece: Piece) -> bool {
        self.castling_partners(piece.color())
            .contains(&piece.kind())
    }

    /// Which pieces castle with their partners.
    pub fn castling_kings(&self) -> [CastlingKing; 2] {
        self.setup.castling_kings
    }

    /// Whether no other pieces than Kings castle.
    pub(crate) fn only_kings_castle(&self) -> bool {
        self.castling_kings() == [CastlingKing::default(); 2]
    }

    /// Where the piece that castles stands in the start position. It castles only from there,
    /// except in shuffled games. `None` if the side has no such piece, or several.
    pub(crate) fn castling_king(&self, color: Color) -> Option<Square> {
        self.castling_kings[color.index()]
    }

    /// The piece that castles if this is the start position.
    pub(crate) fn castling_king_on(&self, board: &Board, color: Color) -> Option<Square> {
        let wanted = self.castling_kings()[color.index()];
        let castles = |square: &Square| {
            let piece = board[square.index()].filter(|piece| piece.color() == color);
            piece.is_some_and(|piece| match wanted {
                CastlingKing::Kind(kind) => piece.kind() == kind,
                CastlingKing::Square(named) => *square == named,
            })
        };
        let mut found = self.geometry().squares().into_iter().filter(castles);
        let first = found.next();
        first.filter(|_| found.next().is_none())
    }

    /// Finds what depends on the start position.
    pub(super) fn find_castling_kings(&mut self) {
        for color in Color::ALL {
            self.castling_kings[color.index()] = self.castling_king_on(&self.start.board, color);
        }
    }

    /// The kind of the piece that castles.
    pub(crate) fn castling_king_kind(&self, color: Color) -> PieceKind {
        match self.castling_kings()[color.index()] {
            CastlingKing::Kind(kind) => kind,
            CastlingKing::Square(square) => {
                self.start.board[square.index()].map_or(PieceKind::KING, Piece::kind)
            }
        }
    }

    /// The name of the piece that castles, for messages.
    pub(crate) fn castling_king_name(&self, color: Color) -> &str {
        let kind = self.castling_king_kind(color);
        self.kind_name(kind).unwrap_or("King")
    }

    /// The name of the pieces that castle with the King of a side, for messages.
    pub(crate) fn castling_partner_name(&self, color: Color) -> &str {
        match self.castling_partners(color) {
            [kind] => self.kind_name(*kind).unwrap_or("Rook"),
            _ => "castling piece",
        }
    }

    /// The squares D to which a King on `king` may castle with a piece on
    /// `partner`, on the same rank, according to the castling rule alone.
    ///
    /// ```
    /// # use peregrine::{board::square::Square, variants};
    /// let (b1, g1, h1) = (Square::new(1), Square::new(6), Square::new(7));
    /// let chess960 = variants::rules("chess960").unwrap();
    /// assert_eq!(chess960.castling_destinations(b1, h1), g1.into());
    /// ```
    pub fn castling_destinations(&self, king: Square, partner: Square) -> Bitboard {
        match self.fixed_castling(king, partner) {
            Some((destination, _)) => destination.into(),
            None => self.castling().destinations(king, partner),
        }
    }

    /// Where the King and its partner go under [`CastlingRule::FixedFiles`];
    /// `None` under other rules.
    #[inline]
    pub(crate) fn fixed_castling(&self, king: Square, partner: Square) -> Option<(Square, Square)> {
        let files = self.fixed_files()?;
        let wing = Wing::new(king, partner).index();
        let from = self.geometry().file(king) as i32;
        let on_file = |file: usize| king.offset(file as i32 - from);
        Some((on_file(files.king[wing]), on_file(files.partner[wing])))
    }

    /// The files where castling ends, under [`CastlingRule::FixedFiles`].
    #[inline]
    pub(crate) fn fixed_files(&self) -> Option<&CastlingFiles> {
        match self.castling() {
            CastlingRule::FixedFiles => self.castling_files(),
            _ => None,
        }
    }
}

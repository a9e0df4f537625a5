//! Making moves.

use crate::board::color::Color;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::Square;
use crate::board::zobrist;

use super::Position;

/// Someone who follows the pieces of a position from move to move, such as an
/// evaluation that keeps sums over them. `()` follows nothing.
pub trait PieceObserver {
    /// A piece has been put on an empty square.
    fn added(&mut self, piece: Piece, square: Square);
    /// A piece has been taken off its square.
    fn removed(&mut self, piece: Piece, square: Square);
}

impl PieceObserver for () {
    #[inline]
    fn added(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn removed(&mut self, _: Piece, _: Square) {}
}

impl Position {
    /// Makes a legal move.
    ///
    /// ```
    /// use peregrine::{board::{color::Color, moves::Move, square::Square}, position::Position, variants};
    /// let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let mut position = Position::start(rules);
    /// position.play(Move::plain(Square::new(12), Square::new(28)));
    /// assert_eq!(position.side(), Color::Black);
    /// assert_eq!(position.en_passant(), Some(Square::new(20)));
    /// ```
    ///
    /// # Panics
    /// May panic when the move is not legal; the position is then of no use.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.play_with(mv, &mut ());
    }

    /// Makes a legal move and tells the observer which pieces come and go.
    ///
    /// ```
    /// use peregrine::{board::{moves::Move, piece::Piece, square::Square}, position::{PieceObserver, Position}, variants};
    /// struct Changes(i32);
    /// impl PieceObserver for Changes {
    ///     fn added(&mut self, _: Piece, _: Square) { self.0 += 1; }
    ///     fn removed(&mut self, _: Piece, _: Square) { self.0 -= 1; }
    /// }
    /// let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let mut changes = Changes(0);
    /// Position::start(rules).play_with(Move::plain(Square::new(12), Square::new(28)), &mut changes);
    /// assert_eq!(changes.0, 0);
    /// ```
    ///
    /// # Panics
    /// May panic when the move is not legal; the position is then of no use.
    pub fn play_with(&mut self, mv: Move, observer: &mut impl PieceObserver) {
        let (us, from, to) = (self.side, mv.from(), mv.to());
        let piece = self.piece_on(from).expect("a move starts from a piece");
        self.clear_en_passant();
        self.halfmoves = self.halfmoves.saturating_add(1);
        // Where a piece that moves along with the King comes from and goes to.
        let partner = match mv.kind() {
            MoveKind::Castling => self
                .castling_rook(from, to)
                .map(|rook| (rook, Position::castled_rook_square(from, to))),
            MoveKind::KingSwap => Some((to, from)),
            MoveKind::Plain | MoveKind::EnPassant => None,
        };
        self.lose_rights(piece, from, to);
        match partner {
            Some(partner) => self.move_together(piece, from, to, partner, observer),
            None => {
                let captured = match mv.kind() {
                    MoveKind::EnPassant => to.offset(-self.rules.pawns(us).forward),
                    _ => to,
                };
                if let Some(victim) = self.piece_on(captured) {
                    self.remove(victim, captured);
                    observer.removed(victim, captured);
                    self.halfmoves = 0;
                }
                let arriving = mv.promoted_to().map_or(piece, |kind| Piece::new(us, kind));
                self.shift(piece, from, arriving, to, observer);
            }
        }
        if us == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.side = !us;
        self.key ^= zobrist::SIDE;
        if piece.kind() == PieceKind::PAWN {
            self.halfmoves = 0;
            let forward = self.rules.pawns(us).forward;
            if from.offset(2 * forward) == to {
                self.set_en_passant(from.offset(forward));
            }
        }
    }

    /// Gives the move to the other side, as the null-move search does. The
    /// side to move must not be in check.
    ///
    /// ```
    /// use peregrine::{board::color::Color, position::Position, variants};
    /// let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let mut position = Position::start(rules);
    /// position.pass();
    /// assert_eq!(position.side(), Color::Black);
    /// ```
    pub fn pass(&mut self) {
        self.clear_en_passant();
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.side = !self.side;
        self.key ^= zobrist::SIDE;
    }

    /// The key that a legal move leads to, but for what it changes in castling
    /// rights, en passant and other squares: right for most moves, and early
    /// enough to fetch memory by.
    #[inline]
    pub(crate) fn likely_key_after(&self, mv: Move) -> u64 {
        let mut key = self.key ^ zobrist::SIDE;
        if let Some(piece) = self.piece_on(mv.from()) {
            key ^= zobrist::piece(piece, mv.from()) ^ zobrist::piece(piece, mv.to());
        }
        if let Some(victim) = self.piece_on(mv.to()) {
            key ^= zobrist::piece(victim, mv.to());
        }
        key
    }

    /// The Rook that a castling move to `destination` takes along: the nearest
    /// beyond it that may still castle.
    pub(crate) fn castling_rook(&self, king: Square, destination: Square) -> Option<Square> {
        let beyond = self.castling & self.color(self.side);
        if destination > king {
            beyond.into_iter().find(|&rook| rook > destination)
        } else {
            beyond
                .into_iter()
                .take_while(|&rook| rook < destination)
                .last()
        }
    }

    /// Where the Rook goes: next to the King, on the side the King came from.
    pub(crate) fn castled_rook_square(king: Square, destination: Square) -> Square {
        destination.offset(if destination > king { -1 } else { 1 })
    }

    /// Moves the King and another piece at once, as in castling and the King
    /// swap.
    fn move_together(
        &mut self,
        king: Piece,
        from: Square,
        to: Square,
        (partner_from, partner_to): (Square, Square),
        observer: &mut impl PieceObserver,
    ) {
        let partner = self
            .piece_on(partner_from)
            .expect("a castling right has its piece");
        self.remove(king, from);
        observer.removed(king, from);
        self.shift(partner, partner_from, partner, partner_to, observer);
        self.put(king, to);
        observer.added(king, to);
    }

    /// Takes `piece` from one square and puts `arriving` on another.
    #[inline]
    fn shift(
        &mut self,
        piece: Piece,
        from: Square,
        arriving: Piece,
        to: Square,
        observer: &mut impl PieceObserver,
    ) {
        self.remove(piece, from);
        observer.removed(piece, from);
        self.put(arriving, to);
        observer.added(arriving, to);
    }

    /// A King that moves loses all its rights; a Rook that moves or is
    /// captured loses its own.
    #[inline]
    fn lose_rights(&mut self, piece: Piece, from: Square, to: Square) {
        if self.castling.is_empty() {
            return;
        }
        let mut lost = from.into();
        lost |= to.into();
        if piece.kind() == PieceKind::KING {
            lost |= self.color(piece.color());
        }
        for rook in self.castling & lost {
            self.key ^= zobrist::castling(rook);
        }
        self.castling -= lost;
    }

    #[inline]
    fn clear_en_passant(&mut self) {
        if let Some(square) = self.en_passant.take()
            && self.en_passant_is_legal
        {
            self.key ^= zobrist::en_passant(square);
            self.en_passant_is_legal = false;
        }
    }

    /// Records the square passed over; it enters the key only if the side now
    /// to move has a legal capture there (docs/rules.md, section 3.1).
    #[inline]
    pub(super) fn set_en_passant(&mut self, square: Square) {
        self.en_passant = Some(square);
        self.en_passant_is_legal = self.any_legal_en_passant(square);
        if self.en_passant_is_legal {
            self.key ^= zobrist::en_passant(square);
        }
    }
}

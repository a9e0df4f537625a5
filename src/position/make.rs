//! Making moves.

use crate::board::color::Color;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::Square;
use crate::board::zobrist;
use crate::rules::Wing;

use super::PositionOf;

/// Follows the pieces of a position from move to move, for example an
/// evaluation that keeps incremental sums. `()` follows nothing.
pub trait PieceObserver {
    /// A piece has been placed on an empty square.
    fn added(&mut self, piece: Piece, square: Square);
    /// A piece has been removed from its square.
    fn removed(&mut self, piece: Piece, square: Square);
}

impl PieceObserver for () {
    #[inline]
    fn added(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn removed(&mut self, _: Piece, _: Square) {}
}

impl PositionOf<'_> {
    /// The moves of a line up to the first illegal one, each with the position before it.
    pub(crate) fn legal_line(&self, moves: &[Move]) -> impl Iterator<Item = (Self, Move)> {
        let mut position = self.clone();
        moves.iter().map_while(move |&mv| {
            let before = position.clone();
            before.is_legal(mv).then(|| {
                position.play(mv);
                (before, mv)
            })
        })
    }

    /// Plays a legal move.
    ///
    /// ```
    /// use peregrine::{board::{color::Color, moves::Move, square::Square}, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let mut position = Position::start(rules);
    /// position.play(Move::plain(Square::new(12), Square::new(28)));
    /// assert_eq!(position.side_to_move(), Color::Black);
    /// assert_eq!(position.en_passant(), Some(Square::new(20)));
    /// ```
    ///
    /// # Panics
    /// May panic if the move is not legal; the position is then invalid.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.play_observed(mv, &mut ());
    }

    /// Plays a legal move and reports added and removed pieces to the observer.
    ///
    /// ```
    /// use peregrine::{board::{moves::Move, piece::Piece, square::Square}, position::{PieceObserver, Position}, variants};
    /// struct Changes(i32);
    /// impl PieceObserver for Changes {
    ///     fn added(&mut self, _: Piece, _: Square) { self.0 += 1; }
    ///     fn removed(&mut self, _: Piece, _: Square) { self.0 -= 1; }
    /// }
    /// let rules = variants::rules("chess").unwrap();
    /// let mut changes = Changes(0);
    /// Position::start(rules).play_observed(Move::plain(Square::new(12), Square::new(28)), &mut changes);
    /// assert_eq!(changes.0, 0);
    /// ```
    ///
    /// # Panics
    /// May panic if the move is not legal; the position is then invalid.
    pub fn play_observed(&mut self, mv: Move, observer: &mut impl PieceObserver) {
        let (us, from, to) = (self.side_to_move, mv.from(), mv.to());
        let piece = self.piece_on(from).expect("a move starts from a piece");
        let clock = self.halfmove_clock;
        self.clear_en_passant();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        // The origin and target of a piece that moves together with the King.
        let partner = match mv.kind() {
            MoveKind::Castling => self
                .castling_rook(from, to)
                .map(|rook| (rook, self.castled_rook_square(from, to, rook))),
            MoveKind::KingSwap => Some((to, from)),
            MoveKind::Plain | MoveKind::EnPassant => None,
        };
        self.update_castling_rights(piece, mv);
        match partner {
            Some(partner) => self.castle_or_swap(piece, from, to, partner, observer),
            None => {
                let captured = self.captured_square(mv);
                if let Some(victim) = self.piece_on(captured) {
                    self.remove(victim, captured);
                    observer.removed(victim, captured);
                    self.halfmove_clock = 0;
                }
                let arriving = mv.promoted_to().map_or(piece, |kind| Piece::new(us, kind));
                self.shift(piece, from, arriving, to, observer);
            }
        }
        if us == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.side_to_move = !us;
        self.key ^= zobrist::SIDE;
        if !self.rules.has_plain_pawns() {
            self.finish_special_move(piece, mv);
        } else if piece.kind() == PieceKind::PAWN {
            self.halfmove_clock = 0;
            let forward = self.rules.pawns(us).forward;
            if from.offset(2 * forward) == to {
                self.set_en_passant(from.offset(forward), to);
            }
        }
        if self.rules.has_counts() {
            self.count_check();
            self.count_shak();
            self.count_move(clock);
        }
    }

    /// What follows from a move in a game with other Pawns than those of chess, or with
    /// other pieces that have something of a Pawn.
    #[cold]
    #[inline(never)]
    fn finish_special_move(&mut self, piece: Piece, mv: Move) {
        let Some(pawn_rules) = self.rules.pawn_rules(piece) else {
            return;
        };
        if pawn_rules.resets_count {
            self.halfmove_clock = 0;
        }
        if mv.kind() != MoveKind::Plain || mv.promoted_to().is_some() {
            return;
        }
        let mut moves = pawn_rules.double_moves.iter();
        let ends = (mv.from(), mv.to());
        if let Some(double) = moves.find(|double| (double.from, double.to) == ends) {
            self.set_en_passant(double.over, double.to);
        }
    }

    /// The position after a move.
    ///
    /// # Panics
    /// As for [`play`](PositionOf::play).
    #[must_use]
    pub fn after_move(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// Plays a null move: only the turn changes. The side to move must not be in check.
    ///
    /// ```
    /// use peregrine::{board::color::Color, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let mut position = Position::start(rules);
    /// position.play_null();
    /// assert_eq!(position.side_to_move(), Color::Black);
    /// position.play_null();
    /// assert_eq!(position.fullmove_number(), 2);
    /// ```
    pub fn play_null(&mut self) {
        self.clear_en_passant();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if self.side_to_move == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.side_to_move = !self.side_to_move;
        self.key ^= zobrist::SIDE;
        if self.rules.has_counts() {
            self.count_shak();
        }
    }

    /// The key after a legal move, ignoring changes to castling rights, en
    /// passant and squares other than origin and target. It is right for most
    /// moves, and available early enough for prefetching.
    #[inline]
    pub(crate) fn key_after(&self, mv: Move) -> u64 {
        let mut key = self.key ^ zobrist::SIDE;
        if let Some(piece) = self.piece_on(mv.from()) {
            key ^= zobrist::piece(piece, mv.from()) ^ zobrist::piece(piece, mv.to());
        }
        if let Some(victim) = self.piece_on(mv.to()) {
            key ^= zobrist::piece(victim, mv.to());
        }
        key
    }

    /// Whether a legal move captures, en passant included.
    ///
    /// ```
    /// use peregrine::{notation::parse_coordinate, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let position = Position::from_fen(rules, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
    /// assert!(position.is_capture(parse_coordinate(&position, "e4d5").unwrap()));
    /// ```
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Plain => self.piece_on(mv.to()).is_some(),
            MoveKind::Castling | MoveKind::KingSwap => false,
            MoveKind::EnPassant => true,
        }
    }

    /// Whether a legal move captures or promotes, as all moves of
    /// [`MoveClass::Noisy`](super::movegen::MoveClass::Noisy) do.
    ///
    /// ```
    /// use peregrine::{board::{moves::Move, square::Square}, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// assert!(!Position::start(rules).is_noisy(Move::plain(Square::new(12), Square::new(28))));
    /// ```
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        mv.promoted_to().is_some() || self.is_capture(mv)
    }

    /// The square of the piece that a capture of the side to move takes: the
    /// target, except en passant.
    #[inline]
    pub(crate) fn captured_square(&self, mv: Move) -> Square {
        match mv.kind() {
            MoveKind::EnPassant => self.en_passant_victim.unwrap_or(mv.to()),
            _ => mv.to(),
        }
    }

    /// The Rook that takes part in castling to `destination`: the nearest one
    /// beyond it that may still castle; with fixed files, the one on the side
    /// that the destination belongs to.
    pub(crate) fn castling_rook(&self, king: Square, destination: Square) -> Option<Square> {
        let beyond = self.castling & self.colors(self.side_to_move);
        if let Some(files) = self.rules.fixed_files() {
            let file = self.rules.geometry().file(destination);
            let ends_there = |rook: &Square| files.king[Wing::new(king, *rook).index()] == file;
            return beyond.into_iter().find(ends_there);
        }
        if destination > king {
            beyond.into_iter().find(|&rook| rook > destination)
        } else {
            beyond
                .into_iter()
                .take_while(|&rook| rook < destination)
                .last()
        }
    }

    /// The target square of a Rook that castles.
    pub(crate) fn castled_rook_square(
        &self,
        king: Square,
        destination: Square,
        rook: Square,
    ) -> Square {
        match self.rules.fixed_castling(king, rook) {
            Some((_, rook_to)) => rook_to,
            None => PositionOf::beside(king, destination),
        }
    }

    /// The square next to the King's destination, on the side it came from.
    pub(super) fn beside(king: Square, destination: Square) -> Square {
        destination.offset(if destination > king { -1 } else { 1 })
    }

    /// Moves the King and another piece at once, for castling and the King
    /// swap.
    fn castle_or_swap(
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

    /// Removes `piece` from one square and places `arriving` on another.
    #[inline]
    fn shift(
        &mut self,
        piece: Piece,
        from: Square,
        arriving: Piece,
        to: Square,
        observer: &mut impl PieceObserver,
    ) {
        if piece == arriving {
            self.relocate(piece, from, to);
        } else {
            self.remove(piece, from);
            self.put(arriving, to);
        }
        observer.removed(piece, from);
        observer.added(arriving, to);
    }

    /// A King that moves loses all castling rights; a Rook that moves or is
    /// captured loses its own.
    #[inline]
    fn update_castling_rights(&mut self, piece: Piece, mv: Move) {
        if self.castling.is_empty() {
            return;
        }
        let mut lost = mv.from().into();
        lost |= mv.to().into();
        if !self.rules.has_usual_kings() {
            lost |= self.rights_lost_with_king(mv);
        } else if piece.kind() == PieceKind::KING {
            lost |= self.colors(piece.color());
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

    /// Records the square passed over and the Pawn that did. It enters the key only if the side to
    /// move has a legal en-passant capture (docs/rules.md, section 3.1).
    #[inline]
    pub(super) fn set_en_passant(&mut self, square: Square, victim: Square) {
        self.en_passant = Some(square);
        self.en_passant_victim = Some(victim);
        self.en_passant_is_legal = self.any_legal_en_passant();
        if self.en_passant_is_legal {
            self.key ^= zobrist::en_passant(square);
        }
    }
}

//! Castling by definition.

use crate::board::moves::Move;
use crate::board::piece::Piece;
use crate::board::square::Square;
use crate::rules::{CastlingKing, CastlingRule, Royalty};

use super::State;

impl State {
    /// Castling exactly as in docs/rules.md, section 3.3.
    pub(super) fn castling(&self) -> Vec<Move> {
        let Some(king) = self.castling_king() else {
            return Vec::new();
        };
        if self.is_castling_king_attacked(king) {
            return Vec::new();
        }
        if self.rules.castling() == CastlingRule::KingSwap {
            return self.king_swaps(king);
        }
        let rooks = self
            .rooks
            .into_iter()
            .filter(|&rook| self.holds(rook, self.side));
        rooks
            .flat_map(|rook| self.castling_with(king, rook))
            .collect()
    }

    /// The piece that may castle: the one that the rules name in the start position, still
    /// there; in shuffled games the only King.
    fn castling_king(&self) -> Option<Square> {
        if self.rules.is_shuffled() {
            return self.king(self.side);
        }
        let home = |square: &Square| self.rules.start().board[square.index()];
        let own = |piece: Piece| piece.color() == self.side;
        let wanted = self.rules.castling_kings()[self.side as usize];
        let named: Vec<Square> = self
            .layout
            .squares()
            .into_iter()
            .filter(|square| {
                home(square).is_some_and(|piece| match wanted {
                    CastlingKing::Kind(kind) => own(piece) && piece.kind() == kind,
                    CastlingKing::Square(named) => own(piece) && named == *square,
                })
            })
            .collect();
        match named[..] {
            [square] => Some(square).filter(|&square| self.at(square) == home(&square)),
            _ => None,
        }
    }

    /// Whether the piece that castles is attacked on this square as it must not be.
    fn is_castling_king_attacked(&self, square: Square) -> bool {
        let piece = self.at(square);
        let same = self.own().filter(|&other| self.at(other) == piece);
        let must_be_safe = match self.rules.royalty() {
            Royalty::None => false,
            Royalty::All | Royalty::Duple => true,
            Royalty::Last => same.count() == 1,
        };
        must_be_safe
            && piece.is_some_and(|piece| self.is_royal(piece))
            && self.is_attacked(square, !self.side)
    }

    /// Swaps of the King with an unmoved piece (docs/rules.md, section 7.1).
    fn king_swaps(&self, king: Square) -> Vec<Move> {
        let partners = self.rooks.into_iter();
        partners
            .filter(|&partner| self.holds(partner, self.side))
            .filter(|&partner| {
                let mut swapped = self.clone();
                swapped.board.swap(king.index(), partner.index());
                !swapped.is_castling_king_attacked(partner)
            })
            .map(|partner| Move::king_swap(king, partner))
            .collect()
    }

    fn castling_with(&self, king: Square, rook: Square) -> Vec<Move> {
        if self.rules.castling() == CastlingRule::FixedFiles {
            return self.castling_to_fixed_files(king, rook);
        }
        let step = if rook > king { 1 } else { -1 };
        let distance = king.index().abs_diff(rook.index()) as i32;
        let between: Vec<Square> = (1..distance)
            .map(|steps| king.offset(steps * step))
            .collect();
        if between.iter().any(|&square| !self.is_empty(square)) {
            return Vec::new();
        }
        let allowed = |steps: i32| match self.rules.castling() {
            CastlingRule::Free => true,
            CastlingRule::ModifiedFree => steps != 1,
            CastlingRule::Orthodox => steps == 2,
            CastlingRule::Three => steps == 3,
            CastlingRule::Wide => king.offset((steps + 1) * step) == rook,
            CastlingRule::FixedFiles | CastlingRule::None | CastlingRule::KingSwap => false,
        };
        let stands_safely = |square: Square| {
            let mut moved = self.clone();
            moved.board[square.index()] = moved.board[king.index()].take();
            !moved.is_castling_king_attacked(square)
        };
        let ends_safely = |destination: Square| {
            let mut castled = self.clone();
            castled.board[destination.index()] = castled.board[king.index()].take();
            let beside = destination.offset(-step).index();
            castled.board[beside] = castled.board[rook.index()].take();
            !castled.is_castling_king_attacked(destination) && !castled.is_in_check(self.side)
        };
        let mut moves = Vec::new();
        for (steps, &destination) in (1..).zip(&between) {
            if !stands_safely(destination) {
                break;
            }
            if allowed(steps) && ends_safely(destination) {
                moves.push(Move::castling(king, destination));
            }
        }
        moves
    }
}

impl State {
    /// Castling exactly as in docs/rules.md, section 8.1.
    fn castling_to_fixed_files(&self, king: Square, rook: Square) -> Vec<Move> {
        let files = self.rules.castling_files();
        let rank = self.rules.geometry().rank(king);
        let wing = usize::from(rook > king);
        let on = |file: usize| self.layout.square(file, rank);
        let ends = files.map(|files| (on(files.king[wing]), on(files.partner[wing])));
        let Some((Some(king_to), Some(rook_to))) = ends else {
            return Vec::new();
        };
        let path = |from: Square, to: Square| from.min(to).index()..=from.max(to).index();
        let is_free = |index: usize| {
            let square = Square::new(index);
            square == king || square == rook || self.is_empty(square)
        };
        let stands_safely = |index: usize| {
            let mut moved = self.clone();
            let man = moved.board[king.index()].take();
            moved.board[index] = man;
            !moved.is_castling_king_attacked(Square::new(index))
        };
        let mut castled = self.clone();
        let men = [king, rook].map(|square| castled.board[square.index()].take());
        castled.board[king_to.index()] = men[0];
        castled.board[rook_to.index()] = men[1];
        let is_legal = path(king, king_to).all(is_free)
            && path(rook, rook_to).all(is_free)
            && path(king, king_to).all(stands_safely)
            && !castled.is_castling_king_attacked(king_to)
            && !castled.is_in_check(self.side);
        match is_legal {
            true => vec![Move::castling(king, king_to)],
            false => Vec::new(),
        }
    }
}

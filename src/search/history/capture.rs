//! Capture history: scores of captures by moving piece, target and captured piece.

use crate::board::piece::PieceKind;

use super::{PieceTo, add_bonus};

/// The scores of captures and promotions.
pub(in crate::search) struct CaptureHistory {
    kinds: usize,
    scores: Vec<i16>,
}

impl CaptureHistory {
    pub(crate) fn new(piece_tos: usize, kinds: usize) -> CaptureHistory {
        CaptureHistory {
            kinds,
            scores: vec![0; piece_tos * kinds],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.scores.fill(0);
    }

    #[inline]
    fn index(&self, piece_to: PieceTo, victim: PieceKind) -> usize {
        piece_to.index() * self.kinds + victim.index()
    }

    #[inline]
    pub(crate) fn get(&self, piece_to: PieceTo, victim: PieceKind) -> i32 {
        i32::from(self.scores[self.index(piece_to, victim)])
    }

    pub(crate) fn update(&mut self, piece_to: PieceTo, victim: PieceKind, bonus: i32) {
        let index = self.index(piece_to, victim);
        add_bonus(&mut self.scores[index], bonus);
    }
}

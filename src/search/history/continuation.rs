//! Continuation history: scores of quiet moves by the moves before them.

use super::{PieceTo, PriorMoves, add_bonus};

/// The scores of pairs of moves: an earlier one, by either side, and a quiet one.
pub(in crate::search) struct ContinuationHistory {
    piece_tos: usize,
    scores: Vec<i16>,
}

impl ContinuationHistory {
    pub(crate) fn new(piece_tos: usize) -> ContinuationHistory {
        ContinuationHistory {
            piece_tos,
            scores: vec![0; piece_tos * piece_tos],
        }
    }

    /// The size in bytes.
    pub(crate) fn memory(piece_tos: usize) -> usize {
        piece_tos * piece_tos * size_of::<i16>()
    }

    pub(crate) fn clear(&mut self) {
        self.scores.fill(0);
    }

    #[inline]
    fn index(&self, prior: PieceTo, piece_to: PieceTo) -> usize {
        prior.index() * self.piece_tos + piece_to.index()
    }

    /// The sum of the scores after each of the prior moves.
    #[inline]
    pub(crate) fn get(&self, prior: PriorMoves, piece_to: PieceTo) -> i32 {
        let score = |prior| i32::from(self.scores[self.index(prior, piece_to)]);
        prior.into_iter().flatten().map(score).sum()
    }

    pub(crate) fn update(&mut self, prior: PriorMoves, piece_to: PieceTo, bonus: i32) {
        for prior in prior.into_iter().flatten() {
            let index = self.index(prior, piece_to);
            add_bonus(&mut self.scores[index], bonus);
        }
    }
}

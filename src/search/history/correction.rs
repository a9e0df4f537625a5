//! Correction history: how far the static evaluation has been off in similar
//! positions.
//!
//! After each node, the difference between search result and evaluation is
//! recorded by Pawn structure, by each side's pieces and by the last two moves.

use crate::base::processor;
use crate::board::color::Color;
use crate::eval::{EvalState, SCORE_LIMIT};
use crate::search::parameters::Parameters;
use crate::search::score::Value;

use super::PriorMoves;

/// The number of entries in each table, for each side to move.
const TABLE_SIZE: usize = 1 << 14;

/// Entries stay within `-LIMIT..=LIMIT`.
const LIMIT: i32 = 1024;

/// The number of tables: Pawns, the pieces of either side, moves.
const TABLES: usize = 4;

/// The product of entry and weight that amounts to one centipawn.
const CENTIPAWN: i32 = 16 * 128;

/// The index of a position in each table.
pub(in crate::search) type CorrectionIndices = [usize; TABLES];

/// The corrections of one thread.
pub(in crate::search) struct CorrectionHistory {
    entries: Vec<i16>,
}

impl CorrectionHistory {
    pub(crate) fn new() -> CorrectionHistory {
        CorrectionHistory {
            entries: vec![0; TABLES * 2 * TABLE_SIZE],
        }
    }

    /// The indices of a position with this side to move, after the moves one and two
    /// plies ago.
    #[inline]
    pub(crate) fn indices(
        side: Color,
        eval_state: &EvalState,
        [last, before, _]: PriorMoves,
    ) -> CorrectionIndices {
        let [last, before] = [last, before]
            .map(|piece_to| piece_to.map_or(0, |piece_to| piece_to.index() as u64 + 1));
        let moves = (last << 32 | before).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let keys = [
            eval_state.pawn_key(),
            eval_state.piece_key(Color::White),
            eval_state.piece_key(Color::Black),
            moves,
        ];
        let mut table = 0;
        keys.map(|key| {
            table += 1;
            let entry = (key >> 40) as usize % TABLE_SIZE;
            ((table - 1) * 2 + side.index()) * TABLE_SIZE + entry
        })
    }

    /// Prefetches the entries with these indices.
    #[inline]
    pub(crate) fn prefetch(&self, indices: &CorrectionIndices) {
        for &index in indices {
            processor::prefetch(&self.entries[index]);
        }
    }

    /// The evaluation plus its corrections.
    #[inline]
    pub(crate) fn corrected(
        &self,
        evaluation: Value,
        indices: &CorrectionIndices,
        parameters: &Parameters,
    ) -> Value {
        let weights = [
            parameters.correction_pawns,
            parameters.correction_pieces,
            parameters.correction_pieces,
            parameters.correction_moves,
        ];
        let sum: i32 = indices
            .iter()
            .zip(weights)
            .map(|(&index, weight)| weight * i32::from(self.entries[index]))
            .sum();
        (evaluation + sum / CENTIPAWN).clamp(1 - SCORE_LIMIT, SCORE_LIMIT - 1)
    }

    /// Records that a search to this depth differed from the evaluation by
    /// `difference`.
    pub(crate) fn update(&mut self, indices: &CorrectionIndices, difference: Value, depth: i32) {
        let bonus = (difference * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for &index in indices {
            let entry = i32::from(self.entries[index]);
            self.entries[index] = (entry + bonus - entry * bonus.abs() / LIMIT) as i16;
        }
    }
}

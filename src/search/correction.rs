//! Correction history: how far the static evaluation has been off in similar
//! positions.
//!
//! After each node, the difference between search result and evaluation is
//! recorded by Pawn structure, by each side's pieces and by the last two moves.

use crate::board::color::Color;
use crate::eval::{Accumulator, SCORE_LIMIT};
use crate::search::history::ContinuationKey;
use crate::search::score::Value;

use super::parameters::Parameters;

/// The number of entries in each table.
const CLASSES: usize = 1 << 14;

/// Entries stay within `-LIMIT..=LIMIT`.
const LIMIT: i32 = 1024;

/// The number of tables: Pawns, the pieces of either side, moves.
const TABLES: usize = 4;

/// The product of entry and weight that amounts to one centipawn.
const CENTIPAWN: i32 = 16 * 128;

/// The index of a position in each table.
pub(super) type Classes = [usize; TABLES];

/// The corrections of one thread.
pub(super) struct Corrections {
    entries: Vec<i16>,
}

impl Corrections {
    pub fn new() -> Corrections {
        Corrections {
            entries: vec![0; TABLES * 2 * CLASSES],
        }
    }

    /// The classes of a position with this side to move, after the moves one
    /// and two plies ago.
    pub fn classes(
        side: Color,
        accumulator: &Accumulator,
        continuation_keys: [Option<ContinuationKey>; 2],
    ) -> Classes {
        let [last, before] = continuation_keys.map(|continuation_key| {
            continuation_key.map_or(0, |continuation_key| continuation_key.number() + 1)
        });
        let moves = (last << 32 | before).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let keys = [
            accumulator.pawn_key(),
            accumulator.piece_key(Color::White),
            accumulator.piece_key(Color::Black),
            moves,
        ];
        let mut table = 0;
        keys.map(|key| {
            table += 1;
            let class = (key >> 40) as usize % CLASSES;
            ((table - 1) * 2 + side.index()) * CLASSES + class
        })
    }

    /// The evaluation plus its corrections.
    pub fn corrected(
        &self,
        evaluation: Value,
        classes: &Classes,
        parameters: &Parameters,
    ) -> Value {
        let weights = [
            parameters.correction_pawns,
            parameters.correction_pieces,
            parameters.correction_pieces,
            parameters.correction_moves,
        ];
        let sum: i32 = classes
            .iter()
            .zip(weights)
            .map(|(&class, weight)| weight * i32::from(self.entries[class]))
            .sum();
        (evaluation + sum / CENTIPAWN).clamp(1 - SCORE_LIMIT, SCORE_LIMIT - 1)
    }

    /// Records that a search to this depth differed from the evaluation by
    /// `difference`.
    pub fn update(&mut self, classes: &Classes, difference: Value, depth: i32) {
        let bonus = (difference * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for &class in classes {
            let entry = i32::from(self.entries[class]);
            self.entries[class] = (entry + bonus - entry * bonus.abs() / LIMIT) as i16;
        }
    }
}

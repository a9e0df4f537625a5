//! Quiet history: scores of quiet moves by color, origin and target.

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::board::square::MAX_SQUARES;

use super::add_bonus;

/// The scores of quiet moves, sometimes called the butterfly history.
pub(in crate::search) struct QuietHistory {
    scores: Vec<i16>,
}

impl QuietHistory {
    pub(crate) fn new() -> QuietHistory {
        QuietHistory {
            scores: vec![0; 2 * MAX_SQUARES * MAX_SQUARES],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.scores.fill(0);
    }

    #[inline]
    fn index(color: Color, mv: Move) -> usize {
        (color.index() * MAX_SQUARES + mv.from().index()) * MAX_SQUARES + mv.to().index()
    }

    #[inline]
    pub(crate) fn get(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.scores[QuietHistory::index(color, mv)])
    }

    pub(crate) fn update(&mut self, color: Color, mv: Move, bonus: i32) {
        add_bonus(&mut self.scores[QuietHistory::index(color, mv)], bonus);
    }
}

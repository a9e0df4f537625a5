//! Repetition for Fairy-Stockfish, which gives its result for the side to move or for White.

use crate::rules::{PerpetualCheckRule, RepetitionResult, RepetitionRule};

use super::Writer;

impl Writer<'_> {
    pub(super) fn repetition(&mut self) {
        let ends = self.rules.ends();
        if ends.perpetual_check == PerpetualCheckRule::Loss {
            self.key("perpetualCheckIllegal", true);
        }
        if ends.repetition == Some(RepetitionRule::THREEFOLD) {
            return;
        }
        let Some(rule) = ends.repetition else {
            self.key("nFoldRule", 0);
            return;
        };
        self.key("nFoldRule", rule.count);
        let (value, is_absolute) = match rule.result {
            RepetitionResult::Draw => return,
            RepetitionResult::Loss => ("win", false),
            RepetitionResult::Win => ("loss", false),
            RepetitionResult::White => ("win", true),
            RepetitionResult::Black => ("loss", true),
        };
        self.key("nFoldValue", value);
        if is_absolute {
            self.key("nFoldValueAbsolute", true);
        }
    }
}

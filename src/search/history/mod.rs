//! Per-thread histories: how good moves were before, and how wrong the evaluation was.
//!
//! One type per history. Every bonus pulls a score toward its limit, and the less so the
//! nearer the score already is ("history gravity").

mod capture;
mod continuation;
mod correction;
mod quiet;
mod update;

use crate::board::moves::Move;
use crate::board::piece::{MAX_KINDS, Piece};
use crate::board::square::Square;
use crate::position::Position;
use crate::rules::Rules;

pub(super) use capture::CaptureHistory;
pub(super) use continuation::ContinuationHistory;
pub(super) use correction::{CorrectionHistory, CorrectionIndices};
pub(super) use quiet::QuietHistory;

use super::move_picker;

/// Scores stay within `-LIMIT..=LIMIT`.
const LIMIT: i32 = 16_384;

/// Adds a bonus to a score; the bonus is clamped to `-LIMIT..=LIMIT`.
#[inline]
fn add_bonus(score: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let current = i32::from(*score);
    *score = (current + bonus - current * bonus.abs() / LIMIT) as i16;
}

/// A kind of piece arriving on a square, as an index that is dense for the variant. It has
/// no color, so both sides share their entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The moves one, two and four plies ago; none where there was none, or a null move.
pub(super) type PriorMoves = [Option<PieceTo>; 3];

/// One more than the highest index of a kind in the variant.
fn kinds(rules: &Rules) -> usize {
    let kinds = rules.piece_types().iter();
    let highest = kinds.map(|piece_type| piece_type.kind.index()).max();
    highest.map_or(MAX_KINDS, |highest| highest + 1)
}

/// The number of values of [`PieceTo`].
fn piece_tos(rules: &Rules) -> usize {
    kinds(rules) * rules.geometry().files() * rules.geometry().ranks()
}

/// The histories by which one thread orders moves.
pub(super) struct Histories {
    kinds: usize,
    pub quiet: QuietHistory,
    pub capture: CaptureHistory,
    pub continuation: ContinuationHistory,
}

impl Histories {
    /// Empty histories for a variant.
    pub(super) fn new(rules: &Rules) -> Histories {
        Histories {
            kinds: kinds(rules),
            quiet: QuietHistory::new(),
            capture: CaptureHistory::new(piece_tos(rules), kinds(rules)),
            continuation: ContinuationHistory::new(piece_tos(rules)),
        }
    }

    /// The approximate size in bytes.
    pub(super) fn memory(rules: &Rules) -> usize {
        ContinuationHistory::memory(piece_tos(rules))
    }

    pub(super) fn clear(&mut self) {
        self.quiet.clear();
        self.capture.clear();
        self.continuation.clear();
    }

    /// A piece arriving on a square.
    #[inline]
    pub(crate) fn piece_to(&self, piece: Piece, to: Square) -> PieceTo {
        PieceTo((to.index() * self.kinds + piece.kind().index()) as u16)
    }

    /// The score of a legal move that is not noisy.
    #[inline]
    pub(crate) fn quiet_score(&self, position: &Position, mv: Move, prior: PriorMoves) -> i32 {
        let Some(piece) = position.piece_on(mv.from()) else {
            return 0;
        };
        let continuation = self.continuation.get(prior, self.piece_to(piece, mv.to()));
        self.quiet.get(position.side_to_move(), mv) + continuation
    }

    /// The score of a legal capture or promotion.
    #[inline]
    pub(crate) fn capture_score(&self, position: &Position, mv: Move) -> i32 {
        let Some(piece) = position.piece_on(mv.from()) else {
            return 0;
        };
        let victim = move_picker::victim(position, mv);
        self.capture.get(self.piece_to(piece, mv.to()), victim)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_within_their_limit() {
        let mut score = 0;
        for bonus in [
            LIMIT,
            3 * LIMIT,
            1200,
            -5 * LIMIT,
            -700,
            i32::MAX,
            i32::MIN + 1,
        ] {
            add_bonus(&mut score, bonus);
            assert!(i32::from(score).abs() <= LIMIT);
        }
    }
}

//! Per-thread history scores, which order moves by how good they were before.
//!
//! Every bonus pulls a score toward its limit, and the less so the nearer the
//! score already is ("history gravity").

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::board::piece::{MAX_KINDS, Piece, PieceKind};
use crate::board::square::{MAX_SQUARES, Square};
use crate::rules::Rules;

/// Scores stay within `-LIMIT..=LIMIT`.
pub const LIMIT: i32 = 16_384;

/// Adds a bonus to a score; the bonus must be within `-LIMIT..=LIMIT`.
#[inline]
fn add(score: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let current = i32::from(*score);
    *score = (current + bonus - current * bonus.abs() / LIMIT) as i16;
}

/// A kind of piece arriving on a square, as an index that is dense for the
/// game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContinuationKey(u16);

impl ContinuationKey {
    #[inline]
    pub(crate) fn number(self) -> u64 {
        u64::from(self.0)
    }
}

/// The moves one, two and four plies ago.
pub type ContinuationKeys = [Option<ContinuationKey>; 3];

/// One more than the highest index of a kind in the game.
fn kinds(rules: &Rules) -> usize {
    let kinds = rules.piece_types().iter();
    let highest = kinds.map(|piece_type| piece_type.kind.index()).max();
    highest.map_or(MAX_KINDS, |highest| highest + 1)
}

fn squares(rules: &Rules) -> usize {
    rules.geometry().files() * rules.geometry().ranks()
}

/// The histories of one thread.
pub struct History {
    kinds: usize,
    continuation_keys: usize,
    quiet: Vec<i16>,
    captures: Vec<i16>,
    continuation: Vec<i16>,
}

impl History {
    /// Empty histories for a game.
    ///
    /// ```
    /// let rules = peregrine::variants::rules("chess").unwrap();
    /// let history = peregrine::search::history::History::new(rules);
    /// ```
    pub fn new(rules: &Rules) -> History {
        let kinds = kinds(rules);
        let continuation_keys = kinds * squares(rules);
        History {
            kinds,
            continuation_keys,
            quiet: vec![0; 2 * MAX_SQUARES * MAX_SQUARES],
            captures: vec![0; continuation_keys * kinds],
            continuation: vec![0; continuation_keys * continuation_keys],
        }
    }

    /// The approximate size in bytes.
    pub(crate) fn memory(rules: &Rules) -> usize {
        let continuation_keys = kinds(rules) * squares(rules);
        continuation_keys * continuation_keys * size_of::<i16>()
    }

    /// Clears all scores.
    pub fn clear(&mut self) {
        for table in [&mut self.quiet, &mut self.captures, &mut self.continuation] {
            table.fill(0);
        }
    }

    /// The key of a piece arriving on a square.
    #[inline]
    pub(crate) fn continuation_key(&self, piece: Piece, to: Square) -> ContinuationKey {
        ContinuationKey((to.index() * self.kinds + piece.kind().index()) as u16)
    }

    #[inline]
    fn quiet_index(color: Color, mv: Move) -> usize {
        (color.index() * MAX_SQUARES + mv.from().index()) * MAX_SQUARES + mv.to().index()
    }

    #[inline]
    fn capture_index(&self, continuation_key: ContinuationKey, victim: PieceKind) -> usize {
        usize::from(continuation_key.0) * self.kinds + victim.index()
    }

    #[inline]
    fn continuation_index(
        &self,
        continuation: ContinuationKey,
        continuation_key: ContinuationKey,
    ) -> usize {
        usize::from(continuation.0) * self.continuation_keys + usize::from(continuation_key.0)
    }

    /// The history score of a quiet move, including its continuation histories.
    #[inline]
    pub(crate) fn quiet(
        &self,
        color: Color,
        mv: Move,
        continuation_key: ContinuationKey,
        continuation: ContinuationKeys,
    ) -> i32 {
        let continuation: i32 = continuation
            .into_iter()
            .flatten()
            .map(|continuation| {
                i32::from(
                    self.continuation[self.continuation_index(continuation, continuation_key)],
                )
            })
            .sum();
        i32::from(self.quiet[History::quiet_index(color, mv)]) + continuation
    }

    /// The history score of a capture.
    #[inline]
    pub(crate) fn capture(&self, continuation_key: ContinuationKey, victim: PieceKind) -> i32 {
        i32::from(self.captures[self.capture_index(continuation_key, victim)])
    }

    /// Rewards a quiet move, or penalizes it if the bonus is negative.
    pub(crate) fn add_quiet(
        &mut self,
        color: Color,
        mv: Move,
        continuation_key: ContinuationKey,
        continuation: ContinuationKeys,
        bonus: i32,
    ) {
        add(&mut self.quiet[History::quiet_index(color, mv)], bonus);
        for continuation in continuation.into_iter().flatten() {
            let index = self.continuation_index(continuation, continuation_key);
            add(&mut self.continuation[index], bonus);
        }
    }

    /// Rewards a capture, or penalizes it if the bonus is negative.
    pub(crate) fn add_capture(
        &mut self,
        continuation_key: ContinuationKey,
        victim: PieceKind,
        bonus: i32,
    ) {
        let index = self.capture_index(continuation_key, victim);
        add(&mut self.captures[index], bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_stay_within_their_limit() {
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
            add(&mut score, bonus);
            assert!(i32::from(score).abs() <= LIMIT);
        }
    }
}

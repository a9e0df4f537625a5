//! Which positions of a game are used.
//!
//! Applied on reading, so that the same games can be read in several ways.

use crate::search::score::Value;

use super::game::Turn;

/// Which positions are used: those with a score whose best move is quiet, as far as these
/// rules tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Plies to skip at the start of a game, random moves included.
    pub from_ply: usize,
    /// The maximum score of either side, in centipawns; mates exceed it.
    pub limit: u32,
    /// Whether positions in check are used.
    pub checks: bool,
    /// Whether positions are used in which the move played is a capture or promotion.
    pub captures: bool,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            from_ply: 0,
            limit: 3000,
            checks: false,
            captures: false,
        }
    }
}

impl Filter {
    /// The score of a turn that is used; `ply` counts from the start of the game.
    #[inline]
    pub fn score(&self, turn: &Turn<'_>, ply: usize) -> Option<Value> {
        let score = turn.score?;
        let is_used = ply >= self.from_ply
            && score.unsigned_abs() <= self.limit
            && (self.checks || turn.check_info.checkers.is_empty())
            && (self.captures || !turn.position.is_noisy(turn.mv));
        is_used.then_some(score)
    }
}

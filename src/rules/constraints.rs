//! What the rules demand of moves besides the safety of royal pieces.

use super::Rules;

/// What is demanded of moves. The default is chess: nothing.
///
/// ```
/// use peregrine::{rules::MoveConstraints, variants};
/// assert_eq!(variants::falcon().constraints(), MoveConstraints::default());
/// let losers = variants::rules("losers").unwrap();
/// assert!(losers.constraints().compulsory_captures);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveConstraints {
    /// Whether a side that can legally capture must do so.
    pub compulsory_captures: bool,
    /// Whether no move may give check.
    pub forbidden_checks: bool,
    /// Whether a royal piece in check must not move away. It may only capture the piece that
    /// gives check, where there is just one.
    pub standing_kings: bool,
}

impl Rules {
    /// What the rules demand of moves besides the safety of royal pieces.
    pub fn constraints(&self) -> MoveConstraints {
        self.setup.constraints
    }

    /// Whether that is anything.
    #[inline]
    pub(crate) fn constrains_moves(&self) -> bool {
        self.constrains_moves
    }
}

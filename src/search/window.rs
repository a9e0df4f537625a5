//! The window of alpha-beta search.

use crate::search::score::{INFINITE, Value};

/// The scores that matter to a node. The side to move has `alpha` for certain elsewhere,
/// so a score up to it changes nothing (fail low); the opponent avoids a node that scores
/// `beta` or more (fail high).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub alpha: Value,
    pub beta: Value,
}

impl Window {
    /// All scores.
    pub const FULL: Window = Window {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// The scores less than `width` away from `center`.
    pub fn around(center: Value, width: Value) -> Window {
        Window {
            alpha: (center - width).max(-INFINITE),
            beta: (center + width).min(INFINITE),
        }
    }

    /// A null window: a search with it only shows whether the score exceeds `alpha`.
    #[inline(always)]
    pub fn null(alpha: Value) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// The same window from the opponent's point of view.
    #[inline(always)]
    pub fn negated(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

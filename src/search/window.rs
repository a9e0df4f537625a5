//! The window of alpha-beta search.

use crate::search::score::{INFINITE, Value};

/// The scores that matter to a node. The side to move has `alpha` for certain elsewhere,
/// so a score up to it changes nothing (fail low); the opponent avoids a node that scores
/// `beta` or more (fail high).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
}

impl Window {
    /// All scores.
    pub(super) const FULL: Window = Window {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// The scores less than `width` away from `center`.
    pub(super) fn around(center: Value, width: Value) -> Window {
        Window {
            alpha: (center - width).max(-INFINITE),
            beta: (center + width).min(INFINITE),
        }
    }

    /// A null window: a search with it only shows whether the score exceeds `alpha`.
    #[inline(always)]
    pub(super) fn null(alpha: Value) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// The same window from the opponent's point of view.
    #[inline(always)]
    pub(crate) fn negated(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_stay_on_the_scale_and_are_negated_for_the_opponent() {
        let window = Window::around(20, 18);
        assert_eq!((window.alpha, window.beta), (2, 38));
        assert_eq!(Window::around(INFINITE - 1, 18).beta, INFINITE);
        assert_eq!(Window::around(1 - INFINITE, 18).alpha, -INFINITE);
        assert_eq!(
            window.negated(),
            Window {
                alpha: -38,
                beta: -2
            }
        );
        assert_eq!(Window::FULL.negated(), Window::FULL);
        let null = Window::null(7);
        assert_eq!(null.negated(), Window::null(-8));
    }
}

//! Search limits and time management.
//!
//! Must not depend on positions or protocols, only on durations, depths and
//! node counts.

use std::time::Duration;

use crate::board::moves::Move;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// When a search ends. Limits that are not set do not apply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The maximum depth in plies.
    pub depth: Option<u32>,
    /// The maximum nodes of all threads together. Exact with one thread, except
    /// that the first depth is always completed.
    pub nodes: Option<u64>,
    /// Ends the search when a mate in this many moves or fewer is found, when
    /// the side to move is being mated, or when long after a slower mate no
    /// quicker one has been found.
    pub mate: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Whether to continue until stopped, even if nothing is left to search.
    pub infinite: bool,
    /// Whether the opponent is thinking; no time counts until the ponder hit.
    pub ponder: bool,
    /// Counts time in nodes, at this rate.
    pub nodes_per_second: Option<u64>,
    /// The root moves to search, which must be legal; `None` for all legal moves.
    pub root_moves: Option<Vec<Move>>,
}

/// The time that a search may take: after `soft` it starts no new iteration,
/// and at `hard` it stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    pub soft: Duration,
    pub hard: Duration,
}

impl Budget {
    /// The budget within the limits, minus `overhead` for delays between engine
    /// and clock; `None` if time is not limited.
    pub fn new(limits: &Limits, overhead: Duration) -> Option<Budget> {
        // Node-counted time does not pass outside the search.
        let (overhead, most_reserve) = match limits.nodes_per_second {
            Some(_) => (Duration::ZERO, Duration::ZERO),
            None => (overhead, RESERVE),
        };
        if let Some(time) = limits.move_time {
            let all = time.saturating_sub(overhead).max(MINIMUM);
            return Some(Budget {
                soft: all,
                hard: all,
            });
        }
        let clock = limits.clock?;
        let reserve = (clock.remaining / 5).min(most_reserve);
        let usable = clock
            .remaining
            .saturating_sub(overhead + reserve)
            .max(MINIMUM);
        let (soft, share) = match clock.moves_to_go {
            Some(moves) => {
                let moves = moves.clamp(1, 40);
                let later = clock.increment * (moves - 1);
                (
                    (usable + later) / (moves + 1),
                    if moves == 1 { 0.9 } else { 0.6 },
                )
            }
            None => (usable / 22 + clock.increment * 3 / 4, 0.4),
        };
        let hard = usable.mul_f64(share).min(soft * 5).max(MINIMUM);
        Some(Budget {
            soft: soft.min(hard),
            hard,
        })
    }
}

/// A reserve kept on the clock if possible: a graphical interface may stall for
/// a tenth of a second while the engine's clock runs.
const RESERVE: Duration = Duration::from_millis(150);

/// The minimum time for a move.
const MINIMUM: Duration = Duration::from_millis(1);

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let [remaining, increment] = [remaining, increment].map(Duration::from_millis);
        let clock = Some(Clock {
            remaining,
            increment,
            moves_to_go,
        });
        let limits = Limits {
            clock,
            ..Limits::default()
        };
        Budget::new(&limits, Duration::from_millis(20)).unwrap()
    }

    #[test]
    fn never_more_than_the_clock_holds() {
        for remaining in [0, 1, 15, 20, 100, 5_000, 3_600_000] {
            for increment in [0, 50, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let budget = clock(remaining, increment, moves_to_go);
                    let most = remaining.saturating_sub(20).max(1);
                    assert!(budget.soft <= budget.hard);
                    assert!(
                        budget.hard <= Duration::from_millis(most),
                        "{remaining} {budget:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_fixed_time_is_used_up_to_the_margin() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(500)),
            ..Limits::default()
        };
        let budget = Budget::new(&limits, Duration::from_millis(30)).unwrap();
        assert_eq!(budget.soft, Duration::from_millis(470));
        assert_eq!(budget.hard, budget.soft);
    }

    #[test]
    fn forty_moves_in_four_minutes_are_about_six_seconds_each() {
        let budget = clock(240_000, 0, Some(40));
        assert!((5_000..7_000).contains(&budget.soft.as_millis()));
    }
}

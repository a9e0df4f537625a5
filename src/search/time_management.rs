//! Time management: the soft and the hard limit of a move.
//!
//! Must not depend on positions or protocols, only on durations, node counts and scores.

use std::time::Duration;

use crate::base::tunable::Percent;

use super::Limits;
use super::parameters::TimeParameters;
use super::score::Value;

/// The time that a search may take: after `soft` it starts no new iteration,
/// and at `hard` it stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    pub(crate) soft: Duration,
    pub(crate) hard: Duration,
}

impl Budget {
    /// The budget within the limits, minus `overhead` for delays between engine
    /// and clock; `None` if time is not limited.
    pub(crate) fn new(
        time: &TimeParameters,
        limits: &Limits,
        overhead: Duration,
    ) -> Option<Budget> {
        // Node-counted time does not pass outside the search.
        let (overhead, max_reserve) = match limits.nodes_per_second {
            Some(_) => (Duration::ZERO, Duration::ZERO),
            None => (overhead, RESERVE),
        };
        if let Some(move_time) = limits.move_time {
            let all = move_time.saturating_sub(overhead).max(MIN_TIME);
            return Some(Budget {
                soft: all,
                hard: all,
            });
        }
        let clock = limits.clock?;
        let reserve = (clock.remaining / 10).min(max_reserve);
        let usable = clock
            .remaining
            .saturating_sub(overhead + reserve)
            .max(MIN_TIME);
        let (soft, limit) = match clock.moves_to_go {
            Some(moves) => {
                let moves = moves.clamp(1, time.control_moves.max(1));
                let later = clock.increment * (moves - 1);
                let limit = if moves == 1 {
                    time.last_limit
                } else {
                    time.control_limit
                };
                ((usable + later) / (moves + 1), limit)
            }
            None => {
                let share = usable / time.moves_left.max(1);
                let increment = time.increment_share.scale(clock.increment);
                (share + increment, time.game_limit)
            }
        };
        let hard = limit
            .scale(usable)
            .min(time.hard_share.scale(soft))
            .max(MIN_TIME);
        Some(Budget {
            soft: soft.min(hard),
            hard,
        })
    }
}

impl TimeParameters {
    /// The percentage of a move's usual time after which no new iteration starts.
    /// `stability` counts the last iterations that kept the best move, `effort` is that
    /// move's percentage of the nodes, and `score_drop` is by how many centipawns the score
    /// has fallen in the last iterations.
    pub(super) fn soft_limit_percent(
        &self,
        stability: u32,
        effort: u64,
        score_drop: Value,
        is_only_move: bool,
    ) -> Percent {
        let settled = stability.min(self.settled_iterations);
        let share = self.unsettled_share.0;
        let share = share.saturating_sub(self.settled_step * settled);
        let by_effort = if effort > u64::from(self.effort.0) {
            self.effort_share
        } else {
            Percent(100)
        };
        let by_score = (100 + score_drop * self.score_drop_step as i32 / 100).clamp(
            self.rising_score_share.0 as i32,
            self.falling_score_share.0 as i32,
        ) as u32;
        let by_choice = if is_only_move {
            self.only_move_share
        } else {
            Percent(100)
        };
        Percent(share * by_effort.0 * by_score * by_choice.0 / 1_000_000)
    }
}

/// A reserve kept on the clock if possible: a graphical interface may stall for
/// a tenth of a second while the engine's clock runs.
const RESERVE: Duration = Duration::from_millis(150);

/// The minimum time for a move.
const MIN_TIME: Duration = Duration::from_millis(1);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::tunable::Tunable;
    use crate::search::{Clock, score};

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
        let overhead = Duration::from_millis(20);
        Budget::new(&TimeParameters::DEFAULT, &limits, overhead).unwrap()
    }

    #[test]
    fn never_more_than_the_clock_holds() {
        for remaining in [0, 1, 15, 20, 100, 5_000, 3_600_000] {
            for increment in [0, 50, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let budget = clock(remaining, increment, moves_to_go);
                    let max_millis = remaining.saturating_sub(20).max(1);
                    assert!(budget.soft <= budget.hard);
                    assert!(
                        budget.hard <= Duration::from_millis(max_millis),
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
        let overhead = Duration::from_millis(30);
        let budget = Budget::new(&TimeParameters::DEFAULT, &limits, overhead).unwrap();
        assert_eq!(budget.soft, Duration::from_millis(470));
        assert_eq!(budget.hard, budget.soft);
    }

    #[test]
    fn forty_moves_in_four_minutes_are_about_six_seconds_each() {
        let budget = clock(240_000, 0, Some(40));
        assert!((5_000..7_000).contains(&budget.soft.as_millis()));
    }

    #[test]
    fn the_defaults_give_the_budgets_of_the_matches_they_were_tested_in() {
        let millis = |soft: f64, hard: f64| Budget {
            soft: Duration::from_secs_f64(soft / 1000.0),
            hard: Duration::from_secs_f64(hard / 1000.0),
        };
        // 150 ms of reserve and 20 ms of overhead are not usable.
        for (remaining, increment, moves_to_go, expected) in [
            (
                60_170,
                0,
                None,
                millis(60_000.0 / 22.0, 5.0 * 60_000.0 / 22.0),
            ),
            (
                60_170,
                1000,
                None,
                millis(60_000.0 / 22.0 + 750.0, 17_386.363_636_36),
            ),
            (2_170, 1000, None, millis(800.0, 800.0)),
            (
                120_170,
                0,
                Some(40),
                millis(120_000.0 / 41.0, 5.0 * 120_000.0 / 41.0),
            ),
            (
                120_170,
                0,
                Some(60),
                millis(120_000.0 / 41.0, 5.0 * 120_000.0 / 41.0),
            ),
            (120_170, 100, Some(5), millis(120_400.0 / 6.0, 72_000.0)),
            (10_170, 0, Some(1), millis(5_000.0, 9_000.0)),
            (0, 0, None, millis(1.0 / 22.0, 1.0)),
        ] {
            let found = clock(remaining, increment, moves_to_go);
            let is_close = |a: Duration, b: Duration| a.abs_diff(b) < Duration::from_nanos(50);
            assert!(
                is_close(found.soft, expected.soft) && is_close(found.hard, expected.hard),
                "{remaining} {increment} {moves_to_go:?}: {found:?}, not {expected:?}"
            );
        }
        let share = |stability, effort, is_only| {
            TimeParameters::DEFAULT
                .soft_limit_percent(stability, effort, 0, is_only)
                .0
        };
        assert_eq!(
            [0, 1, 4, 5, 99].map(|n| share(n, 90, false)),
            [150, 134, 86, 70, 70]
        );
        assert_eq!([0, 1, 5].map(|n| share(n, 91, false)), [90, 80, 42]);
        assert_eq!([0, 5].map(|n| share(n, 100, true)), [9, 4]);
    }

    #[test]
    fn a_falling_score_takes_more_time_within_limits() {
        let share = |score_drop| {
            TimeParameters::DEFAULT
                .soft_limit_percent(0, 0, score_drop, false)
                .0
        };
        let mate = score::MATE;
        assert_eq!(
            [-2 * mate, -20, -10, 0, 10, 70, 2 * mate].map(share),
            [120, 120, 135, 150, 165, 255, 255]
        );
    }

    #[test]
    fn every_allowed_value_leaves_time_on_the_clock() {
        let mut numbers = 0;
        TimeParameters::DEFAULT
            .clone()
            .visit(&mut |_, _, _| numbers += 1);
        let extremes = (0..numbers).flat_map(|n| [(n, false), (n, true)]);
        for (n, highest) in extremes {
            let mut time = TimeParameters::DEFAULT;
            let mut index = 0;
            time.visit(&mut |_, range, number| {
                if index == n {
                    *number = if highest {
                        *range.end()
                    } else {
                        *range.start()
                    };
                }
                index += 1;
            });
            for moves_to_go in [None, Some(1), Some(2), Some(u32::MAX)] {
                for increment in [0, 5] {
                    let clock = Clock {
                        remaining: Duration::from_secs(60),
                        increment: Duration::from_secs(increment),
                        moves_to_go,
                    };
                    let limits = Limits {
                        clock: Some(clock),
                        ..Limits::default()
                    };
                    let budget = Budget::new(&time, &limits, Duration::ZERO).unwrap();
                    assert!(
                        MIN_TIME < budget.soft && budget.soft <= budget.hard,
                        "{time:?}"
                    );
                    assert!(budget.hard < clock.remaining, "{time:?}");
                }
            }
            assert!(
                time.soft_limit_percent(u32::MAX, 100, 0, true) <= time.unsettled_share,
                "{time:?}"
            );
        }
    }
}

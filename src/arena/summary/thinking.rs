//! How the engines of a match used their time.

use std::time::Duration;

use serde::Serialize;

use crate::arena::clock::Clock;
use crate::arena::record::GameRecord;
use crate::arena::time_control::TimeControl;
use crate::board::color::Color;

use super::MatchDescription;

/// An engine's use of time, as it reports it and as the runner's clock measures
/// it, without opening moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ThinkingStatistics {
    /// Number of moves.
    pub moves: u64,
    /// Mean time per move in milliseconds.
    pub mean_milliseconds: Option<f64>,
    /// Longest time for a move in milliseconds.
    pub longest_milliseconds: Option<f64>,
    /// Largest time past the flag in milliseconds; 0 if it was never late,
    /// `None` without a clock.
    pub largest_overstep_milliseconds: Option<f64>,
    /// Mean depth reported.
    pub mean_depth: Option<f64>,
    /// Nodes reported per second used for these moves.
    pub nodes_per_second: Option<f64>,
}

/// Sums over the moves of an engine.
#[derive(Clone, Default)]
struct ThinkingTotals {
    moves: u64,
    time: Duration,
    longest: Duration,
    overstep: Duration,
    depths: u64,
    depth: u64,
    nodes: u64,
    time_with_nodes: Duration,
}

pub(super) fn thinking(
    description: &MatchDescription,
    games: &[&GameRecord],
) -> Vec<ThinkingStatistics> {
    let engines = &description.engines;
    let mut all = vec![ThinkingTotals::default(); engines.len()];
    for game in games {
        // The side to move in the start position.
        let first = match &game.start {
            Some(fen) if fen.split_whitespace().nth(1) == Some("b") => Color::Black,
            _ => Color::White,
        };
        let mut clocks = Color::ALL.map(|color| Clock::new(engines[game.player(color)].time));
        let mut color = first;
        for made in &game.moves {
            let mover = color;
            color = !color;
            let Some(info) = made.info else {
                continue;
            };
            let sum = &mut all[game.player(mover)];
            let time = Duration::from_micros(info.microseconds);
            sum.moves += 1;
            sum.time += time;
            sum.longest = sum.longest.max(time);
            if let Some(depth) = info.depth {
                sum.depths += 1;
                sum.depth += u64::from(depth);
            }
            if let Some(nodes) = info.nodes {
                sum.nodes = sum.nodes.saturating_add(nodes);
                sum.time_with_nodes += time;
            }
            let clock = &mut clocks[mover.index()];
            if let Some(left) = clock.time_left() {
                sum.overstep = sum.overstep.max(time.saturating_sub(left.remaining));
            }
            // With an unlimited margin, no move is refused.
            let _ = clock.spend(time, Duration::MAX);
        }
    }
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    all.iter()
        .zip(engines)
        .map(|(sum, engine)| ThinkingStatistics {
            moves: sum.moves,
            mean_milliseconds: mean(milliseconds(sum.time), sum.moves),
            longest_milliseconds: (sum.moves > 0).then(|| milliseconds(sum.longest)),
            largest_overstep_milliseconds: (sum.moves > 0 && engine.time != TimeControl::Unlimited)
                .then(|| milliseconds(sum.overstep)),
            mean_depth: mean(sum.depth as f64, sum.depths),
            nodes_per_second: (!sum.time_with_nodes.is_zero())
                .then(|| sum.nodes as f64 / sum.time_with_nodes.as_secs_f64()),
        })
        .collect()
}

fn mean(sum: f64, number: u64) -> Option<f64> {
    (number > 0).then(|| sum / number as f64)
}

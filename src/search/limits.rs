//! Search limits.
//!
//! Must not depend on positions or protocols.

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
    /// that the first iteration may take 20,000 nodes.
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

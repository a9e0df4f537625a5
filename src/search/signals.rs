//! The signals between a running search and its owner: stop, ponder hit and pause, and
//! the counters.
//!
//! Everything is atomic: any thread may use it at any time.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::base::clock::{self, Instant};
use crate::board::moves::Move;

/// The state shared by a running search and its owner.
#[derive(Debug)]
pub(crate) struct Signals {
    started: Instant,
    stop: AtomicBool,
    ended: AtomicBool,
    pondering: AtomicBool,
    paused: AtomicBool,
    /// Milliseconds spent in pauses.
    paused_for: AtomicU64,
    /// The node count of each thread, accurate to about a thousand.
    nodes: Vec<AtomicU64>,
    /// The tablebase hits of each thread, equally accurate.
    tablebase_hits: Vec<AtomicU64>,
    depth: AtomicU32,
    moves_left: AtomicU32,
    moves: AtomicU32,
    current_move: AtomicU32,
    /// When the slice ends that is searched, in microseconds after the start.
    slice_end: AtomicU64,
}

/// The progress of a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchProgress {
    /// Time since the start.
    pub elapsed: Duration,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The depth being searched.
    pub depth: u32,
    /// Root moves not yet searched at this depth.
    pub moves_left: u32,
    /// All root moves.
    pub moves: u32,
    /// The root move being searched.
    pub current_move: Option<Move>,
}

impl Signals {
    pub(crate) fn new(threads: usize, pondering: bool) -> Signals {
        let counters = || {
            std::iter::repeat_with(AtomicU64::default)
                .take(threads)
                .collect()
        };
        Signals {
            started: Instant::now(),
            stop: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            paused: AtomicBool::new(false),
            paused_for: AtomicU64::new(0),
            nodes: counters(),
            tablebase_hits: counters(),
            depth: AtomicU32::new(0),
            moves_left: AtomicU32::new(0),
            moves: AtomicU32::new(0),
            current_move: AtomicU32::new(0),
            slice_end: AtomicU64::new(u64::MAX),
        }
    }

    pub(crate) fn stop(&self) {
        self.pondering.store(false, Relaxed);
        self.paused.store(false, Relaxed);
        self.stop.store(true, Relaxed);
    }

    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Marks the search as finished.
    pub(crate) fn set_ended(&self) {
        self.ended.store(true, Relaxed);
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.ended.load(Relaxed)
    }

    pub(crate) fn ponder_hit(&self) {
        self.pondering.store(false, Relaxed);
    }

    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    pub(crate) fn set_paused(&self, paused: bool) {
        self.paused.store(paused, Relaxed);
    }

    /// Blocks while the search is paused.
    pub(crate) fn wait_while_paused(&self) {
        if !self.paused.load(Relaxed) {
            return;
        }
        let began = Instant::now();
        while self.paused.load(Relaxed) && !self.is_stopped() {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.paused_for
            .fetch_add(began.elapsed().as_millis() as u64, Relaxed);
    }

    /// The time since the start, excluding pauses.
    pub(crate) fn elapsed(&self) -> Duration {
        let paused = Duration::from_millis(self.paused_for.load(Relaxed));
        self.started.elapsed().saturating_sub(paused)
    }

    /// Ends the search, for now, after this time.
    pub(crate) fn start_slice(&self, time: Duration) {
        let end = self.elapsed().saturating_add(time).as_micros();
        let end = u64::try_from(end).unwrap_or(u64::MAX);
        self.slice_end.store(end, Relaxed);
    }

    /// Whether the slice is over; never if the search is not sliced.
    pub(crate) fn is_slice_over(&self) -> bool {
        let end = self.slice_end.load(Relaxed);
        end != u64::MAX && (self.elapsed().as_micros() >= u128::from(end) || clock::pause())
    }

    pub(crate) fn set_counters(&self, thread: usize, nodes: u64, tablebase_hits: u64) {
        self.nodes[thread].store(nodes, Relaxed);
        self.tablebase_hits[thread].store(tablebase_hits, Relaxed);
    }

    pub(crate) fn tablebase_hits(&self) -> u64 {
        let hits = self.tablebase_hits.iter();
        hits.map(|hits| hits.load(Relaxed)).sum()
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    pub(crate) fn set_progress(&self, depth: u32, moves: usize, done: usize, current: Move) {
        self.depth.store(depth, Relaxed);
        self.moves.store(moves as u32, Relaxed);
        self.moves_left.store((moves - done) as u32, Relaxed);
        self.current_move.store(current.bits(), Relaxed);
    }

    pub(crate) fn progress(&self) -> SearchProgress {
        SearchProgress {
            elapsed: self.elapsed(),
            nodes: self.nodes(),
            depth: self.depth.load(Relaxed),
            moves_left: self.moves_left.load(Relaxed),
            moves: self.moves.load(Relaxed),
            current_move: Move::from_bits(self.current_move.load(Relaxed)),
        }
    }
}

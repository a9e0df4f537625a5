//! The state of a table during generation.

use std::collections::TryReserveError;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicUsize};

use super::table::Code;
use super::value::TableValue;

/// A double step after which an en passant capture is legal. The resulting
/// position is in no table.
#[derive(Clone, Copy)]
pub(super) struct DoubleStep {
    /// The number of the position before it.
    pub from: usize,
    /// The number of the position after it, ignoring the en passant capture.
    pub to: usize,
    /// The best en passant capture, for the side that captures.
    pub capture: TableValue,
}

/// The complete state of generation between two pieces of work. Pairs are by
/// side to move.
pub(super) struct State {
    /// Plies to mate of the positions being expanded backward; `None` while
    /// positions are set up.
    pub plies: Option<u16>,
    /// Numbers left to process for these plies; Black's follow White's.
    pub left: Range<usize>,
    /// The known values.
    pub codes: [Vec<AtomicU16>; 2],
    /// For each position, the number of reachable positions of the same ending
    /// that are not yet known to be won for the opponent.
    pub(crate) unsettled: [Vec<AtomicU8>; 2],
    /// Double steps whose consequences are not yet known.
    pub double_steps: [Mutex<Vec<DoubleStep>>; 2],
    /// The highest code.
    pub highest: AtomicU16,
    /// How many numbers are finished.
    pub settled: AtomicUsize,
}

impl State {
    /// Bytes per number.
    pub(crate) const BYTES: usize = 2 * (size_of::<Code>() + size_of::<u8>());

    /// The initial state for this many numbers per side to move.
    pub(super) fn new(length: usize) -> Result<State, TryReserveError> {
        Ok(State {
            plies: None,
            left: 0..2 * length,
            codes: [zeros(length)?, zeros(length)?],
            unsettled: [zeros(length)?, zeros(length)?],
            double_steps: Default::default(),
            highest: AtomicU16::new(0),
            settled: AtomicUsize::new(0),
        })
    }
}

/// Allocates zeros.
fn zeros<T: Default>(length: usize) -> Result<Vec<T>, TryReserveError> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(length)?;
    memory.resize_with(length, T::default);
    Ok(memory)
}

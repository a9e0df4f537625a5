//! What is known of a table while it is made.
//!
//! Knows no rules and no files.

use std::collections::TryReserveError;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicUsize};

use super::table::Code;
use super::value::Value;

/// A double step after which a capture en passant is legal: the position that
/// it leads to is in no table.
#[derive(Clone, Copy)]
pub(super) struct DoubleStep {
    /// The number of the position before it.
    pub from: usize,
    /// That of the position after it, as if there were no capture en passant.
    pub to: usize,
    /// The best capture en passant, for the side that captures.
    pub capture: Value,
}

/// How far a table is; between two pieces of work nothing else is known of it. Pairs
/// are by side to move.
pub(super) struct State {
    /// Plies to mate of the positions that are gone back from; none while positions are
    /// set up.
    pub plies: Option<u16>,
    /// Numbers still to be looked at for these plies, Black's after White's.
    pub left: Range<usize>,
    /// The values that are known.
    pub codes: [Vec<AtomicU16>; 2],
    /// How many positions of the same ending can be reached that are not known to be
    /// lost for the side to move here.
    pub unsettled: [Vec<AtomicU8>; 2],
    /// Those that it is not known what follows from.
    pub double_steps: [Mutex<Vec<DoubleStep>>; 2],
    /// The highest code.
    pub highest: AtomicU16,
    /// How many numbers there is nothing left to do with.
    pub settled: AtomicUsize,
}

impl State {
    /// Bytes for each number.
    pub const BYTES: usize = 2 * (size_of::<Code>() + size_of::<u8>());

    /// Nothing is known of so many numbers for each side to move.
    pub fn new(length: usize) -> Result<State, TryReserveError> {
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

/// Memory for so many numbers, all zero.
fn zeros<T: Default>(length: usize) -> Result<Vec<T>, TryReserveError> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(length)?;
    memory.resize_with(length, T::default);
    Ok(memory)
}

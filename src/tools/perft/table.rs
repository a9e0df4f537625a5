//! Memory for subtrees that a count comes by more than once.
//!
//! Knows positions only by their keys. A wrong number needs two positions of
//! one count with the same 64-bit key, all bits of which are compared.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::base::memory::{Zeroed, ZeroedArray};
use crate::position::Position;

/// Remembers how many leaves a position has at a depth, or forgets it.
pub trait Memory: Sync {
    /// The number, if it is remembered.
    fn recall(&self, position: &Position, depth: u32) -> Option<u64>;
    /// Notes the number.
    fn remember(&self, position: &Position, depth: u32, leaves: u64);
}

/// Remembers nothing.
impl Memory for () {
    #[inline]
    fn recall(&self, _: &Position, _: u32) -> Option<u64> {
        None
    }

    #[inline]
    fn remember(&self, _: &Position, _: u32, _: u64) {}
}

/// Two words of which the first is xor-ed with the second, so that an entry
/// of which another thread is writing the one and not yet the other matches
/// no key.
struct Entry {
    check: AtomicU64,
    leaves: AtomicU64,
}

// SAFETY: two words of any bits, to be dropped without a trace.
unsafe impl Zeroed for Entry {}

/// A table shared by all threads without locks.
pub struct PerftTable {
    entries: ZeroedArray<Entry>,
}

impl PerftTable {
    /// An empty table of so many MiB.
    ///
    /// ```
    /// assert!(peregrine::tools::perft::PerftTable::new(1).is_ok());
    /// assert!(peregrine::tools::perft::PerftTable::new(1 << 43).is_err());
    /// ```
    ///
    /// # Errors
    /// When there is not so much memory.
    pub fn new(megabytes: usize) -> io::Result<PerftTable> {
        let wanted = megabytes.saturating_mul((1 << 20) / size_of::<Entry>());
        Ok(PerftTable {
            entries: ZeroedArray::new(wanted.max(1))?,
        })
    }

    /// The key of a position of a game at a depth, and where it belongs.
    #[inline]
    fn find(&self, position: &Position, depth: u32) -> (u64, &Entry) {
        // The key says nothing of the rules, of which each game has its one value.
        let rules = std::ptr::from_ref(position.rules()).addr() as u64;
        let key = position.key() ^ rules.wrapping_add(u64::from(depth));
        // Multiplication by an odd number keeps different keys different.
        let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (u128::from(key) * self.entries.len() as u128) >> 64;
        (key, &self.entries[index as usize])
    }
}

impl Memory for PerftTable {
    #[inline]
    fn recall(&self, position: &Position, depth: u32) -> Option<u64> {
        let (key, entry) = self.find(position, depth);
        let leaves = entry.leaves.load(Relaxed);
        (entry.check.load(Relaxed) ^ leaves == key).then_some(leaves)
    }

    #[inline]
    fn remember(&self, position: &Position, depth: u32, leaves: u64) {
        let (key, entry) = self.find(position, depth);
        entry.check.store(key ^ leaves, Relaxed);
        entry.leaves.store(leaves, Relaxed);
    }
}

//! The hash table of perft, for subtrees reached more than once.
//!
//! Positions are identified by their keys, of which all 64 bits are compared;
//! only two positions with equal keys in one count give a wrong number.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::base::memory::{Zeroed, ZeroedArray};
use crate::position::Position;

/// Stores leaf counts of positions by depth; it may drop any of them.
pub trait PerftCache: Sync {
    /// The stored number, if there is one.
    fn get(&self, position: &Position, depth: u32) -> Option<u64>;
    /// Stores the number.
    fn insert(&self, position: &Position, depth: u32, leaves: u64);
}

/// Stores nothing.
impl PerftCache for () {
    #[inline]
    fn get(&self, _: &Position, _: u32) -> Option<u64> {
        None
    }

    #[inline]
    fn insert(&self, _: &Position, _: u32, _: u64) {}
}

/// An entry of two words. The check is the key xor-ed with the count, so that an
/// entry half written by another thread matches no key.
struct PerftEntry {
    check: AtomicU64,
    leaves: AtomicU64,
}

// SAFETY: any bits are valid for two integers, and they need no drop.
unsafe impl Zeroed for PerftEntry {}

/// A table shared by all threads without locks.
pub struct PerftTable {
    entries: ZeroedArray<PerftEntry>,
}

impl PerftTable {
    /// An empty table of `megabytes` MiB.
    ///
    /// ```
    /// assert!(peregrine::tools::perft::PerftTable::new(1).is_ok());
    /// assert!(peregrine::tools::perft::PerftTable::new(1 << 43).is_err());
    /// ```
    ///
    /// # Errors
    /// When the memory cannot be allocated.
    pub fn new(megabytes: usize) -> io::Result<PerftTable> {
        let wanted = megabytes.saturating_mul((1 << 20) / size_of::<PerftEntry>());
        Ok(PerftTable {
            entries: ZeroedArray::new(wanted.max(1))?,
        })
    }

    /// The key of a position at a depth, and its entry.
    #[inline]
    fn find(&self, position: &Position, depth: u32) -> (u64, &PerftEntry) {
        // The position's key leaves out the rules; each game has one `Rules` value,
        // so its address identifies them.
        let rules = std::ptr::from_ref(position.rules()).addr() as u64;
        let key = position.key() ^ rules.wrapping_add(u64::from(depth));
        // Multiplication by an odd number is a bijection: keys stay distinct.
        let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (u128::from(key) * self.entries.len() as u128) >> 64;
        (key, &self.entries[index as usize])
    }
}

impl PerftCache for PerftTable {
    #[inline]
    fn get(&self, position: &Position, depth: u32) -> Option<u64> {
        let (key, entry) = self.find(position, depth);
        let leaves = entry.leaves.load(Relaxed);
        (entry.check.load(Relaxed) ^ leaves == key).then_some(leaves)
    }

    #[inline]
    fn insert(&self, position: &Position, depth: u32, leaves: u64) {
        let (key, entry) = self.find(position, depth);
        entry.check.store(key ^ leaves, Relaxed);
        entry.leaves.store(leaves, Relaxed);
    }
}

//! The transposition table: what earlier visits found out about a position.
//!
//! All threads share it without locks: an entry is two words, the first of
//! which is XORed with the second, so that a torn entry matches no key (Hyatt
//! and Mann, "A lockless transposition-table implementation for parallel
//! search", ICGA Journal 2002). Must not know positions except by their keys.

use std::io;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::base::memory::{Zeroed, ZeroedArray};
use crate::base::processor;
use crate::board::moves::Move;
use crate::search::score::{MATE_FOUND, Value};

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// No score is stored.
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// The score is exact.
    Exact,
}

/// The stored data of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    /// The best move found, if any.
    pub(crate) mv: Option<Move>,
    /// The score; mates count from the root. Only the packed word counts them from the
    /// position.
    pub(crate) value: Value,
    /// The static evaluation.
    pub(crate) evaluation: Value,
    /// The depth to which the score was searched.
    pub(crate) depth: i32,
    /// How the score relates to the true one.
    pub(crate) bound: Bound,
    /// Whether the position was in a principal variation.
    pub(crate) pv: bool,
}

/// Four entries that share a cache line.
#[repr(align(64))]
struct Cluster([[AtomicU64; 2]; 4]);

// SAFETY: atomics may hold any bits, including zeros, and need no dropping.
unsafe impl Zeroed for Cluster {}

const _: () = assert!(size_of::<Cluster>() == 64);

// The data word, from the low end: move, value, depth + 1, bound, generation,
// and the flag for principal variation nodes.
// The other word: 48 bits of the key, and the static evaluation.
const VALUE_SHIFT: u32 = Move::BITS;
const DEPTH_SHIFT: u32 = VALUE_SHIFT + 16;
const BOUND_SHIFT: u32 = DEPTH_SHIFT + 8;
const GENERATION_SHIFT: u32 = BOUND_SHIFT + 2;
const GENERATIONS: u8 = 64;
const PV_SHIFT: u32 = GENERATION_SHIFT + 6;
const EVALUATION_BITS: u64 = 0xffff;

const _: () = assert!(PV_SHIFT < 64);

/// The transposition table.
pub(crate) struct TranspositionTable {
    clusters: ZeroedArray<Cluster>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of `megabytes` MiB, or of one cache line if that is 0.
    ///
    /// # Errors
    /// If the system does not have enough memory.
    pub(crate) fn new(megabytes: usize) -> io::Result<TranspositionTable> {
        let clusters = (megabytes * ((1 << 20) / size_of::<Cluster>())).max(1);
        Ok(TranspositionTable {
            clusters: ZeroedArray::new(clusters)?,
            generation: AtomicU8::new(0),
        })
    }

    /// Clears the table.
    pub(crate) fn clear(&self) {
        for word in self
            .clusters
            .iter()
            .flat_map(|cluster| cluster.0.iter().flatten())
        {
            word.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Begins a new search. Its entries take precedence over those of earlier
    /// searches.
    pub(crate) fn next_generation(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u64::from(key as u32) * self.clusters.len() as u64) >> 32;
        &self.clusters[index as usize]
    }

    /// Prefetches the cluster for a key. Waiting for the table took a third of the search's
    /// time.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        processor::prefetch(self.cluster(key));
    }

    /// The entry for a key, `ply` plies from the root.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        for [check, data] in &self.cluster(key).0 {
            let data = data.load(Relaxed);
            let check = check.load(Relaxed) ^ data;
            if (check ^ key) & !EVALUATION_BITS == 0 && data != 0 {
                let value = Value::from((data >> VALUE_SHIFT) as i16);
                return Some(TtEntry {
                    mv: Move::from_bits(data as u32 & ((1 << Move::BITS) - 1)),
                    value: from_table(value, ply),
                    evaluation: Value::from(check as i16),
                    depth: (data >> DEPTH_SHIFT & 0xff) as i32 - 1,
                    bound: bound(data),
                    pv: data >> PV_SHIFT & 1 == 1,
                });
            }
        }
        None
    }

    /// Stores an entry for a key, `ply` plies from the root. A missing move
    /// does not overwrite a known one.
    #[inline]
    pub(crate) fn store(&self, key: u64, ply: usize, entry: TtEntry) {
        let generation = self.generation.load(Relaxed);
        let cluster = &self.cluster(key).0;
        let mut slot = &cluster[0];
        let mut lowest_priority = i32::MAX;
        let mut kept_move = 0;
        for candidate in cluster {
            let data = candidate[1].load(Relaxed);
            let check = candidate[0].load(Relaxed) ^ data;
            if data != 0 && (check ^ key) & !EVALUATION_BITS == 0 {
                let is_deeper = (data >> DEPTH_SHIFT & 0xff) as i32 - 1 > entry.depth + 3;
                let is_current = generation_of(data) == generation;
                if is_deeper && is_current && entry.bound != Bound::Exact {
                    return;
                }
                kept_move = data & ((1 << Move::BITS) - 1);
                slot = candidate;
                break;
            }
            let priority = replacement_priority(data, generation);
            if priority < lowest_priority {
                lowest_priority = priority;
                slot = candidate;
            }
        }
        let data = entry.mv.map_or(kept_move, |mv| u64::from(mv.bits()))
            | u64::from(to_table(entry.value, ply) as i16 as u16) << VALUE_SHIFT
            | ((entry.depth + 1).clamp(0, 255) as u64) << DEPTH_SHIFT
            | (entry.bound as u64) << BOUND_SHIFT
            | u64::from(generation) << GENERATION_SHIFT
            | u64::from(entry.pv) << PV_SHIFT;
        let check = key & !EVALUATION_BITS | u64::from(entry.evaluation as i16 as u16);
        slot[0].store(check ^ data, Relaxed);
        slot[1].store(data, Relaxed);
    }

    /// The share of the table filled by the current search, in thousandths.
    pub(crate) fn permille_full(&self) -> usize {
        let generation = self.generation.load(Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let current = |[_, data]: &&[AtomicU64; 2]| {
            let data = data.load(Relaxed);
            data != 0 && generation_of(data) == generation
        };
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.0)
            .filter(current)
            .count();
        used * 1000 / (sample.len() * 4)
    }
}

fn bound(data: u64) -> Bound {
    match data >> BOUND_SHIFT & 3 {
        0 => Bound::None,
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    }
}

#[inline]
fn generation_of(data: u64) -> u8 {
    (data >> GENERATION_SHIFT) as u8 % GENERATIONS
}

/// Entries of low priority are replaced first: shallow and old ones.
#[inline]
fn replacement_priority(data: u64, generation: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let age = generation.wrapping_sub(generation_of(data)) % GENERATIONS;
    (data >> DEPTH_SHIFT & 0xff) as i32 - 4 * i32::from(age)
}

/// Converts mate scores that count from the root to scores that count from the
/// position.
#[inline]
fn to_table(value: Value, ply: usize) -> Value {
    match value {
        MATE_FOUND.. => value + ply as Value,
        _ if value <= -MATE_FOUND => value - ply as Value,
        _ => value,
    }
}

/// The reverse of [`to_table`].
#[inline]
fn from_table(value: Value, ply: usize) -> Value {
    match value {
        MATE_FOUND.. => value - ply as Value,
        _ if value <= -MATE_FOUND => value + ply as Value,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::{mate_in, mated_in};

    #[test]
    fn an_entry_is_found_again_at_its_key_only() {
        let table = TranspositionTable::new(1).unwrap();
        let entry = TtEntry {
            mv: None,
            value: 31,
            evaluation: -5,
            depth: 7,
            bound: Bound::Lower,
            pv: true,
        };
        assert_eq!((table.probe(99, 0), table.permille_full()), (None, 0));
        table.store(99, 0, entry);
        assert_eq!(table.probe(99, 0), Some(entry));
        assert_eq!(table.probe(99 ^ 1 << 40, 0), None);
        table.clear();
        assert_eq!(table.probe(99, 0), None);
    }

    #[test]
    fn mates_are_relative_to_the_position() {
        let table = TranspositionTable::new(1).unwrap();
        for value in [mate_in(9), mated_in(8)] {
            let entry = TtEntry {
                mv: None,
                value,
                evaluation: 0,
                depth: 3,
                bound: Bound::Exact,
                pv: false,
            };
            table.store(5, 4, entry);
            let elsewhere = table.probe(5, 6).map(|entry| entry.value);
            assert_eq!(
                elsewhere,
                Some(if value > 0 { mate_in(11) } else { mated_in(10) })
            );
        }
    }

    #[test]
    fn the_largest_fields_survive() {
        let table = TranspositionTable::new(1).unwrap();
        let entry = TtEntry {
            mv: Move::from_bits((1 << Move::BITS) - 1),
            value: -31_000,
            evaluation: -20_000,
            depth: 254,
            bound: Bound::Exact,
            pv: true,
        };
        table.store(u64::MAX, 0, entry);
        assert_eq!(table.probe(u64::MAX, 0), Some(entry));
        assert_eq!(table.probe(u64::MAX ^ 1 << 40, 0), None);
    }

    #[test]
    fn a_full_cluster_gives_up_its_shallowest_old_entry() {
        let table = TranspositionTable::new(0).unwrap();
        let entry = |depth| TtEntry {
            mv: None,
            value: 0,
            evaluation: 0,
            depth,
            bound: Bound::Exact,
            pv: false,
        };
        for (n, depth) in [(1, 9), (2, 3), (3, 8), (4, 7), (5, 1)] {
            table.store(n << 40, 0, entry(depth));
        }
        let kept: Vec<bool> = (1..=5)
            .map(|n: u64| table.probe(n << 40, 0).is_some())
            .collect();
        assert_eq!(kept, [true, false, true, true, true]);
    }
}

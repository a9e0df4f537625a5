//! A cache of recently decompressed blocks.

use std::sync::{Arc, Mutex};

/// A block: the number of the file and that of the block.
type Key = (usize, usize);

/// A slot: a block and its bytes.
type Slot = Mutex<Option<(Key, Arc<[u8]>)>>;

/// A direct-mapped cache: each block has exactly one slot.
pub(super) struct Cache {
    slots: Vec<Slot>,
}

impl Cache {
    /// A cache for this many blocks, at least one.
    pub(super) fn new(blocks: usize) -> Cache {
        Cache {
            slots: std::iter::repeat_with(Slot::default)
                .take(blocks.max(1))
                .collect(),
        }
    }

    /// A block, decompressed if it is not in the cache.
    pub(super) fn get<E>(
        &self,
        key: Key,
        unpack: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Arc<[u8]>, E> {
        let mixed = (key.0 as u64) << 32 ^ key.1 as u64;
        let spread = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let slot = &self.slots[spread as usize % self.slots.len()];
        // A thread that panicked cannot have left half a block.
        let mut slot = slot
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, bytes)) = slot.as_ref().filter(|(found, _)| *found == key) {
            return Ok(Arc::clone(bytes));
        }
        let bytes: Arc<[u8]> = unpack()?.into();
        *slot = Some((key, Arc::clone(&bytes)));
        Ok(bytes)
    }
}

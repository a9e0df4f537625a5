//! Blocks of files that have been unpacked not long ago.

use std::sync::{Arc, Mutex};

/// A block: which file, and which of its blocks.
type Key = (usize, usize);

/// A slot: a block and its bytes.
type Slot = Mutex<Option<(Key, Arc<[u8]>)>>;

/// Remembers blocks, each in the one slot that its number gives it.
pub(super) struct Cache {
    slots: Vec<Slot>,
}

impl Cache {
    /// Room for so many blocks, at least one.
    pub fn new(blocks: usize) -> Cache {
        Cache {
            slots: std::iter::repeat_with(Slot::default)
                .take(blocks.max(1))
                .collect(),
        }
    }

    /// A block, unpacked if it is not at hand.
    pub fn get<E>(
        &self,
        key: Key,
        unpack: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Arc<[u8]>, E> {
        let mixed = (key.0 as u64) << 32 ^ key.1 as u64;
        let spread = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let slot = &self.slots[spread as usize % self.slots.len()];
        // A thread that has panicked has left no half of a block.
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

//! Large zeroed arrays that the operating system provides page by page.
//!
//! Untouched pages cost nothing. Huge pages are requested where the system has
//! them: with 64 MiB, the search made 12 % more nodes a second.

use std::hint::black_box;
use std::io;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[cfg(feature = "system-memory")]
use memmap2::MmapMut as Pages;

#[cfg(not(feature = "system-memory"))]
use super::pages::Pages;

/// Whether the system would provide this many bytes now. Checked in advance
/// because a failed allocation usually ends the program.
pub(crate) fn is_available(bytes: usize) -> bool {
    let is_available = Pages::map_anon(bytes.max(1)).is_ok();
    WAS_REFUSED.fetch_or(!is_available, Relaxed);
    is_available
}

static WAS_REFUSED: AtomicBool = AtomicBool::new(false);

/// Whether the system has refused memory before.
pub(crate) fn was_refused() -> bool {
    WAS_REFUSED.load(Relaxed)
}

/// Makes the allocator reserve this thread's heap now, so that a later check of the
/// remaining memory takes it into account. A thread's first allocation would do so anyway.
pub(crate) fn reserve_heap() {
    drop(black_box(Box::new([0_u8; 64])));
}

/// Makes threads share the existing heaps instead of receiving one each.
///
/// glibc reserves 64 MiB of address space for a heap. If memory is short, one
/// such heap may take all that is left, and the other threads, which cannot use
/// it, would find nothing.
pub(crate) fn share_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu", feature = "system-memory"))]
    // SAFETY: it only sets a number, under the allocator's lock.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// Types for which all-zero bits are a valid value.
///
/// # Safety
/// All-zero bits must be a valid value, the type must not need dropping, and
/// its alignment must not exceed that of a page.
pub(crate) unsafe trait Zeroed: Sync {}

/// The size of a huge page, and the alignment of the array.
const HUGE_PAGE: usize = 2 << 20;

/// An array whose elements are initially zero.
pub(crate) struct ZeroedArray<T: Zeroed> {
    memory: Pages,
    offset: usize,
    length: usize,
    values: PhantomData<T>,
}

impl<T: Zeroed> ZeroedArray<T> {
    /// An array of `length` elements.
    ///
    /// # Errors
    /// If the system does not have enough memory.
    pub(crate) fn new(length: usize) -> io::Result<ZeroedArray<T>> {
        let too_large = || io::Error::from(io::ErrorKind::OutOfMemory);
        let bytes = length.checked_mul(size_of::<T>()).ok_or_else(too_large)?;
        let memory = Pages::map_anon(bytes.checked_add(HUGE_PAGE).ok_or_else(too_large)?)?;
        #[cfg(all(target_os = "linux", feature = "system-memory"))]
        {
            // Without huge pages the array works too, only slower.
            let _ = memory.advise(memmap2::Advice::HugePage);
        }
        let offset = memory.as_ptr().align_offset(HUGE_PAGE);
        Ok(ZeroedArray {
            memory,
            offset,
            length,
            values: PhantomData,
        })
    }
}

impl<T: Zeroed> Deref for ZeroedArray<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the mapping has room for `length` elements from `offset`,
        // which is aligned to a page; fresh pages are zero, which is valid
        // according to `Zeroed`; nothing else refers to the mapping.
        unsafe {
            let start = self.memory.as_ptr().add(self.offset).cast();
            std::slice::from_raw_parts(start, self.length)
        }
    }
}

//! Large zeroed arrays that the operating system hands out page by page.
//!
//! Knows nothing of what they hold. Taking one costs nothing until it is
//! used, and where the system has huge pages it is asked for them: with 64 MiB
//! the search made 12 % more nodes a second that way.

use std::io;
use std::marker::PhantomData;
use std::ops::Deref;

use memmap2::MmapMut;

/// Whether the system would give so many bytes now. It is asked, for what allocates
/// usually ends the program if it gets none.
pub(crate) fn is_available(bytes: usize) -> bool {
    MmapMut::map_anon(bytes.max(1)).is_ok()
}

/// Has threads share the heaps that there are instead of being given one each.
///
/// glibc sets aside 64 MiB of addresses for a heap. Where memory is short one such heap may
/// be all that is left, and the other threads, which cannot use it, would find nothing.
pub(crate) fn share_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it only sets a number, under the lock of the allocator.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// Values for which all bits zero is a valid state.
///
/// # Safety
/// A type may only say so if that is true, it needs no dropping, and its
/// alignment is at most that of a page.
pub(crate) unsafe trait Zeroed: Sync {}

/// The size of a huge page, to which the array is aligned.
const HUGE_PAGE: usize = 2 << 20;

/// An array of zeroed values.
pub(crate) struct ZeroedArray<T: Zeroed> {
    memory: MmapMut,
    offset: usize,
    length: usize,
    values: PhantomData<T>,
}

impl<T: Zeroed> ZeroedArray<T> {
    /// An array of that many values.
    ///
    /// # Errors
    /// When the system has not that much memory to give.
    pub fn new(length: usize) -> io::Result<ZeroedArray<T>> {
        let too_large = || io::Error::from(io::ErrorKind::OutOfMemory);
        let bytes = length.checked_mul(size_of::<T>()).ok_or_else(too_large)?;
        let memory = MmapMut::map_anon(bytes.checked_add(HUGE_PAGE).ok_or_else(too_large)?)?;
        #[cfg(target_os = "linux")]
        {
            // Without huge pages the array works as well, only slower.
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
        // SAFETY: the mapping has room for `length` values from `offset` on,
        // which is aligned to a page; fresh pages are zero, which `Zeroed`
        // says is valid; nothing else refers to the mapping.
        unsafe {
            let start = self.memory.as_ptr().add(self.offset).cast();
            std::slice::from_raw_parts(start, self.length)
        }
    }
}

//! Zeroed memory from the allocator, where it is not taken from the operating system.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::io;
use std::ptr::NonNull;

/// What the memory is aligned to: allocators clear it themselves if more is asked for.
const ALIGNMENT: usize = 16;

/// Zeroed bytes.
pub(super) struct Pages {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: it owns its memory and gives out nothing but the address.
unsafe impl Send for Pages {}
// SAFETY: as above.
unsafe impl Sync for Pages {}

impl Pages {
    /// This many bytes, at least one.
    ///
    /// # Errors
    /// If the allocator does not have them.
    pub(crate) fn map_anon(bytes: usize) -> io::Result<Pages> {
        let refused = || io::Error::from(io::ErrorKind::OutOfMemory);
        let layout = Layout::from_size_align(bytes.max(1), ALIGNMENT).map_err(|_| refused())?;
        // SAFETY: the size is not zero.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or_else(refused)?;
        Ok(Pages { start, layout })
    }

    /// The address of the first byte.
    pub(crate) fn as_ptr(&self) -> *const u8 {
        self.start.as_ptr()
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout.
        unsafe { dealloc(self.start.as_ptr(), self.layout) }
    }
}

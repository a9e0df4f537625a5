//! Threads that help with some work, no more of them than the system can give.
//!
//! Knows nothing of what they do.

use std::hint::black_box;
use std::io;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread::{self, Scope, ScopedJoinHandle};

use crate::base::memory;

/// The stack of a thread that helps. Counting and making tables go only as deep as a tree
/// that is counted: no more than is usual.
const STACK: usize = 2 << 20;

/// What is left for all else: a thread that starts takes some memory of its own, and
/// ends the program if it gets none.
const SPARE: usize = 8 << 20;

/// What a thread may take besides while it works: half of it was seen.
const WORK: usize = 2 << 20;

/// Starts a thread.
///
/// # Errors
/// When the system has none to give, or no memory for it.
pub(crate) fn start<'scope, 'env, T: Send + 'scope>(
    scope: &'scope Scope<'scope, 'env>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    if !memory::is_available(STACK + WORK + SPARE) {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let builder = thread::Builder::new().stack_size(STACK);
    builder.spawn_scoped(scope, work)
}

/// Starts threads, and says how many: so many, or as many as the system gives.
pub(crate) fn help<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    count: usize,
    work: &'scope (impl Fn() + Sync),
) -> usize {
    let started = (0..count).map_while(|_| start(scope, work).ok());
    started.count()
}

/// As many of so many threads, this one included, as the system gives at a time, with
/// memory for the work of each.
///
/// The memory that C's allocator sets aside for a thread when it first allocates is taken
/// here, one thread after the other, and stays for the threads that do the work: it may be
/// 64 MiB, and a thread that came too late would find nothing.
pub(crate) fn affordable(wanted: usize) -> usize {
    let gate = Mutex::new(());
    thread::scope(|scope| {
        let closed = gate.lock().unwrap_or_else(PoisonError::into_inner);
        let mut count = 1;
        while count < wanted {
            let (allocated, wait_until_allocated) = mpsc::channel();
            let work = || {
                drop(black_box(Box::new(0_u8)));
                // Whoever started this thread waits for it.
                let _ = allocated.send(());
                drop(allocated);
                drop(gate.lock());
            };
            if start(scope, work).is_err() {
                break;
            }
            let _ = wait_until_allocated.recv();
            if !memory::is_available(count * WORK + SPARE) {
                break;
            }
            count += 1;
        }
        if count < wanted {
            memory::share_heaps();
        }
        drop(closed);
        count
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_is_affordable() {
        for wanted in [1, 2, 20] {
            assert_eq!(affordable(wanted), wanted);
        }
        assert_eq!(affordable(0), 1);
    }
}

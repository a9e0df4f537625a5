//! Helper threads, no more than the system can afford.

use std::io;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread::{self, Scope, ScopedJoinHandle};

use crate::base::memory;

/// The stack size of a helper thread. The recursion of counting and table
/// making is no deeper than the tree counted, so the usual size suffices.
const STACK: usize = 2 << 20;

/// Memory left for everything else: a thread needs some to start, and the
/// program ends if there is none.
const SPARE: usize = 8 << 20;

/// Memory that a working thread may need; half of it was observed.
const WORK: usize = 2 << 20;

/// Starts a thread.
///
/// # Errors
/// If the system has no thread or memory to spare.
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

/// Does the same work on this thread and on up to `threads - 1` others, until all are
/// done. If the system has fewer to spare, it only takes longer.
pub(crate) fn share(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        let others = 1..threads;
        others
            .map_while(|_| start(scope, &work).ok())
            .for_each(drop);
        work();
    });
}

/// How many of `wanted` threads, including this one, the system can run at
/// once, with memory for the work of each.
///
/// On its first allocation a thread makes C's allocator reserve memory, up to
/// 64 MiB. The reservations are forced here, one thread after the other, and
/// are reused by the threads that do the work; otherwise a thread that
/// allocates late might find nothing left.
pub(crate) fn affordable(wanted: usize) -> usize {
    let gate = Mutex::new(());
    thread::scope(|scope| {
        let closed = gate.lock().unwrap_or_else(PoisonError::into_inner);
        let mut count = 1;
        while count < wanted {
            let (allocated, wait_until_allocated) = mpsc::channel();
            let work = || {
                memory::reserve_heap();
                // The thread that started this one waits for it.
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

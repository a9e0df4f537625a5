//! Many numbers gone through by several threads.
//!
//! Knows nothing of what is done with them.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Does something with all numbers below `all`, in pieces of so many that are handed out to
/// the threads in turn. None if it was stopped.
pub(super) fn in_pieces(
    all: usize,
    piece: usize,
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(Range<usize>) + Sync,
) -> Option<()> {
    let next = AtomicUsize::new(0);
    let run = || {
        loop {
            let start = next.fetch_add(piece, Relaxed);
            if start >= all || stop.load(Relaxed) {
                break;
            }
            work(start..all.min(start + piece));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
    (!stop.load(Relaxed)).then_some(())
}

//! Splits a range of numbers between threads.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::base::parallel;

/// Runs `work` on a range of numbers, in pieces that are handed out to the
/// threads in turn, until all are done or `stop` returns true. Returns what is
/// left.
pub(super) fn in_pieces(
    numbers: Range<usize>,
    piece: usize,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    work: impl Fn(Range<usize>) + Sync,
) -> Range<usize> {
    let end = numbers.end;
    let next = AtomicUsize::new(numbers.start);
    parallel::share(threads, || {
        // Pieces that were handed out are always completed.
        while !stop() {
            let start = next.fetch_add(piece, Relaxed);
            if start >= end {
                break;
            }
            work(start..end.min(start + piece));
        }
    });
    end.min(next.into_inner())..end
}

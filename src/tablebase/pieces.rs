//! Many numbers gone through by several threads.
//!
//! Knows nothing of what is done with them.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::base::parallel;

/// Does something with numbers, in pieces of so many that are handed out to the threads in
/// turn, until all are done or it is to stop. What is left then.
pub(super) fn in_pieces(
    numbers: Range<usize>,
    piece: usize,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    work: impl Fn(Range<usize>) + Sync,
) -> Range<usize> {
    let end = numbers.end;
    let next = AtomicUsize::new(numbers.start);
    let run = || {
        // A piece that was handed out is done.
        while !stop() {
            let start = next.fetch_add(piece, Relaxed);
            if start >= end {
                break;
            }
            work(start..end.min(start + piece));
        }
    };
    std::thread::scope(|scope| {
        // With fewer threads than asked for it takes longer, no more.
        parallel::help(scope, threads.saturating_sub(1), &run);
        run();
    });
    end.min(next.into_inner())..end
}

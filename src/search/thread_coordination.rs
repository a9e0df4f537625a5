//! How the threads of one search share its work, known as lazy SMP.
//!
//! Each thread searches the whole tree and finds the results of the others in
//! the transposition table. That helps most if they do not all do the same work
//! at the same time, so no depth is searched by more than half of the threads.
//! The first thread to complete a depth reports it, and decides whether to
//! stop.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use super::Info;

/// Up to this depth every thread searches by itself. It takes almost no time,
/// and gives each thread its own move ordering.
const COMMON_DEPTHS: u32 = 5;

/// Reports of this time after the start are batched: waking the receiver for each would
/// slow a one-millisecond search.
pub(super) const FIRST_REPORTS: Duration = Duration::from_millis(10);

/// The work and the reports of all threads of a search.
pub(crate) struct ThreadCoordination {
    /// The depth that each thread is searching.
    depths: Vec<AtomicU32>,
    stop_requested: AtomicBool,
    /// Whether reports are held back.
    holds_reports: AtomicBool,
    reporter: Mutex<Reporter>,
}

/// The only reporter, so that the reported depth never decreases.
struct Reporter {
    completed: u32,
    held: Vec<Info>,
    report: Box<dyn FnMut(Info) + Send>,
}

impl ThreadCoordination {
    pub(crate) fn new(
        threads: usize,
        report: impl FnMut(Info) + Send + 'static,
    ) -> ThreadCoordination {
        ThreadCoordination {
            depths: std::iter::repeat_with(AtomicU32::default)
                .take(threads)
                .collect(),
            stop_requested: AtomicBool::new(false),
            holds_reports: AtomicBool::new(false),
            reporter: Mutex::new(Reporter {
                completed: 0,
                held: Vec::new(),
                report: Box::new(report),
            }),
        }
    }

    /// The next depth for a thread that has completed one; `None` beyond
    /// `deepest`.
    pub(crate) fn next_depth(&self, thread: usize, completed: u32, deepest: u32) -> Option<u32> {
        let mut depth = completed + 1;
        while depth > COMMON_DEPTHS && depth < deepest && self.depth_is_crowded(thread, depth) {
            depth += 1;
        }
        self.depths[thread].store(depth, Relaxed);
        (depth <= deepest).then_some(depth)
    }

    /// Whether half of the threads, and at least one other, are at this depth.
    fn depth_is_crowded(&self, thread: usize, depth: u32) -> bool {
        let others = self.depths.iter().enumerate();
        let there = others
            .filter(|&(other, at)| other != thread && at.load(Relaxed) == depth)
            .count();
        there >= (self.depths.len() / 2).max(1)
    }

    /// Reports the result of a depth if this thread is the first to complete
    /// it; returns whether it is.
    pub(crate) fn complete(&self, depth: u32, found: impl Iterator<Item = Info>) -> bool {
        let mut reporter = self.reporter();
        let is_first = depth > reporter.completed;
        if is_first {
            reporter.completed = depth;
            for info in found {
                if info.time < FIRST_REPORTS {
                    reporter.held.push(info);
                    self.holds_reports.store(true, Relaxed);
                } else {
                    self.report(&mut reporter, info);
                }
            }
        }
        is_first
    }

    /// Reports a fail low or fail high at a depth unless another thread has completed the
    /// depth.
    pub(crate) fn report_bound(&self, info: Info) {
        let mut reporter = self.reporter();
        if info.depth > reporter.completed {
            self.report(&mut reporter, info);
        }
    }

    /// Whether reports are held back.
    pub(crate) fn holds_reports(&self) -> bool {
        self.holds_reports.load(Relaxed)
    }

    /// Passes on the reports held back.
    pub(crate) fn flush_reports(&self) {
        self.flush(&mut self.reporter());
    }

    fn flush(&self, reporter: &mut Reporter) {
        let Reporter { held, report, .. } = reporter;
        held.drain(..).for_each(report);
        self.holds_reports.store(false, Relaxed);
    }

    /// Sends the final report.
    pub(crate) fn report_final(&self, info: Info) {
        self.report(&mut self.reporter(), info);
    }

    /// Passes on the reports held back, then this one.
    fn report(&self, reporter: &mut Reporter, info: Info) {
        self.flush(reporter);
        (reporter.report)(info);
    }

    fn reporter(&self) -> std::sync::MutexGuard<'_, Reporter> {
        self.reporter.lock().expect("no report panics")
    }

    /// Asks all threads to end, at once or on the ponder hit.
    pub(crate) fn request_stop(&self) {
        self.stop_requested.store(true, Relaxed);
    }

    pub(crate) fn stop_requested(&self) -> bool {
        self.stop_requested.load(Relaxed)
    }

    /// The number of threads.
    pub(crate) fn count(&self) -> usize {
        self.depths.len()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;
    use crate::search::ScoreBound;
    use crate::search::score::Score;

    /// A report after the first ones.
    fn info(depth: u32, line: usize) -> Info {
        Info {
            depth,
            selective_depth: depth,
            line,
            score: Score::Centipawns(0),
            bound: ScoreBound::Exact,
            nodes: 0,
            time: FIRST_REPORTS,
            hash_full: 0,
            tablebase_hits: 0,
            pv: Vec::new(),
        }
    }

    #[test]
    fn one_thread_goes_through_all_depths() {
        let shared = ThreadCoordination::new(1, |_| ());
        let depths: Vec<u32> = (0..9).map_while(|at| shared.next_depth(0, at, 8)).collect();
        assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn no_depth_is_searched_by_more_than_half() {
        let two = ThreadCoordination::new(2, |_| ());
        assert_eq!(two.next_depth(0, 4, 9), Some(5));
        assert_eq!(two.next_depth(1, 4, 9), Some(5), "common to all");
        assert_eq!(two.next_depth(0, 5, 9), Some(6));
        assert_eq!(two.next_depth(1, 5, 9), Some(7));
        assert_eq!(two.next_depth(1, 7, 9), Some(8));
        assert_eq!(two.next_depth(0, 6, 9), Some(7), "left by the other");
        assert_eq!(two.next_depth(1, 8, 9), Some(9));
        assert_eq!(two.next_depth(0, 8, 9), Some(9), "there is none deeper");
        assert_eq!(two.next_depth(0, 9, 9), None);
        let five = ThreadCoordination::new(5, |_| ());
        let taken: Vec<_> = (0..5)
            .map(|thread| five.next_depth(thread, 9, 90))
            .collect();
        assert_eq!(taken, [10, 10, 11, 11, 12].map(Some));
    }

    #[test]
    fn the_first_to_complete_a_depth_reports_all_lines() {
        let (sender, reports) = mpsc::channel();
        let shared =
            ThreadCoordination::new(2, move |info| sender.send((info.depth, info.line)).unwrap());
        shared.report_bound(info(7, 1));
        assert!(shared.complete(7, [info(7, 1), info(7, 2)].into_iter()));
        assert!(!shared.complete(7, [info(7, 1)].into_iter()));
        assert!(!shared.complete(6, [info(6, 1)].into_iter()));
        shared.report_bound(info(7, 1));
        assert!(shared.complete(8, [info(8, 1)].into_iter()));
        shared.report_final(info(8, 3));
        drop(shared);
        let reports: Vec<_> = reports.iter().collect();
        assert_eq!(reports, [(7, 1), (7, 1), (7, 2), (8, 1), (8, 3)]);
    }

    #[test]
    fn early_reports_are_batched_in_order() {
        let (sender, reports) = mpsc::channel();
        let shared = ThreadCoordination::new(1, move |info| sender.send(info.depth).unwrap());
        let early = |depth| Info {
            time: Duration::ZERO,
            ..info(depth, 1)
        };
        let reports_after = |act: &dyn Fn()| {
            act();
            (
                reports.try_iter().collect::<Vec<_>>(),
                shared.holds_reports(),
            )
        };
        let complete = |info: Info| {
            shared.complete(info.depth, [info].into_iter());
        };
        assert_eq!(reports_after(&|| complete(early(1))), (vec![], true));
        assert_eq!(reports_after(&|| complete(early(2))), (vec![], true));
        assert_eq!(
            reports_after(&|| complete(info(3, 1))),
            (vec![1, 2, 3], false)
        );
        assert_eq!(reports_after(&|| complete(early(4))), (vec![], true));
        assert_eq!(reports_after(&|| shared.flush_reports()), (vec![4], false));
        assert_eq!(reports_after(&|| complete(early(5))), (vec![], true));
        assert_eq!(
            reports_after(&|| shared.report_bound(info(6, 1))),
            (vec![5, 6], false)
        );
        assert_eq!(reports_after(&|| complete(early(6))), (vec![], true));
        assert_eq!(
            reports_after(&|| shared.report_final(info(7, 1))),
            (vec![6, 7], false)
        );
    }
}

//! Helper threads, no more than the system can afford.

use std::collections::BTreeMap;
use std::io;
use std::ops::{ControlFlow, Range};
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread::{self, Scope, ScopedJoinHandle};

use crate::base::memory;
use crate::base::thread::SEARCH_STACK;

/// The stack size of a helper thread. The recursion of counting and table
/// making is no deeper than the tree counted, so the usual size suffices.
const HELPER_STACK: usize = 2 << 20;

/// Memory left for everything else: a thread needs some to start, and the
/// program ends if there is none.
const SPARE: usize = 8 << 20;

/// Memory that a working thread may need; half of it was observed.
const WORK: usize = 2 << 20;

/// Memory that making a worker may need besides, of which chess needs 3 MiB. Without it the first
/// worker is made on the calling thread, which has its stack already.
const WORKER: usize = 8 << 20;

/// Starts a thread.
///
/// # Errors
/// If the system has no thread or memory to spare.
pub(crate) fn start<'scope, 'env, T: Send + 'scope>(
    scope: &'scope Scope<'scope, 'env>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    start_with_memory(HELPER_STACK, WORK, scope, work)
}

/// Starts a thread with a stack of this size, whose work needs this much memory, in bytes.
fn start_with_memory<'scope, 'env, T: Send + 'scope>(
    stack: usize,
    needed: usize,
    scope: &'scope Scope<'scope, 'env>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    if !memory::is_available(stack + needed + SPARE) {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let builder = thread::Builder::new().stack_size(stack);
    builder.spawn_scoped(scope, work)
}

/// Does the same work on this thread and on up to `threads - 1` others, until all are
/// done. If the system has fewer to spare, it only takes longer.
pub(crate) fn run_on_threads(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        let others = 1..threads;
        others
            .map_while(|_| start(scope, &work).ok())
            .for_each(drop);
        work();
    });
}

/// Runs `work` on a range of numbers, in pieces of `piece` numbers that the threads fetch in
/// turn, until all are done or `stop` returns true. Returns the rest of the range.
pub(crate) fn run_on_ranges(
    numbers: Range<usize>,
    piece: usize,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    work: impl Fn(Range<usize>) + Sync,
) -> Range<usize> {
    let end = numbers.end;
    let next = AtomicUsize::new(numbers.start);
    run_on_threads(threads, || {
        // A piece that was fetched is always completed.
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

/// The results of a number of jobs, in order, done by [`run_on_threads`].
pub(crate) fn map<T: Send>(
    threads: usize,
    jobs: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    map_items(threads, (0..jobs).collect(), work)
}

/// The results of work on each of the items, in order, done by [`run_on_threads`].
pub(crate) fn map_items<I: Send, T: Send>(
    threads: usize,
    items: Vec<I>,
    work: impl Fn(I) -> T + Sync,
) -> Vec<T> {
    let jobs = items.len();
    let mut results: Vec<Option<T>> = std::iter::repeat_with(|| None).take(jobs).collect();
    let left = Mutex::new(items.into_iter().zip(&mut results));
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    run_on_threads(threads.min(jobs), || {
        while let Some((item, result)) = next() {
            *result = Some(work(item));
        }
    });
    drop(left);
    // Had a job panicked, so would `run_on_threads` have.
    results.into_iter().flatten().collect()
}

/// Does numbered jobs on up to `threads` other threads, and passes their results
/// to `receive` on this one as they come, but in the order of the numbers, until
/// it breaks off, a job fails, or a worker finds nothing to do. `worker` makes
/// the worker of a thread, which does the job with a given number, or returns
/// `None` if nothing is left to do. Workers may search: their threads have the stack for it.
/// If the system has no other thread, this one does the jobs.
///
/// # Errors
/// The error of a worker. If one cannot be made, the workers that there are do its jobs.
///
/// # Panics
/// If a worker does; the others then end after their current jobs.
pub(crate) fn map_in_order<T, E, W>(
    threads: usize,
    worker: impl Fn() -> Result<W, E> + Sync,
    receive: impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), E>
where
    T: Send,
    E: Send,
    W: FnMut(usize) -> Option<Result<T, E>>,
{
    map_in_order_reporting(threads, worker, |_| (), receive)
}

/// Like [`map_in_order`]; calls `on_fewer_threads` if the system has no threads or memory
/// for more than that number of workers.
pub(crate) fn map_in_order_reporting<T, E, W>(
    threads: usize,
    worker: impl Fn() -> Result<W, E> + Sync,
    mut on_fewer_threads: impl FnMut(usize),
    mut receive: impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), E>
where
    T: Send,
    E: Send,
    W: FnMut(usize) -> Option<Result<T, E>>,
{
    let next = AtomicUsize::new(0);
    let is_over = AtomicBool::new(false);
    let make_worker = |others: usize| {
        let has_memory = || others == 0 || memory::is_available(others * WORK + SPARE);
        if !has_memory() {
            return Err(None);
        }
        let worker = worker()?;
        // The others need some for their jobs.
        if has_memory() { Ok(worker) } else { Err(None) }
    };
    let work = |others: usize, sender: mpsc::Sender<Message<T, E>>| {
        let _end = EndOnPanic {
            is_over: &is_over,
            sender: &sender,
        };
        // The receiver is gone once `receive` has broken off.
        let send = |message| sender.send(message).is_ok();
        let mut worker = match make_worker(others) {
            Ok(worker) => worker,
            Err(error) => {
                send(Message::GaveUp(error));
                return;
            }
        };
        send(Message::Ready);
        while !is_over.load(Relaxed) {
            let job = next.fetch_add(1, Relaxed);
            let Some(result) = worker(job) else {
                return;
            };
            let failed = result.is_err();
            if !send(Message::Result(job, result)) || failed {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let (sender, messages) = mpsc::channel();
        let start_next = |others: usize, sender: &mpsc::Sender<_>| {
            let (work, sender) = (&work, sender.clone());
            let needed = if others == 0 { WORKER + WORK } else { WORK };
            start_with_memory(SEARCH_STACK, needed, scope, move || work(others, sender))
        };
        let mut running = Vec::from_iter(start_next(0, &sender));
        if running.is_empty() {
            if threads > 1 {
                on_fewer_threads(1);
            }
            return on_this_thread(&worker, &mut receive);
        }
        // Dropped when no more threads will be started, so that the messages end.
        let mut sender = Some(sender);
        let mut results = InOrder::default();
        let mut end = Ok(ControlFlow::Continue(()));
        let mut report_shortage = |ready| {
            memory::share_heaps();
            on_fewer_threads(ready);
        };
        for message in messages {
            match message {
                Message::Result(job, result) => {
                    end = results.pass_on(job, result, &mut receive);
                }
                Message::GaveUp(Some(error)) if running.len() == 1 => end = Err(error),
                // One worker is made after the other, so that the first can have all the memory.
                Message::Ready if running.len() < threads => {
                    let started = sender
                        .as_ref()
                        .map(|sender| start_next(running.len(), sender));
                    match started {
                        Some(Ok(thread)) => running.push(thread),
                        _ => {
                            sender = None;
                            report_shortage(running.len());
                        }
                    }
                }
                Message::GaveUp(_) => {
                    sender = None;
                    report_shortage(running.len() - 1);
                }
                Message::Ready | Message::Panicked => sender = None,
            }
            if !matches!(end, Ok(ControlFlow::Continue(()))) {
                break;
            }
        }
        is_over.store(true, Relaxed);
        for thread in running {
            thread
                .join()
                .unwrap_or_else(|cause| panic::resume_unwind(cause));
        }
        end.map(|_| ())
    })
}

/// What a thread of [`map_in_order`] reports.
enum Message<T, E> {
    /// It has a worker.
    Ready,
    /// It has none, for this reason or because the others need the memory.
    GaveUp(Option<E>),
    Result(usize, Result<T, E>),
    Panicked,
}

/// What [`map_in_order`] does, without another thread.
fn on_this_thread<T, E, W>(
    worker: &impl Fn() -> Result<W, E>,
    receive: &mut impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), E>
where
    W: FnMut(usize) -> Option<Result<T, E>>,
{
    let mut worker = worker()?;
    for result in (0..).map_while(&mut worker) {
        if receive(result?).is_break() {
            break;
        }
    }
    Ok(())
}

/// Numbered results that wait for those with lower numbers.
struct InOrder<T, E> {
    early: BTreeMap<usize, Result<T, E>>,
    expected: usize,
}

impl<T, E> Default for InOrder<T, E> {
    fn default() -> InOrder<T, E> {
        InOrder {
            early: BTreeMap::new(),
            expected: 0,
        }
    }
}

impl<T, E> InOrder<T, E> {
    /// Passes on all results whose turn it is, up to the first error.
    fn pass_on(
        &mut self,
        job: usize,
        result: Result<T, E>,
        receive: &mut impl FnMut(T) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, E> {
        self.early.insert(job, result);
        while let Some(result) = self.early.remove(&self.expected) {
            self.expected += 1;
            if receive(result?).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Tells other threads to end if this one panics.
struct EndOnPanic<'a, T, E> {
    is_over: &'a AtomicBool,
    sender: &'a mpsc::Sender<Message<T, E>>,
}

impl<T, E> Drop for EndOnPanic<'_, T, E> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.is_over.store(true, Relaxed);
            // The receiver is gone once `receive` has broken off.
            let _ = self.sender.send(Message::Panicked);
        }
    }
}

/// How many of `wanted` threads, including this one, the system can run at
/// once, with memory for the work of each.
///
/// On its first allocation a thread makes C's allocator reserve memory, up to
/// 64 MiB. The reservations are forced here, one thread after the other, and
/// are reused by the threads that do the work; otherwise a thread that
/// allocates late might find nothing left.
pub(crate) fn spawnable_threads(wanted: usize) -> usize {
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
            assert_eq!(spawnable_threads(wanted), wanted);
        }
        assert_eq!(spawnable_threads(0), 1);
    }

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        for threads in [0, 1, 3, 8] {
            let square = |n: usize| {
                thread::yield_now();
                n * n
            };
            assert_eq!(
                map(threads, 100, square),
                (0..100).map(square).collect::<Vec<_>>()
            );
            assert!(map(threads, 0, square).is_empty());
            let mut received = Vec::new();
            let worker = || io::Result::Ok(|n| (n < 50).then(|| Ok(square(n))));
            let end = map_in_order(threads, worker, |square| {
                received.push(square);
                ControlFlow::Continue(())
            });
            assert!(end.is_ok());
            assert_eq!(received, (0..50).map(square).collect::<Vec<_>>());
        }
    }

    #[test]
    fn jobs_without_end_last_until_the_receiver_breaks_off_or_one_fails() {
        let sum_until = |last: usize, worker: fn(usize) -> Option<io::Result<usize>>| {
            let mut sum = 0;
            let receive = |n| {
                sum += n;
                match n == last {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            };
            let end = map_in_order(3, || Ok(worker), receive);
            (sum, end.map_err(|error| error.to_string()))
        };
        assert_eq!(sum_until(20, |n| Some(Ok(n))), (210, Ok(())));
        let fail = |n| {
            Some(if n < 7 {
                Ok(n)
            } else {
                Err(io::Error::other("seven"))
            })
        };
        assert_eq!(sum_until(20, fail), (21, Err("seven".to_owned())));
        let no_worker = || Err::<fn(usize) -> Option<io::Result<()>>, _>(io::Error::other("none"));
        let end = map_in_order(3, no_worker, |()| ControlFlow::Continue(()));
        assert_eq!(end.unwrap_err().to_string(), "none");
    }

    #[test]
    fn workers_that_cannot_be_made_leave_their_jobs_to_the_others() {
        let made = AtomicUsize::new(0);
        let worker = || match made.fetch_add(1, Relaxed) {
            0 | 1 => Ok(|n| (n < 50).then_some(io::Result::Ok(n))),
            _ => Err(io::Error::other("no memory")),
        };
        let (mut granted, mut received) = (None, Vec::new());
        let receive = |n| {
            received.push(n);
            ControlFlow::Continue(())
        };
        let end = map_in_order_reporting(5, worker, |threads| granted = Some(threads), receive);
        assert!(end.is_ok());
        assert_eq!(received, (0..50).collect::<Vec<_>>());
        assert_eq!(granted, Some(2));
    }

    #[test]
    fn a_panic_ends_the_other_workers_and_reaches_the_caller() {
        let fail = |n: usize| {
            assert!(n != 5, "job five fails");
            Some(io::Result::Ok(n))
        };
        let mut received = 0;
        let receive = |_| {
            received += 1;
            ControlFlow::Continue(())
        };
        let all = panic::AssertUnwindSafe(|| map_in_order(3, || Ok(fail), receive));
        let cause = panic::catch_unwind(all).expect_err("the jobs have no other end");
        assert_eq!(cause.downcast_ref(), Some(&"job five fails"));
        assert!(received <= 5);
        assert!(panic::catch_unwind(|| map(3, 10, fail)).is_err());
    }
}

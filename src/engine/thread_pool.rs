//! The thread pool: threads that wait for work, because a search that starts its own
//! threads would lose its first milliseconds.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};

use crate::base::memory;
use crate::base::thread::{self, JoinHandle};

pub use crate::base::thread::SEARCH_STACK as STACK;

/// A job for a thread.
type Job = Box<dyn FnOnce() + Send>;

/// A thread, which ends when its sender is dropped.
struct PoolThread {
    /// `None` only during the drop.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

/// Threads, each of which runs its jobs in order.
#[derive(Default)]
pub(super) struct ThreadPool {
    threads: Vec<PoolThread>,
}

impl ThreadPool {
    /// Ends all threads above `count`, once they have finished their jobs. These jobs must
    /// not wait for anything.
    pub(super) fn truncate(&mut self, count: usize) {
        self.threads.truncate(count);
    }

    /// Starts one more thread.
    ///
    /// # Errors
    /// When the system refuses it.
    pub(super) fn grow(&mut self) -> io::Result<()> {
        self.threads.push(PoolThread::new()?);
        Ok(())
    }

    /// The number of threads.
    pub(super) fn len(&self) -> usize {
        self.threads.len()
    }

    /// Queues a job for a thread. If the thread has panicked, the job is dropped instead.
    pub(crate) fn submit(&self, thread: usize, job: impl FnOnce() + Send + 'static) {
        if let Some(jobs) = &self.threads[thread].jobs {
            // A thread that has panicked has already reported it.
            let _ = jobs.send(Box::new(job));
        }
    }

    /// Queues a job for each item: that of the first for thread `first`, and so on.
    pub(crate) fn submit_each<T: Send + 'static>(
        &self,
        first: usize,
        items: Vec<T>,
        job: impl Fn(&mut T) + Clone + Send + 'static,
    ) -> Submitted<T> {
        let count = items.len();
        let (sender, finished) = mpsc::channel();
        for (index, mut item) in items.into_iter().enumerate() {
            let (job, sender) = (job.clone(), sender.clone());
            self.submit(first + index, move || {
                job(&mut item);
                // The thread that would receive it may have panicked.
                let _ = sender.send((index, item));
            });
        }
        Submitted { count, finished }
    }
}

/// Items whose jobs were submitted.
pub(super) struct Submitted<T> {
    count: usize,
    finished: Receiver<(usize, T)>,
}

impl<T> Submitted<T> {
    /// Waits for all jobs to finish and returns the items in their order.
    ///
    /// # Panics
    /// If one of the threads has panicked.
    pub(super) fn wait(self) -> impl Iterator<Item = T> {
        let mut items: Vec<(usize, T)> = self.finished.into_iter().collect();
        assert!(
            items.len() == self.count,
            "a thread of the search has panicked"
        );
        items.sort_by_key(|&(index, _)| index);
        items.into_iter().map(|(_, item)| item)
    }
}

impl PoolThread {
    fn new() -> io::Result<PoolThread> {
        let (sender, jobs) = mpsc::channel::<Job>();
        let (started, starts) = mpsc::channel();
        let thread = thread::spawn("search", STACK, move || {
            memory::reserve_heap();
            // `PoolThread::new` waits for this.
            let _ = started.send(());
            jobs.into_iter().for_each(|job| job());
        })?;
        // A thread that has panicked has already reported it.
        let _ = starts.recv();
        Ok(PoolThread {
            jobs: Some(sender),
            thread: Some(thread),
        })
    }
}

impl Drop for PoolThread {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A thread that has panicked has already reported it.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use super::*;

    #[test]
    fn each_thread_runs_its_jobs_in_order() {
        let mut pool = ThreadPool::default();
        pool.grow().unwrap();
        pool.grow().unwrap();
        let (sender, receiver) = mpsc::channel();
        for n in 0..100 {
            let sender = sender.clone();
            pool.submit(n % 2, move || sender.send(n).unwrap());
        }
        drop(sender);
        let done: Vec<usize> = receiver.iter().collect();
        let by_thread = |thread| done.iter().filter(move |&&n| n % 2 == thread);
        assert!(done.len() == 100 && by_thread(0).is_sorted() && by_thread(1).is_sorted());
        pool.truncate(1);
        assert_eq!(pool.len(), 1);
    }

    #[test]
    fn items_come_back_in_order() {
        let mut pool = ThreadPool::default();
        for _ in 0..3 {
            pool.grow().unwrap();
        }
        let doubled = pool.submit_each(1, vec![20, 10], |n| {
            std::thread::sleep(std::time::Duration::from_millis(*n));
            *n *= 2;
        });
        assert_eq!(doubled.wait().collect::<Vec<_>>(), [40, 20]);
    }

    #[test]
    fn jobs_after_a_panic_are_dropped() {
        let mut pool = ThreadPool::default();
        pool.grow().unwrap();
        let (sender, receiver) = mpsc::channel::<()>();
        pool.submit(0, || panic!("as is expected here"));
        pool.submit(0, move || sender.send(()).unwrap());
        assert!(receiver.recv().is_err());
    }
}

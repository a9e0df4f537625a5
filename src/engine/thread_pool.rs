//! The thread pool: threads that wait for work, because a search that starts its own
//! threads would lose its first milliseconds.

use std::io;
use std::sync::mpsc::{self, Sender};
use std::thread::JoinHandle;

use crate::base::memory;

/// A job for a thread.
type Job = Box<dyn FnOnce() + Send>;

/// The stack size of a thread that searches, in bytes. A line of 49 plies took 124 KiB. Lines
/// end at [`MAX_PLY`](crate::search::score::MAX_PLY), and at each ply a node may search itself
/// again, so 2 MiB hold the deepest line; unoptimized builds need four times as much.
pub const STACK: usize = 8 << 20;

/// A thread, which ends when its sender is dropped.
struct Member {
    /// `None` only during the drop.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

/// Threads, each of which runs its jobs in order.
#[derive(Default)]
pub(super) struct ThreadPool {
    members: Vec<Member>,
}

impl ThreadPool {
    /// Ends all threads above `count`, once they have finished their jobs. These jobs must
    /// not wait for anything.
    pub fn truncate(&mut self, count: usize) {
        self.members.truncate(count);
    }

    /// Starts one more thread.
    ///
    /// # Errors
    /// When the system refuses it.
    pub fn grow(&mut self) -> io::Result<()> {
        self.members.push(Member::new()?);
        Ok(())
    }

    /// The number of threads.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Queues a job for a thread. If the thread has panicked, the job is dropped instead.
    pub fn give(&self, member: usize, job: impl FnOnce() + Send + 'static) {
        if let Some(jobs) = &self.members[member].jobs {
            // A thread that has panicked has already reported it.
            let _ = jobs.send(Box::new(job));
        }
    }
}

impl Member {
    fn new() -> io::Result<Member> {
        let (jobs, given) = mpsc::channel::<Job>();
        let (started, starts) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK)
            .spawn(move || {
                memory::reserve_heap();
                // `Member::new` waits for this.
                let _ = started.send(());
                given.into_iter().for_each(|job| job());
            })?;
        // A thread that has panicked has already reported it.
        let _ = starts.recv();
        Ok(Member {
            jobs: Some(jobs),
            thread: Some(thread),
        })
    }
}

impl Drop for Member {
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
    fn each_does_one_thing_after_the_other() {
        let mut pool = ThreadPool::default();
        pool.grow().unwrap();
        pool.grow().unwrap();
        let (sender, receiver) = mpsc::channel();
        for n in 0..100 {
            let sender = sender.clone();
            pool.give(n % 2, move || sender.send(n).unwrap());
        }
        drop(sender);
        let done: Vec<usize> = receiver.iter().collect();
        let of = |member| done.iter().filter(move |&&n| n % 2 == member);
        assert!(done.len() == 100 && of(0).is_sorted() && of(1).is_sorted());
        pool.truncate(1);
        assert_eq!(pool.len(), 1);
    }

    #[test]
    fn what_a_panic_leaves_undone_is_dropped() {
        let mut pool = ThreadPool::default();
        pool.grow().unwrap();
        let (sender, receiver) = mpsc::channel::<()>();
        pool.give(0, || panic!("as is expected here"));
        pool.give(0, move || sender.send(()).unwrap());
        assert!(receiver.recv().is_err());
    }
}

//! Threads that wait for work: a search that had to start its own would lose the first
//! milliseconds.
//!
//! Knows nothing of searches.

use std::hint;
use std::io;
use std::sync::mpsc::{self, Sender};
use std::thread::JoinHandle;

/// Something to be done by a thread.
type Job = Box<dyn FnOnce() + Send>;

/// The stack of a thread that searches. A line of 49 plies took 124 KiB; lines end at
/// [`MAX_PLY`](crate::search::score::MAX_PLY), and at each ply a node may search itself again, so
/// that 2 MiB hold the deepest, and four times as much what is built without
/// optimisation.
pub(super) const STACK: usize = 8 << 20;

/// A thread, until nobody can send it work any more.
struct Member {
    /// None only while it is dropped.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

/// Threads, each of which does one thing after the other.
#[derive(Default)]
pub(super) struct ThreadPool {
    members: Vec<Member>,
}

impl ThreadPool {
    /// Sees to it that there are no more threads than so many. None that is to go may
    /// have work left that waits for something.
    pub fn truncate(&mut self, count: usize) {
        self.members.truncate(count);
    }

    /// Starts one more thread.
    ///
    /// # Errors
    /// When the system does not give it.
    pub fn grow(&mut self) -> io::Result<()> {
        self.members.push(Member::new()?);
        Ok(())
    }

    /// How many threads there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Has a thread do something when it has done all that it was given before. If it
    /// has panicked nothing is done, and what the job owns is dropped.
    pub fn give(&self, member: usize, job: impl FnOnce() + Send + 'static) {
        if let Some(jobs) = &self.members[member].jobs {
            // A thread that has panicked has told so itself.
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
                // The first memory that a thread asks for may be set aside for it in
                // large pieces: now, so that whoever looks what is left sees it.
                drop(hint::black_box(Box::new([0_u8; 64])));
                // Who has started it waits for this.
                let _ = started.send(());
                given.into_iter().for_each(|job| job());
            })?;
        // If it has panicked it has told so itself.
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
            // A panic has been reported by the thread itself.
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

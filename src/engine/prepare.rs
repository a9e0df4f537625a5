//! Allocates threads and their memory before a search needs them.

use crate::base::memory;
use crate::search::Worker;

use super::Engine;
use super::thread_pool::STACK;

/// Memory per thread, in bytes, that a search allocates as it goes deeper.
const SPARE: usize = 2 << 20;

impl Engine {
    /// Allocates what a search needs, so that the first search loses no time. Does
    /// nothing while a search is running.
    pub fn prepare(&mut self) {
        if self.running.is_some() {
            return;
        }
        self.networks.get_ready();
        let rules = self.rules();
        let needed = STACK + Worker::memory(rules);
        self.thread_pool.truncate(self.most_threads);
        // Workers of another variant cannot be reused, and new ones may need more memory.
        self.workers
            .retain(|worker| std::ptr::eq(worker.rules(), rules));
        while self.workers.len() < self.thread_pool.len() {
            if !self.workers.is_empty() && !memory::is_available(needed) {
                self.thread_pool.truncate(self.workers.len());
                break;
            }
            self.workers.push(self.worker());
        }
        // A search with fewer threads than requested is slower, not wrong.
        while self.thread_pool.len() < self.most_threads {
            if self.thread_pool.len() > 0 && !memory::is_available(needed) {
                break;
            }
            // Allocate the worker first: the thread may reserve all remaining memory.
            if self.workers.len() == self.thread_pool.len() {
                self.workers.push(self.worker());
            }
            if let Err(error) = self.thread_pool.grow() {
                assert!(
                    self.thread_pool.len() > 0,
                    "the system gives no thread to search with: {error}"
                );
                break;
            }
        }
        // Leave room for what the search allocates later.
        while self.thread_pool.len() > 1 && !memory::is_available(self.thread_pool.len() * SPARE) {
            self.thread_pool.truncate(self.thread_pool.len() * 7 / 8);
        }
        self.workers.truncate(self.thread_pool.len());
        while self.workers.len() < self.thread_pool.len() {
            self.workers.push(self.worker());
        }
        if self.thread_pool.len() < self.most_threads {
            memory::share_heaps();
            self.most_threads = self.thread_pool.len();
            self.is_short = true;
        }
    }

    /// A worker for the current game.
    fn worker(&self) -> Worker {
        Worker::new(self.rules(), &self.tunables, self.network())
    }

    /// The number of threads, if the system grants fewer than requested; returned only
    /// once per shortage.
    pub fn take_shortage(&mut self) -> Option<usize> {
        std::mem::take(&mut self.is_short).then(|| self.thread_pool.len())
    }
}

//! Allocates threads and their memory before a search needs them.

use std::io;

use crate::base::memory;
use crate::search::Worker;

use super::Engine;
use super::thread_pool::STACK;

/// Memory per thread, in bytes, that a search allocates as it goes deeper.
const SPARE: usize = 2 << 20;

impl Engine {
    /// Uses the tables and the network that the owner has given since the last search.
    #[cfg(feature = "separate-data")]
    fn use_given_files(&mut self) {
        let given = crate::base::data_file::count();
        if std::mem::replace(&mut self.given_files, given) == given {
            return;
        }
        let tablebases = self.tablebases_for(self.rules());
        if tablebases.len() != self.tablebases.len() {
            self.use_tablebases(tablebases);
        }
        self.update_network();
    }

    /// Allocates what a search needs, so that the first search loses no time. Does
    /// nothing while a search is running.
    ///
    /// # Errors
    /// If there is no memory even for a search on one thread.
    pub fn prepare(&mut self) -> io::Result<()> {
        if self.running.is_some() {
            return Ok(());
        }
        #[cfg(feature = "separate-data")]
        self.use_given_files();
        self.network_choice.arm_report();
        let rules = self.rules();
        let needed = STACK + Worker::memory(rules);
        self.thread_pool.truncate(self.granted_threads);
        // Workers of another variant cannot be reused, and new ones may need more memory.
        self.workers.retain(|worker| worker.rules() == rules);
        if self.workers.is_empty() && !memory::is_available(Worker::memory(rules) + SPARE) {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        while self.workers.len() < self.thread_pool.len() {
            if !self.workers.is_empty() && !memory::is_available(needed) {
                self.thread_pool.truncate(self.workers.len());
                break;
            }
            self.workers.push(self.new_worker());
        }
        // A search with fewer threads than requested is slower, not wrong.
        while self.thread_pool.len() < self.granted_threads {
            // Allocate the worker first: the thread may reserve all remaining memory.
            if self.workers.is_empty() {
                self.workers.push(self.new_worker());
            }
            if !memory::is_available(needed) {
                break;
            }
            if self.workers.len() == self.thread_pool.len() {
                self.workers.push(self.new_worker());
            }
            if self.thread_pool.grow().is_err() {
                break;
            }
        }
        // Leave room for what the search allocates later.
        while self.thread_pool.len() > 1 && !memory::is_available(self.thread_pool.len() * SPARE) {
            self.thread_pool.truncate(self.thread_pool.len() * 7 / 8);
        }
        // Without a thread of the pool, searches run on the calling thread.
        self.workers.truncate(self.thread_pool.len().max(1));
        while self.workers.len() < self.thread_pool.len() {
            self.workers.push(self.new_worker());
        }
        let granted = self.thread_pool.len();
        if granted < self.granted_threads {
            memory::share_heaps();
            self.shortage_unreported |= granted > 0 || !self.has_no_thread;
            // Another attempt may find the thread that a search needs to run in the background.
            self.granted_threads = granted.max(1);
        }
        self.has_no_thread = granted == 0;
        Ok(())
    }

    /// A worker for the current rules.
    pub(super) fn new_worker(&self) -> Worker {
        Worker::new(self.rules(), &self.tunables, self.network())
    }

    /// The number of threads, if the system grants fewer than requested; returned only
    /// once per shortage.
    pub fn report_shortage(&mut self) -> Option<usize> {
        std::mem::take(&mut self.shortage_unreported).then(|| self.thread_pool.len())
    }
}

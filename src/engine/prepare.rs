//! Threads and their memory, taken before a search needs them.

use crate::base::memory;
use crate::search::Worker;

use super::Engine;
use super::thread_pool::STACK;

/// The memory of a thread for what a search takes as it goes deeper.
const SPARE: usize = 2 << 20;

impl Engine {
    /// Takes the memory that a search needs, so that the first one need not.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// peregrine::engine::Engine::new(rules).prepare();
    /// ```
    pub fn prepare(&mut self) {
        if self.running.is_some() {
            return;
        }
        let rules = self.game.position().rules();
        let needed = STACK + Worker::memory(rules);
        self.thread_pool.truncate(self.most_threads);
        // Those of another game would be made anew, and may take more there.
        self.workers
            .retain(|worker| std::ptr::eq(worker.rules(), rules));
        while self.workers.len() < self.thread_pool.len() {
            if !self.workers.is_empty() && !memory::is_available(needed) {
                self.thread_pool.truncate(self.workers.len());
                break;
            }
            self.workers.push(Worker::new(rules, &self.tunables));
        }
        // With fewer threads than asked for the search is slower, not wrong.
        while self.thread_pool.len() < self.most_threads {
            if self.thread_pool.len() > 0 && !memory::is_available(needed) {
                break;
            }
            // First, for what the thread sets aside may be all that is left.
            if self.workers.len() == self.thread_pool.len() {
                self.workers.push(Worker::new(rules, &self.tunables));
            }
            if let Err(error) = self.thread_pool.grow() {
                assert!(
                    self.thread_pool.len() > 0,
                    "the system gives no thread to search with: {error}"
                );
                break;
            }
        }
        if self.thread_pool.len() < self.most_threads {
            memory::share_heaps();
        }
        // What a search takes besides must be there too.
        while self.thread_pool.len() > 1 && !memory::is_available(self.thread_pool.len() * SPARE) {
            self.thread_pool.truncate(self.thread_pool.len() * 7 / 8);
        }
        self.workers.resize_with(self.thread_pool.len(), || {
            Worker::new(rules, &self.tunables)
        });
        if self.thread_pool.len() < self.most_threads {
            self.most_threads = self.thread_pool.len();
            self.is_short = true;
        }
    }

    /// How many threads there are, if the system gives fewer than were asked for and
    /// this was not told before.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let mut engine = peregrine::engine::Engine::new(rules);
    /// engine.prepare();
    /// assert_eq!(engine.take_shortage(), None);
    /// ```
    pub fn take_shortage(&mut self) -> Option<usize> {
        std::mem::take(&mut self.is_short).then(|| self.thread_pool.len())
    }
}

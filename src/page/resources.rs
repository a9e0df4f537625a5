//! How the pages share the machine: its processors and the memory of transposition tables.
//!
//! Searches that run at the same time divide the processors evenly; what one of them does
//! not want goes to the others. A page is notified when its share changes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The size of the table, in MiB, that every page gets, even if this exceeds the total.
const MIN_MEMORY: usize = 16;

/// What all pages have together.
#[derive(Clone)]
pub(crate) struct Machine {
    threads: usize,
    /// In MiB.
    memory: usize,
    pages: Arc<Mutex<Pages>>,
}

#[derive(Default)]
struct Pages {
    next: u64,
    pages: BTreeMap<u64, Page>,
}

/// Notifies a page that its share of the processors has changed.
type Notify = Box<dyn Fn() + Send>;

struct Page {
    notify: Notify,
    /// In MiB.
    memory: usize,
    /// The threads it wants, while it searches.
    wanted: Option<usize>,
    /// The threads it was given.
    given: usize,
}

impl Machine {
    /// A machine with `threads` processors and `memory` MiB for tables.
    pub(crate) fn new(threads: usize, memory: usize) -> Machine {
        Machine {
            threads,
            memory,
            pages: Arc::default(),
        }
    }

    /// Registers a page; calls `notify` when its share changes during a search.
    pub(crate) fn join(&self, notify: impl Fn() + Send + 'static) -> Share {
        let mut pages = self.pages();
        let number = pages.next;
        pages.next += 1;
        let page = Page {
            notify: Box::new(notify),
            memory: 0,
            wanted: None,
            given: 0,
        };
        pages.pages.insert(number, page);
        Share {
            machine: self.clone(),
            number,
        }
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pages {
    /// The threads of every search: those that want the fewest come first.
    fn divide(&self, threads: usize) -> BTreeMap<u64, usize> {
        let wanting = self
            .pages
            .iter()
            .filter_map(|(number, page)| Some((page.wanted?, *number)));
        let mut wanting: Vec<(usize, u64)> = wanting.collect();
        wanting.sort_unstable();
        let (mut left, mut others) = (threads, wanting.len());
        let mut given = BTreeMap::new();
        for (wanted, number) in wanting {
            let share = wanted.min((left / others).max(1));
            left = left.saturating_sub(share);
            others -= 1;
            given.insert(number, share);
        }
        given
    }

    /// Divides the threads again and notifies the searches whose share has changed, except
    /// that of page `number`.
    fn rebalance(&mut self, threads: usize, number: u64) {
        for (other, share) in self.divide(threads) {
            let Some(page) = self.pages.get_mut(&other) else {
                continue;
            };
            if page.given != share {
                page.given = share;
                if other != number {
                    (page.notify)();
                }
            }
        }
    }
}

/// A page's part of the machine, given back when it is dropped.
pub(crate) struct Share {
    machine: Machine,
    number: u64,
}

impl Share {
    /// The threads for a search that wants `wanted`, until [`Share::release_threads`].
    pub(crate) fn claim_threads(&self, wanted: usize) -> usize {
        self.set(Some(wanted))
    }

    /// The search has ended.
    pub(crate) fn release_threads(&self) {
        self.set(None);
    }

    fn set(&self, wanted: Option<usize>) -> usize {
        let mut pages = self.machine.pages();
        let Some(page) = pages.pages.get_mut(&self.number) else {
            return 1;
        };
        if page.wanted != wanted {
            page.wanted = wanted;
            pages.rebalance(self.machine.threads, self.number);
        }
        let page = pages.pages.get(&self.number);
        page.map_or(1, |page| page.given)
    }

    /// The MiB for a table of `wanted` MiB; 0 gives all back.
    pub(crate) fn claim_memory(&self, wanted: usize) -> usize {
        let mut pages = self.machine.pages();
        let others = pages.pages.iter();
        let used: usize = others
            .filter(|(number, _)| **number != self.number)
            .map(|(_, page)| page.memory)
            .sum();
        let left = self.machine.memory.saturating_sub(used);
        let given = wanted.min(left.max(MIN_MEMORY));
        if let Some(page) = pages.pages.get_mut(&self.number) {
            page.memory = given;
        }
        given
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut pages = self.machine.pages();
        pages.pages.remove(&self.number);
        pages.rebalance(self.machine.threads, self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    fn join(machine: &Machine) -> (Share, Arc<AtomicUsize>) {
        let notified = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&notified);
        let share = machine.join(move || _ = counter.fetch_add(1, Relaxed));
        (share, notified)
    }

    #[test]
    fn searches_divide_the_processors() {
        let machine = Machine::new(8, 1000);
        let (first, notified) = join(&machine);
        assert_eq!(first.claim_threads(8), 8);
        let (second, _) = join(&machine);
        assert_eq!(second.claim_threads(2), 2);
        assert_eq!(notified.load(Relaxed), 1);
        assert_eq!(first.claim_threads(8), 6);
        let (third, _) = join(&machine);
        assert_eq!(third.claim_threads(8), 3);
        assert_eq!((first.claim_threads(8), second.claim_threads(2)), (3, 2));
        drop(second);
        assert_eq!(first.claim_threads(8), 4);
        third.release_threads();
        assert_eq!(first.claim_threads(8), 8);
        assert_eq!(notified.load(Relaxed), 4);
    }

    #[test]
    fn every_search_gets_a_thread() {
        let machine = Machine::new(2, 1000);
        let shares: Vec<_> = (0..5).map(|_| join(&machine).0).collect();
        for share in &shares {
            assert_eq!(share.claim_threads(1), 1);
        }
        assert_eq!(shares[4].claim_threads(2), 1);
    }

    #[test]
    fn tables_share_the_memory() {
        let machine = Machine::new(1, 100);
        let (first, _) = join(&machine);
        let (second, _) = join(&machine);
        assert_eq!(first.claim_memory(64), 64);
        assert_eq!(second.claim_memory(64), 36);
        assert_eq!(first.claim_memory(80), 64);
        let (third, _) = join(&machine);
        assert_eq!(third.claim_memory(64), MIN_MEMORY);
        first.claim_memory(0);
        assert_eq!(second.claim_memory(64), 64);
        drop(second);
        drop(third);
        assert_eq!(first.claim_memory(200), 100);
    }
}

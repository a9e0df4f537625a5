//! The games that are left to play, and the workers that play them.

use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The games left to play, in order.
pub(super) struct Queue {
    state: Mutex<State>,
    /// A worker has left.
    left: Condvar,
}

struct State {
    games: Box<dyn Iterator<Item = usize> + Send>,
    /// Games that a worker took but could not play.
    put_back: Vec<usize>,
    /// Workers that will ask for another game.
    playing: usize,
    /// Workers that have not left, and whose engines may still run.
    present: usize,
}

/// A worker's place at the queue. Drop it only after the worker's engines have ended.
#[derive(Debug)]
pub(super) struct Place<'a> {
    queue: &'a Queue,
    is_playing: bool,
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state();
        write!(f, "Queue({} workers, {:?})", state.present, state.put_back)
    }
}

impl Queue {
    pub(super) fn new(games: impl Iterator<Item = usize> + Send + 'static) -> Queue {
        Queue {
            state: Mutex::new(State {
                games: Box::new(games),
                put_back: Vec::new(),
                playing: 0,
                present: 0,
            }),
            left: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for another worker.
    pub(super) fn enter(&self) -> Place<'_> {
        let mut state = self.state();
        state.playing += 1;
        state.present += 1;
        Place {
            queue: self,
            is_playing: true,
        }
    }
}

impl Place<'_> {
    /// The next game. Without one, the worker must leave.
    pub(super) fn next(&mut self) -> Option<usize> {
        let mut state = self.queue.state();
        let game = state.put_back.pop().or_else(|| state.games.next());
        if game.is_none() {
            state.playing -= 1;
            self.is_playing = false;
        }
        game
    }

    /// Puts a game back for the other workers and returns true: the worker must leave.
    /// Without others, waits until the last of them has left, and returns false.
    pub(super) fn put_back(&mut self, game: usize) -> bool {
        let mut state = self.queue.state();
        if state.playing > 1 {
            state.playing -= 1;
            self.is_playing = false;
            state.put_back.push(game);
            return true;
        }
        let others = |state: &mut State| state.present > 1;
        let alone = self.queue.left.wait_while(state, others);
        drop(alone.unwrap_or_else(PoisonError::into_inner));
        false
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.present -= 1;
        state.playing -= usize::from(self.is_playing);
        self.queue.left.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_game_that_was_put_back_is_not_lost() {
        let queue = Queue::new(0..3);
        let (mut first, mut second) = (queue.enter(), queue.enter());
        assert_eq!((first.next(), second.next()), (Some(0), Some(1)));
        assert!(first.put_back(0));
        drop(first);
        let rest = std::iter::from_fn(|| second.next());
        assert_eq!(rest.collect::<Vec<_>>(), [0, 2]);
    }

    #[test]
    fn the_last_worker_cannot_leave_a_game_to_others_and_waits_until_they_have_left() {
        let queue = Queue::new(0..2);
        let (mut last, mut other) = (queue.enter(), queue.enter());
        assert_eq!((last.next(), other.next()), (Some(0), Some(1)));
        assert_eq!(other.next(), None);
        let has_left = AtomicBool::new(false);
        thread::scope(|scope| {
            let has_left = &has_left;
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(50));
                has_left.store(true, Relaxed);
                drop(other);
            });
            assert!(!last.put_back(0));
            assert!(has_left.load(Relaxed));
        });
    }
}

//! The games that are left to play, and how many workers take them.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The games left to play, in order.
pub(super) struct Queue(Mutex<Left>);

struct Left {
    games: Box<dyn Iterator<Item = usize> + Send>,
    /// Games that a worker took but could not play.
    put_back: Vec<usize>,
    workers: usize,
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = self.left();
        write!(f, "Queue({} workers, {:?})", left.workers, left.put_back)
    }
}

impl Queue {
    pub(super) fn new(games: impl Iterator<Item = usize> + Send + 'static) -> Queue {
        Queue(Mutex::new(Left {
            games: Box::new(games),
            put_back: Vec::new(),
            workers: 0,
        }))
    }

    fn left(&self) -> MutexGuard<'_, Left> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts another worker.
    pub(super) fn enter(&self) {
        self.left().workers += 1;
    }

    /// Counts a worker less.
    pub(super) fn leave(&self) {
        self.left().workers -= 1;
    }

    /// The next game. Without one, the worker that asks counts no longer.
    pub(super) fn next(&self) -> Option<usize> {
        let mut left = self.left();
        let game = left.put_back.pop().or_else(|| left.games.next());
        if game.is_none() {
            left.workers -= 1;
        }
        game
    }

    /// Puts a game back for the other workers; the one that does so counts no longer.
    /// Returns false if there are no others.
    pub(crate) fn put_back(&self, game: usize) -> bool {
        let mut left = self.left();
        left.workers -= 1;
        left.put_back.push(game);
        left.workers > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_was_put_back_is_not_lost() {
        let queue = Queue::new(0..3);
        queue.enter();
        queue.enter();
        assert_eq!((queue.next(), queue.next()), (Some(0), Some(1)));
        assert!(queue.put_back(0));
        let rest = std::iter::from_fn(|| queue.next());
        assert_eq!(rest.collect::<Vec<_>>(), [0, 2]);
    }

    #[test]
    fn the_last_worker_cannot_leave_a_game_to_others() {
        let queue = Queue::new(0..2);
        queue.enter();
        queue.enter();
        queue.leave();
        let game = queue.next();
        assert_eq!(game, Some(0));
        assert!(!queue.put_back(0));
    }
}

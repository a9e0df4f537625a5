//! Searches that a flag can stop.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::engine::{Engine, Report};
use crate::position::game::Game;
use crate::search::{Info, Limits, SearchResult};

/// How often a running search looks whether it should stop.
const PATIENCE: Duration = Duration::from_millis(20);

/// Searches until a limit is reached, and passes on the reports; `None` if `stop` was set.
pub(super) fn search(
    engine: &mut Engine,
    game: &Game,
    limits: Limits,
    stop: &AtomicBool,
    mut take: impl FnMut(Info),
) -> Option<SearchResult> {
    let (sender, receiver) = mpsc::channel();
    engine.start(game, limits, move |report| {
        // The receiver outlives the search, unless this thread panics.
        let _ = sender.send(report);
    });
    let result = loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(Report::Info(info)) => take(info),
            Ok(Report::Finished(result)) => break Some(result),
            Err(RecvTimeoutError::Timeout) if stop.load(Relaxed) => engine.signal_stop(),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break None,
        }
    };
    engine.wait();
    result.filter(|_| !stop.load(Relaxed))
}

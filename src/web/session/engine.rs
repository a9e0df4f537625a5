//! The engine of a page: made when it is first needed, its reports coalesced.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::book::BookMove;
use crate::engine::{Engine, EngineOptions, Report};
use crate::position::game::Game;
use crate::search::score::Score;
use crate::search::{Info, Level, Limits, SearchResult};

use crate::web::error::PageError;
use crate::web::resources::{Machine, Share};

use super::Event;

/// The latest report on each line that the page has not received: only the newest is kept,
/// so a page that does not listen costs no memory.
#[derive(Debug, Default)]
struct Thoughts {
    /// The number of the search.
    search: u64,
    lines: Vec<Info>,
    /// Whether an event is on its way.
    is_announced: bool,
}

/// How strongly and broadly the engine searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SearchSettings {
    pub level: Level,
    pub threads: usize,
    pub hash: usize,
    pub lines: usize,
}

/// An engine and its current search.
pub(super) struct PageEngine {
    engine: Option<Engine>,
    tablebases: Option<PathBuf>,
    share: Share,
    events: Sender<Event>,
    thoughts: Arc<Mutex<Thoughts>>,
    search: u64,
}

impl PageEngine {
    /// An engine that has a share of `machine`.
    pub(super) fn new(
        events: Sender<Event>,
        tablebases: Option<PathBuf>,
        machine: &Machine,
    ) -> PageEngine {
        let sender = events.clone();
        PageEngine {
            engine: None,
            tablebases,
            // The session may be over.
            share: machine.join(move || _ = sender.send(Event::Share)),
            events,
            thoughts: Arc::default(),
            search: 0,
        }
    }

    /// Stops any search and starts another; reports come as events. Returns the size of
    /// the table in MiB, which is less than was asked for if other pages need the memory.
    ///
    /// # Errors
    /// A sentence when there is no memory for the transposition table.
    pub(super) fn start(
        &mut self,
        game: &Game,
        limits: Limits,
        settings: SearchSettings,
    ) -> Result<usize, PageError> {
        self.stop();
        let rules = game.position().rules();
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => {
                let mut engine = Engine::new(rules);
                if let Some(folder) = &self.tablebases {
                    let set = engine.set_tablebase_folder(Some(folder.clone()));
                    // Where they are is nothing for a page to know.
                    set.map_err(|_| {
                        PageError::new("The folder of tablebases cannot be read any more.")
                    })?;
                }
                none.insert(engine)
            }
        };
        let hash = self.share.claim_memory(settings.hash);
        let options = EngineOptions {
            hash,
            threads: self.share.claim_threads(settings.threads),
            lines: settings.lines,
            level: settings.level,
            ..engine.options()
        };
        if options != engine.options() {
            engine.set_options(options).map_err(|error| {
                PageError::new(format!(
                    "There is no memory for a table of {hash} MiB: {error}."
                ))
            })?;
        }
        self.search += 1;
        *lock(&self.thoughts) = Thoughts {
            search: self.search,
            ..Thoughts::default()
        };
        let (number, events) = (self.search, self.events.clone());
        let thoughts = Arc::clone(&self.thoughts);
        engine.start(game, limits, move |report| match report {
            Report::Info(info) => record_info(&thoughts, &events, number, info),
            // The session may be over.
            Report::Finished(result) => _ = events.send(Event::Finished(number, result)),
        });
        Ok(hash)
    }

    /// Stops any search and finds a move of the opening book at once. It comes as an event.
    pub(super) fn play_book_move(&mut self, row: &BookMove) {
        self.stop();
        let result = SearchResult {
            best: Some(row.mv),
            ponder: None,
            score: Score::from(row.record.score.unwrap_or_default()),
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
        };
        // The session may be over.
        let _ = self.events.send(Event::Finished(self.search, result));
    }

    /// Ends any search; its result is no longer wanted.
    pub(super) fn stop(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.stop();
        }
        self.search += 1;
    }

    /// Leaves the processors to other pages.
    pub(super) fn release_threads(&self) {
        self.share.release_threads();
    }

    /// Forgets the engine and its memory.
    pub(crate) fn discard(&mut self) {
        if self.engine.is_some() {
            self.stop();
            self.release_threads();
            self.engine = None;
            self.share.claim_memory(0);
        }
    }

    /// Whether this is the number of the current search.
    pub(super) fn is_current(&self, number: u64) -> bool {
        number == self.search
    }

    /// The newest lines of the current search.
    pub(super) fn lines(&self) -> Vec<Info> {
        let mut thoughts = lock(&self.thoughts);
        thoughts.is_announced = false;
        match thoughts.search == self.search {
            true => thoughts.lines.clone(),
            false => Vec::new(),
        }
    }
}

fn record_info(thoughts: &Mutex<Thoughts>, events: &Sender<Event>, number: u64, info: Info) {
    let mut thoughts = lock(thoughts);
    if thoughts.search != number || info.pv.is_empty() {
        return;
    }
    let place = info.line.saturating_sub(1).min(thoughts.lines.len());
    // A move that rises changes places with the one it passes, which this iteration may not
    // have reached yet: no move stands in two lines.
    let first = info.pv.first();
    if let Some(other) = thoughts
        .lines
        .iter()
        .position(|line| line.pv.first() == first)
        && place < thoughts.lines.len()
    {
        thoughts.lines.swap(place, other);
    }
    match thoughts.lines.get_mut(place) {
        Some(line) => *line = info,
        None => thoughts.lines.push(info),
    }
    if !thoughts.is_announced {
        thoughts.is_announced = true;
        // The session may be over.
        let _ = events.send(Event::Thinking);
    }
}

fn lock(thoughts: &Mutex<Thoughts>) -> MutexGuard<'_, Thoughts> {
    thoughts.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::moves::Move;
    use crate::position::Position;
    use crate::search::ScoreBound;
    use crate::search::score::Score;

    fn info(line: usize, mv: Move) -> Info {
        Info {
            depth: 1,
            selective_depth: 1,
            line,
            score: Score::Centipawns(0),
            bound: ScoreBound::Exact,
            nodes: 1,
            time: Duration::ZERO,
            hash_full: 0,
            tablebase_hits: 0,
            pv: vec![mv],
        }
    }

    #[test]
    fn no_move_stands_in_two_lines() {
        let moves = Position::start(crate::variants::falcon()).legal_moves();
        let [a, b, c, d] = [moves[0], moves[1], moves[2], moves[3]];
        let thoughts = Mutex::new(Thoughts::default());
        let (events, _queue) = std::sync::mpsc::channel();
        let after = |line, mv| {
            record_info(&thoughts, &events, 0, info(line, mv));
            let lines = &lock(&thoughts).lines;
            lines.iter().map(|info| info.pv[0]).collect::<Vec<_>>()
        };
        after(1, a);
        after(2, b);
        assert_eq!(after(3, c), [a, b, c]);
        assert_eq!(after(1, c), [c, b, a]);
        assert_eq!(after(2, a), [c, a, b]);
        assert_eq!(after(3, d), [c, a, d]);
        assert_eq!(after(1, c), [c, a, d]);
    }
}

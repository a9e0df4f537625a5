//! The engine of a page: made when it is first needed, its reports coalesced.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::book::BookMove;
use crate::engine::{Engine, EngineOptions, Report};
use crate::position::game::Game;
use crate::rules::Rules;
use crate::search::score::Score;
use crate::search::{Info, Level, Limits, SearchResult, Tunables};
use crate::session::analysis::EasyMoves;

use crate::page::error::PageError;
use crate::page::resources::Share;

use super::{Event, Place, Settings};

/// The latest report on each line that the page has not received: only the newest is kept,
/// so a page that does not listen costs no memory.
#[derive(Debug, Default)]
struct Thoughts {
    /// The number of the search.
    search: u64,
    lines: Vec<Info>,
    easy: EasyMoves,
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

/// A search that starts with the next slice.
struct Waiting {
    game: Game,
    limits: Limits,
    options: EngineOptions,
}

/// An engine and its current search.
pub(super) struct PageEngine {
    engine: Option<Engine>,
    place: Place,
    waiting: Option<Waiting>,
    tablebases: Option<PathBuf>,
    share: Share,
    events: Sender<Event>,
    thoughts: Arc<Mutex<Thoughts>>,
    search: u64,
}

impl PageEngine {
    /// An engine that has a share of the machine.
    pub(super) fn new(events: Sender<Event>, settings: &Settings) -> PageEngine {
        let sender = events.clone();
        PageEngine {
            engine: None,
            place: settings.place,
            waiting: None,
            tablebases: settings.tablebases.clone(),
            // The session may be over.
            share: settings.machine.join(move || _ = sender.send(Event::Share)),
            events,
            thoughts: Arc::default(),
            search: 0,
        }
    }

    /// Stops any search and starts another; reports come as events. Returns the size of
    /// the table in MiB, which is less than was asked for if other pages need the memory.
    ///
    /// On a server the search starts at once. In a browser, it starts with the next slice, and
    /// an error comes as an event.
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
        let hash = self.share.claim_memory(settings.hash);
        let waiting = Waiting {
            game: game.clone(),
            limits,
            options: EngineOptions {
                hash,
                threads: self.share.claim_threads(settings.threads),
                lines: settings.lines,
                level: settings.level,
                ..EngineOptions::default()
            },
        };
        self.search += 1;
        *lock(&self.thoughts) = Thoughts {
            search: self.search,
            ..Thoughts::default()
        };
        match self.place {
            Place::Server => self.launch(waiting)?,
            Place::Browser => self.waiting = Some(waiting),
        }
        Ok(hash)
    }

    /// Starts a search now.
    fn launch(&mut self, waiting: Waiting) -> Result<(), PageError> {
        let Waiting {
            game,
            limits,
            options,
        } = waiting;
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.new_engine(game.position().rules(), options)?,
        };
        if options != engine.options() {
            let set = engine.set_options(options);
            set.map_err(|error| no_memory(options, &error))?;
        }
        let (number, events) = (self.search, self.events.clone());
        let thoughts = Arc::clone(&self.thoughts);
        let report = move |report| match report {
            Report::Info(info) => record_info(&thoughts, &events, number, info),
            // The session may be over.
            Report::Finished(result) => _ = events.send(Event::Finished(number, result)),
        };
        match self.place {
            Place::Server => engine.start(&game, limits, report),
            Place::Browser => engine.start_in_slices(&game, limits, report),
        }
        self.engine = Some(engine);
        Ok(())
    }

    #[cfg_attr(not(feature = "tablebases"), expect(unused_mut))]
    fn new_engine(
        &self,
        rules: &'static Rules,
        options: EngineOptions,
    ) -> Result<Engine, PageError> {
        let engine = Engine::with_options(rules, Tunables::default(), options);
        let mut engine = engine.map_err(|error| no_memory(options, &error))?;
        #[cfg(feature = "tablebases")]
        if let Some(folder) = &self.tablebases {
            let set = engine.set_tablebase_folder(Some(folder.clone()));
            // Where they are is nothing for a page to know.
            set.map_err(|_| PageError::new("The folder of tablebases cannot be read any more."))?;
        }
        Ok(engine)
    }

    /// Whether a search waits for its first slice.
    pub(super) fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Searches for about this time, in a browser. Returns whether another slice would find
    /// more.
    pub(super) fn run_slice(&mut self, time: Duration) -> bool {
        if let Some(waiting) = self.waiting.take()
            && let Err(error) = self.launch(waiting)
        {
            // The session may be over.
            let _ = self.events.send(Event::NotStarted(error));
        }
        let engine = self.engine.as_mut();
        engine.is_some_and(|engine| engine.run_slice(time))
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
        self.waiting = None;
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
        if self.engine.is_some() || self.is_waiting() {
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

    /// The moves that the first iterations of the current search prefer.
    pub(super) fn easy_moves(&self) -> EasyMoves {
        let thoughts = lock(&self.thoughts);
        match thoughts.search == self.search {
            true => thoughts.easy.clone(),
            false => EasyMoves::default(),
        }
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

fn no_memory(options: EngineOptions, error: &io::Error) -> PageError {
    let hash = options.hash;
    PageError::new(format!(
        "There is no memory for a table of {hash} MiB: {error}."
    ))
}

fn record_info(thoughts: &Mutex<Thoughts>, events: &Sender<Event>, number: u64, info: Info) {
    let mut thoughts = lock(thoughts);
    if thoughts.search != number || info.pv.is_empty() {
        return;
    }
    thoughts.easy.record(&info);
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
        let moves_after = |line, mv| {
            record_info(&thoughts, &events, 0, info(line, mv));
            let lines = &lock(&thoughts).lines;
            lines.iter().map(|info| info.pv[0]).collect::<Vec<_>>()
        };
        moves_after(1, a);
        moves_after(2, b);
        assert_eq!(moves_after(3, c), [a, b, c]);
        assert_eq!(moves_after(1, c), [c, b, a]);
        assert_eq!(moves_after(2, a), [c, a, b]);
        assert_eq!(moves_after(3, d), [c, a, d]);
        assert_eq!(moves_after(1, c), [c, a, d]);
    }
}

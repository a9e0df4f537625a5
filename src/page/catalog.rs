//! What the page can choose from.

use std::thread;

use crate::engine::MAX_THREADS;
use crate::search::Level;
use crate::variants::{self, library};

use super::messages::{Catalog, LevelSummary, Limits, Message};
use super::resources::Machine;
use super::{lessons, view};

/// The most lines of an analysis.
const MAX_LINES: usize = 5;

/// The largest transposition table of a page, in MiB.
const MAX_HASH: usize = 1024;

/// The memory of all pages' transposition tables, in MiB.
const ALL_HASH: usize = 2048;

/// The largest transposition table in a browser, in MiB.
const BROWSER_HASH: usize = 256;

/// The largest values that a page of a server may ask for, and the machine that the pages share.
pub(crate) fn of_server() -> (Limits, Machine) {
    let limits = Limits {
        lines: MAX_LINES,
        threads: thread::available_parallelism().map_or(1, usize::from),
        hash: MAX_HASH,
    };
    (limits, Machine::new(limits.threads, ALL_HASH))
}

/// The same for the only page of a browser's worker, which has this number of threads.
pub(crate) fn of_browser(threads: usize) -> (Limits, Machine) {
    let limits = Limits {
        lines: MAX_LINES,
        threads: threads.clamp(1, MAX_THREADS),
        hash: BROWSER_HASH,
    };
    (limits, Machine::new(limits.threads, limits.hash))
}

/// What a page can choose from that has joined a game: nothing.
pub(crate) fn for_guest() -> Message {
    Message::Catalog(Box::new(Catalog {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        games: Vec::new(),
        levels: Vec::new(),
        limits: Limits {
            lines: 1,
            threads: 1,
            hash: 1,
        },
        lessons: Vec::new(),
        has_matches: false,
        engines: Vec::new(),
    }))
}

/// The message that lists all this. The games of the library can be left out: to read them takes
/// a moment.
pub(crate) fn message(
    limits: Limits,
    has_matches: bool,
    has_library: bool,
    engines: &[String],
) -> Message {
    let library = match has_library {
        true => library::unlisted(),
        false => Vec::new(),
    };
    let levels = (0..=Level::FULL.number()).map(|number| LevelSummary {
        number,
        elo: Level::new(number).elo(),
    });
    Message::Catalog(Box::new(Catalog {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        games: variants::all()
            .into_iter()
            .chain(library)
            .map(view::game_summary)
            .collect(),
        levels: levels.collect(),
        limits,
        lessons: lessons::summaries(),
        has_matches,
        engines: engines.to_vec(),
    }))
}

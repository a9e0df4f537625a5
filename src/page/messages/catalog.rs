//! What the page can choose from.

use serde::Serialize;

/// What the page can choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Catalog {
    /// The version of the program.
    pub(crate) version: String,
    /// All games, the main one first and those of the library last.
    pub(crate) games: Vec<GameSummary>,
    /// The levels of strength, the weakest first; the last is full strength.
    pub(crate) levels: Vec<LevelSummary>,
    /// What may be asked of the engine.
    pub(crate) limits: Limits,
    /// The lessons, chapter by chapter.
    pub(crate) lessons: Vec<LessonSummary>,
    /// Whether the server was given a folder of matches to watch.
    pub(crate) has_matches: bool,
    /// The names of the other engines that can be opponents.
    pub(crate) engines: Vec<String>,
}

/// A game of the catalog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameSummary {
    /// Its name.
    pub(crate) name: String,
    /// A one-line description.
    pub(crate) title: String,
    /// What is special about it, in a sentence or two; empty if its file does not say.
    pub(crate) about: String,
    /// Files of its board.
    pub(crate) files: usize,
    /// Ranks of its board.
    pub(crate) ranks: usize,
    /// The castling rules that it can be played with, the default first.
    pub(crate) castling: Vec<String>,
    /// The promotion rules that it can be played with, the default first.
    pub(crate) promotion: Vec<String>,
    /// How many arrays it shuffles; 1 if it does not.
    pub(crate) arrays: u64,
    /// The number of the first of them.
    pub(crate) first_array: u64,
}

/// A level of strength.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LevelSummary {
    /// Its number.
    pub(crate) number: usize,
    /// Its rating; none at full strength.
    pub(crate) elo: Option<u32>,
}

/// The largest values that the page may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Limits {
    /// Lines of an analysis.
    pub(crate) lines: usize,
    /// Search threads.
    pub(crate) threads: usize,
    /// The transposition table in MiB.
    pub(crate) hash: usize,
}

/// A lesson of the catalog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LessonSummary {
    /// The chapter that it belongs to.
    pub(crate) chapter: String,
    /// Its title.
    pub(crate) title: String,
    /// Whether it asks for moves.
    pub(crate) is_problem: bool,
}

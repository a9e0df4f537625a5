//! What the page can choose from.

use serde::Serialize;

/// What the page can choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Catalog {
    /// The version of the program.
    pub version: String,
    /// All games, the main one first.
    pub games: Vec<GameSummary>,
    /// The levels of strength, the weakest first; the last is full strength.
    pub levels: Vec<LevelSummary>,
    /// What may be asked of the engine.
    pub limits: Limits,
    /// The lessons, chapter by chapter.
    pub lessons: Vec<LessonSummary>,
    /// Whether the server was given a folder of matches to watch.
    pub has_matches: bool,
}

/// A game of the catalog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameSummary {
    /// Its name.
    pub name: String,
    /// A one-line description.
    pub title: String,
    /// Files of its board.
    pub files: usize,
    /// Ranks of its board.
    pub ranks: usize,
    /// The castling rules that it can be played with, the default first.
    pub castling: Vec<String>,
    /// The promotion rules that it can be played with, the default first.
    pub promotion: Vec<String>,
    /// How many arrays it shuffles; 1 if it does not.
    pub arrays: u64,
    /// The number of the first of them.
    pub first_array: u64,
}

/// A level of strength.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LevelSummary {
    /// Its number.
    pub number: usize,
    /// Its rating; none at full strength.
    pub elo: Option<u32>,
}

/// The largest values that the page may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// Lines of an analysis.
    pub lines: usize,
    /// Search threads.
    pub threads: usize,
    /// The transposition table in MiB.
    pub hash: usize,
}

/// A lesson of the catalog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LessonSummary {
    /// The chapter that it belongs to.
    pub chapter: String,
    /// Its title.
    pub title: String,
    /// Whether it asks for moves.
    pub is_problem: bool,
}

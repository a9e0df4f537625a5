//! Matches that are watched.

use serde::Serialize;

/// A match of the folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MatchSummary {
    /// The name of its directory, or `.` for the folder itself.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Games finished.
    pub played: usize,
    /// Games to be played.
    pub scheduled: usize,
    /// Whether games are being played.
    pub is_running: bool,
    /// Why it cannot be watched, if so.
    pub fault: Option<String>,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MatchView {
    /// Its name in [`Message::Matches`](super::Message::Matches).
    pub name: String,
    /// Its title.
    pub title: String,
    /// Whether games are being played.
    pub is_running: bool,
    /// The engines, the best first.
    pub standings: Vec<EngineScore>,
    /// The summary that `peregrine match` prints, line by line.
    pub summary: Vec<String>,
    /// The games: those in progress, then the finished ones, the newest first. Of many
    /// games only these are listed.
    pub games: Vec<WatchedGame>,
}

/// The score of an engine in a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EngineScore {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: f64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WatchedGame {
    /// Its number, from 0.
    pub game: usize,
    /// Its number as people write it, such as `12.2`.
    pub label: String,
    /// The engine that plays White.
    pub white: String,
    /// The engine that plays Black.
    pub black: String,
    /// The plies so far.
    pub plies: usize,
    /// The result; none while it is played.
    pub result: Option<String>,
    /// The reason for it as a sentence.
    pub reason: String,
}

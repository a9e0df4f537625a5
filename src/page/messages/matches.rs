//! Matches that are watched.

use serde::Serialize;

/// A match of the folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MatchSummary {
    /// The name of its directory, or `.` for the folder itself.
    pub(crate) name: String,
    /// Its title.
    pub(crate) title: String,
    /// Games finished.
    pub(crate) played: usize,
    /// Games to be played.
    pub(crate) scheduled: usize,
    /// Whether games are being played.
    pub(crate) is_running: bool,
    /// Why it cannot be watched, if so.
    pub(crate) fault: Option<String>,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MatchView {
    /// Its name in [`Message::Matches`](super::Message::Matches).
    pub(crate) name: String,
    /// Its title.
    pub(crate) title: String,
    /// Whether games are being played.
    pub(crate) is_running: bool,
    /// The engines, the best first.
    pub(crate) standings: Vec<EngineScore>,
    /// The summary that `peregrine match` prints, line by line.
    pub(crate) summary: Vec<String>,
    /// The games: those in progress, then the finished ones, the newest first. Of many
    /// games only these are listed.
    pub(crate) games: Vec<WatchedGame>,
}

/// The score of an engine in a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct EngineScore {
    /// Its name.
    pub(crate) name: String,
    /// Its points.
    pub(crate) points: f64,
    /// Games won.
    pub(crate) wins: u64,
    /// Games drawn.
    pub(crate) draws: u64,
    /// Games lost.
    pub(crate) losses: u64,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchedGame {
    /// Its number, from 0.
    pub(crate) game: usize,
    /// Its number as people write it, such as `12.2`.
    pub(crate) label: String,
    /// The engine that plays White.
    pub(crate) white: String,
    /// The engine that plays Black.
    pub(crate) black: String,
    /// The plies so far.
    pub(crate) plies: usize,
    /// The result; none while it is played.
    pub(crate) result: Option<String>,
    /// The reason for it as a sentence.
    pub(crate) reason: String,
}

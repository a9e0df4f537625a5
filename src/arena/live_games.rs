//! The games in progress of a match: a file beside its results, for observers.
//!
//! The match does not read it. While the match runs, the file is replaced about once a
//! second; it is removed at the end. A file left by a killed match is soon too old to count.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::base::files;
use crate::notation;
use crate::position::game::Game;

use super::schedule::ScheduledGame;

/// The name of the file.
const NAME: &str = "running.json";

/// Minimum time between two versions of the file.
const UPDATE_INTERVAL: Duration = Duration::from_secs(1);

/// Older files are ignored: a killed match left them.
const MAX_AGE: Duration = Duration::from_secs(10);

/// The maximum size of the file in bytes.
const MAX_BYTES: usize = 16 << 20;

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LiveGame {
    /// Its number in the schedule, from 0.
    pub game: usize,
    /// The engine playing White, by its index in the configuration.
    pub white: usize,
    /// The engine playing Black, likewise.
    pub black: usize,
    /// FEN of the first position.
    pub start: String,
    /// The moves so far in coordinates, including those of the opening.
    pub moves: Vec<String>,
}

/// The games that the match in a directory is playing; none if it does not run.
///
/// # Errors
/// If the file cannot be read.
///
/// ```
/// use peregrine::arena::live_games;
/// assert_eq!(live_games::read("no match".as_ref()).unwrap(), []);
/// ```
pub fn read(directory: &Path) -> io::Result<Vec<LiveGame>> {
    let path = directory.join(NAME);
    let age = match fs::metadata(&path).and_then(|metadata| metadata.modified()) {
        // A clock that was set back makes it young.
        Ok(modified) => modified.elapsed().unwrap_or_default(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    if age > MAX_AGE {
        return Ok(Vec::new());
    }
    Ok(serde_json::from_slice(&files::read(&path, MAX_BYTES)?)?)
}

/// The games in progress, to which the threads that play them report.
#[derive(Debug, Default)]
pub(super) struct LiveGames(Mutex<BTreeMap<usize, LiveGame>>);

impl LiveGames {
    pub(super) fn add(&self, scheduled: ScheduledGame, opening: &Game) {
        let game = LiveGame {
            game: scheduled.game,
            white: scheduled.white,
            black: scheduled.black,
            start: opening.start().to_string(),
            moves: opening
                .turns()
                .map(|(position, mv)| notation::coordinate(position, mv))
                .collect(),
        };
        self.games().insert(scheduled.game, game);
    }

    pub(crate) fn add_move(&self, game: usize, text: &str) {
        if let Some(game) = self.games().get_mut(&game) {
            game.moves.push(text.to_owned());
        }
    }

    pub(super) fn remove(&self, game: usize) {
        self.games().remove(&game);
    }

    fn games(&self) -> MutexGuard<'_, BTreeMap<usize, LiveGame>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes the file; removes it when dropped.
#[derive(Debug)]
pub(super) struct LiveGamesFile {
    path: PathBuf,
    written: Option<Instant>,
}

impl LiveGamesFile {
    pub(super) fn new(directory: &Path) -> LiveGamesFile {
        LiveGamesFile {
            path: directory.join(NAME),
            written: None,
        }
    }

    /// Writes the games unless that was done a moment ago. Errors are ignored: the file
    /// is only for observers.
    pub(super) fn update(&mut self, games: &LiveGames) {
        if self
            .written
            .is_some_and(|written| written.elapsed() < UPDATE_INTERVAL)
        {
            return;
        }
        self.written = Some(Instant::now());
        let games: Vec<LiveGame> = games.games().values().cloned().collect();
        if let Ok(text) = serde_json::to_vec(&games) {
            let _ = files::replace(&self.path, &text);
        }
    }
}

impl Drop for LiveGamesFile {
    fn drop(&mut self) {
        // There may be none.
        let _ = fs::remove_file(&self.path);
    }
}

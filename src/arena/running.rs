//! The games that a match is playing: a file beside its results, for whoever watches.
//!
//! The match does not read it. While the match runs, the file is replaced about once a
//! second; it is removed at the end. What a killed match leaves behind is soon too old to count.

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

/// Least time between two versions of the file.
const EVERY: Duration = Duration::from_secs(1);

/// The age at which the file is taken to be left over.
const STALE: Duration = Duration::from_secs(10);

/// The size limit of the file, in bytes.
const LONGEST: usize = 16 << 20;

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RunningGame {
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
/// use peregrine::arena::running;
/// assert_eq!(running::read("no match".as_ref()).unwrap(), []);
/// ```
pub fn read(directory: &Path) -> io::Result<Vec<RunningGame>> {
    let path = directory.join(NAME);
    let age = match fs::metadata(&path).and_then(|metadata| metadata.modified()) {
        // A clock that was set back makes it young.
        Ok(modified) => modified.elapsed().unwrap_or_default(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    if age > STALE {
        return Ok(Vec::new());
    }
    Ok(serde_json::from_slice(&files::read(&path, LONGEST)?)?)
}

/// The games in progress, to which the threads that play them report.
#[derive(Debug, Default)]
pub(super) struct RunningGames(Mutex<BTreeMap<usize, RunningGame>>);

impl RunningGames {
    pub(super) fn begin(&self, scheduled: ScheduledGame, opening: &Game) {
        let game = RunningGame {
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

    pub(super) fn end(&self, game: usize) {
        self.games().remove(&game);
    }

    fn games(&self) -> MutexGuard<'_, BTreeMap<usize, RunningGame>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes the file; removes it when dropped.
#[derive(Debug)]
pub(super) struct RunningFile {
    path: PathBuf,
    written: Option<Instant>,
}

impl RunningFile {
    pub(super) fn new(directory: &Path) -> RunningFile {
        RunningFile {
            path: directory.join(NAME),
            written: None,
        }
    }

    /// Writes the games unless that was done a moment ago. A match does not fail because
    /// nobody can watch it.
    pub(super) fn update(&mut self, games: &RunningGames) {
        if self
            .written
            .is_some_and(|written| written.elapsed() < EVERY)
        {
            return;
        }
        self.written = Some(Instant::now());
        let games: Vec<RunningGame> = games.games().values().cloned().collect();
        if let Ok(text) = serde_json::to_vec(&games) {
            let _ = files::replace(&self.path, &text);
        }
    }
}

impl Drop for RunningFile {
    fn drop(&mut self) {
        // There may be none.
        let _ = fs::remove_file(&self.path);
    }
}

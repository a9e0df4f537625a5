//! Matches to watch: those in the folder that the server was given, and no others.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::arena::journal;
use crate::arena::live_games::{self, LiveGame};
use crate::arena::output;
use crate::arena::record::GameRecord;
use crate::arena::results::MatchResults;
use crate::arena::schedule::label;
use crate::base::sentence::sentence;
use crate::notation::pgn::GameTree;
use crate::page::error::PageError;
use crate::page::matches::{Matches, PlayedMoves, WatchedMatch, add};
use crate::page::messages::{EngineScore, MatchSummary, MatchView, WatchedGame};
use crate::position::Position;
use crate::rules::Rules;

/// The file by which a match is recognized.
const RESULTS: &str = "results.jsonl";

/// The largest results file that is read, in bytes.
const LONGEST: u64 = 64 << 20;

/// The most matches that are listed.
const MAX_MATCHES: usize = 200;

/// The most games that are listed, the newest ones.
const MAX_GAMES: usize = 200;

/// The name of a match that lies in the folder itself.
const ITSELF: &str = ".";

/// The matches of a folder: itself, if it is the directory of a match, or those in it.
///
/// # Errors
/// If the folder cannot be read.
fn matches(folder: &Path) -> Result<BTreeMap<String, PathBuf>, PageError> {
    let mut found = BTreeMap::new();
    let is_match = |directory: &Path| directory.join(RESULTS).is_file();
    if is_match(folder) {
        found.insert(ITSELF.to_owned(), folder.to_owned());
        return Ok(found);
    }
    let entries = fs::read_dir(folder);
    let entries = entries.map_err(|error| unreadable("The folder of matches", &error))?;
    for entry in entries.flatten() {
        // Symbolic links may lead elsewhere.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && is_match(&entry.path()) && found.len() < MAX_MATCHES {
            found.insert(
                entry.file_name().to_string_lossy().into_owned(),
                entry.path(),
            );
        }
    }
    Ok(found)
}

/// The folder of matches that the server was given.
pub(super) struct MatchFolder(pub PathBuf);

impl Matches for MatchFolder {
    fn summaries(&self) -> Result<Vec<MatchSummary>, PageError> {
        let matches = matches(&self.0)?.into_iter();
        Ok(matches.map(summary).collect())
    }

    fn open(&self, name: &str) -> Result<Box<dyn WatchedMatch>, PageError> {
        Ok(Box::new(Watched::open(&self.0, name)?))
    }
}

fn summary((name, directory): (String, PathBuf)) -> MatchSummary {
    match read(&directory) {
        Ok(results) => MatchSummary {
            name,
            title: results.header().title.clone(),
            played: results.games().len(),
            scheduled: results.scheduled(),
            is_running: is_running(&directory),
            fault: None,
        },
        Err(error) => MatchSummary {
            title: name.clone(),
            name,
            played: 0,
            scheduled: 0,
            is_running: false,
            fault: Some(error.into_text()),
        },
    }
}

fn is_running(directory: &Path) -> bool {
    live_games::read(directory).is_ok_and(|games| !games.is_empty())
}

fn read(directory: &Path) -> Result<MatchResults, PageError> {
    let path = directory.join(RESULTS);
    // What is read counts, also at the end of a link.
    let length = fs::metadata(&path).map_err(|error| unreadable(RESULTS, &error))?;
    if length.len() > LONGEST {
        return Err(PageError::new(format!(
            "The results of this match are longer than {} MiB.",
            LONGEST >> 20
        )));
    }
    let results = journal::read(&path).map_err(|error| within(directory, &error))?;
    Ok(MatchResults::new(results.header, results.games))
}

/// The games in progress.
fn read_running(directory: &Path) -> Result<Vec<LiveGame>, PageError> {
    live_games::read(directory).map_err(|error| unreadable("The file of games in progress", &error))
}

fn unreadable(what: &str, error: &io::Error) -> PageError {
    PageError::new(sentence(&format!("{what} cannot be read: {error}")))
}

/// An error without the place of the match on this machine, which is nothing for a page to know.
fn within(directory: &Path, error: &impl ToString) -> PageError {
    let text = error.to_string();
    let place = directory.join("").display().to_string();
    PageError::new(sentence(&text.replace(&place, "the file ")))
}

/// A match that a page watches.
struct Watched {
    name: String,
    directory: PathBuf,
    results: MatchResults,
    running: Vec<LiveGame>,
    /// When the results were last written.
    written: Option<SystemTime>,
}

impl Watched {
    /// The match of this name.
    ///
    /// # Errors
    /// A sentence if the folder has none, or it cannot be read.
    fn open(folder: &Path, name: &str) -> Result<Watched, PageError> {
        let directory = matches(folder)?.remove(name);
        let directory =
            directory.ok_or_else(|| PageError::new(format!("There is no match called {name}.")))?;
        Ok(Watched {
            name: name.to_owned(),
            results: read(&directory)?,
            running: read_running(&directory)?,
            written: written(&directory),
            directory,
        })
    }
}

impl WatchedMatch for Watched {
    fn refresh(&mut self) -> Result<bool, PageError> {
        let written = written(&self.directory);
        let running = read_running(&self.directory)?;
        let has_results = written != self.written;
        let is_new = has_results || running != self.running;
        if has_results {
            self.results = read(&self.directory)?;
            self.written = written;
        }
        self.running = running;
        Ok(is_new)
    }

    fn view(&self) -> MatchView {
        let summary = self.results.summary();
        let standings = summary.standings.iter().map(|engine| EngineScore {
            name: engine.name.clone(),
            points: engine.points,
            wins: engine.games.wins,
            draws: engine.games.draws,
            losses: engine.games.losses,
        });
        let names = &self.results.header().identity.engines;
        let name = |index: usize| {
            names
                .get(index)
                .map_or_else(String::new, |one| one.name.clone())
        };
        let running = self.running.iter().map(|game| WatchedGame {
            game: game.game,
            label: label(game.game),
            white: name(game.white),
            black: name(game.black),
            plies: game.moves.len(),
            result: None,
            reason: String::new(),
        });
        let finished = self.results.games().values().rev().map(|game| WatchedGame {
            game: game.game,
            label: game.label(),
            white: name(game.white),
            black: name(game.black),
            plies: game.moves.len(),
            result: Some(game.result.to_string()),
            reason: sentence(&game.reason),
        });
        MatchView {
            name: self.name.clone(),
            title: self.results.header().title.clone(),
            is_running: !self.running.is_empty(),
            standings: standings.collect(),
            summary: summary.lines(),
            games: running.chain(finished).take(MAX_GAMES).collect(),
        }
    }

    fn study(&self, number: usize) -> Result<GameTree, PageError> {
        let header = self.results.header();
        if let Some(record) = self.results.games().get(&number) {
            let rules = header.identity.rules().map_err(PageError::new)?;
            return Ok(GameTree::from_pgn(&output::pgn(header, rules, record)?)?);
        }
        let played = self.played(number)?;
        let mut tree = GameTree::new(played.start);
        add(&mut tree, &played.moves)?;
        let names = &header.identity.engines;
        let game = self.running.iter().find(|game| game.game == number);
        for (tag, index) in game
            .iter()
            .flat_map(|game| [("White", game.white), ("Black", game.black)])
        {
            let name = names.get(index).map(|engine| engine.name.clone());
            tree.tags.extend(name.map(|name| (tag.to_owned(), name)));
        }
        tree.tags.push(("Event".to_owned(), header.title.clone()));
        Ok(tree)
    }

    fn played(&self, number: usize) -> Result<PlayedMoves, PageError> {
        let rules = self.results.header().identity.rules();
        let rules = rules.map_err(PageError::new)?;
        if let Some(game) = self.results.games().get(&number) {
            return Ok(PlayedMoves {
                start: start(game, rules)?,
                moves: game.moves.iter().map(|made| made.text.clone()).collect(),
                result: Some((game.result, sentence(&game.reason))),
            });
        }
        let game = self.running.iter().find(|game| game.game == number);
        let game = game.ok_or_else(|| {
            PageError::new(format!("The match has no game {} yet.", label(number)))
        })?;
        Ok(PlayedMoves {
            start: Position::from_fen(rules, &game.start)?,
            moves: game.moves.clone(),
            result: None,
        })
    }
}

fn start(game: &GameRecord, rules: &'static Rules) -> Result<Position, PageError> {
    Ok(match &game.start {
        Some(fen) => Position::from_fen(rules, fen)?,
        None => Position::start(rules),
    })
}

fn written(directory: &Path) -> Option<SystemTime> {
    let metadata = fs::metadata(directory.join(RESULTS));
    metadata.and_then(|metadata| metadata.modified()).ok()
}

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
use crate::notation::parse_coordinate;
use crate::notation::pgn::{GameTree, NodeId, ROOT};
use crate::position::Position;
use crate::position::game::GameResult;
use crate::rules::Rules;

use super::error::PageError;
use super::messages::{EngineScore, MatchSummary, MatchView, WatchedGame};
use crate::base::sentence::sentence;

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

/// What the page can watch.
pub(super) fn summaries(folder: &Path) -> Result<Vec<MatchSummary>, PageError> {
    let matches = matches(folder)?.into_iter();
    let summary = |(name, directory): (String, PathBuf)| match read(&directory) {
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
    };
    Ok(matches.map(summary).collect())
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
pub(super) struct Watched {
    name: String,
    directory: PathBuf,
    results: MatchResults,
    running: Vec<LiveGame>,
    /// When the results were last written.
    written: Option<SystemTime>,
}

/// A game as far as it has been played.
pub(super) struct PlayedMoves {
    pub start: Position,
    /// In coordinates.
    pub moves: Vec<String>,
    /// The result with its reason; none while it is being played.
    pub result: Option<(GameResult, String)>,
}

impl Watched {
    /// The match of this name.
    ///
    /// # Errors
    /// A sentence if the folder has none, or it cannot be read.
    pub(super) fn open(folder: &Path, name: &str) -> Result<Watched, PageError> {
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

    /// Reads what is new; `false` if nothing is.
    ///
    /// # Errors
    /// If the files cannot be read.
    pub(crate) fn refresh(&mut self) -> Result<bool, PageError> {
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

    /// The match as the page shows it.
    pub(super) fn view(&self) -> MatchView {
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

    /// A game as a study, with what the engines said.
    ///
    /// # Errors
    /// A sentence if there is no such game, or it cannot be replayed.
    pub(super) fn study(&self, number: usize) -> Result<GameTree, PageError> {
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

    /// The moves of a game so far.
    ///
    /// # Errors
    /// A sentence if there is no such game.
    pub(super) fn played(&self, number: usize) -> Result<PlayedMoves, PageError> {
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

/// Adds moves from the start as the main line. Returns the nodes before and after the last
/// move that the tree did not have, or twice the last one.
///
/// # Errors
/// If a move is not legal.
pub(super) fn add(tree: &mut GameTree, moves: &[String]) -> Result<(NodeId, NodeId), PageError> {
    let (mut node, mut known) = (ROOT, None);
    for text in moves {
        let mv = parse_coordinate(tree.node(node)?.position(), text)?;
        let before = tree.node(node)?.children().len();
        let next = tree.play(node, mv)?;
        if tree.node(node)?.children().len() > before {
            known = known.or(Some(node));
            // The page may have tried moves of its own.
            tree.promote(next)?;
        }
        node = next;
    }
    Ok((known.unwrap_or(node), node))
}

fn written(directory: &Path) -> Option<SystemTime> {
    let metadata = fs::metadata(directory.join(RESULTS));
    metadata.and_then(|metadata| metadata.modified()).ok()
}

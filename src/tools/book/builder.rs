//! Builds a book: counts games, searches round after round, and unites both. Searched
//! positions are kept in a journal beside the output until the book is complete.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use thiserror::Error;

use crate::base::parallel;
use crate::book::Book;
use crate::rules::Rules;
use crate::tools::journal::{Journal, JournalError, JournalKind};
use crate::tools::observer::JobObserver;

use super::games::{Counted, FinishedGame, GameCounts, TooManyError};
use super::searcher::{PositionSearcher, SearchSettings};
use super::tree::{SearchTree, SearchedMove, SearchedMoveError, Task};
use super::{Selection, assemble};

/// The journal of searched positions.
const JOURNAL: JournalKind = JournalKind {
    command: "book build",
    record: "position",
    file: "a file of positions searched for a book",
};

/// How a book is built.
#[derive(Clone, Debug)]
pub struct BuildSettings {
    /// What is in the book.
    pub selection: Selection,
    /// The number of positions to search.
    pub positions: usize,
    /// How each is searched.
    pub search: SearchSettings,
    /// Everything that a search depends on, in one line.
    pub search_text: String,
    /// How many positions are searched at once.
    pub threads: usize,
}

/// Why a book cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A searched position in the journal cannot be read.
    #[error("{}: {error}", .path.display())]
    SearchedMove {
        /// The journal.
        path: PathBuf,
        /// Why not.
        error: SearchedMoveError,
    },
    /// There is no memory or thread for a search.
    #[error(transparent)]
    Search(#[from] io::Error),
}

/// A book that is being built.
pub struct Builder {
    rules: &'static Rules,
    settings: BuildSettings,
    games: GameCounts,
    /// The games that were counted.
    counted: u64,
    tree: SearchTree,
    /// If positions are searched.
    journal: Option<Journal>,
}

impl Builder {
    /// Resumes building the book whose journal is beside the output, or begins to build one.
    ///
    /// # Errors
    /// If the journal cannot be used.
    pub fn resume(
        rules: &'static Rules,
        settings: BuildSettings,
        output: &Path,
    ) -> Result<Builder, BuildError> {
        let open = || Journal::open(JOURNAL, output, &settings.search_text);
        let journal = (settings.positions > 0).then(open).transpose()?;
        let plies = settings.selection.plies;
        Ok(Builder {
            rules,
            settings,
            games: GameCounts::new(rules, plies),
            counted: 0,
            tree: SearchTree::new(rules, plies),
            journal,
        })
    }

    /// Whether the journal has all positions to search: the book may have been
    /// written, but the process ended before it could remove the journal.
    pub fn has_all_positions(&self) -> bool {
        let journal = self.journal.as_ref();
        journal.is_some_and(|journal| journal.records() >= self.settings.positions)
    }

    /// Counts a game.
    ///
    /// # Errors
    /// If there are too many games or different moves.
    pub fn add(&mut self, game: FinishedGame<'_>) -> Result<Counted, TooManyError> {
        let counted = self.games.add(game)?;
        self.counted += u64::from(counted == Counted::Yes);
        Ok(counted)
    }

    /// How many moves of each game are counted.
    pub fn plies(&self) -> usize {
        self.games.plies()
    }

    /// How many games were counted.
    pub fn counted(&self) -> u64 {
        self.counted
    }

    /// How many positions the tree has.
    pub fn positions(&self) -> usize {
        self.tree.positions()
    }

    /// Searches positions, those that the journal does not have, until there are enough, no
    /// more can be found, or `stop` is set. Returns how many were searched.
    ///
    /// # Errors
    /// If the journal cannot be used, or there is no memory for a search.
    pub fn search(
        &mut self,
        stop: &AtomicBool,
        observer: &mut dyn JobObserver,
    ) -> Result<usize, BuildError> {
        let Some(journal) = &self.journal else {
            return Ok(0);
        };
        let before = journal.records();
        let text = journal.text()?;
        let known: Vec<&str> = text.lines().collect();
        let most = self.settings.positions;
        let done = known.len().min(most) as u64;
        observer.begin_stage("positions searched", Some(most as u64), done);
        let searcher = PositionSearcher::new(self.settings.search, stop);
        while !stop.load(Relaxed) && self.next_round(&known, &searcher, observer)? {}
        observer.end_stage();
        let journal = self.journal.as_ref();
        Ok(journal.map_or(0, |journal| journal.records() - before))
    }

    /// Adds a round of positions to the tree: those whose lines the journal has, and the
    /// others after a search. Returns whether there were any.
    fn next_round(
        &mut self,
        known: &[&str],
        searcher: &PositionSearcher<'_>,
        observer: &mut dyn JobObserver,
    ) -> Result<bool, BuildError> {
        let Builder { tree, journal, .. } = self;
        let Some(journal) = journal else {
            return Ok(false);
        };
        let first = tree.positions();
        let mut round = tree.next_round();
        round.truncate(self.settings.positions.saturating_sub(first));
        if round.is_empty() {
            return Ok(false);
        }
        let known = known.get(first..).unwrap_or_default();
        let new = round.split_off(known.len().min(round.len()));
        for (task, line) in round.into_iter().zip(known) {
            journal.has(tree.positions(), &record_source(&task))?;
            let moves = SearchedMove::read(&task.position, line);
            let moves = moves.map_err(|error| BuildError::SearchedMove {
                path: journal.path().to_owned(),
                error,
            })?;
            tree.add(task, &moves);
        }
        if new.is_empty() {
            return Ok(true);
        }
        let worker = || Ok(|job: usize| searcher.search(new.get(job)?).transpose());
        let threads = self.settings.threads.min(new.len());
        let mut tasks = new.iter();
        let mut failure = None;
        let mut add = |moves: Vec<SearchedMove>| -> Result<bool, BuildError> {
            let Some(task) = tasks.next() else {
                return Ok(false);
            };
            let line = SearchedMove::line(&task.position, &moves) + "\n";
            journal.append(&line, record_source(task))?;
            tree.add(task.clone(), &moves);
            observer.advance(tree.positions() as u64);
            Ok(true)
        };
        parallel::map_in_order(threads, worker, |moves| match add(moves) {
            Ok(true) => ControlFlow::Continue(()),
            end => {
                failure = end.err();
                ControlFlow::Break(())
            }
        })
        .map_err(BuildError::Search)?;
        failure.map_or(Ok(true), Err)
    }

    /// The book of the games and searches. `sources` say which games were counted, a line
    /// for each file.
    pub fn assemble(&self, mut sources: Vec<String>) -> Book {
        let selection = self.settings.selection;
        if self.positions() > 0 {
            let (positions, text) = (self.positions(), &self.settings.search_text);
            sources.push(format!("{positions} searched positions: {text}"));
        }
        if self.counted > 0 {
            let Selection { plies, least_games } = selection;
            sources.push(format!(
                "moves of games: --plies {plies} --least-games {least_games}"
            ));
        }
        assemble(self.rules, sources, &self.games, &self.tree, selection)
    }

    /// Removes the journal, once the book is written.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn finish(self) -> Result<(), BuildError> {
        Ok(self.journal.map_or(Ok(()), Journal::remove)?)
    }
}

/// The name of a position in the journal.
fn record_source(task: &Task) -> String {
    format!("{:016x}", task.position.key())
}

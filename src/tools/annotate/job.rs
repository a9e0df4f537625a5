//! Annotates all games of a file. Those that are finished are kept in a journal beside the
//! output until all are.

use std::fs;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::files;
use crate::notation::epd::Defaults;
use crate::notation::pgn::{MoveNotation, PgnError, ROOT, ReadTree, TreeReader};
use crate::tools::journal::{Journal, JournalError, JournalKind, digest};
use crate::tools::observer::JobObserver;

use super::{AnnotatedGame, Annotator};

/// The journal of annotated games.
const JOURNAL: JournalKind = JournalKind {
    command: "annotate",
    record: "game",
    file: "a file of annotated games",
};

/// Why the games of a file cannot be annotated.
#[derive(Debug, Error)]
pub enum AnnotateError {
    /// A file cannot be used.
    #[error("{}: {reason}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is no memory or thread for a search.
    #[error(transparent)]
    Search(#[from] io::Error),
}

/// A file of games that is read twice: to count the games, and to annotate them.
#[derive(Debug)]
pub struct GamesFile {
    path: PathBuf,
    /// If it cannot be read twice.
    content: Option<Vec<u8>>,
    defaults: Defaults,
}

/// What a file of games contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameTotals {
    /// Games without faults.
    pub games: usize,
    /// Games with faults.
    pub faulty: usize,
    /// Positions to be searched.
    pub positions: u64,
}

impl GamesFile {
    /// Opens a file, or standard input for `-`. What cannot be read twice may have
    /// `max_bytes`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(
        path: &Path,
        defaults: Defaults,
        max_bytes: usize,
    ) -> Result<GamesFile, AnnotateError> {
        let content = || {
            if path == Path::new("-") {
                return files::read_stream(io::stdin().lock(), max_bytes).map(Some);
            }
            if !fs::metadata(path)?.is_file() {
                return files::read_any(path, max_bytes).map(Some);
            }
            files::open_any(path).map(|_| None)
        };
        let content = content().map_err(|error| failed(path, &error))?;
        Ok(GamesFile {
            path: path.to_owned(),
            content,
            defaults,
        })
    }

    fn read(&self) -> Result<TreeReader<Box<dyn BufRead + '_>>, AnnotateError> {
        let source: Box<dyn BufRead + '_> = match &self.content {
            Some(content) => Box::new(Cursor::new(content)),
            None => {
                let file = files::open_any(&self.path);
                Box::new(BufReader::new(file.map_err(|e| failed(&self.path, &e))?))
            }
        };
        Ok(TreeReader::new(source, self.defaults.clone()))
    }

    /// Counts the games, and reports those with faults.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count(&self, observer: &mut dyn JobObserver) -> Result<GameTotals, AnnotateError> {
        let name = self.path.display();
        let mut totals = GameTotals::default();
        observer.begin_stage("games read", None, 0);
        for game in self.read()? {
            match game {
                Ok(game) => {
                    for warning in &game.warnings {
                        observer.warn(&format!("{name}: {}: {warning}", game.place()));
                    }
                    totals.games += 1;
                    totals.positions += positions_of(&game);
                    observer.advance(totals.games as u64);
                }
                Err(PgnError::Unreadable(error)) => return Err(failed(&self.path, &error)),
                Err(error) => {
                    totals.faulty += 1;
                    observer.warn(&format!("{name}: {error}; the game is left out"));
                }
            }
        }
        observer.end_stage();
        Ok(totals)
    }
}

/// The number of positions of a game that are searched.
fn positions_of(game: &ReadTree) -> u64 {
    let end = game.tree.end(ROOT).and_then(|end| game.tree.path(end));
    end.map_or(1, |path| path.len() as u64)
}

fn failed(path: &Path, reason: &dyn std::fmt::Display) -> AnnotateError {
    AnnotateError::File {
        path: path.to_owned(),
        reason: reason.to_string(),
    }
}

/// The annotation of the games of a file.
pub struct AnnotationJob<'a> {
    games: &'a GamesFile,
    totals: GameTotals,
    output: &'a Path,
    journal: Journal,
}

impl<'a> AnnotationJob<'a> {
    /// Resumes the job whose journal is beside the output, or begins one. `settings` are all
    /// that the result depends on besides the games, on one line.
    ///
    /// # Errors
    /// If the journal cannot be used.
    pub fn resume(
        games: &'a GamesFile,
        totals: GameTotals,
        output: &'a Path,
        settings: &str,
    ) -> Result<AnnotationJob<'a>, AnnotateError> {
        Ok(AnnotationJob {
            games,
            totals,
            output,
            journal: Journal::open(JOURNAL, output, settings)?,
        })
    }

    /// How many games are finished.
    pub fn finished(&self) -> usize {
        self.journal.records()
    }

    /// Whether the output was written, but the process ended before it could remove the
    /// journal.
    pub fn is_written(&self) -> bool {
        self.finished() == self.totals.games && self.journal.is_written_to(self.output)
    }

    /// Annotates the games that are not finished yet, until all are or the annotator is
    /// stopped.
    ///
    /// # Errors
    /// If a file cannot be read or written, or there is no memory or thread for a search.
    pub fn run(
        &mut self,
        annotator: &Annotator<'_>,
        observer: &mut dyn JobObserver,
    ) -> Result<(), AnnotateError> {
        self.journal.check_count(self.totals.games)?;
        let finished = self.finished();
        let (mut index, mut done) = (0, 0);
        for game in self.games.read()? {
            let game = match game {
                Ok(game) => game,
                Err(PgnError::Unreadable(error)) => return Err(failed(&self.games.path, &error)),
                Err(_) => continue,
            };
            index += 1;
            let source = digest(&game.tree.to_string());
            if self.journal.has(index - 1, &source)? {
                done += positions_of(&game);
                continue;
            }
            if index == finished + 1 {
                observer.begin_stage("positions searched", Some(self.totals.positions), done);
            }
            let place = game.place();
            let annotated = annotator.annotate(game.tree, || {
                done += 1;
                observer.advance(done);
            })?;
            let Some(AnnotatedGame { tree, left_out }) = annotated else {
                break;
            };
            if left_out > 0 {
                observer.warn(&format!(
                    "{}: {place}: {left_out} lines left out: the game has as many positions as it \
                     may",
                    self.games.path.display()
                ));
            }
            let text = tree.in_notation(MoveNotation::San);
            let text =
                text.map_err(|error| failed(&self.games.path, &format!("{place}: {error}")))?;
            self.journal.append(&text, source)?;
        }
        observer.end_stage();
        Ok(())
    }

    /// Writes the output and removes the journal.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn finish(self) -> Result<(), AnnotateError> {
        let written = self.journal.write_output(self.output);
        written.map_err(|error| failed(self.output, &error))?;
        Ok(self.journal.remove()?)
    }
}

//! Looks for puzzles in files of games, and writes them as EPD.

use std::fmt::{Display, Write};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::arena::comment::score_of;
use crate::base::files;
use crate::notation::coordinate;
use crate::notation::epd::Defaults;
use crate::notation::pgn::{PgnGame, Reader};
use crate::rules::Rules;
use crate::tools::observer::JobObserver;

use super::{Criteria, Finder, Tactic, swings};

/// Why no puzzles can be found.
#[derive(Debug, Error)]
pub(crate) enum TacticsError {
    /// A file cannot be read or written.
    #[error("{}: {reason}", .path.display())]
    File { path: PathBuf, reason: String },
    /// There is no memory or thread for a search.
    #[error(transparent)]
    Search(#[from] io::Error),
}

/// What to look for, and where to write it.
pub(crate) struct TacticsSettings<'a> {
    /// The rules of the games; others are skipped.
    pub(crate) rules: &'static Rules,
    /// Those of games that name none.
    pub(crate) defaults: Defaults,
    pub(crate) criteria: Criteria,
    /// Only positions after which the scores in the comments rise by this many centipawns
    /// are searched.
    pub(crate) swing: Option<i32>,
    /// Number of puzzles.
    pub(crate) count: usize,
    /// The file to write.
    pub(crate) out: &'a Path,
    /// Comments at its start.
    pub(crate) heading: &'a str,
}

/// Looks for puzzles in all files; the output is written anew with each. Returns how many
/// there are.
///
/// # Errors
/// If a file cannot be read or written, or there is no memory for a search.
pub(crate) fn find_in_files(
    paths: &[PathBuf],
    settings: &TacticsSettings<'_>,
    observer: &mut dyn JobObserver,
) -> Result<usize, TacticsError> {
    let mut finder = Finder::new(settings.rules, settings.criteria)?;
    let mut found = Vec::new();
    observer.begin_stage("positions found", Some(settings.count as u64), 0);
    'files: for path in paths {
        let file = files::open_any(path).map_err(|error| file_error(path, &error))?;
        for game in Reader::new(BufReader::new(file), settings.defaults.clone()) {
            let pgn = game.map_err(|error| file_error(path, &error))?.pgn;
            if found.len() >= settings.count {
                break 'files;
            }
            if pgn.game.position().rules() != settings.rules {
                continue;
            }
            if let Some(tactic) = find(&mut finder, &pgn, settings.swing)? {
                found.push(tactic);
                settings.write(&found)?;
            }
            observer.advance(found.len() as u64);
        }
    }
    observer.end_stage();
    if found.is_empty() {
        settings.write(&found)?;
    }
    Ok(found.len())
}

/// The first puzzle of a game, among the positions where its scores rise by `swing`.
fn find(finder: &mut Finder, pgn: &PgnGame, swing: Option<i32>) -> io::Result<Option<Tactic>> {
    let comments = pgn.comments.iter();
    let scores: Vec<_> = comments
        .map(|comment| comment.as_deref().and_then(score_of))
        .collect();
    finder.find(&pgn.game, |ply| {
        swing.is_none_or(|least| swings(&scores, ply, least))
    })
}

impl TacticsSettings<'_> {
    fn write(&self, found: &[Tactic]) -> Result<(), TacticsError> {
        let mut text: String = self.heading.lines().map(|l| format!("# {l}\n")).collect();
        for (number, tactic) in found.iter().enumerate() {
            let _ = writeln!(
                text,
                "{} ;bm {} ;id {}-{:03}",
                tactic.position,
                coordinate(&tactic.position, tactic.best),
                self.rules.variant(),
                number + 1,
            );
        }
        let written = files::replace(self.out, text.as_bytes());
        written.map_err(|error| file_error(self.out, &error))
    }
}

fn file_error(path: &Path, reason: &dyn Display) -> TacticsError {
    TacticsError::File {
        path: path.to_owned(),
        reason: reason.to_string(),
    }
}

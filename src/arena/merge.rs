//! Joins the parts of a tournament that were played in different places.
//!
//! Knows no engine: results in, the same results as from one machine out.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::files;

use super::journal::{self, Header, JournalError, Results};
use super::output::{self, OutputError};
use super::results::MatchResults;
use super::schedule::Shard;

/// Why parts cannot be joined. Nothing was written then.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A results file cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A directory or file cannot be made.
    #[error("{}: {error}", path.display())]
    File {
        /// The directory or file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// There are results where they are to be.
    #[error("{}: there are results already; another directory is needed", .0.display())]
    There(PathBuf),
    /// The parts are no parts of one tournament.
    #[error("{} and {} are of different tournaments:\n  {}", one.display(), other.display(), differences.join("\n  "))]
    Foreign {
        /// A part.
        one: PathBuf,
        /// Another part.
        other: PathBuf,
        /// In what they differ.
        differences: Vec<String>,
    },
    /// Two parts have pairs in common.
    #[error("{} is shard {number} and {} is shard {other_number}: they overlap", one.display(), other.display())]
    Overlap {
        /// A part.
        one: PathBuf,
        /// Which one.
        number: Shard,
        /// Another part.
        other: PathBuf,
        /// Which one.
        other_number: Shard,
    },
    /// Parts are missing.
    #[error("shard {0} is missing")]
    Missing(Shard),
    /// A part was not played to its end.
    #[error("{} has {played} of the {scheduled} games of shard {shard}: it must be played to its end", path.display())]
    Incomplete {
        /// The part.
        path: PathBuf,
        /// Which one.
        shard: Shard,
        /// How many games it has.
        played: usize,
        /// How many it should have.
        scheduled: usize,
    },
}

/// Joins the results in these directories into a new directory, and says how
/// the tournament stands.
///
/// # Errors
/// When they are not all parts of one tournament, each once and complete, or
/// the new directory has results already.
///
/// ```
/// use peregrine::arena::merge::merge;
/// let error = merge(&["no/such".into()], "new".as_ref()).unwrap_err();
/// assert!(error.to_string().contains("no/such"));
/// ```
pub fn merge(parts: &[PathBuf], directory: &Path) -> Result<MatchResults, MergeError> {
    let mut read: Vec<(&PathBuf, Results)> = Vec::new();
    for path in parts {
        let part = journal::read(&path.join("results.jsonl"))?;
        check(&read, path, &part)?;
        read.push((path, part));
    }
    let Some((_, first)) = read.first() else {
        return Err(MergeError::Missing(Shard::WHOLE));
    };
    let count = first.header.shard.count();
    for shard in Shard::all(count) {
        if !read.iter().any(|(_, part)| part.header.shard == shard) {
            return Err(MergeError::Missing(shard));
        }
    }
    let header = Header {
        shard: Shard::WHOLE,
        ..first.header.clone()
    };
    let games = read.into_iter().flat_map(|(_, part)| part.games);
    let results = MatchResults::new(header, games);
    let failed = |path: &Path| {
        let path = path.to_owned();
        |error| MergeError::File { path, error }
    };
    fs::create_dir_all(directory).map_err(failed(directory))?;
    let path = directory.join("results.jsonl");
    let content = journal::content(&results).map_err(failed(&path))?;
    files::create(&path, &content).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => MergeError::There(path.clone()),
        _ => failed(&path)(error),
    })?;
    output::write(directory, &results)?;
    Ok(results)
}

/// Whether a part fits to those before it.
fn check(earlier: &[(&PathBuf, Results)], path: &Path, part: &Results) -> Result<(), MergeError> {
    let shard = part.header.shard;
    for (other, known) in earlier {
        let mut differences = known.header.identity.differences(&part.header.identity);
        if known.header.shard.count() != shard.count() {
            differences.push(format!(
                "parts: {}, not {}",
                known.header.shard.count(),
                shard.count()
            ));
        }
        if !differences.is_empty() {
            return Err(MergeError::Foreign {
                one: other.to_path_buf(),
                other: path.to_owned(),
                differences,
            });
        }
        if known.header.shard == shard {
            return Err(MergeError::Overlap {
                one: other.to_path_buf(),
                number: known.header.shard,
                other: path.to_owned(),
                other_number: shard,
            });
        }
    }
    let scheduled = part.header.identity.schedule().part(shard).count();
    if part.games.len() < scheduled {
        return Err(MergeError::Incomplete {
            path: path.to_owned(),
            shard,
            played: part.games.len(),
            scheduled,
        });
    }
    Ok(())
}

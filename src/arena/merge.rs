//! Merges parts of a match that were played separately.
//!
//! The merged results are the same as if one machine had played all games.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::files;

use super::journal::{self, Header, JournalError, Results};
use super::output::{self, OutputError};
use super::results::MatchResults;
use super::schedule::Shard;

/// Why parts cannot be merged. In each case nothing was written.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A results file cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A directory or file cannot be created.
    #[error("{}: {error}", path.display())]
    File {
        /// The directory or file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The target directory already holds results.
    #[error("{}: there are already results here; choose another directory", .0.display())]
    There(PathBuf),
    /// The parts belong to different matches.
    #[error("{} and {} belong to different matches:\n  {}", one.display(), other.display(), differences.join("\n  "))]
    Foreign {
        /// A part.
        one: PathBuf,
        /// Another part.
        other: PathBuf,
        /// The fields in which they differ.
        differences: Vec<String>,
    },
    /// Two parts overlap.
    #[error("{} is shard {number} and {} is shard {other_number}: they overlap", one.display(), other.display())]
    Overlap {
        /// A part.
        one: PathBuf,
        /// Its shard.
        number: Shard,
        /// Another part.
        other: PathBuf,
        /// Its shard.
        other_number: Shard,
    },
    /// A part is missing.
    #[error("shard {0} is missing")]
    Missing(Shard),
    /// A part is incomplete.
    #[error("{} has {played} of the {scheduled} games of shard {shard}: play the rest of it first", path.display())]
    Incomplete {
        /// The part.
        path: PathBuf,
        /// Its shard.
        shard: Shard,
        /// Number of games played.
        played: usize,
        /// Number of games scheduled.
        scheduled: usize,
    },
}

/// Merges the results in the directories `parts` into a new directory, and
/// returns them.
///
/// # Errors
/// When the parts are not all the parts of one match, each complete and
/// given once, or when the new directory already has results.
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
    let content = results.content().map_err(failed(&path))?;
    files::create(&path, &content).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => MergeError::There(path.clone()),
        _ => failed(&path)(error),
    })?;
    output::write(directory, &results)?;
    Ok(results)
}

/// Checks that a part fits those before it.
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
    let scheduled = part
        .header
        .identity
        .schedule()
        .games_of_shard(shard)
        .count();
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

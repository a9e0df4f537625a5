//! Makes new files of games from others.

use std::io::{self, Write};
use std::path::Path;

use thiserror::Error;

use crate::base::files;
use crate::base::random::Random;

use super::file::{DataFile, Records, frame};
use super::header::{FORMAT, Header, differences};
use super::{DataError, Source};

/// Why files cannot be merged or shuffled. Nothing was written.
#[derive(Debug, Error)]
pub enum CombineError {
    /// A file cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The files are of different variants.
    #[error("{one} and {other} are of different variants; {differences}")]
    Games {
        /// A file.
        one: String,
        /// Another file.
        other: String,
        /// The fields in which they differ.
        differences: String,
    },
    /// Two files hold the same games.
    #[error("{one} and {other} hold the same games: {recipe}")]
    Same {
        /// A file.
        one: String,
        /// Another file, or the same.
        other: String,
        /// How the games were made.
        recipe: String,
    },
    /// The new file cannot be written.
    #[error("{file}: {error}")]
    Write {
        /// The new file.
        file: String,
        /// Why not.
        error: io::Error,
    },
}

/// Writes the games of all files into a new one, one file after the other. Returns
/// their number.
///
/// # Errors
/// If the files are of different variants, two hold the same games, or one cannot be read.
pub fn merge(
    inputs: &[DataFile],
    out: &Path,
    mut progress: impl FnMut(u64),
) -> Result<u64, CombineError> {
    let mut header = merged_header(inputs)?;
    let counts: Result<Vec<u64>, _> = inputs.iter().map(DataFile::count).collect();
    header.records = Some(counts?.iter().sum());
    let mut games = 0;
    write(out, &header, |output| {
        for input in inputs {
            let mut records = input.games()?;
            while copy_record(&mut records, output)? {
                games += 1;
                progress(games);
            }
        }
        Ok(())
    })?;
    Ok(games)
}

/// Writes the games of a file into a new one, in random order. Returns their number.
///
/// # Errors
/// If a file cannot be read or written.
pub fn shuffle(
    input: &DataFile,
    out: &Path,
    seed: u64,
    mut progress: impl FnMut(u64),
) -> Result<u64, CombineError> {
    let mut order: Vec<u64> = input.chunks(1)?.iter().map(|chunk| chunk.offset).collect();
    let mut random = Random::new(seed, 0);
    for place in (1..order.len()).rev() {
        order.swap(place, random.below(place + 1));
    }
    let header = Header {
        shuffled: Some(seed),
        records: Some(order.len() as u64),
        ..input.header().clone()
    };
    write(out, &header, |output| {
        for (done, &offset) in order.iter().enumerate() {
            copy_record(&mut input.games_from(offset)?, output)?;
            progress(done as u64 + 1);
        }
        Ok(())
    })?;
    Ok(order.len() as u64)
}

/// Why games were not copied.
#[derive(Debug, Error)]
enum CopyError {
    #[error(transparent)]
    Read(#[from] DataError),
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Writes a new file atomically.
fn write(
    out: &Path,
    header: &Header,
    games: impl FnOnce(&mut dyn Write) -> Result<(), CopyError>,
) -> Result<(), CombineError> {
    let mut unreadable = None;
    let header = header.encode();
    let written = files::replace_with(out, |output| {
        if header.len() > FORMAT.max_header {
            let message = "its header would be too long: merge fewer files at once";
            return Err(io::Error::other(message));
        }
        output.write_all(&header)?;
        match games(output) {
            Ok(()) => Ok(()),
            Err(CopyError::Write(error)) => Err(error),
            Err(CopyError::Read(error)) => {
                unreadable = Some(error);
                Err(io::Error::other("an input cannot be read"))
            }
        }
    });
    match (unreadable, written) {
        (Some(error), _) => Err(error.into()),
        (None, Err(error)) => Err(CombineError::Write {
            file: out.display().to_string(),
            error,
        }),
        (None, Ok(())) => Ok(()),
    }
}

/// Copies the next game; `false` if there is none.
fn copy_record(records: &mut Records, output: &mut dyn Write) -> Result<bool, CopyError> {
    let Some(payload) = records.next_record()? else {
        return Ok(false);
    };
    let mut record = vec![0; 2];
    record.extend(payload);
    frame(&mut record, 0);
    output.write_all(&record)?;
    Ok(true)
}

/// The header of a file with the games of all these.
fn merged_header(inputs: &[DataFile]) -> Result<Header, CombineError> {
    let Some(first) = inputs.first() else {
        return Err(CombineError::Write {
            file: "merge".to_owned(),
            error: io::Error::other("there are no files to merge"),
        });
    };
    let name = |file: &DataFile| file.path().display().to_string();
    let mut sources: Vec<(String, Source)> = Vec::new();
    for input in inputs {
        let [one, other] = [first, input].map(|file| Header {
            sources: Vec::new(),
            shuffled: None,
            records: None,
            ..file.header().clone()
        });
        if one != other {
            return Err(CombineError::Games {
                one: name(first),
                other: name(input),
                differences: differences(&one, &other),
            });
        }
        for source in &input.header().sources {
            if let Some((earlier, _)) = sources.iter().find(|row| row.1.overlaps(source)) {
                return Err(CombineError::Same {
                    one: earlier.clone(),
                    other: name(input),
                    recipe: source.to_string(),
                });
            }
            sources.push((name(input), source.clone()));
        }
    }
    Ok(Header {
        sources: sources.into_iter().map(|row| row.1).collect(),
        // If one is shuffled, the games of all are in no order.
        shuffled: inputs.iter().find_map(|input| input.header().shuffled),
        ..first.header().clone()
    })
}

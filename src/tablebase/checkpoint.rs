//! Files with the state of unfinished tables, from which building resumes.
//!
//! A file begins as described in [`header`], followed by the codes, two bytes
//! each, the counts of unsettled positions, one byte each, and the double steps
//! of eighteen bytes; of each, first all with White to move, then with Black;
//! and the CRC-32 of everything so far.

use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;

use serde::{Deserialize, Serialize};

use crate::base::container::Format;
use crate::base::files::{self, Observed};
use crate::rules::Rules;

use super::build_state::{DoubleStep, State};
use super::error::TableFileError;
use super::header::{self, Identity, number};
use super::material::Material;
use super::storage::Storage;
use super::table::{code, value};

/// The beginning of a file.
const FORMAT: Format = header::format(b"PERETU\0");

/// File extension.
const EXTENSION: &str = "unfinished";

/// Size of a double step in bytes.
const STEP: usize = 18;

/// Maximum number of double steps of a position that allow en passant captures.
const MAX_STEPS: usize = 4;

/// Upper limit of plies to mate: the highest codes have other meanings.
const MAX_PLIES: u16 = u16::MAX - 2;

/// Numbers written or read at once.
const AT_ONCE: usize = 1 << 16;

/// The header of a file.
#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(flatten)]
    identity: Identity,
    /// As in [`State`].
    plies: Option<u16>,
    left: Range<usize>,
    highest: u16,
    settled: usize,
    /// Number of double steps.
    double_steps: [usize; 2],
}

/// The file for the state of an unfinished table.
pub(super) fn path(table: &Path) -> PathBuf {
    table.with_extension(EXTENSION)
}

/// Removes the state of a table, if there is one.
pub(super) fn remove(table: &Path) -> io::Result<()> {
    match fs::remove_file(path(table)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Saves the state of a table atomically.
pub(super) fn write(
    rules: &Rules,
    material: &Material,
    state: &State,
    table: &Path,
) -> io::Result<()> {
    let steps = double_steps(state)?;
    let header = Header {
        identity: Identity::new(rules, material),
        plies: state.plies,
        left: state.left.clone(),
        highest: state.highest.load(Relaxed),
        settled: state.settled.load(Relaxed),
        double_steps: [steps[0].len(), steps[1].len()],
    };
    files::replace_with(&path(table), |file| {
        let mut sum = crc32fast::Hasher::new();
        let mut output = Observed::new(file, |bytes| sum.update(bytes));
        output.write_all(&FORMAT.encode(&header)?)?;
        for codes in state.codes.iter().flat_map(|codes| codes.chunks(AT_ONCE)) {
            let codes = codes.iter().map(|code| code.load(Relaxed).to_le_bytes());
            output.write_all(&codes.flatten().collect::<Vec<u8>>())?;
        }
        for counts in state
            .unsettled
            .iter()
            .flat_map(|counts| counts.chunks(AT_ONCE))
        {
            let counts = counts.iter().map(|count| count.load(Relaxed));
            output.write_all(&counts.collect::<Vec<u8>>())?;
        }
        for step in steps.iter().flatten() {
            output.write_all(&(step.from as u64).to_le_bytes())?;
            output.write_all(&(step.to as u64).to_le_bytes())?;
            output.write_all(&code(step.capture).to_le_bytes())?;
        }
        file.write_all(&sum.finalize().to_le_bytes())
    })
}

/// Fills the initial state of a table from its file, if there is one. After an
/// error the state must not be used.
pub(super) fn read(
    rules: &Rules,
    material: &Material,
    state: &mut State,
    table: &Path,
) -> Result<(), TableFileError> {
    let path = path(table);
    let file = || path.clone();
    let content = match Storage::open(&path) {
        Err(TableFileError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(());
        }
        opened => opened?,
    };
    let (header, start) = header::header::<Header>(&FORMAT, &path, &content)?;
    let wrong = |reason: &str| TableFileError::Header {
        file: file(),
        reason: reason.to_owned(),
    };
    if header.identity.material(rules, &path)? != *material {
        return Err(wrong("for other material"));
    }
    let length = state.codes[0].len();
    let numbers = 2 * length;
    let steps = header.double_steps[0].saturating_add(header.double_steps[1]);
    let wanted = (start + numbers * 3 + 4).saturating_add(steps.saturating_mul(STEP));
    if content.len() != wanted {
        return Err(TableFileError::Length {
            file: file(),
            found: content.len(),
            wanted,
        });
    }
    let max_steps = length.saturating_mul(MAX_STEPS);
    if header.double_steps.iter().any(|&steps| steps > max_steps)
        || header.left.start > header.left.end
        || header.left.end != numbers
        || header.settled > numbers
        || header.highest > MAX_PLIES
        || header.plies.is_some_and(|plies| plies > MAX_PLIES)
    {
        return Err(wrong("impossible numbers"));
    }
    let mut sum = crc32fast::Hasher::new();
    let mut place = 0;
    let mut next = |length: usize| -> Result<_, TableFileError> {
        let bytes = content.read_range(&path, place, length)?;
        sum.update(&bytes);
        place += length;
        Ok(bytes)
    };
    next(start)?;
    for codes in state
        .codes
        .iter_mut()
        .flat_map(|codes| codes.chunks_mut(AT_ONCE))
    {
        let bytes = next(2 * codes.len())?;
        for (code, bytes) in codes.iter_mut().zip(bytes.chunks_exact(2)) {
            *code = u16::from_le_bytes([bytes[0], bytes[1]]).into();
        }
    }
    for counts in state
        .unsettled
        .iter_mut()
        .flat_map(|counts| counts.chunks_mut(AT_ONCE))
    {
        let bytes = next(counts.len())?;
        for (count, &byte) in counts.iter_mut().zip(bytes.iter()) {
            *count = byte.into();
        }
    }
    for (to, count) in state.double_steps.iter_mut().zip(header.double_steps) {
        let mut found = Vec::new();
        for begin in (0..count).step_by(AT_ONCE) {
            let bytes = next(STEP * AT_ONCE.min(count - begin))?;
            for step in bytes.chunks_exact(STEP) {
                let step = double_step(step, length);
                found.push(step.ok_or_else(|| wrong("impossible double steps"))?);
            }
        }
        *to = Mutex::new(found);
    }
    if sum.finalize() != number(&content.read_range(&path, wanted - 4, 4)?) {
        return Err(TableFileError::Checksum {
            file: file(),
            part: "the content".to_owned(),
        });
    }
    state.plies = header.plies;
    state.left = header.left;
    state.highest = header.highest.into();
    state.settled = header.settled.into();
    Ok(())
}

fn double_steps(state: &State) -> io::Result<[Vec<DoubleStep>; 2]> {
    let copied = |steps: &Mutex<Vec<DoubleStep>>| match steps.lock() {
        Ok(steps) => Ok(steps.clone()),
        Err(_) => Err(io::Error::other("a thread panicked")),
    };
    let [white, black] = &state.double_steps;
    Ok([copied(white)?, copied(black)?])
}

/// Parses a double step; its position numbers must be less than `length`.
fn double_step(bytes: &[u8], length: usize) -> Option<DoubleStep> {
    let number = |bytes: &[u8]| {
        let number = usize::try_from(u64::from_le_bytes(bytes.try_into().ok()?)).ok()?;
        (number < length).then_some(number)
    };
    Some(DoubleStep {
        from: number(&bytes[..8])?,
        to: number(&bytes[8..16])?,
        capture: value(u16::from_le_bytes([bytes[16], bytes[17]])),
    })
}

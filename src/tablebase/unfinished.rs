//! Tables that are not finished, as files: what is known of them, to go on from there.
//!
//! A file begins as [`form`] says; then follow the codes, two bytes each, the numbers of
//! positions not settled, one byte each, and the double steps, of eighteen bytes, all
//! with White to move, then with Black; then the CRC-32 of all that went before.

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;

use memmap2::Mmap;
use serde::{Deserialize, Serialize};

use crate::files;
use crate::rules::Rules;

use super::error::TableFileError;
use super::form::{self, Identity, number};
use super::material::Material;
use super::state::{DoubleStep, State};
use super::table::{code, value};

/// How a file begins.
const MAGIC: &[u8; 7] = b"PERETU\0";

/// How file names end.
const EXTENSION: &str = "unfinished";

/// Bytes of a double step.
const STEP: usize = 18;

/// How many numbers are written at once.
const AT_ONCE: usize = 1 << 16;

/// What a file says about itself.
#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(flatten)]
    identity: Identity,
    /// As in [`State`].
    plies: Option<u16>,
    left: Range<usize>,
    highest: u16,
    settled: usize,
    /// How many double steps there are.
    double_steps: [usize; 2],
}

/// Where the state of a table is kept until its file is written.
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

/// Keeps the state of a table, as a whole or not at all.
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
        let mut file = Summed {
            file,
            sum: crc32fast::Hasher::new(),
        };
        file.write_all(&form::beginning(MAGIC, &header)?)?;
        for codes in state.codes.iter().flat_map(|codes| codes.chunks(AT_ONCE)) {
            let codes = codes.iter().map(|code| code.load(Relaxed).to_le_bytes());
            file.write_all(&codes.flatten().collect::<Vec<u8>>())?;
        }
        for counts in state
            .unsettled
            .iter()
            .flat_map(|counts| counts.chunks(AT_ONCE))
        {
            let counts = counts.iter().map(|count| count.load(Relaxed));
            file.write_all(&counts.collect::<Vec<u8>>())?;
        }
        for step in steps.iter().flatten() {
            file.write_all(&(step.from as u64).to_le_bytes())?;
            file.write_all(&(step.to as u64).to_le_bytes())?;
            file.write_all(&code(step.capture).to_le_bytes())?;
        }
        let sum = file.sum.finalize();
        file.file.write_all(&sum.to_le_bytes())
    })
}

/// Fills the state of a table, of which nothing is known yet, with what was kept of it, if
/// anything was.
pub(super) fn read(
    rules: &Rules,
    material: &Material,
    state: &mut State,
    table: &Path,
) -> Result<(), TableFileError> {
    let path = path(table);
    let file = || path.clone();
    let io = |error| TableFileError::Io {
        file: file(),
        error,
    };
    let opened = match File::open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        opened => opened.map_err(io)?,
    };
    // SAFETY: as with finished tables (`TableFile::open`).
    let content = unsafe { Mmap::map(&opened) }.map_err(io)?;
    let (header, start) = form::header::<Header>(MAGIC, &path, &content)?;
    let wrong = |reason: &str| TableFileError::Header {
        file: file(),
        reason: reason.to_owned(),
    };
    if header.identity.material(rules, &path)? != *material {
        return Err(wrong("of other men"));
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
    let (content, sum) = content.split_at(wanted - 4);
    if crc32fast::hash(content) != number(sum) {
        return Err(TableFileError::Checksum {
            file: file(),
            part: "the content".to_owned(),
        });
    }
    if header.left.start > header.left.end || header.left.end != numbers {
        return Err(wrong("impossible numbers"));
    }
    let (codes, rest) = content[start..].split_at(2 * numbers);
    let (counts, steps) = rest.split_at(numbers);
    for (code, bytes) in state.codes.iter_mut().flatten().zip(codes.chunks_exact(2)) {
        *code = u16::from_le_bytes([bytes[0], bytes[1]]).into();
    }
    for (count, &byte) in state.unsettled.iter_mut().flatten().zip(counts) {
        *count = byte.into();
    }
    let mut steps = steps
        .chunks_exact(STEP)
        .map(|bytes| double_step(bytes, length));
    for (to, count) in state.double_steps.iter_mut().zip(header.double_steps) {
        let from = steps.by_ref().take(count).collect::<Option<_>>();
        *to = Mutex::new(from.ok_or_else(|| wrong("impossible double steps"))?);
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
        Err(_) => Err(io::Error::other("a thread has panicked")),
    };
    let [white, black] = &state.double_steps;
    Ok([copied(white)?, copied(black)?])
}

/// A double step among so many numbers.
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

/// A file whose content is summed up while it is written.
struct Summed<'a> {
    file: &'a mut dyn Write,
    sum: crc32fast::Hasher,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

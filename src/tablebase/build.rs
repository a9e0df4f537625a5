//! Builds tables and all those they depend on, smallest first.

use std::collections::TryReserveError;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::base::files;
use crate::rules::Rules;

use super::build_state::State;
use super::checkpoint;
use super::error::TableFileError;
use super::file::TableFile;
use super::generate::{BuildProgress, Generator};
use super::index::Index;
use super::material::Material;
use super::supported::{UnsupportedError, check_supported};
use super::table::{Code, Table};
use super::tablebases::Tablebases;
use super::write;

/// How often the state of an unfinished table is saved.
const KEPT_EVERY: Duration = Duration::from_secs(600);

/// Why a table could not be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The variant does not support tables.
    #[error(transparent)]
    UnsupportedError(#[from] UnsupportedError),
    /// A table it depends on cannot be read.
    #[error(transparent)]
    File(#[from] TableFileError),
    /// The saved state of the unfinished table is unusable.
    #[error("{0}; delete this file to build the table from the start")]
    Unfinished(TableFileError),
    /// Not enough memory.
    #[error("{material}: {error}")]
    Memory {
        /// The table.
        material: Material,
        /// The system's error.
        error: TryReserveError,
    },
    /// A file cannot be written.
    #[error("{file}: {error}")]
    Write {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It was stopped.
    #[error("stopped; progress is saved, and the same command resumes")]
    Stopped,
}

/// A table to be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its material.
    pub material: Material,
    /// Its file.
    pub file: PathBuf,
    /// Bytes of memory needed to build it.
    pub memory: usize,
    /// Whether a saved state exists.
    pub is_begun: bool,
}

/// The tables still missing in a folder before the wanted ones are complete, in
/// building order.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use peregrine::{tablebase::{self, Material}, variants};
/// let rules = variants::rules("chess").unwrap();
/// let wanted = [Material::parse(rules, "KPvK").unwrap()];
/// let folder = tempfile::tempdir().unwrap();
/// let steps = tablebase::plan(rules, &wanted, folder.path()).unwrap();
/// let names: Vec<String> = steps.iter().map(|step| step.material.to_string()).collect();
/// assert_eq!(names, ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
/// let stop = AtomicBool::new(false);
/// for step in &steps {
///     tablebase::make(rules, step, 1, &stop, &|_| ()).unwrap();
/// }
/// assert_eq!(tablebase::plan(rules, &wanted, folder.path()).unwrap(), []);
/// ```
///
/// # Errors
/// When the variant does not support tables, or an existing file is unusable.
pub fn plan(
    rules: &'static Rules,
    wanted: &[Material],
    folder: &Path,
) -> Result<Vec<Step>, BuildError> {
    check_supported(rules)?;
    let mut steps = Vec::new();
    for material in wanted {
        add_steps(rules, material, folder, &mut steps)?;
    }
    Ok(steps)
}

fn add_steps(
    rules: &'static Rules,
    material: &Material,
    folder: &Path,
    steps: &mut Vec<Step>,
) -> Result<(), BuildError> {
    let file = folder.join(write::file_name(rules, material));
    if material.is_bare() || steps.iter().any(|step| step.material == *material) {
        return Ok(());
    }
    if file.exists() {
        TableFile::open(rules, &file)?;
        return Ok(());
    }
    let needed = material.successors(rules);
    let mut memory = 0;
    for smaller in &needed {
        add_steps(rules, smaller, folder, steps)?;
        let index = Index::new(rules.geometry(), smaller);
        memory += 2 * index.len() * size_of::<Code>();
    }
    // Codes and counts; the compressed file takes less.
    memory += Index::new(rules.geometry(), material).len() * State::BYTES;
    steps.push(Step {
        material: material.clone(),
        is_begun: checkpoint::path(&file).exists(),
        file,
        memory,
    });
    Ok(())
}

/// Builds the table of a step and writes its file; the steps before it must be
/// complete. Returns the size of the file in bytes.
///
/// The state of an unfinished table is saved next to its file every ten minutes
/// and when stopped; the next call resumes from it.
///
/// ```no_run
/// # use std::sync::atomic::AtomicBool;
/// # use peregrine::{tablebase::{self, Material}, variants};
/// # let rules = variants::rules("chess").unwrap();
/// # let wanted = [Material::parse(rules, "KPvK").unwrap()];
/// let stop = AtomicBool::new(false);
/// for step in tablebase::plan(rules, &wanted, "tables".as_ref()).unwrap() {
///     let bytes = tablebase::make(rules, &step, 2, &stop, &|_| ()).unwrap();
///     println!("{}: {bytes} bytes", step.material);
/// }
/// ```
///
/// # Errors
/// When files cannot be read or written, or it was stopped.
pub fn make(
    rules: &'static Rules,
    step: &Step,
    threads: usize,
    stop: &AtomicBool,
    report: &(dyn Fn(BuildProgress) + Sync),
) -> Result<u64, BuildError> {
    let folder = step.file.parent().unwrap_or(Path::new("."));
    files::sweep(folder);
    let mut smaller = Vec::new();
    for material in step.material.successors(rules) {
        let file = TableFile::open(rules, &folder.join(write::file_name(rules, &material)))?;
        smaller.push(Arc::new(file.load()?));
    }
    let mut state = new_state(rules, &step.material)?;
    checkpoint::read(rules, &step.material, &mut state, &step.file)
        .map_err(BuildError::Unfinished)?;
    let mut generator = Generator::new(rules, &step.material, &smaller, state);
    let mut kept = Instant::now();
    while !generator.run(
        threads,
        &|| stop.load(Relaxed) || kept.elapsed() >= KEPT_EVERY,
        report,
    ) {
        let written = checkpoint::write(rules, &step.material, generator.state(), &step.file);
        if stop.load(Relaxed) {
            written.map_err(unwritten(checkpoint::path(&step.file)))?;
            return Err(BuildError::Stopped);
        }
        // If saving fails now, it may succeed next time.
        kept = Instant::now();
    }
    let table = generator.into_table();
    drop(smaller);
    let length =
        write::write(rules, &table, &step.file, threads).map_err(unwritten(step.file.clone()))?;
    checkpoint::remove(&step.file).map_err(unwritten(checkpoint::path(&step.file)))?;
    Ok(length)
}

/// The error for a file that cannot be written.
fn unwritten(file: PathBuf) -> impl FnOnce(io::Error) -> BuildError {
    |error| BuildError::Write { file, error }
}

fn new_state(rules: &Rules, material: &Material) -> Result<State, BuildError> {
    let length = Index::new(rules.geometry(), material).len();
    State::new(length).map_err(|error| BuildError::Memory {
        material: material.clone(),
        error,
    })
}

/// Builds tables, and those they depend on, in memory.
///
/// ```
/// use peregrine::{position::Position, tablebase::{self, Material, Tablebases, TableValue}, variants};
/// let rules = variants::rules("chess").unwrap();
/// let mut tables = Tablebases::new(rules);
/// let material = Material::parse(rules, "KQvK").unwrap();
/// tablebase::make_in_memory(&mut tables, &material, 1).unwrap();
/// let mate = Position::from_fen(rules, "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1").unwrap();
/// assert_eq!(tables.probe(&mate), Some(TableValue::Win(1)));
/// ```
///
/// # Errors
/// When the variant does not support tables, or memory is insufficient.
pub fn make_in_memory(
    tables: &mut Tablebases,
    material: &Material,
    threads: usize,
) -> Result<(), BuildError> {
    check_supported(tables.rules())?;
    make_with_smaller(tables, material, threads, &mut Vec::new())
}

fn make_with_smaller(
    tables: &mut Tablebases,
    material: &Material,
    threads: usize,
    made: &mut Vec<Arc<Table>>,
) -> Result<(), BuildError> {
    if material.is_bare() || made.iter().any(|table| table.material == *material) {
        return Ok(());
    }
    let rules = tables.rules();
    let needed = material.successors(rules);
    for smaller in &needed {
        make_with_smaller(tables, smaller, threads, made)?;
    }
    let smaller: Vec<Arc<Table>> = made
        .iter()
        .filter(|table| needed.contains(&table.material))
        .map(Arc::clone)
        .collect();
    let mut generator = Generator::new(rules, material, &smaller, new_state(rules, material)?);
    generator.run(threads, &|| false, &|_| ());
    let table = Arc::new(generator.into_table());
    if !tables.has(material) {
        tables.add_table(Arc::clone(&table));
    }
    made.push(table);
    Ok(())
}

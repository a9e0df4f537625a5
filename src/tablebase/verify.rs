//! Verifies tables: each value against those that the legal moves lead to.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::base::random::Random;
use crate::board::color::Color;
use crate::position::Position;

use super::index::Index;
use super::material::Material;
use super::table;
use super::tablebases::Tablebases;
use super::value::TableValue;
use crate::base::parallel::run_on_ranges;

/// Numbers per work unit of a thread.
const PIECE: usize = 1 << 12;

/// Maximum number of wrong values listed.
const TOLD: usize = 10;

/// A value that contradicts those of the legal moves.
#[derive(Clone, Debug)]
pub struct WrongValue {
    /// The position.
    pub position: Position,
    /// The value in the table.
    pub stored: Option<TableValue>,
    /// The value that follows from those after each legal move.
    pub computed: Option<TableValue>,
}

/// The result of a verification.
#[derive(Clone, Debug, Default)]
pub struct Verification {
    /// Number of positions checked.
    pub positions: u64,
    /// Number of wrong values.
    pub wrong: u64,
    /// Some of them.
    pub examples: Vec<WrongValue>,
}

/// Number of placement numbers of a table for both sides to move: the total
/// that [`verify`] processes.
///
/// ```
/// use peregrine::{tablebase::{self, Material, Tablebases}, variants};
/// let rules = variants::rules("chess").unwrap();
/// let material = Material::parse(rules, "KQvK").unwrap();
/// // The white King is restricted to one corner, below the diagonal.
/// assert_eq!(tablebase::numbers(&Tablebases::new(rules), &material), 2 * 10 * 64 * 64);
/// ```
pub fn numbers(tables: &Tablebases, material: &Material) -> usize {
    2 * Index::new(tables.rules().geometry(), material).len()
}

/// Checks the values of a table, all or a random sample of about the given
/// size, against those of the positions that legal moves lead to, and reports
/// the number of placements processed. `None` if it was stopped.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use peregrine::{tablebase::{self, Material, Tablebases}, variants};
/// let rules = variants::rules("chess").unwrap();
/// let (tables, stop) = (Tablebases::built_in(rules), AtomicBool::new(false));
/// let material = Material::parse(rules, "KRvK").unwrap();
/// let found = tablebase::verify(&tables, &material, Some(1000), 1, &stop, &|_| ()).unwrap();
/// assert!(found.positions > 100 && found.wrong == 0);
/// ```
pub fn verify(
    tables: &Tablebases,
    material: &Material,
    sample: Option<usize>,
    threads: usize,
    stop: &AtomicBool,
    report: &(dyn Fn(usize) + Sync),
) -> Option<Verification> {
    let index = Index::new(tables.rules().geometry(), material);
    let all = 2 * index.len();
    let numbers = sample.map_or(all, |sample| sample.min(all).next_multiple_of(PIECE));
    let (positions, wrong) = (AtomicU64::new(0), AtomicU64::new(0));
    let examples = Mutex::new(Vec::new());
    let visit = |number: usize| {
        let side = if number < index.len() {
            Color::White
        } else {
            Color::Black
        };
        let number = number % index.len();
        let Some((position, _)) = table::numbered(tables.rules(), material, &index, side, number)
        else {
            return;
        };
        positions.fetch_add(1, Relaxed);
        let (stored, computed) = (tables.probe(&position), computed(tables, &position));
        if stored.is_none() || stored != computed {
            wrong.fetch_add(1, Relaxed);
            if let Ok(mut examples) = examples.lock()
                && examples.len() < TOLD
            {
                examples.push(WrongValue {
                    position,
                    stored,
                    computed,
                });
            }
        }
    };
    let is_stopped = || stop.load(Relaxed);
    let left = run_on_ranges(0..numbers, PIECE, threads, &is_stopped, |numbers| {
        report(numbers.start);
        if sample.is_some() {
            let mut random = Random::new(1, (numbers.start / PIECE) as u64);
            numbers.for_each(|_| visit(random.below(all)));
        } else {
            numbers.for_each(visit);
        }
    });
    left.is_empty().then(|| Verification {
        positions: positions.into_inner(),
        wrong: wrong.into_inner(),
        examples: examples.into_inner().unwrap_or_default(),
    })
}

/// The value that follows from those after each legal move; `None` if one is
/// missing.
fn computed(tables: &Tablebases, position: &Position) -> Option<TableValue> {
    let mut best = None;
    for mv in position.legal_moves() {
        best = best.max(Some(tables.probe_after(position, mv)?));
    }
    Some(best.unwrap_or(match position.is_check() {
        true => TableValue::Loss(0),
        false => TableValue::Draw,
    }))
}

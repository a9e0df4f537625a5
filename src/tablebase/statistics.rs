//! Statistics of a whole table.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::board::color::Color;
use crate::position::Position;

use super::index::Index;
use super::material::Material;
use super::table::{self, color_swapped};
use super::tablebases::Tablebases;
use super::value::TableValue;
use crate::base::parallel::run_on_ranges;

/// Numbers of placements per work unit of a thread.
const PIECE: usize = 1 << 14;

/// Statistics of the positions with one side to move.
#[derive(Clone, Debug, Default)]
pub struct SideStatistics {
    /// Number of positions.
    pub positions: u64,
    /// Number of wins for the side to move.
    pub wins: u64,
    /// Number of losses for the side to move.
    pub losses: u64,
    /// The longest win of the side to move, with an example.
    pub longest_win: Option<(TableValue, Position)>,
    /// The longest loss, with an example.
    pub longest_loss: Option<(TableValue, Position)>,
}

/// Statistics of a table. Positions are counted individually even if a symmetry
/// maps one to another; exchanging equal men makes no difference.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// With the stronger side, White, to move, and with the other side to move.
    pub sides: [SideStatistics; 2],
    /// Number of placements in which each side does worse if it is to move.
    pub zugzwangs: u64,
    /// An example, with the stronger side to move.
    pub zugzwang: Option<Position>,
}

impl Statistics {
    /// The same with colors exchanged and the board color_swapped.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use peregrine::{tablebase::{self, Material, Tablebases}, variants};
    /// let rules = variants::falcon();
    /// let (tables, stop) = (Tablebases::built_in(rules), AtomicBool::new(false));
    /// let material = Material::parse(rules, "KQvK").unwrap();
    /// let found = tablebase::statistics(&tables, &material, 1, &stop, &|_| ()).unwrap();
    /// let wins = found.sides[0].wins;
    /// assert_eq!(found.color_swapped().sides[1].wins, wins);
    /// ```
    #[must_use]
    pub fn color_swapped(self) -> Statistics {
        let of_side = |side: SideStatistics| SideStatistics {
            longest_win: side
                .longest_win
                .map(|(value, at)| (value, color_swapped(&at))),
            longest_loss: side
                .longest_loss
                .map(|(value, at)| (value, color_swapped(&at))),
            ..side
        };
        let [white, black] = self.sides;
        Statistics {
            sides: [of_side(black), of_side(white)],
            zugzwang: self.zugzwang.as_ref().map(color_swapped),
            ..self
        }
    }
}

/// Computes the statistics of a table with several threads, and reports the
/// number of placements processed. `None` if the table is missing or damaged,
/// or the computation was stopped.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use peregrine::{tablebase::{self, Material, Tablebases, TableValue}, variants};
/// let rules = variants::falcon();
/// let (tables, stop) = (Tablebases::built_in(rules), AtomicBool::new(false));
/// let material = Material::parse(rules, "KFvK").unwrap();
/// let found = tablebase::statistics(&tables, &material, 1, &stop, &|_| ()).unwrap();
/// assert_eq!(found.sides[0].longest_win.as_ref().unwrap().0, TableValue::Win(65));
/// ```
pub fn statistics(
    tables: &Tablebases,
    material: &Material,
    threads: usize,
    stop: &AtomicBool,
    report: &(dyn Fn(usize) + Sync),
) -> Option<Statistics> {
    let index = Index::new(tables.rules().geometry(), material);
    let parts = Mutex::new(Vec::new());
    let is_stopped = || stop.load(Relaxed);
    let left = run_on_ranges(0..index.len(), PIECE, threads, &is_stopped, |numbers| {
        report(2 * numbers.start);
        let start = numbers.start;
        let part = of_numbers(tables, material, &index, numbers);
        if let Ok(mut parts) = parts.lock() {
            parts.push((start, part));
        }
    });
    if !left.is_empty() {
        return None;
    }
    let mut parts = parts.into_inner().ok()?;
    // Of several examples, report the first in order, independent of the timing
    // of threads.
    parts.sort_by_key(|(start, _)| *start);
    let mut all = Statistics::default();
    for (_, part) in parts {
        all.add(part?);
    }
    Some(all)
}

fn of_numbers(
    tables: &Tablebases,
    material: &Material,
    index: &Index,
    numbers: std::ops::Range<usize>,
) -> Option<Statistics> {
    let rules = tables.rules();
    let mut statistics = Statistics::default();
    for number in numbers {
        // The winner for either side to move.
        let mut winners = [None; 2];
        let mut of_white = None;
        let mut orbit = 0;
        for side in Color::ALL {
            let Some((position, placement)) = table::numbered(rules, material, index, side, number)
            else {
                continue;
            };
            orbit = index.orbit(&placement) as u64;
            let value = tables.probe(&position)?;
            let winner = value.rank().signum();
            winners[side.index()] = Some(match side {
                Color::White => winner,
                Color::Black => -winner,
            });
            if side == Color::White {
                of_white = Some(position.clone());
            }
            statistics.sides[side.index()].count(value, position, orbit);
        }
        if let [Some(white), Some(black)] = winners
            && white < black
        {
            statistics.zugzwangs += orbit;
            statistics.zugzwang = statistics.zugzwang.or(of_white);
        }
    }
    Some(statistics)
}

impl SideStatistics {
    fn count(&mut self, value: TableValue, position: Position, times: u64) {
        self.positions += times;
        let longest = match value {
            TableValue::Win(_) => {
                self.wins += times;
                &mut self.longest_win
            }
            TableValue::Loss(_) => {
                self.losses += times;
                &mut self.longest_loss
            }
            TableValue::Draw => return,
        };
        take_longer(longest, Some((value, position)));
    }
}

impl Statistics {
    fn add(&mut self, part: Statistics) {
        for (all, side) in self.sides.iter_mut().zip(part.sides) {
            all.positions += side.positions;
            all.wins += side.wins;
            all.losses += side.losses;
            take_longer(&mut all.longest_win, side.longest_win);
            take_longer(&mut all.longest_loss, side.longest_loss);
        }
        self.zugzwangs += part.zugzwangs;
        self.zugzwang = self.zugzwang.take().or(part.zugzwang);
    }
}

fn take_longer(
    longest: &mut Option<(TableValue, Position)>,
    other: Option<(TableValue, Position)>,
) {
    let moves = |example: &Option<(TableValue, Position)>| {
        example.as_ref().and_then(|(value, _)| value.moves())
    };
    if moves(&other) > moves(longest) {
        *longest = other;
    }
}

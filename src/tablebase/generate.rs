//! Generates tables by retrograde analysis: backward from the mates, one ply
//! at a time.
//!
//! First each position is examined on its own, using the engine's legal moves:
//! whether it is mate, how many positions of the same ending can be reached,
//! and what captures and promotions lead to, by the smaller tables. Then, for
//! an increasing number of plies, a position is won if a move leads to a lost
//! one, and lost once all of its moves lead to won ones.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use arrayvec::ArrayVec;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::{Component, PieceKind};
use crate::position::Position;
use crate::position::movegen::{self, MoveClass, MoveList};
use crate::rules::Rules;

use super::build_state::{DoubleStep, State};
use super::index::{Index, Placement};
use super::material::Material;
use super::table::{self, DRAWN, IMPOSSIBLE, Table};
use super::value::TableValue;
use crate::base::parallel::run_on_ranges;

/// Number of positions per work unit of a thread.
const PIECE: usize = 1 << 14;

/// Marks a position that is not lost because of some capture or promotion.
const NEVER_LOST: u8 = u8::MAX;

/// The progress of generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// Plies to mate that are being processed; `None` while positions are set
    /// up.
    pub plies: Option<u16>,
    /// Number of positions set up plus those expanded backward. Drawn
    /// positions are not expanded, so the total may not be reached.
    pub done: usize,
    /// Upper limit of `done`.
    pub all: usize,
}

/// Numbers of the positions reached from, or leading to, a position by one
/// move.
type Numbers = ArrayVec<usize, 256>;

/// The results of all moves of a position.
#[derive(Default)]
struct MoveSummary {
    /// Positions of the same ending, without duplicates.
    quiet: Numbers,
    /// The best value of captures and promotions, for the side to move.
    best: Option<TableValue>,
    /// Double steps that allow en passant captures, by the position they lead
    /// to.
    double_steps: ArrayVec<(usize, TableValue), 4>,
    /// Whether there are no legal moves.
    none: bool,
}

/// Generates a table.
pub(super) struct Generator<'a> {
    rules: &'static Rules,
    material: &'a Material,
    index: Index,
    /// The tables of all endings reached by captures and promotions.
    smaller: &'a [Arc<Table>],
    state: State,
}

impl<'a> Generator<'a> {
    /// Resumes from a state; [`State::new`] is the initial one.
    pub(super) fn new(
        rules: &'static Rules,
        material: &'a Material,
        smaller: &'a [Arc<Table>],
        state: State,
    ) -> Generator<'a> {
        Generator {
            rules,
            material,
            index: Index::new(rules.geometry(), material),
            smaller,
            state,
        }
    }

    /// Works until the table is finished or `pause` returns true; returns
    /// whether it is finished.
    pub(super) fn run(
        &mut self,
        threads: usize,
        pause: &(dyn Fn() -> bool + Sync),
        report: &(dyn Fn(BuildProgress) + Sync),
    ) -> bool {
        let length = self.index.len();
        loop {
            let plies = self.state.plies;
            let visit = |side: Color, number: usize| match plies {
                None => self.initialize_position(side, number),
                Some(plies) => self.retrograde_step(side, number, plies),
            };
            let left = run_on_ranges(self.state.left.clone(), PIECE, threads, pause, |numbers| {
                report(self.progress(numbers.start));
                for n in numbers {
                    if n < length {
                        visit(Color::White, n);
                    } else {
                        visit(Color::Black, n - length);
                    }
                }
            });
            self.state.left = left;
            if !self.state.left.is_empty() {
                return false;
            }
            let next = match plies {
                None => 0,
                Some(plies) => {
                    for side in Color::ALL {
                        self.resolve_double_steps(side, plies);
                    }
                    plies + 1
                }
            };
            if next >= self.state.highest.load(Relaxed) {
                return true;
            }
            self.state.plies = Some(next);
            self.state.left = 0..2 * length;
        }
    }

    /// The current state.
    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// The finished table.
    pub(crate) fn into_table(self) -> Table {
        let codes = self.state.codes;
        Table {
            material: self.material.clone(),
            index: self.index,
            codes: codes.map(|codes| codes.into_iter().map(AtomicU16::into_inner).collect()),
        }
    }

    /// Progress before processing this number.
    fn progress(&self, number: usize) -> BuildProgress {
        let all = 2 * self.index.len();
        BuildProgress {
            plies: self.state.plies,
            done: match self.state.plies {
                None => number,
                Some(_) => all + self.state.settled.load(Relaxed),
            },
            all: 2 * all,
        }
    }

    /// Examines a position on its own.
    fn initialize_position(&self, side: Color, number: usize) {
        let Some((position, placement)) = self.position(side, number) else {
            self.state.codes[side.index()][number].store(IMPOSSIBLE, Relaxed);
            self.state.settled.fetch_add(1, Relaxed);
            return;
        };
        let summary = self.summary(&position, &placement);
        let mut left = summary.quiet.len() + summary.double_steps.len();
        match summary.best {
            Some(TableValue::Draw) => left = NEVER_LOST.into(),
            Some(won @ TableValue::Win(_)) => {
                left = NEVER_LOST.into();
                self.set_value(side, number, won);
            }
            Some(lost @ TableValue::Loss(_)) if left == 0 => self.set_value(side, number, lost),
            Some(TableValue::Loss(_)) => {}
            None if summary.none && position.is_check() => {
                self.set_value(side, number, TableValue::Loss(0));
            }
            None => {}
        }
        self.state.unsettled[side.index()][number]
            .store(left.min(NEVER_LOST.into()) as u8, Relaxed);
        let found = summary.double_steps.into_iter();
        let mut steps = found
            .map(|(to, capture)| DoubleStep {
                from: number,
                to,
                capture,
            })
            .peekable();
        if steps.peek().is_some()
            && let Ok(mut all) = self.state.double_steps[side.index()].lock()
        {
            all.extend(steps);
        }
    }

    /// The position of a number, if it is legal, and its placement.
    fn position(&self, side: Color, number: usize) -> Option<(Position, Placement)> {
        table::numbered(self.rules, self.material, &self.index, side, number)
    }

    /// Evaluates the moves of a position.
    fn summary(&self, position: &Position, placement: &Placement) -> MoveSummary {
        let mut moves = MoveList::new();
        movegen::generate(position, &position.check_info(), MoveClass::All, &mut moves);
        let mut summary = MoveSummary {
            none: moves.is_empty(),
            ..MoveSummary::default()
        };
        let mut arrived = placement.clone();
        for &mv in &moves {
            if changes_material(position, mv) {
                let value = self.smaller_value(position, mv).before();
                summary.best = summary.best.max(Some(value));
                continue;
            }
            for (to, &square) in arrived.iter_mut().zip(placement) {
                *to = if square == mv.from() { mv.to() } else { square };
            }
            let to = self.index.number(&arrived);
            match self.best_en_passant(position, mv) {
                Some(capture) => summary.double_steps.push((to, capture)),
                None => summary.quiet.push(to),
            }
        }
        keep_once(&mut summary.quiet);
        summary
    }

    /// The value after a move that captures or promotes, for the other side.
    fn smaller_value(&self, position: &Position, mv: Move) -> TableValue {
        let mut next = position.clone();
        next.play(mv);
        let Some((material, swapped)) = Material::of_position(&next) else {
            return TableValue::Draw;
        };
        let table = self.smaller.iter().find(|table| table.material == material);
        let (side, placement) = table::placement(&next, &material, swapped);
        // Bare kings have no table.
        table.map_or(TableValue::Draw, |table| table.value(side, &placement))
    }

    /// The best en passant capture that a move allows, if any.
    fn best_en_passant(&self, position: &Position, mv: Move) -> Option<TableValue> {
        if !is_double_step(position, mv) {
            return None;
        }
        let mut next = position.clone();
        next.play(mv);
        next.legal_en_passant()?;
        let captures = next.legal_moves().into_iter();
        captures
            .filter(|mv| mv.kind() == MoveKind::EnPassant)
            .map(|mv| self.smaller_value(&next, mv).before())
            .max()
    }

    /// Stores the value of a position, unless a quicker win is known.
    fn set_value(&self, side: Color, number: usize, value: TableValue) {
        let code = table::code(value);
        self.state.highest.fetch_max(code, Relaxed);
        let better = |known| (known == DRAWN || code < known).then_some(code);
        // Fails if a quicker win is known.
        let _ = self.state.codes[side.index()][number].fetch_update(Relaxed, Relaxed, better);
    }

    /// Updates the predecessors of a position that is decided in this many
    /// plies; ignores other positions.
    fn retrograde_step(&self, side: Color, number: usize, plies: u16) {
        if self.state.codes[side.index()][number].load(Relaxed) != plies + 1 {
            return;
        }
        let Some(placement) = self.index.placement(number) else {
            return;
        };
        let mut before = Numbers::new();
        self.add_predecessors(side, &placement, &mut before);
        keep_once(&mut before);
        for number in before {
            self.settle_if_decided(!side, number, plies);
        }
        self.state.settled.fetch_add(1, Relaxed);
    }

    /// Records that one move of a position leads to one decided in this many
    /// plies.
    fn settle_if_decided(&self, side: Color, number: usize, plies: u16) {
        if self.state.codes[side.index()][number].load(Relaxed) == IMPOSSIBLE {
            return;
        }
        if plies.is_multiple_of(2) {
            self.set_value(side, number, TableValue::Win(plies + 1));
            return;
        }
        let left = &self.state.unsettled[side.index()][number];
        let fewer = |left| (left != NEVER_LOST).then(|| left - 1);
        if left.fetch_update(Relaxed, Relaxed, fewer) != Ok(1) {
            return;
        }
        // A capture or promotion may delay the mate further.
        let longest = self
            .position(side, number)
            .and_then(|(position, placement)| self.summary(&position, &placement).best);
        let value = TableValue::Loss(plies + 1);
        self.set_value(
            side,
            number,
            longest.map_or(value, |longest| value.max(longest)),
        );
    }

    /// Adds the numbers of the placements from which the other side may have
    /// reached this one without a capture or promotion; some may not be legal
    /// positions.
    fn add_predecessors(&self, side: Color, placement: &Placement, numbers: &mut Numbers) {
        let occupied: Bitboard = placement.iter().copied().collect();
        for (n, man) in self.material.men().iter().enumerate() {
            if man.color() == side {
                continue;
            }
            let origins = if man.kind() == PieceKind::PAWN {
                self.pawn_origins(side, placement, n, occupied)
            } else {
                // Attacks are symmetric, whatever the blockers.
                self.rules.attacks(*man, placement[n], occupied) - occupied
            };
            let mut before = placement.clone();
            for origin in origins {
                before[n] = origin;
                numbers.push(self.index.number(&before));
            }
        }
    }

    /// The squares from which a pawn may have stepped here, except for double
    /// steps that allow an en passant capture.
    fn pawn_origins(
        &self,
        side: Color,
        placement: &Placement,
        pawn: usize,
        occupied: Bitboard,
    ) -> Bitboard {
        let rules = self.rules.pawns(!side);
        let to = placement[pawn];
        let mut origins = Bitboard::EMPTY;
        let step = to.offset(-rules.forward);
        if !self.rules.geometry().squares().contains(step) || occupied.contains(step) {
            return origins;
        }
        if !rules.impossible.contains(step) {
            origins |= step.into();
        }
        let double = step.offset(-rules.forward);
        if rules.double_step.contains(double) && !occupied.contains(double) {
            let mut before = placement.clone();
            before[pawn] = double;
            let mut position = table::position(self.rules, self.material, !side, &before);
            position.play(Move::plain(double, to));
            if position.legal_en_passant().is_none() {
                origins |= double.into();
            }
        }
        origins
    }

    /// Settles positions with double steps that allow en passant captures, once
    /// their outcome within this many plies is known.
    fn resolve_double_steps(&self, side: Color, plies: u16) {
        let Ok(mut steps) = self.state.double_steps[side.index()].lock() else {
            return;
        };
        steps.retain(|step| {
            let code = self.state.codes[(!side).index()][step.to].load(Relaxed);
            // Values further away may still change.
            let known = (code != DRAWN && code <= plies + 1).then(|| table::value(code));
            let reached = |value: TableValue| match value {
                TableValue::Win(far) | TableValue::Loss(far) => far <= plies,
                TableValue::Draw => true,
            };
            let decided = match (known, step.capture) {
                (_, TableValue::Win(far)) if far <= plies => true,
                (Some(TableValue::Win(_)), _) => true,
                (Some(TableValue::Loss(_)), capture @ TableValue::Loss(_)) => reached(capture),
                _ => false,
            };
            if decided {
                self.settle_if_decided(side, step.from, plies);
            }
            !decided
        });
    }
}

/// Removes duplicates; the result is sorted.
fn keep_once(numbers: &mut Numbers) {
    numbers.sort_unstable();
    let mut last = None;
    numbers.retain(|number| last.replace(*number) != Some(*number));
}

/// Whether a move is a double step of a pawn.
fn is_double_step(position: &Position, mv: Move) -> bool {
    let forward = position.rules().pawns(position.side_to_move()).forward;
    let double = mv.from().offset(2 * forward) == mv.to();
    double && position.component(Component::Pawn).contains(mv.from())
}

/// Whether a move captures or promotes.
fn changes_material(position: &Position, mv: Move) -> bool {
    mv.promoted_to().is_some()
        || mv.kind() == MoveKind::EnPassant
        || position.occupied().contains(mv.to())
}

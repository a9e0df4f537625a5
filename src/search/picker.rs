//! Staged move picker: promising moves first, generated no earlier than needed.
//!
//! Every legal move is returned exactly once: counting the tree through the
//! picker gives the perft numbers. How the moves are used is up to the search.

use arrayvec::ArrayVec;

use crate::board::moves::Move;
use crate::board::piece::{Piece, PieceKind};
use crate::eval::PieceValues;
use crate::position::movegen::{self, MoveClass, MoveList};
use crate::position::{CheckInfo, CheckSquares, Position};
use crate::search::history::{ContinuationKeys, History};
use crate::search::see;

/// The information by which the picker orders moves.
#[derive(Clone, Copy)]
pub struct Ordering<'a> {
    /// The histories of the thread.
    pub history: &'a History,
    /// Piece values for exchanges.
    pub values: &'a PieceValues,
    /// The moves that led to this position.
    pub continuation_keys: ContinuationKeys,
    /// Quiet moves that refuted siblings.
    pub killers: [Option<Move>; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    Killers,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// The moves of one position, in stages.
pub struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    killers: ArrayVec<Move, 2>,
    noisy_only: bool,
    buffers: Buffers,
    next: usize,
    next_bad: usize,
    filter: QuietFilter,
}

/// The quiet moves that a picker returns.
#[derive(Clone, Debug)]
pub(crate) enum QuietFilter {
    All,
    /// Those that may give check.
    Checks(CheckSquares),
    None,
}

impl QuietFilter {
    #[inline]
    fn passes(&self, position: &Position, mv: Move) -> bool {
        match self {
            QuietFilter::All => true,
            QuietFilter::Checks(checks) => checks.may_give_check(position, mv),
            QuietFilter::None => false,
        }
    }
}

/// The memory of a picker, reused from node to node.
#[derive(Default)]
pub struct Buffers {
    /// The moves of the current stage and their scores.
    moves: Vec<(Move, i32)>,
    /// Noisy moves that lose material in the exchange.
    bad: Vec<Move>,
}

impl MovePicker {
    /// A picker of all legal moves. The table move comes first if it is legal.
    pub(crate) fn new(
        position: &Position,
        check_info: &CheckInfo,
        tt_move: Option<Move>,
        mut buffers: Buffers,
    ) -> MovePicker {
        buffers.bad.clear();
        let tt_move = tt_move.filter(|&mv| movegen::is_legal(position, check_info, mv));
        MovePicker {
            stage: Stage::TableMove,
            tt_move,
            killers: ArrayVec::new(),
            noisy_only: false,
            buffers,
            next: 0,
            next_bad: 0,
            filter: QuietFilter::All,
        }
    }

    /// Returns the memory for the next picker.
    pub(crate) fn into_buffers(self) -> Buffers {
        self.buffers
    }

    /// A picker of captures and promotions that lose nothing in the exchange;
    /// in check, of all legal moves.
    pub(crate) fn quiescence(
        position: &Position,
        check_info: &CheckInfo,
        tt_move: Option<Move>,
        buffers: Buffers,
    ) -> MovePicker {
        let noisy_only = check_info.checkers.is_empty();
        let tt_move = tt_move.filter(|&mv| !noisy_only || position.is_noisy(mv));
        MovePicker {
            noisy_only,
            ..MovePicker::new(position, check_info, tt_move, buffers)
        }
    }

    /// Skips quiet moves that do not pass the filter from now on.
    pub(crate) fn filter_quiets(&mut self, position: &Position, filter: QuietFilter) {
        if self.stage == Stage::Quiet {
            let (next, moves) = (self.next, &mut self.buffers.moves);
            let mut n = 0;
            moves.retain(|&(mv, _)| {
                n += 1;
                n <= next || filter.passes(position, mv)
            });
        }
        self.filter = filter;
    }

    /// The next move, if there is one.
    pub(crate) fn next(
        &mut self,
        position: &Position,
        check_info: &CheckInfo,
        ordering: Ordering<'_>,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateNoisy;
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::GenerateNoisy => {
                    self.fill(position, check_info, MoveClass::Noisy, |mv| {
                        noisy_worth(position, ordering, mv)
                    });
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.best() {
                    Some(mv) if see::gains(position, ordering.values, mv, 0) => return Some(mv),
                    Some(_) if self.noisy_only => {}
                    Some(mv) => self.buffers.bad.push(mv),
                    None if self.noisy_only => self.stage = Stage::Done,
                    None => {
                        self.take_killers(position, check_info, ordering);
                        self.stage = Stage::Killers;
                    }
                },
                Stage::Killers => match self.killers.get(self.next).copied() {
                    Some(mv) => {
                        self.next += 1;
                        if self.filter.passes(position, mv) {
                            return Some(mv);
                        }
                    }
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet if matches!(self.filter, QuietFilter::None) => {
                    self.stage = Stage::BadNoisy;
                }
                Stage::GenerateQuiet => {
                    self.fill(position, check_info, MoveClass::Quiet, |mv| {
                        quiet_worth(position, ordering, mv)
                    });
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::BadNoisy,
                },
                Stage::BadNoisy => match self.buffers.bad.get(self.next_bad).copied() {
                    Some(mv) => {
                        self.next_bad += 1;
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Generates a class of moves and scores them, without moves that were
    /// already returned.
    fn fill(
        &mut self,
        position: &Position,
        check_info: &CheckInfo,
        class: MoveClass,
        worth: impl Fn(Move) -> i32,
    ) {
        let mut list = MoveList::new();
        movegen::generate(position, check_info, class, &mut list);
        self.buffers.moves.clear();
        self.next = 0;
        for &mv in &list {
            let fresh = self.tt_move != Some(mv) && !self.killers.contains(&mv);
            if fresh && (class == MoveClass::Noisy || self.filter.passes(position, mv)) {
                self.buffers.moves.push((mv, worth(mv)));
            }
        }
    }

    /// Removes the best remaining move and returns it.
    fn best(&mut self) -> Option<Move> {
        let rest = self.buffers.moves.get_mut(self.next..)?;
        let (mut best, mut best_worth) = (0, rest.first()?.1);
        for (n, &(_, worth)) in rest.iter().enumerate().skip(1) {
            if worth > best_worth {
                (best, best_worth) = (n, worth);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].0)
    }

    fn take_killers(
        &mut self,
        position: &Position,
        check_info: &CheckInfo,
        ordering: Ordering<'_>,
    ) {
        self.next = 0;
        for mv in ordering.killers.into_iter().flatten() {
            let fresh = self.tt_move != Some(mv) && !self.killers.contains(&mv);
            if fresh && !position.is_noisy(mv) && movegen::is_legal(position, check_info, mv) {
                self.killers.push(mv);
            }
        }
    }
}

/// The kind that a noisy move captures; Pawn if it captures nothing.
#[inline]
pub(crate) fn victim(position: &Position, mv: Move) -> PieceKind {
    position
        .piece_on(mv.to())
        .map_or(PieceKind::PAWN, |piece| piece.kind())
}

fn mover(position: &Position, mv: Move) -> Piece {
    position
        .piece_on(mv.from())
        .expect("a move starts from a piece")
}

/// The score of a move that comes after all others.
const LAST: i32 = i32::MIN / 2;

fn noisy_worth(position: &Position, ordering: Ordering<'_>, mv: Move) -> i32 {
    let gain = position
        .piece_on(mv.to())
        .map_or(0, |piece| ordering.values.of(piece.kind()));
    let promotion = mv.promoted_to().map_or(0, |kind| ordering.values.of(kind));
    let continuation_key = ordering
        .history
        .continuation_key(mover(position, mv), mv.to());
    let remembered = ordering
        .history
        .capture(continuation_key, victim(position, mv));
    16 * (gain + promotion) + remembered / 8
}

fn quiet_worth(position: &Position, ordering: Ordering<'_>, mv: Move) -> i32 {
    if position.fails_promotion(mv) {
        return LAST;
    }
    let continuation_key = ordering
        .history
        .continuation_key(mover(position, mv), mv.to());
    ordering.history.quiet(
        position.side_to_move(),
        mv,
        continuation_key,
        ordering.continuation_keys,
    )
}

/// Counts the leaves of the tree of legal moves, generated by pickers with
/// `hints` as table moves and killers. Serves to verify staged generation.
///
/// ```
/// use peregrine::{position::Position, search::picker::staged_perft, variants};
/// let rules = variants::falcon();
/// assert_eq!(staged_perft(&Position::start(rules), 2, &[]), 576);
/// ```
pub fn staged_perft(position: &Position, depth: u32, hints: &[Move]) -> u64 {
    let history = History::new(position.rules());
    let values = PieceValues::new(position.rules());
    staged(position, depth, hints, &history, &values)
}

fn staged(
    position: &Position,
    depth: u32,
    hints: &[Move],
    history: &History,
    values: &PieceValues,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let hint = |n: usize| hints.get(n).copied();
    let ordering = Ordering {
        history,
        values,
        continuation_keys: [None; 3],
        killers: [hint(1), hint(2)],
    };
    let check_info = position.check_info();
    let mut picker = MovePicker::new(position, &check_info, hint(0), Buffers::default());
    let mut leaves = 0;
    while let Some(mv) = picker.next(position, &check_info, ordering) {
        let mut next = position.clone();
        next.play(mv);
        leaves += staged(&next, depth - 1, hints, history, values);
    }
    leaves
}

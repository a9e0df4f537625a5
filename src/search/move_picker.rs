//! Staged move picker: promising moves first, generated no earlier than needed.
//!
//! Every legal move is returned exactly once: counting the tree through the
//! picker gives the perft numbers. How the moves are used is up to the search.

use arrayvec::ArrayVec;

use crate::board::moves::Move;
use crate::board::piece::PieceKind;
use crate::eval::PieceValues;
use crate::position::movegen::{self, MoveClass, MoveList};
use crate::position::{CheckInfo, CheckSquares, Position};

use super::history::{Histories, PriorMoves};
use super::see::see_ge;

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
pub(super) struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    /// The moves that led to the position.
    prior_moves: PriorMoves,
    /// Quiet moves that refuted siblings; once they were checked, those to return.
    killers: ArrayVec<Move, 2>,
    noisy_only: bool,
    next: usize,
    next_bad: usize,
    filter: QuietFilter,
}

/// The quiet moves that a picker returns.
#[derive(Clone, Debug)]
pub(super) enum QuietFilter {
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

/// The move lists of a picker. Each ply of the search has its own: the pickers of a node,
/// and of the searches inside it at the same ply, fill them one after the other.
#[derive(Default)]
pub(super) struct MoveBuffers {
    /// The moves of the current stage and their scores.
    moves: Vec<(Move, i32)>,
    /// Noisy moves that lose material in the exchange.
    bad: Vec<Move>,
}

impl MovePicker {
    /// A picker of all legal moves. The table move comes first if it is legal.
    #[inline]
    pub(super) fn new(
        position: &Position,
        check_info: &CheckInfo,
        tt_move: Option<Move>,
        prior_moves: PriorMoves,
    ) -> MovePicker {
        let is_legal = |&mv: &Move| movegen::is_legal(position, check_info, mv);
        MovePicker {
            stage: Stage::TableMove,
            tt_move: tt_move.filter(is_legal),
            prior_moves,
            killers: ArrayVec::new(),
            noisy_only: false,
            next: 0,
            next_bad: 0,
            filter: QuietFilter::All,
        }
    }

    /// The same, which returns legal killers before other quiet moves.
    #[inline]
    pub(crate) fn with_killers(self, killers: [Option<Move>; 2]) -> MovePicker {
        MovePicker {
            killers: killers.into_iter().flatten().collect(),
            ..self
        }
    }

    /// A picker of captures and promotions that lose nothing in the exchange;
    /// in check, of all legal moves.
    #[inline]
    pub(super) fn quiescence(
        position: &Position,
        check_info: &CheckInfo,
        tt_move: Option<Move>,
        prior_moves: PriorMoves,
    ) -> MovePicker {
        let noisy_only = check_info.checkers.is_empty();
        let tt_move = tt_move.filter(|&mv| !noisy_only || position.is_noisy(mv));
        MovePicker {
            noisy_only,
            ..MovePicker::new(position, check_info, tt_move, prior_moves)
        }
    }

    /// Whether quiet moves are skipped.
    #[inline]
    pub(crate) fn is_filtered(&self) -> bool {
        !matches!(self.filter, QuietFilter::All)
    }

    /// Skips quiet moves that do not pass the filter from now on.
    pub(crate) fn filter_quiets(
        &mut self,
        buffers: &mut MoveBuffers,
        position: &Position,
        filter: QuietFilter,
    ) {
        if self.stage == Stage::Quiet {
            let mut kept = self.next;
            for n in self.next..buffers.moves.len() {
                if filter.passes(position, buffers.moves[n].0) {
                    buffers.moves.swap(kept, n);
                    kept += 1;
                }
            }
            buffers.moves.truncate(kept);
        }
        self.filter = filter;
    }

    /// The next move, if there is one.
    pub(super) fn next(
        &mut self,
        buffers: &mut MoveBuffers,
        position: &Position,
        check_info: &CheckInfo,
        histories: &Histories,
        values: &PieceValues,
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
                    buffers.bad.clear();
                    self.generate_and_score(
                        buffers,
                        position,
                        check_info,
                        MoveClass::Noisy,
                        |mv| score_noisy(position, histories, values, mv),
                    );
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.pick_best(buffers) {
                    Some(mv) if see_ge(position, values, mv, 0) => return Some(mv),
                    Some(_) if self.noisy_only => {}
                    Some(mv) => buffers.bad.push(mv),
                    None if self.noisy_only => self.stage = Stage::Done,
                    None => {
                        self.retain_legal_killers(position, check_info);
                        self.next = 0;
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
                    let prior_moves = self.prior_moves;
                    self.generate_and_score(
                        buffers,
                        position,
                        check_info,
                        MoveClass::Quiet,
                        |mv| score_quiet(position, histories, prior_moves, mv),
                    );
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.pick_best(buffers) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::BadNoisy,
                },
                Stage::BadNoisy => match buffers.bad.get(self.next_bad).copied() {
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
    fn generate_and_score(
        &mut self,
        buffers: &mut MoveBuffers,
        position: &Position,
        check_info: &CheckInfo,
        class: MoveClass,
        score: impl Fn(Move) -> i32,
    ) {
        let mut list = MoveList::new();
        movegen::generate(position, check_info, class, &mut list);
        buffers.moves.clear();
        self.next = 0;
        for &mv in &list {
            let was_returned = match class {
                MoveClass::Noisy => self.tt_move == Some(mv),
                _ => self.tt_move == Some(mv) || self.killers.contains(&mv),
            };
            let passes = class == MoveClass::Noisy || self.filter.passes(position, mv);
            if !was_returned && passes {
                buffers.moves.push((mv, score(mv)));
            }
        }
    }

    /// Removes the best remaining move and returns it.
    fn pick_best(&mut self, buffers: &mut MoveBuffers) -> Option<Move> {
        let rest = buffers.moves.get_mut(self.next..)?;
        let (mut best, mut best_score) = (0, rest.first()?.1);
        for (n, &(_, score)) in rest.iter().enumerate().skip(1) {
            if score > best_score {
                (best, best_score) = (n, score);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].0)
    }

    /// Drops killers that are not legal here, and those returned before.
    fn retain_legal_killers(&mut self, position: &Position, check_info: &CheckInfo) {
        let tt_move = self.tt_move;
        self.killers.retain(|&mut mv| {
            tt_move != Some(mv)
                && !position.is_noisy(mv)
                && movegen::is_legal(position, check_info, mv)
        });
        if let [first, second] = self.killers[..]
            && first == second
        {
            self.killers.pop();
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

/// The score of a move that comes after all others.
const LAST: i32 = i32::MIN / 2;

fn score_noisy(position: &Position, histories: &Histories, values: &PieceValues, mv: Move) -> i32 {
    let gain = position
        .piece_on(mv.to())
        .map_or(0, |piece| values.value(piece.kind()));
    let promotion = mv.promoted_to().map_or(0, |kind| values.value(kind));
    16 * (gain + promotion) + histories.capture_score(position, mv) / 8
}

fn score_quiet(
    position: &Position,
    histories: &Histories,
    prior_moves: PriorMoves,
    mv: Move,
) -> i32 {
    if position.fails_promotion(mv) {
        return LAST;
    }
    histories.quiet_score(position, mv, prior_moves)
}

/// Counts the leaves of the tree of legal moves, generated by pickers with
/// `hints` as table moves and killers. Serves to verify staged generation.
///
/// ```
/// use peregrine::{position::Position, search::move_picker::staged_perft, variants};
/// let rules = variants::falcon();
/// assert_eq!(staged_perft(&Position::start(rules), 2, &[]), 576);
/// ```
pub fn staged_perft(position: &Position, depth: u32, hints: &[Move]) -> u64 {
    let histories = Histories::new(position.rules());
    let values = PieceValues::new(position.rules());
    staged(position, depth, hints, &histories, &values)
}

fn staged(
    position: &Position,
    depth: u32,
    hints: &[Move],
    histories: &Histories,
    values: &PieceValues,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let hint = |n: usize| hints.get(n).copied();
    let check_info = position.check_info();
    let mut buffers = MoveBuffers::default();
    let mut picker =
        MovePicker::new(position, &check_info, hint(0), [None; 3]).with_killers([hint(1), hint(2)]);
    let mut leaves = 0;
    while let Some(mv) = picker.next(&mut buffers, position, &check_info, histories, values) {
        let mut child = position.clone();
        child.play(mv);
        leaves += staged(&child, depth - 1, hints, histories, values);
    }
    leaves
}

//! One thread of the search: its memory, its root, iterative deepening.

use std::sync::Arc;
use std::time::Duration;

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::board::piece::Piece;
use crate::eval::network::Network;
use crate::eval::{Accumulator, Evaluator, PieceValues};
use crate::position::game::Game;
use crate::position::{CheckInfo, Position};
use crate::rules::Rules;
use crate::search::history::{ContinuationKey, History};
use crate::search::picker::Buffers;
use crate::search::score::{self, INFINITE, MAX_PLY, Score, Value};
use crate::search::tt::{Bound, TranspositionTable, TtEntry};
use crate::tablebase::Tablebases;

use super::correction::Corrections;
use super::limits::hundredths;
use super::node_type::Root;
use super::parameters::{Parameters, TimeParameters};
use super::shared_state::FIRST_REPORTS;
use super::{Budget, Control, EvaluationNoise, Limits, ScoreBound, SharedState, Tunables};

/// How many plies beyond the depth of an entry its mate may be: extensions see
/// further.
const MATE_BEYOND: i32 = 12;

/// The first depth may take so many nodes and so long even if the limits are
/// lower, for only then is there a move that was chosen. On boards full of long
/// sliders it has no end of its own: each capture opens others.
const FIRST_DEPTH_NODES: u64 = 20_000;
const FIRST_DEPTH_TIME: Duration = Duration::from_millis(20);

/// What all workers of one search share.
pub(crate) struct Context {
    pub position: Position,
    pub table: Arc<TranspositionTable>,
    pub tablebases: Arc<Tablebases>,
    pub control: Arc<Control>,
    pub shared: SharedState,
    pub limits: Limits,
    pub budget: Option<Budget>,
    pub lines: usize,
}

/// A position with all that the search wants to know about it at once.
pub(super) struct Node {
    pub position: Position,
    pub accumulator: Accumulator,
    pub check_info: CheckInfo,
}

/// What is remembered of a ply of the current line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StackEntry {
    /// The piece that made the move of this ply, arriving; none for a null move.
    pub continuation_key: Option<ContinuationKey>,
    pub evaluation: Option<Value>,
    pub killers: [Option<Move>; 2],
    /// The move of this ply, if it is quiet.
    pub quiet: Option<Move>,
    /// The move left out of the search, to see what the others are worth.
    pub excluded: Option<Move>,
    /// How many nodes of this ply have been cut off since the node two plies
    /// above was entered.
    pub cutoffs: u32,
    /// How many moves of the line have been extended by two plies.
    pub double_extensions: u32,
    /// Plies since the last null move.
    pub since_null: u16,
    /// Plies since the last move after which nothing before it can come again;
    /// kept only where Pawns step sideways.
    pub reversible: u16,
}

/// A move at the root and what the search has found out about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    pub value: Value,
    pub previous: Value,
    pub selective_depth: usize,
    pub nodes: u64,
    pub pv: Vec<Move>,
}

impl RootMove {
    /// What the move is worth; of one that the current depth has only shown to be
    /// worse than others, what it was worth at the last.
    pub(super) fn worth(&self) -> Value {
        match self.value {
            value if value > -INFINITE => value,
            _ => self.previous.max(-score::MATE),
        }
    }
}

/// One thread's memory, kept from search to search of a game.
pub(crate) struct Worker {
    pub(super) rules: &'static Rules,
    pub(super) evaluator: Evaluator,
    pub(super) values: PieceValues,
    pub(super) history: History,
    pub(super) corrections: Corrections,
    /// Those of the current iteration.
    pub(super) parameters: Parameters,
    usual: Parameters,
    shallow: Parameters,
    shallow_depth: i32,
    time: TimeParameters,
    /// How it misjudges positions, if it is not to play at full strength.
    pub(super) noise: Option<EvaluationNoise>,
    pub(super) stack: Vec<StackEntry>,
    pub(super) pvs: Vec<Vec<Move>>,
    /// Keys of the game's positions, then of the current line's.
    pub(super) keys: Vec<u64>,
    pub(super) root_keys: usize,
    /// Whether Pawns step sideways, so that a Pawn's move can be taken back.
    pub(super) pawns_return: bool,
    /// Memory for move lists that no node uses now.
    pub(super) pool: Vec<Buffers>,
    pub(super) root_moves: Vec<RootMove>,
    /// The line that is being searched, of those asked for.
    pub(super) line: usize,
    pub(super) root_depth: i32,
    /// Whether tables know what every move at the root leads to.
    pub(super) is_known: bool,
    pub(super) completed_depth: u32,
    /// For how many depths the best move has stayed the same.
    stability: u32,
    pub(super) selective_depth: usize,
    pub(super) nodes: u64,
    pub(super) tablebase_hits: u64,
    pub(super) thread: usize,
    pub(super) stopped: bool,
}

impl Worker {
    /// A worker that evaluates with the network, if there is one, and else by the
    /// weights. The network must be for the game.
    pub fn new(
        rules: &'static Rules,
        tunables: &Tunables,
        network: Option<&Arc<Network>>,
    ) -> Worker {
        let mut evaluator = Evaluator::with_weights(rules, &tunables.evaluation);
        evaluator.set_network(network.cloned(), MAX_PLY + 2);
        Worker {
            rules,
            values: evaluator.piece_values(),
            evaluator,
            history: History::new(rules),
            corrections: Corrections::new(),
            parameters: tunables.search.clone(),
            usual: tunables.search.clone(),
            shallow: tunables.shallow.clone(),
            shallow_depth: tunables.shallow_depth,
            time: tunables.time.clone(),
            noise: None,
            stack: vec![StackEntry::default(); MAX_PLY + 3],
            pvs: vec![Vec::new(); MAX_PLY + 2],
            keys: Vec::new(),
            root_keys: 0,
            pawns_return: rules.pawns(Color::White).sideways.any(),
            pool: Vec::new(),
            root_moves: Vec::new(),
            line: 0,
            root_depth: 0,
            is_known: false,
            completed_depth: 0,
            stability: 0,
            selective_depth: 0,
            nodes: 0,
            tablebase_hits: 0,
            thread: 0,
            stopped: false,
        }
    }

    /// About how many bytes one takes, all in all.
    pub fn memory(rules: &Rules) -> usize {
        History::memory(rules) + (4 << 20)
    }

    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Forgets what earlier searches have left.
    pub fn clear(&mut self) {
        self.history.clear();
        self.corrections = Corrections::new();
    }

    /// Makes ready to search these moves of a game's position as the thread of that
    /// number.
    pub fn prepare(
        &mut self,
        game: &Game,
        root_moves: &[Move],
        noise: Option<EvaluationNoise>,
        thread: usize,
    ) {
        let root_move = |&mv: &Move| RootMove {
            mv,
            value: -INFINITE,
            previous: -INFINITE,
            selective_depth: 0,
            nodes: 0,
            pv: vec![mv],
        };
        self.root_moves = root_moves.iter().map(root_move).collect();
        self.keys.clear();
        self.keys.extend(game.keys());
        self.root_keys = self.keys.len();
        self.stack.fill(StackEntry::default());
        self.stack[0].since_null = u16::MAX / 2;
        self.stack[0].reversible = self.root_keys.min(usize::from(u16::MAX / 2)) as u16;
        self.completed_depth = 0;
        self.stability = 0;
        self.nodes = 0;
        self.tablebase_hits = 0;
        self.noise = noise;
        self.thread = thread;
        self.stopped = false;
    }

    /// Searches deeper and deeper until a limit is reached, and reports what it is
    /// the first of its shared to find.
    pub fn run(&mut self, context: &Context) {
        let position = &context.position;
        let root = Node {
            position: position.clone(),
            accumulator: self.evaluator.accumulator(position),
            check_info: position.check_info(),
        };
        if self.root_moves.is_empty() {
            return;
        }
        self.evaluator.begin(position);
        let most = MAX_PLY as u32 / 2;
        self.is_known = self.knows_all(context);
        let deepest = match self.is_known {
            // A deeper search would tell the same.
            true => 1,
            false => context.limits.depth.unwrap_or(most).clamp(1, most),
        };
        let next = |worker: &Worker| {
            context
                .shared
                .next_depth(worker.thread, worker.completed_depth, deepest)
        };
        while let Some(depth) = next(self) {
            self.search_depth(context, &root, depth);
            if self.stopped {
                break;
            }
            let lines = context.lines.min(self.root_moves.len());
            let found = (0..lines).map(|line| self.info(context, depth, line, ScoreBound::Exact));
            let is_first = context.shared.complete(depth, found);
            if is_first && (depth == deepest || self.is_enough(context)) {
                context.shared.set_enough();
            }
            if context.shared.has_enough() && !context.control.pondering() {
                break;
            }
        }
        // What an unfinished depth has found to be better is better.
        self.root_moves.sort_by_key(|root_move| -root_move.value);
        self.show_counts(context);
    }

    /// All lines at one depth, as far as the search is not stopped.
    fn search_depth(&mut self, context: &Context, root: &Node, depth: u32) {
        self.root_depth = depth as i32;
        let is_shallow = self.root_depth <= self.shallow_depth && self.noise.is_none();
        let parameters = if is_shallow {
            &self.shallow
        } else {
            &self.usual
        };
        self.parameters.clone_from(parameters);
        let best_before = self.root_moves[0].mv;
        for root_move in &mut self.root_moves {
            root_move.previous = root_move.value;
        }
        for line in 0..context.lines.min(self.root_moves.len()) {
            self.line = line;
            self.selective_depth = 0;
            self.aspirate(context, root);
            if self.stopped {
                return;
            }
            self.root_moves[..=line].sort_by_key(|root_move| -root_move.value);
        }
        self.completed_depth = depth;
        self.stability = if best_before == self.root_moves[0].mv {
            self.stability + 1
        } else {
            0
        };
        self.show_counts(context);
    }

    /// One line at one depth, with a window around the last score that is
    /// widened for as long as the score falls outside.
    fn aspirate(&mut self, context: &Context, root: &Node) {
        let previous = self.root_moves[self.line].previous;
        let mut width = self.parameters.aspiration_window;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.root_depth >= self.parameters.aspiration_depth && !score::is_mate(previous) {
            (alpha, beta) = (previous - width, previous + width);
        }
        let mut reduction = 0;
        loop {
            let depth = (self.root_depth - reduction).max(1);
            let value = self.search::<Root>(context, root, alpha, beta, depth, 0, false);
            if self.stopped {
                return;
            }
            self.root_moves[self.line..].sort_by_key(|root_move| -root_move.value);
            if value <= alpha {
                self.report_bound(context, ScoreBound::AtMost);
                beta = (alpha + beta) / 2;
                alpha = (value - width).max(-INFINITE);
                reduction = 0;
            } else if value >= beta {
                self.report_bound(context, ScoreBound::AtLeast);
                beta = (value + width).min(INFINITE);
                reduction = (reduction + 1).min(3);
            } else {
                return;
            }
            width += width / 2;
            if width > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether a completed depth has found what was looked for, or there is no time for
    /// another.
    fn is_enough(&self, context: &Context) -> bool {
        let best = &self.root_moves[0];
        if let Some(wanted) = context.limits.mate
            && let Score::Mate(found) = Score::from(best.value)
        {
            // Who is mated mates nobody. For a mate that is too slow a quicker one is
            // looked for, but only so long: what a search has pruned it does not see
            // until it is much deeper.
            let depth = self.root_depth as u32;
            if found <= wanted.min(i32::MAX as u32) as i32
                || depth >= found.unsigned_abs().saturating_mul(4).max(20)
            {
                return true;
            }
        }
        let Some(budget) = context.budget else {
            return false;
        };
        if context.limits.move_time.is_some() {
            return false;
        }
        let effort = best.nodes * 100 / self.nodes.max(1);
        let is_only_move = self.root_moves.len() == 1;
        let share = self.time.share(self.stability, effort, is_only_move);
        let enough = hundredths(budget.soft, share).min(budget.hard);
        self.elapsed(context) >= enough
    }

    /// Time as the limits count it.
    fn elapsed(&self, context: &Context) -> Duration {
        match context.limits.nodes_per_second {
            Some(rate) => Duration::from_secs_f64(self.nodes as f64 / rate.max(1) as f64),
            None => context.control.elapsed(),
        }
    }

    /// Counts a node and now and then looks whether the search has to end.
    #[inline]
    pub(super) fn count_node(&mut self, context: &Context) {
        self.nodes += 1;
        if let Some(limit) = context.limits.nodes
            && self.nodes >= self.at_least(limit, FIRST_DEPTH_NODES)
        {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(512) {
            self.look_up(context);
        }
    }

    /// Lets others see how much has been done.
    pub(super) fn show_counts(&self, context: &Context) {
        let control = &context.control;
        control.set_counts(self.thread, self.nodes, self.tablebase_hits);
    }

    #[cold]
    fn look_up(&mut self, context: &Context) {
        let control = &context.control;
        self.show_counts(context);
        control.wait_while_paused();
        if context.shared.holds_reports() && control.elapsed() >= FIRST_REPORTS {
            context.shared.pass_on_reports();
        }
        if control.stopped() || (context.shared.has_enough() && !control.pondering()) {
            self.stopped = true;
        }
        // The others go on for as long as the first does.
        if self.thread > 0 {
            return;
        }
        let time_is_up = context.budget.is_some_and(|budget| {
            let hard = self.at_least(budget.hard, FIRST_DEPTH_TIME);
            !control.pondering() && self.elapsed(context) >= hard
        });
        let nodes_are_up = context
            .limits
            .nodes
            .is_some_and(|nodes| control.nodes() >= self.at_least(nodes, FIRST_DEPTH_NODES));
        if time_is_up || nodes_are_up {
            self.stopped = true;
        }
    }

    /// A limit, but not below that of the first depth while it lasts.
    fn at_least<T: Ord>(&self, limit: T, of_first_depth: T) -> T {
        if self.completed_depth > 0 {
            limit
        } else {
            limit.max(of_first_depth)
        }
    }

    /// What the table has about a position, without a bound if it is not to be
    /// believed.
    #[inline]
    pub(super) fn probe(
        &self,
        context: &Context,
        position: &Position,
        ply: usize,
    ) -> Option<TtEntry> {
        let mut entry = context.table.probe(position.key(), ply)?;
        if score::is_mate(entry.value) && !is_credible(entry, ply, position.halfmove_clock()) {
            entry.bound = Bound::None;
        }
        Some(entry)
    }

    /// Memory for a node's move lists.
    pub(super) fn buffers(&mut self) -> Buffers {
        self.pool.pop().unwrap_or_default()
    }

    /// The child that a move at this ply leads to.
    pub(super) fn child(&mut self, context: &Context, node: &Node, mv: Move, ply: usize) -> Node {
        context.table.prefetch(node.position.key_after(mv));
        let mut position = node.position.clone();
        let mut accumulator = node.accumulator;
        position.play_observed(mv, &mut self.evaluator.go_down(&mut accumulator, ply));
        let check_info = position.check_info();
        Node {
            position,
            accumulator,
            check_info,
        }
    }

    /// The moving piece on its new square.
    #[inline]
    pub(super) fn continuation_key(
        &self,
        position: &Position,
        mv: Move,
    ) -> Option<ContinuationKey> {
        let piece: Piece = position.piece_on(mv.from())?;
        Some(self.history.continuation_key(piece, mv.to()))
    }

    /// Whether the position repeats: once within the searched line, or twice
    /// with the game before it.
    pub(super) fn is_repetition(&self, position: &Position, ply: usize) -> bool {
        let before = &self.stack[ply];
        let reversible = if self.pawns_return {
            before.reversible
        } else {
            position.halfmove_clock()
        };
        let reach = usize::from(reversible.min(before.since_null));
        let here = self.keys.len();
        let mut seen = 0;
        for back in (4..=reach.min(here)).step_by(2) {
            if self.keys[here - back] == position.key() {
                seen += 1;
                if back <= here - self.root_keys || seen == 2 {
                    return true;
                }
            }
        }
        false
    }
}

/// Whether a mate that the table promises can be believed. Entries that were
/// made from other entries, of positions that come again, may promise each
/// other's mates later and later and for ever: one that is further away than the
/// entry's own search could see, or than the fifty moves allow, proves nothing.
fn is_credible(entry: TtEntry, ply: usize, halfmoves: u16) -> bool {
    let plies = score::MATE - entry.value.abs() - ply as Value;
    let seen = entry.depth + MATE_BEYOND;
    let allowed = 100 - i32::from(halfmoves);
    plies <= seen.min(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_believed_as_far_as_its_search_saw_and_the_fifty_moves_allow() {
        let credible = |plies: usize, depth, ply, halfmoves| {
            let value = score::mate_in(ply + plies);
            [value, -value].map(|value| {
                let entry = TtEntry {
                    mv: None,
                    value,
                    evaluation: 0,
                    depth,
                    bound: Bound::Lower,
                    pv: false,
                };
                is_credible(entry, ply, halfmoves)
            })
        };
        assert_eq!(credible(12, 0, 3, 0), [true; 2]);
        assert_eq!(credible(13, 0, 3, 0), [false; 2]);
        assert_eq!(credible(31, 20, 7, 69), [true; 2]);
        assert_eq!(credible(31, 20, 7, 70), [false; 2]);
    }
}

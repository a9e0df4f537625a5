//! One thread of the search: its memory and its root.

use std::sync::Arc;

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::eval::network::Network;
use crate::eval::{EvalState, Evaluator, PieceValues};
use crate::position::game::Game;
use crate::position::{CheckInfo, Position};
use crate::rules::Rules;
use crate::tablebase::Tablebases;

use super::history::{CorrectionHistory, CorrectionIndices, Histories, PieceTo};
use super::move_picker::MoveBuffers;
use super::parameters::{Parameters, TimeParameters};
use super::root::RootState;
use super::score::{self, MAX_PLY, Value};
use super::tt::{Bound, TranspositionTable, TtEntry};
use super::{Budget, EvaluationNoise, Limits, Signals, ThreadCoordination, Tunables};

/// How many plies beyond the depth of an entry its mate may be: extensions see
/// further.
const MATE_BEYOND: i32 = 12;

/// What all workers of one search share.
pub(crate) struct Context {
    pub(crate) position: Position,
    pub(crate) table: Arc<TranspositionTable>,
    pub(crate) tablebases: Arc<Tablebases>,
    pub(crate) signals: Arc<Signals>,
    pub(crate) threads: ThreadCoordination,
    pub(crate) limits: Limits,
    pub(crate) budget: Option<Budget>,
    /// The number of lines to search (MultiPV).
    pub(crate) lines: usize,
}

/// A position in the tree, with what every visit to it needs.
pub(super) struct Node {
    pub position: Position,
    pub(crate) eval_state: EvalState,
    pub check_info: CheckInfo,
    /// The indices into the correction history.
    pub(crate) correction_indices: CorrectionIndices,
    /// Plies from the root.
    pub ply: usize,
}

impl Node {
    #[inline(always)]
    pub(crate) fn in_check(&self) -> bool {
        self.check_info.checkers.any()
    }
}

/// What is remembered of a ply of the current line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StackEntry {
    /// The piece that made the move of this ply, and its target; none for a null move.
    pub(crate) piece_to: Option<PieceTo>,
    pub(crate) static_eval: Option<Value>,
    pub(crate) killers: [Option<Move>; 2],
    /// The move of this ply, if it is quiet.
    pub quiet: Option<Move>,
    /// The move that a singular search leaves out.
    pub excluded: Option<Move>,
    /// How many nodes of this ply have been cut off since the node two plies
    /// above was entered.
    pub(crate) cutoffs: u32,
    /// How many moves of the line have been extended by two plies.
    pub(crate) double_extensions: u32,
    /// Plies since the last null move.
    pub(crate) since_null: u16,
    /// Plies since the last move after which nothing before it can come again;
    /// kept only where Pawns step sideways.
    pub(crate) reversible: u16,
}

/// One thread's memory, kept from search to search of a game.
pub(crate) struct Worker {
    pub(super) rules: &'static Rules,
    /// The running search.
    context: Option<Arc<Context>>,
    pub(super) evaluator: Evaluator,
    pub(super) values: PieceValues,
    pub(super) histories: Histories,
    pub(super) corrections: CorrectionHistory,
    /// Those of the current iteration.
    pub(super) parameters: Parameters,
    pub(super) deep_parameters: Parameters,
    pub(super) shallow_parameters: Parameters,
    pub(super) shallow_depth: i32,
    pub(super) time: TimeParameters,
    /// The evaluation noise, if it plays below full strength.
    pub(super) noise: Option<EvaluationNoise>,
    pub(super) stack: Vec<StackEntry>,
    pub(super) pvs: Vec<Vec<Move>>,
    /// Keys of the game's positions, then of the current line's.
    pub(super) keys: Vec<u64>,
    pub(super) root_keys: usize,
    /// Whether the side to move was in check in each of these positions; only where
    /// `repetition_is_special`.
    pub(super) checks: Vec<bool>,
    /// Whether a repetition can mean something else than a draw.
    pub(super) repetition_is_special: bool,
    /// Whether Pawns step sideways, so that a Pawn's move can be taken back.
    pub(super) pawns_return: bool,
    /// The move lists of each ply.
    pub(super) move_buffers: Vec<MoveBuffers>,
    pub(super) root: RootState,
    pub(super) selective_depth: usize,
    pub(super) nodes: u64,
    pub(super) tablebase_hits: u64,
    pub(super) thread: usize,
    pub(super) stopped: bool,
}

impl Worker {
    /// A worker that evaluates with the network, if there is one, and else by the
    /// weights. The network must be for the variant.
    pub(crate) fn new(
        rules: &'static Rules,
        tunables: &Tunables,
        network: Option<&Arc<Network>>,
    ) -> Worker {
        let mut evaluator = Evaluator::with_weights(rules, &tunables.evaluation);
        evaluator.set_network(network.cloned(), MAX_PLY + 2);
        Worker {
            rules,
            context: None,
            values: evaluator.piece_values(),
            evaluator,
            histories: Histories::new(rules),
            corrections: CorrectionHistory::new(),
            parameters: tunables.search.clone(),
            deep_parameters: tunables.search.clone(),
            shallow_parameters: tunables.shallow.clone(),
            shallow_depth: tunables.shallow_depth,
            time: tunables.time.clone(),
            noise: None,
            stack: vec![StackEntry::default(); MAX_PLY + 3],
            pvs: vec![Vec::new(); MAX_PLY + 2],
            keys: Vec::new(),
            root_keys: 0,
            checks: Vec::new(),
            repetition_is_special: !rules.ends().has_usual_repetition(),
            pawns_return: rules.pawns(Color::White).sideways.any(),
            move_buffers: std::iter::repeat_with(MoveBuffers::default)
                .take(MAX_PLY + 1)
                .collect(),
            root: RootState::default(),
            selective_depth: 0,
            nodes: 0,
            tablebase_hits: 0,
            thread: 0,
            stopped: false,
        }
    }

    /// Approximate size of one worker in bytes.
    pub(crate) fn memory(rules: &Rules) -> usize {
        Histories::memory(rules) + (4 << 20)
    }

    pub(crate) fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Forgets what earlier searches have left.
    pub(crate) fn clear(&mut self) {
        self.histories.clear();
        self.corrections = CorrectionHistory::new();
    }

    /// Prepares a search of these moves of a game's position as the thread with this
    /// number.
    pub(crate) fn prepare(
        &mut self,
        game: &Game,
        root_moves: &[Move],
        noise: Option<EvaluationNoise>,
        thread: usize,
    ) {
        self.root = RootState::new(root_moves);
        self.keys.clear();
        self.keys.extend(game.keys());
        self.root_keys = self.keys.len();
        self.checks.clear();
        if self.repetition_is_special {
            self.checks
                .extend(game.turns().map(|(position, _)| position.is_check()));
        }
        self.stack.fill(StackEntry::default());
        self.stack[0].since_null = u16::MAX / 2;
        self.stack[0].reversible = self.root_keys.min(usize::from(u16::MAX / 2)) as u16;
        self.nodes = 0;
        self.tablebase_hits = 0;
        self.noise = noise;
        self.thread = thread;
        self.stopped = false;
    }

    /// Whether a slice has ended before the search.
    pub(crate) fn is_suspended(&self) -> bool {
        self.root.is_suspended
    }

    /// Ends a search that is suspended.
    pub(crate) fn end_suspended(&mut self) {
        if std::mem::take(&mut self.root.is_suspended) {
            self.root.sort_from(0);
        }
    }

    /// Sets the search that the worker takes part in, or none when it ends.
    pub(super) fn set_context(&mut self, context: Option<Arc<Context>>) {
        self.context = context;
    }

    /// What the worker shares with the others of the running search.
    #[inline(always)]
    pub(super) fn context(&self) -> &Context {
        self.context.as_deref().expect("a search is running")
    }

    /// Probes the transposition table. Implausible mate scores lose their bound.
    #[inline]
    pub(super) fn probe_table(&self, node: &Node) -> Option<TtEntry> {
        let position = &node.position;
        let mut entry = self.context().table.probe(position.key(), node.ply)?;
        if score::is_mate(entry.value)
            && !is_plausible_mate(entry, node.ply, position.moves_to_limit())
        {
            entry.bound = Bound::None;
        }
        Some(entry)
    }

    /// Stores an entry in the transposition table.
    #[inline]
    pub(super) fn store(&self, node: &Node, entry: TtEntry) {
        let key = node.position.key();
        self.context().table.store(key, node.ply, entry);
    }
}

/// Whether a mate score from the table is plausible. In cycles of positions, entries can
/// support each other's mates indefinitely. A mate farther than the entry's depth plus
/// [`MATE_BEYOND`], or than the fifty-move rule allows, is ignored.
fn is_plausible_mate(entry: TtEntry, ply: usize, allowed: i32) -> bool {
    let plies = score::MATE - entry.value.abs() - ply as Value;
    let seen = entry.depth + MATE_BEYOND;
    plies <= seen.min(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_plausible_as_far_as_its_search_saw_and_the_fifty_moves_allow() {
        let plausible = |plies: usize, depth, ply, halfmoves: i32| {
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
                is_plausible_mate(entry, ply, 100 - halfmoves)
            })
        };
        assert_eq!(plausible(12, 0, 3, 0), [true; 2]);
        assert_eq!(plausible(13, 0, 3, 0), [false; 2]);
        assert_eq!(plausible(31, 20, 7, 69), [true; 2]);
        assert_eq!(plausible(31, 20, 7, 70), [false; 2]);
    }
}

//! Singular extensions: the table's move is searched deeper if it is the only good one.

use crate::board::moves::Move;

use super::node_context::NodeContext;
use super::node_type::{NodeType, NonPv};
use super::score::{self, Value};
use super::tt::{Bound, TtEntry};
use super::window::Window;
use super::worker::Worker;

/// How many moves of one line may be extended by two plies.
const MAX_DOUBLE_EXTENSIONS: u32 = 7;

/// The result of a search without the table's move.
pub(super) enum SingularResult {
    /// How many plies deeper the move is searched.
    Extension(i32),
    /// Another move exceeds beta as well, so the node is cut off with this value.
    Multicut(Value),
}

impl Worker {
    /// How many plies deeper a move is searched because the others are worse; none unless
    /// it is the table's move.
    #[inline(always)]
    pub(super) fn singular_extension<K: NodeType>(
        &mut self,
        context: &NodeContext,
        mv: Move,
    ) -> SingularResult {
        match context.entry {
            Some(entry)
                if !K::ROOT
                    && context.tt_move == Some(mv)
                    && self.may_be_singular(context, entry) =>
            {
                self.singular_search::<K>(context, entry)
            }
            _ => SingularResult::Extension(0),
        }
    }

    /// Whether the move of a table's entry is worth a singular search.
    #[inline]
    fn may_be_singular(&self, context: &NodeContext, entry: TtEntry) -> bool {
        context.depth >= self.parameters.singular_depth
            && context.excluded.is_none()
            && entry.depth >= context.depth - self.parameters.singular_entry
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !score::is_mate(entry.value)
            && self.may_extend(context.node.ply)
    }

    /// Singular search: is every other move worse than the table's by a margin?
    fn singular_search<K: NodeType>(
        &mut self,
        context: &NodeContext,
        entry: TtEntry,
    ) -> SingularResult {
        let &NodeContext {
            node,
            depth,
            expectation,
            ..
        } = context;
        let ply = node.ply;
        let beta = context.window.beta;
        let singular_beta = entry.value - self.parameters.singular_margin * depth / 2;
        // The search inside uses the same ply.
        let saved = self.stack[ply];
        self.stack[ply].excluded = entry.mv;
        let window = Window::null(singular_beta - 1);
        let value = self.search::<NonPv>(node, window, (depth - 1) / 2, expectation);
        self.stack[ply] = saved;
        self.pvs[ply].clear();
        if value < singular_beta {
            let stands_out = !K::PV && value < singular_beta - self.parameters.double_margin;
            let is_double = stands_out && self.stack[ply].double_extensions < MAX_DOUBLE_EXTENSIONS;
            return SingularResult::Extension(if is_double { 2 } else { 1 });
        }
        if singular_beta >= beta && !K::PV {
            return SingularResult::Multicut(singular_beta);
        }
        // Negative extensions
        SingularResult::Extension(if entry.value >= beta {
            -2
        } else if expectation.is_cut() {
            -1
        } else {
            0
        })
    }

    /// Whether a line may be extended at this ply: not beyond twice the depth of the
    /// iteration.
    #[inline(always)]
    pub(super) fn may_extend(&self, ply: usize) -> bool {
        ply < 2 * self.root.depth as usize
    }
}

//! What is known about a node before its moves are searched.

use crate::board::moves::Move;

use super::node_type::NodeExpectation;
use super::static_eval::Eval;
use super::tt::TtEntry;
use super::window::Window;
use super::worker::Node;

/// A node, and what is known about it before its moves are searched.
pub(super) struct NodeContext<'a> {
    pub node: &'a Node,
    pub window: Window,
    pub depth: i32,
    pub(crate) expectation: NodeExpectation,
    pub entry: Option<TtEntry>,
    pub(crate) tt_move: Option<Move>,
    /// The move that a singular search leaves out.
    pub excluded: Option<Move>,
    /// None in check.
    pub eval: Option<Eval>,
    /// Whether the side to move stands better than at its last turn.
    pub(crate) improving: bool,
    pub(crate) pruning_allowed: bool,
    /// Whether the node is or was in the principal variation.
    pub(crate) tt_pv: bool,
    /// Whether the table's move is a capture or a promotion.
    pub(crate) tt_noisy: bool,
}

//! A game as the page keeps it over a reload, a crash, or a restart of the server.

use serde::{Deserialize, Serialize};

use crate::notation::coordinate;
use crate::notation::parse_coordinate;
use crate::notation::pgn::{GameTree, NodeId, ROOT};
use crate::position::Position;

use crate::web::messages::{OpenLesson, Players, ResultView, Start, TimeControl};
use crate::web::refusal::Refusal;

use super::clock::Clocks;

/// All that belongs to a game. Nodes are numbered in the order of `moves`, from 1; 0 is the
/// start position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SavedGame {
    pub start: Start,
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// The comment before the first move.
    #[serde(default)]
    pub comment: String,
    pub moves: Vec<SavedMove>,
    /// The position shown.
    pub node: usize,
    /// The position where the players are.
    pub played: usize,
    pub players: Option<Players>,
    pub clock: Option<SavedClock>,
    pub result: Option<ResultView>,
    #[serde(default)]
    pub lesson: Option<OpenLesson>,
}

/// A move, after a node.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SavedMove {
    after: usize,
    mv: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<u8>,
}

/// The clocks, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SavedClock {
    pub control: TimeControl,
    pub white: u64,
    pub black: u64,
}

impl SavedClock {
    /// The clocks, which do not run.
    ///
    /// # Errors
    /// As for [`Clocks::with`].
    pub fn clocks(self) -> Result<Clocks, Refusal> {
        Clocks::with(self.control, [self.white, self.black])
    }
}

/// The moves of a tree, and the number of each of these nodes among them.
pub(super) fn moves<const N: usize>(
    tree: &GameTree,
    nodes: [NodeId; N],
) -> (Vec<SavedMove>, [usize; N]) {
    let ordered = tree.nodes();
    let number = |id: NodeId| ordered.iter().position(|(other, _)| *other == id);
    let numbers = nodes.map(|id| number(id).unwrap_or_default());
    let mut places = std::collections::HashMap::new();
    let mut moves = Vec::with_capacity(ordered.len());
    for (place, (id, node)) in ordered.iter().enumerate() {
        places.insert(*id, place);
        let (Some(parent), Some(mv)) = (node.parent(), node.mv()) else {
            continue;
        };
        let Ok(before) = tree.node(parent) else {
            continue;
        };
        moves.push(SavedMove {
            after: places.get(&parent).copied().unwrap_or_default(),
            mv: coordinate(before.position(), mv),
            comment: node.comment.clone(),
            glyphs: node.glyphs.clone(),
        });
    }
    (moves, numbers)
}

impl SavedGame {
    /// The tree, and the node of each number.
    ///
    /// # Errors
    /// A sentence that names the first move that cannot be made.
    pub fn tree(&self, start: Position) -> Result<(GameTree, Vec<NodeId>), Refusal> {
        let mut tree = GameTree::new(start);
        tree.tags.clone_from(&self.tags);
        tree.set_comment(ROOT, &self.comment)?;
        let mut nodes = vec![ROOT];
        for saved in &self.moves {
            nodes.push(add(&mut tree, &nodes, saved)?);
        }
        Ok((tree, nodes))
    }
}

/// The node of a number.
pub(super) fn node(nodes: &[NodeId], number: usize) -> Result<NodeId, Refusal> {
    let missing = || {
        Refusal::new(format!(
            "The saved game is damaged: there is no move number {number}."
        ))
    };
    nodes.get(number).copied().ok_or_else(missing)
}

fn add(tree: &mut GameTree, nodes: &[NodeId], saved: &SavedMove) -> Result<NodeId, Refusal> {
    let parent = node(nodes, saved.after)?;
    let mv = parse_coordinate(tree.node(parent)?.position(), &saved.mv)?;
    let node = tree.play(parent, mv)?;
    tree.set_comment(node, &saved.comment)?;
    tree.set_glyphs(node, &saved.glyphs)?;
    Ok(node)
}

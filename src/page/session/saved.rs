//! A game as the page keeps it over a reload, a crash, or a restart of the server.

use serde::{Deserialize, Serialize};

use crate::notation::coordinate;
use crate::notation::parse_coordinate;
use crate::notation::pgn::{GameTree, NULL_MOVE, NodeId, ROOT};
use crate::position::Position;

use crate::page::error::PageError;
use crate::page::mebibytes;
use crate::page::messages::{
    MAX_ANNOTATIONS, MAX_COMMENT, OpenLesson, Players, ResultView, Start, TimeControl,
};
use crate::page::queries::check_length;

use super::clock::Clocks;

/// All that belongs to a game. Nodes are numbered in the order of `moves`, from 1; 0 is the
/// start position.
#[derive(Clone, Debug, Deserialize)]
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
    /// The names of the other engines that play White and Black.
    #[serde(default)]
    pub engines: [Option<String>; 2],
    pub clock: Option<SavedClock>,
    pub result: Option<ResultView>,
    #[serde(default)]
    pub lesson: Option<OpenLesson>,
    /// The token of the link, if a person at another device plays.
    #[serde(default)]
    pub shared: Option<String>,
}

/// The first part of a [`SavedGame`]: what only changes with the tree.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SavedMoves<'a> {
    pub start: Start,
    pub comment: &'a str,
    pub moves: Vec<SavedMove>,
}

/// The rest of a [`SavedGame`].
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SavedRest<'a> {
    pub tags: &'a [(String, String)],
    pub node: usize,
    pub played: usize,
    pub players: Option<Players>,
    #[serde(skip_serializing_if = "is_without_names")]
    pub engines: [Option<&'a str>; 2],
    pub clock: Option<SavedClock>,
    pub result: Option<&'a ResultView>,
    pub lesson: Option<OpenLesson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<&'a str>,
}

fn is_without_names(engines: &[Option<&str>; 2]) -> bool {
    engines == &[None, None]
}

impl SavedMoves<'_> {
    /// As text, which [`SavedRest::text`] continues.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(super) fn text(&self) -> Result<String, PageError> {
        let mut text = serde_json::to_string(self)?;
        text.pop();
        text.push(',');
        Ok(text)
    }
}

impl SavedRest<'_> {
    /// As text, which continues that of [`SavedMoves::text`].
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(super) fn text(&self) -> Result<String, PageError> {
        let mut text = serde_json::to_string(self)?;
        text.remove(0);
        Ok(text)
    }
}

/// A move.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SavedMove {
    /// The node before it; without it, that of the move before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<usize>,
    mv: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<u8>,
    /// The comments before and behind the variation that the move begins.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    before: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    behind: String,
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
    pub(super) fn clocks(self) -> Result<Clocks, PageError> {
        Clocks::with(self.control, [self.white, self.black])
    }
}

/// The number of each of these nodes in a saved game.
pub(super) fn numbers<const N: usize>(tree: &GameTree, nodes: [NodeId; N]) -> [usize; N] {
    let ordered = tree.nodes();
    let number = |id: NodeId| ordered.iter().position(|(other, _)| *other == id);
    nodes.map(|id| number(id).unwrap_or_default())
}

/// The moves of a tree.
pub(super) fn moves(tree: &GameTree) -> Vec<SavedMove> {
    let ordered = tree.nodes();
    let mut places = std::collections::HashMap::new();
    let mut moves = Vec::with_capacity(ordered.len());
    for (place, (id, node)) in ordered.iter().enumerate() {
        places.insert(*id, place);
        let Some(parent) = node.parent() else {
            continue;
        };
        let Ok(before) = tree.node(parent) else {
            continue;
        };
        let mv = node.mv().map(|mv| coordinate(before.position(), mv));
        let after = places.get(&parent).copied().unwrap_or_default();
        moves.push(SavedMove {
            after: (after != moves.len()).then_some(after),
            mv: mv.unwrap_or_else(|| NULL_MOVE.to_owned()),
            comment: node.comment.clone(),
            glyphs: node.glyphs.clone(),
            before: node.comment_before().to_owned(),
            behind: node.comment_behind().to_owned(),
        });
    }
    moves
}

impl SavedGame {
    /// The tree, and the node of each number.
    ///
    /// # Errors
    /// A sentence that names the first move that cannot be made.
    pub(super) fn tree(&self, start: Position) -> Result<(GameTree, Vec<NodeId>), PageError> {
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

/// Fails if a game would hold more text than the page can keep.
pub(super) fn check_size(tree: &GameTree) -> Result<(), PageError> {
    let values = tree.tags.iter().flat_map(|(name, value)| [name, value]);
    for (_, node) in tree.nodes() {
        for comment in [&node.comment, node.comment_before(), node.comment_behind()] {
            check_length("A comment", comment, MAX_COMMENT)?;
        }
    }
    for value in values {
        check_length("A tag", value, MAX_COMMENT)?;
    }
    let size = annotations(tree);
    if size > MAX_ANNOTATIONS {
        return Err(PageError::new(format!(
            "The comments and tags of the game would take {}, and a game on the board holds {} \
             of them at most.",
            mebibytes(size),
            mebibytes(MAX_ANNOTATIONS)
        )));
    }
    Ok(())
}

/// The bytes that comments, glyphs and tags of a game take when it is saved.
fn annotations(tree: &GameTree) -> usize {
    let text = |text: &str| match text.is_empty() {
        true => 0,
        false => escaped(text) + r#","comment":"#.len(),
    };
    let tags = tree.tags.iter();
    let tags = tags.map(|(name, value)| escaped(name) + escaped(value) + "[,],".len());
    let nodes = tree.nodes().into_iter();
    let nodes = nodes.map(|(_, node)| {
        let around = text(node.comment_before()) + text(node.comment_behind());
        text(&node.comment) + around + "255,".len() * node.glyphs.len()
    });
    tags.chain(nodes).sum()
}

/// The bytes of a text in JSON.
fn escaped(text: &str) -> usize {
    let special = |byte| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 2,
        0..0x20 => 6,
        _ => 1,
    };
    text.bytes().map(special).sum::<usize>() + 2
}

/// The node of a number.
pub(super) fn node(nodes: &[NodeId], number: usize) -> Result<NodeId, PageError> {
    let missing = || {
        PageError::new(format!(
            "The saved game is damaged: there is no move number {number}."
        ))
    };
    nodes.get(number).copied().ok_or_else(missing)
}

fn add(tree: &mut GameTree, nodes: &[NodeId], saved: &SavedMove) -> Result<NodeId, PageError> {
    let parent = node(nodes, saved.after.unwrap_or(nodes.len() - 1))?;
    let mv = match saved.mv.as_str() {
        NULL_MOVE => None,
        text => Some(parse_coordinate(tree.node(parent)?.position(), text)?),
    };
    let node = tree.append(parent, mv)?;
    tree.add_comment_before(node, &saved.before)?;
    tree.add_comment_behind(node, &saved.behind)?;
    tree.set_comment(node, &saved.comment)?;
    tree.set_glyphs(node, &saved.glyphs)?;
    Ok(node)
}

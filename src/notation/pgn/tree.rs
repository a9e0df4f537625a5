//! A game with variations, as people study it.
//!
//! A [`GameTree`] knows positions and legal moves, not how it is shown or searched.

use std::fmt;

use thiserror::Error;

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::notation::{move_number, san};
use crate::position::Position;
use crate::position::game::{Game, GameResult};

use super::write::{OwnTag, Wrapped, own_tags, write_tags};
use super::{PgnGame, tag_of};

/// The most nodes of a tree, the start position included.
pub const MAX_NODES: usize = 20_000;

/// The number of a node. Numbers of deleted nodes are not used again.
pub type NodeId = u32;

/// The node of the start position.
pub const ROOT: NodeId = 0;

/// A position of a tree and the move that led to it.
#[derive(Clone, Debug)]
pub struct Node {
    parent: Option<NodeId>,
    /// The main line first.
    children: Vec<NodeId>,
    mv: Option<Move>,
    position: Position,
    /// The comment after the move or, in the start position, before the first one.
    pub comment: String,
    /// Numeric annotation glyphs of the move, such as 1 for a good one (PGN
    /// specification, section 10).
    pub glyphs: Vec<u8>,
}

impl Node {
    /// The node before; none for the start position.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The nodes after, the main line first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The move that led here; none for the start position.
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

/// Why a tree stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TreeError {
    /// There is no such node, or no longer.
    #[error("the game has no position number {0}")]
    NoNode(NodeId),
    /// The start position cannot be deleted or moved.
    #[error("the start position belongs to every variation")]
    Root,
    /// The tree has as many nodes as it may.
    #[error("the game already has {MAX_NODES} positions")]
    Full,
}

/// A game with variations: a tree of positions, of which each node's first child
/// continues the line.
///
/// ```
/// use peregrine::notation::{parse_san, pgn::{GameTree, ROOT}};
/// use peregrine::{position::Position, variants};
/// let mut tree = GameTree::new(Position::start(variants::falcon()));
/// let mut play = |node, text| {
///     let mv = parse_san(tree.node(node).unwrap().position(), text).unwrap();
///     tree.play(node, mv).unwrap()
/// };
/// let first = play(ROOT, "e4");
/// play(first, "e5");
/// play(first, "f5");
/// assert!(tree.to_string().ends_with("\n\n1. e4 e5 (1... f5) *\n\n"));
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    /// Names and values of the tags, as in [`PgnGame::tags`].
    pub tags: Vec<(String, String)>,
    /// The result; `None` if the game is unfinished or the result unknown.
    pub result: Option<GameResult>,
    nodes: Vec<Option<Node>>,
    count: usize,
}

impl GameTree {
    /// A tree without moves.
    pub fn new(start: Position) -> GameTree {
        let root = Node {
            parent: None,
            children: Vec::new(),
            mv: None,
            position: start,
            comment: String::new(),
            glyphs: Vec::new(),
        };
        GameTree {
            tags: Vec::new(),
            result: None,
            nodes: vec![Some(root)],
            count: 1,
        }
    }

    /// The tree of a game without variations.
    ///
    /// # Errors
    /// If the game is too long.
    ///
    /// ```
    /// use peregrine::notation::{epd::Defaults, pgn::{GameTree, Reader}};
    /// let mut games = Reader::new("1. e4 {best} e5 *".as_bytes(), Defaults::of("chess"));
    /// let tree = GameTree::of(&games.next().unwrap().unwrap().pgn).unwrap();
    /// assert!(tree.to_string().ends_with("\n1. e4 {best} 1... e5 *\n\n"));
    /// ```
    pub fn of(pgn: &PgnGame) -> Result<GameTree, TreeError> {
        let mut tree = GameTree::new(pgn.game.start().clone());
        tree.tags.clone_from(&pgn.tags);
        tree.result = pgn.result;
        let mut node = ROOT;
        tree.set_comment(node, pgn.comment.as_deref().unwrap_or_default())?;
        for (ply, &mv) in pgn.game.moves().iter().enumerate() {
            node = tree.play(node, mv)?;
            if let Some(Some(comment)) = pgn.comments.get(ply) {
                tree.set_comment(node, comment)?;
            }
        }
        Ok(tree)
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag_of(&self.tags, name)
    }

    /// A node.
    ///
    /// # Errors
    /// If there is none of this number.
    pub fn node(&self, id: NodeId) -> Result<&Node, TreeError> {
        let node = self.nodes.get(id as usize).and_then(Option::as_ref);
        node.ok_or(TreeError::NoNode(id))
    }

    fn node_mut(&mut self, id: NodeId) -> Result<&mut Node, TreeError> {
        let node = self.nodes.get_mut(id as usize).and_then(Option::as_mut);
        node.ok_or(TreeError::NoNode(id))
    }

    /// Makes a move in the position of a node and returns the node after it, which may
    /// have been there before.
    ///
    /// # Errors
    /// If there is no such node, or the tree is full.
    ///
    /// # Panics
    /// May panic if the move is not legal, like [`Game::play`].
    pub fn play(&mut self, from: NodeId, mv: Move) -> Result<NodeId, TreeError> {
        let node = self.node(from)?;
        let is_same = |&&child: &&NodeId| self.node(child).is_ok_and(|node| node.mv == Some(mv));
        if let Some(&child) = node.children.iter().find(is_same) {
            return Ok(child);
        }
        if self.count == MAX_NODES {
            return Err(TreeError::Full);
        }
        let mut position = node.position.clone();
        position.play(mv);
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Some(Node {
            parent: Some(from),
            children: Vec::new(),
            mv: Some(mv),
            position,
            comment: String::new(),
            glyphs: Vec::new(),
        }));
        self.count += 1;
        self.node_mut(from)?.children.push(id);
        Ok(id)
    }

    /// Deletes a node and everything after it; returns the node before it.
    ///
    /// # Errors
    /// If there is no such node, or it is the start position.
    pub fn delete(&mut self, id: NodeId) -> Result<NodeId, TreeError> {
        let parent = self.node(id)?.parent.ok_or(TreeError::Root)?;
        self.node_mut(parent)?.children.retain(|child| *child != id);
        let mut left = vec![id];
        while let Some(id) = left.pop() {
            if let Some(node) = self.nodes[id as usize].take() {
                self.count -= 1;
                left.extend(node.children);
            }
        }
        Ok(parent)
    }

    /// Makes a node the first of those after the same position.
    ///
    /// # Errors
    /// If there is no such node, or it is the start position.
    pub fn promote(&mut self, id: NodeId) -> Result<(), TreeError> {
        let parent = self.node(id)?.parent.ok_or(TreeError::Root)?;
        let children = &mut self.node_mut(parent)?.children;
        children.retain(|child| *child != id);
        children.insert(0, id);
        Ok(())
    }

    /// Replaces the comment of a node; empty for none.
    ///
    /// # Errors
    /// If there is no such node.
    pub fn set_comment(&mut self, id: NodeId, comment: &str) -> Result<(), TreeError> {
        self.node_mut(id)?.comment = comment.trim().to_owned();
        Ok(())
    }

    /// Adds to the comment of a node what it does not say yet.
    pub(super) fn say(&mut self, id: NodeId, comment: Option<&str>) -> Result<(), TreeError> {
        let node = self.node_mut(id)?;
        match comment {
            Some(comment) if node.comment.is_empty() => node.comment = comment.to_owned(),
            Some(comment) if node.comment != comment => {
                node.comment.push(' ');
                node.comment.push_str(comment);
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds an annotation glyph to a node unless it is there.
    pub(super) fn add_glyph(&mut self, id: NodeId, glyph: u8) -> Result<(), TreeError> {
        let glyphs = &mut self.node_mut(id)?.glyphs;
        if !glyphs.contains(&glyph) {
            glyphs.push(glyph);
        }
        Ok(())
    }

    /// Replaces the annotation glyphs of a node.
    ///
    /// # Errors
    /// If there is no such node.
    pub fn set_glyphs(&mut self, id: NodeId, glyphs: &[u8]) -> Result<(), TreeError> {
        self.node_mut(id)?.glyphs = glyphs.to_vec();
        Ok(())
    }

    /// The nodes from the start position to this one.
    ///
    /// # Errors
    /// If there is no such node.
    pub fn path(&self, id: NodeId) -> Result<Vec<NodeId>, TreeError> {
        let mut path = vec![id];
        let mut node = self.node(id)?;
        while let Some(parent) = node.parent {
            path.push(parent);
            node = self.node(parent)?;
        }
        path.reverse();
        Ok(path)
    }

    /// The last node of the line that goes through a node and then follows the first
    /// children.
    ///
    /// # Errors
    /// If there is no such node.
    pub fn end(&self, mut id: NodeId) -> Result<NodeId, TreeError> {
        while let Some(&child) = self.node(id)?.children.first() {
            id = child;
        }
        Ok(id)
    }

    /// The game up to a node.
    ///
    /// # Errors
    /// If there is no such node.
    pub fn game(&self, id: NodeId) -> Result<Game, TreeError> {
        let mut game = Game::new(self.node(ROOT)?.position.clone());
        for node in self.path(id)? {
            if let Some(mv) = self.node(node)?.mv {
                game.play(mv);
            }
        }
        Ok(game)
    }

    /// The game without its variations and glyphs.
    ///
    /// # Errors
    /// If the tree has no start position, which cannot be.
    pub fn main_line(&self) -> Result<PgnGame, TreeError> {
        let nodes = self.path(self.end(ROOT)?)?;
        let mut pgn = PgnGame::of(self.game(self.end(ROOT)?)?);
        pgn.tags.clone_from(&self.tags);
        pgn.result = self.result;
        let mut comments = Vec::with_capacity(nodes.len());
        for node in nodes {
            let comment = &self.node(node)?.comment;
            comments.push((!comment.is_empty()).then(|| comment.clone()));
        }
        pgn.comment = comments.remove(0);
        pgn.comments = comments;
        Ok(pgn)
    }

    /// All nodes: every parent before its children, and each line to its end before
    /// its variations.
    pub fn nodes(&self) -> Vec<(NodeId, &Node)> {
        let mut ordered = Vec::with_capacity(self.count);
        let mut left = vec![ROOT];
        while let Some(id) = left.pop() {
            if let Ok(node) = self.node(id) {
                ordered.push((id, node));
                left.extend(node.children.iter().rev());
            }
        }
        ordered
    }
}

/// A step in writing a tree.
enum Step {
    Open,
    Close,
    /// A move; whether it is the first of a variation.
    Move(NodeId, bool),
}

/// The game as PGN, like [`PgnGame`], with variations in parentheses and glyphs as `$n`.
impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let root = self.node(ROOT).map_err(|_| fmt::Error)?;
        self.write(f, &own_tags(&root.position), |_, before, mv| {
            Some(san(before, mv))
        })
    }
}

impl GameTree {
    /// Writes the game with these tags for its rules and start, and with moves as
    /// `text_of` writes them, given the node after a move, the position before it, and
    /// the move.
    pub(super) fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        own: &[OwnTag],
        text_of: impl Fn(NodeId, &Position, Move) -> Option<String>,
    ) -> fmt::Result {
        let root = self.node(ROOT).map_err(|_| fmt::Error)?;
        let result = self
            .result
            .map_or_else(|| "*".to_owned(), |result| result.to_string());
        write_tags(f, &self.tags, own, &result)?;
        f.write_str("\n")?;
        let mut line = Wrapped::new(f);
        let mut numbered = false;
        line.comment(&root.comment)?;
        let mut steps: Vec<Step> = Vec::new();
        steps.extend(root.children.first().map(|&first| Step::Move(first, false)));
        while let Some(step) = steps.pop() {
            match step {
                Step::Open => line.open(),
                Step::Close => {
                    line.close()?;
                    numbered = false;
                }
                Step::Move(id, is_variation) => {
                    let node = self.node(id).map_err(|_| fmt::Error)?;
                    let numbers = numbered && !is_variation;
                    numbered = self.write_move(&mut line, (id, node), numbers, &text_of)?;
                    let next = node.children.first();
                    steps.extend(next.map(|&next| Step::Move(next, false)));
                    // The variations come after the move that they replace.
                    let parent = node.parent.ok_or(fmt::Error)?;
                    let siblings = &self.node(parent).map_err(|_| fmt::Error)?.children;
                    if siblings.first() == Some(&id) {
                        for &sibling in siblings[1..].iter().rev() {
                            steps.extend([Step::Close, Step::Move(sibling, true), Step::Open]);
                        }
                    }
                }
            }
        }
        line.word(&result)?;
        f.write_str("\n\n")
    }

    /// Writes a move with its number, if it needs one; returns whether Black's next move
    /// can do without.
    fn write_move(
        &self,
        line: &mut Wrapped<'_, '_>,
        (id, node): (NodeId, &Node),
        numbered: bool,
        text_of: &impl Fn(NodeId, &Position, Move) -> Option<String>,
    ) -> Result<bool, fmt::Error> {
        let parent = node.parent.ok_or(fmt::Error)?;
        let before = &self.node(parent).map_err(|_| fmt::Error)?.position;
        let mv = node.mv.ok_or(fmt::Error)?;
        if before.side() == Color::White || !numbered {
            line.word(&move_number(before))?;
        }
        line.word(&text_of(id, before, mv).ok_or(fmt::Error)?)?;
        for glyph in &node.glyphs {
            line.word(&format!("${glyph}"))?;
        }
        Ok(!line.comment(&node.comment)?)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::notation::parse_san;
    use crate::variants;

    fn tree(moves: &str) -> (GameTree, NodeId) {
        let mut tree = GameTree::new(Position::start(variants::rules("chess").unwrap()));
        let end = line(&mut tree, ROOT, moves);
        (tree, end)
    }

    fn line(tree: &mut GameTree, mut node: NodeId, moves: &str) -> NodeId {
        for text in moves.split_whitespace() {
            let mv = parse_san(tree.node(node).unwrap().position(), text).unwrap();
            node = tree.play(node, mv).unwrap();
        }
        node
    }

    fn moves(tree: &GameTree) -> String {
        let text = tree.to_string();
        text.split("\n\n").nth(1).unwrap().replace('\n', " ")
    }

    #[test]
    fn variations_follow_the_move_that_they_replace() {
        let (mut tree, _) = tree("e4 e5 Nf3");
        let e4 = tree.node(ROOT).unwrap().children()[0];
        let c5 = line(&mut tree, e4, "c5");
        line(&mut tree, c5, "Nf3 d6");
        line(&mut tree, c5, "c3");
        let d4 = line(&mut tree, ROOT, "d4");
        tree.set_comment(d4, "closed").unwrap();
        tree.set_glyphs(d4, &[1]).unwrap();
        line(&mut tree, d4, "d5");
        let expected =
            "1. e4 (1. d4 $1 {closed} 1... d5) 1... e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nf3 *";
        assert_eq!(moves(&tree), expected);
        assert_eq!(tree.nodes().len(), 10);
    }

    #[test]
    fn moves_that_are_there_are_not_added() {
        let (mut tree, end) = tree("e4 e5");
        assert_eq!(line(&mut tree, ROOT, "e4 e5"), end);
        assert_eq!(tree.path(end).unwrap().len(), 3);
        assert_eq!(tree.game(end).unwrap().moves().len(), 2);
    }

    #[test]
    fn deleted_nodes_are_gone_and_their_numbers_are_not_used_again() {
        let (mut tree, end) = tree("e4 e5 Nf3");
        let e5 = tree.node(end).unwrap().parent().unwrap();
        let e4 = tree.delete(e5).unwrap();
        assert_eq!(moves(&tree), "1. e4 *");
        assert_eq!(tree.node(end).err(), Some(TreeError::NoNode(end)));
        assert!(line(&mut tree, e4, "e5") > end);
        assert_eq!(tree.delete(ROOT), Err(TreeError::Root));
        assert_eq!(tree.promote(ROOT), Err(TreeError::Root));
    }

    #[test]
    fn a_promoted_variation_is_the_main_line() {
        let (mut tree, _) = tree("e4 e5");
        let d4 = line(&mut tree, ROOT, "d4 d5");
        let d4 = tree.node(d4).unwrap().parent().unwrap();
        tree.promote(d4).unwrap();
        assert_eq!(moves(&tree), "1. d4 (1. e4 e5) 1... d5 *");
        let end = tree.end(ROOT).unwrap();
        assert_eq!(tree.path(end).unwrap()[1], d4);
    }

    #[test]
    fn a_tree_cannot_grow_without_end() {
        let (mut tree, _) = tree("");
        let mut node = ROOT;
        let result = loop {
            // Both sides move a Knight to and fro.
            let text = ["Nf3", "Nf6", "Ng1", "Ng8"][(tree.nodes.len() - 1) % 4];
            let mv = parse_san(tree.node(node).unwrap().position(), text).unwrap();
            match tree.play(node, mv) {
                Ok(next) => node = next,
                Err(error) => break error,
            }
        };
        assert_eq!(result, TreeError::Full);
    }
}

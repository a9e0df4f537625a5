//! A game with variations, as people study it.
//!
//! A [`GameTree`] knows positions and legal moves, not how it is shown or searched.

use thiserror::Error;

use crate::board::moves::Move;
use crate::position::Position;
use crate::position::game::{Game, GameResult};

use super::words::{MAX_WORD, has_long_word, join};
use super::{PgnGame, tag_of};

/// The most nodes of a tree, the start position included.
pub const MAX_NODES: usize = 20_000;

/// The deepest nesting of variations.
pub const MAX_DEPTH: usize = 100;

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
    /// How deep it is nested in variations.
    depth: usize,
    /// The comment after the move or, in the start position, before the first one.
    pub comment: String,
    /// The comment between the parenthesis and the first move of a variation, and the one
    /// after its closing parenthesis.
    around: [String; 2],
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

    /// The move that led here; none for the start position and for a null move.
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The comment before the move, if it begins a variation.
    pub fn comment_before(&self) -> &str {
        &self.around[0]
    }

    /// The comment behind the variation that the move begins.
    pub fn comment_behind(&self) -> &str {
        &self.around[1]
    }

    /// Whether a null move led here.
    pub fn is_null(&self) -> bool {
        self.parent.is_some() && self.mv.is_none()
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
    /// Variations inside variations inside variations.
    #[error("variations can be nested {MAX_DEPTH} deep at most")]
    Depth,
    /// A null move in a main line, or by a King in check.
    #[error("a null move can stand only in a variation, and not in check")]
    NullMove,
    /// A word of a comment that is too long to be written.
    #[error("a word has at most {MAX_WORD} characters")]
    LongWord,
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
    result: Option<GameResult>,
    nodes: Vec<Option<Node>>,
    count: usize,
    changes: u64,
}

impl GameTree {
    /// A tree without moves.
    pub fn new(start: Position) -> GameTree {
        let root = Node {
            parent: None,
            children: Vec::new(),
            mv: None,
            position: start,
            depth: 0,
            comment: String::new(),
            around: Default::default(),
            glyphs: Vec::new(),
        };
        GameTree {
            tags: Vec::new(),
            result: None,
            nodes: vec![Some(root)],
            count: 1,
            changes: 0,
        }
    }

    /// The tree of a game without variations.
    ///
    /// # Errors
    /// If the game is too long.
    ///
    /// ```
    /// use peregrine::notation::{epd::Defaults, pgn::{GameTree, Reader}};
    /// let mut games = Reader::new("1. e4 {best} e5 *".as_bytes(), Defaults::for_variant("chess"));
    /// let tree = GameTree::from_pgn(&games.next().unwrap().unwrap().pgn).unwrap();
    /// assert!(tree.to_string().ends_with("\n1. e4 {best} 1... e5 *\n\n"));
    /// ```
    pub fn from_pgn(pgn: &PgnGame) -> Result<GameTree, TreeError> {
        let mut tree = GameTree::new(pgn.game.start().clone());
        tree.tags.clone_from(&pgn.tags);
        tree.read_result(pgn.result);
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

    /// The result; `None` if the game is unfinished or the result unknown.
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// Changes the result. A tag `Result` that was read, and may contradict the result
    /// after the moves, is given up.
    pub fn set_result(&mut self, result: Option<GameResult>) {
        self.tags.retain(|(name, _)| name != "Result");
        self.result = result;
    }

    /// Takes the result that was read after the moves, which the tag may contradict.
    pub(crate) fn read_result(&mut self, result: Option<GameResult>) {
        self.result = result;
    }

    /// A node.
    ///
    /// # Errors
    /// If there is none of this number.
    pub fn node(&self, id: NodeId) -> Result<&Node, TreeError> {
        let node = self.nodes.get(id as usize).and_then(Option::as_ref);
        node.ok_or(TreeError::NoNode(id))
    }

    /// Counts the changes of moves, comments and glyphs: while it is the same, they are.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    fn node_mut(&mut self, id: NodeId) -> Result<&mut Node, TreeError> {
        self.changes += 1;
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
        self.append(from, Some(mv))
    }

    /// Adds a move, or a null move without one, even if it is there already: a file may say
    /// twice how a game continues.
    ///
    /// # Errors
    /// If there is no such node, the tree is full, variations are nested too deep, or
    /// there can be no null move.
    ///
    /// # Panics
    /// May panic if the move is not legal, like [`Game::play`].
    ///
    /// ```
    /// use peregrine::notation::{parse_san, pgn::{GameTree, ROOT}};
    /// use peregrine::{position::Position, variants};
    /// let mut tree = GameTree::new(Position::start(variants::falcon()));
    /// assert!(tree.append(ROOT, None).is_err());
    /// let e4 = parse_san(tree.node(ROOT)?.position(), "e4").unwrap();
    /// tree.append(ROOT, Some(e4))?;
    /// tree.append(ROOT, None)?;
    /// assert!(tree.to_string().ends_with("\n\n1. e4 (1. --) *\n\n"));
    /// # Ok::<(), peregrine::notation::pgn::TreeError>(())
    /// ```
    pub fn append(&mut self, from: NodeId, mv: Option<Move>) -> Result<NodeId, TreeError> {
        if self.count == MAX_NODES {
            return Err(TreeError::Full);
        }
        let node = self.node(from)?;
        let depth = node.depth + usize::from(!node.children.is_empty());
        if depth > MAX_DEPTH {
            return Err(TreeError::Depth);
        }
        if mv.is_none() && (depth == 0 || node.position.is_check()) {
            return Err(TreeError::NullMove);
        }
        let mut position = node.position.clone();
        play(&mut position, mv);
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Some(Node {
            parent: Some(from),
            children: Vec::new(),
            mv,
            position,
            depth,
            comment: String::new(),
            around: Default::default(),
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
        let children = &self.node(parent)?.children;
        // What is said behind the variation stays.
        let before = children.iter().take_while(|child| **child != id).last();
        if let Some(&before) = before {
            let behind = self.node(id)?.comment_behind().to_owned();
            match self.node(parent)?.children.first() == Some(&before) {
                true => self.add_comment(before, &behind)?,
                false => self.add_comment_behind(before, &behind)?,
            }
        }
        self.node_mut(parent)?.children.retain(|child| *child != id);
        let mut left = vec![id];
        while let Some(id) = left.pop() {
            if let Some(node) = self.nodes[id as usize].take() {
                self.count -= 1;
                left.extend(node.children);
            }
        }
        self.settle(parent)?;
        Ok(parent)
    }

    /// Makes a node the first of those after the same position.
    ///
    /// # Errors
    /// If there is no such node, it is the start position, other variations would be
    /// nested too deep, or a null move would come into the main line.
    pub fn promote(&mut self, id: NodeId) -> Result<(), TreeError> {
        let node = self.node(id)?;
        let parent = node.parent.ok_or(TreeError::Root)?;
        let before = self.node(parent)?.children.clone();
        let children = &mut self.node_mut(parent)?.children;
        children.retain(|child| *child != id);
        children.insert(0, id);
        let settled = match self.has_null_in_main_line() {
            true => Err(TreeError::NullMove),
            false => self.update_depths(),
        };
        if let Err(error) = settled {
            self.node_mut(parent)?.children = before;
            self.update_depths()?;
            return Err(error);
        }
        self.settle(parent)
    }

    fn has_null_in_main_line(&self) -> bool {
        let mut id = ROOT;
        while let Ok(node) = self.node(id) {
            if node.is_null() {
                return true;
            }
            match node.children.first() {
                Some(&child) => id = child,
                None => break,
            }
        }
        false
    }

    /// Gives the comments around what is now no variation any more another place.
    fn settle(&mut self, parent: NodeId) -> Result<(), TreeError> {
        if let Some(&first) = self.node(parent)?.children.first() {
            let [before, behind] = std::mem::take(&mut self.node_mut(first)?.around);
            self.add_comment(parent, &before)?;
            self.add_comment(first, &behind)?;
        }
        self.update_depths()
    }

    /// Counts anew how deep each node is nested.
    fn update_depths(&mut self) -> Result<(), TreeError> {
        let order: Vec<NodeId> = self.nodes().into_iter().map(|(id, _)| id).collect();
        let mut deepest = 0;
        for id in order {
            let node = self.node(id)?;
            let Some(parent) = node.parent else {
                continue;
            };
            let parent = self.node(parent)?;
            let depth = parent.depth + usize::from(parent.children.first() != Some(&id));
            deepest = deepest.max(depth);
            self.node_mut(id)?.depth = depth;
        }
        match deepest > MAX_DEPTH {
            true => Err(TreeError::Depth),
            false => Ok(()),
        }
    }

    /// Replaces the comment of a node; empty for none.
    ///
    /// # Errors
    /// If there is no such node, or a word has more than [`MAX_WORD`] characters.
    pub fn set_comment(&mut self, id: NodeId, comment: &str) -> Result<(), TreeError> {
        if has_long_word(comment) {
            return Err(TreeError::LongWord);
        }
        self.node_mut(id)?.comment = comment.trim().to_owned();
        Ok(())
    }

    /// Adds to the comment of a node.
    pub(super) fn add_comment(&mut self, id: NodeId, comment: &str) -> Result<(), TreeError> {
        join(&mut self.node_mut(id)?.comment, comment);
        Ok(())
    }

    /// Adds to the comment before the first move of a variation.
    ///
    /// # Errors
    /// If there is no such node.
    pub fn add_comment_before(&mut self, id: NodeId, comment: &str) -> Result<(), TreeError> {
        join(&mut self.node_mut(id)?.around[0], comment);
        Ok(())
    }

    /// Adds to the comment behind the variation that begins with a move.
    ///
    /// # Errors
    /// If there is no such node.
    pub fn add_comment_behind(&mut self, id: NodeId, comment: &str) -> Result<(), TreeError> {
        join(&mut self.node_mut(id)?.around[1], comment);
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

    /// The game up to a node, or since the last null move before it.
    ///
    /// # Errors
    /// If there is no such node.
    pub fn game(&self, id: NodeId) -> Result<Game, TreeError> {
        let mut game = Game::new(self.node(ROOT)?.position.clone());
        for id in self.path(id)? {
            let node = self.node(id)?;
            match node.mv {
                Some(mv) => game.play(mv),
                None => game = Game::new(node.position.clone()),
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
        let mut pgn = PgnGame::from_game(self.game(self.end(ROOT)?)?);
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

/// Plays a legal move or a null move.
pub(super) fn play(position: &mut Position, mv: Option<Move>) {
    match mv {
        Some(mv) => position.play(mv),
        None => position.play_null(),
    }
}

#[cfg(test)]
mod tests;

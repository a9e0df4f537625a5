//! What the page is shown of the game.

use crate::base::clock::Instant;

use crate::notation::pgn::{NULL_MOVE, ROOT};
use crate::notation::{move_number, san};
use crate::page::error::PageError;
use crate::page::messages::{Message, Start, State, TreeNode};
use crate::page::view;
use crate::position::Position;
use crate::tablebase::Tablebases;

use super::play::PlayedGame;
use super::{Output, PageSession, Purpose, saved};

impl<O: Output> PageSession<O> {
    pub(super) fn show_board(&mut self) {
        let rules = self.position().map(Position::rules);
        if let Ok(rules) = rules {
            self.send(&Message::Board(Box::new(view::board(rules))));
        }
    }

    pub(super) fn show(&mut self) {
        if let Ok(state) = self.state() {
            self.shown = Some(self.version());
            self.send(&Message::State(Box::new(state)));
        }
    }

    /// The game, and how often its tree has changed. The page need not get the same tree twice:
    /// that of a long study is large.
    pub(super) fn version(&self) -> (u32, u64) {
        (self.games, self.tree.changes())
    }

    pub(super) fn state(&self) -> Result<State, PageError> {
        let node = self.tree.node(self.node)?;
        let before = match node.parent() {
            Some(parent) => Some(self.tree.node(parent)?),
            None => None,
        };
        let last = before.map(|before| before.position()).zip(node.mv());
        let last_node = |played: &PlayedGame| played.node == self.node;
        let is_over = node.position().outcome().is_some()
            || (self.result.is_some() && self.played.as_ref().is_some_and(last_node));
        let waits = self
            .playing()
            .is_some_and(|played| !last_node(played) || !played.is_person_to_move());
        let now = Instant::now();
        let is_still = is_over || waits;
        let book = self.book.as_deref();
        let book =
            book.filter(|_| !is_still && !self.is_engine_playing() && !self.hides_knowledge());
        let none = Tablebases::new(node.position().rules());
        let tables = match self.hides_knowledge() {
            true => &none,
            false => &self.tables,
        };
        let is_new = self.shown != Some(self.version());
        let saved_moves = is_new.then(|| self.saved_moves()).transpose()?;
        Ok(State {
            game: self.games,
            node: self.node,
            tree: is_new.then(|| self.nodes()),
            position: view::position(node.position(), last, is_still, tables, book),
            players: self.played.as_ref().map(|played| played.players),
            clock: self.clocks().map(|clocks| clocks.view(now)),
            result: self.result.clone(),
            engine_to_move: self.is_searching_for(Purpose::Move),
            tags: self.tree.tags.clone(),
            lesson: self.lesson,
            shared: self.shared.clone(),
            saved_moves,
            saved_rest: self.saved_rest(now)?,
        })
    }

    pub(super) fn nodes(&self) -> Vec<TreeNode> {
        let nodes = self.tree.nodes().into_iter();
        nodes
            .map(|(id, node)| {
                let before = node.parent().and_then(|parent| self.tree.node(parent).ok());
                let made = before.map(|before| before.position()).zip(node.mv());
                TreeNode {
                    id,
                    parent: node.parent(),
                    number: before
                        .map_or_else(String::new, |before| move_number(before.position())),
                    san: match made {
                        Some((before, mv)) => san(before, mv),
                        None if node.is_null() => NULL_MOVE.to_owned(),
                        None => String::new(),
                    },
                    glyphs: node.glyphs.clone(),
                    comment: node.comment.clone(),
                    before: node.comment_before().to_owned(),
                    behind: node.comment_behind().to_owned(),
                }
            })
            .collect()
    }

    /// The first part of the saved game.
    fn saved_moves(&self) -> Result<String, PageError> {
        let root = self.tree.node(ROOT)?;
        let saved = saved::SavedMoves {
            start: Start {
                // A random array must not be drawn again.
                fen: Some(root.position().to_string()),
                array: None,
                ..self.start.clone()
            },
            comment: &root.comment,
            moves: saved::moves(&self.tree),
        };
        saved.text()
    }

    /// The rest of it.
    fn saved_rest(&self, now: Instant) -> Result<String, PageError> {
        let played = self.played.as_ref();
        let nodes = [self.node, played.map_or(ROOT, |played| played.node)];
        let [node, last] = saved::numbers(&self.tree, nodes);
        let saved = saved::SavedRest {
            tags: &self.tree.tags,
            node,
            played: last,
            players: played.map(|played| played.players),
            engines: played.map_or([None, None], |played| self.names_of(played.players)),
            clock: self.clocks().map(|clocks| {
                let view = clocks.view(now);
                saved::SavedClock {
                    control: clocks.control,
                    white: view.white,
                    black: view.black,
                }
            }),
            result: self.result.as_ref(),
            lesson: self.lesson,
            shared: self.shared.as_ref().and_then(|view| view.token.as_deref()),
        };
        saved.text()
    }
}

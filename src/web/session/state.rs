//! What the page is shown of the game.

use std::time::Instant;

use crate::notation::pgn::{NULL_MOVE, ROOT};
use crate::notation::{move_number, san};
use crate::position::Position;
use crate::web::messages::{Message, Player, Start, State, TreeNode};
use crate::web::refusal::Refusal;
use crate::web::view;

use super::{Output, Purpose, Session, saved};

impl<O: Output> Session<O> {
    pub(super) fn show_board(&mut self) {
        let rules = self.position().map(Position::rules);
        if let Ok(rules) = rules {
            self.send(&Message::Board(Box::new(view::board(rules))));
        }
    }

    pub(super) fn show(&mut self) {
        if let Ok(state) = self.state() {
            self.send(&Message::State(Box::new(state)));
        }
    }

    pub(super) fn state(&self) -> Result<State, Refusal> {
        let node = self.tree.node(self.node)?;
        let before = match node.parent() {
            Some(parent) => Some(self.tree.node(parent)?),
            None => None,
        };
        let last = before.map(|before| before.position()).zip(node.mv());
        let is_over = node.position().outcome().is_some()
            || (self.players.is_some() && self.result.is_some() && self.node == self.played);
        let waits = self.is_playing()
            && (self.node != self.played
                || self.player(node.position().side_to_move()) != Some(Player::Person));
        let now = Instant::now();
        let is_still = is_over || waits;
        let book = self.book.as_deref();
        let book = book.filter(|_| !is_still && !self.player_is_engine());
        Ok(State {
            game: self.games,
            node: self.node,
            tree: self.nodes(),
            position: view::position(node.position(), last, is_still, &self.tables, book),
            players: self.players,
            clock: self.clocks.map(|clocks| clocks.view(now)),
            result: self.result.clone(),
            engine_to_move: self.is_searching_for(Purpose::Move),
            tags: self.tree.tags.clone(),
            lesson: self.lesson,
            saved: self.saved(now)?,
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
                }
            })
            .collect()
    }

    pub(super) fn saved(&self, now: Instant) -> Result<String, Refusal> {
        let (moves, [node, played]) = saved::moves(&self.tree, [self.node, self.played]);
        let root = self.tree.node(ROOT)?;
        let saved = saved::SavedGame {
            start: Start {
                // A random array must not be drawn again.
                fen: Some(root.position().to_string()),
                array: None,
                ..self.start.clone()
            },
            tags: self.tree.tags.clone(),
            comment: root.comment.clone(),
            moves,
            node,
            played,
            players: self.players,
            clock: self.clocks.map(|clocks| {
                let view = clocks.view(now);
                saved::SavedClock {
                    control: clocks.control,
                    white: view.white,
                    black: view.black,
                }
            }),
            result: self.result.clone(),
            lesson: self.lesson,
        };
        Ok(serde_json::to_string(&saved)?)
    }
}

//! Writes a game with variations as PGN.

use std::fmt;

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::notation::{move_number, san};
use crate::position::Position;

use super::tags::{OwnTag, own_tags, write_tags};
use super::tree::{GameTree, Node, NodeId, ROOT};
use super::words::NULL_MOVE;
use super::write::Wrapped;

/// A step in writing a tree.
enum Step {
    Open,
    /// The end of the variation that begins with this move.
    Close(NodeId),
    /// A move; whether it is the first of a variation.
    Move(NodeId, bool),
}

/// The game as PGN, like [`PgnGame`](super::PgnGame), with variations in parentheses and glyphs as `$n`.
impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let root = self.node(ROOT).map_err(|_| fmt::Error)?;
        let own = own_tags(root.position(), &self.tags);
        self.write(f, &own, |_, before, mv| Some(san(before, mv)))
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
            .result()
            .map_or_else(|| "*".to_owned(), |result| result.to_string());
        write_tags(f, &self.tags, own, &result)?;
        f.write_str("\n")?;
        let mut line = Wrapped::new(f);
        let mut numbered = false;
        line.comment(&root.comment)?;
        write_glyphs(&mut line, &root.glyphs)?;
        let mut steps: Vec<Step> = Vec::new();
        steps.extend(
            root.children()
                .first()
                .map(|&first| Step::Move(first, false)),
        );
        while let Some(step) = steps.pop() {
            match step {
                Step::Open => line.open(),
                Step::Close(id) => {
                    line.close()?;
                    line.comment(self.node(id).map_err(|_| fmt::Error)?.comment_behind())?;
                    numbered = false;
                }
                Step::Move(id, is_variation) => {
                    let node = self.node(id).map_err(|_| fmt::Error)?;
                    let numbers = numbered && !is_variation;
                    numbered = self.write_move(&mut line, (id, node), numbers, &text_of)?;
                    let next = node.children().first();
                    steps.extend(next.map(|&next| Step::Move(next, false)));
                    // The variations come after the move that they replace.
                    let parent = node.parent().ok_or(fmt::Error)?;
                    let siblings = self.node(parent).map_err(|_| fmt::Error)?.children();
                    if siblings.first() == Some(&id) {
                        for &sibling in siblings[1..].iter().rev() {
                            steps.extend([
                                Step::Close(sibling),
                                Step::Move(sibling, true),
                                Step::Open,
                            ]);
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
        let parent = node.parent().ok_or(fmt::Error)?;
        let before = self.node(parent).map_err(|_| fmt::Error)?.position();
        let numbered = !line.comment(node.comment_before())? && numbered;
        if before.side_to_move() == Color::White || !numbered {
            line.word(&move_number(before))?;
        }
        match node.mv() {
            Some(mv) => line.word(&text_of(id, before, mv).ok_or(fmt::Error)?)?,
            None => line.word(NULL_MOVE)?,
        }
        write_glyphs(line, &node.glyphs)?;
        Ok(!line.comment(&node.comment)?)
    }
}

/// Writes glyphs, each once.
fn write_glyphs(line: &mut Wrapped<'_, '_>, glyphs: &[u8]) -> fmt::Result {
    for (index, glyph) in glyphs.iter().enumerate() {
        if !glyphs[..index].contains(glyph) {
            line.word(&format!("${glyph}"))?;
        }
    }
    Ok(())
}

//! Matches that a page watches, as far as a session needs to know them.

use crate::notation::parse_coordinate;
use crate::notation::pgn::{GameTree, NodeId, ROOT};
use crate::position::Position;
use crate::position::game::GameResult;

use super::error::PageError;
use super::messages::{MatchSummary, MatchView};

/// The matches that pages may watch.
pub(crate) trait Matches: Send + Sync {
    /// What there is to watch.
    ///
    /// # Errors
    /// If it cannot be read.
    fn summaries(&self) -> Result<Vec<MatchSummary>, PageError>;

    /// The match of this name.
    ///
    /// # Errors
    /// A sentence if there is none, or it cannot be read.
    fn open(&self, name: &str) -> Result<Box<dyn WatchedMatch>, PageError>;
}

/// A match that a page watches.
pub(crate) trait WatchedMatch: Send {
    /// Reads what is new; `false` if nothing is.
    ///
    /// # Errors
    /// If it cannot be read.
    fn refresh(&mut self) -> Result<bool, PageError>;

    /// The match as the page shows it.
    fn view(&self) -> MatchView;

    /// A game as a study, with what the engines said.
    ///
    /// # Errors
    /// A sentence if there is no such game, or it cannot be replayed.
    fn study(&self, number: usize) -> Result<GameTree, PageError>;

    /// The moves of a game so far.
    ///
    /// # Errors
    /// A sentence if there is no such game.
    fn played(&self, number: usize) -> Result<PlayedMoves, PageError>;
}

/// A game as far as it has been played.
pub(crate) struct PlayedMoves {
    pub(crate) start: Position,
    /// In coordinates.
    pub(crate) moves: Vec<String>,
    /// The result with its reason; none while it is being played.
    pub(crate) result: Option<(GameResult, String)>,
}

/// Adds moves from the start as the main line. Returns the nodes before and after the last
/// move that the tree did not have, or twice the last one.
///
/// # Errors
/// If a move is not legal.
pub(crate) fn add(tree: &mut GameTree, moves: &[String]) -> Result<(NodeId, NodeId), PageError> {
    let (mut node, mut known) = (ROOT, None);
    for text in moves {
        let mv = parse_coordinate(tree.node(node)?.position(), text)?;
        let before = tree.node(node)?.children().len();
        let next = tree.play(node, mv)?;
        if tree.node(node)?.children().len() > before {
            known = known.or(Some(node));
            // The page may have tried moves of its own.
            tree.promote(next)?;
        }
        node = next;
    }
    Ok((known.unwrap_or(node), node))
}

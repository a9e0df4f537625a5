//! Positions in which nothing is left to search: the rules end the game, or a table
//! knows how it ends.

use crate::position::Position;
use crate::rules::StalemateRule;
use crate::score::{DRAW, MAX_PLY, Value, mate_in, mated_in};
use crate::tablebase::{self, Tablebases};

use super::worker::{Context, Node, Worker};

/// The score of a win that the fifty-move rule may prevent, but for the plies until mate.
const DISTANT_WIN: Value = 24_000;

/// So much less it is with each ply: more than what corrections of the evaluation make.
const DISTANT_PLY: Value = 64;

/// So many plies are told apart.
const MOST_DISTANT: u16 = 300;

impl Worker {
    /// The value of a position in which the game is over, but for those without a
    /// legal move, or of which a table knows how it ends.
    #[inline]
    pub(super) fn known_value(&self, context: &Context, node: &Node, ply: usize) -> Option<Value> {
        let by_rule = self.value_by_rule(node, ply);
        if by_rule.is_some() || !self.may_know(context, node) {
            return by_rule;
        }
        value_by_table(&context.tablebases, &node.position, ply)
    }

    /// Whether there may be a table for a position. Whoever misjudges positions does not
    /// know better from tables.
    #[inline]
    fn may_know(&self, context: &Context, node: &Node) -> bool {
        let men = node.position.occupied().count() as usize;
        men <= context.tablebases.most_men() && self.blur.is_none()
    }

    /// What a position is worth to strive for of which a table knows who wins, but too late
    /// for the fifty-move rule, unless something is captured or a Pawn moves: the nearer the
    /// mate the better.
    #[inline]
    pub(super) fn distant_value(&self, context: &Context, node: &Node) -> Option<Value> {
        if !self.may_know(context, node) {
            return None;
        }
        distant_value_by_table(&context.tablebases, &node.position)
    }

    fn value_by_rule(&self, node: &Node, ply: usize) -> Option<Value> {
        let position = &node.position;
        if position.is_forfeited() {
            // By the move just made: the side to move has won.
            return Some(mate_in(ply));
        }
        if position.halfmoves() >= 100 || position.is_insufficient_material() {
            let checked = node.threats.checkers.any();
            let ended = (checked || self.stalemate_decides()) && !position.has_legal_move();
            return Some(if ended {
                self.value_without_move(checked, ply)
            } else {
                DRAW
            });
        }
        self.is_repetition(position, ply).then_some(DRAW)
    }

    /// Whether stalemate is more than a draw.
    pub(super) fn stalemate_decides(&self) -> bool {
        self.rules.stalemate() != StalemateRule::Draw
    }

    /// The value of a position in which the side to move has no legal move.
    pub(super) fn value_without_move(&self, checked: bool, ply: usize) -> Value {
        match self.rules.stalemate() {
            _ if checked => mated_in(ply),
            StalemateRule::Draw => DRAW,
            StalemateRule::Loss => mated_in(ply),
            StalemateRule::Win => mate_in(ply),
        }
    }
}

/// The value of a position by a table, if the fifty-move rule can make no difference.
#[cold]
fn value_by_table(tablebases: &Tablebases, position: &Position, ply: usize) -> Option<Value> {
    // What is further away could not be told from a score.
    let far = |plies: u16| {
        let mate = ply + usize::from(plies);
        (mate < MAX_PLY).then_some(mate)
    };
    match tablebases.decided(position)? {
        tablebase::Value::Draw => Some(DRAW),
        tablebase::Value::Win(plies) => far(plies).map(mate_in),
        tablebase::Value::Loss(plies) => far(plies).map(mated_in),
    }
}

/// The value of a position by a table, whatever the fifty-move rule says.
#[cold]
fn distant_value_by_table(tablebases: &Tablebases, position: &Position) -> Option<Value> {
    let won = |plies: u16| DISTANT_WIN - DISTANT_PLY * Value::from(plies.min(MOST_DISTANT));
    Some(match tablebases.probe(position)? {
        tablebase::Value::Draw => DRAW,
        tablebase::Value::Win(plies) => won(plies),
        tablebase::Value::Loss(plies) => -won(plies),
    })
}

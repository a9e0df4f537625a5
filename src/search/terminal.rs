//! Positions that need no search, because the rules end the game or a tablebase
//! knows the result.

use crate::board::moves::Move;
use crate::position::{Outcome, Position};
use crate::rules::{CheckmateRule, StalemateRule};
use crate::tablebase::{self, Tablebases};

use super::root::RootMove;
use super::score::{self, DRAW, MAX_PLY, Value, mate_in, mated_in};
use super::worker::{Context, Node, Worker};

/// The score of a win that comes too late for the fifty-move rule unless a
/// capture or Pawn move intervenes, minus the plies until mate.
const DISTANT_WIN: Value = 20_000;

impl Worker {
    /// The value of a position where the game is over or a tablebase knows the
    /// result. Positions without a legal move are not detected.
    #[inline]
    pub(super) fn known_value(&mut self, node: &Node) -> Option<Value> {
        let by_rule = self.value_by_rule(node);
        // A weaker level must not play perfect endings.
        if by_rule.is_some() || self.noise.is_some() {
            return by_rule;
        }
        let position = &node.position;
        let tablebases = &self.context().tablebases;
        if position.occupied().count() as usize > tablebases.max_pieces() {
            return None;
        }
        let value = value_by_tablebase(tablebases, position, node.ply);
        self.tablebase_hits += u64::from(value.is_some());
        value
    }

    /// Whether tablebases know the result of every root move.
    pub(super) fn is_root_in_tablebase(&self) -> bool {
        let Context {
            tablebases,
            position,
            ..
        } = self.context();
        let mut moves = self.root.moves.iter();
        self.noise.is_none()
            && position.occupied().count() as usize <= tablebases.max_pieces()
            && moves.all(|root_move| tablebases.probe_after(position, root_move.mv).is_some())
    }

    /// The expected line after a root move, continued to mate if a tablebase
    /// knows the way. If the clock is running, only when nothing had to be
    /// searched.
    pub(super) fn line_to_mate(&self, context: &Context, root_move: &RootMove) -> Vec<Move> {
        let mut line = root_move.pv.clone();
        let has_time = context.budget.is_none() || self.root.in_tablebase;
        if !has_time || self.noise.is_some() || !score::is_mate(root_move.score()) {
            return line;
        }
        let mut position = context.position.clone();
        line.iter().for_each(|&mv| position.play(mv));
        line.extend(context.tablebases.line(&position));
        line
    }

    fn value_by_rule(&self, node: &Node) -> Option<Value> {
        let position = &node.position;
        if let Some(outcome) = position.decision() {
            return Some(value_of_outcome(outcome, position, node.ply));
        }
        if position.halfmove_clock() >= position.halfmove_limit()
            || position.is_insufficient_material()
        {
            let in_check = node.in_check();
            let ended = (in_check || self.stalemate_decides()) && !position.has_legal_move();
            return Some(if ended {
                self.value_without_move(node)
            } else {
                self.value_of_draw(node)
            });
        }
        if self.repetition_is_special {
            let winner = self.special_repetition(node)?;
            return Some(match winner {
                None => self.value_of_draw(node),
                Some(winner) if winner == position.side_to_move() => mate_in(node.ply),
                Some(_) => mated_in(node.ply),
            });
        }
        let repeats = self.is_repetition(position, node.ply);
        repeats.then(|| self.value_of_draw(node))
    }

    /// Whether stalemate is more than a draw.
    pub(super) fn stalemate_decides(&self) -> bool {
        self.rules.stalemate() != StalemateRule::Draw
    }

    /// The value of a draw: nothing, unless one side wins drawn games.
    fn value_of_draw(&self, node: &Node) -> Value {
        match self.rules.ends().draws_won_by {
            None => DRAW,
            Some(winner) if winner == node.position.side_to_move() => DISTANT_WIN,
            Some(_) => -DISTANT_WIN,
        }
    }

    /// The value of a position without a legal move for the side to move.
    pub(super) fn value_without_move(&self, node: &Node) -> Value {
        let (in_check, ply) = (node.in_check(), node.ply);
        match self.rules.stalemate() {
            _ if in_check => match self.rules.ends().checkmate {
                CheckmateRule::Loss => mated_in(ply),
                CheckmateRule::Win => mate_in(ply),
                CheckmateRule::Shatar => {
                    value_of_outcome(node.position.checkmate(), &node.position, ply)
                }
            },
            StalemateRule::Draw => self.value_of_draw(node),
            StalemateRule::Loss => mated_in(ply),
            StalemateRule::Win => mate_in(ply),
        }
    }
}

/// The value of a game that is over.
#[cold]
fn value_of_outcome(outcome: Outcome, position: &Position, ply: usize) -> Value {
    match outcome.winner() {
        None => DRAW,
        Some(winner) if winner == position.side_to_move() => mate_in(ply),
        Some(_) => mated_in(ply),
    }
}

/// The value of a position according to a tablebase.
#[cold]
fn value_by_tablebase(tablebases: &Tablebases, position: &Position, ply: usize) -> Option<Value> {
    let value = tablebases.probe(position)?;
    let is_certain = value.is_certain(position.halfmove_clock());
    // A more distant mate could not be distinguished from an ordinary score.
    let mate = |plies: u16| Some(ply + usize::from(plies)).filter(|&at| is_certain && at < MAX_PLY);
    Some(match value {
        tablebase::TableValue::Draw => DRAW,
        tablebase::TableValue::Win(plies) => {
            mate(plies).map_or(DISTANT_WIN - Value::from(plies), mate_in)
        }
        tablebase::TableValue::Loss(plies) => {
            mate(plies).map_or(Value::from(plies) - DISTANT_WIN, mated_in)
        }
    })
}

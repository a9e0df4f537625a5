//! The tree of searched positions of a book.
//!
//! It grows best-first, a round of positions at a time: those that are reached with the
//! least loss, where each ply costs a little, too. So good lines become long, and others are
//! the shorter, the more they lose. Rounds have a fixed size, and their positions depend only
//! on earlier rounds: that makes the tree independent of threads and interruptions.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::fmt::Write;

use thiserror::Error;

use crate::base::excerpt::excerpt;
use crate::board::moves::Move;
use crate::notation::{NotationError, coordinate, parse_coordinate};
use crate::position::Position;
use crate::rules::Rules;
use crate::search::score::{INFINITE, MATE_FOUND, Value};

/// What a ply costs, in centipawns of loss.
const PLY_COST: i64 = 10;

/// The number of positions in a round.
const ROUND: usize = 16;

/// The maximum number of positions of a tree.
pub(crate) const MAX_POSITIONS: usize = 100_000;

/// A move and its score for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedMove {
    /// The move.
    pub mv: Move,
    /// Its score in centipawns; mates as in [`score`](crate::search::score).
    pub score: Value,
}

/// A malformed line of searched moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchedMoveError {
    /// A move is wrong.
    #[error(transparent)]
    Move(#[from] NotationError),
    /// A score is wrong.
    #[error("'{}' is not a score", excerpt(.0))]
    Score(String),
}

impl SearchedMove {
    /// The moves of a search in one line: each in coordinate notation, then its score.
    ///
    /// ```
    /// use peregrine::{notation::parse_coordinate, position::Position, variants};
    /// use peregrine::tools::book::SearchedMove;
    /// let start = Position::start(variants::falcon());
    /// let row = |text, score| SearchedMove { mv: parse_coordinate(&start, text).unwrap(), score };
    /// let moves = [row("e2e4", 31), row("f2f4", -7)];
    /// let line = SearchedMove::line(&start, &moves);
    /// assert_eq!(line, "e2e4 31 f2f4 -7");
    /// assert_eq!(SearchedMove::read(&start, &line)?, moves);
    /// # Ok::<(), peregrine::tools::book::SearchedMoveError>(())
    /// ```
    pub fn line(position: &Position, moves: &[SearchedMove]) -> String {
        let mut line = String::new();
        for SearchedMove { mv, score } in moves {
            // Writing to a string does not fail.
            let _ = write!(line, " {} {score}", coordinate(position, *mv));
        }
        line.split_off(usize::from(!line.is_empty()))
    }

    /// Reads such a line.
    ///
    /// # Errors
    /// If a move is not legal or a score is not a number in range.
    pub fn read(position: &Position, line: &str) -> Result<Vec<SearchedMove>, SearchedMoveError> {
        let mut words = line.split_whitespace();
        let mut moves = Vec::new();
        while let Some(word) = words.next() {
            let mv = parse_coordinate(position, word)?;
            let text = words.next().unwrap_or_default();
            let score = text
                .parse()
                .ok()
                .filter(|score: &Value| score.abs() < INFINITE);
            let score = score.ok_or_else(|| SearchedMoveError::Score(text.to_owned()))?;
            moves.push(SearchedMove { mv, score });
        }
        Ok(moves)
    }
}

/// A position to search.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The position.
    pub position: Position,
    /// Its plies from the start position.
    pub depth: usize,
}

/// A searched position.
#[derive(Clone, Debug)]
struct Node {
    position: Position,
    depth: usize,
    moves: Vec<Edge>,
}

/// A move of a searched position.
#[derive(Clone, Copy, Debug)]
struct Edge {
    mv: Move,
    /// Its score by the search of the position.
    searched: Value,
    /// The key of the position after it; none if the game is over there.
    next: Option<u64>,
}

/// The searched positions.
#[derive(Clone, Debug)]
pub(crate) struct SearchTree {
    rules: &'static Rules,
    plies: usize,
    nodes: Vec<Node>,
    places: HashMap<u64, usize>,
}

impl SearchTree {
    /// A tree without positions; all will be less than `plies` plies from the start
    /// position.
    pub(crate) fn new(rules: &'static Rules, plies: usize) -> SearchTree {
        SearchTree {
            rules,
            plies,
            nodes: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// The number of positions.
    pub(crate) fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a searched position.
    pub(crate) fn add(&mut self, task: Task, moves: &[SearchedMove]) {
        let Task { position, depth } = task;
        let edge = |row: &SearchedMove| {
            let mut next = position.clone();
            next.play(row.mv);
            Edge {
                mv: row.mv,
                searched: row.score,
                next: next.outcome().is_none().then_some(next.key()),
            }
        };
        let moves = moves.iter().map(edge).collect();
        self.places.insert(position.key(), self.nodes.len());
        self.nodes.push(Node {
            position,
            depth,
            moves,
        });
    }

    /// The positions of the next round, in the order in which they have to be added; none if
    /// the tree is complete.
    pub(crate) fn next_round(&self) -> Vec<Task> {
        if self.nodes.is_empty() {
            let position = Position::start(self.rules);
            return vec![Task { position, depth: 0 }];
        }
        let values = self.values();
        // Dijkstra's algorithm: the way with the least loss to every position.
        let mut costs: Vec<Option<i64>> = vec![None; self.nodes.len()];
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        let mut candidates = BTreeMap::<u64, (i64, usize, Move)>::new();
        while let Some(Reverse((cost, place))) = open.pop() {
            if costs[place].is_some() {
                continue;
            }
            costs[place] = Some(cost);
            let node = &self.nodes[place];
            let best = values[place].iter().copied().max().unwrap_or_default();
            for (edge, value) in node.moves.iter().zip(&values[place]) {
                let Some(key) = edge.next else {
                    continue;
                };
                let cost = cost + PLY_COST + i64::from(best - value);
                if let Some(&next) = self.places.get(&key) {
                    open.push(Reverse((cost, next)));
                } else if node.depth + 1 < self.plies {
                    let candidate = candidates.entry(key).or_insert((cost, place, edge.mv));
                    *candidate = (*candidate).min((cost, place, edge.mv));
                }
            }
        }
        let mut ordered: Vec<(i64, u64)> = candidates
            .iter()
            .map(|(&key, &(cost, ..))| (cost, key))
            .collect();
        ordered.sort_unstable();
        ordered.truncate(ROUND);
        let task = |(_, key): (i64, u64)| {
            let (_, place, mv) = candidates[&key];
            let node = &self.nodes[place];
            let mut position = node.position.clone();
            position.play(mv);
            Task {
                position,
                depth: node.depth + 1,
            }
        };
        ordered.into_iter().map(task).collect()
    }

    /// The scores of the moves of each position, by its key: those of the searches at the
    /// ends of the lines, if both sides play best on the way there.
    pub(crate) fn scores(&self) -> HashMap<u64, Vec<(Move, Value)>> {
        let values = self.values();
        let rows = self.nodes.iter().zip(values);
        let scores = |(node, values): (&Node, Vec<Value>)| {
            let moves = node.moves.iter().map(|edge| edge.mv);
            (node.position.key(), moves.zip(values).collect())
        };
        rows.map(scores).collect()
    }

    /// The same by place. A move to a position that is not deeper, such as back to the start
    /// position, has the score of its own search, so that there are no circles.
    fn values(&self) -> Vec<Vec<Value>> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&place| Reverse(self.nodes[place].depth));
        let mut values = vec![Vec::new(); self.nodes.len()];
        for place in order {
            let node = &self.nodes[place];
            let value = |edge: &Edge| {
                let next = edge.next.and_then(|key| self.places.get(&key));
                let deeper = next.filter(|&&next| self.nodes[next].depth > node.depth);
                let best = deeper.and_then(|&next| values[next].iter().copied().max());
                best.map_or(edge.searched, score_before)
            };
            values[place] = node.moves.iter().map(value).collect::<Vec<Value>>();
        }
        values
    }
}

/// The score of a move to a position with this score: the other side's, and a mate is one
/// ply more distant.
fn score_before(score: Value) -> Value {
    match -score {
        score if score >= MATE_FOUND => score - 1,
        score if score <= -MATE_FOUND => score + 1,
        score => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::{mate_in, mated_in};
    use crate::variants;

    fn start() -> Position {
        Position::start(variants::falcon())
    }

    fn position_after(moves: &str) -> Position {
        let mut position = start();
        for text in moves.split_whitespace() {
            position.play(parse_coordinate(&position, text).unwrap());
        }
        position
    }

    fn add(tree: &mut SearchTree, moves: &str, line: &str) {
        let position = position_after(moves);
        let depth = moves.split_whitespace().count();
        let found = SearchedMove::read(&position, line).unwrap();
        tree.add(Task { position, depth }, &found);
    }

    fn round(tree: &SearchTree) -> Vec<(u64, usize)> {
        let tasks = tree.next_round();
        let row = |task: &Task| (task.position.key(), task.depth);
        tasks.iter().map(row).collect()
    }

    fn scores(tree: &SearchTree, moves: &str) -> Vec<Value> {
        let scores = &tree.scores()[&position_after(moves).key()];
        scores.iter().map(|row| row.1).collect()
    }

    #[test]
    fn the_scores_of_leaves_reach_the_root() {
        let mut tree = SearchTree::new(variants::falcon(), 9);
        add(&mut tree, "", "e2e4 30 d2d4 20 f2f4 10");
        add(&mut tree, "e2e4", "e7e5 -40 d7d5 -10");
        assert_eq!(scores(&tree, ""), [10, 20, 10]);
        add(&mut tree, "e2e4 d7d5", "e4d5 70");
        assert_eq!(scores(&tree, "e2e4"), [-40, -70]);
        assert_eq!(scores(&tree, ""), [40, 20, 10]);
        let mate = format!("d7d5 {}", mated_in(4));
        add(&mut tree, "f2f4", &mate);
        assert_eq!(scores(&tree, ""), [40, 20, mate_in(5)]);
    }

    #[test]
    fn lines_that_lose_little_grow_first() {
        let mut tree = SearchTree::new(variants::falcon(), 3);
        let first = [(start().key(), 0)];
        assert_eq!(round(&tree), first);
        add(&mut tree, "", "e2e4 30 d2d4 25 f2f4 -50");
        let row = |moves: &str| {
            (
                position_after(moves).key(),
                moves.split_whitespace().count(),
            )
        };
        assert_eq!(round(&tree), ["e2e4", "d2d4", "f2f4"].map(row));
        add(&mut tree, "e2e4", "e7e5 -30 d7d5 -45");
        // Costs: 10 + 5, 20, 20 + 15, 10 + 80.
        let expected = ["d2d4", "e2e4 e7e5", "e2e4 d7d5", "f2f4"].map(row);
        assert_eq!(round(&tree), expected);
        add(&mut tree, "e2e4 e7e5", "d2d4 30");
        // The next position would be too deep.
        assert_eq!(round(&tree), ["d2d4", "e2e4 d7d5", "f2f4"].map(row));
    }

    #[test]
    fn moves_back_do_not_make_circles() {
        let mut tree = SearchTree::new(variants::falcon(), 9);
        add(&mut tree, "", "b1c3 30");
        add(&mut tree, "b1c3", "b8c6 -30");
        add(&mut tree, "b1c3 b8c6", "c3b1 0 e2e4 -5");
        add(&mut tree, "b1c3 b8c6 c3b1", "c6b8 15");
        // Back at the start position, the move has the score of its own search.
        assert_eq!(scores(&tree, "b1c3 b8c6 c3b1"), [15]);
        assert_eq!(scores(&tree, "b1c3 b8c6"), [-15, -5]);
        assert_eq!(scores(&tree, ""), [-5]);
        let rows = round(&tree);
        assert_eq!(rows, [(position_after("b1c3 b8c6 e2e4").key(), 3)]);
    }

    #[test]
    fn lines_of_a_search_are_checked() {
        let complaint = |line| SearchedMove::read(&start(), line).unwrap_err().to_string();
        assert_eq!(complaint("e2e4 x"), "'x' is not a score");
        assert_eq!(complaint("e2e4"), "'' is not a score");
        assert_eq!(complaint("e2e4 99999"), "'99999' is not a score");
        assert!(complaint("e2e5 1").starts_with("'e2e5' is not legal here"));
    }
}

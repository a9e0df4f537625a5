//! Finds tactical puzzles in games: positions with one move that is far better
//! than all others and is not found at once.
//!
//! Each test uses a deeper search than the one before, so that most positions
//! are rejected cheaply.

pub(crate) mod job;

use std::io;

use crate::board::moves::Move;
use crate::engine::{Engine, EngineOptions};
use crate::position::Position;
use crate::position::game::Game;
use crate::rules::Rules;
use crate::search::score::{Score, Value};
use crate::search::{Limits, ScoreBound, Tunables};

/// The criteria for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Criteria {
    /// Nodes of the first search.
    pub glance: u64,
    /// Nodes of the second search, whose best move must differ from the first.
    pub second_glance: u64,
    /// Nodes of the third search, whose best move must also differ from the
    /// first.
    pub look: u64,
    /// Nodes for each of the two best moves in the final search, which confirms
    /// the solution.
    pub proof: u64,
    /// Centipawns by which all other moves must be worse.
    pub gap: i32,
    /// Limit in centipawns above which the side to move counts as winning
    /// anyway.
    pub winning: i32,
}

impl Default for Criteria {
    fn default() -> Criteria {
        Criteria {
            glance: 3_000,
            second_glance: 30_000,
            look: 300_000,
            proof: 6_000_000,
            gap: 200,
            winning: 150,
        }
    }
}

/// A position with a single best move.
#[derive(Clone, Debug)]
pub struct Tactic {
    /// The position.
    pub position: Position,
    /// Its best move.
    pub best: Move,
    /// Its score, for the side to move.
    pub score: Score,
    /// The score of the second best move.
    pub second: Score,
}

/// Searches for puzzles.
pub struct Finder {
    /// The engine for the many short searches; its small hash table is quickly
    /// cleared.
    quick: Engine,
    /// The engine for long searches.
    thorough: Engine,
    criteria: Criteria,
}

/// Hash tables of the engines in MiB.
const QUICK_HASH: usize = 4;
const THOROUGH_HASH: usize = 128;

/// Plies at the start of a game that are skipped.
const OPENING: usize = 16;

impl Finder {
    /// A finder for a variant.
    ///
    /// ```
    /// use peregrine::{tuning::tactics::Finder, variants};
    /// let rules = variants::falcon();
    /// let finder = Finder::new(rules, Default::default()).unwrap();
    /// ```
    ///
    /// # Errors
    /// When there is no memory for its engines.
    pub fn new(rules: &'static Rules, criteria: Criteria) -> io::Result<Finder> {
        let engine = |hash| {
            let options = EngineOptions {
                hash,
                ..EngineOptions::default()
            };
            Engine::with_options(rules, Tunables::default(), options)
        };
        Ok(Finder {
            quick: engine(QUICK_HASH)?,
            thorough: engine(THOROUGH_HASH)?,
            criteria,
        })
    }

    /// The first position of a game that meets the criteria, among those after
    /// a number of plies for which `looks` returns true.
    ///
    /// ```
    /// use peregrine::{position::{game::Game, Position}, tuning::tactics::Finder, variants};
    /// let rules = variants::falcon();
    /// let mut finder = Finder::new(rules, Default::default()).unwrap();
    /// let game = Game::new(Position::start(rules));
    /// assert!(finder.find(&game, |_| true).unwrap().is_none());
    /// ```
    ///
    /// # Errors
    /// When there is no memory for a search.
    pub fn find(
        &mut self,
        game: &Game,
        looks: impl Fn(usize) -> bool,
    ) -> io::Result<Option<Tactic>> {
        let mut before = Game::new(game.start().clone());
        for (ply, &mv) in game.moves().iter().enumerate() {
            if ply >= OPENING
                && looks(ply)
                && let Some(tactic) = self.examine(before.position())?
            {
                return Ok(Some(tactic));
            }
            before.play(mv);
        }
        Ok(None)
    }

    fn examine(&mut self, position: &Position) -> io::Result<Option<Tactic>> {
        let criteria = self.criteria;
        // Each position is searched without its history.
        let game = Game::new(position.clone());
        self.quick.clear();
        let Some((first, at_first)) = best_move(&mut self.quick, &game, criteria.glance) else {
            return Ok(None);
        };
        if Value::from(at_first).abs() > 3 * criteria.winning {
            return Ok(None);
        }
        let again = best_move(&mut self.quick, &game, criteria.second_glance);
        if again.is_none_or(|(mv, _)| mv == first) {
            return Ok(None);
        }
        self.thorough.clear();
        self.thorough.set_lines(1)?;
        let Some((best, score)) = best_move(&mut self.thorough, &game, criteria.look) else {
            return Ok(None);
        };
        let gained = Value::from(score) - Value::from(at_first);
        // A plain capture is not a puzzle, even if it is found late.
        if best == first || gained < criteria.gap / 2 || is_plain_capture(position, best) {
            return Ok(None);
        }
        self.thorough.set_lines(2)?;
        if self.margin(&game, best, criteria.look).is_none() {
            return Ok(None);
        }
        let proven = self.margin(&game, best, criteria.proof);
        Ok(proven.map(|(score, second)| Tactic {
            position: position.clone(),
            best,
            score,
            second,
        }))
    }

    /// The score of a move and that of the second best, if the latter is far
    /// worse, by a search with this many nodes for each.
    fn margin(&mut self, game: &Game, best: Move, nodes: u64) -> Option<(Score, Score)> {
        let lines = two_lines(&mut self.thorough, game, 2 * nodes);
        let [(mv, score), (_, second)] = lines[..] else {
            return None;
        };
        let (worth, rest) = (Value::from(score), Value::from(second));
        let clear =
            rest.saturating_add(self.criteria.gap) <= worth && rest <= self.criteria.winning;
        (mv == best && clear).then_some((score, second))
    }
}

/// Whether, judging by the players' scores, the side to move at this ply was
/// soon better off than just before by at least this many centipawns: there was
/// something to find. `scores` are those of the moves of a game, each from the
/// mover's point of view.
///
/// ```
/// use peregrine::{search::score::Score, tuning::tactics::swings};
/// let scores = [10, -12, 11, -9, 150, -160].map(|score| Some(Score::Centipawns(score)));
/// let plies: Vec<usize> = (0..6).filter(|&ply| swings(&scores, ply, 100)).collect();
/// assert_eq!(plies, [2, 4], "White's moves, the one before included");
/// ```
pub fn swings(scores: &[Option<Score>], ply: usize, least: i32) -> bool {
    let view = |at: usize| {
        let value = Value::from((*scores.get(at)?)?);
        Some(if (at ^ ply) & 1 == 0 { value } else { -value })
    };
    let before = (ply.saturating_sub(2)..ply).filter_map(view).max();
    let after = (ply..ply + 3).filter_map(view).max();
    before
        .zip(after)
        .is_some_and(|(before, after)| after >= before.saturating_add(least))
}

fn best_move(engine: &mut Engine, game: &Game, nodes: u64) -> Option<(Move, Score)> {
    let result = engine.search(game, limits(nodes), |_| ());
    result.best.map(|best| (best, result.score))
}

/// The two best moves at the last depth at which both are known.
fn two_lines(engine: &mut Engine, game: &Game, nodes: u64) -> Vec<(Move, Score)> {
    let (mut depth, mut lines, mut complete) = (0, Vec::new(), Vec::new());
    engine.search(game, limits(nodes), |info| {
        if info.bound != ScoreBound::Exact {
            return;
        }
        if info.depth != depth {
            depth = info.depth;
            lines.clear();
        }
        lines.extend(info.pv.first().map(|&mv| (mv, info.score)));
        if lines.len() == 2 {
            complete.clone_from(&lines);
        }
    });
    complete
}

fn limits(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// Whether a move captures an undefended piece.
fn is_plain_capture(position: &Position, mv: Move) -> bool {
    let enemy = !position.side_to_move();
    position.is_noisy(mv) && !position.is_attacked(mv.to(), enemy, position.occupied())
}

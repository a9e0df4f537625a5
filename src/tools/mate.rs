//! The mate solver: proves a mate in N moves by trying every move of the mating side
//! and answering every reply.
//!
//! As in chess problems, the fifty-move rule and repetition are ignored, and only
//! checkmate counts: a loss in any other way ends the game without a mate.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use thiserror::Error;

use crate::board::moves::{Move, MoveKind};
use crate::position::Position;
use crate::position::movegen::MoveList;

/// The maximum length of a mate in moves.
pub(crate) const MAX_MATE: u32 = 50;

/// The number of stored positions at which the table is cleared.
const MAX_KNOWN: usize = 8_000_000;

/// The search was stopped before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before the search was complete")]
pub struct StoppedError;

/// The shortest mate of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The number of moves, the mating move included.
    pub moves: u32,
    /// All first moves that force it.
    pub keys: Vec<Move>,
}

/// A reply to a key move, and the mate that follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defense {
    /// The reply.
    pub reply: Move,
    /// The mate after it.
    pub solution: Solution,
}

/// What is known about a position with the mating side to move.
#[derive(Clone, Copy, Debug, Default)]
struct Proven {
    /// There is no mate in this many moves.
    refuted_at: u32,
    /// There is a mate in this many moves.
    proven_in: Option<u32>,
}

/// Identifies a position by its key and its occupied squares, to rule out collisions.
type Identity = (u64, u128);

/// Looks for mates and stores its results for later calls.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use peregrine::{notation::san, position::Position, tools::mate::Solver, variants};
/// let rules = variants::falcon();
/// let position = Position::from_fen(rules, "10/7p2/8p1/2k1P5/P9/2K7/3N6/3F6 w - - 0 1").unwrap();
/// let stop = AtomicBool::new(false);
/// let solution = Solver::new(&stop).solve(&position, 3, |_, _, _| ()).unwrap().unwrap();
/// assert_eq!(solution.moves, 2);
/// assert_eq!(solution.keys.len(), 1);
/// assert_eq!(san(&position, solution.keys[0]), "Fa3");
/// ```
pub struct Solver<'a> {
    stop: &'a AtomicBool,
    known: HashMap<Identity, Proven>,
    /// The last successful reply, by the number of moves left.
    refutations: Vec<Option<Move>>,
}

impl<'a> Solver<'a> {
    /// A solver with an empty table that gives up when `stop` is set.
    pub fn new(stop: &'a AtomicBool) -> Solver<'a> {
        Solver {
            stop,
            known: HashMap::new(),
            refutations: vec![None; MAX_MATE as usize + 1],
        }
    }

    /// The shortest mate of the side to move in at most `most` moves, if there is one.
    /// `report` receives the length of mate being tried, the number of first moves done,
    /// and the number of all first moves.
    ///
    /// ```
    /// # use std::sync::atomic::AtomicBool;
    /// # use peregrine::{position::Position, tools::mate::Solver, variants};
    /// # let rules = variants::rules("chess").unwrap();
    /// let start = Position::start(rules);
    /// let stop = AtomicBool::new(false);
    /// assert_eq!(Solver::new(&stop).solve(&start, 2, |_, _, _| ()), Ok(None));
    /// ```
    ///
    /// # Errors
    /// When the search is stopped.
    pub fn solve(
        &mut self,
        position: &Position,
        most: u32,
        mut report: impl FnMut(u32, usize, usize),
    ) -> Result<Option<Solution>, StoppedError> {
        for moves in 1..=most.min(MAX_MATE) {
            let firsts = attacks(position);
            let mut keys = Vec::new();
            for (done, &mv) in firsts.iter().enumerate() {
                report(moves, done, firsts.len());
                if self.is_lost(&position.after_move(mv), moves - 1)? {
                    keys.push(mv);
                }
            }
            if !keys.is_empty() {
                return Ok(Some(Solution { moves, keys }));
            }
        }
        Ok(None)
    }

    /// All replies in a position where each of them loses to a mate in at most `moves`;
    /// empty if the position is checkmate, or some reply avoids such a mate.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use peregrine::{notation::{parse_san, san}, position::Position, tools::mate::Solver, variants};
    /// let rules = variants::falcon();
    /// let mut position = Position::from_fen(rules, "10/7p2/8p1/2k1P5/P9/2K7/3N6/3F6 w - - 0 1").unwrap();
    /// position.play(parse_san(&position, "Fa3").unwrap());
    /// let stop = AtomicBool::new(false);
    /// let defenses = Solver::new(&stop).defenses(&position, 1).unwrap();
    /// assert_eq!(defenses.len(), 3);
    /// assert!(defenses.iter().all(|defense| defense.solution.keys.len() == 2));
    /// ```
    ///
    /// # Errors
    /// When the search is stopped.
    pub fn defenses(
        &mut self,
        position: &Position,
        moves: u32,
    ) -> Result<Vec<Defense>, StoppedError> {
        let mut defenses = Vec::new();
        for &reply in &playable_moves(position) {
            let Some(solution) = self.solve(&position.after_move(reply), moves, |_, _, _| ())?
            else {
                return Ok(Vec::new());
            };
            defenses.push(Defense { reply, solution });
        }
        Ok(defenses)
    }

    /// Whether the side to move mates in at most `moves` moves.
    fn mates(&mut self, position: &Position, moves: u32) -> Result<bool, StoppedError> {
        if moves == 1 {
            return Ok(mates_at_once(position));
        }
        if self.stop.load(Relaxed) {
            return Err(StoppedError);
        }
        let identity = (position.key(), position.occupied().bits());
        let known = self.known.get(&identity).copied().unwrap_or_default();
        if known.proven_in.is_some_and(|proven| proven <= moves) {
            return Ok(true);
        }
        if known.refuted_at >= moves {
            return Ok(false);
        }
        let mut mates = self.mates(position, moves - 1)?;
        if !mates {
            for &mv in &attacks(position) {
                if self.is_lost(&position.after_move(mv), moves - 1)? {
                    mates = true;
                    break;
                }
            }
        }
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        let known = self.known.entry(identity).or_default();
        match mates {
            true => {
                let shortest = known.proven_in.map_or(moves, |proven| proven.min(moves));
                known.proven_in = Some(shortest);
            }
            false => known.refuted_at = known.refuted_at.max(moves),
        }
        Ok(mates)
    }

    /// Whether the side to move is checkmated, or will be in at most `moves` more moves
    /// of its opponent.
    fn is_lost(&mut self, position: &Position, moves: u32) -> Result<bool, StoppedError> {
        if !position.has_legal_move() {
            return Ok(position.is_checkmate());
        }
        if moves == 0 {
            return Ok(false);
        }
        let mut replies = playable_moves(position);
        // A reply that refuted one attack often refutes the next.
        let last = self.refutations[moves as usize];
        if let Some(at) = replies.iter().position(|&reply| Some(reply) == last) {
            replies.swap(0, at);
        }
        for &reply in &replies {
            if !self.mates(&position.after_move(reply), moves)? {
                self.refutations[moves as usize] = Some(reply);
                return Ok(false);
            }
        }
        // There may be no reply left that does not lose the game by itself.
        Ok(!replies.is_empty())
    }
}

/// Whether a move mates.
fn mates_at_once(position: &Position) -> bool {
    let checks = position.check_squares();
    // `checks` ignores attacks of a promoted piece through the Pawn's old square.
    let may_check = |mv: Move| {
        mv.kind() != MoveKind::Plain
            || mv.promoted_to().is_some()
            || checks.may_give_check(position, mv)
    };
    playable_moves(position).iter().any(|&mv| {
        may_check(mv) && {
            let next = position.after_move(mv);
            next.is_checkmate()
        }
    })
}

/// The moves that may lead to mate, checks first.
fn attacks(position: &Position) -> Vec<Move> {
    let (mut checks, others): (Vec<Move>, Vec<Move>) = playable_moves(position)
        .iter()
        .partition(|&&mv| position.after_move(mv).is_check());
    checks.extend(others);
    checks
}

/// The legal moves except those that lose the game by being played.
fn playable_moves(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    moves.retain(|mv| !position.fails_promotion(*mv));
    moves
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::base::random::Random;
    use crate::board::color::Color;
    use crate::board::piece::{Piece, PieceKind};
    use crate::board::setup::Setup;
    use crate::board::square::Square;
    use crate::rules::Rules;
    use crate::variants;

    /// The moves that mate in at most `moves` moves, by plain recursion.
    fn by_recursion(position: &Position, moves: u32) -> Vec<Move> {
        let legal = position.legal_moves().into_iter();
        let mates = |mv: &Move| is_mated_by_recursion(&position.after_move(*mv), moves);
        legal.filter(mates).collect()
    }

    /// Whether the side to move is mated, or will be within `moves` moves of the other
    /// side, one of which has been made.
    fn is_mated_by_recursion(position: &Position, moves: u32) -> bool {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.is_checkmate();
        }
        let mates = |position: &Position| {
            let mut legal = position.legal_moves().into_iter();
            legal.any(|mv| is_mated_by_recursion(&position.after_move(mv), moves - 1))
        };
        moves > 1
            && replies
                .iter()
                .all(|&reply| mates(&position.after_move(reply)))
    }

    /// A game on a board so small that plain recursion soon ends.
    fn small_game() -> &'static Rules {
        let text = "[small]\nboard = '5x6'\nstart = 'qkf2/ppppp/5/5/PPPPP/QKF2 w - - 0 1'\n\
                    castling = 'none'\npieces.Q = 'queen'\npieces.F = 'falcon'";
        let variant = variants::check(text).unwrap().remove(0);
        let variant: &'static variants::Variant = Box::leak(Box::new(variant));
        variant.rules(Default::default()).unwrap()
    }

    /// Men on random squares, White to move; `None` if the position is invalid.
    fn drawn(rules: &'static Rules, random: &mut Random) -> Option<Position> {
        let kind = |letter| rules.kind_of_letter(letter).unwrap();
        let squares = rules.geometry().squares().count() as usize;
        let mut setup = Setup::empty();
        for (color, kind) in [
            (Color::White, PieceKind::KING),
            (Color::White, kind("F")),
            (Color::White, kind("Q")),
            (Color::Black, PieceKind::KING),
            (Color::Black, PieceKind::PAWN),
        ] {
            let square = Square::new(random.below(squares));
            setup.board[square.index()] = Some(Piece::new(color, kind));
        }
        setup.side_to_move = Color::White;
        Position::from_setup(rules, &setup).ok()
    }

    #[test]
    fn plain_recursion_finds_the_same() {
        /// Positions without a mate, with a mate in 1, and so on.
        const EACH: u32 = 10;
        let rules = small_game();
        let stop = AtomicBool::new(false);
        let mut random = Random::new(7, 0);
        // Counts of positions without a mate, and with a mate in 1, 2 and 3.
        let mut found = [0; 4];
        while found.iter().any(|&count| count < EACH) {
            let Some(position) = drawn(rules, &mut random) else {
                continue;
            };
            let solution = Solver::new(&stop)
                .solve(&position, 3, |_, _, _| ())
                .unwrap();
            let moves = solution.as_ref().map(|solution| solution.moves);
            let count = &mut found[moves.unwrap_or_default() as usize];
            if *count == EACH {
                continue;
            }
            *count += 1;
            let expected = (1..=3)
                .map(|moves| (moves, by_recursion(&position, moves)))
                .find(|(_, keys)| !keys.is_empty());
            let found = solution.map(|mut solution| {
                solution.keys.sort_unstable();
                (solution.moves, solution.keys)
            });
            let expected = expected.map(|(moves, mut keys)| {
                keys.sort_unstable();
                (moves, keys)
            });
            assert_eq!(found, expected, "{position}");
        }
    }

    #[test]
    fn who_is_stopped_says_so() {
        let stop = AtomicBool::new(true);
        let rules = variants::find("falcon")
            .unwrap()
            .rules(Default::default())
            .unwrap();
        let solved = Solver::new(&stop).solve(&Position::start(rules), 3, |_, _, _| ());
        assert_eq!(solved, Err(StoppedError));
    }
}

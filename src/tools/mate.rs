//! Mates in so many moves, proven: all moves of the side that mates are tried, and all
//! replies answered.
//!
//! Knows no evaluation. As in chess problems, the fifty-move rule and repetition do not
//! count, and nothing but checkmate is a mate: who loses otherwise has ended the game.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::board::moves::{Move, MoveKind};
use crate::position::Position;
use crate::position::movegen::MoveList;

/// The most moves that a mate can be looked for in.
pub const MAX_MATE: u32 = 50;

/// So many positions are remembered before all are forgotten.
const MOST_KNOWN: usize = 8_000_000;

/// A search that was stopped has found nothing out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// How a position is won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// In how many moves, the last of which mates; never fewer.
    pub moves: u32,
    /// All the moves that do it.
    pub keys: Vec<Move>,
}

/// A reply to a key, and how the game is won after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The reply.
    pub reply: Move,
    /// What it allows.
    pub solution: Solution,
}

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// There is no mate in so many moves.
    fails: u32,
    /// There is one in so many; 0 if none is known.
    mates: u32,
}

/// Which position: its key, and its men's squares, that no two are taken for one.
type Identity = (u64, u128);

/// Looks for mates, and remembers what it has found.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use peregrine::{notation::san, position::Position, tools::mate::Solver, variants};
/// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
/// let position = Position::from_fen(rules, "10/7p2/8p1/2k1P5/P9/2K7/3N6/3F6 w - - 0 1").unwrap();
/// let stop = AtomicBool::new(false);
/// let solution = Solver::new(&stop).solve(&position, 3, |_, _, _| ()).unwrap().unwrap();
/// assert_eq!(solution.moves, 2);
/// assert_eq!(solution.keys.len(), 1);
/// assert_eq!(san(&position, solution.keys[0]), "Fa3");
/// ```
pub struct Solver<'a> {
    stop: &'a AtomicBool,
    known: HashMap<Identity, Known>,
    /// The replies that were right last, by the moves that were left.
    refutations: Vec<Option<Move>>,
}

impl<'a> Solver<'a> {
    /// One that knows nothing yet, and gives up when `stop` is set.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// let solver = peregrine::tools::mate::Solver::new(&AtomicBool::new(false));
    /// ```
    pub fn new(stop: &'a AtomicBool) -> Solver<'a> {
        Solver {
            stop,
            known: HashMap::new(),
            refutations: vec![None; MAX_MATE as usize + 1],
        }
    }

    /// The quickest mate of the side to move in `most` moves or fewer, if there is one.
    /// `report` is told in how many moves a mate is looked for, and how many of how many
    /// first moves have been tried.
    ///
    /// ```
    /// # use std::sync::atomic::AtomicBool;
    /// # use peregrine::{position::Position, tools::mate::Solver, variants};
    /// # let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let start = Position::start(rules);
    /// let stop = AtomicBool::new(false);
    /// assert_eq!(Solver::new(&stop).solve(&start, 2, |_, _, _| ()), Ok(None));
    /// ```
    ///
    /// # Errors
    /// When it was stopped.
    pub fn solve(
        &mut self,
        position: &Position,
        most: u32,
        mut report: impl FnMut(u32, usize, usize),
    ) -> Result<Option<Solution>, Stopped> {
        for moves in 1..=most.min(MAX_MATE) {
            let firsts = attacks(position);
            let mut keys = Vec::new();
            for (done, &mv) in firsts.iter().enumerate() {
                report(moves, done, firsts.len());
                if self.is_lost(&after(position, mv), moves - 1)? {
                    keys.push(mv);
                }
            }
            if !keys.is_empty() {
                return Ok(Some(Solution { moves, keys }));
            }
        }
        Ok(None)
    }

    /// All replies in a position that is lost in so many moves after each of them; none
    /// if it is mate, or is not lost.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use peregrine::{notation::{parse_san, san}, position::Position, tools::mate::Solver, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let mut position = Position::from_fen(rules, "10/7p2/8p1/2k1P5/P9/2K7/3N6/3F6 w - - 0 1").unwrap();
    /// position.play(parse_san(&position, "Fa3").unwrap());
    /// let stop = AtomicBool::new(false);
    /// let defences = Solver::new(&stop).defences(&position, 1).unwrap();
    /// assert_eq!(defences.len(), 3);
    /// assert!(defences.iter().all(|defence| defence.solution.keys.len() == 2));
    /// ```
    ///
    /// # Errors
    /// When it was stopped.
    pub fn defences(&mut self, position: &Position, moves: u32) -> Result<Vec<Defence>, Stopped> {
        let mut defences = Vec::new();
        for &reply in &going_on(position) {
            let Some(solution) = self.solve(&after(position, reply), moves, |_, _, _| ())? else {
                return Ok(Vec::new());
            };
            defences.push(Defence { reply, solution });
        }
        Ok(defences)
    }

    /// Whether the side to move mates in so many moves or fewer.
    fn mates(&mut self, position: &Position, moves: u32) -> Result<bool, Stopped> {
        if moves == 1 {
            return Ok(mates_at_once(position));
        }
        if self.stop.load(Relaxed) {
            return Err(Stopped);
        }
        let identity = (position.key(), position.occupied().bits());
        let known = self.known.get(&identity).copied().unwrap_or_default();
        if known.mates > 0 && known.mates <= moves {
            return Ok(true);
        }
        if known.fails >= moves {
            return Ok(false);
        }
        let mut mates = self.mates(position, moves - 1)?;
        if !mates {
            for &mv in &attacks(position) {
                if self.is_lost(&after(position, mv), moves - 1)? {
                    mates = true;
                    break;
                }
            }
        }
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        let known = self.known.entry(identity).or_default();
        match mates {
            true if known.mates == 0 || known.mates > moves => known.mates = moves,
            true => {}
            false => known.fails = known.fails.max(moves),
        }
        Ok(mates)
    }

    /// Whether the side to move is mated, or will be in so many more moves of the other.
    fn is_lost(&mut self, position: &Position, moves: u32) -> Result<bool, Stopped> {
        if !position.has_legal_move() {
            return Ok(position.is_check());
        }
        if moves == 0 {
            return Ok(false);
        }
        let mut replies = going_on(position);
        // What has helped against one attack often helps against the next.
        let last = self.refutations[moves as usize];
        if let Some(at) = replies.iter().position(|&reply| Some(reply) == last) {
            replies.swap(0, at);
        }
        for &reply in &replies {
            if !self.mates(&after(position, reply), moves)? {
                self.refutations[moves as usize] = Some(reply);
                return Ok(false);
            }
        }
        // All replies may have lost the game otherwise.
        Ok(!replies.is_empty())
    }
}

/// Whether a move mates.
fn mates_at_once(position: &Position) -> bool {
    let checks = position.checks();
    // What a promoted Pawn attacks across its own square is not looked at there.
    let may_check = |mv: Move| {
        mv.kind() != MoveKind::Plain
            || mv.promoted_to().is_some()
            || checks.may_be_given(position, mv)
    };
    going_on(position).iter().any(|&mv| {
        may_check(mv) && {
            let next = after(position, mv);
            next.is_check() && !next.has_legal_move()
        }
    })
}

/// The moves that may lead to mate, those that give check first.
fn attacks(position: &Position) -> Vec<Move> {
    let (mut checks, others): (Vec<Move>, Vec<Move>) = going_on(position)
        .iter()
        .partition(|&&mv| after(position, mv).is_check());
    checks.extend(others);
    checks
}

/// The legal moves but for those that lose the game by being made.
fn going_on(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    moves.retain(|mv| !position.forfeits(*mv));
    moves
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play(mv);
    next
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::base::random::Random;
    use crate::board::color::Color;
    use crate::board::piece::{Piece, PieceKind};
    use crate::board::square::Square;
    use crate::position::setup::Setup;
    use crate::variants;

    /// The moves that mate in so many moves or fewer, by plain recursion.
    fn plainly(position: &Position, moves: u32) -> Vec<Move> {
        let is_lost = |next: &Position| {
            let replies = next.legal_moves();
            if replies.is_empty() {
                return next.is_check();
            }
            moves > 1
                && replies
                    .iter()
                    .all(|&reply| !plainly(&after(next, reply), moves - 1).is_empty())
        };
        let legal = position.legal_moves().into_iter();
        legal.filter(|&mv| is_lost(&after(position, mv))).collect()
    }

    /// Men on squares drawn at random, White to move; none if that is no position.
    fn drawn(variant: &str, random: &mut Random) -> Option<Position> {
        let rules = variants::find(variant)
            .unwrap()
            .rules(Default::default())
            .unwrap();
        let squares = rules.geometry().squares().count() as usize;
        let mut setup = Setup::empty();
        for (color, kind) in [
            (Color::White, PieceKind::KING),
            (Color::White, PieceKind::FALCON),
            (Color::White, PieceKind::QUEEN),
            (Color::Black, PieceKind::KING),
            (Color::Black, PieceKind::PAWN),
        ] {
            let square = Square::new(random.below(squares));
            setup.board[square.index()] = Some(Piece::new(color, kind));
        }
        setup.side = Color::White;
        Position::from_setup(rules, &setup).ok()
    }

    #[test]
    fn plain_recursion_finds_the_same() {
        let stop = AtomicBool::new(false);
        let mut random = Random::new(7, 0);
        // Of mates in 1, 2 and 3, and of positions without.
        let mut found = [0; 4];
        while found.iter().any(|&count| count < 4) {
            let Some(position) = drawn("falcon-8x8", &mut random) else {
                continue;
            };
            let solution = Solver::new(&stop)
                .solve(&position, 3, |_, _, _| ())
                .unwrap();
            let moves = solution.as_ref().map(|solution| solution.moves);
            let count = &mut found[moves.unwrap_or_default() as usize];
            if *count == 4 {
                continue;
            }
            *count += 1;
            let least = (1..=3).find(|&moves| !plainly(&position, moves).is_empty());
            assert_eq!(moves, least, "{position}");
            if let Some(mut solution) = solution {
                let mut expected = plainly(&position, solution.moves);
                solution.keys.sort_unstable();
                expected.sort_unstable();
                assert_eq!(solution.keys, expected, "{position}");
            }
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
        assert_eq!(solved, Err(Stopped));
    }
}

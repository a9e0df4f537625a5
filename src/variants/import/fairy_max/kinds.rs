//! Kinds of pieces, and the pieces that a game makes of them: both sides can have kinds of
//! their own that share a letter.

use super::super::finding::{Finding, Source};
use super::super::movement::Movement;
use super::modes::{DIRECTED, Move, movement};

/// A kind of piece, as a line of the file describes it.
pub(super) struct Kind {
    pub letter: char,
    pub value: i32,
    pub moves: Vec<Move>,
    pub source: Source,
}

impl Kind {
    pub(super) fn is_royal(&self) -> bool {
        self.value < 0
    }

    /// Whether Pawns can become it: not if its value ends in 3.
    pub(super) fn is_choice(&self) -> bool {
        !self.is_royal() && self.value % 10 != 3
    }
}

/// A piece of the game, which can be of one kind for White and of another for Black.
pub(super) struct Man {
    pub letter: char,
    pub movement: Movement,
    /// The indices of the kinds of both sides.
    pub kinds: [Option<usize>; 2],
    /// How many each side has at the start.
    pub counts: [usize; 2],
}

/// The pieces besides Pawns, and their letters in the rows of both sides.
pub(super) struct Men {
    pub men: Vec<Man>,
    /// The indices of the pieces of both rows; `None` is an empty square.
    pub rows: [Vec<Option<usize>>; 2],
}

impl Men {
    /// The pieces of these rows of numbers from 1, of which 0 is an empty square. `taken` are
    /// the letters of the Pawns.
    pub(super) fn new(
        kinds: &[Kind],
        rows: [&[usize]; 2],
        taken: &[char],
        findings: &mut Vec<Finding>,
    ) -> Men {
        let mut found = Men {
            men: Vec::new(),
            rows: [Vec::new(), Vec::new()],
        };
        for (index, kind) in kinds.iter().enumerate().skip(2) {
            let counts = rows.map(|row| row.iter().filter(|&&number| number == index + 1).count());
            if counts == [0, 0] {
                let reason = "the piece is left out: it is not at the start";
                findings.push(kind.source.noted(reason));
                continue;
            }
            match oriented(kind, counts.map(|count| count > 0)) {
                Ok(movement) => found.add(kinds, index, movement, counts, taken, findings),
                Err(reason) => findings.push(kind.source.refused(reason)),
            }
        }
        found.rows = [0, 1].map(|side| {
            let of_number = |&number: &usize| {
                let mut men = found.men.iter();
                men.position(|man| number > 0 && man.kinds[side] == Some(number - 1))
            };
            rows[side].iter().map(of_number).collect()
        });
        found
    }

    fn add(
        &mut self,
        kinds: &[Kind],
        index: usize,
        movement: Movement,
        counts: [usize; 2],
        taken: &[char],
        findings: &mut Vec<Finding>,
    ) {
        let kind = &kinds[index];
        let is_same = |man: &&mut Man| {
            let earlier = man
                .kinds
                .iter()
                .flatten()
                .next()
                .map(|&other| &kinds[other]);
            let is_same_kind = earlier.is_some_and(|earlier| {
                earlier.letter == kind.letter
                    && (earlier.is_royal(), earlier.is_choice())
                        == (kind.is_royal(), kind.is_choice())
            });
            let is_free = (0..2).all(|side| man.kinds[side].is_none() || counts[side] == 0);
            is_same_kind && is_free && man.movement == movement
        };
        let number = |count: usize| (count > 0).then_some(index);
        if let Some(man) = self.men.iter_mut().find(is_same) {
            for (side, count) in counts.into_iter().enumerate() {
                man.kinds[side] = man.kinds[side].or(number(count));
                man.counts[side] += count;
            }
            return;
        }
        let is_free = |letter: &char| {
            !taken.contains(letter) && self.men.iter().all(|man| man.letter != *letter)
        };
        let others = || {
            // Letters of later kinds are not taken from them.
            let is_later = |letter: &char| kinds.iter().any(|kind| kind.letter == *letter);
            ('A'..='Z').find(|letter| is_free(letter) && !is_later(letter))
        };
        let wish = Some(kind.letter).filter(is_free);
        let Some(letter) = wish.or_else(others) else {
            findings.push(kind.source.refused("there are not enough letters"));
            return;
        };
        if letter != kind.letter {
            let reason = format!("another piece has this letter; here it is {letter}");
            findings.push(kind.source.noted(reason));
        }
        self.men.push(Man {
            letter,
            movement,
            kinds: counts.map(number),
            counts,
        });
    }

    /// The letter of a row's square.
    pub(super) fn letter(&self, side: usize, file: usize) -> Option<char> {
        let man = self.rows[side].get(file).copied().flatten()?;
        Some(self.men[man].letter)
    }
}

/// How a piece moves, as its own side sees the board: the steps of a file are the same for
/// both sides.
fn oriented(kind: &Kind, is_used: [bool; 2]) -> Result<Movement, String> {
    let is_step = |mv: &&Move| !kind.is_royal() || !mv.is_castling();
    let mut moves: Vec<Move> = kind.moves.iter().filter(is_step).copied().collect();
    let found = movement(&moves)?;
    let mut flipped: Vec<Move> = moves.iter().map(|mv| mv.flipped()).collect();
    moves.sort_unstable();
    flipped.sort_unstable();
    // Only directions make a difference.
    let is_directed = matches!(found, Movement::Betza { dialect, .. } if dialect == DIRECTED);
    if !is_directed || moves == flipped {
        return Ok(found);
    }
    match is_used {
        [true, true] => {
            let reason = "the piece moves otherwise toward the last rank than toward the first, \
                          and does so for both sides";
            Err(reason.to_owned())
        }
        [false, true] => movement(&flipped),
        _ => Ok(found),
    }
}

//! Pawns: the first two kinds, one for each side, as their own side sees the board.

use super::super::game::{Sides, Squares};
use super::super::movement::{Movement, letter_of_leap};
use super::kinds::Kind;
use super::modes::{Move, Way, direction_letters};
use crate::board::movement::Dialect;

/// How the Pawn of a side moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pawn {
    /// Single steps, in order.
    steps: Vec<Move>,
    /// First moves, in order.
    first: Vec<FirstMove>,
}

/// A move that is possible as long as the Pawn has not moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FirstMove {
    vector: (i32, i32),
    steps: u32,
    is_jump: bool,
    /// Whether the Pawn can then be captured en passant.
    passes: bool,
}

impl Pawn {
    /// The Pawn of White, or that of Black turned round.
    ///
    /// # Errors
    /// Why the kind cannot be a Pawn here.
    pub(super) fn new(kind: &Kind, is_black: bool) -> Result<Pawn, String> {
        let (mut steps, mut first) = (Vec::new(), Vec::new());
        for mv in &kind.moves {
            let mv = if is_black { mv.flipped() } else { *mv };
            if mv.mode & 0xF == 4 {
                first.push(FirstMove::new(mv)?);
            } else {
                steps.push(mv);
            }
        }
        steps.sort_unstable();
        first.sort_unstable();
        let passes = first.iter().filter(|mv| mv.passes).count();
        if passes > 0 && passes < first.len() {
            return Err("all first moves or none can be answered en passant".to_owned());
        }
        Ok(Pawn { steps, first })
    }

    /// Whether it moves as in orthodox chess, with or without first moves.
    pub(super) fn is_usual(&self) -> bool {
        let mut usual = [(-16, 6), (-15, 5), (-17, 5)].map(Move::from);
        usual.sort_unstable();
        let is_straight = |mv: &FirstMove| mv.vector == (0, 1) && !mv.is_jump;
        // A triple step comes with a double step.
        let steps: Vec<u32> = self.first.iter().map(|mv| mv.steps).collect();
        self.steps == usual && self.first.iter().all(is_straight) && steps != [3]
    }

    /// Whether it can be captured en passant.
    pub(super) fn passes(&self) -> bool {
        self.first.iter().any(|mv| mv.passes)
    }

    pub(super) fn has_first_moves(&self) -> bool {
        !self.first.is_empty()
    }

    /// From where a usual Pawn makes double steps and triple steps.
    pub(super) fn squares(&self, rank: usize) -> [Option<Sides<Squares>>; 2] {
        let has = |steps: u32| self.first.iter().any(|mv| mv.steps == steps);
        let squares = |ranks: Vec<usize>| {
            Some(Sides::Both(Squares {
                ranks,
                names: Vec::new(),
            }))
        };
        let double = match has(2) {
            true if rank == 2 => None,
            true => squares(vec![rank]),
            false => squares(Vec::new()),
        };
        let triple = if has(3) { squares(vec![rank]) } else { None };
        [double, triple]
    }

    /// The movement of a Pawn that is not usual.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub(super) fn movement(&self) -> Result<Movement, String> {
        let unwritten = || "such moves of Pawns cannot be written".to_owned();
        let mut text = String::new();
        for mv in &self.steps {
            let vector = mv.vector();
            let (modes, is_slide) = match Way::new(mv.mode)? {
                Way::Leap(modes) => (modes, false),
                Way::Slide(modes) => (modes, true),
                _ => return Err(unwritten()),
            };
            let atom = atom(vector, is_slide).ok_or_else(unwritten)?;
            let directions = direction_letters(vector);
            let en_passant = if self.passes() && modes != "m" {
                "e"
            } else {
                ""
            };
            match modes {
                "" if !en_passant.is_empty() => {
                    text += &format!("{directions}m{atom}{directions}ce{atom}");
                }
                modes => text += &format!("{directions}{modes}{en_passant}{atom}"),
            }
        }
        for mv in &self.first {
            let (files, ranks) = mv.vector;
            if mv.steps != 2 || files.abs() > 1 || ranks.abs() > 1 {
                return Err(unwritten());
            }
            let atom = atom((2 * files, 2 * ranks), false).ok_or_else(unwritten)?;
            let lame = if mv.is_jump { "" } else { "n" };
            text += &format!("i{}m{lame}{atom}", direction_letters(mv.vector));
        }
        if text.is_empty() {
            return Err("Pawns that cannot move are not supported".to_owned());
        }
        crate::board::movement::Movement::from_betza(&text, Dialect::XBoard)
            .map_err(|error| error.to_string())?;
        Ok(Movement::Betza {
            text,
            dialect: Dialect::XBoard.name(),
        })
    }
}

impl FirstMove {
    fn new(mv: Move) -> Result<FirstMove, String> {
        let bits = mv.mode >> 4;
        let steps = match bits >> 4 {
            0 => 2,
            // Fairy-Max makes three steps of both.
            0x4 | 0xC => 3,
            _ => return Err(format!("mode {:X}: there is no such first move", mv.mode)),
        };
        // The bits of captures and moves after the first step.
        if bits & 3 != 2 {
            return Err(format!("mode {:X}: first moves do not capture", mv.mode));
        }
        Ok(FirstMove {
            vector: mv.vector(),
            steps,
            is_jump: bits & 8 != 0,
            passes: bits & 4 == 0,
        })
    }
}

/// The capital of a straight or diagonal leap, or of the line along it.
fn atom((files, ranks): (i32, i32), is_slide: bool) -> Option<char> {
    let (files, ranks) = (files.unsigned_abs(), ranks.unsigned_abs());
    if files != ranks && files != 0 && ranks != 0 {
        return None;
    }
    match (is_slide, files.min(ranks), files.max(ranks)) {
        (true, 0, 1) => Some('R'),
        (true, 1, 1) => Some('B'),
        (true, ..) => None,
        (false, near, far) => letter_of_leap((u8::try_from(near).ok()?, u8::try_from(far).ok()?)),
    }
}

//! Direction letters: which of eight directions they select.
//!
//! The directions are numbered clockwise from straight ahead. For leaps that are neither
//! straight nor diagonal, number 0 is the leap that goes farther ahead than to the right.

use crate::board::geometry::leaps::{KING, KNIGHT};

use super::atoms::Shape;
use super::{Letter, refuse};
use crate::board::movement::error::MovementError;

/// The letters of directions.
pub(super) const LETTERS: &str = "fblrvsh";

/// A set of directions, as bits.
pub(super) type Directions = u8;

fn select(is_wanted: impl Fn(usize) -> bool) -> Directions {
    let wanted = (0..8).filter(|&direction| is_wanted(direction));
    wanted.fold(0, |set, direction| set | 1 << direction)
}

/// Everything on this side.
fn half(vectors: &[(i32, i32); 8], letter: char) -> Directions {
    select(|direction| {
        let (files, ranks) = vectors[direction];
        match letter {
            'f' => ranks > 0,
            'b' => ranks < 0,
            'r' => files > 0,
            'l' => files < 0,
            'v' => ranks != 0,
            's' => files != 0,
            _ => true,
        }
    })
}

/// What goes farther along this axis than along the other.
fn narrow(vectors: &[(i32, i32); 8], letter: char) -> Directions {
    let along = select(|direction| {
        let (files, ranks) = vectors[direction];
        match letter {
            'f' | 'b' | 'v' => ranks.abs() > files.abs(),
            _ => files.abs() > ranks.abs(),
        }
    });
    along & half(vectors, letter)
}

const STRAIGHT: Directions = 0b0101_0101;
const DIAGONAL: Directions = 0b1010_1010;

/// Straight along this axis.
fn straight(letter: char) -> Directions {
    half(&KING, letter) & narrow(&KING, letter)
}

/// Whether one letter is about files and the other about ranks.
fn are_perpendicular(first: char, second: char) -> bool {
    let is_vertical = |letter| "fbv".contains(letter);
    let is_horizontal = |letter| "lrs".contains(letter);
    is_vertical(first) && is_horizontal(second) || is_horizontal(first) && is_vertical(second)
}

/// What is left of a list of letters.
struct Rest<'a>(&'a [Letter]);

impl Rest<'_> {
    fn next(&self, number: usize) -> Option<char> {
        self.0.get(number).map(|letter| letter.character)
    }

    fn skip(&mut self, count: usize) {
        self.0 = &self.0[count..];
    }
}

/// The directions of the first leg.
pub(super) fn first(shape: Shape, letters: &[Letter]) -> Result<Directions, MovementError> {
    let found = match shape {
        Shape::Straight(_) => along_lines(letters)?,
        Shape::Diagonal(_) => across(letters)?,
        Shape::Both => of_king(letters)?,
        Shape::Oblique(..) => oblique(letters)?,
    };
    let all = match shape {
        Shape::Straight(_) => STRAIGHT,
        Shape::Diagonal(_) => DIAGONAL,
        Shape::Both | Shape::Oblique(..) => 0xFF,
    };
    Ok(if letters.is_empty() { all } else { found })
}

/// The directions of a later leg, relative to the leg before.
pub(super) fn later(shape: Shape, letters: &[Letter]) -> Result<Directions, MovementError> {
    if letters.is_empty() {
        return Ok(match shape {
            Shape::Straight(_) | Shape::Diagonal(_) => straight('f') | straight('s'),
            Shape::Both | Shape::Oblique(..) => !straight('b'),
        });
    }
    of_king(letters)
}

fn no_half(letter: &Letter) -> MovementError {
    let reason = "'h' (half) goes with another letter before a leap that is neither straight nor \
                  diagonal, such as 'fhN'";
    refuse(letter, reason)
}

/// Straight leaps: the letters add up.
fn along_lines(letters: &[Letter]) -> Result<Directions, MovementError> {
    let mut found = 0;
    for letter in letters {
        match letter.character {
            'h' => return Err(no_half(letter)),
            character => found |= straight(character),
        }
    }
    Ok(found)
}

/// Diagonal leaps: a letter is a side, and two letters in a row are a corner.
fn across(letters: &[Letter]) -> Result<Directions, MovementError> {
    let is_axis = |letter: &&Letter| "vs".contains(letter.character);
    if let Some(letter) = letters.iter().find(is_axis).filter(|_| letters.len() > 1) {
        let reason = "'v' and 's' do not go with another letter before a diagonal move";
        return Err(refuse(letter, reason));
    }
    let mut found = 0;
    let mut rest = Rest(letters);
    while let Some(letter) = rest.0.first() {
        let character = letter.character;
        if character == 'h' {
            return Err(no_half(letter));
        }
        let pair = rest
            .next(1)
            .filter(|&next| are_perpendicular(character, next));
        let axis = [Some(character), pair].into_iter().flatten();
        found |= axis.fold(DIAGONAL, |set, letter| set & half(&KING, letter));
        rest.skip(if pair.is_some() { 2 } else { 1 });
    }
    Ok(found)
}

/// King's steps, and all legs but the first: a letter is one straight direction, two letters in
/// a row are the diagonal between them. A doubled letter stands alone, but its second half can
/// still go with the letter behind it.
fn of_king(letters: &[Letter]) -> Result<Directions, MovementError> {
    let mut found = 0;
    let mut rest = Rest(letters);
    while let Some(letter) = rest.0.first() {
        let character = letter.character;
        if character == 'h' {
            return Err(no_half(letter));
        }
        let pair = rest
            .next(1)
            .filter(|&next| "fblr".contains(character) && are_perpendicular(character, next));
        match pair {
            Some(next) => {
                found |= half(&KING, character) & half(&KING, next);
                rest.skip(2);
            }
            None => {
                found |= straight(character);
                rest.skip(1);
            }
        }
    }
    Ok(found)
}

/// Other leaps: a letter is what goes farther that way than to the sides; behind another letter
/// it selects from that side.
fn oblique(letters: &[Letter]) -> Result<Directions, MovementError> {
    if let [half, side, others @ ..] = letters
        && half.character == 'h'
    {
        let chiral = match side.character {
            'r' => STRAIGHT,
            'l' => DIAGONAL,
            _ => return Err(no_half(half)),
        };
        return match others {
            [] => Ok(chiral),
            [other, ..] => Err(refuse(other, "'hr' and 'hl' go with no other direction")),
        };
    }
    let mut found = 0;
    let mut rest = Rest(letters);
    while let Some(letter) = rest.0.first() {
        let character = letter.character;
        if character == 'h' {
            return Err(no_half(letter));
        }
        let is_side = "fblr".contains(character);
        match rest.next(1) {
            Some('h') if is_side => {
                found |= half(&KNIGHT, character);
                rest.skip(2);
            }
            Some(next) if next == character && !is_side => {
                return Err(refuse(letter, "'v' and 's' cannot be doubled"));
            }
            Some(next) if is_side && (next == character || are_perpendicular(character, next)) => {
                found |= half(&KNIGHT, character) & narrow(&KNIGHT, next);
                rest.skip(2);
            }
            _ => {
                found |= narrow(&KNIGHT, character);
                rest.skip(1);
            }
        }
    }
    Ok(found)
}

//! Groups in the dialect of Fairy-Stockfish.
//!
//! A pair of direction letters means the same before every atom, namely some of the eight leaps
//! of a Knight; each atom has its nearest moves to these. Before straight atoms the letters of a
//! pair stand alone.

use super::atoms::Shape;
use super::{Group, Letter, refuse};
use crate::board::movement::error::MovementError;
use crate::board::movement::legs::{Chain, Hop, Initial, Leg, Midway};

/// The moves of a group.
pub(super) fn moves(group: &Group) -> Result<Vec<Chain>, MovementError> {
    let prefixes = Prefixes::read(&group.prefixes)?;
    let (shape, range) = (group.shape, group.range);
    let is_rider = range != 1 || group.range_letter.is_some();
    let is_line = shape.is_single_step();
    let is_knight = matches!(shape, Shape::Oblique(1, 2));
    if let Some(letter) = group.range_letter.filter(|_| !is_line && !is_knight) {
        return Err(refuse(&letter, "Fairy-Stockfish has no such riders"));
    }
    if let Some(letter) = prefixes.hop {
        if !is_line {
            return Err(refuse(&letter, "Fairy-Stockfish hops only along lines"));
        }
        if letter.character == 'g' && group.range_letter.is_some() {
            return Err(refuse(&letter, "a grasshopper has no range"));
        }
    }
    let is_lame = |letter: &Letter| match shape {
        Shape::Straight(2) | Shape::Diagonal(2) | Shape::Oblique(1 | 2, _) if is_rider => {
            Err(refuse(letter, "Fairy-Stockfish has no lame riders"))
        }
        Shape::Straight(2) | Shape::Diagonal(2) | Shape::Oblique(1, 2) | Shape::Oblique(2, 3) => {
            Ok(())
        }
        _ => Err(refuse(
            letter,
            "Fairy-Stockfish has only the lame leaps of N, A, Z and D",
        )),
    };
    prefixes.lame.as_ref().map_or(Ok(()), is_lame)?;
    let mut chains = Vec::new();
    let shapes = match shape {
        Shape::Both => vec![Shape::Straight(1), Shape::Diagonal(1)],
        shape => vec![shape],
    };
    let splits = matches!(shape, Shape::Straight(_));
    for octant in (0..8).filter(|&octant| prefixes.select(octant, splits)) {
        for &shape in &shapes {
            let legs = legs(shape, octant, &prefixes, range);
            let chain = Chain {
                legs,
                quiet: prefixes.quiet || !prefixes.capture,
                capture: prefixes.capture || !prefixes.quiet,
                en_passant: false,
                initial: match prefixes.is_initial {
                    true => Initial::Unmoved,
                    false => Initial::No,
                },
            };
            if !chains.contains(&chain) {
                chains.push(chain);
            }
        }
    }
    match (chains.is_empty(), prefixes.directions.first()) {
        (true, Some(((letter, _), _))) => {
            Err(refuse(letter, "Fairy-Stockfish knows no such directions"))
        }
        _ => Ok(chains),
    }
}

/// The move of an atom that is nearest to a Knight's leap.
fn legs(shape: Shape, octant: usize, prefixes: &Prefixes, range: u8) -> Vec<Leg> {
    // The Knight's leap on either side of a straight direction, or of a diagonal one.
    let straight = octant.div_ceil(2) * 2 % 8;
    let diagonal = octant / 2 * 2 + 1;
    let direction = match shape {
        Shape::Straight(_) => straight,
        Shape::Diagonal(_) => diagonal,
        Shape::Both | Shape::Oblique(..) => octant,
    };
    let step = shape.step(direction);
    if prefixes.lame.is_some() && matches!(shape, Shape::Oblique(2, 3)) {
        let straight = Leg::step(Shape::Straight(1).step(straight));
        let diagonal = Leg::step(Shape::Diagonal(1).step(diagonal));
        return vec![straight, diagonal, diagonal];
    }
    let leg = Leg {
        max: range,
        midway: match prefixes.lame {
            Some(_) => Midway::Empty,
            None => Midway::Any,
        },
        ..Leg::step(step)
    };
    vec![match prefixes.hop {
        None => leg,
        // A step over a piece is a line.
        Some(letter) => Leg {
            max: if range == 1 { 0 } else { range },
            hop: Some(Hop {
                after: u8::from(letter.character == 'g'),
            }),
            ..leg
        },
    }]
}

type Pair = ((Letter, char), char);

/// What the small letters of a group say.
#[derive(Default)]
struct Prefixes {
    quiet: bool,
    capture: bool,
    hop: Option<Letter>,
    lame: Option<Letter>,
    is_initial: bool,
    /// Pairs of direction letters; a letter that stands alone is doubled.
    directions: Vec<Pair>,
}

impl Prefixes {
    fn read(letters: &[Letter]) -> Result<Prefixes, MovementError> {
        let mut prefixes = Prefixes::default();
        let is_vertical = |letter: char| "fbvh".contains(letter);
        let is_horizontal = |letter: char| "rlsh".contains(letter);
        let mut rest = letters;
        while let Some((letter, others)) = rest.split_first() {
            rest = others;
            let character = letter.character;
            match character {
                'm' => prefixes.quiet = true,
                'c' => prefixes.capture = true,
                'i' => prefixes.is_initial = true,
                'n' => prefixes.lame = Some(*letter),
                'p' | 'g' => {
                    if prefixes.hop.replace(*letter).is_some() {
                        return Err(refuse(letter, "there is another 'p' or 'g' before it"));
                    }
                }
                _ if is_vertical(character) || is_horizontal(character) => {
                    let goes_with = |next: &&Letter| {
                        let next = next.character;
                        next == character
                            || is_vertical(character) && is_horizontal(next)
                            || is_horizontal(character) && is_vertical(next)
                    };
                    let second = match others.first().filter(goes_with) {
                        Some(next) => {
                            rest = &others[1..];
                            next.character
                        }
                        None => character,
                    };
                    prefixes.directions.push(((*letter, character), second));
                }
                _ => return Err(refuse(letter, unknown(character))),
            }
        }
        if let (Some(lame), Some(_)) = (&prefixes.lame, &prefixes.hop) {
            return Err(refuse(lame, "a hopper cannot be lame"));
        }
        Ok(prefixes)
    }

    /// Whether the letters select this leap of a Knight.
    fn select(&self, octant: usize, splits: bool) -> bool {
        let selects = |&((_, first), second): &Pair| match splits && first != second {
            true => is_selected(octant, first, first) || is_selected(octant, second, second),
            false => is_selected(octant, first, second),
        };
        self.directions.is_empty() || self.directions.iter().any(selects)
    }
}

/// Whether a pair of letters selects a leap: the second letter says where it goes two squares, the
/// first to which side.
fn is_selected(octant: usize, first: char, second: char) -> bool {
    let (files, ranks) = Shape::Oblique(1, 2).step(octant);
    let is_toward = |letter: char| match letter {
        'f' => ranks > 0,
        'b' => ranks < 0,
        'r' => files > 0,
        'l' => files < 0,
        _ => true,
    };
    let is_along = |letter: char| match letter {
        'f' | 'b' | 'v' => ranks.abs() > files.abs(),
        _ => files.abs() > ranks.abs(),
    };
    match (first, second) {
        ('h', 'r') => octant.is_multiple_of(2),
        ('h', 'l') => !octant.is_multiple_of(2),
        ('f' | 'b' | 'r' | 'l', 'h') => is_toward(first),
        ('h', _) | (_, 'h') => false,
        _ if first == second => is_toward(first) && is_along(first),
        ('v' | 's', _) => false,
        _ => is_toward(first) && is_toward(second) && is_along(second),
    }
}

fn unknown(letter: char) -> &'static str {
    match letter {
        'e' => "Fairy-Stockfish takes captures en passant from other keys",
        'a' => "Fairy-Stockfish has no moves of several legs",
        _ => "Fairy-Stockfish has no such letter",
    }
}

//! Groups in the dialects of XBoard and the Interactive Diagram.

use super::atoms::Shape;
use super::directions::{self, Directions};
use super::{Dialect, Group, Letter, MAX_LEGS, MAX_MOVES, refuse, repetition};
use crate::board::movement::error::MovementError;
use crate::board::movement::legs::{Chain, Hop, Initial, Leg, Midway};

/// The modes in the order in which XBoard reads them. In other orders it skips letters.
const MODES: &str = "mcdetpgoynj";

/// The moves of a group.
pub(super) fn moves(group: &Group, dialect: Dialect) -> Result<Vec<Chain>, MovementError> {
    let mut chains = Vec::new();
    for prefixes in repetition::written_out(&group.prefixes)? {
        let legs = prefixes.split(|letter| letter.character == 'a');
        let count = legs.clone().count();
        if count > MAX_LEGS {
            return Err(MovementError::TooManyLegs(MAX_LEGS));
        }
        let legs = legs.enumerate().map(|(number, letters)| {
            let leg = LegText::read(letters, dialect, number)?;
            leg.check(group, number, number + 1 == count)?;
            Ok(leg)
        });
        let legs = legs.collect::<Result<Vec<LegText>, MovementError>>()?;
        if let (Some(second), Shape::Oblique(..), Dialect::XBoard) = (
            prefixes.iter().find(|letter| letter.character == 'a'),
            group.shape,
            dialect,
        ) {
            let reason = "XBoard continues a leap that is neither straight nor diagonal with \
                          another leap";
            return Err(refuse(second, reason));
        }
        let mut expansion = Expansion {
            group,
            legs: &legs,
            done: Vec::new(),
            chains: &mut chains,
        };
        expansion.extend(State {
            angle: 0,
            range: group.range,
            turn: None,
            has_line: false,
        })?;
    }
    Ok(chains)
}

/// A leg as it is written.
#[derive(Clone, Debug, Default)]
struct LegText {
    initial: Vec<Letter>,
    directions: Vec<Letter>,
    /// A letter `z` or `q` among the directions: a turn the other way or the same way as before.
    turn: Option<Letter>,
    modes: Vec<Letter>,
}

impl LegText {
    fn read(letters: &[Letter], dialect: Dialect, number: usize) -> Result<LegText, MovementError> {
        let mut leg = LegText::default();
        for &letter in letters {
            let character = letter.character;
            let is_direction = directions::LETTERS.contains(character);
            let is_turn = dialect == Dialect::Diagram && "zq".contains(character);
            if character == 'i' {
                let is_late = !leg.directions.is_empty() || !leg.modes.is_empty();
                if dialect == Dialect::XBoard && is_late {
                    return Err(refuse(&letter, "'i' must be the first letter of its leg"));
                }
                leg.initial.push(letter);
            } else if is_turn {
                if number == 0 && character == 'q' {
                    return Err(refuse(&letter, "circular moves are not possible"));
                }
                if leg.turn.replace(letter).is_some() {
                    return Err(refuse(&letter, "a leg has at most one 'z' or 'q'"));
                }
            } else if is_direction {
                if dialect == Dialect::XBoard && !leg.modes.is_empty() {
                    return Err(refuse(
                        &letter,
                        "a direction must stand before the letters of the mode",
                    ));
                }
                leg.directions.push(letter);
            } else if let Some(order) = MODES.find(character) {
                let earlier = leg.modes.last().and_then(|mode| MODES.find(mode.character));
                let is_doubled_j = character == 'j' && earlier == Some(order);
                let is_out_of_order = earlier.is_some_and(|earlier| earlier >= order);
                if dialect == Dialect::XBoard && is_out_of_order && !is_doubled_j {
                    return Err(refuse(
                        &letter,
                        "XBoard reads modes only once and in the order m c d e t p g o y n j",
                    ));
                }
                leg.modes.push(letter);
            } else {
                return Err(refuse(&letter, unknown(character)));
            }
        }
        Ok(leg)
    }

    fn mode(&self, character: char) -> Option<&Letter> {
        self.modes.iter().find(|mode| mode.character == character)
    }

    fn has(&self, character: char) -> bool {
        self.mode(character).is_some()
    }

    fn count(&self, character: char) -> usize {
        let modes = self.modes.iter();
        modes.filter(|mode| mode.character == character).count()
    }

    /// Refuses what is not possible or means nothing.
    fn check(&self, group: &Group, number: usize, is_last: bool) -> Result<(), MovementError> {
        for letter in &self.modes {
            let character = letter.character;
            let is_doubled = self.count(character) > 1 && character != 'j';
            let reason = match character {
                _ if is_doubled => "a mode stands only once",
                'd' => "captures of one's own pieces are not possible",
                'c' if !is_last => "captures in passing are not possible",
                'e' if !is_last => "captures in passing are not possible",
                't' => "limits by the kind of piece are not possible",
                'o' => "boards that wrap around are not possible",
                'y' if is_last => "another leg must follow it",
                'g' | 'y' if !is_last && (self.count('g') + self.count('y') > 1) => {
                    "'g' and 'y' exclude each other"
                }
                'y' if self.has('p') => "'p' and 'y' exclude each other",
                'g' if self.has('p') => "'p' and 'g' exclude each other",
                'n' if group.shape.is_single_step() => "there is nothing between single steps",
                'j' if self.has('n') => "'n' and 'j' exclude each other",
                'j' if !group.shape.is_single_step() && self.count('j') > 1 => {
                    "only lines skip more than one square"
                }
                _ => continue,
            };
            return Err(refuse(letter, reason));
        }
        if let Some(letter) = self.turn.as_ref().filter(|_| number == 0) {
            if !is_last || !group.shape.is_single_step() || group.shape == Shape::Both {
                return Err(refuse(letter, "only lines of R, B, W and F can be crooked"));
            }
            if let Some(direction) = self.directions.first() {
                return Err(refuse(direction, "crooked lines go in all directions"));
            }
        }
        match self.initial.as_slice() {
            [] | [_] => {}
            [_, _] if number == 0 => {}
            [_, _] => {
                let reason = "a later leg has at most one 'i'";
                return Err(refuse(&self.initial[1], reason));
            }
            [_, _, third, ..] => return Err(refuse(third, "there are at most two 'i'")),
        }
        let hop = self
            .mode('p')
            .or(self.mode('g'))
            .filter(|_| is_last && number > 0);
        if let Some(letter) = hop.filter(|_| !self.initial.is_empty()) {
            return Err(refuse(letter, "it does not go with 'i'"));
        }
        Ok(())
    }
}

/// Why a small letter is not one of a prefix.
fn unknown(letter: char) -> &'static str {
    match letter {
        'k' => "moves that only give check are not possible",
        'u' => "captures without moving there are not possible",
        'x' => "moves lent by other pieces are not possible",
        'z' | 'q' => "only the dialect 'diagram' has crooked moves",
        'w' => "it has no meaning",
        _ => "it is not the letter of a direction or a mode",
    }
}

/// How far a chain has come.
#[derive(Clone, Copy)]
struct State {
    /// The direction of the leg before.
    angle: usize,
    /// How often the step may be repeated.
    range: u8,
    /// The last turn: to the right or not.
    turn: Option<bool>,
    /// Whether a leg could have several steps.
    has_line: bool,
}

/// Writes the directions of all legs out.
struct Expansion<'a> {
    group: &'a Group,
    legs: &'a [LegText],
    done: Vec<Leg>,
    chains: &'a mut Vec<Chain>,
}

impl Expansion<'_> {
    fn extend(&mut self, state: State) -> Result<(), MovementError> {
        let number = self.done.len();
        let text = &self.legs[number];
        let is_last = number + 1 == self.legs.len();
        let is_crooked = number == 0 && text.turn.is_some();
        let relative = match number {
            0 => directions::first(self.group.shape, &text.directions)?,
            _ => directions::later(self.group.shape, &turned(text, state.turn))?,
        };
        for turn in (0..8).filter(|turn| has(relative, *turn)) {
            let angle = (turn + state.angle) % 8;
            let sides: &[usize] = if is_crooked { &[2, 6] } else { &[0] };
            for side in sides {
                let leg = self.leg(text, state, angle, (angle + side) % 8)?;
                self.done.push(leg);
                if is_last {
                    self.finish(text)?;
                } else {
                    let toggles = text.has('g') || text.has('y');
                    let range = match (toggles, state.range) {
                        (false, range) => range,
                        (true, 1) => 0,
                        (true, _) => 1,
                    };
                    self.extend(State {
                        angle,
                        range,
                        turn: match turn {
                            _ if number == 0 => None,
                            1..=3 => Some(true),
                            5..=7 => Some(false),
                            _ => state.turn,
                        },
                        has_line: state.has_line || state.range != 1,
                    })?;
                }
                self.done.pop();
            }
        }
        Ok(())
    }

    fn leg(
        &self,
        text: &LegText,
        state: State,
        first: usize,
        second: usize,
    ) -> Result<Leg, MovementError> {
        let shape = self.group.shape;
        let number = self.done.len();
        let is_last = number + 1 == self.legs.len();
        let is_single = state.range == 1;
        let skip = text.count('j') * usize::from(shape.is_single_step());
        let blocked = |letter: char, reason: &str| match text.mode(letter) {
            Some(letter) => Err(refuse(letter, reason)),
            None => Ok(()),
        };
        if is_last && is_single {
            blocked(
                'p',
                "a single step cannot go over a piece; write a range, such as 0",
            )?;
            blocked(
                'g',
                "a single step cannot go over a piece; write a range, such as 0",
            )?;
        }
        if state.range != 0 && skip >= usize::from(state.range) {
            blocked('j', "the move is not long enough to skip a square")?;
        }
        let same_length = number > 0 && !text.initial.is_empty();
        if let Some(letter) = text
            .initial
            .first()
            .filter(|_| same_length && !state.has_line)
        {
            let reason = "no leg before it can have different lengths";
            return Err(refuse(letter, reason));
        }
        let hop = match (text.has('p'), text.has('g')) {
            (true, _) => Some(Hop { after: 0 }),
            (_, true) => Some(Hop { after: 1 }),
            _ => None,
        };
        let passes = text.has('p') || text.has('g');
        Ok(Leg {
            steps: [shape.step(first), shape.step(second)],
            skip: skip as u8,
            min: 0,
            max: state.range,
            midway: match (shape.is_single_step(), text.has('n'), text.has('j')) {
                (false, true, _) => Midway::Empty,
                (false, _, true) => Midway::Occupied,
                _ => Midway::Any,
            },
            hop: hop.filter(|_| is_last),
            ends_on_empty: is_last || text.has('m') || !passes,
            ends_on_piece: !is_last && passes,
            same_length,
        })
    }

    fn finish(&mut self, last: &LegText) -> Result<(), MovementError> {
        if self.chains.len() == MAX_MOVES {
            return Err(MovementError::TooManyMoves(MAX_MOVES));
        }
        let en_passant = last.has('e');
        let is_plain = !last.has('m') && !last.has('c') && !en_passant;
        self.chains.push(Chain {
            legs: self.done.clone(),
            quiet: is_plain || last.has('m'),
            capture: is_plain || last.has('c'),
            en_passant,
            initial: match self.legs[0].initial.len() {
                0 => Initial::No,
                1 => Initial::Unmoved,
                _ => Initial::StartSquare,
            },
        });
        Ok(())
    }
}

/// The direction letters of a later leg, with `z` and `q` replaced by the side that they mean.
fn turned(text: &LegText, turn: Option<bool>) -> Vec<Letter> {
    let mut letters = text.directions.clone();
    if let Some(letter) = text.turn {
        let character = match turn {
            None => 's',
            Some(right) if right == (letter.character == 'q') => 'r',
            Some(_) => 'l',
        };
        letters.push(Letter {
            character,
            place: letter.place,
        });
    }
    letters
}

fn has(directions: Directions, direction: usize) -> bool {
    directions >> direction & 1 != 0
}

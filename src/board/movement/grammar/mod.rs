//! Betza notation: its dialects, and from text to legs.
//!
//! A text is a row of groups: prefixes in small letters, then an atom, then a range. Between
//! the letters `a` of a group are its legs. Whatever is not understood is refused.
//!
//! Sources: the behavior of XBoard 4.9.1, Fairy-Stockfish and the Interactive Diagram of the
//! Chess Variant Pages, tried and described by their users; see `docs/guide/variant-files.md`.

mod atoms;
mod directions;
mod fairy_stockfish;
mod group;
mod repetition;

use super::error::MovementError;
use super::legs::Chain;

use atoms::Shape;

/// The most characters of a text.
const MAX_TEXT: usize = 256;

/// The most moves in different directions of a text.
const MAX_MOVES: usize = 2048;

/// The most legs of a move.
const MAX_LEGS: usize = 16;

/// Whose Betza notation a text is in: the same text can mean different moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// XBoard 4.9: the most common one, and the one to write by.
    #[default]
    XBoard,
    /// Fairy-Stockfish: no moves of several legs, and only some of the lame leaps and riders.
    FairyStockfish,
    /// The Interactive Diagram of the Chess Variant Pages.
    Diagram,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 3] = [Dialect::XBoard, Dialect::FairyStockfish, Dialect::Diagram];

    /// The name that variant files use.
    ///
    /// ```
    /// use peregrine::board::movement::Dialect;
    /// assert_eq!(Dialect::FairyStockfish.name(), "fairy-stockfish");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::XBoard => "xboard",
            Dialect::FairyStockfish => "fairy-stockfish",
            Dialect::Diagram => "diagram",
        }
    }

    /// The dialect of this name.
    ///
    /// ```
    /// use peregrine::board::movement::Dialect;
    /// assert_eq!(Dialect::named("diagram"), Some(Dialect::Diagram));
    /// assert_eq!(Dialect::named("german"), None);
    /// ```
    pub fn named(name: &str) -> Option<Dialect> {
        Dialect::ALL
            .into_iter()
            .find(|dialect| dialect.name() == name)
    }
}

/// A character of a text and its place, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Letter {
    character: char,
    place: usize,
}

/// The error for a letter.
fn refuse(letter: &Letter, reason: impl Into<String>) -> MovementError {
    MovementError::Letter {
        letter: letter.character,
        place: letter.place,
        reason: reason.into(),
    }
}

/// The moves of a text.
pub(super) fn moves(text: &str, dialect: Dialect) -> Result<Vec<Chain>, MovementError> {
    let letters: Vec<Letter> = text
        .chars()
        .enumerate()
        .map(|(index, character)| Letter {
            character,
            place: index + 1,
        })
        .collect();
    if letters.is_empty() {
        return Err(MovementError::Empty);
    }
    if letters.len() > MAX_TEXT {
        return Err(MovementError::TooLong(MAX_TEXT));
    }
    let mut chains = Vec::new();
    let mut rest = &letters[..];
    while !rest.is_empty() {
        let group = Group::read(&mut rest, dialect)?;
        let moves = match dialect {
            Dialect::FairyStockfish => fairy_stockfish::moves(&group)?,
            Dialect::XBoard | Dialect::Diagram => group::moves(&group, dialect)?,
        };
        for chain in moves {
            if chains.len() == MAX_MOVES {
                return Err(MovementError::TooManyMoves(MAX_MOVES));
            }
            chains.push(chain);
        }
    }
    Ok(chains)
}

/// A part of a text up to the next atom and its range.
struct Group {
    prefixes: Vec<Letter>,
    shape: Shape,
    /// How often the step may be repeated; 0 for any number.
    range: u8,
    /// The letter or digit that says so, if any.
    range_letter: Option<Letter>,
}

impl Group {
    fn read(rest: &mut &[Letter], dialect: Dialect) -> Result<Group, MovementError> {
        let is_prefix = |letter: &&Letter| {
            let character = letter.character;
            character.is_ascii_lowercase()
                || dialect == Dialect::Diagram && (character == '(' || character == ')')
        };
        let count = rest.iter().take_while(is_prefix).count();
        let (prefixes, others) = rest.split_at(count);
        let Some((&atom, others)) = others.split_first() else {
            let place = prefixes.last().map_or(0, |letter| letter.place);
            let reason = "a capital letter, such as W, must follow".to_owned();
            return Err(MovementError::Unfinished { place, reason });
        };
        *rest = others;
        let (mut shape, is_line) = atom_of_dialect(&atom, dialect)?;
        while let Some(suffix) = rest.first().filter(|_| dialect == Dialect::Diagram) {
            let (side, ahead) = match suffix.character {
                'X' => (0, 3),
                'Y' => (2, 2),
                _ => break,
            };
            let extended = shape.extended(side, ahead).filter(|_| !is_line);
            shape = extended.ok_or_else(|| refuse(suffix, "it can only extend a leap"))?;
            if shape.step(0).1.unsigned_abs() > 15 {
                return Err(refuse(suffix, "no board is that large"));
            }
            *rest = &rest[1..];
        }
        let mut group = Group {
            prefixes: prefixes.to_vec(),
            shape,
            range: u8::from(!is_line),
            range_letter: None,
        };
        if let Some(range) = read_range(&atom, rest, dialect)? {
            group.range = range.0;
            group.range_letter = Some(range.1);
        }
        Ok(group)
    }
}

/// The range behind an atom, if there is one.
fn read_range(
    atom: &Letter,
    rest: &mut &[Letter],
    dialect: Dialect,
) -> Result<Option<(u8, Letter)>, MovementError> {
    let Some(&first) = rest.first() else {
        return Ok(None);
    };
    if first.character == atom.character {
        *rest = &rest[1..];
        return match rest
            .first()
            .filter(|letter| letter.character.is_ascii_digit())
        {
            Some(digit) => Err(refuse(digit, "a doubled letter has no range")),
            None => Ok(Some((0, first))),
        };
    }
    let count = rest
        .iter()
        .take_while(|letter| letter.character.is_ascii_digit())
        .count();
    let (digits, others) = rest.split_at(count);
    *rest = others;
    let Some(last) = digits.last() else {
        return Ok(None);
    };
    if let Some(second) = digits.get(1) {
        if dialect == Dialect::FairyStockfish {
            return Err(refuse(second, "Fairy-Stockfish reads only one digit"));
        }
        if first.character == '0' {
            return Err(refuse(&first, "a range does not begin with 0"));
        }
    }
    let text: String = digits.iter().map(|digit| digit.character).collect();
    match text.parse::<u8>() {
        Ok(range) if range <= 99 => Ok(Some((range, first))),
        _ => Err(refuse(last, "a range has at most two digits")),
    }
}

/// The leap of an atom, and whether it is a line without a range.
fn atom_of_dialect(atom: &Letter, dialect: Dialect) -> Result<(Shape, bool), MovementError> {
    let reason = match (atom.character, dialect) {
        ('L' | 'J', Dialect::XBoard) => {
            "XBoard and others mean different leaps by it; write C for one square by three, Z for \
             two by three"
        }
        ('L', _) => return Ok((Shape::leap(1, 3), false)),
        ('J', _) => return Ok((Shape::leap(2, 3), false)),
        ('O', _) => "castling is a rule of the game, not a move of a piece",
        ('U', _) => "moves to every square are not possible",
        ('I', _) => "imitators are not possible",
        ('X' | 'Y', Dialect::Diagram) => "it only follows another capital letter",
        ('@', _) => "drops are not possible",
        ('[' | ']' | '?' | '-', _) => "moves in brackets are not possible; write legs with 'a'",
        ('(' | ')', _) => "only the dialect 'diagram' has parentheses",
        ('*', _) => "it has no meaning; write 0 for any number of steps",
        (digit, _) if digit.is_ascii_digit() => {
            "a range follows a capital letter, and numbers have no other meaning"
        }
        (letter, _) => {
            return atoms::atom(letter)
                .ok_or_else(|| refuse(atom, "it is not the letter of a leap"));
        }
    };
    Err(refuse(atom, reason))
}

//! The values of keys.

use std::collections::BTreeMap;

use super::keys::Takes;
use super::slots::Slot;

/// The most files and ranks of a region.
pub(super) const MAX_SIDE: usize = 16;

/// A set of squares of a board that may be smaller: one bit for each file, for each rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Region(pub [u16; MAX_SIDE]);

impl Region {
    pub(super) fn contains(&self, file: usize, rank: usize) -> bool {
        self.0.get(rank).is_some_and(|files| files >> file & 1 == 1)
    }

    fn add_rank(&mut self, rank: usize) {
        self.0[rank] = u16::MAX;
    }

    fn add(&mut self, file: usize, rank: usize) {
        self.0[rank] |= 1 << file;
    }

    /// All squares of these ranks, counted from 0.
    pub(super) fn of_ranks(ranks: impl IntoIterator<Item = usize>) -> Region {
        let mut region = Region::default();
        for rank in ranks.into_iter().filter(|&rank| rank < MAX_SIDE) {
            region.add_rank(rank);
        }
        region
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Region::default()
    }
}

/// Kinds of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Slots {
    /// `*`.
    All,
    These(Vec<Slot>),
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Flag(bool),
    Number(usize),
    Region(Region),
    Slots(Slots),
    Limits(BTreeMap<Slot, usize>),
    Promoted(BTreeMap<Slot, Option<Slot>>),
    Text(String),
}

/// Reads a value.
///
/// # Errors
/// What is wrong with it.
pub(super) fn parse(
    takes: Takes,
    text: &str,
    letters: &dyn Fn(char) -> Option<Slot>,
) -> Result<Value, String> {
    Ok(match takes {
        Takes::Flag => Value::Flag(match text {
            "true" => true,
            "false" => false,
            _ => return Err("the value must be true or false".to_owned()),
        }),
        Takes::Number => Value::Number(number(text)?),
        Takes::Rank | Takes::RankFrom => Value::Number(coordinate(number(text)?)?),
        Takes::File => Value::Number(file(text)?),
        Takes::Region => Value::Region(region(text)?),
        Takes::Pieces => Value::Slots(slots(text, letters)?),
        Takes::Result => word(text, &["win", "loss", "draw", "none"])?,
        Takes::Word(words) => word(text, words)?,
        Takes::Limits => Value::Limits(limits(text, letters)?),
        Takes::Promoted => Value::Promoted(promoted(text, letters)?),
        Takes::Rights | Takes::Text => Value::Text(text.to_owned()),
    })
}

fn number(text: &str) -> Result<usize, String> {
    let number = text.parse::<u16>().ok().filter(|_| !text.starts_with('+'));
    number
        .map(usize::from)
        .ok_or_else(|| "the value must be a whole number".to_owned())
}

fn coordinate(number: usize) -> Result<usize, String> {
    match (1..=MAX_SIDE).contains(&number) {
        true => Ok(number),
        false => Err(format!("the value must be from 1 to {MAX_SIDE}")),
    }
}

/// A file, counted from 1.
fn file(text: &str) -> Result<usize, String> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter @ 'a'..='p'), None) => Ok(usize::from(letter as u8 - b'a') + 1),
        _ => number(text)
            .and_then(coordinate)
            .map_err(|_| "the value must be the letter or the number of a file".to_owned()),
    }
}

fn region(text: &str) -> Result<Region, String> {
    let mut region = Region::default();
    for word in text.split_whitespace() {
        if word == "-" {
            break;
        }
        let wrong = || {
            format!("'{word}' is neither a square, nor a rank such as *8, nor a file such as a*")
        };
        let rank = |text: &str| {
            let rank = number(text).and_then(coordinate).map_err(|_| wrong())?;
            Ok::<usize, String>(rank - 1)
        };
        if let Some(number) = word.strip_prefix('*') {
            region.add_rank(rank(number)?);
            continue;
        }
        let mut letters = word.chars();
        let first = letters.next().unwrap_or_default().to_ascii_lowercase();
        let file = match first {
            'a'..='p' => usize::from(first as u8 - b'a'),
            _ => return Err(wrong()),
        };
        match letters.as_str() {
            "*" => (0..MAX_SIDE).for_each(|rank| region.add(file, rank)),
            number => region.add(file, rank(number)?),
        }
    }
    Ok(region)
}

fn slot(letter: char, letters: &dyn Fn(char) -> Option<Slot>) -> Result<Slot, String> {
    letters(letter).ok_or_else(|| format!("there is no piece '{letter}'"))
}

fn slots(text: &str, letters: &dyn Fn(char) -> Option<Slot>) -> Result<Slots, String> {
    let mut found = Vec::new();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        match letter {
            '*' => return Ok(Slots::All),
            '-' => break,
            letter => found.push(slot(letter, letters)?),
        }
    }
    Ok(Slots::These(found))
}

fn word(text: &str, words: &[&str]) -> Result<Value, String> {
    match words.contains(&text) {
        true => Ok(Value::Text(text.to_owned())),
        false => Err(format!("the value must be one of: {}", words.join(", "))),
    }
}

/// Two parts of a word with a colon, such as `q:1`.
fn pair(word: &str) -> Result<(char, &str), String> {
    let wrong = || format!("'{word}' is not a letter, a colon and a value, such as q:1");
    let (letter, value) = word.split_once(':').ok_or_else(wrong)?;
    let mut letters = letter.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Ok((letter, value)),
        _ => Err(wrong()),
    }
}

fn limits(
    text: &str,
    letters: &dyn Fn(char) -> Option<Slot>,
) -> Result<BTreeMap<Slot, usize>, String> {
    let pairs = text
        .split_whitespace()
        .filter(|word| *word != "-")
        .map(|word| {
            let (letter, value) = pair(word)?;
            Ok((slot(letter, letters)?, number(value)?))
        });
    pairs.collect()
}

fn promoted(
    text: &str,
    letters: &dyn Fn(char) -> Option<Slot>,
) -> Result<BTreeMap<Slot, Option<Slot>>, String> {
    let pairs = text
        .split_whitespace()
        .filter(|word| *word != "-")
        .map(|word| {
            let (letter, value) = pair(word)?;
            let mut others = value.chars();
            let target = match (others.next(), others.next()) {
                (Some('-'), None) => None,
                (Some(other), None) => Some(slot(other, letters)?),
                _ => {
                    return Err(format!(
                        "'{word}' is not two letters with a colon, such as p:g"
                    ));
                }
            };
            Ok((slot(letter, letters)?, target))
        });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions() {
        let squares = region("*2 b4 c*").unwrap();
        assert!(squares.contains(15, 1) && squares.contains(1, 3) && squares.contains(2, 9));
        assert!(!squares.contains(1, 4));
        assert!(region("-").unwrap().is_empty() && region("").unwrap().is_empty());
        for wrong in ["*", "*0", "*17", "b", "4", "é2", "*-1", "a+1", "q4"] {
            assert!(region(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn other_values() {
        let none = |_: char| None;
        let read = |takes, text| parse(takes, text, &none);
        assert_eq!(read(Takes::File, "7"), Ok(Value::Number(7)));
        assert_eq!(read(Takes::File, "g"), Ok(Value::Number(7)));
        for (takes, text) in [
            (Takes::Flag, "yes"),
            (Takes::Number, "-1"),
            (Takes::Number, "99999999999999999999"),
            (Takes::Rank, "0"),
            (Takes::File, "z"),
            (Takes::Pieces, "q"),
            (Takes::Limits, "q1"),
            (Takes::Promoted, "p:gg"),
            (Takes::Result, "lost"),
        ] {
            assert!(read(takes, text).is_err(), "{text}");
        }
    }
}

//! Openings: the positions from which the games of a match start, and the
//! moves that lead to them.

mod lines;
mod positions;
mod read;
mod write;

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use crate::base::hexadecimal::hexadecimal;
use crate::base::random::Random;
use crate::notation::coordinate;
use crate::notation::epd::Defaults;
use crate::position::game::Game;
use crate::rules::Rules;
use crate::variants;

pub use read::{FormatError, OpeningError, OpeningsError, OpeningsFormat, parse, read};
pub use write::format;

/// The start of a game.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Start position and moves.
    pub game: Game,
    /// Its name in the file.
    pub name: Option<String>,
}

impl From<Game> for Opening {
    /// An opening without a name.
    fn from(game: Game) -> Opening {
        Opening { game, name: None }
    }
}

impl Opening {
    /// The opening as text: FEN of the start position, and the moves in
    /// coordinate notation.
    ///
    /// ```
    /// use peregrine::{arena::openings::{parse, OpeningsFormat}, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let openings = parse("e4 e5", rules, OpeningsFormat::Moves, None).unwrap();
    /// assert_eq!(
    ///     openings[0].text(),
    ///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5"
    /// );
    /// ```
    pub fn text(&self) -> String {
        let mut text = self.game.start().to_string();
        if !self.game.moves().is_empty() {
            text += " moves";
        }
        for word in self.words() {
            text.push(' ');
            text += &word;
        }
        text
    }

    /// The moves in coordinate notation.
    fn words(&self) -> Vec<String> {
        let turns = self.game.turns();
        turns
            .map(|(position, mv)| coordinate(position, mv))
            .collect()
    }
}

/// SHA-256 digest of a list of openings, in hexadecimal: of each
/// [`text`](Opening::text), followed by a line feed. It depends on the openings
/// and their order, but not on their names or the file they come from.
///
/// ```
/// // The digest of an empty text is well known.
/// let empty = peregrine::arena::openings::digest(&[]);
/// assert_eq!(empty, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
/// ```
pub fn digest(openings: &[Opening]) -> String {
    let mut hash = Sha256::new();
    for opening in openings {
        hash.update(opening.text());
        hash.update(b"\n");
    }
    hexadecimal(&hash.finalize())
}

/// Openings that end in the same position as an earlier one: the index of each
/// with that of the earlier one.
///
/// ```
/// use peregrine::{arena::openings::{duplicates, parse, OpeningsFormat}, variants};
/// let rules = variants::rules("chess").unwrap();
/// let text = "e4 e6 d4\nc4\nd4 e6 e4";
/// let openings = parse(text, rules, OpeningsFormat::Moves, None).unwrap();
/// assert_eq!(duplicates(&openings), [(2, 0)]);
/// ```
pub fn duplicates(openings: &[Opening]) -> Vec<(usize, usize)> {
    let mut first = HashMap::new();
    let mut duplicates = Vec::new();
    for (number, opening) in openings.iter().enumerate() {
        let earlier = *first.entry(opening.game.position().key()).or_insert(number);
        if earlier != number {
            duplicates.push((number, earlier));
        }
    }
    duplicates
}

/// The numbers from 0 to `count` - 1, in order or shuffled by a seed; the
/// result is the same on every machine and in every version.
///
/// The shuffle is that of Fisher and Yates, from the last place to the second,
/// using the 64-bit numbers of the ChaCha8 key stream whose key is the seed
/// (eight bytes, little-endian, followed by zeros).
///
/// ```
/// use peregrine::arena::openings::order;
/// assert_eq!(order(3, 1, false), [0, 1, 2]);
/// let mut shuffled = order(100, 1, true);
/// assert_ne!(shuffled, order(100, 2, true));
/// shuffled.sort_unstable();
/// assert_eq!(shuffled, order(100, 1, false));
/// ```
pub fn order(count: usize, seed: u64, shuffled: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    if shuffled {
        let mut random = Random::new(seed, 0);
        for last in (1..count).rev() {
            order.swap(last, random.below(last + 1));
        }
    }
    order
}

/// The error of an opening of another variant.
fn variant_mismatch(other: &str, rules: &Rules) -> String {
    format!(
        "this is for the variant {other}, not for {}",
        rules.variant()
    )
}

/// Whether a line is blank or a comment.
///
/// # Errors
/// When a comment says that the file is for another variant.
fn is_comment(line: &str, rules: &Rules) -> Result<bool, String> {
    match Defaults::of_comment(line) {
        Some(other) if !variants::is_name_of(rules.variant(), &other.variant) => {
            Err(variant_mismatch(&other.variant, rules))
        }
        _ => Ok(line.is_empty() || line.starts_with('#')),
    }
}

/// An opening; a blank name is none.
fn opening_of(game: Game, name: Option<&str>) -> Opening {
    let name = name.map(str::trim).filter(|name| !name.is_empty());
    Opening {
        game,
        name: name.map(str::to_owned),
    }
}

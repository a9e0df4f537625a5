//! Parentheses: what they enclose is repeated any number of times.

use super::{Letter, MAX_LEGS, refuse};
use crate::board::movement::error::MovementError;

/// The prefixes with everything in parentheses written out: not at all, once, twice, and so on,
/// as often as a move can have legs.
pub(super) fn written_out(prefixes: &[Letter]) -> Result<Vec<Vec<Letter>>, MovementError> {
    let mut texts: Vec<Vec<Letter>> = vec![Vec::new()];
    let mut repeated: Option<(Letter, Vec<Letter>)> = None;
    for &letter in prefixes {
        match (letter.character, &mut repeated) {
            ('(', None) => repeated = Some((letter, Vec::new())),
            ('(', Some(_)) => return Err(refuse(&letter, "parentheses cannot be nested")),
            (')', None) => return Err(refuse(&letter, "there is no '(' before it")),
            (')', Some((_, part))) => {
                let legs = part.iter().filter(|letter| letter.character == 'a').count();
                if legs == 0 {
                    return Err(refuse(&letter, "there is no leg ('a') in the parentheses"));
                }
                let times = (MAX_LEGS - 1) / legs;
                let variants = texts.iter().flat_map(|text| {
                    (0..=times).map(|times| [text.clone(), part.repeat(times)].concat())
                });
                let is_short_enough = |text: &Vec<Letter>| {
                    let legs = text.iter().filter(|letter| letter.character == 'a').count();
                    legs < MAX_LEGS
                };
                texts = variants.filter(is_short_enough).collect();
                repeated = None;
            }
            (_, Some((_, part))) => part.push(letter),
            (_, None) => {
                for text in &mut texts {
                    text.push(letter);
                }
            }
        }
    }
    match repeated {
        Some((parenthesis, _)) => Err(refuse(&parenthesis, "there is no ')' behind it")),
        None => Ok(texts),
    }
}

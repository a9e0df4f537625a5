//! Suggestions for words with typing errors.

use thiserror::Error;

use crate::base::excerpt::excerpt;

/// No name is similar to a word longer than this.
const MAX_LENGTH: usize = 80;

/// A word that is none of the known names, with the name that was probably meant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown {what} '{}'{hint} (known: {known})", excerpt(.word))]
pub struct UnknownName {
    /// What the word should have named.
    pub what: &'static str,
    /// The word.
    pub word: String,
    /// The names that exist.
    pub known: String,
    /// The suggestion `; did you mean '...'?`, or nothing if no name is
    /// similar.
    pub hint: String,
}

impl UnknownName {
    /// An error for a word that is none of the names. `names` are listed in the
    /// message, `all` are candidates for the suggestion.
    pub fn new(what: &'static str, word: &str, names: &[&str], all: &[&str]) -> UnknownName {
        UnknownName {
            what,
            word: word.to_owned(),
            known: names.join(", "),
            hint: did_you_mean(word, all),
        }
    }
}

/// A suggestion to append to a message; empty if no known word is similar.
pub(crate) fn did_you_mean(word: &str, known: &[&str]) -> String {
    let near = nearest_word(word, known);
    near.map_or(String::new(), |near| format!("; did you mean '{near}'?"))
}

/// The known word that was probably meant by a word with a typing error.
pub(crate) fn nearest_word<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    if word.len() > MAX_LENGTH {
        return None;
    }
    let distance = |other: &&str| strsim::osa_distance(&word.to_lowercase(), &other.to_lowercase());
    let near = known.iter().copied().min_by_key(distance);
    let length = word.chars().count();
    let is_near = |distance: usize| distance < length && 3 * distance <= length.max(3);
    near.filter(|other| is_near(distance(other)))
}

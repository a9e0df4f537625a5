//! Why a request is not fulfilled, as a sentence for the person at the page.

use std::error::Error;

use crate::base::sentence::sentence;

/// The longest sentence, in characters.
const MAX_LENGTH: usize = 600;

/// A sentence that names what was wrong. Every error becomes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal(String);

impl Refusal {
    pub(super) fn new(sentence: impl Into<String>) -> Refusal {
        Refusal(sentence.into())
    }

    /// The sentence. One that repeats a long text is cut: people read it, and it takes part of
    /// the room for messages.
    pub(crate) fn into_text(self) -> String {
        match self.0.char_indices().nth(MAX_LENGTH) {
            None => self.0,
            Some((end, _)) => format!("{}…", &self.0[..end]),
        }
    }
}

impl<E: Error> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal(sentence(&error))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn errors_become_sentences() {
        let error = "x".parse::<u8>().unwrap_err();
        let text = Refusal::from(error).into_text();
        assert_eq!(text, "Invalid digit found in string.");
        let long = Refusal::new("ä".repeat(1_000_000)).into_text();
        assert_eq!(long.chars().count(), MAX_LENGTH + 1);
    }
}

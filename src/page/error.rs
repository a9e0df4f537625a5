//! Errors of requests, as sentences for the person at the page.

use std::error::Error;

use crate::base::sentence::sentence;

/// The longest sentence, in characters.
const MAX_LENGTH: usize = 600;

/// A sentence that names what was wrong; every error can be converted to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageError(String);

impl PageError {
    pub(crate) fn new(sentence: impl Into<String>) -> PageError {
        PageError(sentence.into())
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

impl<E: Error> From<E> for PageError {
    fn from(error: E) -> PageError {
        PageError(sentence(&error))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn errors_become_sentences() {
        let error = "x".parse::<u8>().unwrap_err();
        let text = PageError::from(error).into_text();
        assert_eq!(text, "Invalid digit found in string.");
        let long = PageError::new("ä".repeat(1_000_000)).into_text();
        assert_eq!(long.chars().count(), MAX_LENGTH + 1);
    }
}

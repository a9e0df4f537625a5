//! Text of the user's, short enough to be repeated to him.
//!
//! Knows no grammar: whatever an error message quotes goes through here, so that no
//! message is as long as the input it complains about.

use std::borrow::Cow;

/// The most characters that a message repeats of a word or a line.
const QUOTED: usize = 100;

/// The most characters of a message.
const MESSAGE: usize = 2_000;

/// What a message quotes: the text, or if it is long its beginning and its end.
pub(crate) fn excerpt(text: &str) -> Cow<'_, str> {
    without_middle(text, QUOTED)
}

/// A message that may have been put together from texts of any length.
pub(crate) fn short_message(text: &str) -> Cow<'_, str> {
    without_middle(text, MESSAGE)
}

/// At most so many characters of a text, and how many were left out of its middle.
fn without_middle(text: &str, most: usize) -> Cow<'_, str> {
    // What has no more bytes has no more characters.
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let count = text.chars().count();
    if count <= most {
        return Cow::Borrowed(text);
    }
    let (before, after) = (most * 2 / 3, most / 3);
    let head: String = text.chars().take(before).collect();
    let tail: String = text.chars().skip(count - after).collect();
    let left_out = count - before - after;
    Cow::Owned(format!("{head}... ({left_out} characters) ...{tail}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_is_whole() {
        for text in ["", "e2e4", &"ß".repeat(QUOTED)] {
            assert_eq!(excerpt(text), text);
        }
    }

    #[test]
    fn what_is_long_keeps_both_ends() {
        let text = format!("begin{}end", "♞".repeat(1_000_000));
        let short = excerpt(&text);
        assert!(
            short.starts_with("begin♞") && short.ends_with("♞end"),
            "{short}"
        );
        assert!(short.contains("... (999909 characters) ..."), "{short}");
        assert!(short.chars().count() < QUOTED + 40);
        assert!(short_message(&text).chars().count() < MESSAGE + 40);
    }
}

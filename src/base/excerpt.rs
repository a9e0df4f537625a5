//! Shortens user input that is quoted in messages.
//!
//! Error messages must quote input only through this module, so that no message
//! is as long as the input it is about.

use std::borrow::Cow;

/// The most characters of a word or line that a message quotes.
const QUOTED: usize = 100;

/// The most characters of a whole message.
const MESSAGE: usize = 2_000;

/// A quotation for a message: the text or, if it is long, its beginning and
/// end.
pub(crate) fn excerpt(text: &str) -> Cow<'_, str> {
    without_middle(text, QUOTED)
}

/// A message that may contain texts of any length, shortened if necessary.
pub(crate) fn short_message(text: &str) -> Cow<'_, str> {
    without_middle(text, MESSAGE)
}

/// At most `most` characters of a text; the middle is replaced by the number of
/// omitted characters.
fn without_middle(text: &str, most: usize) -> Cow<'_, str> {
    // A text never has more characters than bytes.
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

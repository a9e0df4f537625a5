//! Errors and reasons as sentences for people.

/// A text with a capital letter.
pub(crate) fn capitalized(text: &impl ToString) -> String {
    let text = text.to_string();
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// A text with a capital letter and a full stop.
pub(crate) fn sentence(text: &impl ToString) -> String {
    let text = capitalized(text);
    match text.ends_with(['.', '!', '?']) {
        true => text,
        false => text + ".",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_have_a_capital_letter_and_a_full_stop() {
        assert_eq!(sentence(&"drawn by agreement"), "Drawn by agreement.");
        assert_eq!(sentence(&"What?"), "What?");
        assert_eq!(sentence(&""), ".");
    }
}

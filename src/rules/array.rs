//! The board field of a FEN as words: the one thing about it that can be read
//! before the game is known.
//!
//! Knows no game: which letters are pieces is asked of [`Rules`](super::Rules).

/// The numbers, letters and holes of a rank, or of several with the slashes
/// between them.
pub(crate) fn words(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let word = first_word(text);
        text = &text[word.len()..];
        (!word.is_empty()).then_some(word)
    })
}

/// A number, or one character and the apostrophe of a winged piece after it.
fn first_word(text: &str) -> &str {
    let digits = text
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(text.len());
    if digits > 0 {
        return &text[..digits];
    }
    let mut characters = text.chars();
    characters.next();
    let rest = characters.as_str();
    let rest = rest.strip_prefix('\'').unwrap_or(rest);
    &text[..text.len() - rest.len()]
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn numbers_apostrophes_and_anything_else() {
        let all = |text| words(text).collect::<Vec<_>>();
        assert_eq!(all("r10N'1*"), ["r", "10", "N'", "1", "*"]);
        assert_eq!(all("N''é'/K"), ["N'", "'", "é'", "/", "K"]);
        assert!(all("").is_empty());
    }
}

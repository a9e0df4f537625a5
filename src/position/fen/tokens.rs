//! Splits the board field of a FEN into tokens, which needs no rules.
//!
//! Which letters are pieces is up to [`Rules`](crate::rules::Rules).

/// The numbers, letters and holes of one rank, or of several ranks with the
/// slashes between them.
pub(crate) fn board_tokens(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let token = first_token(text);
        text = &text[token.len()..];
        (!token.is_empty()).then_some(token)
    })
}

/// A number, or one character with the apostrophe that marks a winged piece and the plus sign
/// that marks a promoted one.
fn first_token(text: &str) -> &str {
    let digits = text
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(text.len());
    if digits > 0 {
        return &text[..digits];
    }
    let mut characters = text.chars();
    if characters.next() == Some('+') && characters.as_str().starts_with(char::is_alphabetic) {
        characters.next();
    }
    let rest = characters.as_str();
    let rest = rest.strip_prefix('\'').unwrap_or(rest);
    &text[..text.len() - rest.len()]
}

#[cfg(test)]
mod tests {
    use super::board_tokens;

    #[test]
    fn numbers_apostrophes_and_anything_else() {
        let all = |text| board_tokens(text).collect::<Vec<_>>();
        assert_eq!(all("r10N'1*"), ["r", "10", "N'", "1", "*"]);
        assert_eq!(all("N''é'/K"), ["N'", "'", "é'", "/", "K"]);
        assert_eq!(all("2+n'+8++K"), ["2", "+n'", "+", "8", "+", "+K"]);
        assert!(all("").is_empty());
    }
}

//! Checks of letters and lines of text in a variant file.

/// Checks a text that is shown to users. It ends up in lists, protocol lines
/// and pictures, so it must not contain control characters or line breaks.
pub(super) fn printable(text: String) -> Result<String, String> {
    let control = |letter: &char| letter.is_control() || ['\u{2028}', '\u{2029}'].contains(letter);
    match text.chars().find(control) {
        Some(letter) => Err(format!(
            "control characters such as U+{:04X} are not allowed",
            u32::from(letter)
        )),
        None => Ok(text),
    }
}

/// Checks for a capital letter, optionally with an apostrophe.
pub(super) fn check_letter(letter: &str) -> Result<(), String> {
    let plain = letter.strip_suffix('\'').unwrap_or(letter);
    if plain.len() == 1 && plain.starts_with(|letter: char| letter.is_ascii_uppercase()) {
        return Ok(());
    }
    Err(format!(
        "a piece's letter must be A to Z, with or without an apostrophe, not '{letter}'"
    ))
}

/// The letter that XBoard uses for a piece.
pub(super) fn plain_letter(text: &str) -> Result<char, String> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_uppercase() => Ok(letter),
        _ => Err(format!("XBoard needs one letter from A to Z, not '{text}'")),
    }
}

//! What letters and lines of text a variant file can have.
//!
//! Knows no keys: whose text it is the caller says.

/// A text for people: it goes into lists, lines of protocols and pictures, so it
/// must not steer a terminal or begin another line.
pub(super) fn printable(text: String) -> Result<String, String> {
    let control = |letter: &char| letter.is_control() || ['\u{2028}', '\u{2029}'].contains(letter);
    match text.chars().find(control) {
        Some(letter) => Err(format!(
            "a text has no control characters, but here is U+{:04X}",
            u32::from(letter)
        )),
        None => Ok(text),
    }
}

/// A capital letter, optionally with an apostrophe.
pub(super) fn check_letter(letter: &str) -> Result<(), String> {
    let plain = letter.strip_suffix('\'').unwrap_or(letter);
    if plain.len() == 1 && plain.starts_with(|letter: char| letter.is_ascii_uppercase()) {
        return Ok(());
    }
    Err(format!(
        "a piece is called by a letter from A to Z, with or without an apostrophe, not by '{letter}'"
    ))
}

/// A letter for XBoard.
pub(super) fn plain_letter(text: &str) -> Result<char, String> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_uppercase() => Ok(letter),
        _ => Err(format!("XBoard needs one letter from A to Z, not '{text}'")),
    }
}

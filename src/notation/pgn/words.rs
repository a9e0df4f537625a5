//! The words of move text: numbers, moves, null moves, signs and results.

use crate::notation::with_hyphens;

use super::glyphs::{glyph_of, without_glyphs};

/// The most characters of a word in a comment, and of a tag's value: with quotation marks,
/// they fit into a line in every encoding.
pub const MAX_WORD: usize = 250_000;

/// A null move as it is written.
pub(crate) const NULL_MOVE: &str = "--";

/// Null moves of other programs, in lower case.
const NULL_MOVES: [&str; 6] = [NULL_MOVE, "z0", "0000", "null", "pass", "@@@@"];

/// What a word of move text means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning<'a> {
    /// A move number, a mark of check, or `e.p.`: nothing is lost without it.
    Nothing,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(&'static str),
    Glyph(u8),
    /// The move, and the glyphs that follow it without a blank.
    Move(&'a str, Vec<u8>),
    NullMove(Vec<u8>),
    /// A sign without meaning here.
    Sign(&'a str),
}

/// The meaning of a word.
pub(super) fn meaning(word: &str) -> Meaning<'_> {
    if let Some(result) = result(word) {
        return Meaning::Result(result);
    }
    let rest = without_number(word);
    if let Some(result) = result(rest) {
        return Meaning::Result(result);
    }
    if rest.trim_matches(['.', '…']).is_empty() || rest.trim_matches(['+', '#']).is_empty() {
        return Meaning::Nothing;
    }
    if let Some(glyph) = glyph_of(&with_hyphens(rest)) {
        return Meaning::Glyph(glyph);
    }
    if ["e.p.", "ep", "e.p", "ep."].contains(&rest) {
        return Meaning::Nothing;
    }
    let (mv, glyphs) = split_glyphs(rest);
    if NULL_MOVES.contains(&with_hyphens(mv).to_lowercase().as_str()) {
        return Meaning::NullMove(glyphs);
    }
    match mv.contains(char::is_alphanumeric) {
        true => Meaning::Move(mv, glyphs),
        false => Meaning::Sign(rest),
    }
}

/// Separates a move from its glyphs, in which there may be dashes instead of hyphens.
fn split_glyphs(word: &str) -> (&str, Vec<u8>) {
    let usual = with_hyphens(word);
    let (mv, glyphs) = without_glyphs(&usual);
    // Dashes are longer than hyphens, but as many.
    let count = mv.chars().count();
    let end = word
        .char_indices()
        .nth(count)
        .map_or(word.len(), |(end, _)| end);
    (&word[..end], glyphs)
}

/// The word without a leading move number and dots.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = rest.trim_start_matches(['.', '…']);
    let is_number = rest.is_empty() && word != "0000";
    if after.len() < rest.len() || is_number {
        after
    } else {
        word
    }
}

/// The result that a word stands for.
fn result(word: &str) -> Option<&'static str> {
    let usual = with_hyphens(word);
    match usual.as_ref() {
        "1-0" | "1:0" => Some("1-0"),
        "0-1" | "0:1" => Some("0-1"),
        "1/2-1/2" | "1/2" | "1/2:1/2" | "½-½" | "½" | "½:½" => Some("1/2-1/2"),
        "*" => Some("*"),
        _ => None,
    }
}

/// Whether a word of a comment or a tag's value has more characters than it may.
pub(super) fn is_too_long(word: &str) -> bool {
    word.len() > MAX_WORD && word.chars().count() > MAX_WORD
}

/// Whether a word of a comment is too long.
pub(super) fn has_long_word(comment: &str) -> bool {
    comment.len() > MAX_WORD && comment.split_ascii_whitespace().any(is_too_long)
}

/// Adds to a comment.
pub(super) fn join(comment: &mut String, more: &str) {
    if !comment.is_empty() && !more.is_empty() {
        comment.push(' ');
    }
    comment.push_str(more);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_meanings() {
        let glyphs = |glyphs: &[u8]| glyphs.to_vec();
        for (word, expected) in [
            ("12.", Meaning::Nothing),
            ("12...", Meaning::Nothing),
            ("…", Meaning::Nothing),
            ("7", Meaning::Nothing),
            ("++", Meaning::Nothing),
            ("e.p.", Meaning::Nothing),
            ("1-0", Meaning::Result("1-0")),
            ("0–1", Meaning::Result("0-1")),
            ("½-½", Meaning::Result("1/2-1/2")),
            ("1/2", Meaning::Result("1/2-1/2")),
            ("+-", Meaning::Glyph(18)),
            ("+–", Meaning::Glyph(18)),
            ("N", Meaning::Glyph(146)),
            ("D", Meaning::Glyph(220)),
            ("1.e4", Meaning::Move("e4", glyphs(&[]))),
            ("1…e5?!", Meaning::Move("e5", glyphs(&[6]))),
            ("1.0-0", Meaning::Move("0-0", glyphs(&[]))),
            ("e2–e4+–", Meaning::Move("e2–e4", glyphs(&[18]))),
            ("--", Meaning::NullMove(glyphs(&[]))),
            ("3.–-!", Meaning::NullMove(glyphs(&[1]))),
            ("Z0", Meaning::NullMove(glyphs(&[]))),
            ("0000", Meaning::NullMove(glyphs(&[]))),
            ("1.0000", Meaning::NullMove(glyphs(&[]))),
            ("Pass", Meaning::NullMove(glyphs(&[]))),
            ("@@@@", Meaning::NullMove(glyphs(&[]))),
            ("⊗", Meaning::Sign("⊗")),
            ("e8=", Meaning::Move("e8", glyphs(&[10]))),
        ] {
            assert_eq!(meaning(word), expected, "{word}");
        }
    }
}

//! Spellings of moves by other programs and in print, turned into the usual one.
//!
//! Knows characters only, no position.

use std::borrow::Cow;

/// The letters of orthodox pieces for the figurines of both colors; a Pawn's is left out.
const FIGURINES: [(char, char, &str); 6] = [
    ('♔', '♚', "K"),
    ('♕', '♛', "Q"),
    ('♖', '♜', "R"),
    ('♗', '♝', "B"),
    ('♘', '♞', "N"),
    ('♙', '♟', ""),
];

/// Characters that stand for a hyphen.
const HYPHENS: [char; 7] = ['‐', '‑', '‒', '–', '—', '−', '－'];

/// Characters that choose between a figurine as text and as an emoji.
const SELECTORS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];

/// The text with hyphens in place of dashes and minus signs.
pub(crate) fn with_hyphens(text: &str) -> Cow<'_, str> {
    match text.contains(HYPHENS) {
        true => Cow::Owned(text.replace(HYPHENS, "-")),
        false => Cow::Borrowed(text),
    }
}

/// A move with letters in place of figurines, `x` for a capture, `+` for a check, and
/// `#` for mate.
pub(super) fn usual_spelling(text: &str) -> Cow<'_, str> {
    let text = with_hyphens(text);
    match text.chars().any(|c| replacement(c).is_some()) {
        true => Cow::Owned(text.chars().fold(String::new(), |mut usual, c| {
            match replacement(c) {
                Some(other) => usual.push_str(other),
                None => usual.push(c),
            }
            usual
        })),
        false => text,
    }
}

/// What a character of a move is replaced by.
fn replacement(c: char) -> Option<&'static str> {
    match c {
        '×' | ':' => Some("x"),
        '†' => Some("+"),
        '‡' | '≠' => Some("#"),
        _ if c.is_ascii() => None,
        _ if SELECTORS.contains(&c) => Some(""),
        _ => {
            let figurine = FIGURINES.iter();
            let mut figurine = figurine.filter(|(white, black, _)| [*white, *black].contains(&c));
            figurine.next().map(|(_, _, letter)| *letter)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_spellings_become_the_usual_one() {
        for (text, usual) in [
            ("Nf3", "Nf3"),
            ("♘f3", "Nf3"),
            ("♞\u{fe0e}×f3†", "Nxf3+"),
            ("♟e:d5", "exd5"),
            ("e7–e8=♕‡", "e7-e8=Q#"),
            ("0–0", "0-0"),
            ("", ""),
        ] {
            assert_eq!(usual_spelling(text), usual, "{text}");
        }
    }
}

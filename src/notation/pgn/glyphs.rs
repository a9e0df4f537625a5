//! Numeric annotation glyphs: the signs that other programs write for them.
//!
//! Signs for which there is a glyph for each side, such as `→` for an attack, are read as
//! that for White, as other programs do.

/// The signs and their numbers (PGN specification, section 10, and the additions that are
/// in general use). A sign may follow a move without a blank.
const SIGNS: [(&str, u8); 60] = [
    ("!", 1),
    ("?", 2),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("☐", 7),
    ("▢", 7),
    ("=", 10),
    ("∞", 13),
    ("~", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("+--", 20),
    ("--+", 21),
    ("⨀", 22),
    ("⊙", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑↑", 32),
    ("↻", 32),
    ("↑", 36),
    ("→", 40),
    ("=∞", 44),
    ("=/∞", 44),
    ("∞/=", 44),
    ("=/~", 44),
    ("~/=", 44),
    ("⯹", 44),
    ("⇆", 132),
    ("⇄", 132),
    ("⨁", 138),
    ("⊕", 138),
    ("∆", 140),
    ("△", 140),
    ("Δ", 140),
    ("∇", 141),
    ("▽", 141),
    ("⌓", 142),
    ("≤", 143),
    ("<=", 143),
    ("==", 144),
    ("⇔", 239),
    ("⇗", 240),
    ("⟫", 242),
    ("»", 242),
    ("⟪", 243),
    ("«", 243),
    ("⊥", 245),
];

/// Words that are glyphs when they stand alone.
const WORDS: [(&str, u8); 4] = [("RR", 145), ("N", 146), ("TN", 146), ("D", 220)];

/// The glyph that a whole word stands for.
pub(super) fn glyph_of(word: &str) -> Option<u8> {
    let named = SIGNS.iter().chain(&WORDS).find(|(sign, _)| *sign == word);
    let named = named.map(|&(_, glyph)| glyph);
    named.or_else(|| {
        suffix(word)
            .filter(|(rest, _)| rest.is_empty())
            .map(|(_, glyph)| glyph)
    })
}

/// A word without the glyph at its end, and the glyph.
fn suffix(word: &str) -> Option<(&str, u8)> {
    let rest = word.trim_end_matches(['!', '?']);
    let signs = &word[rest.len()..];
    if !signs.is_empty() {
        // Longer rows of signs only insist.
        let glyph = match (signs.contains('!'), signs.contains('?'), signs.len()) {
            (true, false, 1) => 1,
            (false, true, 1) => 2,
            (true, false, _) => 3,
            (false, true, _) => 4,
            _ if signs.starts_with('!') => 5,
            _ => 6,
        };
        return Some((rest, glyph));
    }
    let found = SIGNS.iter().filter_map(|&(sign, glyph)| {
        let rest = word.strip_suffix(sign)?;
        Some((rest, glyph))
    });
    found.min_by_key(|(rest, _)| rest.len())
}

/// A move without the glyphs that follow it, and the glyphs in their order. Marks of
/// check between them are dropped.
pub(super) fn without_glyphs(word: &str) -> (&str, Vec<u8>) {
    let mut glyphs = Vec::new();
    let mut rest = word;
    loop {
        let checked = rest.trim_end_matches(['+', '#', '†', '‡']);
        if checked.len() < rest.len() && checked.ends_with(['!', '?']) {
            rest = checked;
        }
        match suffix(rest) {
            Some((shorter, glyph)) if !shorter.is_empty() => {
                rest = shorter;
                glyphs.push(glyph);
            }
            _ => break,
        }
    }
    glyphs.reverse();
    (rest, glyphs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_is_read_alone_and_after_a_move() {
        for (sign, glyph) in SIGNS {
            assert_eq!(glyph_of(sign), Some(glyph), "{sign}");
            assert_eq!(without_glyphs(&format!("Nf3{sign}")), ("Nf3", vec![glyph]));
        }
        for (word, glyph) in WORDS {
            assert_eq!(glyph_of(word), Some(glyph), "{word}");
        }
    }

    #[test]
    fn signs_after_a_move_are_told_from_the_move() {
        for (word, mv, glyphs) in [
            ("e4", "e4", vec![]),
            ("Qh5+", "Qh5+", vec![]),
            ("Qh5+-", "Qh5", vec![18]),
            ("Qh5++-", "Qh5+", vec![18]),
            ("Qh5+!?+-", "Qh5+", vec![5, 18]),
            ("Qh5!+", "Qh5", vec![1]),
            ("e8=Q=", "e8=Q", vec![10]),
            ("e8=N", "e8=N", vec![]),
            ("O-O-+", "O-O", vec![19]),
            ("O-O-O", "O-O-O", vec![]),
            ("K~a1", "K~a1", vec![]),
            ("--", "--", vec![]),
            ("--!", "--", vec![1]),
            ("e4!!!", "e4", vec![3]),
            ("e4???", "e4", vec![4]),
            ("e4!??", "e4", vec![5]),
            ("e4?!?", "e4", vec![6]),
            ("e4=/∞", "e4", vec![44]),
        ] {
            assert_eq!(without_glyphs(word), (mv, glyphs), "{word}");
        }
        assert_eq!(glyph_of("--"), None);
        assert_eq!(glyph_of("+"), None);
        assert_eq!(glyph_of("Nf3"), None);
    }
}

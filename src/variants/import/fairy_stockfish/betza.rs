//! Fairy-Stockfish's reading of Betza's notation, as far as an importer must know it.
//!
//! Fairy-Stockfish drops letters that it does not know without a message; here they are
//! refused.

use crate::board::movement::{self, Dialect};

use super::super::movement::{Movement, Parts, UNLIMITED, add_atom};

const ATOMS: &str = "WFDNAHLCJZGKRBQ";

const MODIFIERS: &str = "mcpgnifbvhrls";

/// The atoms that can have a range.
const RIDERS: &str = "WFKRBQN";

/// The movement that a text describes.
///
/// # Errors
/// Which letter cannot be played as Fairy-Stockfish plays it, and why.
pub(super) fn movement(text: &str) -> Result<Movement, String> {
    read(text, false)
}

/// The movement of a piece that may have something of a Pawn. Whether it captures en
/// passant, with all moves that only capture, is not up to the text in Fairy-Stockfish.
///
/// # Errors
/// As [`movement`].
pub(super) fn pawn_movement(text: &str, captures_en_passant: bool) -> Result<Movement, String> {
    let text = text.replace('e', "");
    match captures_en_passant {
        false => read(&text, false),
        true => read(&with_en_passant(&text), true),
    }
}

/// The text with an `e` for each move that only captures.
fn with_en_passant(text: &str) -> String {
    let mut all = String::new();
    let mut before = String::new();
    for letter in text.chars() {
        if ATOMS.contains(letter) {
            if before.contains('c') && !before.contains('m') {
                before = before.replace('c', "ce");
            }
            all.push_str(&std::mem::take(&mut before));
            all.push(letter);
        } else if letter.is_lowercase() {
            before.push(letter);
        } else {
            all.push(letter);
        }
    }
    all + &before
}

/// A text without what Fairy-Stockfish drops from it, and what it drops.
pub(super) fn as_played(text: &str) -> (String, Vec<String>) {
    let (mut played, mut dropped) = (String::new(), Vec::new());
    let mut before = String::new();
    let letters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        at += 1;
        if MODIFIERS.contains(letter) || letter == 'e' {
            before.push(letter);
        } else if ATOMS.contains(letter) {
            let start = at;
            let doubled = letters.get(at) == Some(&letter);
            at += usize::from(doubled);
            while !doubled && letters.get(at).is_some_and(char::is_ascii_digit) {
                at += 1;
            }
            let range: String = letters[start..at].iter().collect();
            let modifiers = std::mem::take(&mut before);
            if !range.is_empty() && !RIDERS.contains(letter) {
                dropped.push(format!(
                    "Fairy-Stockfish reads '{letter}{range}' as a piece without this move"
                ));
                continue;
            }
            let first: String = range.chars().take(1).collect();
            if first.len() < range.len() {
                dropped.push(format!(
                    "Fairy-Stockfish reads only the first digit of '{letter}{range}'"
                ));
            }
            played += &format!("{modifiers}{letter}{first}");
        } else {
            dropped.push(format!("Fairy-Stockfish ignores '{letter}'"));
        }
    }
    if !before.is_empty() {
        dropped.push(format!(
            "'{before}' at the end modifies no move, and Fairy-Stockfish ignores it"
        ));
    }
    (played, dropped)
}

fn read(text: &str, is_pawn: bool) -> Result<Movement, String> {
    let mut parts = Parts::default();
    let (mut is_plain, mut has_modifier, mut has_atom) = (true, false, false);
    let letters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        at += 1;
        if MODIFIERS.contains(letter) || (is_pawn && letter == 'e') {
            has_modifier = true;
            continue;
        }
        // Part of a Pawn's text: it only says that the piece captures en passant.
        if letter == 'e' {
            return Err("'e', capturing en passant, belongs to Pawns of other kinds".to_owned());
        }
        if !ATOMS.contains(letter) {
            return Err(format!(
                "Fairy-Stockfish does not know '{letter}' and ignores it, so that the piece \
                 moves otherwise than the text says"
            ));
        }
        let range = range(&letters, &mut at, letter)?;
        has_atom = true;
        is_plain &= !has_modifier && add_atom(&mut parts, letter, range).is_ok();
        has_modifier = false;
    }
    if has_modifier {
        return Err(format!(
            "'{text}' ends before the move that the last letter modifies"
        ));
    }
    if !has_atom {
        return Ok(Movement::Words(vec!["immobile".to_owned()]));
    }
    if is_plain {
        return Ok(Movement::Words(parts.words()));
    }
    // For 'e' a text needs XBoard's dialect, which reads single steps and straight leaps alike.
    let is_alike = |letter: char| letter.is_lowercase() || "WFDA".contains(letter);
    let plain = without_king(text);
    let (text, dialect) = match text.contains('e') && plain.chars().all(is_alike) {
        true => (in_order(&plain), Dialect::XBoard),
        false => (text.to_owned(), Dialect::FairyStockfish),
    };
    movement::Movement::from_betza(&text, dialect).map_err(|error| error.to_string())?;
    Ok(Movement::Betza {
        text,
        dialect: dialect.name(),
    })
}

/// The text with W and F instead of K, which XBoard reads otherwise with directions.
fn without_king(text: &str) -> String {
    let mut all = String::new();
    let mut start = 0;
    for (at, letter) in text.char_indices() {
        if letter.is_ascii_uppercase() {
            let before = &text[start..at];
            match letter {
                'K' => all += &format!("{before}W{before}F"),
                _ => all += &format!("{before}{letter}"),
            }
            start = at + letter.len_utf8();
        }
    }
    all + &text[start..]
}

/// The text with the letters before each atom in the order that XBoard wants: initial moves,
/// directions, kinds of move.
fn in_order(text: &str) -> String {
    let rank = |letter: &char| match letter {
        'i' => 0,
        'f' | 'b' | 'v' | 'h' | 'r' | 'l' | 's' => 1,
        'm' => 2,
        'c' => 3,
        'e' => 4,
        _ => 5,
    };
    let mut ordered = String::new();
    let mut before: Vec<char> = Vec::new();
    for letter in text.chars() {
        if letter.is_ascii_uppercase() {
            before.sort_by_key(rank);
            ordered.extend(before.drain(..));
            ordered.push(letter);
        } else {
            before.push(letter);
        }
    }
    ordered
}

/// The range behind an atom: a digit, or the atom again for any distance.
fn range(letters: &[char], at: &mut usize, atom: char) -> Result<Option<u8>, String> {
    let Some(&next) = letters.get(*at) else {
        return Ok(None);
    };
    let is_slider = "WFKRBQ".contains(atom);
    if next == atom {
        *at += 1;
        return match is_slider || atom == 'N' {
            true => Ok(Some(UNLIMITED)),
            false => Err(format!(
                "Fairy-Stockfish reads '{atom}{atom}' as a piece without this move"
            )),
        };
    }
    let Some(digit) = next.to_digit(10) else {
        return Ok(None);
    };
    *at += 1;
    if let Some(second) = letters.get(*at).filter(|letter| letter.is_ascii_digit()) {
        return Err(format!(
            "Fairy-Stockfish reads only the first digit of '{atom}{digit}{second}'"
        ));
    }
    if !is_slider && atom != 'N' {
        return Err(format!(
            "Fairy-Stockfish does not limit '{atom}' to {digit} leaps"
        ));
    }
    match digit {
        // Its number for any distance.
        0 => Ok(Some(UNLIMITED)),
        digit => Ok(Some(digit as u8)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_or_a_text() {
        let words = |text| match movement(text) {
            Ok(Movement::Words(words)) => words.join(" "),
            other => format!("{other:?}"),
        };
        assert_eq!(words("DAW"), "wazir dabbaba alfil");
        assert_eq!(words("BK"), "wazir bishop");
        assert_eq!(words("NC"), "knight camel");
        assert_eq!(words("R4B"), "rook 4 bishop");
        assert_eq!(words(""), "immobile");
        for text in ["FfW", "mRcpR", "NN", "fsW", "nZ", "mQ2cQ2"] {
            let Ok(Movement::Betza { text: kept, .. }) = movement(text) else {
                panic!("{text}");
            };
            assert_eq!(kept, text);
        }
    }

    #[test]
    fn pawns_capture_en_passant() {
        let text = |text| match pawn_movement(text, true) {
            Ok(Movement::Betza { text, dialect }) => format!("{dialect} {text}"),
            other => format!("{other:?}"),
        };
        assert_eq!(text("mfFcfeWimfnA"), "xboard fmFfceWifmnA");
        assert_eq!(text("fsmWfceFifmnD"), "xboard fsmWfceFifmnD");
        assert_eq!(text("KifmnD"), "fairy-stockfish KifmnD");
        assert!(movement("fmWfceF").is_err());
    }

    #[test]
    fn what_fairy_stockfish_drops_can_be_dropped() {
        for (text, played, drops) in [
            ("FaR", "FR", 1),
            ("R10", "R1", 1),
            ("ZRNNHGBDDCAA", "ZRNNHGBC", 2),
            ("WmCCcR", "WcR", 1),
            ("WA0", "W", 1),
            ("RöxNm", "RN", 3),
            ("mQ2cQ2fmWfceF", "mQ2cQ2fmWfceF", 0),
            ("DD", "", 1),
            ("", "", 0),
        ] {
            let (found, dropped) = as_played(text);
            assert_eq!((found.as_str(), dropped.len()), (played, drops), "{text}");
        }
    }

    #[test]
    fn what_fairy_stockfish_drops_is_refused() {
        for (text, letter) in [
            ("FaR", "'a'"),
            ("R10", "'R10'"),
            ("DD", "'DD'"),
            ("Nm", "ends"),
            ("N2", ""),
            ("C3", "'C'"),
            ("Rö", "'ö'"),
        ] {
            match movement(text) {
                Err(reason) => assert!(reason.contains(letter), "{text}: {reason}"),
                Ok(_) => assert_eq!(text, "N2"),
            }
        }
    }
}

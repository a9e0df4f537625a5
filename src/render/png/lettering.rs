//! Letters as lines, so that a picture does not depend on the fonts of a machine.
//!
//! Each is drawn with a pen of 13 units; capitals are 60 units high between the middles
//! of their highest and lowest lines. The second axis points down.

/// The width of the pen for letters of size 100.
pub(super) const PEN: f32 = 13.0;

/// How far the lines of a letter are below its top when they end on the line of writing,
/// as `y` of a text in SVG means it.
pub(super) const BASELINE: f32 = 60.0 + PEN / 2.0;

/// From the right end of a letter to the left end of the next.
const GAP: f32 = PEN + 9.0;

/// Replaces characters that have no drawing.
const UNKNOWN: (&str, u8) = ("M0 0H36V60H0Z", 36);

/// The lines of a character, and its width.
fn glyph(character: char) -> (&'static str, u8) {
    match character {
        'A' => ("M0 60L21 0L42 60M7 40H35", 42),
        'B' => (
            "M0 0V60H22Q40 60 40 44.5T22 29H0M22 29Q36 29 36 14.5T22 0H0",
            40,
        ),
        'C' => ("M42 12Q36 0 24 0Q0 0 0 30T24 60Q36 60 42 48", 42),
        'D' => ("M0 0V60H16Q42 60 42 30T16 0Z", 42),
        'E' => ("M36 0H0V60H36M0 29H30", 36),
        'F' => ("M36 0H0V60M0 29H30", 36),
        'G' => ("M42 12Q36 0 24 0Q0 0 0 30T24 60Q36 60 43 53V33H26", 43),
        'H' => ("M0 0V60M42 0V60M0 29H42", 42),
        'I' => ("M0 0V60", 0),
        'J' => ("M30 0V42Q30 60 15 60T0 44", 30),
        'K' => ("M0 0V60M40 0L2 33M14 23L42 60", 42),
        'L' => ("M0 0V60H36", 36),
        'M' => ("M0 60V0L25 38L50 0V60", 50),
        'N' => ("M0 60V0L42 60V0", 42),
        'O' => ("M25 0Q0 0 0 30T25 60Q50 60 50 30T25 0Z", 50),
        'P' => ("M0 60V0H22Q40 0 40 16.5T22 33H0", 40),
        'Q' => ("M25 0Q0 0 0 30T25 60Q50 60 50 30T25 0ZM32 44L48 64", 50),
        'R' => ("M0 60V0H22Q40 0 40 16.5T22 33H0M20 33L40 60", 40),
        'S' => (
            "M38 10Q32 0 20 0Q2 0 2 15Q2 26 20 29Q40 32 40 45Q40 60 21 60Q6 60 0 49",
            40,
        ),
        'T' => ("M0 0H44M22 0V60", 44),
        'U' => ("M0 0V38Q0 60 21 60T42 38V0", 42),
        'V' => ("M0 0L22 60L44 0", 44),
        'W' => ("M0 0L15 60L31 10L47 60L62 0", 62),
        'X' => ("M0 0L42 60M42 0L0 60", 42),
        'Y' => ("M0 0L21 30L42 0M21 30V60", 42),
        'Z' => ("M2 0H40L0 60H42", 42),
        'a' => ("M34 20V60M34 39Q34 19 17 19T0 39.5T17 60T34 39", 34),
        'b' => ("M0 0V60M0 40Q0 19 17 19T34 39.5T17 60T0 40", 34),
        'c' => ("M32 28Q28 19 17 19Q0 19 0 39.5T17 60Q28 60 32 51", 32),
        'd' => ("M34 0V60M34 39Q34 19 17 19T0 39.5T17 60T34 39", 34),
        'e' => ("M1 40H34Q34 19 17 19T0 39.5T17 60Q28 60 32 52", 34),
        'f' => ("M28 1Q10 -4 10 14V60M0 21H25", 28),
        'g' => (
            "M34 20V62Q34 78 17 78Q7 78 2 73M34 39Q34 19 17 19T0 39.5T17 60T34 39",
            34,
        ),
        'h' => ("M0 0V60M0 38Q0 19 17 19T34 38V60", 34),
        'i' => ("M0 20V60M0 1V2", 0),
        'j' => ("M14 20V64Q14 78 0 77M14 1V2", 14),
        'k' => ("M0 0V60M30 20L2 44M12 36L32 60", 32),
        'l' => ("M0 0V60", 0),
        'm' => (
            "M0 20V60M0 36Q0 19 14 19T28 36V60M28 36Q28 19 42 19T56 36V60",
            56,
        ),
        'n' => ("M0 20V60M0 38Q0 19 17 19T34 38V60", 34),
        'o' => ("M18 19Q0 19 0 39.5T18 60Q36 60 36 39.5T18 19Z", 36),
        'p' => ("M0 20V78M0 40Q0 19 17 19T34 39.5T17 60T0 40", 34),
        'q' => ("M34 20V78M34 39Q34 19 17 19T0 39.5T17 60T34 39", 34),
        'r' => ("M0 20V60M0 40Q0 19 20 20", 20),
        's' => (
            "M28 26Q25 19 15 19Q2 19 2 29Q2 36 15 39Q30 42 30 50Q30 60 15 60Q4 60 0 52",
            30,
        ),
        't' => ("M10 4V48Q10 60 20 60H25M0 21H24", 25),
        'u' => ("M0 20V41Q0 60 17 60T34 41M34 20V60", 34),
        'v' => ("M0 20L17 60L34 20", 34),
        'w' => ("M0 20L12 60L25 26L38 60L50 20", 50),
        'x' => ("M0 20L32 60M32 20L0 60", 32),
        'y' => ("M0 20L17 58M34 20L17 58Q10 78 0 77", 34),
        'z' => ("M1 20H30L0 60H32", 32),
        '0' => ("M19 0Q0 0 0 30T19 60Q38 60 38 30T19 0Z", 38),
        '1' => ("M0 12L16 0V60", 16),
        '2' => ("M1 14Q3 0 19 0Q36 0 36 15Q36 26 22 38L0 60H38", 38),
        '3' => (
            "M2 8Q8 0 19 0Q35 0 35 14.5T18 29H12M18 29Q38 29 38 44.5T19 60Q5 60 0 50",
            38,
        ),
        '4' => ("M30 60V0L0 42H40", 40),
        '5' => ("M34 0H5L2 29Q8 23 18 23Q37 23 37 41T18 60Q6 60 0 51", 37),
        '6' => (
            "M34 8Q29 0 20 0Q0 0 0 32Q0 60 19 60Q37 60 37 42Q37 24 19 24Q3 24 0 38",
            37,
        ),
        '7' => ("M0 0H37L13 60", 37),
        '8' => (
            "M19 0Q3 0 3 14.5T19 29Q35 29 35 14.5T19 0ZM19 29Q0 29 0 44.5T19 60Q38 60 38 44.5T19 29Z",
            38,
        ),
        '9' => (
            "M3 52Q8 60 17 60Q37 60 37 28Q37 0 18 0Q0 0 0 18Q0 36 18 36Q34 36 37 22",
            37,
        ),
        '\'' => ("M2 0L0 14", 2),
        _ => UNKNOWN,
    }
}

/// The lines of a text and how far each of its letters is to the right of the middle,
/// in a hundredth of the size of the letters.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (&'static str, f32)> {
    let glyphs: Vec<_> = text.chars().map(glyph).collect();
    let steps = glyphs.iter().map(|&(_, width)| f32::from(width) + GAP);
    let mut x = (GAP - steps.sum::<f32>()) / 2.0;
    glyphs.into_iter().map(move |(lines, width)| {
        let here = x;
        x += f32::from(width) + GAP;
        (lines, here)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn letters_digits_and_the_apostrophe_look_different() {
        let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9');
        let mut drawings: BTreeSet<&str> = letters.chain(['\'']).map(|c| glyph(c).0).collect();
        // 'I' and 'l' are one line in many fonts.
        assert_eq!(drawings.len(), 26 + 26 + 10 + 1 - 1);
        assert!(drawings.insert(glyph('\u{1f426}').0), "an unknown one too");
    }

    #[test]
    fn texts_are_centered() {
        assert_eq!(lines("").count(), 0);
        assert_eq!(lines("I").next(), Some(("M0 0V60", 0.0)));
        let two: Vec<f32> = lines("OO").map(|line| line.1).collect();
        assert_eq!(two[0], -(two[1] + 50.0));
    }
}

//! Movements of imported pieces: words of a variant file where they suffice, otherwise
//! the text in Betza's notation with its dialect.

/// How an imported piece moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Movement {
    /// The names of moves.
    Words(Vec<String>),
    /// A text in Betza's notation.
    Betza { text: String, dialect: &'static str },
}

/// The parts of a movement that is the same in all directions, for moves and captures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    /// Leaps, the shorter distance first.
    leaps: Vec<(u8, u8)>,
    /// Squares along ranks and files; 0 for none, [`UNLIMITED`] for any number.
    straight: u8,
    /// The same along diagonals.
    diagonal: u8,
    /// Whether it is a Falcon besides.
    pub falcon: bool,
}

/// Any number of squares.
pub(super) const UNLIMITED: u8 = u8::MAX;

impl Parts {
    /// Adds a leap of `one` squares by `other`, to all sides.
    pub(super) fn add_leap(&mut self, one: u8, other: u8) {
        match (one.min(other), one.max(other)) {
            (0, 1) => self.straight = self.straight.max(1),
            (1, 1) => self.diagonal = self.diagonal.max(1),
            leap if !self.leaps.contains(&leap) => self.leaps.push(leap),
            _ => {}
        }
    }

    /// Adds slides along ranks and files.
    pub(super) fn add_straight(&mut self, range: u8) {
        self.straight = self.straight.max(range);
    }

    /// Adds slides along diagonals.
    pub(super) fn add_diagonal(&mut self, range: u8) {
        self.diagonal = self.diagonal.max(range);
    }

    /// The parts in Betza notation, unless a leap has no letter there; the Falcon is not
    /// among them.
    pub(super) fn betza(&self) -> Option<String> {
        let mut text = String::new();
        for (range, any, single) in [(self.straight, 'R', 'W'), (self.diagonal, 'B', 'F')] {
            match range {
                0 => {}
                1 => text.push(single),
                UNLIMITED => text.push(any),
                range => text.push_str(&format!("{any}{range}")),
            }
        }
        for &leap in &self.leaps {
            text.push(letter_of_leap(leap)?);
        }
        Some(text)
    }

    /// The words for the parts, each move once.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        match (self.straight, self.diagonal) {
            (UNLIMITED, UNLIMITED) => words.push("queen".to_owned()),
            (1, 1) => words.push("man".to_owned()),
            (straight, diagonal) => {
                words.extend(slide("rook", "wazir", straight));
                words.extend(slide("bishop", "ferz", diagonal));
            }
        }
        if self.falcon {
            words.push("falcon".to_owned());
        }
        words.extend(self.leaps.iter().map(|&leap| match leap {
            (1, 2) => "knight".to_owned(),
            (0, 2) => "dabbaba".to_owned(),
            (2, 2) => "alfil".to_owned(),
            (1, 3) => "camel".to_owned(),
            (2, 3) => "zebra".to_owned(),
            (near, far) => format!("leap {near}-{far}"),
        }));
        words
    }
}

fn slide(any: &str, single: &str, range: u8) -> Option<String> {
    match range {
        0 => None,
        1 => Some(single.to_owned()),
        UNLIMITED => Some(any.to_owned()),
        range => Some(format!("{any} {range}")),
    }
}

/// The letter of a leap in Betza's notation.
pub(in crate::variants) fn letter_of_leap(leap: (u8, u8)) -> Option<char> {
    "WFDNAHCZG"
        .chars()
        .find(|&letter| leap_of_letter(letter) == Some(leap))
}

/// The leap of a letter in Betza's notation.
pub(super) fn leap_of_letter(letter: char) -> Option<(u8, u8)> {
    Some(match letter {
        'W' => (0, 1),
        'F' => (1, 1),
        'D' => (0, 2),
        'N' => (1, 2),
        'A' => (2, 2),
        'H' => (0, 3),
        'C' | 'L' => (1, 3),
        'Z' | 'J' => (2, 3),
        'G' => (3, 3),
        _ => return None,
    })
}

/// Adds what a letter with a range stands for.
///
/// # Errors
/// If words of a variant file cannot say it.
pub(super) fn add_atom(parts: &mut Parts, letter: char, range: Option<u8>) -> Result<(), ()> {
    match (letter, range) {
        ('R', range) => parts.add_straight(range.unwrap_or(UNLIMITED)),
        ('B', range) => parts.add_diagonal(range.unwrap_or(UNLIMITED)),
        ('Q', range) => {
            parts.add_straight(range.unwrap_or(UNLIMITED));
            parts.add_diagonal(range.unwrap_or(UNLIMITED));
        }
        ('K', range) => {
            parts.add_straight(range.unwrap_or(1));
            parts.add_diagonal(range.unwrap_or(1));
        }
        ('W', range) => parts.add_straight(range.unwrap_or(1)),
        ('F', range) => parts.add_diagonal(range.unwrap_or(1)),
        (letter, None | Some(1)) => {
            let (near, far) = leap_of_letter(letter).ok_or(())?;
            parts.add_leap(near, far);
        }
        _ => return Err(()),
    }
    Ok(())
}

/// What a piece is worth, roughly, in tenths of a Pawn.
pub(super) fn strength(movement: &Movement) -> u32 {
    match movement {
        Movement::Words(words) => words.iter().map(|word| strength_of_word(word)).sum(),
        Movement::Betza { text, .. } => {
            15 * text.chars().filter(char::is_ascii_uppercase).count() as u32
        }
    }
}

fn strength_of_word(word: &str) -> u32 {
    match word {
        "queen" => 90,
        "rook" | "falcon" => 50,
        "bishop" => 32,
        "knight" | "man" => 30,
        "camel" | "zebra" => 24,
        _ if word.contains(' ') => 26,
        _ => 14,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_each_move_once() {
        let words = |atoms: &[(char, Option<u8>)]| {
            let mut parts = Parts::default();
            for &(letter, range) in atoms {
                add_atom(&mut parts, letter, range).unwrap();
            }
            parts.words().join(" ")
        };
        assert_eq!(words(&[('Q', None), ('N', None)]), "queen knight");
        assert_eq!(words(&[('B', None), ('K', None)]), "wazir bishop");
        assert_eq!(
            words(&[('K', None), ('W', None), ('N', None)]),
            "man knight"
        );
        assert_eq!(words(&[('R', Some(4)), ('F', None)]), "rook 4 ferz");
        assert_eq!(words(&[('G', None), ('H', None)]), "leap 3-3 leap 0-3");
        assert_eq!(words(&[('W', Some(UNLIMITED))]), "rook");
        assert!(add_atom(&mut Parts::default(), 'N', Some(UNLIMITED)).is_err());
    }
}

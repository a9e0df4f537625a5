//! Movements of the pieces of a diagram, in Betza notation.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Geometry;
use crate::board::movement::{self, Dialect};

use super::super::movement::{Movement, Parts, UNLIMITED, add_atom};

/// The parts of a text in Betza notation, each with its atom and range.
pub(super) fn groups(text: &str) -> Vec<String> {
    let mut groups: Vec<String> = Vec::new();
    let mut group = String::new();
    let mut is_complete = false;
    for letter in text.chars() {
        if is_complete && !letter.is_ascii_digit() {
            groups.push(std::mem::take(&mut group));
            is_complete = false;
        }
        group.push(letter);
        is_complete |= letter.is_ascii_uppercase();
    }
    if !group.is_empty() {
        groups.push(group);
    }
    groups
}

/// The Falcon's paths.
const FALCON: [&str; 6] = ["SSD", "SDS", "DSS", "DDS", "DSD", "SDD"];

/// How a piece moves.
pub(super) fn read_movement(text: &str, size: (usize, usize)) -> Result<Movement, String> {
    if let Some(words) = plain_words(text) {
        return Ok(Movement::Words(words));
    }
    let movement = movement::Movement::from_betza(text, Dialect::Diagram)
        .map_err(|error| error.to_string())?;
    if is_falcon(&movement, size) {
        return Ok(Movement::Words(vec!["falcon".to_owned()]));
    }
    Ok(Movement::Betza {
        text: text.to_owned(),
        dialect: Dialect::Diagram.name(),
    })
}

/// The words for a text without letters for directions and kinds of move.
fn plain_words(text: &str) -> Option<Vec<String>> {
    let mut parts = Parts::default();
    for group in groups(text) {
        let mut letters = group.chars();
        let atom = letters.next().filter(char::is_ascii_uppercase)?;
        let range = match letters.as_str() {
            "" => None,
            "0" => Some(UNLIMITED),
            range => Some(range.parse::<u8>().ok().filter(|range| *range < 16)?),
        };
        add_atom(&mut parts, atom, range).ok()?;
    }
    let words = parts.words();
    (!words.is_empty()).then_some(words)
}

/// Whether a movement is the Falcon's on a board of this size.
fn is_falcon(movement: &movement::Movement, (files, ranks): (usize, usize)) -> bool {
    let Ok(falcon) = movement::Movement::from_paths(&FALCON) else {
        return false;
    };
    let Ok(board) = Geometry::rectangle(files, ranks) else {
        return false;
    };
    Color::ALL.into_iter().all(|color| {
        board.squares().into_iter().all(|square| {
            let [one, other] = [movement, &falcon]
                .map(|movement| movement.walks(&board, color, square, Bitboard::EMPTY));
            one.is_ok() && one == other
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movements() {
        let words = |text| match read_movement(text, (10, 8)) {
            Ok(Movement::Words(words)) => words.join(" "),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(words("BN"), "bishop knight");
        assert_eq!(words("R4F"), "rook 4 ferz");
        assert_eq!(words("mafmafsKmafsmafKmaflmafrKmafrmaflK"), "falcon");
        let text = read_movement("mRcpR", (10, 8));
        assert!(
            matches!(
                text,
                Ok(Movement::Betza {
                    dialect: "diagram",
                    ..
                })
            ),
            "{text:?}"
        );
        assert!(read_movement("xyz", (10, 8)).is_err());
    }

    #[test]
    fn groups_end_with_their_ranges() {
        assert_eq!(groups("fmWfceFifmnD"), ["fmW", "fceF", "ifmnD"]);
        assert_eq!(groups("KisO2"), ["K", "isO2"]);
        assert_eq!(groups("R12x"), ["R12", "x"]);
    }
}

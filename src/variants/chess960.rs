//! The arrays of Chess960 and their numbers (docs/rules.md, section 8.1).
//!
//! The numbering is Reinhard Scharnagl's: the number is divided by 4, 4 and 6 in
//! turn; the remainders place the Bishop of the light squares, that of the dark
//! squares and the Queen, and the quotient left over places the Knights.

use crate::board::piece::PieceKind;

/// How many arrays there are.
pub(super) const COUNT: u64 = 960;

/// The number of squares on the first rank.
pub(super) const FILES: usize = 8;

/// The places of the Knights among the five squares that Bishops and Queen leave.
const KNIGHTS: [[usize; 2]; 10] = [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 3],
    [2, 4],
    [3, 4],
];

/// The pieces from the first file to the last in the array with a number below
/// [`COUNT`].
pub(super) fn order(number: u64) -> [PieceKind; FILES] {
    let number = number as usize;
    let mut order: [Option<PieceKind>; FILES] = [None; FILES];
    order[2 * (number % 4) + 1] = Some(PieceKind::BISHOP);
    order[2 * (number / 4 % 4)] = Some(PieceKind::BISHOP);
    place(&mut order, number / 16 % 6, PieceKind::QUEEN);
    let [first, second] = KNIGHTS[number / 96 % KNIGHTS.len()];
    // The farther one first, so that the nearer one's place stays the same.
    place(&mut order, second, PieceKind::KNIGHT);
    place(&mut order, first, PieceKind::KNIGHT);
    for kind in [PieceKind::ROOK, PieceKind::KING, PieceKind::ROOK] {
        place(&mut order, 0, kind);
    }
    order.map(|kind| kind.unwrap_or(PieceKind::ROOK))
}

/// The number of an array; `None` if it is not one of Chess960.
pub(super) fn number(order_wanted: &[PieceKind]) -> Option<u64> {
    (0..COUNT).find(|&number| order(number) == order_wanted)
}

/// Puts a piece on the empty square with this index.
fn place(order: &mut [Option<PieceKind>; FILES], index: usize, kind: PieceKind) {
    let mut empty = order.iter_mut().filter(|square| square.is_none());
    if let Some(square) = empty.nth(index) {
        *square = Some(kind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn letters(number: u64) -> String {
        let letter = |kind| match kind {
            PieceKind::ROOK => 'R',
            PieceKind::KNIGHT => 'N',
            PieceKind::BISHOP => 'B',
            PieceKind::QUEEN => 'Q',
            _ => 'K',
        };
        order(number).map(letter).iter().collect()
    }

    #[test]
    fn known_numbers_have_their_arrays() {
        // The orthodox array, and others from the published table.
        for (number, array) in [
            (0, "BBQNNRKR"),
            (1, "BQNBNRKR"),
            (518, "RNBQKBNR"),
            (534, "RNBKQBNR"),
            (959, "RKRNNQBB"),
        ] {
            assert_eq!(letters(number), array, "{number}");
        }
    }

    #[test]
    fn every_array_is_of_chess960_and_has_its_own_number() {
        let all: HashSet<String> = (0..COUNT).map(letters).collect();
        assert_eq!(all.len(), 960);
        for array in all {
            let place = |letter| array.find(letter).unwrap();
            assert!(place('R') < place('K') && place('K') < array.rfind('R').unwrap());
            assert_ne!(place('B') % 2, array.rfind('B').unwrap() % 2);
        }
        for index in 0..COUNT {
            assert_eq!(number(&order(index)), Some(index));
        }
        assert_eq!(number(&order(0)[1..]), None);
    }
}

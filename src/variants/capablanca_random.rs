//! The arrays of Capablanca Random Chess, Reinhard Scharnagl's game of 2004.
//!
//! Of all orders of the ten pieces those count in which the Bishops stand on squares of both
//! colors but not side by side, the Queen and the Archbishop on squares of both colors, the
//! King between the Rooks, and a piece protects every Pawn: 12130, numbered from 1 in
//! alphabetical order of the letters A, B, C, K, N, Q and R. The twelve arrays that the first
//! edition left out, because they were like the patented Gothic Chess, are among them.

use std::sync::LazyLock;

use crate::board::piece::PieceKind;

/// The number of squares on the first rank.
pub(super) const FILES: usize = 10;

/// The pieces from the first file to the last.
type Order = [PieceKind; FILES];

/// The pieces of an array with their numbers, in alphabetical order of the usual letters.
const PIECES: [(PieceKind, usize); 7] = [
    (PieceKind::CARDINAL, 1),
    (PieceKind::BISHOP, 2),
    (PieceKind::MARSHAL, 1),
    (PieceKind::KING, 1),
    (PieceKind::KNIGHT, 2),
    (PieceKind::QUEEN, 1),
    (PieceKind::ROOK, 2),
];

static ORDERS: LazyLock<Vec<Order>> = LazyLock::new(|| {
    let mut orders = Vec::new();
    complete(&mut Vec::new(), &mut orders);
    orders
});

/// How many arrays there are.
pub(super) fn count() -> u64 {
    ORDERS.len() as u64
}

/// The array with an index below [`count`].
pub(super) fn order(index: u64) -> Order {
    ORDERS[index as usize]
}

/// The index of an array; `None` if it is not one of the game.
pub(super) fn index_of(wanted: &[PieceKind]) -> Option<u64> {
    let wanted = Order::try_from(wanted).ok()?;
    let found = ORDERS.binary_search_by_key(&rank_of(&wanted), rank_of);
    found.ok().map(|index| index as u64)
}

/// The places of the pieces in the alphabet.
fn rank_of(order: &Order) -> [usize; FILES] {
    let rank = |kind: PieceKind| PIECES.iter().position(|row| row.0 == kind);
    order.map(|kind| rank(kind).unwrap_or(PIECES.len()))
}

/// Adds all arrays that begin with these pieces.
fn complete(front: &mut Vec<PieceKind>, orders: &mut Vec<Order>) {
    if let Ok(order) = Order::try_from(&front[..]) {
        if (0..FILES).all(|file| is_protected(&order, file)) {
            orders.push(order);
        }
        return;
    }
    for (kind, count) in PIECES {
        let placed = front.iter().filter(|other| **other == kind).count();
        if placed < count && can_follow(front, kind) {
            front.push(kind);
            complete(front, orders);
            front.pop();
        }
    }
}

/// Whether a piece can stand behind these ones.
fn can_follow(front: &[PieceKind], next: PieceKind) -> bool {
    let place = |kind: PieceKind| front.iter().position(|other| *other == kind);
    let is_unlike = |other: PieceKind| place(other).is_none_or(|at| at % 2 != front.len() % 2);
    match next {
        PieceKind::BISHOP => {
            is_unlike(PieceKind::BISHOP) && front.last() != Some(&PieceKind::BISHOP)
        }
        PieceKind::QUEEN => is_unlike(PieceKind::CARDINAL),
        PieceKind::CARDINAL => is_unlike(PieceKind::QUEEN),
        PieceKind::KING => place(PieceKind::ROOK).is_some(),
        PieceKind::ROOK => place(PieceKind::ROOK).is_some() == place(PieceKind::KING).is_some(),
        _ => true,
    }
}

/// Whether a piece protects the Pawn in front of the square on this file.
fn is_protected(order: &Order, pawn: usize) -> bool {
    order.iter().enumerate().any(|(file, kind)| {
        let files: &[usize] = match *kind {
            PieceKind::KING | PieceKind::QUEEN => &[0, 1],
            PieceKind::ROOK => &[0],
            PieceKind::BISHOP => &[1],
            PieceKind::KNIGHT => &[2],
            PieceKind::CARDINAL => &[1, 2],
            _ => &[0, 2],
        };
        files.contains(&file.abs_diff(pawn))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(order: &Order) -> String {
        rank_of(order)
            .map(|rank| "ABCKNQR".as_bytes()[rank] as char)
            .iter()
            .collect()
    }

    #[test]
    fn the_arrays_are_those_of_the_rules() {
        let all: Vec<String> = ORDERS.iter().map(letters).collect();
        assert_eq!(all.len(), 12_130);
        assert!(all.is_sorted());
        // An array of the published examples, and Gothic Chess.
        assert!(all.contains(&"NBNCQRBAKR".to_owned()));
        assert!(all.contains(&"RNBQCKABNR".to_owned()));
        // Capablanca's own: Queen and Archbishop stand on squares of one color.
        assert!(!all.contains(&"RNABQKBCNR".to_owned()));
        for (index, order) in (0..).zip(&*ORDERS) {
            assert_eq!(index_of(order), Some(index));
        }
        assert_eq!(index_of(&ORDERS[0][1..]), None);
        assert_eq!(index_of(&[PieceKind::FALCON; FILES]), None);
    }
}

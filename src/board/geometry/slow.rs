//! Reference definitions of the pieces, step by step on the layout of the
//! board (docs/rules.md, section 2).
//!
//! Written to be read, and used only to build and test the fast tables.

use std::sync::LazyLock;

use crate::board::bitboard::Bitboard;
use crate::board::square::Square;

use super::{Layout, leaps};

/// The squares that a slider attacks in the given directions.
///
/// ```
/// use peregrine::board::{bitboard::Bitboard, geometry::{leaps, slow, Geometry}, square::Square};
/// let board = Geometry::rectangle(8, 8).unwrap();
/// let rook = slow::slider(&board, Square::new(0), Bitboard::EMPTY, &leaps::STRAIGHT);
/// assert_eq!(rook.count(), 14);
/// ```
pub fn slider(
    layout: &Layout,
    from: Square,
    occupied: Bitboard,
    directions: &[(i32, i32)],
) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    for &direction in directions {
        let mut at = from;
        while let Some(next) = layout.step(at, direction) {
            attacks |= next.into();
            if occupied.contains(next) {
                break;
            }
            at = next;
        }
    }
    attacks
}

/// One of the Falcon's sixteen targets and the intermediate cells of its three
/// paths, all relative to its square.
#[derive(Clone, Copy, Debug)]
pub struct FalconMove {
    /// The target, as (files, ranks).
    pub target: (i32, i32),
    /// The two intermediate cells of each path.
    pub paths: [[(i32, i32); 2]; 3],
}

/// The Falcon's sixteen moves: for every straight direction S and each adjacent
/// diagonal direction D, 2S+D by SSD, SDS, DSS and S+2D by SDD, DSD, DDS.
///
/// ```
/// use peregrine::board::geometry::slow::falcon_moves;
/// let north = falcon_moves().into_iter().find(|falcon| falcon.target == (1, 3)).unwrap();
/// assert_eq!(north.paths, [[(0, 1), (0, 2)], [(0, 1), (1, 2)], [(1, 1), (1, 2)]]);
/// ```
pub fn falcon_moves() -> [FalconMove; 16] {
    let add = |a: (i32, i32), b: (i32, i32)| (a.0 + b.0, a.1 + b.1);
    let along = |first, second, third| {
        let path = [first, add(first, second)];
        (path, add(path[1], third))
    };
    let mut moves = Vec::with_capacity(16);
    for s in leaps::STRAIGHT {
        for d in leaps::DIAGONAL {
            let beside = s.0 * d.0 + s.1 * d.1 > 0;
            if !beside {
                continue;
            }
            for orders in [
                [(s, s, d), (s, d, s), (d, s, s)],
                [(s, d, d), (d, s, d), (d, d, s)],
            ] {
                let walks = orders.map(|(first, second, third)| along(first, second, third));
                moves.push(FalconMove {
                    target: walks[0].1,
                    paths: walks.map(|(path, _)| path),
                });
            }
        }
    }
    moves
        .try_into()
        .expect("four straight directions with two diagonals beside each")
}

static FALCON_MOVES: LazyLock<[FalconMove; 16]> = LazyLock::new(falcon_moves);

/// The squares that a Falcon attacks: targets with at least one path whose two
/// intermediate squares exist and are empty.
///
/// ```
/// use peregrine::board::{bitboard::Bitboard, geometry::{slow, Geometry}};
/// let board = Geometry::rectangle(10, 8).unwrap();
/// let [h4, h5] = ["h4", "h5"].map(|name| board.square_named(name).unwrap());
/// let open = slow::falcon(&board, h4, Bitboard::EMPTY);
/// let blocked = slow::falcon(&board, h4, h5.into());
/// assert_eq!((open.count(), blocked), (12, open));
/// ```
pub fn falcon(layout: &Layout, from: Square, occupied: Bitboard) -> Bitboard {
    let open = |cell: (i32, i32)| {
        layout
            .step(from, cell)
            .is_some_and(|square| !occupied.contains(square))
    };
    FALCON_MOVES
        .iter()
        .filter(|falcon| {
            falcon
                .paths
                .iter()
                .any(|path| path.iter().all(|&cell| open(cell)))
        })
        .filter_map(|falcon| layout.step(from, falcon.target))
        .collect()
}

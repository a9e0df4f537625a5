//! The expected mobility of each kind of piece on a crowded board, from which
//! piece values are derived.
//!
//! Must not depend on weights or a position, only on a game's rules and board.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::movement::{Path, Walk, WalkModes};
use crate::board::piece::{Component, Components, Piece, PieceKind};
use crate::board::square::{MAX_SQUARES, Square};
use crate::rules::Rules;

use super::COMPONENTS;

/// The probability that a square of a crowded board is empty.
pub(super) const EMPTY: f64 = 0.65;

/// The most walks to one square whose probability is computed exactly.
const MAX_EXACT_WALKS: usize = 10;

/// The mobility of a kind on a crowded board, by component: the number of
/// attacked squares, averaged over all squares of the board, if each other
/// square is independently empty with probability [`EMPTY`]. A target that
/// several components reach counts for the one most likely to reach it.
pub(super) fn by_component(rules: &Rules, kind: PieceKind) -> [f64; COMPONENTS.len()] {
    let components = rules.components(kind);
    let squares = rules.geometry().squares();
    let mut sums = [0.0; COMPONENTS.len()];
    for from in squares {
        let mut chances = [0.0; MAX_SQUARES];
        for (part, sum) in COMPONENTS.into_iter().zip(&mut sums) {
            if !components.contains(part.set()) {
                continue;
            }
            each_target(rules, kind, part, from, |to, chance| {
                let known = &mut chances[to.index()];
                if chance > *known {
                    *sum += chance - *known;
                    *known = chance;
                }
            });
        }
    }
    sums.map(|sum| sum / f64::from(squares.count().max(1)))
}

/// The mobility of a Knight on that board, the unit of measure.
pub(super) fn knight_mobility(rules: &Rules) -> f64 {
    let geometry = rules.geometry();
    let targets = |square| geometry.knight(square).count();
    let all: u32 = geometry.squares().into_iter().map(targets).sum();
    f64::from(all) / f64::from(geometry.squares().count().max(1))
}

/// Calls back with each target of a component and the probability that the way
/// there is free.
fn each_target(
    rules: &Rules,
    kind: PieceKind,
    part: Component,
    from: Square,
    mut callback: impl FnMut(Square, f64),
) {
    let geometry = rules.geometry();
    let mut along = |targets: Bitboard| {
        for to in targets {
            callback(to, all_empty(geometry.between(from, to)));
        }
    };
    match part {
        Component::Pawn | Component::King => {}
        Component::Diagonal => along(geometry.diagonal(from, Bitboard::EMPTY)),
        Component::Straight => along(geometry.straight(from, Bitboard::EMPTY)),
        Component::Knight => geometry
            .knight(from)
            .into_iter()
            .for_each(|to| callback(to, 1.0)),
        Component::Falcon => {
            for to in geometry.falcon_reach(from) {
                callback(to, any_empty(geometry.falcon_paths(from, to)));
            }
        }
        Component::Special => {
            let walks = rules.special_walks(Piece::new(Color::White, kind), from);
            let targets: Bitboard = walks.iter().map(|walk| walk.to).collect();
            for to in targets {
                let chances = [WalkModes::QUIET, WalkModes::CAPTURE].map(|mode| {
                    let usable = |walk: &&Walk| walk.to == to && walk.modes.contains(mode);
                    let paths: Vec<Path> = walks.iter().filter(usable).map(Walk::path).collect();
                    any_open(&paths)
                });
                // A square that it only captures on, or only moves to, counts half.
                callback(to, (chances[0] + chances[1]) / 2.0);
            }
        }
    }
}

/// The probability that at least one of the paths is open: exact for a few
/// paths, otherwise as if they were independent.
fn any_open(paths: &[Path]) -> f64 {
    let all_open = |chosen: &[&Path]| {
        let union = |squares: fn(&Path) -> Bitboard| {
            chosen
                .iter()
                .fold(Bitboard::EMPTY, |all, path| all | squares(path))
        };
        let (empty, occupied) = (union(|path| path.empty), union(|path| path.occupied));
        if empty.meets(occupied) {
            return 0.0;
        }
        all_empty(empty) * (1.0 - EMPTY).powi(occupied.count() as i32)
    };
    if paths.len() > MAX_EXACT_WALKS {
        let closed = |path: &Path| 1.0 - all_open(&[path]);
        return 1.0 - paths.iter().map(closed).product::<f64>();
    }
    // By inclusion and exclusion over all sets of paths.
    let sets = 1..1_usize << paths.len();
    sets.map(|set| {
        let chosen: Vec<&Path> = paths
            .iter()
            .enumerate()
            .filter(|(n, _)| set & 1 << n != 0)
            .map(|(_, path)| path)
            .collect();
        let sign = if chosen.len() % 2 == 1 { 1.0 } else { -1.0 };
        sign * all_open(&chosen)
    })
    .sum()
}

/// The probability that all of the squares are empty.
fn all_empty(squares: Bitboard) -> f64 {
    EMPTY.powi(squares.count() as i32)
}

/// The probability that at least one of three paths is empty, by inclusion and
/// exclusion, because paths may share squares.
fn any_empty([a, b, c]: &[Bitboard; 3]) -> f64 {
    let (a, b, c) = (*a, *b, *c);
    all_empty(a) + all_empty(b) + all_empty(c)
        - all_empty(a | b)
        - all_empty(a | c)
        - all_empty(b | c)
        + all_empty(a | b | c)
}

/// Whether a kind is bound to the squares of one color.
pub(super) fn is_colorbound(rules: &Rules, kind: PieceKind) -> bool {
    let geometry = rules.geometry();
    let components = rules.components(kind);
    let other = Components::STRAIGHT | Components::FALCON | Components::KNIGHT;
    !components.intersects(other)
        && geometry.squares().into_iter().all(|from| {
            let walks = rules.special_walks(Piece::new(Color::White, kind), from);
            walks
                .into_iter()
                .all(|walk| geometry.parity(walk.to) == geometry.parity(from))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::geometry::slow;
    use crate::variants;

    /// The Falcon's expected mobility, by enumerating all states of the squares
    /// that it may cross.
    fn tried(rules: &Rules, from: Square) -> f64 {
        let geometry = rules.geometry();
        let mut sum = 0.0;
        for falcon in slow::falcon_moves() {
            if geometry.step(from, falcon.target).is_none() {
                continue;
            }
            let mut cells: Vec<(i32, i32)> = falcon.paths.iter().flatten().copied().collect();
            cells.sort_unstable();
            cells.dedup();
            for state in 0..1_u32 << cells.len() {
                let is_empty = |cell: &(i32, i32)| {
                    let at = cells.iter().position(|other| other == cell).unwrap();
                    state >> at & 1 == 1 && geometry.step(from, *cell).is_some()
                };
                if falcon.paths.iter().any(|path| path.iter().all(is_empty)) {
                    let empty = state.count_ones() as i32;
                    let others = cells.len() as i32 - empty;
                    sum += EMPTY.powi(empty) * (1.0 - EMPTY).powi(others);
                }
            }
        }
        sum
    }

    #[test]
    fn a_falcon_gets_as_far_as_the_states_of_its_paths_say() {
        let rules = variants::find("falcon")
            .unwrap()
            .rules(Default::default())
            .unwrap();
        let squares = rules.geometry().squares();
        let sum: f64 = squares.into_iter().map(|from| tried(rules, from)).sum();
        let expected = sum / f64::from(squares.count());
        let [.., falcon, _] = by_component(rules, PieceKind::FALCON);
        assert!((falcon - expected).abs() < 1e-9, "{falcon} {expected}");
    }

    #[test]
    fn leapers_and_sliders_get_as_far_as_can_be_counted_by_hand() {
        let rules = variants::find("chess")
            .unwrap()
            .rules(Default::default())
            .unwrap();
        // 336 Knight moves on 64 squares; along a line of n squares a Rook
        // reaches 1 + p + p^2... squares each way.
        assert_eq!(knight_mobility(rules), 336.0 / 64.0);
        assert_eq!(by_component(rules, PieceKind::KNIGHT)[0], 336.0 / 64.0);
        let way = |squares: i32| (0..squares).map(|n| EMPTY.powi(n)).sum::<f64>();
        let line: f64 = (0..8).map(|file| way(file) + way(7 - file)).sum();
        let rook = by_component(rules, PieceKind::ROOK)[2];
        assert!((rook - 2.0 * line / 8.0).abs() < 1e-9, "{rook}");
    }
}

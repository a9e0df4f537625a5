//! The part of a movement for which there are faster tables.

use crate::board::piece::Components;

use super::legs::{Chain, Initial, Midway};
use super::paths;

/// What is simple in a movement: the same in all directions, without conditions of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Simple {
    /// Whole components.
    pub components: Components,
    /// Other leaps, as (smaller, larger) distance, in order.
    pub leaps: Vec<(u8, u8)>,
    /// The longest diagonal and straight lines of limited length; 0 for none.
    pub diagonal_range: u8,
    /// See `diagonal_range`.
    pub straight_range: u8,
}

/// The paths of the Falcon.
const FALCON: [&str; 6] = ["SSD", "SDS", "DSS", "DDS", "DSD", "SDD"];

/// Removes what is simple from sorted moves.
pub(super) fn split(chains: &mut Vec<Chain>) -> Simple {
    let mut simple = Simple::default();
    let falcon = FALCON.iter().filter_map(|path| paths::moves(path).ok());
    let falcon: Vec<Chain> = falcon.flatten().collect();
    if falcon.iter().all(|chain| chains.contains(chain)) {
        chains.retain(|chain| !falcon.contains(chain));
        simple.components |= Components::FALCON;
    }
    let mut plain: Vec<(u8, u8, u8)> = chains.iter().filter_map(plain).collect();
    plain.sort_unstable();
    let groups = plain.chunk_by(|a, b| a == b);
    for group in groups {
        let (near, far, range) = group[0];
        let directions = if near == 0 || near == far { 4 } else { 8 };
        if group.len() < directions {
            continue;
        }
        match (near, far, range) {
            (1, 1, 0) => simple.components |= Components::DIAGONAL,
            (0, 1, 0) => simple.components |= Components::STRAIGHT,
            (1, 2, 1) => simple.components |= Components::KNIGHT,
            (_, _, 1) => simple.leaps.push((near, far)),
            (1, 1, range) => simple.diagonal_range = range,
            (0, 1, range) => simple.straight_range = range,
            _ => continue,
        }
        chains.retain(|chain| self::plain(chain) != Some(group[0]));
    }
    simple
}

/// The distances and the range of a move that has no condition but empty squares between.
fn plain(chain: &Chain) -> Option<(u8, u8, u8)> {
    let [leg] = chain.legs.as_slice() else {
        return None;
    };
    let [step, other] = leg.steps;
    let is_plain = step == other
        && leg.skip == 0
        && leg.min <= 1
        && leg.midway == Midway::Any
        && leg.hop.is_none()
        && !leg.same_length
        && chain.quiet
        && chain.capture
        && !chain.en_passant
        && chain.initial == Initial::No;
    let (files, ranks) = (step.0.unsigned_abs(), step.1.unsigned_abs());
    is_plain.then_some((files.min(ranks), files.max(ranks), leg.max))
}

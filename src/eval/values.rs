//! What pieces are worth, whatever they are made of.
//!
//! Knows no squares: where a piece stands is a matter of the tables.

use arrayvec::ArrayVec;

use crate::piece::{Component, Components, MAX_KINDS, PieceKind};
use crate::rules::Rules;

use super::weights::{ComponentWeights, Weights};
use super::{PARTS, Tapered};

/// The value of a King in exchanges: more than everything else together.
const KING: i32 = 20_000;

/// Centipawns by kind of piece in one game, for judging exchanges.
///
/// ```
/// use peregrine::{eval::PieceValues, piece::PieceKind, variants};
/// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
/// let values = PieceValues::new(rules);
/// assert!(values.of(PieceKind::FALCON) > values.of(PieceKind::ROOK));
/// assert!(values.of(PieceKind::FALCON) < values.of(PieceKind::QUEEN));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PieceValues([i32; MAX_KINDS]);

impl PieceValues {
    /// The values in a game; kinds the game has not are worth nothing.
    ///
    /// ```
    /// use peregrine::{eval::PieceValues, piece::PieceKind, variants};
    /// let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(PieceValues::new(rules).of(PieceKind::FALCON), 0);
    /// ```
    pub fn new(rules: &'static Rules) -> PieceValues {
        PieceValues::with_weights(rules, &Weights::DEFAULT)
    }

    pub(super) fn with_weights(rules: &Rules, weights: &Weights) -> PieceValues {
        let mut values = [0; MAX_KINDS];
        for piece_type in rules.piece_types() {
            let value = value(rules, weights, piece_type.components);
            values[piece_type.kind.index()] = (value.middle() + value.ending()) / 2;
        }
        values[PieceKind::KING.index()] = KING;
        PieceValues(values)
    }

    /// The value of a kind of piece.
    ///
    /// ```
    /// use peregrine::{eval::PieceValues, piece::PieceKind, variants};
    /// let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert!(PieceValues::new(rules).of(PieceKind::KING) > 10_000);
    /// ```
    #[inline]
    pub fn of(&self, kind: PieceKind) -> i32 {
        self.0[kind.index()]
    }
}

impl Weights {
    /// The weights of a component; those of Pawn and King are not among them.
    pub(super) fn component(&self, component: Component) -> Option<&ComponentWeights> {
        match component {
            Component::Pawn | Component::King => None,
            Component::Knight => Some(&self.knight),
            Component::Diagonal => Some(&self.diagonal),
            Component::Straight => Some(&self.straight),
            Component::Falcon => Some(&self.falcon),
            Component::Special => Some(&self.falcon_leap),
        }
    }

    /// What a pair of components is worth above the sum.
    fn pair(&self, first: Component, second: Component) -> Tapered {
        let place = |component| match component {
            Component::Knight => 0,
            Component::Diagonal => 1,
            Component::Straight => 2,
            _ => 3,
        };
        let (low, high) = (
            place(first).min(place(second)),
            place(first).max(place(second)),
        );
        let index = match (low, high) {
            (0, high) => high - 1,
            (1, high) => high + 1,
            _ => 5,
        };
        self.compound[index.min(5)]
    }
}

/// The components among [`PARTS`] that a piece has.
pub(super) fn parts(components: Components) -> ArrayVec<Component, { PARTS.len() }> {
    PARTS
        .into_iter()
        .filter(|part| components.contains(part.set()))
        .collect()
}

/// The value of a piece with those components: of its parts, more the larger
/// the board, and of their working together. The King has none.
pub(super) fn value(rules: &Rules, weights: &Weights, components: Components) -> Tapered {
    if components.contains(Components::PAWN) {
        return weights.pawn;
    }
    let larger = (rules.geometry().squares().count() as i32 - 64).max(0);
    let parts = parts(components);
    let single = |part: &Component| {
        let weights = weights.component(*part)?;
        Some(weights.value + (weights.growth * larger).fraction(1, 16))
    };
    let sum: Tapered = parts.iter().filter_map(single).sum();
    let pairs = parts
        .iter()
        .enumerate()
        .flat_map(|(n, &first)| parts[n + 1..].iter().map(move |&second| (first, second)));
    let bonus = pairs
        .map(|(first, second)| weights.pair(first, second))
        .min_by_key(|pair| pair.middle() + pair.ending());
    sum + bonus.unwrap_or(Tapered::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn the_kinds_are_worth_what_the_literature_says_about_them() {
        let near = |variant: &str, kind, expected: i32| {
            let rules = variants::find(variant)
                .unwrap()
                .rules(Default::default())
                .unwrap();
            let value = PieceValues::new(rules).of(kind);
            let difference = (value - expected).abs();
            assert!(
                difference <= expected / 20,
                "{variant} {kind:?}: {value}, not {expected}"
            );
        };
        near("chess", PieceKind::PAWN, 100);
        near("chess", PieceKind::BISHOP, 330);
        near("chess", PieceKind::QUEEN, 960);
        near("falcon", PieceKind::KNIGHT, 310);
        near("falcon", PieceKind::BISHOP, 350);
        near("falcon", PieceKind::ROOK, 520);
        near("falcon", PieceKind::FALCON, 560);
        near("falcon", PieceKind::QUEEN, 980);
        near("capablanca", PieceKind::CARDINAL, 830);
        near("capablanca", PieceKind::MARSHAL, 900);
    }

    #[test]
    fn a_compound_of_many_parts_is_worth_more_than_any_of_fewer() {
        let rules = variants::find("falcon")
            .unwrap()
            .rules(Default::default())
            .unwrap();
        let value = |components| {
            let value = value(rules, &Weights::DEFAULT, components);
            value.middle() + value.ending()
        };
        for first in PARTS.map(Component::set) {
            for second in PARTS.map(Component::set) {
                if !first.contains(second) {
                    assert!(value(first | second) > value(first) + value(second));
                }
                for third in PARTS.map(Component::set) {
                    if !(first | second).contains(third) {
                        assert!(value(first | second | third) > value(first | second));
                    }
                }
            }
        }
    }
}

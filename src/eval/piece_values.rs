//! Piece values, by one formula for every piece of every game.
//!
//! A piece is worth what it can do. Let `M` be the number of squares that a
//! kind attacks on a crowded board, averaged over the squares of the actual
//! board, holes and all, if each other square is empty with probability 0.65. A
//! Falcon's target counts as open if any of its three paths is. The unit of
//! measure is the Knight's `M` on the same board:
//!
//! ```text
//! value = 3.05 Pawns x (M / M of a Knight) ^ 1.25 x scale
//! ```
//!
//! Probability and exponent are chosen such that, with a scale of 1, a Bishop
//! of the orthodox board is worth 3.3, a Rook 4.75 and a Queen 9.5 Pawns, as in
//! the literature. The exponent makes two components together worth more than
//! their sum.
//!
//! The *scale* is what games have shown, for middle game and ending, in
//! thousandths. There is a scale for each component
//! ([`ComponentWeights::scale`]; a compound has their mean, weighted by their
//! shares of `M`) and one for each pair of components ([`Weights::compound`]; a
//! piece has the mean over all its pairs, and pairs that have not been measured
//! count as 1). The scales come from games of `falcon`, many of them with
//! imbalanced start positions (`docs/research/falcon-worth.md`), and for compounds with
//! a Falcon from `permutation`. Everything else follows from the board and the
//! piece. `peregrine values` prints the values of a game.
//!
//! Must not depend on the squares of pieces; placement is up to the tables.

use arrayvec::ArrayVec;

use crate::board::piece::{Component, Components, MAX_KINDS, PieceKind};
use crate::rules::{Royalty, Rules};

use super::weights::{ComponentWeights, Weights};
use super::{COMPONENTS, Tapered, expected_mobility};

/// The value of a King in exchanges, more than everything else together.
const KING: i32 = 1_000_000;

/// The value of a Knight on any board before scaling, in centipawns.
const KNIGHT: f64 = 305.0;

/// The exponent of mobility in the formula.
const EXPONENT: f64 = 1.25;

/// The maximum value of any piece, in centipawns.
const MOST: f64 = 20_000.0;

/// Centipawns by kind of piece in one game, for judging exchanges.
///
/// ```
/// use peregrine::{board::piece::PieceKind, eval::PieceValues, variants};
/// let rules = variants::falcon();
/// let values = PieceValues::new(rules);
/// assert!(values.value(PieceKind::FALCON) > values.value(PieceKind::BISHOP));
/// assert!(values.value(PieceKind::FALCON) < values.value(PieceKind::QUEEN));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PieceValues([i32; MAX_KINDS]);

impl PieceValues {
    /// The values in a game; kinds that the game does not have are worth 0.
    ///
    /// ```
    /// use peregrine::{board::piece::PieceKind, eval::PieceValues, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// assert_eq!(PieceValues::new(rules).value(PieceKind::FALCON), 0);
    /// ```
    pub fn new(rules: &Rules) -> PieceValues {
        PieceValues::with_weights(rules, &Weights::DEFAULT)
    }

    pub(super) fn with_weights(rules: &Rules, weights: &Weights) -> PieceValues {
        PieceValues::mean_of(&tapered(rules, &weights.in_game(rules)))
    }

    /// The mean of the middle-game and ending values.
    pub(super) fn mean_of(values: &[Tapered; MAX_KINDS]) -> PieceValues {
        let mut values = values.map(|value| (value.middle() + value.ending()) / 2);
        // A King that can be captured has a value like other pieces.
        let king = &mut values[PieceKind::KING.index()];
        if *king == 0 {
            *king = KING;
        }
        PieceValues(values)
    }

    /// The value of a kind of piece.
    ///
    /// ```
    /// use peregrine::{board::piece::PieceKind, eval::PieceValues, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// assert!(PieceValues::new(rules).value(PieceKind::KING) > 10_000);
    /// ```
    #[inline]
    pub fn value(&self, kind: PieceKind) -> i32 {
        self.0[kind.index()]
    }
}

impl Weights {
    /// The weights of a component; `None` for Pawn and King.
    pub(super) fn component(&self, component: Component) -> Option<&ComponentWeights> {
        match component {
            Component::Pawn | Component::King => None,
            Component::Knight => Some(&self.knight),
            Component::Diagonal => Some(&self.diagonal),
            Component::Straight => Some(&self.straight),
            Component::Falcon => Some(&self.falcon),
            Component::Special => Some(&self.special),
        }
    }

    /// The scale of a piece that has both components.
    fn pair(&self, first: Component, second: Component) -> Tapered {
        match (first, second) {
            (Component::Knight, Component::Diagonal) => self.compound[0],
            (Component::Knight, Component::Straight) => self.compound[1],
            (Component::Diagonal, Component::Straight) => self.compound[2],
            (_, Component::Falcon) | (Component::Falcon, _) => self.compound[3],
            _ => Tapered::new(FULL_SCALE, FULL_SCALE),
        }
    }
}

/// The scale that changes nothing.
const FULL_SCALE: i32 = 1000;

/// The components of a piece that are in [`COMPONENTS`], in that order.
pub(super) fn parts(components: Components) -> ArrayVec<Component, { COMPONENTS.len() }> {
    COMPONENTS
        .into_iter()
        .filter(|part| components.contains(part.set()))
        .collect()
}

/// The derivation of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueOrigin {
    /// The average number of squares attacked on a crowded board.
    pub mobility: f64,
    /// The value according to the formula before scaling, in centipawns.
    pub unscaled: f64,
    /// The value, in centipawns.
    pub value: Tapered,
}

impl ValueOrigin {
    /// The derivation of a kind's value with the default weights. There is none
    /// for the King, and a Pawn's value is a weight.
    ///
    /// ```
    /// use peregrine::{board::piece::PieceKind, eval::ValueOrigin, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let knight = ValueOrigin::new(rules, PieceKind::KNIGHT);
    /// assert_eq!((knight.mobility, knight.unscaled), (5.25, 305.0));
    /// ```
    pub fn new(rules: &Rules, kind: PieceKind) -> ValueOrigin {
        ValueOrigin::with_weights(rules, kind, &Weights::DEFAULT)
    }

    /// The derivation of a kind's value with custom weights.
    ///
    /// ```
    /// use peregrine::{board::piece::PieceKind, eval::{Tapered, ValueOrigin, Weights}, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let mut weights = Weights::DEFAULT;
    /// weights.knight.scale = Tapered::new(1000, 2000);
    /// let knight = ValueOrigin::with_weights(rules, PieceKind::KNIGHT, &weights);
    /// assert_eq!((knight.value.middle(), knight.value.ending()), (305, 610));
    /// ```
    pub fn with_weights(rules: &Rules, kind: PieceKind, weights: &Weights) -> ValueOrigin {
        origin(rules, &weights.in_game(rules), kind)
    }
}

/// The values of all kinds of a game, by the weights in that game. The King has none.
pub(super) fn tapered(rules: &Rules, weights: &Weights) -> [Tapered; MAX_KINDS] {
    let mut values = [Tapered::ZERO; MAX_KINDS];
    for kind in rules.piece_types().iter().map(|piece_type| piece_type.kind) {
        values[kind.index()] = origin(rules, weights, kind).value;
    }
    values
}

fn origin(rules: &Rules, weights: &Weights, kind: PieceKind) -> ValueOrigin {
    let components = rules.components(kind);
    let by_component = expected_mobility::by_component(rules, kind);
    let mobility: f64 = by_component.iter().sum();
    let none = ValueOrigin {
        mobility,
        unscaled: 0.0,
        value: Tapered::ZERO,
    };
    if components.contains(Components::PAWN) {
        return ValueOrigin {
            value: weights.pawn,
            ..none
        };
    }
    let is_king = kind == PieceKind::KING;
    if is_king && rules.royalty() != Royalty::All && mobility <= 0.0 {
        let value = KNIGHT.round() as i32;
        return ValueOrigin {
            value: Tapered::new(value, value),
            ..none
        };
    }
    if is_king && rules.royalty() == Royalty::All || mobility <= 0.0 {
        return none;
    }
    // On a board too small for Knights they cannot serve as the unit.
    let measure = expected_mobility::knight_mobility(rules).max(1.0);
    let unscaled = KNIGHT * (mobility / measure).powf(EXPONENT);
    let scaled = |of: fn(Tapered) -> i32| {
        let shares = COMPONENTS
            .into_iter()
            .zip(by_component)
            .map(|(part, share)| {
                let scale = weights
                    .component(part)
                    .map_or(FULL_SCALE, |part| of(part.scale));
                f64::from(scale) * share / mobility
            });
        let mean: f64 = shares.sum();
        let parts = parts(components);
        let pairs: ArrayVec<f64, { COMPONENTS.len() * COMPONENTS.len() }> = parts
            .iter()
            .enumerate()
            .flat_map(|(n, &first)| parts[n + 1..].iter().map(move |&second| (first, second)))
            .map(|(first, second)| f64::from(of(weights.pair(first, second))))
            .collect();
        let together = if pairs.is_empty() {
            f64::from(FULL_SCALE)
        } else {
            pairs.iter().sum::<f64>() / pairs.len() as f64
        };
        let scale = mean * together / f64::from(FULL_SCALE * FULL_SCALE);
        (unscaled * scale).min(MOST).round() as i32
    };
    ValueOrigin {
        unscaled,
        value: Tapered::new(scaled(Tapered::middle), scaled(Tapered::ending)),
        ..none
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::board::geometry::Geometry;
    use crate::rules::{
        CastlingRule, MoveConstraints, PawnSetup, PieceType, PromotionRule, RulesSetup,
        SpecialMoves, SquareColor, StalemateRule,
    };
    use crate::variants;

    /// The formula alone is close to published values for chess; the values
    /// scaled by games, which fit the rest of the evaluation, are not far from
    /// them.
    #[test]
    fn the_kinds_are_worth_about_what_the_literature_says_about_them() {
        let chess = [
            (PieceKind::KNIGHT, 305.0),
            (PieceKind::BISHOP, 335.0),
            (PieceKind::ROOK, 500.0),
            (PieceKind::QUEEN, 960.0),
        ];
        let falcon = [
            (PieceKind::KNIGHT, 310.0),
            (PieceKind::BISHOP, 350.0),
            (PieceKind::ROOK, 520.0),
            (PieceKind::FALCON, 560.0),
            (PieceKind::QUEEN, 980.0),
        ];
        let capablanca = [(PieceKind::CARDINAL, 830.0), (PieceKind::MARSHAL, 900.0)];
        let rules = |variant| {
            let variant = variants::find(variant).unwrap();
            variant.rules(Default::default()).unwrap()
        };
        let near = |value: f64, published: f64, part: f64, of: &str| {
            let is_near = (value / published - 1.0).abs() <= part;
            assert!(is_near, "{of}: {value}, not {published}");
        };

        for (kind, published) in chess {
            let unscaled = ValueOrigin::new(rules("chess"), kind).unscaled;
            near(unscaled, published, 0.06, &format!("formula of {kind:?}"));
        }
        let chess_with_pawn = [&chess[..], &[(PieceKind::PAWN, 100.0)]].concat();
        let published: [(&str, &[_]); 3] = [
            ("chess", &chess_with_pawn),
            ("falcon", &falcon),
            ("capablanca", &capablanca),
        ];
        for (variant, kinds) in published {
            let values = PieceValues::new(rules(variant));
            for &(kind, published) in kinds {
                let value = f64::from(values.value(kind));
                near(value, published, 0.25, &format!("{variant} {kind:?}"));
            }
        }
    }

    /// A game that exists only to have these kinds on a board.
    fn game(files: usize, ranks: usize, kinds: &[(Components, SpecialMoves)]) -> &'static Rules {
        let board = Geometry::rectangle(files, ranks).unwrap();
        let other = |n: usize| PieceKind::new(n + 2);
        let piece_type = |kind, letter: usize, components, special| PieceType {
            kind,
            letter: char::from(b'A' + letter as u8).to_string(),
            name: format!("{components:?}"),
            components,
            special,
            xboard_letter: None,
        };
        let none = SpecialMoves::default;
        let others = kinds.iter().enumerate();
        let piece_types = [
            piece_type(PieceKind::PAWN, 24, Components::PAWN, none()),
            piece_type(PieceKind::KING, 25, Components::KING, none()),
        ]
        .into_iter()
        .chain(others.map(|(n, (components, special))| {
            piece_type(other(n), n, *components, special.clone())
        }));
        let bare = |king: char| format!("{king}{}", files - 1);
        let empty = format!("/{files}").repeat(ranks - 2);
        let rules = Rules::new(RulesSetup {
            variant: "test".to_owned(),
            piece_types: piece_types.collect(),
            start_fen: format!("{}{empty}/{} w - - 0 1", bare('z'), bare('Z')),
            castling: CastlingRule::None,
            castling_kings: Default::default(),
            castling_partners: [vec![PieceKind::ROOK], vec![PieceKind::ROOK]],
            castling_files: None,
            promotion: PromotionRule::Any,
            pawns: PawnSetup::orthodox(&board, vec![other(0)]),
            geometry: Arc::new(board),
            stalemate: StalemateRule::Draw,
            royalty: None,
            kings_may_face: true,
            constraints: MoveConstraints::default(),
            ends: Default::default(),
            shuffle: None,
            left_corner: SquareColor::Dark,
        });
        Box::leak(Box::new(rules.unwrap()))
    }

    fn special(moves: SpecialMoves) -> (Components, SpecialMoves) {
        (Components::SPECIAL, moves)
    }

    fn leaps(leaps: &[(u8, u8)]) -> (Components, SpecialMoves) {
        special(SpecialMoves {
            leaps: leaps.to_vec(),
            ..SpecialMoves::default()
        })
    }

    #[test]
    fn a_compound_is_worth_more_than_its_parts() {
        let parts = [
            Components::KNIGHT,
            Components::DIAGONAL,
            Components::STRAIGHT,
            Components::FALCON,
        ];
        let sets: Vec<Components> = (1..16_usize)
            .map(|set| {
                let chosen = parts.iter().enumerate().filter(|(n, _)| set >> n & 1 == 1);
                chosen.map(|(_, &part)| part).collect()
            })
            .collect();
        let kinds: Vec<_> = sets
            .iter()
            .map(|&set| (set, SpecialMoves::default()))
            .collect();
        for (files, ranks) in [(8, 8), (10, 8), (9, 9), (16, 8)] {
            let values = PieceValues::new(game(files, ranks, &kinds));
            let of = |set: Components| {
                let n = sets.iter().position(|&other| other == set).unwrap();
                values.value(PieceKind::new(n + 2))
            };
            for (n, &set) in sets.iter().enumerate() {
                for &other in sets[..n].iter().filter(|other| !set.intersects(**other)) {
                    let (both, sum) = (of(set | other), of(set) + of(other));
                    assert!(
                        both > sum,
                        "{set:?} and {other:?} on {files}x{ranks}: {both} {sum}"
                    );
                }
            }
        }
    }

    /// Published estimates for leapers on the orthodox board (by Betza and
    /// Muller): Wazir and Ferz one to two Pawns, Alfil and Dabbaba about one,
    /// Camel and Zebra about two, all of a King's steps three to four, and a
    /// piece that leaps like both Camel and Zebra about as much as a Rook.
    #[test]
    fn special_moves_are_worth_what_the_literature_says_about_them() {
        let kinds = [
            (leaps(&[(0, 1)]), 100..=220),
            (leaps(&[(1, 1)]), 100..=220),
            (leaps(&[(2, 2)]), 60..=150),
            (leaps(&[(0, 2)]), 80..=190),
            (leaps(&[(1, 3)]), 170..=270),
            (leaps(&[(2, 3)]), 170..=270),
            (leaps(&[(0, 1), (1, 1)]), 300..=430),
            (leaps(&[(1, 3), (2, 3)]), 450..=600),
            (leaps(&[(1, 2)]), 290..=330),
        ];
        let types: Vec<_> = kinds.iter().map(|(kind, _)| kind.clone()).collect();
        let values = PieceValues::new(game(8, 8, &types));
        for (n, (kind, expected)) in kinds.into_iter().enumerate() {
            let value = values.value(PieceKind::new(n + 2));
            assert!(expected.contains(&value), "{:?}: {value}", kind.1);
        }
    }

    #[test]
    fn lines_without_an_end_are_worth_as_much_in_either_way() {
        let far = |diagonal_range, straight_range| {
            special(SpecialMoves {
                diagonal_range,
                straight_range,
                ..SpecialMoves::default()
            })
        };
        let none = SpecialMoves::default();
        let kinds = [
            far(0, 15),
            far(15, 15),
            far(0, 2),
            (Components::STRAIGHT, none.clone()),
            (Components::STRAIGHT | Components::DIAGONAL, none),
            // A King's steps add nothing to a Queen.
            (
                Components::STRAIGHT | Components::DIAGONAL | Components::SPECIAL,
                leaps(&[(0, 1), (1, 1)]).1,
            ),
        ];
        let rules = game(10, 8, &kinds);
        let unscaled = |n: usize| ValueOrigin::new(rules, PieceKind::new(n + 2)).unscaled;
        let same = |a: usize, b: usize| (unscaled(a) - unscaled(b)).abs() < 1e-6;
        assert!(same(0, 3) && same(1, 4) && same(4, 5));
        assert!(unscaled(2) < unscaled(0));
    }
}

//! Standard errors of the weights, and the piece values that follow from them.

use crate::board::piece::PieceKind;
use crate::eval::{Tapered, ValueOrigin, Weights};
use crate::rules::Rules;

use super::matrix::Matrix;
use super::weights::TunedWeight;

/// The covariance of the errors, in units.
pub(super) struct StandardErrors {
    /// The numbers, in the order of the matrix.
    pub numbers: Vec<usize>,
    pub(crate) covariance: Matrix,
}

impl StandardErrors {
    /// The standard error of a number, if it has one.
    pub(super) fn for_weight(&self, number: usize) -> Option<f64> {
        let n = self.numbers.iter().position(|&other| other == number)?;
        Some(self.covariance[(n, n)].max(0.0).sqrt())
    }

    /// The standard error of a quantity with these slopes, one per number.
    fn for_slopes(&self, slopes: &[f64]) -> f64 {
        self.covariance.between(slopes, slopes).max(0.0).sqrt()
    }
}

/// A value and its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

/// The value of a piece type, apart from square and mobility.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceValueEstimate {
    /// The name of the piece in the variant.
    pub name: String,
    /// Its value before tuning in centipawns, for middlegame and endgame.
    pub before: Tapered,
    /// Its middlegame value in centipawns.
    pub middle: Estimate,
    /// Its endgame value in centipawns.
    pub ending: Estimate,
    /// The mean of the two.
    pub exchange: Estimate,
    /// The same mean as a multiple of that of a pawn.
    pub pawns: Estimate,
}

/// Middlegame value, endgame value and their mean.
type Values = [f64; 3];

/// The values of all pieces of a variant except the king, in ascending order.
pub(super) fn piece_values(
    rules: &Rules,
    before: &Weights,
    after: &Weights,
    numbers: &[TunedWeight],
    errors: &StandardErrors,
) -> Vec<PieceValueEstimate> {
    let value = |kind, weights: &Weights| {
        let value = ValueOrigin::with_weights(rules, kind, weights).value;
        let (middle, ending) = (f64::from(value.middle()), f64::from(value.ending()));
        [middle, ending, (middle + ending) / 2.0]
    };
    // Each number around its current value, to see how piece values change with
    // it.
    let around: Vec<[Weights; 2]> = errors
        .numbers
        .iter()
        .map(|&n| numbers[n].around(after))
        .collect();
    let slopes = |kind| -> Vec<Values> {
        let slope = |sides: &[Weights; 2]| {
            let [low, high] = [0, 1].map(|n: usize| value(kind, &sides[n]));
            [0, 1, 2].map(|n: usize| (high[n] - low[n]) / 2.0)
        };
        around.iter().map(slope).collect()
    };
    let pawn = value(PieceKind::PAWN, after)[2].max(1.0);
    let pawn_slopes = slopes(PieceKind::PAWN);
    let worth = |kind, name: &str| {
        let (values, slopes) = (value(kind, after), slopes(kind));
        let estimate = |n: usize| {
            let slopes: Vec<f64> = slopes.iter().map(|slope| slope[n]).collect();
            Estimate {
                value: values[n],
                error: errors.for_slopes(&slopes),
            }
        };
        let pawns = values[2] / pawn;
        let both = slopes.iter().zip(&pawn_slopes);
        let of_quotient: Vec<f64> = both
            .map(|(own, of_pawn)| (own[2] - pawns * of_pawn[2]) / pawn)
            .collect();
        PieceValueEstimate {
            name: name.to_owned(),
            before: ValueOrigin::with_weights(rules, kind, before).value,
            middle: estimate(0),
            ending: estimate(1),
            exchange: estimate(2),
            pawns: Estimate {
                value: pawns,
                error: errors.for_slopes(&of_quotient),
            },
        }
    };
    let types = rules.piece_types().iter();
    let types = types.filter(|piece_type| piece_type.kind != PieceKind::KING);
    let mut all: Vec<PieceValueEstimate> = types
        .map(|piece_type| worth(piece_type.kind, &piece_type.name))
        .collect();
    all.sort_by(|a, b| a.pawns.value.total_cmp(&b.pawns.value));
    all
}

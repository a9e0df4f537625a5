//! The scores of positions, and how they change with each weight.

use std::borrow::Cow;
use std::ops::Range;

use crate::base::parallel;
use crate::board::color::Color;
use crate::eval::{Evaluator, Weights};
use crate::position::Position;
use crate::rules::Rules;

use super::weights::TunedWeight;

/// The effect of a weight.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// Its index among the tuned weights.
    pub number: usize,
    /// The increase of each position's score for two units of it.
    pub differences: Vec<i16>,
}

/// The scores of positions in centipawns, from White's point of view.
pub(super) fn evaluations(
    rules: &'static Rules,
    weights: &Weights,
    positions: &[Position],
    threads: usize,
) -> Vec<i32> {
    let evaluator = Evaluator::with_weights(rules, weights);
    in_parts(positions.len(), threads, |part| {
        let mut evaluator = evaluator.clone();
        let score = |position: &Position| {
            let state = evaluator.state(position);
            let score = evaluator.evaluate(position, &state);
            if position.side_to_move() == Color::White {
                score
            } else {
                -score
            }
        };
        positions[part].iter().map(score).collect()
    })
}

/// A column for each number on which any score depends; `usual` are the scores
/// with these weights.
pub(super) fn columns(
    rules: &'static Rules,
    weights: &Weights,
    usual: &[i32],
    numbers: &[TunedWeight],
    positions: &[Position],
    threads: usize,
    mut progress: impl FnMut(usize),
) -> Vec<Column> {
    let mut columns = Vec::new();
    for (index, number) in numbers.iter().enumerate() {
        let [low, high] = number.around(weights).map(|changed| {
            if changed == *weights {
                Cow::Borrowed(usual)
            } else {
                Cow::Owned(evaluations(rules, &changed, positions, threads))
            }
        });
        let difference =
            |(low, high): (&i32, &i32)| (high - low).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let differences: Vec<i16> = low.iter().zip(high.iter()).map(difference).collect();
        if differences.iter().any(|&difference| difference != 0) {
            columns.push(Column {
                number: index,
                differences,
            });
        }
        progress(index + 1);
    }
    columns
}

/// Splits `0..count` into one part per thread, and concatenates the results of
/// `work` in order.
pub(super) fn in_parts<T: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(Range<usize>) -> Vec<T> + Sync,
) -> Vec<T> {
    let length = count.div_ceil(threads.max(1)).max(1);
    let range = |n: usize| n * length..count.min((n + 1) * length);
    let parts = parallel::map(threads, count.div_ceil(length), |n| work(range(n)));
    parts.into_iter().flatten().collect()
}

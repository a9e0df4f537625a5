//! The arithmetic of a network, for vectors of any width. All versions give the same
//! numbers, because sums of integers that cannot overflow do not depend on their order.

use crate::base::processor::{Vectors, vectorize};

use super::lanes::Lanes;
#[cfg(target_arch = "x86_64")]
use super::x86;
use super::{LANES, NetworkWeights, UNIT};

/// The weights in the form in which they are used.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layers {
    /// [`Lanes`] of a row.
    pub width: usize,
    features: Vec<Lanes>,
    pub(crate) biases: Vec<Lanes>,
    outputs: Vec<Lanes>,
}

impl Layers {
    pub(super) fn new(parts: &NetworkWeights) -> Layers {
        Layers {
            width: parts.architecture.hidden / LANES,
            features: lanes(&parts.feature_weights),
            biases: lanes(&parts.feature_biases),
            outputs: lanes(&parts.output_weights),
        }
    }

    /// The weights of a feature.
    #[inline]
    pub(super) fn row(&self, feature: usize) -> &[Lanes] {
        &self.features[feature * self.width..][..self.width]
    }

    /// The output weights of a bucket.
    #[inline]
    pub(super) fn output(&self, bucket: usize) -> &[Lanes] {
        &self.outputs[bucket * 2 * self.width..][..2 * self.width]
    }
}

fn lanes(weights: &[i16]) -> Vec<Lanes> {
    weights.as_chunks().0.iter().copied().map(Lanes).collect()
}

/// The rows to be added and those to be subtracted.
pub(super) struct Difference<'a> {
    pub added: &'a [&'a [Lanes]],
    pub removed: &'a [&'a [Lanes]],
}

vectorize! {
    /// Sets `new` to `old` with some rows added and others subtracted. All have the same
    /// length.
    pub(super) fn update(vectors; new: &mut [Lanes], old: &[Lanes], difference: Difference<'_>) {
        apply(new, old, difference);
    }
}

#[inline(always)]
fn apply(new: &mut [Lanes], old: &[Lanes], difference: Difference<'_>) {
    let old = &old[..new.len()];
    match (difference.added, difference.removed) {
        // A move without capture.
        ([plus], [minus]) => {
            let (plus, minus) = (&plus[..new.len()], &minus[..new.len()]);
            for (at, new) in new.iter_mut().enumerate() {
                for lane in 0..LANES {
                    new.0[lane] = old[at].0[lane]
                        .wrapping_add(plus[at].0[lane])
                        .wrapping_sub(minus[at].0[lane]);
                }
            }
        }
        // A capture.
        ([plus], [minus, victim]) => {
            let (plus, minus) = (&plus[..new.len()], &minus[..new.len()]);
            let victim = &victim[..new.len()];
            for (at, new) in new.iter_mut().enumerate() {
                for lane in 0..LANES {
                    new.0[lane] = old[at].0[lane]
                        .wrapping_add(plus[at].0[lane])
                        .wrapping_sub(minus[at].0[lane])
                        .wrapping_sub(victim[at].0[lane]);
                }
            }
        }
        (added, removed) => {
            new.copy_from_slice(old);
            for row in added {
                add(new, row);
            }
            for row in removed {
                subtract(new, row);
            }
        }
    }
}

vectorize! {
    /// Adds a row to `values` and subtracts another.
    pub(super) fn change(vectors; values: &mut [Lanes], added: Option<&[Lanes]>, removed: Option<&[Lanes]>) {
        if let Some(row) = added {
            add(values, row);
        }
        if let Some(row) = removed {
            subtract(values, row);
        }
    }
}

#[inline(always)]
fn add(values: &mut [Lanes], row: &[Lanes]) {
    for (value, row) in values.iter_mut().zip(row) {
        for lane in 0..LANES {
            value.0[lane] = value.0[lane].wrapping_add(row.0[lane]);
        }
    }
}

#[inline(always)]
fn subtract(values: &mut [Lanes], row: &[Lanes]) {
    for (value, row) in values.iter_mut().zip(row) {
        for lane in 0..LANES {
            value.0[lane] = value.0[lane].wrapping_sub(row.0[lane]);
        }
    }
}

/// The sum of the second layer, without its bias: the squares of the clipped values of the side
/// to move, then of the other, each times its weight.
pub(super) fn output(vectors: Vectors, own: &[Lanes], other: &[Lanes], weights: &[Lanes]) -> i32 {
    let (first, second) = weights.split_at(own.len());
    let inputs = [(own, first), (other, second)];
    match vectors {
        Vectors::Portable => inputs
            .map(|(values, weights)| sum(values, weights))
            .iter()
            .sum(),
        // SAFETY: the required instructions were detected.
        #[cfg(target_arch = "x86_64")]
        Vectors::Avx2 => unsafe { x86::output_avx2(inputs) },
        // SAFETY: the required instructions were detected.
        #[cfg(target_arch = "x86_64")]
        Vectors::Avx512 => unsafe { x86::output_avx512(inputs) },
    }
}

fn sum(values: &[Lanes], weights: &[Lanes]) -> i32 {
    let mut sums = [0i32; LANES / 2];
    for (values, weights) in values.iter().zip(weights) {
        let mut clipped = [0i16; LANES];
        let mut products = [0i16; LANES];
        for lane in 0..LANES {
            clipped[lane] = values.0[lane].clamp(0, UNIT as i16);
            products[lane] = clipped[lane].wrapping_mul(weights.0[lane]);
        }
        for (pair, sum) in sums.iter_mut().enumerate() {
            let product = |lane: usize| i32::from(products[lane]) * i32::from(clipped[lane]);
            *sum += product(2 * pair) + product(2 * pair + 1);
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::processor::vectors;
    use crate::base::random::Random;

    /// All kinds of vectors that this processor has.
    fn available() -> Vec<Vectors> {
        let all = [
            Vectors::Portable,
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx2,
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx512,
        ];
        let most = all.iter().position(|&v| v == vectors()).unwrap_or_default();
        all[..=most].to_vec()
    }

    fn random_lanes(random: &mut Random, count: usize, most: i16) -> Vec<Lanes> {
        let mut lane = || {
            let range = 2 * usize::from(most.unsigned_abs()) + 1;
            random.below(range) as i16 - most
        };
        (0..count)
            .map(|_| Lanes(std::array::from_fn(|_| lane())))
            .collect()
    }

    #[test]
    fn all_vectors_give_the_same_sums_as_plain_numbers() {
        let mut random = Random::new(3, 0);
        for width in [1, 2, 5, 8] {
            let own = random_lanes(&mut random, width, 600);
            let other = random_lanes(&mut random, width, 600);
            let weights = random_lanes(&mut random, 2 * width, 100);
            let values = own.iter().chain(&other).flat_map(|lanes| lanes.0);
            let plain: i32 = values
                .zip(weights.iter().flat_map(|lanes| lanes.0))
                .map(|(value, weight)| i32::from(value).clamp(0, 255).pow(2) * i32::from(weight))
                .sum();
            for vectors in available() {
                assert_eq!(
                    output(vectors, &own, &other, &weights),
                    plain,
                    "{vectors:?}"
                );
            }
            let rows: Vec<_> = (0..4)
                .map(|_| random_lanes(&mut random, width, 500))
                .collect();
            let rows: Vec<&[Lanes]> = rows.iter().map(Vec::as_slice).collect();
            for (added, removed) in [(1, 1), (1, 2), (2, 2), (0, 0), (0, 1), (3, 1)] {
                let (plus, minus) = (&rows[..added], &rows[4 - removed..]);
                let value = |at: usize, lane: usize| {
                    let sum =
                        |rows: &[&[Lanes]]| -> i16 { rows.iter().map(|row| row[at].0[lane]).sum() };
                    own[at].0[lane] + sum(plus) - sum(minus)
                };
                for vectors in available() {
                    let mut new = vec![Lanes::ZERO; width];
                    let difference = Difference {
                        added: plus,
                        removed: minus,
                    };
                    update(vectors, &mut new, &own, difference);
                    for (at, lanes) in new.iter().enumerate() {
                        assert_eq!(lanes.0, std::array::from_fn(|lane| value(at, lane)));
                    }
                }
            }
        }
    }
}

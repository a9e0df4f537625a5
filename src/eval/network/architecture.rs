//! The size of a network.

use serde::{Deserialize, Serialize};

use super::NetworkError;

/// Outputs come in groups of this many, which is what the widest vectors hold.
pub const LANES: usize = 32;

/// The most outputs of the first layer, for each perspective.
pub(crate) const MAX_HIDDEN: usize = 1024;

/// The most output buckets.
pub(crate) const MAX_OUTPUT_BUCKETS: usize = 16;

/// The most men that a position can have.
const MAX_MEN: usize = 128;

/// The most weights of the first layer: a file holds them, with room for the rest.
const MAX_WEIGHTS: usize = 31 << 20;

/// The most inputs of a perspective: their numbers fit into 16 bits.
pub(crate) const MAX_FEATURES: usize = 1 << 16;

/// The size of a network: how many numbers each of its layers has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Architecture {
    /// Inputs of a perspective, see [`FeatureSet`](super::FeatureSet).
    pub features: usize,
    /// Outputs of the first layer for each perspective, a multiple of [`LANES`].
    pub hidden: usize,
    /// How many sets of weights the second layer has; the number of men on the board
    /// chooses among them.
    pub output_buckets: usize,
    /// The most men that a position may have to be evaluated.
    #[serde(rename = "most-men")]
    pub max_pieces: usize,
}

impl Architecture {
    /// Refuses sizes that are not supported.
    ///
    /// # Errors
    /// If a number is out of range.
    pub fn check(self) -> Result<Architecture, NetworkError> {
        let in_range = |what, value: usize, least, most| {
            (least..=most)
                .contains(&value)
                .then_some(())
                .ok_or(NetworkError::Size { what, value })
        };
        in_range("features", self.features, 1, MAX_FEATURES)?;
        in_range("hidden", self.hidden, LANES, MAX_HIDDEN)?;
        if !self.hidden.is_multiple_of(LANES) {
            let (what, value) = ("hidden", self.hidden);
            return Err(NetworkError::Size { what, value });
        }
        let weights = self.features * self.hidden;
        in_range("features x hidden", weights, 1, MAX_WEIGHTS)?;
        in_range("output-buckets", self.output_buckets, 1, MAX_OUTPUT_BUCKETS)?;
        in_range("most-men", self.max_pieces, 2, MAX_MEN)?;
        Ok(self)
    }

    /// The output bucket of a position with `men` men, from 1 to [`max_pieces`](Architecture::max_pieces).
    ///
    /// ```
    /// use peregrine::eval::network::Architecture;
    /// let architecture = Architecture { features: 1120, hidden: 32, output_buckets: 8, max_pieces: 40 };
    /// assert_eq!([2, 5, 6, 40].map(|men| architecture.output_bucket(men)), [0, 0, 1, 7]);
    /// ```
    #[inline]
    pub fn output_bucket(&self, men: usize) -> usize {
        (men - 1) * self.output_buckets / self.max_pieces
    }
}

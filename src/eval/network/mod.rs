//! The evaluation network: a small neural network whose first layer is updated from move
//! to move (docs/network.md).
//!
//! Must not depend on how networks are trained.

mod accumulator_stack;
mod architecture;
mod built_in;
mod contributions;
mod features;
mod file;
mod fingerprint;
mod inference;
mod lanes;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
mod tests;

use std::io;

use thiserror::Error;

use crate::base::container::ContainerError;
use crate::base::excerpt::excerpt;

pub(super) use accumulator_stack::{AccumulatorStack, NetworkObserver};
pub use architecture::{Architecture, LANES};
pub(crate) use architecture::{MAX_HIDDEN, MAX_OUTPUT_BUCKETS};
pub use built_in::built_in;
pub(crate) use built_in::missing_file;
pub use features::FeatureSet;
pub(crate) use features::Perspective;
pub(crate) use file::Provenance;
pub use file::{Network, NetworkWeights};
pub use fingerprint::fingerprint;

/// A weight of 1 in the first layer.
pub const UNIT: i32 = 255;

/// A weight of 1 in the second layer.
pub const OUTPUT_UNIT: i32 = 64;

/// The greatest weight of the second layer: its product with an activation still fits
/// into 16 bits.
pub(crate) const MAX_OUTPUT_WEIGHT: i32 = i16::MAX as i32 / UNIT;

/// Why a network cannot be used.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is something else, damaged, or of a later program.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// The file is shorter or longer than its header says.
    #[error("the network file has {found} bytes instead of {expected}")]
    Length {
        /// The number of bytes there are.
        found: usize,
        /// The number there should be.
        expected: usize,
    },
    /// A size that is not supported.
    #[error("unsupported {what}: {value}")]
    Size {
        /// Which number of the [`Architecture`].
        what: &'static str,
        /// The number.
        value: usize,
    },
    /// Networks see the men from each side's King.
    #[error("{0}: networks need one King on each side and no other royal pieces")]
    Royals(String),
    /// The table of King buckets does not fit the board.
    #[error("the King buckets of the network do not fit the board")]
    KingBuckets,
    /// The network is for another variant.
    #[error(
        "this is a network for '{}', which has another board or other men than '{game}'",
        excerpt(.network)
    )]
    OtherGame {
        /// The variant it was trained for.
        network: String,
        /// The variant it was to be used for.
        game: String,
    },
    /// The network is for an unknown variant.
    #[error("this is a network for '{}', which is not a known variant", excerpt(.0))]
    UnknownGame(String),
    /// There are more or fewer weights than the architecture says.
    #[error("the network has {found} {what} instead of {expected}")]
    Count {
        /// Which numbers.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Weights so large that sums could overflow.
    #[error("the {0} of the network are so large that sums could overflow")]
    Overflow(&'static str),
}

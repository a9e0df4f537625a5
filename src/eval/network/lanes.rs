//! The vectors of a network's arithmetic.

use super::LANES;

/// Neighboring outputs, as many as the widest vectors hold, and aligned for these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Lanes(pub [i16; LANES]);

impl Lanes {
    pub(super) const ZERO: Lanes = Lanes([0; LANES]);
}

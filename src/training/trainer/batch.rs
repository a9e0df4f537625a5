//! A batch of positions, as inputs of the network.

use std::sync::Arc;

use super::Objective;
use super::samples::{Layout, Sample};

/// Positions with their scores and results.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    layout: Arc<Layout>,
    /// A stride of numbers for each position.
    numbers: Vec<u16>,
}

impl Batch {
    pub(crate) fn new(layout: &Arc<Layout>) -> Batch {
        Batch {
            layout: Arc::clone(layout),
            numbers: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.numbers.len() / self.layout.stride()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    pub(super) fn push(&mut self, sample: &[u16]) {
        self.numbers.extend_from_slice(sample);
    }

    /// A position.
    #[inline(always)]
    pub(crate) fn sample(&self, position: usize) -> Sample<'_> {
        let stride = self.layout.stride();
        Sample::new(&self.numbers[position * stride..][..stride])
    }

    /// The inputs of a position, of the side to move (half 0) or the other (1).
    #[inline(always)]
    pub(crate) fn features(&self, position: usize, half: usize) -> &[u16] {
        self.sample(position).features(half)
    }

    /// The output bucket of a position.
    #[inline(always)]
    pub(crate) fn bucket(&self, position: usize) -> usize {
        self.sample(position).bucket()
    }

    /// The target of a position: its expected score.
    #[inline(always)]
    pub(crate) fn target(&self, position: usize, objective: &Objective) -> f32 {
        let sample = self.sample(position);
        objective.target(sample.score(), sample.result())
    }
}

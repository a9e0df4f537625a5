//! How a network is trained.

use crate::training::data::Filter;

use super::KingBuckets;

/// How a network is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Outputs of the first layer for each perspective.
    pub hidden: usize,
    /// Sets of output weights.
    pub output_buckets: usize,
    /// Sets of inputs by the King's place.
    pub king_buckets: KingBuckets,
    /// Passes over the data.
    pub epochs: u64,
    /// Batch size in positions.
    pub batch: usize,
    /// The greatest learning rate.
    pub rate: f64,
    /// The learning rate at the end.
    pub final_rate: f64,
    /// The decay of weights, in units of the learning rate.
    pub decay: f64,
    /// The weight of the game's result in the target.
    pub blend: f64,
    /// The exponent of the error.
    pub power: f64,
    /// Centipawns for an output of 1; fitted to the data if none are given.
    pub scale: Option<f64>,
    /// Threads.
    pub threads: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// Positions in the buffer that mixes them.
    pub buffer: usize,
    /// Which positions are used.
    pub filter: Filter,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hidden: 128,
            output_buckets: 8,
            king_buckets: KingBuckets::None,
            epochs: 20,
            batch: 2048,
            rate: 0.0015,
            final_rate: 0.00001,
            decay: 0.1,
            blend: 0.1,
            power: 2.0,
            scale: None,
            threads: 1,
            seed: 1,
            buffer: 1_000_000,
            filter: Filter::default(),
        }
    }
}

impl Settings {
    /// The settings that determine the network, as options of the command with their
    /// values. The number of threads is not among them: it changes only the order in
    /// which numbers are added up.
    pub fn options(&self) -> Vec<(&'static str, String)> {
        let flag = |is_set: bool| if is_set { "yes" } else { "no" }.to_owned();
        let fitted = || "fitted".to_owned();
        vec![
            ("--hidden", self.hidden.to_string()),
            ("--output-buckets", self.output_buckets.to_string()),
            ("--king-buckets", self.king_buckets.to_string()),
            ("--epochs", self.epochs.to_string()),
            ("--batch", self.batch.to_string()),
            ("--rate", self.rate.to_string()),
            ("--final-rate", self.final_rate.to_string()),
            ("--decay", self.decay.to_string()),
            ("--blend", self.blend.to_string()),
            ("--power", self.power.to_string()),
            ("--scale", self.scale.map_or_else(fitted, |s| s.to_string())),
            ("--seed", self.seed.to_string()),
            ("--buffer", self.buffer.to_string()),
            ("--limit", self.filter.limit.to_string()),
            ("--from-ply", self.filter.from_ply.to_string()),
            ("--checks", flag(self.filter.checks)),
            ("--captures", flag(self.filter.captures)),
        ]
    }
}

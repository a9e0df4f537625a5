//! Networks from games: self-play data and the training on them.

pub mod data;
pub mod selfplay;
pub mod trainer;

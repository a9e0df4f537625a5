//! The evaluation network.

mod fingerprint;

pub use fingerprint::fingerprint;

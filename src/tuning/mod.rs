//! Tuning of the search parameters and evaluation weights, which are declared
//! in [`Parameters`](crate::search::Parameters) and
//! [`Weights`](crate::eval::Weights).

pub mod evaluation;
pub mod file;
pub mod selfplay;
pub mod spsa;
pub mod tactics;

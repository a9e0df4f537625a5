//! Tuning of the [`Tunables`](crate::search::Tunables): the parameters of
//! search and time management, and the weights of the evaluation.

pub mod evaluation;
pub mod file;
pub mod selfplay;
pub mod spsa;
pub mod tactics;

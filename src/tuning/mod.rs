//! Choosing the numbers by which the engine searches and judges.
//!
//! Knows engines and their games; what the numbers mean is declared with them,
//! in [`Parameters`](crate::search::Parameters) and
//! [`Weights`](crate::eval::Weights).

pub mod evaluation;
pub mod file;
pub mod selfplay;
pub mod spsa;
pub mod tactics;

//! Movements of any kind: leapers, riders, hoppers, lame and multi-path pieces.
//!
//! A movement is compiled, for each color and square of a board, into
//! [`Walk`]s. Everything above this folder works with walks and does not know
//! how a movement was written.

mod table;
mod walk;

pub use table::{MovementTable, Path};
pub use walk::{Walk, WalkModes};

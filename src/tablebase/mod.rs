//! Endgame tablebases with distance to mate.
//!
//! A table holds the value of every position with certain men, kings included
//! ([`Material`]), under the rules of its variant except for the fifty-move
//! rule and repetition: how soon the winner mates with best play by both sides.
//! Must not depend on the search.

mod build;
mod built_in;
mod cache;
mod content;
mod digest;
mod error;
mod file;
mod form;
mod generate;
mod index;
mod material;
mod set;
mod state;
mod statistics;
mod supported;
mod table;
mod unfinished;
mod value;
mod verify;

pub use build::{BuildError, Step, make, make_in_memory, plan};
pub use error::TableFileError;
pub use file::EXTENSION;
pub use generate::BuildProgress;
pub use material::{MAX_MEN, Material, MaterialError};
pub use set::Tablebases;
pub use statistics::{SideStatistics, Statistics, statistics};
pub use supported::{Unsupported, check_supported};
pub use table::turned;
pub use value::TableValue;
pub use verify::{Contradiction, Verification, numbers, verify};

/// The version of the file format.
const VERSION: u8 = 1;

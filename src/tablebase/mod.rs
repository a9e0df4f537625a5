//! Endgame tablebases with distance to mate.
//!
//! A table holds the value of every position with certain men, kings included
//! ([`Material`]), under the rules of its variant except for the fifty-move
//! rule and repetition: how soon the winner mates with best play by both sides.
//! Must not depend on the search.

mod build;
mod build_state;
mod built_in;
mod cache;
mod checkpoint;
mod digest;
mod error;
mod file;
mod generate;
mod header;
mod index;
mod material;
mod statistics;
mod storage;
mod supported;
mod table;
mod tablebases;
mod value;
mod verify;

pub use build::{BuildError, Step, make, make_in_memory, plan};
pub use error::TableFileError;
pub use file::EXTENSION;
pub use generate::BuildProgress;
pub(crate) use material::MaterialError;
pub use material::{MAX_MEN, Material};
pub use statistics::{SideStatistics, Statistics, statistics};
pub use supported::{UnsupportedError, check_supported};
pub use table::color_swapped;
pub use tablebases::Tablebases;
pub use value::TableValue;
pub use verify::{Verification, WrongValue, numbers, verify};

/// The version of the file format.
const VERSION: u8 = 1;

//! Endgame tablebases with distance to mate.
//!
//! A table holds the value of every position with certain men, kings included
//! ([`Material`]), under the rules of its variant except for the fifty-move
//! rule and repetition: how soon the winner mates with best play by both sides.
//! Must not depend on the search.

#[cfg(feature = "tablebases")]
mod build;
#[cfg(feature = "tablebases")]
mod build_state;
mod built_in;
mod cache;
#[cfg(feature = "tablebases")]
mod checkpoint;
mod digest;
mod error;
mod file;
#[cfg(feature = "tablebases")]
mod generate;
mod header;
mod index;
mod material;
#[cfg(any(test, feature = "separate-data"))]
mod separate;
#[cfg(feature = "tablebases")]
mod statistics;
mod storage;
mod supported;
mod table;
mod tablebases;
mod value;
#[cfg(feature = "tablebases")]
mod verify;
#[cfg(feature = "tablebases")]
mod write;

#[cfg(feature = "tablebases")]
pub use build::{BuildError, Step, make, make_in_memory, plan};
pub use error::TableFileError;
pub use file::EXTENSION;
#[cfg(feature = "tablebases")]
pub use generate::BuildProgress;
pub(crate) use material::MaterialError;
pub use material::{MAX_MEN, Material};
#[cfg(feature = "separate-data")]
pub(crate) use separate::{files, wanted_file};
#[cfg(feature = "tablebases")]
pub use statistics::{SideStatistics, Statistics, statistics};
pub use supported::{UnsupportedError, check_supported};
pub use table::color_swapped;
pub use tablebases::Tablebases;
pub use value::TableValue;
#[cfg(feature = "tablebases")]
pub use verify::{Verification, WrongValue, numbers, verify};

/// The version of the file format.
const VERSION: u8 = 1;

//! The tables built into the program, so that it plays basic endings correctly
//! without any files: king and falcon, queen, rook or pawn against king, for
//! every variant that supports tables, as long as pawns promote by its default
//! rule; and king, bishop and knight against king on 8x8 and 10x8 boards. The
//! latter would be too large for bigger boards.
//!
//! They are files written by `peregrine tablebase build`; a test rebuilds and
//! compares them. A file serves all variants in which the ending is the same,
//! and is included only once.

#[cfg(not(feature = "separate-data"))]
pub(super) use peregrine_tablebases::FILES;

use crate::rules::Rules;

use super::storage::Storage;

/// The names and contents of the files that may be for these rules.
#[cfg(not(feature = "separate-data"))]
pub(super) fn files(_: &'static Rules) -> Vec<(&'static str, Storage)> {
    let files = FILES.iter();
    files
        .map(|&(name, content)| (name, Storage::BuiltIn(content)))
        .collect()
}

/// The names and contents of the files for these rules that the owner has given.
#[cfg(feature = "separate-data")]
pub(super) fn files(rules: &'static Rules) -> Vec<(&'static str, Storage)> {
    let files = super::separate::files(rules);
    let given = |file: &crate::base::data_file::DataFile| {
        let content = file.shared()?;
        Some((file.name, Storage::Given(content)))
    };
    files.iter().filter_map(given).collect()
}

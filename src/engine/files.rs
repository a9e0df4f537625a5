//! Which files of `data/` a game needs.

use crate::base::data_file::DataFile;
use crate::book::Book;
use crate::eval::network;
use crate::rules::Rules;
use crate::tablebase;

/// The files of `data/` that belong to a game and have not been given: its network, its book and
/// its tables.
pub fn missing_files(rules: &'static Rules) -> Vec<&'static str> {
    let first = [network::missing_file(rules), Book::missing_file(rules)];
    let tables = tablebase::files(rules);
    let missing = tables.iter().copied().filter(|file| file.is_missing());
    let files = first.into_iter().flatten().chain(missing);
    files.map(|file: DataFile| file.name).collect()
}

//! Files of self-play games, for training networks (docs/training-data.md).
//!
//! A file holds whole games rather than positions: a start position, moves, a score
//! for each move and the result. That takes about four bytes a position, keeps the
//! positions of a game together, and leaves it to the reader which of them to use.
//! Must not depend on how games are played or what is learned from them.

mod check;
mod file;
mod filter;
mod game;
mod header;
mod merge;
mod order;
mod statistics;

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::base::container::ContainerError;
use crate::base::suggestion::UnknownName;
use crate::variants::OptionError;

pub(crate) use file::Chunk;
pub use file::{Appender, DataFile, Records};
pub use filter::Filter;
pub use game::{GameEnd, ScoredMove, SelfPlayGame};
pub(crate) use game::{GameError, Turn};
pub use header::{Header, Source};
pub use merge::{CombineError, merge, shuffle};
pub use statistics::{Statistics, verify};

/// Why a file of games cannot be used.
#[derive(Debug, Error)]
#[error("{}: {fault}", file.display())]
pub struct DataError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    #[source]
    pub fault: DataErrorKind,
}

/// What is wrong with a file of games.
#[derive(Debug, Error)]
pub enum DataErrorKind {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else, its header is damaged, or it is of a later program.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// It ends within its header.
    #[error("the file ends within its header")]
    ShortHeader,
    /// The variant is unknown.
    #[error(transparent)]
    Variant(#[from] UnknownName),
    /// The variant does not have the options.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// A variant of the same name, but with another board or other pieces.
    #[error("the games are of another variant '{0}': its board or its pieces differ")]
    OtherVariant(String),
    /// A game is damaged.
    #[error("the game at byte {offset} is damaged: {fault}")]
    Damaged {
        /// Where it begins, in bytes from the start of the file.
        offset: u64,
        /// What is wrong.
        fault: RecordError,
    },
    /// Its number of games is not that of its header.
    #[error("the file has {found} games; by its header they are {expected}")]
    Count {
        /// The number in the header.
        expected: u64,
        /// The number of games.
        found: u64,
    },
    /// The last game is incomplete.
    #[error("the file ends within the game at byte {0}")]
    Truncated(u64),
    /// The games were made with other settings.
    #[error("the file has games of other settings: {0}")]
    OtherSettings(String),
    /// Another process is writing the file.
    #[error("another process is writing this file")]
    Busy,
}

/// What is wrong with a game in a file.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The checksum is wrong.
    #[error("its checksum is wrong")]
    Checksum,
    /// The checksum is right, but not the content.
    #[error(transparent)]
    Content(#[from] GameError),
    /// The final position has another result by the rules.
    #[error("its result contradicts the final position")]
    Result,
    /// It has moves after its end.
    #[error("it is over by the rules before ply {0}")]
    AlreadyOver(usize),
    /// Adjudication by the scores gives another end or result.
    #[error("its result contradicts the adjudication by its scores")]
    Scores,
    /// No source has a game with this number.
    #[error("no source in the header has a game number {0}")]
    Number(u32),
    /// Its number does not follow.
    #[error(
        "its number {0} does not follow: games are in another order, doubled, or missing before it"
    )]
    Order(u32),
}

impl DataErrorKind {
    fn in_file(self, file: &std::path::Path) -> DataError {
        DataError {
            file: file.to_owned(),
            fault: self,
        }
    }
}

//! Why a book cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::excerpt::excerpt;

use super::file::VERSION;

/// Why the book in a file cannot be used.
#[derive(Debug, Error)]
#[error("{}: {fault}", .file.display())]
pub struct BookFileError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    #[source]
    pub fault: BookError,
}

/// What is wrong with a book.
#[derive(Debug, Error)]
pub enum BookError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("this is not an opening book of Peregrine")]
    Foreign,
    /// It was written by a later program.
    #[error(
        "this book has version {} of the format; only version {known} is known",
        excerpt(.0), known = VERSION
    )]
    Version(String),
    /// Its line ends are not those that it was written with, or it begins with a mark.
    #[error(
        "the line ends of this book were changed or a byte-order mark was added; copy it as a \
         binary file"
    )]
    Edited,
    /// It is in another encoding.
    #[error(transparent)]
    Encoding(io::Error),
    /// Its end is missing.
    #[error("the book is incomplete: it does not end with its checksum")]
    Incomplete,
    /// The checksum is wrong.
    #[error("the book is damaged: its checksum is wrong")]
    Checksum,
    /// A line makes no sense.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// It is for another game.
    #[error("this is a book for '{}', not for '{game}'", excerpt(.book))]
    OtherGame {
        /// The game that it is for.
        book: String,
        /// The game that it was to be used for.
        game: String,
    },
    /// It is for another game of the same name.
    #[error("this is a book for another '{0}': its board or its men differ")]
    OtherMen(String),
    /// It begins from another position.
    #[error(
        "this is a book for '{0}' with another start position, other castling rights at the \
         start, or keys of another program"
    )]
    OtherStart(String),
}

impl BookError {
    /// The same about a file.
    pub fn at(self, file: &Path) -> BookFileError {
        BookFileError {
            file: file.to_owned(),
            fault: self,
        }
    }
}

//! What can be wrong with files of tables.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::form::VERSION;
use super::material::MaterialError;

/// Why a file is of no use.
#[derive(Debug, Error)]
pub enum TableFileError {
    /// The system says no.
    #[error("{file}: {error}")]
    Io {
        /// The file.
        file: PathBuf,
        /// What it says.
        error: io::Error,
    },
    /// It begins otherwise.
    #[error("{0}: this is no tablebase of Peregrine")]
    Foreign(PathBuf),
    /// It was written by another version.
    #[error("{file}: version {found} of the form, and only version {VERSION} can be read")]
    Version {
        /// The file.
        file: PathBuf,
        /// Its version.
        found: u8,
    },
    /// It is shorter or longer than it says.
    #[error("{file}: {found} bytes where there should be {wanted}: the file is damaged")]
    Length {
        /// The file.
        file: PathBuf,
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        wanted: usize,
    },
    /// A checksum is wrong.
    #[error("{file}: {part} is not what was written: the file is damaged")]
    Checksum {
        /// The file.
        file: PathBuf,
        /// Which part of it.
        part: String,
    },
    /// The header cannot be understood.
    #[error("{file}: header: {reason}")]
    Header {
        /// The file.
        file: PathBuf,
        /// Why not.
        reason: String,
    },
    /// It is of a game with other rules.
    #[error("{file}: made for {found} by rules that are not those of {wanted} as it is set here")]
    Rules {
        /// The file.
        file: PathBuf,
        /// Its game.
        found: String,
        /// The game that is played.
        wanted: String,
    },
    /// Its material is none of the game.
    #[error("{file}: {error}")]
    Material {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: MaterialError,
    },
}

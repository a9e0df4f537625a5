//! Errors in table files.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::container::ContainerError;

use super::VERSION;
use super::material::MaterialError;

/// Why a file is unusable.
#[derive(Debug, Error)]
pub enum TableFileError {
    /// The operating system reports an error.
    #[error("{file}: {error}")]
    Io {
        /// The file.
        file: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// It is not a table file.
    #[error("{0}: this is not a Peregrine tablebase")]
    Foreign(PathBuf),
    /// It has another version of the format.
    #[error("{file}: unknown format version {found} (expected {VERSION})")]
    Version {
        /// The file.
        file: PathBuf,
        /// Its version.
        found: u32,
    },
    /// Its length is wrong.
    #[error("{file}: {found} bytes, expected {wanted}: the file is damaged")]
    Length {
        /// The file.
        file: PathBuf,
        /// Actual length in bytes.
        found: usize,
        /// Expected length in bytes.
        wanted: usize,
    },
    /// A checksum is wrong.
    #[error("{file}: {part} does not match its checksum: the file is damaged")]
    Checksum {
        /// The file.
        file: PathBuf,
        /// The part that is damaged.
        part: String,
    },
    /// The header is invalid.
    #[error("{file}: header: {reason}")]
    Header {
        /// The file.
        file: PathBuf,
        /// Why not.
        reason: String,
    },
    /// It is for a variant with other rules.
    #[error("{file}: made for {found}, whose rules differ from those of {wanted}")]
    Rules {
        /// The file.
        file: PathBuf,
        /// The variant of the file.
        found: String,
        /// The variant that is played.
        wanted: String,
    },
    /// Its material is not possible in the variant.
    #[error("{file}: {error}")]
    Material {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: MaterialError,
    },
}

impl TableFileError {
    /// What is wrong with the beginning of a file.
    pub(super) fn from_container(file: &Path, error: ContainerError) -> TableFileError {
        let file = file.to_owned();
        match error {
            ContainerError::Version { found, .. } => TableFileError::Version { file, found },
            ContainerError::Header { reason, .. } => TableFileError::Header { file, reason },
            ContainerError::Foreign(_) | ContainerError::Checksum(_) => {
                TableFileError::Foreign(file)
            }
        }
    }
}

//! Binary files: bytes that tell the format, its version, the length of a header, the header in
//! JSON, and the content. Numbers are little-endian.

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// A format of files.
#[derive(Debug)]
pub(crate) struct Format {
    /// The first bytes.
    pub magic: &'static [u8],
    /// The version that is written and read.
    pub version: u32,
    /// The bytes of the version.
    pub version_width: usize,
    /// The maximum length of a header in bytes.
    pub max_header: usize,
    /// What a file is, as in "this is not a network file".
    pub file: &'static str,
    /// What has a version, as in "this network has version 2".
    pub subject: &'static str,
    /// What is wrong, as in "the header of the network file is wrong".
    pub header: &'static str,
    /// What a wrong checksum means, as in "the network file is damaged".
    pub damage: &'static str,
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContainerError {
    /// It is something else.
    #[error("this is not {0}")]
    Foreign(&'static str),
    /// It was written by a later program.
    #[error("this {subject} has version {found} of the format; only version {known} is known")]
    Version {
        /// What has the version.
        subject: &'static str,
        /// The version.
        found: u32,
        /// The version that can be read.
        known: u32,
    },
    /// The header makes no sense.
    #[error("{header} is wrong: {reason}")]
    Header {
        /// Which header.
        header: &'static str,
        /// Why it is wrong.
        reason: String,
    },
    /// The checksum is wrong.
    #[error("{0}: its checksum is wrong")]
    Checksum(&'static str),
}

impl Format {
    /// The number of bytes before the header.
    pub(crate) const fn front(&self) -> usize {
        self.magic.len() + self.version_width + 4
    }

    /// The beginning of a file, up to the content.
    pub(crate) fn preamble(&self, header: &[u8]) -> Vec<u8> {
        let version = self.version.to_le_bytes();
        let length = (header.len() as u32).to_le_bytes();
        [self.magic, &version[..self.version_width], &length, header].concat()
    }

    /// The beginning of a file with this header.
    ///
    /// # Errors
    /// If the header cannot be written as JSON.
    pub(crate) fn encode(&self, header: &impl Serialize) -> serde_json::Result<Vec<u8>> {
        Ok(self.preamble(&serde_json::to_vec(header)?))
    }

    /// The length of the header, from the bytes before it; none if they are incomplete.
    ///
    /// # Errors
    /// If they are those of another format or version.
    pub(crate) fn header_length(&self, front: &[u8]) -> Result<Option<usize>, ContainerError> {
        let rest = front.strip_prefix(self.magic);
        let rest = rest.ok_or(ContainerError::Foreign(self.file))?;
        let Some((version, rest)) = rest.split_at_checked(self.version_width) else {
            return Ok(None);
        };
        let mut bytes = [0; 4];
        bytes[..self.version_width].copy_from_slice(version);
        let found = u32::from_le_bytes(bytes);
        if found != self.version {
            return Err(ContainerError::Version {
                subject: self.subject,
                found,
                known: self.version,
            });
        }
        let Some(&length) = rest.first_chunk() else {
            return Ok(None);
        };
        let length = u32::from_le_bytes(length) as usize;
        match length <= self.max_header {
            true => Ok(Some(length)),
            false => Err(self.wrong(format!("{length} bytes are too many"))),
        }
    }

    /// A header from its text.
    ///
    /// # Errors
    /// If it is not such a header.
    pub(crate) fn parse<H: DeserializeOwned>(&self, text: &[u8]) -> Result<H, ContainerError> {
        serde_json::from_slice(text).map_err(|error| self.wrong(error.to_string()))
    }

    /// An error in a header.
    pub(crate) fn wrong(&self, reason: String) -> ContainerError {
        ContainerError::Header {
            header: self.header,
            reason,
        }
    }

    /// A wrong checksum.
    pub(crate) fn damaged(&self) -> ContainerError {
        ContainerError::Checksum(self.damage)
    }
}

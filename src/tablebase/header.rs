//! The beginning of table files: eight bytes with the file type and format
//! version, the length of the header in four bytes, and the header as JSON.
//! Numbers are little-endian.

use std::io;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::rules::Rules;

use super::VERSION;
use super::digest::digest;
use super::error::TableFileError;
use super::material::Material;
use super::storage::Storage;
use super::supported::check_supported;

/// Maximum length of a header in bytes.
const MAX_HEADER_LENGTH: usize = 1 << 16;

/// The ending and variant of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    /// The variant it was built for; it is valid for all variants with the same
    /// digest.
    variant: String,
    /// Files and ranks of its board.
    board: [usize; 2],
    /// [`digest`] of the rules.
    rules: String,
    /// The material.
    material: String,
}

impl Identity {
    pub(super) fn new(rules: &Rules, material: &Material) -> Identity {
        Identity {
            variant: rules.variant().to_owned(),
            board: board(rules),
            rules: digest(rules, material),
            material: material.to_string(),
        }
    }

    /// The material, if the file is valid for these rules.
    pub(super) fn material(&self, rules: &Rules, file: &Path) -> Result<Material, TableFileError> {
        let of_other_rules = || TableFileError::Rules {
            file: file.to_owned(),
            found: self.variant.clone(),
            wanted: rules.variant().to_owned(),
        };
        if self.board != board(rules) {
            return Err(of_other_rules());
        }
        let material = Material::parse(rules, &self.material).map_err(|error| {
            if self.variant != rules.variant() {
                return of_other_rules();
            }
            TableFileError::Material {
                file: file.to_owned(),
                error,
            }
        })?;
        // A variant without support for tables may have the same pieces and board as one with
        // support.
        if check_supported(rules).is_err() || self.rules != digest(rules, &material) {
            return Err(of_other_rules());
        }
        Ok(material)
    }
}

fn board(rules: &Rules) -> [usize; 2] {
    let geometry = rules.geometry();
    [geometry.files(), geometry.ranks()]
}

/// The beginning of a file with this type and header.
pub(super) fn beginning(magic: &[u8; 7], header: &impl Serialize) -> io::Result<Vec<u8>> {
    let header = serde_json::to_vec(header)?;
    let mut content = magic.to_vec();
    content.push(VERSION);
    content.extend_from_slice(&(header.len() as u32).to_le_bytes());
    content.extend_from_slice(&header);
    Ok(content)
}

/// The header of a file of this type, and the offset of the rest.
pub(super) fn header<H: DeserializeOwned>(
    magic: &[u8; 7],
    file: &Path,
    content: &Storage,
) -> Result<(H, usize), TableFileError> {
    let first = content.read_range(file, 0, 8)?;
    if first[..7] != magic[..] {
        return Err(TableFileError::Foreign(file.to_owned()));
    }
    if first[7] != VERSION {
        return Err(TableFileError::Version {
            file: file.to_owned(),
            found: first[7],
        });
    }
    let wrong = |reason: String| TableFileError::Header {
        file: file.to_owned(),
        reason,
    };
    let length = number(&content.read_range(file, 8, 4)?) as usize;
    if length > MAX_HEADER_LENGTH {
        return Err(wrong(format!("{length} bytes are too many")));
    }
    let header = serde_json::from_slice(&content.read_range(file, 12, length)?);
    let header = header.map_err(|error| wrong(error.to_string()))?;
    Ok((header, 12 + length))
}

/// A number of four bytes.
pub(super) fn number(bytes: &[u8]) -> u32 {
    let mut four = [0; 4];
    four.copy_from_slice(bytes);
    u32::from_le_bytes(four)
}

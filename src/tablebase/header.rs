//! The beginning of table files: a [container](crate::base::container) with a version of one
//! byte.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::base::container::Format;
use crate::rules::Rules;

use super::VERSION;
use super::digest::digest;
use super::error::TableFileError;
use super::material::Material;
use super::storage::Storage;
use super::supported::check_supported;

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

/// The beginning of a file with these first bytes.
pub(super) const fn format(magic: &'static [u8; 7]) -> Format {
    Format {
        magic,
        version: VERSION as u32,
        version_width: 1,
        max_header: 1 << 16,
        file: "a Peregrine tablebase",
        subject: "tablebase",
        header: "the header",
        damage: "the file is damaged",
    }
}

/// The header of a file of this format, and the offset of the rest.
pub(super) fn header<H: DeserializeOwned>(
    format: &Format,
    file: &Path,
    content: &Storage,
) -> Result<(H, usize), TableFileError> {
    let failed = |error| TableFileError::from_container(file, error);
    let version = format.header_length(&content.read_range(file, 0, 8)?);
    version.map_err(failed)?;
    let front = content.read_range(file, 0, format.front())?;
    let length = format.header_length(&front).map_err(failed)?;
    let length = length.unwrap_or_default();
    let header = format.parse(&content.read_range(file, front.len(), length)?);
    Ok((header.map_err(failed)?, front.len() + length))
}

/// A number of four bytes.
pub(super) fn number(bytes: &[u8]) -> u32 {
    let mut four = [0; 4];
    four.copy_from_slice(bytes);
    u32::from_le_bytes(four)
}

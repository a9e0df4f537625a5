//! Positions as plain numbers, for programs that train networks with other software
//! (scripts/train_network.py).
//!
//! The header is padded with spaces so that its length is a multiple of 16. Then follow rows of
//! `stride` numbers, each a `u16` in little-endian bytes: first the positions to learn from, in
//! random order, then those held out. A row has the number of men, the output bucket, the score
//! in centipawns and the result (1, 0 or -1), both signed and for the side to move; then, as many
//! as there are men, the inputs of the side to move, then those of the other side; then zeros.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::base::container::Format;
use crate::base::files;
use crate::eval::network::Architecture;

use super::samples::Layout;
use super::{TrainError, Trainer};

/// The beginning of a file.
const FORMAT: Format = Format {
    magic: b"PRGFLAT\n",
    version: 1,
    version_width: 4,
    max_header: usize::MAX,
    file: "a file of positions",
    subject: "file",
    header: "the header",
    damage: "the file is damaged",
};

/// The header of a file, with everything that the header of a network needs.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct DumpHeader {
    pub variant: String,
    pub fingerprint: String,
    #[serde(rename = "shape")]
    pub architecture: Architecture,
    pub(crate) king_buckets: Vec<u8>,
    /// Centipawns for an output of 1.
    pub scale: f32,
    /// The weight of the game's result in the target.
    pub blend: f32,
    /// The exponent of the error.
    pub power: f32,
    /// Numbers of a row.
    pub stride: usize,
    /// Rows to learn from.
    pub training: u64,
    /// Rows held out.
    pub validation: u64,
    /// How the games were made.
    pub data: Vec<String>,
}

impl DumpHeader {
    /// The beginning of a file, up to the first row.
    pub(crate) fn encode(&self) -> io::Result<Vec<u8>> {
        let mut text = serde_json::to_vec(self)?;
        text.resize(text.len().next_multiple_of(16), b' ');
        Ok(FORMAT.preamble(&text))
    }
}

/// A row as bytes.
pub(super) fn row(numbers: &[u16]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect()
}

impl Trainer {
    /// Writes all positions as plain numbers, completely or not at all. The source of
    /// this module describes the format.
    ///
    /// # Errors
    /// If the games cannot be read or the file cannot be written.
    pub(crate) fn write_dump(
        &self,
        path: &Path,
        mut progress: impl FnMut(u64),
    ) -> Result<(), TrainError> {
        let header = self.dump_header();
        let mut unreadable = None;
        let written = files::replace_with(path, |file| {
            file.write_all(&header.encode()?)?;
            let (mut rows, mut result) = (0, Ok(()));
            let read = self.samples.epoch(0, |sample| {
                result = file.write_all(&row(sample));
                rows += 1;
                progress(rows);
                result.is_ok()
            });
            result?;
            if let Err(error) = read {
                unreadable = Some(error);
                return Err(io::Error::other("the games cannot be read"));
            }
            for position in 0..self.validation.len() {
                file.write_all(&row(self.validation.sample(position).numbers()))?;
            }
            Ok(())
        });
        match (unreadable, written) {
            (Some(error), _) => Err(error.into()),
            (None, written) => written
                .map_err(|error| TrainError::Watch(format!("{}: {error}", path.display()).into())),
        }
    }

    fn dump_header(&self) -> DumpHeader {
        let layout: &Layout = self.samples.layout();
        DumpHeader {
            variant: self.identity.variant.clone(),
            fingerprint: self.identity.fingerprint.clone(),
            architecture: layout.architecture(),
            king_buckets: layout.features().king_buckets().to_vec(),
            scale: self.objective.scale,
            blend: self.objective.blend,
            power: self.objective.power,
            stride: layout.stride(),
            training: self.positions,
            validation: self.validation.len() as u64,
            data: self.sources.clone(),
        }
    }
}

//! Table files, compressed in blocks, so that a value can be found without
//! reading the rest.
//!
//! A file begins as described in [`header`], followed by the length and CRC-32 of
//! each block, four bytes each, the CRC-32 of everything so far, and the
//! blocks, compressed with DEFLATE. Numbers are little-endian. Each block holds
//! the codes of consecutive position numbers, each one or two bytes wide: first
//! all with White to move, then all with Black. A number that is not a legal
//! position repeats the preceding code of its block.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use flate2::read::DeflateDecoder;
use serde::{Deserialize, Serialize};

use crate::base::container::Format;
use crate::rules::Rules;

use super::error::TableFileError;
use super::header::{self, Identity, number};
use super::index::Index;
use super::material::Material;
use super::storage::Storage;
use super::table::Code;
#[cfg(feature = "tablebases")]
use super::table::Table;

/// The beginning of a file.
pub(super) const FORMAT: Format = header::format(b"PERETB\0");

/// File extension.
pub const EXTENSION: &str = "tablebase";

/// Maximum number of codes in a block.
pub(super) const BLOCK: usize = 1 << 13;

/// Maximum number of blocks in a file; five men on the largest board need
/// fewer.
const MAX_BLOCKS: usize = 1 << 24;

/// Maximum compression ratio of DEFLATE.
const MAX_PACKED: usize = 1032;

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    #[serde(flatten)]
    pub identity: Identity,
    /// Width of a code in bytes.
    pub width: usize,
    /// Codes per block.
    pub block: usize,
    /// Codes in all blocks.
    pub codes: usize,
}

/// An open table file.
pub(super) struct TableFile {
    pub path: PathBuf,
    pub material: Material,
    pub index: Index,
    width: usize,
    block: usize,
    codes: usize,
    /// The offset of each block, followed by the end of the last one.
    starts: Vec<usize>,
    checksums: Vec<u32>,
    content: Storage,
    /// Set when a block is damaged or unreadable; the file is then no longer
    /// used.
    damaged: AtomicBool,
}

impl TableFile {
    /// Opens a file and checks everything except the blocks.
    pub(super) fn open(rules: &Rules, path: &Path) -> Result<TableFile, TableFileError> {
        TableFile::read(rules, path, Storage::open(path)?)
    }

    /// Checks everything in a file except the blocks.
    pub(super) fn read(
        rules: &Rules,
        path: &Path,
        content: Storage,
    ) -> Result<TableFile, TableFileError> {
        let file = || path.to_owned();
        let wrong = |reason: String| TableFileError::Header {
            file: file(),
            reason,
        };
        let (header, directory_start) = header::header::<Header>(&FORMAT, path, &content)?;
        if !(1..=2).contains(&header.width) || header.block == 0 || header.codes == 0 {
            return Err(wrong("impossible numbers".to_owned()));
        }
        // Blocks are decompressed at once and cached, so they must be small.
        if header.block > BLOCK {
            return Err(wrong(format!(
                "blocks of {} codes are too large: the limit is {BLOCK}",
                header.block
            )));
        }
        let count = header.codes.div_ceil(header.block);
        if count > MAX_BLOCKS {
            return Err(wrong(format!(
                "{count} blocks are too many: the limit is {MAX_BLOCKS}"
            )));
        }
        let directory = content.read_range(path, directory_start, count.saturating_mul(8))?;
        let blocks_start = directory_start + directory.len() + 4;
        let checksum = number(&content.read_range(path, blocks_start - 4, 4)?);
        let mut beginning = crc32fast::Hasher::new();
        beginning.update(&content.read_range(path, 0, directory_start)?);
        beginning.update(&directory);
        if beginning.finalize() != checksum {
            return Err(TableFileError::Checksum {
                file: file(),
                part: "the beginning".to_owned(),
            });
        }
        let material = header.identity.material(rules, path)?;
        let index = Index::new(rules.geometry(), &material);
        if header.codes != 2 * index.len() {
            return Err(wrong(format!("{} positions", header.codes)));
        }
        let mut starts = vec![blocks_start];
        let mut checksums = Vec::with_capacity(count);
        let mut end = blocks_start;
        for (block, entry) in directory.chunks_exact(8).enumerate() {
            let length = number(&entry[..4]) as usize;
            let codes = (header.codes - block * header.block).min(header.block);
            if length.saturating_mul(MAX_PACKED) < codes * header.width {
                return Err(wrong(format!(
                    "{length} bytes are too few for block {block}"
                )));
            }
            end = end.saturating_add(length);
            starts.push(end);
            checksums.push(number(&entry[4..]));
        }
        if end != content.len() {
            return Err(TableFileError::Length {
                file: file(),
                found: content.len(),
                wanted: end,
            });
        }
        drop(directory);
        Ok(TableFile {
            path: file(),
            material,
            index,
            width: header.width,
            block: header.block,
            codes: header.codes,
            starts,
            checksums,
            content,
            damaged: AtomicBool::new(false),
        })
    }

    /// The block of a code, and its place in the block.
    pub(super) fn place(&self, side: usize, number: usize) -> (usize, usize) {
        let place = side * self.index.len() + number;
        (place / self.block, place % self.block)
    }

    /// The codes of a block, each `width` bytes wide. On failure, the file is
    /// marked as damaged.
    pub(super) fn block(&self, number: usize) -> Result<Vec<u8>, TableFileError> {
        let block = self.unpacked(number);
        if block.is_err() {
            self.damaged.store(true, Relaxed);
        }
        block
    }

    fn unpacked(&self, number: usize) -> Result<Vec<u8>, TableFileError> {
        let start = self.starts[number];
        let length = self.starts[number + 1] - start;
        let block = self.content.read_range(&self.path, start, length)?;
        let first = number * self.block;
        let length = (self.codes - first).min(self.block) * self.width;
        let mut bytes = Vec::with_capacity(length);
        let read = DeflateDecoder::new(&block[..])
            .take(length as u64 + 1)
            .read_to_end(&mut bytes);
        if crc32fast::hash(&block) != self.checksums[number]
            || read.is_err()
            || bytes.len() != length
        {
            return Err(TableFileError::Checksum {
                file: self.path.clone(),
                part: format!("block {number}"),
            });
        }
        Ok(bytes)
    }

    /// Loads the whole table.
    #[cfg(feature = "tablebases")]
    pub(super) fn load(&self) -> Result<Table, TableFileError> {
        let length = self.index.len();
        let mut codes = [Vec::with_capacity(length), Vec::with_capacity(length)];
        for number in 0..self.checksums.len() {
            let block = self.block(number)?;
            for place in 0..block.len() / self.width {
                let side = usize::from(codes[0].len() == length);
                codes[side].push(self.code(&block, place));
            }
        }
        Ok(Table {
            material: self.material.clone(),
            index: self.index.clone(),
            codes,
        })
    }

    /// A code of a block.
    pub(super) fn code(&self, block: &[u8], place: usize) -> Code {
        match self.width {
            1 => block[place].into(),
            _ => Code::from_le_bytes([block[2 * place], block[2 * place + 1]]),
        }
    }

    /// Whether a damaged block was found.
    pub(crate) fn is_damaged(&self) -> bool {
        self.damaged.load(Relaxed)
    }
}

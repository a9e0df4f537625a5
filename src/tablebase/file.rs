//! Tables as files: compressed piece by piece, so that any value is found without
//! reading the rest.
//!
//! A file begins as [`form`] says; then for each block its length and its CRC-32, each four bytes;
//! then the CRC-32 of all that went before; then the blocks, compressed by DEFLATE.
//! Numbers are little-endian. A block holds the codes of so many numbers in turn,
//! first all with White to move, then all with Black, each one or two bytes wide.
//! Numbers that are no position repeat the code before them in their block.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};

use crate::base::files;
use crate::base::parallel;
use crate::rules::Rules;

use super::content::Content;
use super::error::TableFileError;
use super::form::{self, Identity, number};
use super::index::Index;
use super::material::Material;
use super::table::{Code, IMPOSSIBLE, Table};

/// How a file begins.
const MAGIC: &[u8; 7] = b"PERETB\0";

/// How file names end.
pub const EXTENSION: &str = "tablebase";

/// How many codes a block holds, at most.
const BLOCK: usize = 1 << 13;

/// How many blocks a file has, at most: the largest of boards with five men has fewer.
const MOST_BLOCKS: usize = 1 << 24;

/// DEFLATE packs at most so many bytes into one.
const MOST_PACKED: usize = 1032;

/// What a file says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    #[serde(flatten)]
    identity: Identity,
    /// Bytes of a code.
    width: usize,
    /// Codes of a block.
    block: usize,
    /// Codes of all blocks.
    codes: usize,
}

/// The name of the file for a material.
pub(super) fn file_name(rules: &Rules, material: &Material) -> String {
    format!("{}-{material}.{EXTENSION}", rules.variant())
}

/// Writes a table, as a whole or not at all; how many bytes.
pub(super) fn write(rules: &Rules, table: &Table, file: &Path, threads: usize) -> io::Result<u64> {
    let highest = table
        .codes
        .iter()
        .flatten()
        .filter(|&&code| code != IMPOSSIBLE);
    let width = match highest.max() {
        Some(&highest) if highest > Code::from(u8::MAX) => 2,
        _ => 1,
    };
    let header = Header {
        identity: Identity::new(rules, &table.material),
        width,
        block: BLOCK,
        codes: 2 * table.index.len(),
    };
    let (mut directory, mut blocks) = (Vec::new(), Vec::new());
    for block in compressed(table, width, threads) {
        let block = block?;
        directory.extend_from_slice(&(block.len() as u32).to_le_bytes());
        directory.extend_from_slice(&crc32fast::hash(&block).to_le_bytes());
        blocks.extend_from_slice(&block);
    }
    let mut content = form::beginning(MAGIC, &header)?;
    content.extend_from_slice(&directory);
    content.extend_from_slice(&crc32fast::hash(&content).to_le_bytes());
    content.extend_from_slice(&blocks);
    files::replace(file, &content)?;
    Ok(content.len() as u64)
}

/// The blocks of a table, compressed by so many threads.
fn compressed(table: &Table, width: usize, threads: usize) -> Vec<io::Result<Vec<u8>>> {
    let [white, black] = &table.codes;
    let all = 2 * white.len();
    let blocks = std::iter::repeat_with(|| Ok(Vec::new())).take(all.div_ceil(BLOCK));
    let mut blocks: Vec<io::Result<Vec<u8>>> = blocks.collect();
    let left = Mutex::new(blocks.iter_mut().zip((0..).step_by(BLOCK)));
    let next = || left.lock().ok()?.next();
    let work = || {
        while let Some((block, start)) = next() {
            let numbers = start..all.min(start + BLOCK);
            let codes = numbers.map(|n| match n.checked_sub(white.len()) {
                None => white[n],
                Some(n) => black[n],
            });
            *block = compressed_block(codes, width);
        }
    };
    std::thread::scope(|scope| {
        parallel::help(scope, threads.saturating_sub(1), &work);
        work();
    });
    blocks
}

fn compressed_block(codes: impl Iterator<Item = Code>, width: usize) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let mut last = 0;
    let mut bytes = Vec::with_capacity(BLOCK * width);
    for code in codes {
        if code != IMPOSSIBLE {
            last = code;
        }
        bytes.extend_from_slice(&last.to_le_bytes()[..width]);
    }
    encoder.write_all(&bytes)?;
    encoder.finish()
}

/// A file of a table, opened.
pub(super) struct TableFile {
    pub path: PathBuf,
    pub material: Material,
    pub index: Index,
    width: usize,
    block: usize,
    codes: usize,
    /// Where each block begins, and where the last one ends.
    starts: Vec<usize>,
    checksums: Vec<u32>,
    content: Content,
    /// A block has turned out to be damaged, or cannot be read: nothing is believed any
    /// more.
    damaged: AtomicBool,
}

impl TableFile {
    /// Opens a file and looks at all of it but the blocks.
    pub fn open(rules: &Rules, path: &Path) -> Result<TableFile, TableFileError> {
        TableFile::read(rules, path, Content::open(path)?)
    }

    /// Looks at all of a file's content but the blocks.
    pub fn read(rules: &Rules, path: &Path, content: Content) -> Result<TableFile, TableFileError> {
        let file = || path.to_owned();
        let wrong = |reason: String| TableFileError::Header {
            file: file(),
            reason,
        };
        let (header, directory_start) = form::header::<Header>(MAGIC, path, &content)?;
        if !(1..=2).contains(&header.width) || header.block == 0 || header.codes == 0 {
            return Err(wrong("impossible numbers".to_owned()));
        }
        // What is unpacked at once, and remembered, is to be small.
        if header.block > BLOCK {
            return Err(wrong(format!(
                "blocks of {} codes, and {BLOCK} are the most",
                header.block
            )));
        }
        let count = header.codes.div_ceil(header.block);
        if count > MOST_BLOCKS {
            return Err(wrong(format!(
                "{count} blocks, and {MOST_BLOCKS} are the most"
            )));
        }
        let directory = content.part(path, directory_start, count.saturating_mul(8))?;
        let blocks_start = directory_start + directory.len() + 4;
        let checksum = number(&content.part(path, blocks_start - 4, 4)?);
        let mut beginning = crc32fast::Hasher::new();
        beginning.update(&content.part(path, 0, directory_start)?);
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
            if length.saturating_mul(MOST_PACKED) < codes * header.width {
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

    /// The block that a code is in, and its place there.
    pub fn place(&self, side: usize, number: usize) -> (usize, usize) {
        let place = side * self.index.len() + number;
        (place / self.block, place % self.block)
    }

    /// A block's codes, each of as many bytes as `width` says. If they cannot be had
    /// nothing is believed any more.
    pub fn block(&self, number: usize) -> Result<Vec<u8>, TableFileError> {
        let block = self.unpacked(number);
        if block.is_err() {
            self.damaged.store(true, Relaxed);
        }
        block
    }

    fn unpacked(&self, number: usize) -> Result<Vec<u8>, TableFileError> {
        let start = self.starts[number];
        let length = self.starts[number + 1] - start;
        let block = self.content.part(&self.path, start, length)?;
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

    /// All of it.
    pub fn load(&self) -> Result<Table, TableFileError> {
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
    pub fn code(&self, block: &[u8], place: usize) -> Code {
        match self.width {
            1 => block[place].into(),
            _ => Code::from_le_bytes([block[2 * place], block[2 * place + 1]]),
        }
    }

    /// Whether some block was damaged.
    pub fn is_damaged(&self) -> bool {
        self.damaged.load(Relaxed)
    }
}

//! Writes table files.

use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::DeflateEncoder;

use crate::base::files;
use crate::base::parallel;
use crate::rules::Rules;

use super::file::{BLOCK, EXTENSION, FORMAT, Header};
use super::header::Identity;
use super::material::Material;
use super::table::{Code, IMPOSSIBLE, Table};

/// The file name for a material.
pub(super) fn file_name(rules: &Rules, material: &Material) -> String {
    format!("{}-{material}.{EXTENSION}", rules.variant())
}

/// Writes a table atomically; returns the size of the file in bytes.
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
    let mut content = FORMAT.encode(&header)?;
    content.extend_from_slice(&directory);
    content.extend_from_slice(&crc32fast::hash(&content).to_le_bytes());
    content.extend_from_slice(&blocks);
    files::replace(file, &content)?;
    Ok(content.len() as u64)
}

/// The blocks of a table, compressed by several threads.
fn compressed(table: &Table, width: usize, threads: usize) -> Vec<io::Result<Vec<u8>>> {
    let [white, black] = &table.codes;
    let all = 2 * white.len();
    parallel::map(threads, all.div_ceil(BLOCK), |block| {
        let start = block * BLOCK;
        let numbers = start..all.min(start + BLOCK);
        let codes = numbers.map(|n| match n.checked_sub(white.len()) {
            None => white[n],
            Some(n) => black[n],
        });
        compressed_block(codes, width)
    })
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

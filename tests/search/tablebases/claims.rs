//! Files with valid checksums and invalid numbers: a file may claim anything, and no claim
//! is trusted beyond what the file can hold.

use std::fs;
use std::sync::atomic::AtomicBool;

use peregrine::tablebase::{self, BuildError, TableFileError, Tablebases};

use super::{build, material, rules, rules_of_file};

/// The content with another header.
fn with_header(content: &[u8], change: impl Fn(&str) -> String) -> (Vec<u8>, usize) {
    let length = u32::from_le_bytes(content[8..12].try_into().unwrap()) as usize;
    let header = std::str::from_utf8(&content[12..12 + length]).unwrap();
    let header = change(header);
    let mut changed = content[..8].to_vec();
    changed.extend_from_slice(&(header.len() as u32).to_le_bytes());
    changed.extend_from_slice(header.as_bytes());
    let end = changed.len();
    changed.extend_from_slice(&content[12 + length..]);
    (changed, end)
}

/// Replaces a number of the header.
fn claim(header: &str, key: &str, value: &str) -> String {
    let begin = header
        .find(&format!("\"{key}\":"))
        .expect("a key of the header");
    let begin = begin + key.len() + 3;
    let end = header[begin..].find([',', '}']).unwrap() + begin;
    format!("{}{value}{}", &header[..begin], &header[end..])
}

fn put_sum(content: &mut [u8], end: usize) {
    let sum = crc32fast::hash(&content[..end]);
    content[end..end + 4].copy_from_slice(&sum.to_le_bytes());
}

#[test]
fn claims_of_a_table_are_checked_against_its_file() {
    let falcon = rules("falcon-8x8");
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), falcon, "KFvK");
    let file = folder.path().join("falcon-8x8-KFvK.tablebase");
    let valid = fs::read(&file).unwrap();
    const BLOCKS: usize = 10;
    let open = |content: &[u8]| {
        fs::write(&file, content).unwrap();
        let mut tables = Tablebases::new(falcon);
        let fault = tables.add_folder(folder.path()).unwrap().pop();
        (tables, fault)
    };
    // Unchanged, the file is valid.
    let (mut same, end) = with_header(&valid, str::to_owned);
    put_sum(&mut same, end + 8 * BLOCKS);
    assert!(same == valid && open(&same).1.is_none());
    for (key, value, expected) in [
        (
            "block",
            "4611686018427387904",
            "blocks of 4611686018427387904 codes",
        ),
        (
            "block",
            "8193",
            "blocks of 8193 codes are too large: the limit is 8192",
        ),
        ("block", "0", "impossible numbers"),
        (
            "codes",
            "4611686018427387904",
            "blocks are too many: the limit is 16777216",
        ),
        ("codes", "100000000000", "bytes, expected"),
        ("codes", "81919", "81919 positions"),
        ("codes", "0", "impossible numbers"),
        ("width", "3", "impossible numbers"),
        ("width", "18446744073709551615", "impossible numbers"),
    ] {
        let (mut content, end) = with_header(&valid, |header| claim(header, key, value));
        put_sum(&mut content, end + 8 * BLOCKS);
        let fault = open(&content)
            .1
            .expect("what cannot be is seen")
            .to_string();
        assert!(fault.contains(expected), "{key} = {value}: {fault}");
    }
    // An empty block, and one longer than the file.
    for (length, expected) in [
        (0, "0 bytes are too few for block 3"),
        (u32::MAX, "bytes, expected"),
    ] {
        let mut content = valid.clone();
        content[end + 24..end + 28].copy_from_slice(&length.to_le_bytes());
        put_sum(&mut content, end + 8 * BLOCKS);
        let fault = open(&content)
            .1
            .expect("what cannot be is seen")
            .to_string();
        assert!(fault.contains(expected), "{length}: {fault}");
    }
    // Codes twice as wide: detected when a block is unpacked.
    let (mut content, end) = with_header(&valid, |header| claim(header, "width", "2"));
    put_sum(&mut content, end + 8 * BLOCKS);
    let (tables, fault) = open(&content);
    assert!(fault.is_none(), "{fault:?}");
    let (never, men) = (AtomicBool::new(false), material(falcon, "KFvK"));
    assert!(tablebase::statistics(&tables, &men, 1, &never, &|_| ()).is_none());
    let fault = tables.take_error();
    assert!(
        matches!(fault, Some(TableFileError::Checksum { .. })),
        "{fault:?}"
    );
}

#[test]
fn claims_of_an_unfinished_table_are_checked_against_its_ending() {
    let small = rules_of_file("small");
    let folder = tempfile::tempdir().unwrap();
    let steps = tablebase::plan(small, &[material(small, "KFvK")], folder.path()).unwrap();
    let make = |stop| tablebase::make(small, &steps[0], 1, &AtomicBool::new(stop), &|_| ());
    assert!(matches!(make(true), Err(BuildError::Stopped)));
    let file = folder.path().join("small-KFvK.unfinished");
    let valid = fs::read(&file).unwrap();
    for (key, value, expected) in [
        ("settled", "4611686018427387904", "impossible numbers"),
        ("highest", "65535", "impossible numbers"),
        ("plies", "65535", "impossible numbers"),
        ("end", "4611686018427387904", "impossible numbers"),
        ("start", "4611686018427387904", "impossible numbers"),
        ("double_steps", "[4611686018427387904", "bytes, expected"),
    ] {
        let (mut content, _) = with_header(&valid, |header| claim(header, key, value));
        let end = content.len() - 4;
        put_sum(&mut content, end);
        fs::write(&file, &content).unwrap();
        let fault = make(false).unwrap_err().to_string();
        assert!(fault.contains(expected), "{key} = {value}: {fault}");
    }
    fs::write(&file, &valid).unwrap();
    assert!(make(false).is_ok());
}

//! The assertions of the fuzz targets hold, without a fuzzer, for their seeds
//! (past findings among them) and for random bytes.
//!
//! A test program of its own: targets choose among all variants that the process
//! knows, and would choose others if other tests had loaded some.

#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::fs;
use std::path::Path;

use targets::play::Random;

/// Runs each seed of a target; returns how many there are.
fn seeds(target: &str, look: fn(&[u8])) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    let mut paths: Vec<_> = fs::read_dir(folder.join(target))
        .expect("each target has seeds")
        .map(|entry| entry.expect("a folder that can be listed").path())
        .collect();
    paths.sort();
    for path in &paths {
        // Shown if the test fails.
        println!("{}", path.display());
        look(&fs::read(path).expect("a seed can be read"));
    }
    paths.len()
}

/// Runs so many rows of bytes, the same in every run.
fn any_bytes(rows: u32, length: usize, look: fn(&[u8])) {
    for row in 0..rows {
        println!("row {row}");
        let mut random = Random::of(&row.to_le_bytes());
        let length = random.below(length);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        look(&bytes);
    }
}

#[test]
fn fen() {
    assert!(seeds("fen", targets::fen::look) > 90);
}

#[test]
fn pgn() {
    assert!(seeds("pgn", targets::pgn::look) > 10);
}

#[test]
fn epd() {
    assert!(seeds("epd", targets::epd::look) > 10);
}

#[test]
fn variant_file() {
    assert!(seeds("variant_file", targets::variant_file::look) > 20);
}

#[test]
fn movement() {
    assert!(seeds("movement", targets::movement::look) > 40);
    any_bytes(60, 12, targets::movement::look);
    // Letters that mean something more often than bytes do.
    for row in 0..4000_u32 {
        let mut random = Random::of(&row.to_le_bytes());
        let letters = b"WFDANHCZGKRBQfblrvshmcpgnjayi0123";
        let mut text = vec![random.below(12) as u8];
        let length = random.below(9);
        text.extend((0..=length).map(|_| letters[random.below(letters.len())]));
        targets::movement::look(&text);
    }
}

#[test]
fn import() {
    assert!(seeds("import", targets::import::look) > 20);
    any_bytes(60, 200, targets::import::look);
}

#[test]
fn table_file() {
    assert!(seeds("table_file", targets::table_file::look) >= 4);
}

#[test]
fn data_file() {
    assert!(seeds("data_file", targets::data_file::look) >= 2);
}

#[test]
fn network_file() {
    assert!(seeds("network_file", targets::network_file::look) >= 2);
}

#[test]
fn uci() {
    assert!(seeds("uci", targets::uci::look) > 10);
    any_bytes(60, 400, targets::uci::look);
}

#[test]
fn cecp() {
    assert!(seeds("cecp", targets::cecp::look) > 10);
    any_bytes(60, 400, targets::cecp::look);
}

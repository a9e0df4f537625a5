//! Small opening books as files.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::PathBuf;

use peregrine::book::{Book, Record};
use peregrine::notation::parse_coordinate;
use peregrine::position::Position;
use peregrine::variants;
use tempfile::TempDir;

/// What the books here say about every move.
pub const FACTS: &str = "score +0.15, 5 games, 70% of the points";

/// A folder with books.
pub struct Books {
    folder: TempDir,
}

impl Books {
    pub fn new() -> Books {
        Books {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The file of a book with these lines of moves from the start position, which loses
    /// nothing with any of them.
    pub fn of(&self, variant: &str, lines: &[&str]) -> String {
        let rules = variants::rules(variant).unwrap();
        let mut positions = BTreeMap::new();
        for line in lines {
            let mut position = Position::start(rules);
            for text in line.split_whitespace() {
                let mv = parse_coordinate(&position, text).unwrap();
                let here = positions
                    .entry(position.key())
                    .or_insert_with(|| (position.clone(), BTreeMap::new()));
                here.1.insert(text.to_owned(), mv);
                position.play(mv);
            }
        }
        let record = Record {
            wins: 3,
            draws: 1,
            losses: 1,
            chosen: 5,
            score: Some(15),
        };
        let mut book = Book::new(rules, vec!["by hand".to_owned()]);
        for (position, moves) in positions.values() {
            let moves: Vec<_> = moves.values().map(|&mv| (mv, record)).collect();
            book.insert(position, &moves);
        }
        let path = self.path(&format!("{variant}.book"));
        book.save(&path).unwrap();
        path.display().to_string()
    }

    /// Names that cannot be used as books, each with the reason.
    pub fn useless(&self) -> Vec<(String, String)> {
        let good = std::fs::read(self.of("falcon", &["e2e4"])).unwrap();
        let mut damaged = good.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 1;
        for (name, bytes) in [
            ("damaged", &damaged[..]),
            ("short", &good[..good.len() - 30]),
            ("empty", b""),
            ("text", b"1. e4 e5 *\n"),
        ] {
            std::fs::write(self.path(name), bytes).unwrap();
        }
        let missing = std::fs::read(self.path("missing")).unwrap_err().to_string();
        let foreign = "this is not an opening book of Peregrine";
        let reasons = [
            ("missing", missing.as_str()),
            ("", "this is a folder"),
            ("damaged", "the book is damaged: its checksum is wrong"),
            (
                "short",
                "the book is incomplete: it does not end with its checksum",
            ),
            ("empty", foreign),
            ("text", foreign),
        ];
        let owned = |(name, reason): (&str, &str)| {
            let path = match name {
                "" => self.folder.path().to_owned(),
                name => self.path(name),
            };
            (path.display().to_string(), reason.to_owned())
        };
        reasons.map(owned).to_vec()
    }
}

//! The games of the library: both definitions of the rules against each other, and what the
//! files claim of the Falcon's relatives.

use peregrine::board::color::Color;
use peregrine::notation::epd;
use peregrine::position::Position;
use peregrine::position::movegen::slow;
use peregrine::tools::perft::perft;
use peregrine::variants::{self, library};

use crate::common::{self, Random};

#[test]
fn every_game_follows_the_slow_rules() {
    let (plies, seeds) = match common::is_long_run() {
        true => (80, 10),
        false => (16, 1),
    };
    for (number, name) in library::names().enumerate() {
        let rules = variants::rules(name).unwrap();
        for seed in 0..seeds {
            let mut random = Random(seed * 1000 + number as u64);
            let mut position = Position::start(rules);
            assert_eq!(slow::first_difference(&position, 2, 6), None, "{name}");
            for _ in 0..plies {
                let Some(mv) = common::random_move(&position, &mut random) else {
                    break;
                };
                position.play(mv);
                let text = position.to_string();
                let difference = slow::first_difference(&position, 1, 1000);
                assert_eq!(difference, None, "{name} {text}");
                let read = Position::from_fen(rules, &text);
                let read = read.unwrap_or_else(|error| panic!("{name} {text}: {error}"));
                assert_eq!(read.key(), position.key(), "{name} {text}");
            }
        }
    }
}

#[test]
fn a_falcon_of_paths_counts_as_the_falcon() {
    let most = match common::is_long_run() {
        true => 30_000_000,
        false => 300_000,
    };
    let rules = variants::rules("falcon-paths").unwrap();
    let text = include_str!("../../perft/falcon.epd");
    let mut checked = 0;
    for case in epd::parse(text, "falcon").unwrap() {
        let position = case.position().unwrap();
        if position.rules().variant() != "falcon" {
            continue;
        }
        let Ok(other) = Position::from_fen(rules, &position.to_string()) else {
            panic!("{position} is impossible with paths");
        };
        for &(depth, leaves) in case.counts.iter().filter(|(_, leaves)| *leaves <= most) {
            assert_eq!(perft(&other, depth), leaves, "D{depth} of {}", case.fen);
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} counts");
}

/// How many squares a piece in the middle of an empty board goes to.
#[test]
fn pieces_of_the_falcon_family_reach_their_squares() {
    let cases = [
        ("falcon-paths", "F", 16),
        ("falcon-two-path", "F", 16),
        ("falcon-half-straight", "F", 8),
        ("falcon-half-diagonal", "F", 8),
        ("falcon-scorpion", "S", 24),
        ("falcon-dragon", "S", 24),
        ("falcon-dragon", "D", 32),
    ];
    for (name, letter, squares) in cases {
        let rules = variants::rules(name).unwrap();
        let geometry = rules.geometry();
        let (files, ranks) = (geometry.files(), geometry.ranks());
        // A board of ten files has no square with all 32 around it: those beyond the edge
        // are those of the mirrored square.
        let mut found = Vec::new();
        for file in [4, 5] {
            let mut rows = vec![files.to_string(); ranks];
            rows[0] = format!("k{}", files - 1);
            rows[ranks - 1] = format!("{}K", files - 1);
            rows[ranks / 2] = format!("{file}{letter}{}", files - 1 - file);
            let fen = format!("{} w - - 0 1", rows.join("/"));
            let position = Position::from_fen(rules, &fen).unwrap();
            let from = geometry.square(file, ranks - 1 - ranks / 2).unwrap();
            let king = position.king(Color::White);
            let moves = position.legal_moves();
            for mv in moves.into_iter().filter(|mv| mv.from() != king) {
                let across = geometry.file(mv.to()) as i32 - geometry.file(from) as i32;
                let ahead = geometry.rank(mv.to()) as i32 - geometry.rank(from) as i32;
                found.push((across, ahead));
            }
        }
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), squares, "{name} {letter}: {found:?}");
    }
}

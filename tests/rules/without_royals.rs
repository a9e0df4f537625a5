//! Games where no piece is royal, or none of one side: counts of another program, both
//! definitions of the rules against each other, searches, and faults.

use std::collections::HashSet;

use peregrine::board::color::Color;
use peregrine::notation::parse_coordinate;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::tablebase::check_supported;
use peregrine::variants;

use crate::common;
use crate::perft::check_file;
use crate::random_play::{check_fen_and_key, check_moves, play_randomly};

const GAMES: [&str; 8] = [
    "antichess",
    "giveaway",
    "codrus",
    "extinction",
    "kinglet",
    "threekings",
    "horde",
    "breakthrough",
];

fn position(name: &str, fen: &str) -> Position {
    let rules = variants::rules(name).unwrap();
    Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn counts_are_those_of_fairy_stockfish() {
    let checked = check_file(include_str!("../../perft/games/without-royals.epd"), 40_000);
    assert!(checked > 70, "only {checked} counts");
}

#[test]
fn random_play_follows_the_slow_rules() {
    let seeds = if common::is_long_run() { 40 } else { 6 };
    let mut ends = HashSet::new();
    for name in GAMES {
        for seed in 0..seeds {
            let start = Position::start(variants::rules(name).unwrap());
            let end = play_randomly(start, seed, 150, |position, ply| {
                check_moves(position, 1 + u32::from(ply == 20), 30);
                check_fen_and_key(position);
                assert!(name == "horde" || !position.is_check(), "{position}");
            });
            ends.extend(end);
        }
    }
    for end in ["extinction", "a flag square"] {
        let found = ends.iter().any(|sentence| sentence.ends_with(end));
        assert!(found, "no end by {end}: {ends:?}");
    }
}

#[test]
fn kings_are_captured_and_castle_as_they_like() {
    for (name, fen, moves, sentence) in [
        // Past an attacked square, out of an attack.
        (
            "extinction",
            "4k1r1/pnbrq3/8/4R3/8/8/PNB1Q3/4K2R w K - 0 1",
            "e1g1",
            None,
        ),
        (
            "extinction",
            "4k1r1/pnbrq3/8/8/8/8/PNB1R3/3QK3 w - - 0 1",
            "e2e7",
            Some("White wins by extinction"),
        ),
        (
            "threekings",
            "k3k2k/8/8/8/8/8/8/K2RK2K w - - 0 1",
            "d1d8 e8d8",
            None,
        ),
        (
            "threekings",
            "k3k2k/8/8/8/3R4/8/8/K3K2K w - - 0 1",
            "d4d8 a8a7 d8e8",
            Some("White wins by extinction"),
        ),
        ("codrus", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", None),
        ("codrus", "8/8/8/8/4k3/8/4K3/4r3 w - - 0 1", "e2e1", None),
        (
            "codrus",
            "8/8/8/4k3/4K3/8/8/8 w - - 0 1",
            "e4e5",
            Some("Black wins by extinction"),
        ),
        (
            "antichess",
            "8/8/8/8/8/8/1p6/R7 b - - 0 1",
            "b2a1q",
            Some("White wins by extinction"),
        ),
        (
            "horde",
            "4k3/8/8/8/8/8/3r4/3P4 b - - 0 1",
            "d2d1",
            Some("Black wins by extinction"),
        ),
    ] {
        let mut game = Game::new(position(name, fen));
        for text in moves.split_whitespace() {
            let mv = parse_coordinate(game.position(), text);
            game.play(mv.unwrap_or_else(|error| panic!("{name} {fen} {text}: {error}")));
        }
        let outcome = game.outcome().map(|outcome| outcome.to_string());
        assert_eq!(outcome.as_deref(), sentence, "{name} {fen} {moves}");
    }
}

#[test]
fn what_needs_a_king_says_so() {
    for name in GAMES {
        let rules = variants::rules(name).unwrap();
        assert!(check_supported(rules).is_err(), "{name}");
        assert_eq!(rules.has_royals(), name == "horde", "{name}");
        // Without Kings there is nothing to attack, and no side is bare.
        let start = Position::start(rules);
        assert!(
            !start.is_insufficient_material() && !start.cannot_mate(Color::White),
            "{name}"
        );
    }
    let checked = |lines: &str| variants::check(&format!("[x]\nbase = 'chess'\n{lines}\n"));
    let no_king = "start = 'rn2k3/8/8/8/8/8/PPPPPPPP/RN6 w - - 0 1'\ncastling = 'none'\n";
    for (lines, expected) in [
        (format!("{no_king}royalty = 'all'"), "White has no King"),
        (
            format!("{no_king}ends.extinction = {{ result = 'loss' }}"),
            "White has no King",
        ),
        (
            "royal-king = 'no'".to_owned(),
            "x.royal-king: invalid type: string \"no\", expected a boolean",
        ),
        (
            "royal-king = false\nroyalty = 'all'".to_owned(),
            "x.royal-king: without royal Kings there is no 'royalty'",
        ),
    ] {
        let faults = checked(&lines).unwrap_err();
        let said = faults.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert!(
            said.iter().any(|fault| fault.contains(expected)),
            "{lines}: {said:?}"
        );
    }
    for lines in [
        format!("{no_king}royal-king = false"),
        format!("{no_king}royalty = 'all'\nends.extinction = {{ result = 'loss' }}"),
    ] {
        assert!(checked(&lines).is_ok(), "{lines}");
    }
}

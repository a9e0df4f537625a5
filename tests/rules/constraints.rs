//! Games with compulsory captures, forbidden checks and a last move for Black: counts of
//! another program, both definitions of the rules against each other, and faults.

use std::collections::HashSet;

use peregrine::notation::parse_coordinate;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::position::movegen::{self, MoveClass, MoveList, slow};
use peregrine::rules::{MoveConstraints, Rules};
use peregrine::tablebase::check_supported;
use peregrine::variants::{self, RuleOptions, Variant};

use crate::common::{self, Random};
use crate::perft::check_file;
use crate::random_play::{check_moves, play_randomly};

/// Games of the library, and one that has both constraints, castling and several kinds of Pawn.
const BOTH: &str = "[forced]\nbase = 'chess'\ncompulsory-captures = true\n\
                    forbidden-checks = true\n";

/// Kings two ranks before the last.
const NEAR_THE_FLAGS: &str = "8/8/1K4k1/8/2q2Q2/r6R/8/8 w - - 0 1";

fn rules(name: &str) -> &'static Rules {
    match name {
        "forced" => defined(BOTH),
        _ => variants::rules(name).unwrap(),
    }
}

/// The rules of the first game of a variant file.
fn defined(text: &str) -> &'static Rules {
    let found = variants::check(text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let variant: &'static Variant = Box::leak(Box::new(found.into_iter().next().unwrap()));
    variant.nearest_rules(RuleOptions::default())
}

fn position(name: &str, fen: &str) -> Position {
    Position::from_fen(rules(name), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn moves(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut texts: Vec<String> = moves
        .iter()
        .map(|&mv| peregrine::notation::coordinate(position, mv))
        .collect();
    texts.sort();
    texts
}

#[test]
fn counts_are_those_of_fairy_stockfish() {
    let checked = check_file(include_str!("../../perft/games/constraints.epd"), 60_000);
    assert!(checked > 35, "only {checked} counts");
}

#[test]
fn random_play_follows_the_slow_rules() {
    let seeds = if common::is_long_run() { 40 } else { 8 };
    let mut ends = HashSet::new();
    for name in ["racingkings", "losers", "capture", "forced"] {
        for seed in 0..seeds {
            let start = match name {
                "racingkings" => position(name, NEAR_THE_FLAGS),
                _ => Position::start(rules(name)),
            };
            let end = play_randomly(start, seed, 100, |position, ply| {
                check_moves(position, 1 + u32::from(ply == 20), 30);
                classes_add_up(position);
                let allows_checks = name == "losers" || name == "capture";
                assert!(allows_checks || !position.is_check(), "{position}");
            });
            ends.extend(end);
        }
    }
    assert!(
        ends.iter().any(|end| end.ends_with("a flag square")),
        "{ends:?}"
    );
}

/// Noisy and quiet moves together are all moves, and each is legal by itself.
fn classes_add_up(position: &Position) {
    let info = position.check_info();
    let mut parts = MoveList::new();
    movegen::generate(position, &info, MoveClass::Noisy, &mut parts);
    movegen::generate(position, &info, MoveClass::Quiet, &mut parts);
    let mut all = position.legal_moves();
    assert_eq!(movegen::count(position) as usize, all.len(), "{position}");
    assert!(all.iter().all(|&mv| position.is_legal(mv)), "{position}");
    parts.sort_unstable();
    all.sort_unstable();
    assert_eq!(parts, all, "{position}");
}

#[test]
fn captures_are_compulsory() {
    // The capture en passant is the only one; a pinned piece need not capture.
    let pass = position("capture", "4k3/8/8/8/pP6/8/8/4K3 b - b3 0 1");
    assert_eq!(moves(&pass), ["a4b3"]);
    let pinned = position("capture", "4k3/8/8/8/4r3/p7/1p2N3/4K3 w - - 0 1");
    assert!(moves(&pinned).len() > 1, "{:?}", moves(&pinned));
    // A check is answered first, by a capture if there is one.
    let check = position("losers", "4k3/8/8/8/7b/8/4p3/4K1N1 w - - 0 1");
    assert_eq!(moves(&check), ["e1e2"]);
}

#[test]
fn black_has_one_more_move() {
    for (fen, played, sentence) in [
        (
            "8/1K6/6k1/8/8/8/8/8 w - - 0 1",
            "b7b8",
            Some("White wins by reaching a flag square"),
        ),
        ("8/1K4k1/8/8/8/8/8/8 w - - 0 1", "b7b8", None),
        (
            "8/1K4k1/8/8/8/8/8/8 w - - 0 1",
            "b7b8 g7g8",
            Some("drawn by both sides reaching a flag square"),
        ),
        (
            "8/1K4k1/8/8/8/8/8/8 w - - 0 1",
            "b7b8 g7g6",
            Some("White wins by reaching a flag square"),
        ),
        (
            "8/1K4k1/8/8/8/8/8/8 b - - 0 1",
            "g7g8",
            Some("Black wins by reaching a flag square"),
        ),
        // The Rook guards all the squares that Black's King could reach.
        ("8/1K4k1/8/8/8/8/8/R7 w - - 0 1", "b7b8", None),
        ("5R2/1K4k1/8/8/8/8/8/8 w - - 0 1", "b7b6", None),
    ] {
        let mut game = Game::new(position("racingkings", fen));
        for text in played.split_whitespace() {
            game.play(parse_coordinate(game.position(), text).unwrap());
        }
        let outcome = game.outcome().map(|outcome| outcome.to_string());
        assert_eq!(outcome.as_deref(), sentence, "{fen} {played}");
    }
}

#[test]
fn tables_need_free_moves() {
    for name in ["capture", "forced"] {
        assert_ne!(rules(name).constraints(), MoveConstraints::default());
        let error = check_supported(rules(name)).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("{name}: tables need free captures and checks")
        );
    }
}

#[test]
fn faults_have_sentences() {
    for (lines, expected) in [
        (
            "compulsory-captures = 'yes'",
            "x.compulsory-captures: invalid type: string \"yes\", expected a boolean",
        ),
        (
            "forbidden-check = true",
            "x.forbidden-check: unknown key; did you mean 'forbidden-checks'?",
        ),
        (
            "ends.flags = { pieces = 'K', squares = [8], answered = 1 }",
            "x.ends.flags.answered: invalid type: integer `1`, expected a boolean",
        ),
        (
            "ends.flags = { squares = [8], safe = true, answered = true }",
            "x.ends.flags: a piece that must be safe leaves the other side a move anyway",
        ),
    ] {
        let faults = variants::check(&format!("[x]\nbase = 'chess'\n{lines}\n")).unwrap_err();
        let said = faults.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert!(
            said.iter().any(|fault| fault.contains(expected)),
            "{lines}: {said:?}"
        );
    }
}

/// Two files are enough for a game.
#[test]
fn a_board_of_two_files() {
    let text = "[narrow]\nbase = 'chess'\nboard = '2x10'\nstart = 'qk/nr/pp/2/2/2/2/PP/NR/QK w - - 0 1'\n\
                castling = 'none'\n";
    let rules = defined(text);
    let mut random = Random(3);
    for _ in 0..20 {
        let mut position = Position::start(rules);
        for _ in 0..60 {
            assert_eq!(slow::first_difference(&position, 1, 1), None, "{position}");
            let Some(mv) = common::random_move(&position, &mut random) else {
                break;
            };
            position.play(mv);
        }
    }
}

/// A Pawn that can also go to the square without capturing does not capture en passant: both
/// moves would be written alike.
#[test]
fn no_two_moves_are_written_alike() {
    let text = "[wide]\nbase = 'chess'\n\
                pieces.P = { betza = 'fmWsmWfmFfceFifmnD', pawn = true }\n";
    let rules = defined(text);
    let fen = "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1";
    let mut game = Game::new(Position::from_fen(rules, fen).unwrap());
    game.play(parse_coordinate(game.position(), "e2e4").unwrap());
    let all = moves(game.position());
    assert_eq!(
        all.iter().filter(|text| *text == "f4e3").count(),
        1,
        "{all:?}"
    );
    let mut random = Random(5);
    for _ in 0..10 {
        let mut position = Position::start(rules);
        for _ in 0..80 {
            assert_eq!(slow::first_difference(&position, 1, 1), None, "{position}");
            let mut all = moves(&position);
            let count = all.len();
            all.dedup();
            assert_eq!(all.len(), count, "{position}");
            let Some(mv) = common::random_move(&position, &mut random) else {
                break;
            };
            position.play(mv);
        }
    }
}

//! Captures en passant where Pawns promote.

use peregrine::board::moves::MoveKind;
use peregrine::notation::{coordinate, parse_coordinate, parse_san, san};
use peregrine::position::Position;
use peregrine::rules::Rules;
use peregrine::variants::{self, description::describe};

use crate::random_play::{check_fen_and_key, check_moves, play_randomly};

/// The game with these Pawns.
fn rules(name: &str, pawns: &str) -> &'static Rules {
    let text = format!("[{name}]\nbase = 'chess'\n{pawns}");
    let found = variants::check(&text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    variants::add(found);
    variants::rules(name).unwrap()
}

/// The captures en passant in a position, in SAN, with the FENs of what they lead to.
fn captures(rules: &'static Rules, fen: &str) -> Vec<(String, String)> {
    let position = Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    check_moves(&position, 2, 1000);
    let mut found = Vec::new();
    for mv in position.legal_moves() {
        assert_eq!(
            parse_coordinate(&position, &coordinate(&position, mv)),
            Ok(mv)
        );
        if mv.kind() == MoveKind::EnPassant {
            let text = san(&position, mv);
            assert_eq!(parse_san(&position, &text), Ok(mv), "{text}");
            let next = position.after_move(mv);
            check_fen_and_key(&next);
            found.push((text, next.to_string()));
        }
    }
    found.sort();
    found
}

fn texts(found: &[(String, String)]) -> Vec<&str> {
    found.iter().map(|row| row.0.as_str()).collect()
}

const DEEP: &str = "pawns.zones = [{ squares = [6, 7, 8], to = ['Q', 'N'] }]";
const OPTIONAL: &str = "pawns.stuck = true\n\
    pawns.zones = [{ squares = [6, 7, 8], to = ['Q', 'N'], optional = true }]";
const PASSED: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";

#[test]
fn a_capture_en_passant_promotes_as_any_move_there() {
    let deep = rules("passing-deep", DEEP);
    let found = captures(deep, PASSED);
    assert_eq!(texts(&found), ["exd6=N+", "exd6=Q"]);
    assert_eq!(found[1].1, "4k3/8/3Q4/8/8/8/8/4K3 b - - 0 2");
    let optional = rules("passing-optional", OPTIONAL);
    let found = captures(optional, PASSED);
    assert_eq!(texts(&found), ["exd6", "exd6=N+", "exd6=Q"]);
    // Neither a Queen nor a Knight has been lost, so the Pawn may not go there.
    let forbidden = rules("passing-pool", &format!("{DEEP}\npawns.pool = 'forbidden'"));
    let fen = "4k3/8/8/3pP3/8/8/8/QNN1K3 w - d6 0 2";
    assert!(captures(forbidden, fen).is_empty());
    let position = Position::from_fen(forbidden, fen).unwrap();
    assert_eq!(position.legal_en_passant(), None);
    let found = captures(forbidden, &fen.replace("QNN1", "1NN1"));
    assert_eq!(texts(&found), ["exd6=Q"]);
    // The side loses that goes there with nothing to become.
    let loses = rules("passing-cruel", &format!("{DEEP}\npawns.pool = 'loses'"));
    let found = captures(loses, fen);
    assert_eq!(texts(&found), ["exd6"]);
    let end = Position::from_fen(loses, &found[0].1).unwrap();
    assert!(end.outcome().is_some(), "{end}");
    // A pinned Pawn stays where it is.
    let pinned = "4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 2";
    assert!(captures(deep, pinned).is_empty());
}

#[test]
fn or_the_pawn_stays_a_pawn() {
    let stays = rules(
        "passing-stays",
        &format!("{DEEP}\npawns.en-passant-promotion = false"),
    );
    let found = captures(stays, PASSED);
    assert_eq!(texts(&found), ["exd6"]);
    assert_eq!(found[0].1, "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
    // There it promotes by its next step. No Pawn gets to another square of the zone.
    let next = Position::from_fen(stays, "4k3/8/3P4/8/8/8/8/4K3 w - - 0 3").unwrap();
    assert!(parse_coordinate(&next, "d6d7q").is_ok() && parse_coordinate(&next, "d6d7").is_err());
    assert!(Position::from_fen(stays, "4k3/3P4/8/8/8/8/8/4K3 w - - 0 3").is_err());
    let about = |rules| {
        describe(rules)
            .into_iter()
            .find(|row| row.0 == "pawns")
            .unwrap()
            .1
    };
    let fact = "does not promote by a capture en passant";
    assert!(about(stays).contains(fact), "{}", about(stays));
    assert!(!about(rules("passing-deep-too", DEEP)).contains(fact));
    // What does not matter is not said.
    let usual = rules("passing-usual", "pawns.en-passant-promotion = false");
    assert!(!about(usual).contains(fact));
}

/// Fairy-Stockfish names the square where a capture is possible.
#[test]
fn a_fen_may_name_any_square_that_a_triple_step_passed() {
    let triple = rules("passing-triple", "pawns.triple-step = 2");
    let fen = "4k3/8/8/3Pp3/8/8/8/4K3 b - d3 0 1";
    let named = |square: &str| {
        let fen = fen.replace("d3", square);
        Position::from_fen(triple, &fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
    };
    let (first, second) = (named("d3"), named("d4"));
    assert_eq!(first.to_string(), second.to_string());
    assert_eq!(first.key(), second.key());
    let found = captures(triple, fen);
    assert_eq!(texts(&found), ["exd4"]);
    let error = Position::from_fen(triple, &fen.replace("d3", "d2")).unwrap_err();
    assert!(error.to_string().contains("no double step"), "{error}");
}

#[test]
fn random_games_follow_the_slow_rules() {
    let mut promoted = 0;
    for (number, pawns) in [
        DEEP.to_owned(),
        OPTIONAL.to_owned(),
        format!("{DEEP}\npawns.en-passant-promotion = false"),
        format!("{DEEP}\npawns.pool = 'loses'"),
        format!("{DEEP}\npawns.pool = 'forbidden'"),
        format!("{DEEP}\npawns.triple-step = 2"),
        format!("{DEEP}\nroyalty = 'last'").replace("'N'", "'K'"),
        format!("{DEEP}\npieces.P = {{ betza = 'fmWfceFifmnD', pawn = true }}"),
        "pawns.zones = [{ squares = { white = [8], black = [1, 2, 3] } }]".to_owned(),
    ]
    .iter()
    .enumerate()
    {
        let rules = rules(&format!("passing-random-{number}"), pawns);
        for seed in 0..150 {
            play_randomly(Position::start(rules), seed, 24, |position, _| {
                if position.en_passant().is_some() {
                    check_moves(position, 1, 1000);
                    check_fen_and_key(position);
                    let moves = position.legal_moves().into_iter();
                    let captures = moves.filter(|mv| mv.kind() == MoveKind::EnPassant);
                    promoted += captures.filter(|mv| mv.promoted_to().is_some()).count();
                }
            });
        }
    }
    assert!(promoted > 50, "only {promoted}");
}

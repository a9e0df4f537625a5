//! Games that end otherwise than in chess: counts of another program, both definitions of
//! the rules against each other, and the sentences of the ends.

use std::collections::HashSet;
use std::path::Path;

use peregrine::board::color::Color;
use peregrine::notation::epd::{self, EpdCase};
use peregrine::notation::parse_coordinate;
use peregrine::position::game::Game;
use peregrine::position::{Outcome, Position};
use peregrine::tablebase::check_supported;
use peregrine::variants;

use crate::common;
use crate::perft::check_counts;
use crate::random_play::{check_fen_and_key, check_moves, play_randomly};

fn cases() -> Vec<EpdCase> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft/games/ends.epd");
    let text = std::fs::read_to_string(file).expect("a perft file is text");
    epd::parse(&text, "chess").unwrap_or_else(|error| panic!("{error}"))
}

fn game(variant: &str, fen: &str, moves: &str) -> Game {
    let rules = variants::rules(variant).unwrap();
    let position = Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut game = Game::new(position);
    for text in moves.split_whitespace() {
        game.play(parse_coordinate(game.position(), text).unwrap());
    }
    game
}

#[test]
fn counts_are_those_of_fairy_stockfish() {
    let most = if common::is_long_run() {
        u64::MAX
    } else {
        60_000
    };
    let checked: usize = cases().iter().map(|case| check_counts(case, most)).sum();
    assert!(checked > 180, "only {checked} counts");
}

#[test]
fn random_play_follows_the_slow_rules() {
    let seeds = if common::is_long_run() { 12 } else { 1 };
    let mut ends = HashSet::new();
    let mut ply = 0;
    for (number, case) in cases().into_iter().enumerate() {
        for seed in 0..seeds {
            let start = case.position().unwrap();
            let end = play_randomly(start, seed * 1000 + number as u64, 80, |position, _| {
                let (depth, width) = if ply % 20 == 0 { (2, 4) } else { (1, 1000) };
                ply += 1;
                check_moves(position, depth, width);
                check_fen_and_key(position);
            });
            ends.extend(end);
        }
    }
    for end in ["a flag square", "checks", "checkmate"] {
        let found = ends.iter().any(|sentence| sentence.ends_with(end));
        assert!(found, "no end by {end}: {ends:?}");
    }
}

/// How games end, and the sentences that say so.
#[test]
fn ends_have_sentences() {
    for (variant, fen, moves, sentence) in [
        (
            "kingofthehill",
            "k7/8/8/8/8/4K3/8/8 w - - 0 1",
            "e3e4",
            "White wins by reaching a flag square",
        ),
        ("sixthrank", "4k3/8/8/8/8/4p3/8/4K2R b - - 0 1", "", ""),
        (
            "rooksquare",
            "4k3/8/8/8/8/8/8/B3K3 w - - 0 1",
            "a1h8",
            "White wins by reaching a flag square",
        ),
        // The Rook takes the piece on the last rank.
        ("squatter", "r3k3/8/8/4N3/8/8/8/4K3 w - - 0 1", "e5d7", ""),
        ("squatter", "r3k3/1N6/8/8/8/8/8/4K3 w - - 0 1", "b7d8", ""),
        (
            "squatter",
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "a1a8",
            "White wins by reaching a flag square",
        ),
        (
            "3check",
            "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1",
            "a1a8",
            "White wins by the number of checks",
        ),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +1+0", "a1a8", ""),
        (
            "misere",
            "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            "a1a8",
            "Black wins by being checkmated",
        ),
        (
            "shatranj",
            "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1",
            "e1e2 e8e7",
            "White wins by a bare King",
        ),
        // The bare King takes the last piece in return.
        ("shatranj", "8/8/8/2r5/2k5/8/1R6/K7 b - - 0 1", "", ""),
        ("chaturanga", "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "e1e2", ""),
        (
            "kamikazerooks",
            "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1",
            "e1e2",
            "Black wins by extinction",
        ),
        (
            "armageddon",
            "4k3/8/8/8/8/8/4p3/4K3 b - - 0 1",
            "e8e7 e1e2",
            "Black wins by a draw",
        ),
    ] {
        let game = game(variant, fen, moves);
        let end = game.outcome().map_or(String::new(), |end| end.to_string());
        assert_eq!(end, sentence, "{variant} {fen} {moves}");
        let is_decided = matches!(
            game.outcome(),
            Some(
                Outcome::Flag(_)
                    | Outcome::Checks(_)
                    | Outcome::BareKing(_)
                    | Outcome::Extinction(_)
            )
        );
        if is_decided {
            assert!(!game.position().has_legal_move(), "{variant} {fen} {moves}");
        }
    }
}

#[test]
fn a_bare_king_can_bare_the_other() {
    // White takes the last piece of Black, who takes the last of White.
    let both = game("shatranj", "8/8/8/8/8/1k6/1r6/1R1K4 w - - 0 1", "b1b2");
    assert_eq!(both.outcome(), None);
    assert_eq!(both.position().legal_moves().len(), 5);
    let mut both = both;
    both.play(parse_coordinate(both.position(), "b3b2").unwrap());
    assert_eq!(both.outcome(), None);
    // With two pieces left, White has won at once.
    let one = game("shatranj", "8/8/8/8/8/1k6/1r6/1R1K3N w - - 0 1", "b1b2");
    assert_eq!(one.outcome(), Some(Outcome::BareKing(Some(Color::White))));
}

#[test]
fn checks_are_counted_in_positions_fens_and_keys() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 3+2 0 1";
    let before = game("3check", fen, "");
    let after = game("3check", fen, "a1a8 e8e7 a8a1 e7e8");
    let position = after.position();
    assert_eq!(position.checks_left(Color::White), Some(2));
    assert_eq!(position.checks_left(Color::Black), Some(2));
    assert!(
        position.to_string().ends_with(" w - - 2+2 4 3"),
        "{position}"
    );
    // The same position with other counts is another one.
    assert_ne!(position.key(), before.position().key());
    let rules = variants::rules("3check").unwrap();
    let read = |counts: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/R3K3 {counts}");
        Position::from_fen(rules, &fen).map(|position| position.to_string())
    };
    for (counts, expected) in [
        ("w - - 2+2 4 3", "w - - 2+2 4 3"),
        ("w - - 4 3 +1+1", "w - - 2+2 4 3"),
        ("w 2+2 4 3", "w - - 2+2 4 3"),
        ("w - - 4 3", "w - - 3+3 4 3"),
        ("w - - 2+2", "w - - 2+2 0 1"),
    ] {
        let position = read(counts).unwrap_or_else(|error| panic!("{counts}: {error}"));
        assert!(position.ends_with(expected), "{counts}: {position}");
    }
    for counts in [
        "w - - 4+2 0 1",
        "w - - +4+0 0 1",
        "w - - x+1 0 1",
        "w - - 1+ 0 1",
    ] {
        let error = read(counts).unwrap_err().to_string();
        assert!(
            error.contains("must say how many more checks win"),
            "{error}"
        );
    }
}

#[test]
fn tables_and_flags_on_the_clock_know_other_ends() {
    for name in ["kingofthehill", "3check", "misere", "armageddon"] {
        let rules = variants::rules(name).unwrap();
        let error = check_supported(rules).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("{name}: tables need games that end as in chess")
        );
        let bare = Position::from_fen(rules, "4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
        assert!(!bare.cannot_mate(Color::Black), "{name}");
        let kings = Position::from_fen(rules, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let is_drawn = ["misere", "armageddon"].contains(&name);
        assert_eq!(kings.is_insufficient_material(), is_drawn, "{name}");
    }
}

/// The count of Makruk: 64 after the last Pawn, then against a bare King from the number of
/// men to what the other side's pieces allow; captures do not restart it.
#[test]
fn moves_are_counted_as_in_makruk() {
    let mut makruk = game(
        "makruk",
        "4k3/8/8/p7/8/1R5n/8/R3K3 w - - 3 40",
        "a1a5 e8e7 e1e2 h3g1 e2f1",
    );
    // The last Pawn is gone.
    assert_eq!(makruk.position().count_limit(), Some(128));
    assert_eq!(makruk.position().halfmove_clock(), 4);
    let fen = makruk.position().to_string();
    assert!(fen.ends_with(" b - 128 4 42"), "{fen}");
    // The King is bare: four men, two Rooks.
    for text in ["e7e6", "f1g1"] {
        makruk.play(parse_coordinate(makruk.position(), text).unwrap());
    }
    assert_eq!(makruk.position().count_limit(), Some(16));
    assert_eq!(makruk.position().halfmove_clock(), 8);
    for text in ["e6d6", "a5a4", "d6c6", "a4a5", "c6d6", "g1f1", "d6c6"] {
        makruk.play(parse_coordinate(makruk.position(), text).unwrap());
        assert_eq!(makruk.outcome(), None, "{text}");
    }
    for text in ["f1e1", "c6d6"] {
        makruk.play(parse_coordinate(makruk.position(), text).unwrap());
    }
    assert_eq!(makruk.position().halfmove_clock(), 17);
    assert_eq!(makruk.outcome(), Some(Outcome::Count));
    for (variant, pieces, limit) in [
        ("makruk", "R7", 32),
        ("makruk", "SS6", 44),
        ("makruk", "NN6", 64),
        ("makruk", "S7", 88),
        ("makruk", "M7", 128),
        ("asean", "R7", 32),
        ("asean", "B7", 88),
        ("asean", "N7", 128),
    ] {
        let fen = format!("4k3/8/8/8/8/8/4K3/{pieces} w - - 0 40");
        let found = game(variant, &fen, "").position().count_limit();
        assert_eq!(found, Some(limit), "{variant} {pieces}");
    }
    // There the count starts anew, whatever stands on the board.
    let bare = game("asean", "k7/8/8/3n4/8/8/8/3R2K1 w - - 7 40", "d1d5");
    assert!(bare.position().to_string().ends_with(" b - 32 0 40"));
    let queen = game("asean", "4k3/8/8/8/8/8/4K3/Q7 w - - 0 40", "");
    assert_eq!(queen.position().count_limit(), None);
}

/// In Shatar a mate needs a shak, and a Knight must not give it.
#[test]
fn mates_of_shatar() {
    let after = |fen, moves| game("shatar", fen, moves).outcome();
    // The Rook gives a shak, the Bishop mates.
    let shak = "6k1/2p5/5K2/6P1/8/8/8/R4B2 w - - 0 1";
    let won = Some(Outcome::Checkmate(Color::White));
    assert_eq!(after(shak, "a1a8 g8h7 f1d3"), won);
    let mate = "R7/2p4k/5K2/6P1/8/3B4/8/8 b - - 0 1";
    assert_eq!(after(mate, ""), Some(Outcome::Niol));
    // A quiet move ends the series of checks.
    let moves = "a1a8 g8h7 f1e2 c7c6 e2d3";
    assert_eq!(after(shak, moves), Some(Outcome::Niol));
    let knight = "6rk/5Npp/8/8/8/8/8/K7 b - - 0 1";
    let lost = Some(Outcome::Checkmated(Color::Black));
    assert_eq!(after(knight, ""), lost);
    assert_eq!(Outcome::Niol.to_string(), "drawn by mate without a shak");
}

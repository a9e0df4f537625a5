//! Chess960: its arrays and their numbers, castling between any squares, and how
//! both are written (docs/rules.md, section 8.1).

use std::fs;

use peregrine::board::moves::{Move, MoveKind};
use peregrine::notation::epd::Defaults;
use peregrine::notation::pgn::Reader;
use peregrine::notation::{coordinate, parse_coordinate, parse_either, parse_san, san};
use peregrine::position::fen::{FenError, ShredderFen};
use peregrine::position::movegen::slow;
use peregrine::position::{Position, PositionError};
use peregrine::rules::Rules;
use peregrine::tools::perft::perft;
use peregrine::variants::{self, shuffle::Arrays};

fn rules() -> &'static Rules {
    variants::rules("chess960").unwrap()
}

fn position(fen: &str) -> Position {
    Position::from_fen(rules(), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn castlings(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let castlings = moves.iter().filter(|mv| mv.kind() == MoveKind::Castling);
    let mut texts: Vec<String> = castlings.map(|&mv| san(position, mv)).collect();
    texts.sort();
    texts
}

#[test]
fn all_arrays_and_their_counts_are_those_of_another_program() {
    let text = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/chess960-arrays.txt"
    ));
    let arrays = Arrays::new(rules()).unwrap();
    let mut checked = 0;
    for line in text.unwrap().lines().filter(|line| !line.starts_with('#')) {
        let [number, pieces, leaves] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("three words: {line}");
        };
        let start = arrays.start(number.parse().unwrap()).unwrap();
        let fen = format!(
            "{}/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w KQkq - 0 1",
            pieces.to_lowercase()
        );
        assert_eq!(start.to_string(), fen, "{number}");
        assert_eq!(arrays.number_of(&start).unwrap().to_string(), number);
        assert_eq!(perft(&start, 3).to_string(), leaves, "{number}");
        checked += 1;
    }
    assert_eq!((checked, arrays.count()), (960, 960));
    assert_eq!(rules().start_fen(), arrays.start(518).unwrap().to_string());
}

#[test]
fn numbers_outside_the_arrays_are_refused() {
    let arrays = Arrays::new(rules()).unwrap();
    let message = arrays.start(960).unwrap_err().to_string();
    assert_eq!(message, "chess960 has the arrays 0 to 959, not 960");
    for seed in 0..2000 {
        assert!((0..960).contains(&arrays.random_number(seed)));
    }
}

#[test]
fn castling_follows_the_rules_wherever_king_and_rooks_stand() {
    for (fen, expected) in [
        // Both ways, from the orthodox squares and from others.
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["O-O", "O-O-O"][..]),
        ("4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1", &["O-O", "O-O-O"]),
        // The King stays, the Rook stays, and both change places.
        ("4k3/8/8/8/8/8/8/6KR w K - 0 1", &["O-O"]),
        ("4k3/8/8/8/8/8/8/2RK4 w Q - 0 1", &["O-O-O"]),
        ("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", &["O-O"]),
        ("4k3/8/8/8/8/8/8/4KR2 w K - 0 1", &["O-O"]),
        // The King goes past the Rook, the Rook past the King.
        ("4k3/8/8/8/8/8/8/1KR5 w K - 0 1", &["O-O"]),
        ("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", &["O-O-O"]),
        // A piece in the way of the King, of the Rook, or beyond both.
        ("4k3/8/8/8/8/8/8/1KR2N2 w K - 0 1", &[]),
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", &[]),
        ("4k3/8/8/8/8/8/8/NR2K3 w Q - 0 1", &["O-O-O"]),
        ("4k3/8/8/8/8/8/8/1R1NK3 w Q - 0 1", &[]),
        // In check, through check, into check; the Rook may be attacked.
        ("4k3/8/8/8/8/1b6/8/4K2R w K - 0 1", &["O-O"]),
        ("4k3/8/8/8/8/3b4/8/4K2R w K - 0 1", &[]),
        ("4k3/8/8/2b5/8/8/8/4K2R w K - 0 1", &[]),
        ("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", &[]),
        ("4k2r/8/8/8/8/8/8/4K2R w K - 0 1", &["O-O"]),
        ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", &["O-O-O"]),
        // The Rook shields the King's destination and leaves it.
        ("4k3/8/8/8/8/8/8/qR2K3 w Q - 0 1", &[]),
        ("4k3/8/8/8/8/8/8/rRK5 w Q - 0 1", &[]),
        ("4k3/8/8/8/8/8/8/nR2K3 w Q - 0 1", &["O-O-O"]),
        // A Rook pinned on its rank.
        ("4k3/8/8/8/8/8/8/4KR1q w K - 0 1", &[]),
        // Black castles to the same files.
        ("1r3k1r/8/8/8/8/8/8/4K3 b kq - 0 1", &["O-O", "O-O-O"]),
    ] {
        let position = position(fen);
        assert_eq!(castlings(&position), expected, "{fen}");
        let mut moves = position.legal_moves().to_vec();
        moves.sort_unstable();
        assert_eq!(moves, slow::legal_moves(&position), "{fen}");
    }
}

#[test]
fn castling_moves_both_pieces_to_their_files() {
    for (fen, text, after) in [
        (
            "4k3/8/8/8/8/8/8/6KR w K -",
            "g1h1",
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
        ),
        (
            "4k3/8/8/8/8/8/8/5KR1 w K -",
            "f1g1",
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
        ),
        (
            "4k3/8/8/8/8/8/8/1KR5 w K -",
            "b1c1",
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
        ),
        (
            "4k3/8/8/8/8/8/8/RK6 w Q -",
            "b1a1",
            "4k3/8/8/8/8/8/8/2KR4 b - - 1 1",
        ),
        (
            "rk6/8/8/8/8/8/8/4K3 b q -",
            "b8a8",
            "2kr4/8/8/8/8/8/8/4K3 w - - 1 2",
        ),
    ] {
        let mut position = position(fen);
        let mv = parse_coordinate(&position, text).unwrap();
        assert_eq!(
            (mv.kind(), &coordinate(&position, mv)[..]),
            (MoveKind::Castling, text)
        );
        position.play(mv);
        assert_eq!(position.to_string(), after);
        assert_eq!(position.key(), self::position(after).key());
    }
}

/// The King on f1 may step to g1 and castle to it.
#[test]
fn a_step_and_castling_to_the_same_square_are_told_apart() {
    let position = position("4k3/8/8/8/8/8/8/1R3K1R w KQ -");
    let kind = |mv: Result<Move, _>| {
        mv.map(Move::kind)
            .map_err(|error: peregrine::notation::NotationError| error.to_string())
    };
    for (text, expected) in [
        ("f1g1", MoveKind::Plain),
        ("Kg1", MoveKind::Plain),
        ("f1h1", MoveKind::Castling),
        ("O-O", MoveKind::Castling),
        ("0-0", MoveKind::Castling),
        ("f1c1", MoveKind::Castling),
        ("f1b1", MoveKind::Castling),
        ("o-o-o", MoveKind::Castling),
        ("Kc1", MoveKind::Castling),
    ] {
        assert_eq!(kind(parse_either(&position, text)), Ok(expected), "{text}");
    }
    for text in ["f1a1", "f1d1", "O-Og2", "Kxh1", "b1f1"] {
        assert!(parse_either(&position, text).is_err(), "{text}");
    }
    for mv in position.legal_moves() {
        assert_eq!(
            parse_coordinate(&position, &coordinate(&position, mv)),
            Ok(mv)
        );
        assert_eq!(parse_san(&position, &san(&position, mv)), Ok(mv));
    }
}

#[test]
fn both_forms_of_fen_are_read() {
    for (given, x_fen, shredder) in [
        ("KQkq", "KQkq", "HAha"),
        ("HAha", "KQkq", "HAha"),
        ("hHaA", "KQkq", "HAha"),
        ("Kq", "Kq", "Ha"),
        ("-", "-", "-"),
    ] {
        let position = position(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {given} - 0 1"));
        let field = |fen: String| fen.split(' ').nth(2).unwrap().to_owned();
        assert_eq!(field(position.to_string()), x_fen);
        assert_eq!(field(ShredderFen(&position).to_string()), shredder);
    }
    // An inner Rook needs its file.
    let inner = "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1";
    assert_eq!(position(inner).to_string(), inner);
    assert_eq!(
        position(&inner.replace("GB", "KQ")).to_string(),
        inner.replace("GB", "KQ")
    );
    let error = |fen: &str| Position::from_fen(rules(), fen).unwrap_err();
    assert!(matches!(
        error("4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1"),
        FenError::Position(PositionError::CastlingWing { .. })
    ));
    for (fen, message) in [
        (
            "4k3/8/8/8/8/8/8/R3K3 w K - 0 1",
            "castling right 'K': White has no Rook on that side of its King on e1",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w H - 0 1",
            "castling right 'H': White has no Rook on the h-file beside its King",
        ),
        ("4k3/8/8/8/8/8/4K3/R7 w - - 0 1", ""),
        (
            "4k3/8/8/8/8/8/R3K3/8 w A - 0 1",
            "White cannot have a castling right with its King on e2",
        ),
    ] {
        let found = Position::from_fen(rules(), fen);
        let text = found.err().map(|error| error.to_string());
        assert_eq!(text.unwrap_or_default(), message, "{fen}");
    }
}

#[test]
fn other_programs_names_are_known() {
    for name in [
        "chess960",
        "Chess960",
        "fischerandom",
        "Fischerandom",
        "fischerrandom",
        "Fischer Random",
        "Chess 960",
        "FRC",
    ] {
        assert_eq!(variants::find(name).unwrap().name, "chess960", "{name}");
    }
    assert!(variants::find("chess961").is_err());
}

#[test]
fn games_of_other_programs_are_read_and_written_for_them() {
    // As Lichess and as XBoard write tags.
    for tags in [
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnrnkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNRNKR w KQkq - 0 1\"]",
        "[Variant \"fischerandom\"]\n[FEN \"bbqnrnkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNRNKR w HEhe - 0 1\"]\n[SetUp \"1\"]",
    ] {
        let text = format!("{tags}\n\n1. Ng3 Ng6 2. O-O 0-0 3. e3 e6 *\n");
        let read = |text: &str| {
            let mut games = Reader::new(text.as_bytes(), Defaults::for_variant("chess"));
            games.next().unwrap().unwrap().pgn
        };
        let pgn = read(&text);
        let start = pgn.game.start().to_string();
        assert_eq!(
            start,
            "bbqnrnkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNRNKR w KQkq - 0 1"
        );
        let written = pgn.to_string();
        let variant = tags.lines().next().unwrap();
        assert!(written.contains(variant), "{written}");
        assert!(written.contains("[SetUp \"1\"]"), "{written}");
        assert_eq!(read(&written).game.moves(), pgn.game.moves());
    }
    // The orthodox array is an array like the others, so its number can be told.
    let start = peregrine::position::game::Game::new(Position::start(rules()));
    let pgn = peregrine::notation::pgn::PgnGame::from_game(start).to_string();
    assert!(pgn.contains("[FEN \"rnbqkbnr/"), "{pgn}");
}

/// What was made for chess serves Chess960, because neither depends on castling.
#[test]
fn networks_and_tablebases_of_chess_apply() {
    use peregrine::eval::network::fingerprint;
    use peregrine::tablebase::Tablebases;
    let chess = variants::rules("chess").unwrap();
    assert_eq!(fingerprint(chess), fingerprint(rules()));
    let both = [chess, rules()].map(Tablebases::built_in);
    let mut known = 0;
    for fen in [
        "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
    ] {
        let [of_chess, of_chess960] = [(chess, &both[0]), (rules(), &both[1])]
            .map(|(rules, tables)| tables.probe(&Position::from_fen(rules, fen).unwrap()));
        assert_eq!(of_chess, of_chess960, "{fen}");
        known += usize::from(of_chess.is_some());
    }
    assert!(known > 0);
}

#[test]
fn keys_and_counters_are_right_after_castling_in_place() {
    let mut position = position("4k3/8/8/8/8/8/8/6KR w H - 0 1");
    for text in ["g1h1", "e8e7", "g1h2", "e7e8"] {
        let mv = parse_coordinate(&position, text).unwrap();
        position.play(mv);
        assert_eq!(position.key(), position.computed_key(), "{text}");
    }
    assert_eq!(position.to_string(), "4k3/8/8/8/8/8/7K/5R2 w - - 4 3");
}

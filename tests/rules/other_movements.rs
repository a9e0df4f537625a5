//! Games whose Kings, Pawns or pieces move otherwise than in chess: the counts of other
//! programs, both definitions of the rules against each other, and notation.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use peregrine::board::color::Color;
use peregrine::board::moves::{Move, MoveKind};
use peregrine::board::piece::PieceKind;
use peregrine::notation::epd::{self, Defaults, EpdCase};
use peregrine::notation::pgn::Reader;
use peregrine::notation::xboard::betza;
use peregrine::notation::{coordinate, parse_coordinate, parse_san, san};
use peregrine::position::Position;
use peregrine::position::movegen::slow;
use peregrine::tablebase::check_supported;
use peregrine::variants;

use crate::common::{self, Random};
use crate::perft::check_counts;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("perft")
}

/// Games with stranger Kings and Pawns, each from its start position.
const STRANGE: &str = r#"
[king-of-lines]
base = "chess"
castling = "none"
start = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"
pieces.K = { moves = "rook", royal = true }
pawns.zones = [{ squares = 8, to = ["Q", "N"] }]
pieces.Q = "queen"
pieces.N = "knight"

[king-of-hops]
base = "chess"
pieces.K = { betza = "gQW", royal = true }

[king-of-cannons]
base = "chess"
pieces.K = { betza = "mRcpR", royal = true }

[king-of-captures]
base = "chess"
pieces.K = { betza = "mKcN", royal = true }

[king-of-riders]
base = "chess"
castling = "free"
pieces.K = { moves = ["nightrider", "griffin"], royal = true }

[pawn-of-lines]
base = "chess"
pieces.P = { betza = "fmRcB", pawn = true }

[pawn-of-rooks]
base = "chess"
pieces.P = { betza = "R", pawn = true }

[pawn-of-knights]
base = "chess"
pieces.P = { moves = "knight", pawn = true }
pawns.zones = [{ squares = [8, "a6"], optional = true }]

[pawn-of-leaps]
base = "chess"
pieces.P = { betza = "fmWfceFifmnNifmnAifmnD", pawn = true }

[pawn-of-hops]
base = "chess"
start = "rnbqkbnr/pppp1ppp/4p3/8/8/3P4/PPP1PPPP/RNBQKBNR w KQkq - 0 1"
pieces.P = { betza = "fmWfcgQfceFifmnD", pawn = true }
pieces.K = { moves = ["camel", "wazir"], royal = true }
stalemate = "loss"

[pawn-of-cannons]
base = "chess"
start = "rnbqkbnr/pppppppp/4p3/8/8/4P3/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
pieces.P = { betza = "fsmWfcpR", pawn = true }

[lame-pool]
base = "chess"
pieces.P = { betza = "fsmWfceFifmnD", pawn = true }
pawns.pool = "loses"

[pawn-of-steps]
base = "chess"
pawns.double-step = { white = [2, 3, 6], black = [7, "a6"] }
pawns.triple-step = [2, 4]
pawns.en-passant = { white = [3, 4, 5], black = [5, 6] }
pawns.resets-count = false

[pawn-of-triples]
base = "chess"
pawns.double-step = [2, 3, 4, 5, 6]
pawns.triple-step = [2, 3, 4, 5]
pawns.zones = [
    { squares = { white = [8], black = [1] }, to = { white = ["Q", "N"], black = ["R", "B"] }, limit = { Q = 1, R = 2 } },
]

[pawn-of-limits]
base = "chess"
pawns.zones = [
    { squares = 5, to = ["Q", "R"], only-lost = true, always = "R", optional = true },
    { squares = [7, 8], to = ["Q", "R", "N"], limit = { N = 2, R = 3, Q = 9 } },
]

[pawn-of-corners]
base = "chess"
start = "kqbnr3/rnbppp2/pppp4/8/8/4PPPP/2PPPBNR/3RNBQK w - - 0 1"
castling = "none"
pieces.P = { betza = "mWcF", pawn = true }
pawns.zones = [{ squares = { white = ["a8", "b8", "a7"], black = ["h1", "g1", "h2"] } }]

[pawns-of-two-kinds]
base = "chess"
start = "rnbqkbnr/spspspsp/8/8/8/8/PSPSPSPS/RNBQKBNR w KQkq - 0 1"
pieces.S = { betza = "fmFfceWfceFifmnA", starts = 2, promotes = { zone = 8, to = "N" }, resets-count = true }
pieces.Q = { moves = "queen", promotes = { zone = [6, 7, 8], to = "A", leaving = true } }
pieces.A = { moves = ["rook", "knight"] }
pawns.zones = [{ squares = 8, to = ["Q", "R"] }]

[pieces-that-promote]
board = "7x7"
start = "rbsksbn/7/ppppppp/7/PPPPPPP/7/NBSKSBR w - - 0 1"
castling = "none"
pieces.R = { moves = "rook", promotes = { zone = [6, 7], to = "D", optional = true, leaving = true, limit = { D = 1 } } }
pieces.D = { moves = ["rook", "ferz"] }
pieces.B = { moves = "bishop", promotes = { zone = { white = [6, 7], black = ["a1", "b2"] }, to = { white = "R", black = "D" }, leaving = true } }
pieces.S = { moves = "silver", promotes = { zone = [5, 6, 7], to = "G", optional = true, leaving = true } }
pieces.N = { betza = "ffN", promotes = [{ zone = 5, to = "G", optional = true, leaving = true }, { zone = [6, 7], to = "G" }] }
pieces.G = { moves = "gold" }
pieces.P = { betza = "fW", pawn = true, promotes = [{ zone = [5, 6], to = "G", optional = true, leaving = true }, { zone = 7, to = "G" }] }

[forbidden-pool]
base = "chess"
pieces.P = { betza = "fbmWfceFifmnD", pawn = true }
pawns.pool = "forbidden"

[standing-kings]
base = "chess"
standing-kings = true
start = "rnbqk1nr/pppp1ppp/8/8/8/8/PPP1PPPP/RNB1KBNR w KQkq - 0 1"

[immobile-pieces]
base = "chess"
castling = "free"
start = "rn2k2r/ppp2ppp/8/2I2i2/8/8/PPP2PPP/R2BK2R w KQkq - 0 1"
pieces.I = { moves = "immobile" }
pieces.N = { moves = "nightrider" }
pieces.B = { betza = "mBcpB" }
"#;

/// Games with several royal pieces, or other ones than Kings, each from its start position.
const ROYAL: &str = r#"
[two-last-kings]
base = "chess"
royalty = "last"
castling = "none"
start = "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1"
pawns.zones = [
    { squares = 5, to = ["R", "K"], optional = true },
    { squares = 8, to = ["R", "K"] },
]

[two-safe-kings]
base = "chess"
royalty = "all"
castling = "none"
start = "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1"
pawns.zones = [
    { squares = 5, to = ["R", "K"], optional = true },
    { squares = 8, to = ["R", "K"] },
]

[duple-kings]
base = "chess"
royalty = "duple"
castling = "none"
start = "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1"
pawns.zones = [
    { squares = 5, to = ["R", "K"], optional = true },
    { squares = 8, to = ["R", "K"] },
]

[royal-minors]
base = "chess"
royalty = "last"
pieces.N = { moves = "knight", royal = true }
pieces.B = { moves = "bishop", royal = true }

[kings-that-promote]
base = "chess"
royalty = "last"
castling = "none"
start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
pieces.K = { moves = "man", royal = true, promotes = { zone = [2, 3, 4, 5, 6, 7, 8], to = "M", optional = true, leaving = true } }
pieces.M = { moves = ["knight", "camel"], royal = true, promotes = { zone = 8, to = ["K", "Q"] } }
pieces.N = { moves = "knight", promotes = { zone = [4, 5], to = ["K", "B", "M"], leaving = true } }

[kings-that-must-promote]
base = "chess"
royalty = "all"
castling = "none"
standing-kings = true
start = "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w - - 0 1"
pieces.K = { betza = "KmB", royal = true, promotes = { zone = [5, 6], to = "M", leaving = true } }
pieces.M = { betza = "Q2", royal = true, region = [4, 5, 6, 7, 8] }

[royal-hoppers]
base = "chess"
royalty = "duple"
pieces.B = { betza = "mBcpB", royal = true }
pieces.N = { betza = "mRcpR" }

[all-cannons]
base = "chess"
royalty = "all"
start = "rnbqkbnr/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
pieces.R = { betza = "mRcpR", royal = true }
castling-partner = "R"
castling = "free"
pieces.N = { moves = "nightrider" }

[unlike-royals]
base = "chess"
start = "1nbq1mnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"
pieces.M = { moves = ["knight", "falcon", "alfil"], royal = true }
pieces.N = { betza = "fKbA" }

[one-king-against-two]
base = "chess"
royalty = "duple"
castling = "none"
start = "1kbq1knr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
pieces.Q = { moves = ["rook", "falcon"], royal = true }
"#;

/// The positions of a perft file, whose games the library or the armies define.
fn cases(file: &str) -> Vec<EpdCase> {
    static LOADED: OnceLock<()> = OnceLock::new();
    LOADED.get_or_init(|| {
        let armies = folder().join("movement/armies.toml");
        if let Err(error) = variants::load(&armies) {
            panic!("{error}");
        }
        for text in [STRANGE, ROYAL] {
            match variants::check(text) {
                Ok(found) => variants::add(found),
                Err(faults) => panic!("{faults:#?}"),
            }
        }
    });
    let text = std::fs::read_to_string(folder().join(file)).expect("a perft file is text");
    epd::parse(&text, "chess").unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn all_cases() -> Vec<EpdCase> {
    let mut all = cases("games/games.epd");
    let lines = STRANGE.lines().chain(ROYAL.lines());
    for line in lines.filter(|line| line.starts_with('[')) {
        let name = line.trim_matches(['[', ']']);
        let rules = variants::rules(name).unwrap();
        let text = format!("{} ;variant {name}", Position::start(rules));
        all.extend(epd::parse(&text, name).unwrap());
    }
    all.extend(cases("movement/armies.epd"));
    all
}

/// Calls `look` with the positions of random play from each case.
fn for_random_play(plies: usize, seeds: u64, mut look: impl FnMut(&Position)) {
    let mut games = HashSet::new();
    let cases = all_cases().into_iter();
    let first = cases.filter(|case| games.insert(case.rules.variant().to_owned()));
    for (number, case) in first.enumerate() {
        for seed in 0..seeds {
            let mut random = Random(seed * 1000 + number as u64);
            let mut position = case
                .position()
                .expect("perft files hold possible positions");
            for _ in 0..plies {
                look(&position);
                let Some(mv) = common::random_move(&position, &mut random) else {
                    break;
                };
                position.play(mv);
            }
        }
    }
}

#[test]
fn counts_are_those_of_other_programs() {
    let most = if common::is_long_run() {
        u64::MAX
    } else {
        60_000
    };
    for (file, least) in [("games/games.epd", 100), ("movement/armies.epd", 50)] {
        let cases = cases(file);
        let checked: usize = cases.iter().map(|case| check_counts(case, most)).sum();
        assert!(checked >= least, "only {checked} counts in {file}");
    }
}

#[test]
fn random_play_follows_the_slow_rules() {
    let seeds = if common::is_long_run() { 20 } else { 1 };
    let mut ply = 0;
    for_random_play(80, seeds, |position| {
        let (depth, width) = if ply % 20 == 0 { (2, 4) } else { (1, 1000) };
        ply += 1;
        let difference = slow::first_difference(position, depth, width);
        assert_eq!(difference, None, "{position}");
    });
    assert!(ply > 1000, "only {ply} positions");
}

#[test]
fn moves_change_keys_and_checks_as_a_new_position_has_them() {
    for_random_play(40, 1, |position| {
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play(mv);
            let text = next.to_string();
            let read = Position::from_fen(position.rules(), &text)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read.to_string(), text);
            assert_eq!(read.key(), next.key(), "{text}");
            assert_eq!(read.checkers(), next.checkers(), "{text}");
            assert_eq!(next.is_check(), slow::is_check(&next), "{text}");
            assert_eq!(next.is_check(), next.checkers().any(), "{text}");
            let is_royal = |square| position.royals(!position.side_to_move()).contains(square);
            let is_plain =
                mv.kind() == MoveKind::Plain && mv.promoted_to().is_none() && !is_royal(mv.to());
            if is_plain && next.is_check() {
                assert!(
                    position.check_squares().may_give_check(position, mv),
                    "{position}"
                );
            }
        }
    });
}

#[test]
fn every_legal_move_has_a_text_of_its_own() {
    let mut special = 0;
    for_random_play(80, 1, |position| {
        let (mut coordinates, mut sans) = (HashSet::new(), HashSet::new());
        for mv in position.legal_moves() {
            let text = coordinate(position, mv);
            assert_eq!(parse_coordinate(position, &text), Ok(mv), "{position}");
            assert!(
                coordinates.insert(text.clone()),
                "{text} twice in {position}"
            );
            let text = san(position, mv);
            assert_eq!(parse_san(position, &text), Ok(mv), "{text} in {position}");
            assert!(sans.insert(text.clone()), "{text} twice in {position}");
            special += usize::from(mv.kind() == MoveKind::EnPassant);
            special += usize::from(mv.promoted_to().is_some());
        }
    });
    assert!(special > 100, "only {special} special moves");
}

/// Texts of moves of Pawns that are ambiguous in chess notation without more letters.
#[test]
fn pawn_moves_are_told_apart() {
    let cases = [
        // Two Pawns move to one square without capture; one captures straight ahead.
        ("berolina", "4k3/8/8/8/8/8/1P1P4/4K3 w - - 0 1", "b2c3 d2c3"),
        ("berolina", "4k3/8/8/8/8/2n5/2P5/4K3 w - - 0 1", "c2c3"),
        (
            "pawnsideways",
            "4k3/8/8/2p5/1P1P4/2P5/8/4K3 w - - 0 1",
            "c3c4 b4c4 d4c4 b4c5 d4c5",
        ),
        (
            "allwayspawns",
            "4k3/2P5/1P1P4/2P5/8/8/8/4K3 w - - 0 1",
            "b6c6 d6c6 c7c6 c5c6",
        ),
    ];
    for (variant, fen, moves) in cases {
        cases_are_loaded();
        let rules = variants::rules(variant).unwrap();
        let position = Position::from_fen(rules, fen).unwrap();
        let mut texts = HashSet::new();
        for text in moves.split_whitespace() {
            let mv = parse_coordinate(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
            let short = san(&position, mv);
            assert_eq!(parse_san(&position, &short), Ok(mv), "{short} in {fen}");
            assert!(texts.insert(short), "{text} in {fen}");
        }
    }
}

fn cases_are_loaded() {
    assert!(!all_cases().is_empty());
}

#[test]
fn games_are_written_as_pgn_and_read_again() {
    for (number, case) in all_cases().into_iter().enumerate() {
        let position = case.position().unwrap();
        let (mut current, mut moves) = (position.clone(), Vec::<Move>::new());
        let mut random = Random(number as u64);
        let mut text = format!(
            "[Variant \"{}\"]\n[SetUp \"1\"]\n[FEN \"{position}\"]\n\n",
            position.rules().variant()
        );
        for _ in 0..60 {
            let Some(mv) = common::random_move(&current, &mut random) else {
                break;
            };
            text += &san(&current, mv);
            text.push(' ');
            moves.push(mv);
            current.play(mv);
        }
        text += "*\n";
        let game = Reader::new(text.as_bytes(), Defaults::for_variant("chess"))
            .next()
            .unwrap_or_else(|| panic!("{text}"))
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(game.pgn.game.moves(), moves, "{text}");
    }
}

/// En-passant squares that no double step of the Pawns of the game can have left.
#[test]
fn impossible_en_passant_squares_are_refused() {
    cases_are_loaded();
    let cases = [
        ("berolina", "4k3/8/8/8/6P1/8/8/4K3 b - f3 0 1", true),
        ("berolina", "4k3/8/8/8/6P1/8/8/4K3 b - h3 0 1", false),
        ("berolina", "4k3/8/8/8/6P1/8/8/4K3 b - g3 0 1", false),
        ("berolina", "4k3/8/8/8/6P1/8/4P3/4K3 b - f3 0 1", false),
        ("pawnsideways", "4k3/8/8/8/6P1/8/8/4K3 b - g3 0 1", true),
        ("pawnsideways", "4k3/8/8/8/6P1/6N1/8/4K3 b - g3 0 1", false),
        ("legan", "4k3/8/8/8/6P1/8/8/4K3 b - g3 0 1", false),
        ("knightmate", "4k3/8/8/8/6P1/8/8/4K3 b - g3 0 1", true),
        ("allwayspawns", "4k3/8/8/8/8/6P1/8/4K3 b - g2 0 1", false),
    ];
    for (variant, fen, is_possible) in cases {
        let rules = variants::rules(variant).unwrap();
        match Position::from_fen(rules, fen) {
            Ok(position) => assert!(is_possible, "{variant} {fen} is {position}"),
            Err(error) => assert!(!is_possible, "{variant} {fen}: {error}"),
        }
    }
}

/// Kings and Pawns keep their roles, whatever their moves.
#[test]
fn kings_and_pawns_keep_their_kinds() {
    cases_are_loaded();
    for (variant, king, pawns) in [
        ("knightmate", false, true),
        ("centaurking", false, true),
        ("berolina", true, false),
        ("legan", true, false),
    ] {
        let rules = variants::rules(variant).unwrap();
        assert_eq!(rules.has_orthodox_king(), king, "{variant}");
        assert_eq!(rules.has_orthodox_pawns(), pawns, "{variant}");
        let letters = [PieceKind::KING, PieceKind::PAWN].map(|kind| {
            let mut types = rules.piece_types().iter();
            types
                .find(|row| row.kind == kind)
                .map(|row| row.letter.clone())
        });
        assert_eq!(letters, [Some("K".to_owned()), Some("P".to_owned())]);
    }
}

/// Castling to a square that the King can go to anyway is written as King takes Rook.
#[test]
fn castling_is_told_apart_from_moves_of_the_king() {
    cases_are_loaded();
    let rules = variants::rules("king-of-cannons").unwrap();
    let position = Position::from_fen(rules, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    let kind = |text| parse_coordinate(&position, text).map(Move::kind);
    assert_eq!(kind("e1g1"), Ok(MoveKind::Plain));
    assert_eq!(kind("e1h1"), Ok(MoveKind::Castling));
}

/// What makes a position illegal, a check or the end of a game differs between the kinds of
/// royalty.
#[test]
fn royalty_decides_what_a_check_is() {
    cases_are_loaded();
    let check = |variant, fen| {
        let rules = variants::rules(variant).unwrap();
        Position::from_fen(rules, fen).map(|position| (position.is_check(), position.outcome()))
    };
    // A Rook attacks one King of two, then both.
    let (one, both) = (
        "4k3/8/8/8/8/8/k6R/r6K w - - 0 1",
        "k3R3/8/8/8/8/8/8/k6K b - - 0 1",
    );
    assert_eq!(check("two-safe-kings", both), Ok((true, None)));
    assert_eq!(check("two-last-kings", both), Ok((false, None)));
    assert_eq!(check("duple-kings", both), Ok((false, None)));
    assert_eq!(
        check("duple-kings", "k3R3/8/8/8/8/8/8/k3R2K b - - 0 1"),
        Ok((true, None))
    );
    let error = |variant, fen| check(variant, fen).unwrap_err().to_string();
    let reach = "White is to move and could capture the royal piece on a2";
    assert!(error("two-safe-kings", one).ends_with(reach));
    assert!(check("two-last-kings", "4k3/8/8/8/8/8/k6R/7K w - - 0 1").is_ok());
    assert!(
        error("maharajah", "4k3/8/8/8/8/8/8/8 w - - 0 1").ends_with("White has no royal piece")
    );
    assert!(
        error("unlike-royals", "m6k/8/8/8/8/8/8/K7 w - - 0 1")
            .ends_with("Black has 2 royal pieces, but the game has no 'royalty'")
    );
    // Both Kings are attacked, and no move makes one of them safe.
    let mate = check("duple-kings", "k5k1/R5R1/8/8/8/8/8/1R2R2K b - - 0 1").unwrap();
    assert!(mate.0, "{mate:?}");
}

#[test]
fn other_programs_and_tables_are_told_of_the_kings_moves() {
    cases_are_loaded();
    let rules = variants::rules("knightmate").unwrap();
    let start = Position::start(rules);
    let king = start.king(Color::White);
    let text = betza::king(rules, Color::White, king, start.castling_rights());
    assert_eq!(text, "NisO2");
    for name in [
        "berolina",
        "knightmate",
        "pawn-of-rooks",
        "pawn-of-knights",
        "king-of-hops",
    ] {
        let rules = variants::rules(name).unwrap();
        assert!(check_supported(rules).is_err(), "{name}");
    }
}

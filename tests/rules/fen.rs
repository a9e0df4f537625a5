//! FEN: what is read is written again, and errors are reported.

use peregrine::board::color::Color;
use peregrine::board::piece::{Piece, PieceKind};
use peregrine::board::square::Square;
use peregrine::notation::parse_coordinate;
use peregrine::position::Position;
use peregrine::position::fen;
use peregrine::rules::{CastlingRule, Rules};
use peregrine::variants::{self, RuleOptions, Variant};

use crate::common;

fn position(variant: &str, fen: &str) -> Result<Position, String> {
    let rules = variants::find(variant)
        .unwrap()
        .rules(RuleOptions::default())
        .unwrap();
    Position::from_fen(rules, fen).map_err(|error| error.to_string())
}

/// The key, the legal en-passant square and the moves of a position are those
/// of the position that its FEN describes.
fn assert_round_trip(position: &Position) {
    let fen = position.to_string();
    let read = Position::from_fen(position.rules(), &fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    assert_eq!(read.to_string(), fen);
    assert_eq!(read.key(), position.key(), "{fen}");
    assert_eq!(read.key(), read.computed_key(), "{fen}");
    assert_eq!(
        read.legal_en_passant(),
        position.legal_en_passant(),
        "{fen}"
    );
    assert_eq!(read.legal_moves(), position.legal_moves(), "{fen}");
}

#[test]
fn fens_of_the_perft_files_round_trip() {
    for case in common::perft_cases() {
        let position = case
            .position()
            .unwrap_or_else(|e| panic!("{}: {e}", case.fen));
        let written = position.to_string();
        if case.rules.is_shuffled() {
            // The file may name the outermost Rook by its file (docs/rules.md,
            // section 9.3).
            assert_eq!(without_rights(&written), without_rights(&case.fen));
            let rights = case.fen.split(' ').nth(2).unwrap().replace('-', "");
            assert_eq!(position.castling_rights().count(), rights.len() as u32);
            assert_round_trip(&position);
            continue;
        }
        let expected = match case.rules.castling() {
            CastlingRule::None => without_rights(&case.fen),
            _ => case.fen,
        };
        assert_eq!(written, expected);
    }
}

fn without_rights(fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    fields[2] = "-";
    fields.join(" ")
}

#[test]
fn positions_of_many_games_round_trip() {
    common::for_many_positions(60, assert_round_trip);
}

#[test]
fn start_fens_of_the_registry_round_trip() {
    for variant in common::built_in_games() {
        let rules = variant.rules(RuleOptions::default()).unwrap();
        assert_eq!(Position::start(rules).to_string(), variant.start_fen);
    }
}

#[test]
fn castling_field_accepts_any_order_and_file_letters() {
    let board = "r4k3r/10/10/10/10/10/10/R4K3R";
    let written = format!("{board} w KQkq - 0 1");
    for field in ["KQkq", "qkQK", "JAja", "KAjq", "kJQa"] {
        let read = position("falcon", &format!("{board} w {field} -")).unwrap();
        assert_eq!(read.to_string(), written);
    }
    let read = position("falcon", "r4k3r/10/10/10/10/10/10/R4K3R b Aj - 3 9").unwrap();
    assert_eq!(read.to_string(), "r4k3r/10/10/10/10/10/10/R4K3R b Qk - 3 9");
}

#[test]
fn fields_of_rights_may_be_missing_before_the_counters() {
    let board = "r4k3r/10/10/10/10/10/10/R4K3R";
    for (rest, read_as) in [
        ("b 3 9", "b - - 3 9"),
        ("b - 3 9", "b - - 3 9"),
        ("b Qk 3 9", "b Qk - 3 9"),
        ("b Qk -", "b Qk - 0 1"),
    ] {
        let read = position("falcon", &format!("{board} {rest}")).unwrap();
        assert_eq!(read.to_string(), format!("{board} {read_as}"));
    }
    for rest in ["b Qk - 3", "b Qk 3", "b 3", "b Qk - x 3 9"] {
        let error = position("falcon", &format!("{board} {rest}")).unwrap_err();
        assert!(!error.to_string().is_empty(), "{rest}");
    }
}

/// The game of a variant file.
fn game(text: &str) -> &'static Rules {
    let found = variants::check(text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let variant: &'static Variant = Box::leak(Box::new(found[0].clone()));
    variant.rules(RuleOptions::default()).unwrap()
}

#[test]
fn files_k_and_q_are_distinguished_from_castling_sides() {
    let rules = game(
        "[wide]\nbase = 'chess'\nboard = '12x6'\ncastling = 'three'\n\
         start = 'r4k3rr1/ppppppppp3/12/12/PPPPPPPPP3/R4K3RR1 w KJQkjq - 0 1'\n\
         pawns.double-step = []",
    );
    let mut position = Position::start(rules);
    assert_eq!(position.to_string(), rules.start_fen());
    // The Rook of j1 goes to l1 and is now the outermost.
    for text in ["j1j2", "a5a4", "j2l2", "b5b4", "l2l1", "c5c4"] {
        position.play(parse_coordinate(&position, text).unwrap());
        assert_round_trip(&position);
    }
    let rights = position.to_string();
    assert_eq!(rights.split(' ').nth(2), Some("K1Qkjq"));
    let fen = "r4k3rr1/12/12/12/12/R4K4RR w K1Qkjq - 4 9";
    let read = Position::from_fen(rules, fen).unwrap();
    assert_eq!(read.to_string(), fen);
    assert_eq!(read.castling_rights().count(), 5);
    assert_round_trip(&read);
    // Any file may be followed by its rank.
    let long = Position::from_fen(rules, "r4k3rr1/12/12/12/12/R4K4RR w A1K1a6k6j6 - 4 9").unwrap();
    assert_eq!(long.to_string(), fen);
    let refused = |field: &str| {
        let fen = format!("r4k3rr1/12/12/12/12/R4K3RRR w {field} - 0 1");
        Position::from_fen(rules, &fen).unwrap_err().to_string()
    };
    assert_eq!(
        refused("K"),
        "there is no unmoved Rook on l1 to castle with"
    );
    assert_eq!(
        refused("K2"),
        "castling right 'K2': White has no Rook on k2 beside its King"
    );
    assert_eq!(
        refused("kK6"),
        "castling right 'K6': White has no Rook on k6 beside its King"
    );
    assert_eq!(
        refused("K1jK1"),
        "castling right 'K1' is given twice in 'K1jK1'"
    );
    assert_eq!(
        refused("K11"),
        "'K' in the castling field 'K11' is not one of KQkq or a file"
    );
    assert_eq!(
        refused("Q1"),
        "'1' in the castling field 'Q1' is not one of KQkq or a file"
    );
}

/// Whatever its files are called, the FEN says unambiguously which Rooks may castle.
#[test]
fn castling_rights_round_trip_with_any_file_names() {
    let mut looked_at = 0;
    for names in [
        "abcdef", "akqbcd", "kabcdq", "qabcdk", "abkcqd", "qkabcd", "abcdkq",
    ] {
        let rules = game(&format!(
            "[six]\nbase = 'chess'\nboard = '6x4'\nfile-names = '{names}'\nshuffled = true\n\
             castling = 'free'\npawns.double-step = []\n\
             start = 'rrkrrr/6/6/RRKRRR w - - 0 1'"
        ));
        let square = |file: usize| Square::new(file);
        let king = Piece::new(Color::White, PieceKind::KING);
        let rook = Piece::new(Color::White, PieceKind::ROOK);
        let empty = fen::parse(rules, "6/5k/6/6 w - - 0 1").unwrap();
        for home in 0..6 {
            // Every other cell is empty, or has a Rook with or without its castling right.
            for cells in 0..3_usize.pow(5) {
                let mut setup = empty.clone();
                setup.board[home] = Some(king);
                let others = (0..6).filter(|&file| file != home);
                for (place, file) in (0..).zip(others) {
                    let what = cells / 3_usize.pow(place) % 3;
                    setup.board[file] = Some(rook).filter(|_| what > 0);
                    if what == 2 {
                        setup.castling |= square(file).into();
                    }
                }
                setup.side_to_move = Color::Black;
                let both = [Color::White, Color::Black];
                let legal = both.into_iter().find_map(|side| {
                    setup.side_to_move = side;
                    Position::from_setup(rules, &setup).ok()
                });
                let Some(position) = legal else { continue };
                let read = Position::from_fen(rules, &position.to_string()).unwrap();
                assert_eq!(read.castling_rights(), setup.castling, "{position}");
                assert_eq!(read.to_string(), position.to_string());
                looked_at += 1;
            }
        }
    }
    assert_eq!(looked_at, 7 * 6 * 243);
}

#[test]
fn en_passant_square_is_written_after_any_double_step() {
    let capturable = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
    let idle = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1";
    let pinned = "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1";
    for fen in [capturable, idle, pinned] {
        assert_eq!(position("chess", fen).unwrap().to_string(), fen);
    }
    let legal = |fen| position("chess", fen).unwrap().legal_en_passant().is_some();
    assert_eq!([capturable, idle, pinned].map(legal), [true, false, false]);
}

#[test]
fn castling_rights_are_dropped_where_there_is_no_castling() {
    let options = RuleOptions {
        castling: Some(CastlingRule::None),
        ..RuleOptions::default()
    };
    let rules = variants::find("falcon").unwrap().rules(options).unwrap();
    let read = Position::from_fen(rules, "4k4r/10/10/10/10/10/10/R5K3 w KQa - 0 1").unwrap();
    assert_eq!(read.to_string(), "4k4r/10/10/10/10/10/10/R5K3 w - - 0 1");
    assert!(Position::from_fen(rules, "4k4r/10/10/10/10/10/10/R5K3 w KX - 0 1").is_err());
}

/// Each text is refused with the message below it.
#[test]
fn bad_fens_are_refused_with_a_reason() {
    let letters = "P K Q R B N F";
    for (fen, message) in [
        (
            "",
            "a FEN has 6 fields (board, side, castling, en passant, halfmove clock, move number) or the first 4 of them, not 0",
        ),
        (
            "9k/10/10/10/10/10/10/K9 w - - 0",
            "a FEN has 6 fields (board, side, castling, en passant, halfmove clock, move number) or the first 4 of them, not 5",
        ),
        (
            "9k/10/10/10/10/10/K9 w - - 0 1",
            "the board has 8 ranks, the FEN gives 7",
        ),
        (
            "9k/10/10/10/10/10/10/10/K9 w - - 0 1",
            "the board has 8 ranks, the FEN gives 9",
        ),
        (
            "9k/10/9/10/10/10/10/K9 w - - 0 1",
            "rank 6 must be 10 squares long, but is 9",
        ),
        (
            "9k/10/10/10/10/10/10/K9p w - - 0 1",
            "rank 1 must be 10 squares long, but is 11",
        ),
        (
            "9k//10/10/10/10/10/K9 w - - 0 1",
            "rank 7 must be 10 squares long, but is 0",
        ),
        (
            "9k/11/10/10/10/10/10/K9 w - - 0 1",
            "'11' at column 4 is not a run of empty squares on a board of 10 files",
        ),
        (
            "9k/010/10/10/10/10/10/K9 w - - 0 1",
            "'010' at column 4 is not a run of empty squares on a board of 10 files",
        ),
        (
            "9k/p0p8/10/10/10/10/10/K9 w - - 0 1",
            "'0' at column 5 is not a run of empty squares on a board of 10 files",
        ),
        (
            "99999999999999999999999k/10/10/10/10/10/10/K9 w - - 0 1",
            "'99999999999999999999999' at column 1 is not a run of empty squares on a board of 10 files",
        ),
        (
            "9k/10/2x7/10/10/10/10/K9 w - - 0 1",
            "'x' at column 8 is not a piece of this game (its pieces: {letters})",
        ),
        (
            "9k/10/2N'7/10/10/10/10/K9 w - - 0 1",
            "'N'' at column 8 is not a piece of this game (its pieces: {letters})",
        ),
        (
            "9k/10/2é7/10/10/10/10/K9 w - - 0 1",
            "'é' at column 8 is not a piece of this game (its pieces: {letters})",
        ),
        (
            "9k/10/*9/10/10/10/10/K9 w - - 0 1",
            "a6 is a square of the board, not a hole '*'",
        ),
        (
            "9k/10/10/10/10/10/10/K9 W - - 0 1",
            "the side to move must be 'w' or 'b', not 'W'",
        ),
        (
            "9k/10/10/10/10/10/10/K9 w X - 0 1",
            "'X' in the castling field 'X' is not one of KQkq or a file",
        ),
        (
            "9k/10/10/10/10/10/10/K9 w -K - 0 1",
            "'-' in the castling field '-K' is not one of KQkq or a file",
        ),
        (
            "5k4/10/10/10/10/10/10/R4K4 w K - 0 1",
            "castling right 'K': White has no Rook on that side of its King on f1",
        ),
        (
            "5k3r/10/10/10/10/10/10/5K4 w q - 0 1",
            "castling right 'q': Black has no Rook on that side of its King on f8",
        ),
        (
            "5k4/10/10/10/10/10/10/R4K4 w B - 0 1",
            "castling right 'B': White has no Rook on the b-file beside its King",
        ),
        (
            "5k4/10/10/10/10/10/10/R4K4 w QA - 0 1",
            "castling right 'A' is given twice in 'QA'",
        ),
        (
            "9k/10/10/10/10/10/10/K9 w - k3 0 1",
            "the en-passant field must be '-' or a square of the board, not 'k3'",
        ),
        (
            "9k/10/10/10/10/10/10/K9 w - e9 0 1",
            "the en-passant field must be '-' or a square of the board, not 'e9'",
        ),
        (
            "9k/10/10/10/10/10/10/K9 w - - x 1",
            "the halfmove clock must be a number from 0 to 65535, not 'x'",
        ),
        (
            "9k/10/10/10/10/10/10/K9 w - - -1 1",
            "the halfmove clock must be a number from 0 to 65535, not '-1'",
        ),
        (
            "9k/10/10/10/10/10/10/K9 w - - +1 1",
            "the halfmove clock must be a number from 0 to 65535, not '+1'",
        ),
        (
            "9k/10/10/10/10/10/10/K9 w - - 0 65536",
            "the move number must be a number from 0 to 65535, not '65536'",
        ),
    ] {
        let error = position("falcon", fen).expect_err(fen);
        assert_eq!(error, message.replace("{letters}", letters), "{fen}");
    }
}

/// Each position is refused with the message beside it.
#[test]
fn impossible_positions_are_refused_with_a_reason() {
    let passed = "the last move cannot have been a double step over";
    for (fen, message) in [
        ("10/10/10/10/10/10/10/K9 w - - 0 1", "Black has no King"),
        ("k9/10/10/10/10/10/10/R9 w KQ - 0 1", "White has no King"),
        ("k8k/10/10/10/10/10/10/K9 w - - 0 1", "Black has 2 Kings"),
        (
            "k9/10/10/10/10/10/10/R8K w - - 0 1",
            "White is to move and could capture the King on a8",
        ),
        (
            "k9/10/10/2F7/10/10/10/K9 w - - 0 1",
            "White is to move and could capture the King on a8",
        ),
        (
            "10/10/10/10/10/10/1k8/K9 b - - 0 1",
            "Black is to move and could capture the King on a1",
        ),
        (
            "k2P6/10/10/10/10/10/10/K9 w - - 0 1",
            "a White Pawn cannot stand on d8",
        ),
        (
            "k9/10/10/10/10/10/10/K2P6 w - - 0 1",
            "a White Pawn cannot stand on d1",
        ),
        (
            "k2p6/10/10/10/10/10/10/K9 w - - 0 1",
            "a Black Pawn cannot stand on d8",
        ),
        (
            "k9/10/10/10/10/10/10/K2p6 w - - 0 1",
            "a Black Pawn cannot stand on d1",
        ),
        (
            "k9/10/10/10/10/NNNNNNNNNN/NNNNNNNNNN/K9 w - - 0 1",
            "White has 21 men, but starts with 20",
        ),
        (
            "5k4/10/10/10/10/10/10/R5K3 w Q - 0 1",
            "White cannot have a castling right with its King on g1",
        ),
        (
            "10/5k3r/10/10/10/10/10/5K4 w k - 0 1",
            "Black cannot have a castling right with its King on f7",
        ),
        (
            "5k4/10/10/10/10/10/10/1R3K4 w Q - 0 1",
            "there is no unmoved Rook on b1 to castle with",
        ),
        (
            "5k4/10/10/10/10/10/10/1R3K4 w B - 0 1",
            "there is no unmoved Rook on b1 to castle with",
        ),
        (
            "5k4/10/10/4P5/10/10/10/5K4 w - e6 0 1",
            "{passed} e6: there is no Pawn just beyond it",
        ),
        (
            "5k4/10/4p5/4p5/10/10/10/5K4 w - e6 0 1",
            "{passed} e6: it is occupied",
        ),
        (
            "5k4/4p5/10/4p5/10/10/10/5K4 w - e6 0 1",
            "{passed} e6: the square behind it is occupied",
        ),
        (
            "5k4/10/10/4p5/10/10/10/5K4 w - e5 0 1",
            "{passed} e5: no double step of that side passes there",
        ),
        (
            "5k4/10/10/10/4P5/10/10/5K4 w - e3 0 1",
            "{passed} e3: no double step of that side passes there",
        ),
        (
            "5k4/10/10/10/4P5/10/10/5K4 b - j8 0 1",
            "{passed} j8: no double step of that side passes there",
        ),
    ] {
        let error = position("falcon", fen).expect_err(fen);
        assert_eq!(error, message.replace("{passed}", passed), "{fen}");
    }
}

/// `+N` is what an N becomes, where that is always the same piece.
#[test]
fn promoted_pieces_are_read_by_what_they_were() {
    let read = |variant: &str, fen: &str| {
        let rules = variants::rules(variant).unwrap();
        let position = Position::from_fen(rules, fen).map_err(|error| error.to_string());
        position.map(|position| position.to_string())
    };
    let bare = "4k4/9/9/9/9/9/9/9/4K4 w - - 0 1";
    for (written, plain) in [("+N+L+S+P", "GGGG"), ("+b+R+E1", "hDK1")] {
        let fen = |pieces: &str| bare.replacen("/9/9/9/9/9", &format!("/9/9/9/9/5{pieces}"), 1);
        assert_eq!(read("shoshogi", &fen(written)), Ok(fen(plain)));
    }
    let error = read("chess", "4k3/8/8/8/8/2+P5/8/4K3 w - - 0 1").unwrap_err();
    assert!(error.contains("'+P' in column 14 of the board"), "{error}");
    let error = read("shoshogi", "4k4/9/9/9/9/9/9/9/4K+G3 w - - 0 1").unwrap_err();
    assert!(
        error.contains("does not become one certain other piece"),
        "{error}"
    );
}

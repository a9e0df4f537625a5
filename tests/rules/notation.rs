//! Coordinate notation and SAN: what is written can be read again, and
//! errors are reported.

use std::collections::HashSet;

use peregrine::board::moves::MoveKind;
use peregrine::notation::{coordinate, parse_coordinate, parse_san, san};
use peregrine::position::Position;
use peregrine::rules::CastlingRule;
use peregrine::variants::{self, RuleOptions, Variant};

use crate::common;

fn position(variant: &str, fen: &str) -> Position {
    let rules = variants::find(variant)
        .unwrap()
        .rules(RuleOptions::default())
        .unwrap();
    Position::from_fen(rules, fen).unwrap()
}

fn falcon(castling: CastlingRule, fen: &str) -> Position {
    let options = RuleOptions {
        castling: Some(castling),
        ..RuleOptions::default()
    };
    let rules = variants::find("falcon").unwrap().rules(options).unwrap();
    Position::from_fen(rules, fen).unwrap()
}

#[test]
fn every_legal_move_round_trips() {
    common::for_many_positions(30, |position| {
        let moves = position.legal_moves();
        let mut coordinates = HashSet::new();
        let mut sans = HashSet::new();
        for &mv in &moves {
            let text = coordinate(position, mv);
            assert_eq!(parse_coordinate(position, &text), Ok(mv), "{position}");
            assert!(
                coordinates.insert(text.clone()),
                "{text} twice in {position}"
            );
            let text = san(position, mv);
            assert_eq!(parse_san(position, &text), Ok(mv), "{position}");
            assert!(sans.insert(text.clone()), "{text} twice in {position}");
            let other_marks = format!("{}+!?", text.trim_end_matches(['+', '#']));
            assert_eq!(parse_san(position, &other_marks), Ok(mv), "{position}");
            if mv.kind() == MoveKind::Castling {
                let zeros = text.replace('O', "0");
                assert_eq!(parse_san(position, &zeros), Ok(mv), "{position}");
            }
        }
    });
}

/// Variant, position, coordinate text, SAN.
#[test]
fn moves_are_written_in_both_notations() {
    for (variant, fen, both) in [
        (
            "falcon",
            "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1",
            "e2e4 e4",
        ),
        (
            "falcon",
            "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1",
            "b1c3 Nc3",
        ),
        (
            "falcon",
            "rnbfqkfbnr/pppppppppp/10/10/3P6/10/PPP1PPPPPP/RNBFQKFBNR w KQkq - 0 1",
            "d1c4 Fc4",
        ),
        // Castling with a choice of squares, one step and more.
        (
            "falcon",
            "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1",
            "f1j1 O-Og1+",
        ),
        (
            "falcon",
            "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1",
            "f1h1 O-Oh1",
        ),
        (
            "falcon",
            "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1",
            "f1i1 O-Oi1",
        ),
        (
            "falcon",
            "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1",
            "f1a1 O-O-Oe1+",
        ),
        (
            "falcon",
            "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1",
            "f1b1 O-O-Ob1",
        ),
        (
            "falcon",
            "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1",
            "f1g1 Kg1",
        ),
        ("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 O-O"),
        ("chess", "3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 O-O-O+"),
        (
            "capablanca",
            "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1",
            "f1i1 O-O",
        ),
        (
            "capablanca",
            "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1",
            "f1c1 O-O-O",
        ),
        // Promotion and capture; a Bishop and the b-file.
        ("falcon", "9k/2P7/10/10/10/10/10/K9 w - - 0 1", "c7c8f c8=F"),
        (
            "falcon",
            "1n7k/2P7/10/10/10/10/10/K9 w - - 0 1",
            "c7b8q cxb8=Q+",
        ),
        (
            "capablanca",
            "9k/2P7/10/10/10/10/10/K9 w - - 0 1",
            "c7c8c c8=C+",
        ),
        ("chess", "7k/8/2p5/1P6/8/8/8/K4B2 w - - 0 1", "b5c6 bxc6"),
        ("chess", "7k/8/8/1p6/8/8/8/K4B2 w - - 0 1", "f1b5 Bxb5"),
        ("chess", "7k/8/8/1pP5/8/8/8/K7 w - b6 0 1", "c5b6 cxb6"),
        // Disambiguation by file, rank, both; a pinned rival does not count.
        ("chess", "7k/8/8/8/8/8/8/KN3N2 w - - 0 1", "b1d2 Nbd2"),
        ("chess", "7k/8/8/1N6/8/8/8/KN6 w - - 0 1", "b1c3 N1c3"),
        ("chess", "7k/8/8/1N6/8/8/8/KN1N4 w - - 0 1", "b1c3 Nb1c3"),
        ("chess", "7k/8/8/1N6/8/8/8/KN1N4 w - - 0 1", "d1c3 Ndc3"),
        ("chess", "k3r3/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2 Nc2"),
        // Mate.
        ("falcon", "9k/R9/1R8/10/10/10/10/K9 w - - 0 1", "b6b8 Rb8#"),
    ] {
        let position = position(variant, fen);
        let (coordinates, short) = both.split_once(' ').unwrap();
        let mv = parse_coordinate(&position, coordinates).unwrap_or_else(|e| panic!("{fen}: {e}"));
        assert_eq!(san(&position, mv), short, "{fen}");
        assert_eq!(coordinate(&position, mv), coordinates, "{fen}");
    }
}

#[test]
fn castling_square_is_written_only_if_ambiguous() {
    let fen = "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1";
    for (rule, expected) in [
        (
            CastlingRule::Free,
            "O-Og1+ O-Oh1 O-Oi1 O-O-Ob1 O-O-Oc1 O-O-Od1 O-O-Oe1+",
        ),
        (
            CastlingRule::ModifiedFree,
            "O-Oh1 O-Oi1 O-O-Ob1 O-O-Oc1 O-O-Od1",
        ),
        (CastlingRule::Orthodox, "O-O O-O-O"),
        (CastlingRule::Three, "O-O O-O-O"),
        (CastlingRule::Wide, "O-O O-O-O"),
        (CastlingRule::None, ""),
    ] {
        let position = falcon(rule, fen);
        let moves = position.legal_moves();
        let castles = moves.iter().filter(|mv| mv.kind() == MoveKind::Castling);
        let mut texts: Vec<String> = castles.map(|&mv| san(&position, mv)).collect();
        texts.sort_by_key(|text| (text.starts_with("O-O-O"), text.clone()));
        assert_eq!(texts.join(" "), expected, "{rule}");
    }
}

#[test]
fn sloppy_san_is_accepted() {
    for (variant, fen, written, also) in [
        (
            "falcon",
            "9k/2P7/10/10/10/10/10/K9 w - - 0 1",
            "c8=F",
            "c8F|c8=f|c8f|c7c8=F|c7-c8=F|Pc8=F",
        ),
        (
            "falcon",
            "1n7k/2P7/10/10/10/10/10/K9 w - - 0 1",
            "cxb8=Q+",
            "cxb8=Q|cb8=Q|c7xb8Q|cxb8=Q#|cxb8=Q+!!| cxb8=Q ",
        ),
        (
            "chess",
            "7k/8/8/1pP5/8/8/8/K7 w - b6 0 1",
            "cxb6",
            "cb6|cxb6e.p.|cxb6 e.p.|cxb6ep|cxb6e.p|cxb6+e.p.|b6e.p.|c:b6|c×b6†",
        ),
        (
            "chess",
            "7k/8/8/8/8/8/8/KN3N2 w - - 0 1",
            "Nbd2",
            "Nb1d2|Nb1-d2",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "O-O",
            "0-0|O-O+|0-0!?|O-Og1",
        ),
        (
            "falcon",
            "5k4/10/10/10/10/10/10/R4K1R2 w Q - 0 1",
            "O-O-Ob1",
            "0-0-0b1",
        ),
        (
            "falcon",
            "9k/10/10/10/10/10/10/RN3K4 w Q - 0 1",
            "Kg1",
            "Kf1g1|Kfg1|K1g1",
        ),
    ] {
        let position = position(variant, fen);
        let mv = parse_san(&position, written).unwrap();
        assert_eq!(san(&position, mv), written);
        for text in also.split('|') {
            assert_eq!(parse_san(&position, text), Ok(mv), "{text}");
        }
    }
}

#[test]
fn sloppy_coordinates_are_accepted() {
    let position = position("falcon", "9k/2P7/10/10/10/10/10/K9 w - - 0 1");
    let mv = parse_coordinate(&position, "c7c8f");
    assert!(mv.is_ok());
    for text in ["c7c8F", "c7c8=F", "c7c8=f"] {
        assert_eq!(parse_coordinate(&position, text), mv);
    }
}

#[test]
fn bad_coordinates_are_refused_with_a_reason() {
    let castling = "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1";
    let promotion = "9k/2P7/10/10/10/10/10/K9 w - - 0 1";
    for (fen, text, message) in [
        (
            castling,
            "",
            "'' is not a move: it does not start with a square",
        ),
        (
            castling,
            "e0e4",
            "'e0e4' is not a move: it does not start with a square",
        ),
        (
            castling,
            "é",
            "'é' is not a move: it does not start with a square",
        ),
        (
            castling,
            "f1",
            "'f1' is not a move: it has no second square",
        ),
        (
            castling,
            "f1k1",
            "'f1k1' is not a move: it has no second square",
        ),
        (
            castling,
            "f1f2x",
            "'f1f2x' is not a move: the text after the squares is not a promotion piece",
        ),
        (
            castling,
            "f1f2=",
            "'f1f2=' is not a move: the text after the squares is not a promotion piece",
        ),
        (castling, "e1e2", "'e1e2' is not possible: e1 is empty"),
        (
            castling,
            "f8f7",
            "'f8f7' is not possible: the piece on f8 belongs to the other side",
        ),
        (castling, "f1f3", "'f1f3' is not legal here"),
        (castling, "f1f2q", "'f1f2q' is not legal here"),
        (castling, "f1f1", "'f1f1' is not legal here"),
        (
            promotion,
            "c7c8",
            "'c7c8' does not say what the Pawn becomes (one of: Q R B N F)",
        ),
        (
            promotion,
            "c7c8k",
            "'c7c8k' is not possible: the Pawn cannot become K there (one of: Q R B N F)",
        ),
    ] {
        let error = parse_coordinate(&position("falcon", fen), text).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
    // King takes Rook is castling by one step, which other rules may not have.
    let modified = falcon(CastlingRule::ModifiedFree, castling);
    let error = parse_coordinate(&modified, "f1j1").unwrap_err();
    let message = "'f1j1' does not say where the King goes (one of: f1h1, f1i1)";
    assert_eq!(error.to_string(), message);
}

#[test]
fn bad_san_is_refused_with_a_reason() {
    let castling = "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1";
    let promotion = "9k/2P7/10/10/10/10/10/K9 w - - 0 1";
    let knights = "9k/10/10/10/10/10/10/KN3N4 w - - 0 1";
    for (fen, text, message) in [
        (castling, "", "'' is not a move: it names no square"),
        (castling, "+", "'+' is not a move: it names no square"),
        (castling, "Kx", "'Kx' is not a move: it names no square"),
        (
            castling,
            "Kf9",
            "'Kf9' is not a move: it names no square of the board",
        ),
        (
            castling,
            "Xf2",
            "'Xf2' is not a move: no piece has that letter",
        ),
        (
            castling,
            "N'f2",
            "'N'f2' is not a move: no piece has that letter",
        ),
        (
            castling,
            "K?f2",
            "'K?f2' is not a move: the text between piece and target is neither a file nor a rank",
        ),
        (
            castling,
            "Kf2=",
            "'Kf2=' is not a move: the text after the square is not a promotion piece",
        ),
        (
            castling,
            "Ff4",
            "'Ff4' is not possible: White has no Falcon",
        ),
        (castling, "e4", "'e4' is not possible: White has no Pawn"),
        (
            castling,
            "Rxa5",
            "'Rxa5' is not possible: there is nothing to capture on a5",
        ),
        (castling, "Kf3", "'Kf3' is not legal here"),
        (castling, "Kf2=Q", "'Kf2=Q' is not legal here"),
        (castling, "Ra5e.p.", "'Ra5e.p.' is not legal here"),
        (castling, "O-O", "'O-O' is ambiguous: O-Og1, O-Oh1, O-Oi1"),
        (castling, "O-Ob1", "'O-Ob1' is not legal here"),
        (
            castling,
            "O-Ox",
            "'O-Ox' is not a move: the text after the castling sign is not a square",
        ),
        (promotion, "O-O-O", "'O-O-O' is not legal here"),
        (
            promotion,
            "c8",
            "'c8' does not say what the Pawn becomes (one of: Q R B N F)",
        ),
        (
            promotion,
            "c8=P",
            "'c8=P' is not possible: the Pawn cannot become P there (one of: Q R B N F)",
        ),
        (knights, "Nd2", "'Nd2' is ambiguous: Nbd2, Nfd2"),
        (knights, "N1d2", "'N1d2' is ambiguous: Nbd2, Nfd2"),
    ] {
        let error = parse_san(&position("falcon", fen), text).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
}

/// On an x-file a Pawn's step sideways to the square that another has just passed
/// looks like a capture without its file.
#[test]
fn an_x_alone_is_the_file_where_a_pawn_may_capture_in_passing() {
    let text = "[x-file]\nboard = '3x6'\nfile-names = 'xwl'\n\
                start = '1nk/3/P1P/Pp1/3/2K w - - 0 1'\ncastling = 'none'\n\
                pieces.N = 'falcon'\npawns.sideways = [2, 4]";
    let found = peregrine::variants::check(text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let variant: &'static Variant = Box::leak(Box::new(found[0].clone()));
    let rules = variant.rules(RuleOptions::default()).unwrap();
    for (fen, expected) in [
        ("1nk/3/P1P/1p1/3/2K w - w4 0 1", vec!["lw4", "xw4"]),
        (
            "1nk/3/P1P/Pp1/3/2K w - w4 0 1",
            vec!["lw4", "x3xw4", "x4w4"],
        ),
        ("1nk/3/2P/Pp1/3/2K w - w4 0 1", vec!["lw4", "xxw4"]),
    ] {
        let position = Position::from_fen(rules, fen).unwrap();
        let moves = position.legal_moves();
        let mut texts: Vec<String> = moves.iter().map(|&mv| san(&position, mv)).collect();
        for (&mv, text) in moves.iter().zip(&texts) {
            assert_eq!(parse_san(&position, text), Ok(mv));
        }
        texts.retain(|text| text.contains("w4"));
        texts.sort_unstable();
        assert_eq!(texts, expected);
    }
}

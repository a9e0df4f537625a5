//! Castling, in each of its spellings.

use super::session::{fen_after, lines};

const BOTH: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";

#[test]
fn castling_is_the_kings_move_or_king_takes_rook() {
    let after = |moves: &str| fen_after(&format!("position fen {BOTH} moves {moves}"));
    let short = after("e1g1 e8g8");
    assert_eq!(short, "r4rk1/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w - - 2 2");
    assert_eq!(after("e1h1 e8h8"), short);
    assert_eq!(after("e1a1 e8a8"), after("e1c1 e8c8"));
    let falcon = "position fen r4k3r/10/10/10/10/10/10/R4K3R w KQkq -";
    let option = "setoption name Castling value wide\n";
    assert_eq!(
        fen_after(&format!("{option}{falcon} moves f1a1 f8j8")),
        "r6rk1/10/10/10/10/10/10/1KR6R w - - 2 2"
    );
}

#[test]
fn searchmoves_names_castling_by_the_rook_too() {
    for text in ["e1h1", "e1g1"] {
        let answer = lines(&format!(
            "setoption name UCI_Variant value chess\nposition fen {BOTH}\n\
             go depth 2 searchmoves {text}\n"
        ));
        let best = answer.iter().find(|line| line.starts_with("bestmove "));
        assert!(best.unwrap().starts_with("bestmove e1g1"), "{answer:?}");
    }
}

#[test]
fn a_choice_of_squares_is_refused_in_words() {
    let answer = lines(
        "setoption name Castling value modified-free\n\
         position fen r4k3r/10/10/10/10/10/10/R4K3R w KQkq - moves f1j1\n",
    );
    let refused = "'f1j1' does not say where the King goes (one of: f1h1, f1i1)";
    assert!(
        answer.iter().any(|line| line.contains(refused)),
        "{answer:?}"
    );
}

/// The moves of an answer to `go`: those of its lines, and the best ones.
fn told(text: &str) -> Vec<String> {
    let answer = lines(text);
    let moves = answer.iter().filter_map(|line| {
        let words = line.split_once(" pv ").map(|(_, moves)| moves);
        words.or_else(|| line.strip_prefix("bestmove "))
    });
    moves.map(str::to_owned).collect()
}

#[test]
fn chess960_is_chess_with_an_option() {
    let set = "setoption name UCI_Chess960 value true\n";
    let variant = "setoption name UCI_Variant value chess\n";
    let fen = "4k3/8/8/8/8/8/PPPPPPPP/1R3K1R w HB - 0 1";
    // With and without the variant, in either order, and as a game of its own.
    for before in [
        set.to_owned(),
        format!("{set}{variant}"),
        format!("{variant}{set}"),
        "setoption name UCI_Variant value chess960\n".to_owned(),
    ] {
        let after = |moves: &str| fen_after(&format!("{before}position fen {fen} moves {moves}"));
        let castled = "4k3/8/8/8/8/8/PPPPPPPP/1R3RK1 b - - 1 1";
        assert_eq!(after("f1h1"), castled, "{before}");
        assert!(after("f1g1").contains("/1R4KR b "), "{before}");
        assert!(after("f1c1").contains("/2KR3R b "), "{before}");
        let search = format!("{before}position fen {fen}\ngo depth 3 searchmoves f1h1\n");
        let moves = told(&search);
        assert!(moves.len() > 1, "{before}");
        for line in moves {
            assert!(line.starts_with("f1h1"), "{before}: {line}");
        }
        let start = fen_after(&format!("{before}position startpos"));
        assert!(start.starts_with("rnbqkbnr/"), "{before}: {start}");
    }
    let refused = lines(&format!("position fen {fen}\n"));
    assert!(refused[0].contains("Error"), "{refused:?}");
    // Off again, chess is chess.
    let off = "setoption name UCI_Chess960 value false\n";
    let answer = lines(&format!("{variant}{set}{off}position fen {fen}\n"));
    assert!(answer.iter().any(|line| line.contains("Error")));
}

#[test]
fn castling_is_written_as_the_client_wants_it() {
    let position = format!("position fen {BOTH}\n");
    for (set, expected) in [
        ("", "e1g1"),
        ("setoption name UCI_Chess960 value true\n", "e1h1"),
    ] {
        for text in ["e1g1", "e1h1"] {
            let moves = told(&format!("{set}{position}go depth 2 searchmoves {text}\n"));
            for line in moves {
                assert!(line.starts_with(expected), "{set}{text}: {line}");
            }
        }
        let replies = told(&format!(
            "{set}position fen 7k/8/8/8/8/8/r7/4K2R w K - 0 1\ngo depth 4\n"
        ));
        assert!(!replies.is_empty());
    }
    // Other games too, where the Rook says it all.
    let falcon = "position fen r4k3r/10/10/10/10/10/10/R4K3R w KQkq -\n";
    let three = "setoption name UCI_Chess960 value true\n\
                 setoption name UCI_Variant value falcon\nsetoption name Castling value three\n";
    for (before, text, expected) in [
        (three.to_owned(), "f1i1", "f1j1"),
        (three.replace("value three", "value free"), "f1i1", "f1i1"),
        (three.replace("value true", "value false"), "f1j1", "f1i1"),
    ] {
        for line in told(&format!("{before}{falcon}go depth 2 searchmoves {text}\n")) {
            assert!(line.starts_with(expected), "{before}{text}: {line}");
        }
    }
}

#[test]
fn arrays_of_chess960_have_the_usual_numbers() {
    let after = |number: u32| {
        fen_after(&format!(
            "setoption name UCI_Variant value chess960\nposition array {number}"
        ))
    };
    assert!(after(0).starts_with("bbqnnrkr/"));
    assert!(after(518).starts_with("rnbqkbnr/"));
    assert!(after(959).starts_with("rkrnnqbb/"));
}

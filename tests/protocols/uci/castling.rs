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

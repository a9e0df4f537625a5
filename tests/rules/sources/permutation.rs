//! Complete Permutation Chess, by the page that gives its rules ("page").

use super::games::{moves_from, position, start};
use super::*;
use peregrine::board::color::Color;
use peregrine::board::piece::{Components, PieceKind};
use peregrine::position::Outcome;

/// Page: "The remaining pieces move like a Falcon (see below), a Knight, a
/// Bishop, a Rook or some combination of those four pieces." All fifteen
/// combinations stand in the array, once each.
#[test]
fn every_combination_occurs_once() {
    let start = start("permutation");
    let rules = start.rules();
    let all = Components::KNIGHT | Components::DIAGONAL | Components::STRAIGHT | Components::FALCON;
    let mut seen = Vec::new();
    for color in Color::ALL {
        for square in start.colors(color) {
            let kind = start.piece_on(square).unwrap().kind();
            if kind != PieceKind::PAWN && kind != PieceKind::KING {
                let components = rules.components(kind);
                assert!(all.contains(components) && !components.is_empty());
                seen.push((color, components.bits()));
            }
        }
    }
    assert_eq!(seen.len(), 30);
    seen.sort_unstable_by_key(|row| (row.0.index(), row.1));
    seen.dedup();
    assert_eq!(seen.len(), 30);
}

/// Page: "Any piece prefixed with the term "Winged" moves like a Falcon in
/// addition to its other moves, so a Winged Rook moves like a Falcon or a Rook."
#[test]
fn winged() {
    let rules = start("permutation").rules();
    for (plain, winged) in [
        ("N", "N'"),
        ("B", "B'"),
        ("R", "R'"),
        ("Q", "Q'"),
        ("C", "C'"),
        ("M", "M'"),
        ("A", "A'"),
    ] {
        let of = |letter| rules.components(rules.kind_of_letter(letter).unwrap());
        assert_eq!(of(winged), of(plain) | Components::FALCON, "{winged}");
    }
}

/// Page: "A King that has not yet moved may swap position with any friendly
/// back rank piece that has also not moves, assuming:" and the list is lost;
/// docs/rules.md, section 7.1 reads it as: the King is not in check before and
/// not after.
#[test]
fn king_swap() {
    let free = position(
        "permutation",
        "14k1/16/16/16/16/16/4PPPP1PPP4/Q'F6K6M' w ABP - 0 1",
    );
    let swaps = |position: &Position| -> Vec<String> {
        let moves = position.legal_moves();
        let mut texts: Vec<String> = moves
            .iter()
            .map(|&mv| notation::san(position, mv))
            .filter(|text| text.contains('~'))
            .collect();
        texts.sort_unstable();
        texts
    };
    assert_eq!(swaps(&free), ["K~a1", "K~b1", "K~p1"]);
    // The squares between do not matter.
    let next = after(&free, "i1a1");
    assert_eq!(
        next.to_string(),
        "14k1/16/16/16/16/16/4PPPP1PPP4/KF6Q'6M' b - - 1 1"
    );
    // No swap with a piece that has moved, nor after the King has moved.
    let moved = after(&free, "p1p2 o8n8 p2p1 n8o8");
    assert_eq!(swaps(&moved), ["K~a1", "K~b1"]);
    let king_moved = after(&free, "i1i2 o8n8 i2i1 n8o8");
    assert!(swaps(&king_moved).is_empty());
    // Not into check, here by the Rook on the a-file, and not out of it.
    let watched = position(
        "permutation",
        "r13k1/16/16/16/16/16/4PPPP1PPP4/Q'F6K6M' w ABP - 0 1",
    );
    assert_eq!(swaps(&watched), ["K~b1", "K~p1"]);
    let checked = position(
        "permutation",
        "8r2k4/16/16/16/16/16/4PPPP1PPP4/Q'F6K6M' w ABP - 0 1",
    );
    assert!(checked.is_check());
    assert!(swaps(&checked).is_empty());
}

/// Page: "Pawns may promote on reaching the 7th rank to any previously captured
/// friendly piece. Upon reaching the 8th rank they must so promote."
#[test]
fn promotion_to_lost_pieces() {
    // White has lost all but the Winged Queen, the Falcon and the Winged Marshal.
    let fen = "8k7/16/P15/16/16/16/1PPPPPPPPPPPPPPP/Q'F6K6M' w - - 0 1";
    let sixth = position("permutation", fen);
    let all = "a7 a7a a7a' a7b a7b' a7c a7c' a7m a7n a7n' a7q a7r a7r'";
    assert_eq!(moves_from(&sixth, "a6"), all);
    let seventh = after(&sixth, "a6a7 i8h8");
    assert_eq!(moves_from(&seventh, "a7"), &all.replace("a7", "a8")[3..]);
    // A piece taken from the pool is no longer in it.
    let again = after(&sixth, "a6a7r i8h8");
    let pawn = after(&again, "c2c4 h8g8 c4c5 g8h8 c5c6 h8g8");
    assert!(!moves_from(&pawn, "c6").split(' ').any(|text| text == "c7r"));
    assert!(
        moves_from(&pawn, "c6")
            .split(' ')
            .any(|text| text == "c7r'")
    );
    let error = notation::parse_coordinate(&pawn, "c6c7r").unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "'c6c7r' is not possible: the Pawn cannot become R there (one of: {})",
            letters(&pawn)
        )
    );
}

/// The letters of the pieces to which White's Pawns can promote, as messages list them.
fn letters(position: &Position) -> String {
    let rules = position.rules();
    let zone = &rules.pawns(Color::White).zones[0];
    let kinds = position.promotion_choices(Color::White, zone);
    let letters = kinds.iter().map(|&kind| rules.kind_letter(kind));
    letters.collect::<Vec<_>>().join(" ")
}

/// Page: "Special Mental Cruelity Rule: If a Pawn reaches the 8th rank, and the
/// owning play has no lost pieces to promote to, then the Pawn's owning player
/// loses immeadiately."
#[test]
fn mental_cruelty() {
    let full = "Q'FBB'MQC'A'KAN'R'CNRM'";
    let fen = format!("1n14/P15/16/16/15k/16/1PPPPPPPPPPPPPPP/{full} w - - 0 1");
    let cruel = position("permutation", &fen);
    assert_eq!(moves_from(&cruel, "a7"), "a8 b8");
    for text in ["a7a8", "a7b8"] {
        let lost = after(&cruel, text);
        assert_eq!(lost.outcome(), Some(Outcome::MentalCruelty(Color::Black)));
        assert!(lost.legal_moves().is_empty());
        // docs/rules.md, section 7.3: such a position can be written and read as FEN.
        let again = Position::from_fen(lost.rules(), &lost.to_string()).unwrap();
        assert_eq!(again.outcome(), lost.outcome());
    }
    let error = notation::parse_coordinate(&cruel, "a7a8q").unwrap_err();
    assert_eq!(
        error.to_string(),
        "'a7a8q' is not possible: the Pawn cannot become Q there (there is no promotion)"
    );
    // docs/rules.md, section 3.1: it takes precedence over mate.
    let mate = format!("k15/2P13/16/16/16/16/PP1PPPPPPPPPPPPP/{full} w - - 0 1");
    let named = after(&position("permutation", &mate), "c7c8");
    assert_eq!(named.outcome(), Some(Outcome::MentalCruelty(Color::Black)));
    // docs/rules.md, section 7.3: it counts as a legal move, so that this is no stalemate.
    let only = position("permutation", "15k/14q1/P15/16/16/7r8/8r7/K15 w - - 0 1");
    assert!(!only.legal_moves().is_empty());
}

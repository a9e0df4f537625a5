//! Falcon Chess 100, by the inventor's page of that name ("page").

use super::games::{moves_from, position, start};
use super::*;
use peregrine::board::color::Color;
use peregrine::board::piece::PieceKind;

/// That board, with that side to move.
fn with(side: char, board: &str) -> Position {
    position("falcon100", &format!("{board} {side} - - 0 1"))
}

/// Page: "taking an 8 x 10 board, and adding five squares around each corner.
/// The Falcon Chess pieces occupy the unchanged center of the board (1-8 x a-j)
/// in their usual array, except that the Falcons and Bishops have been
/// switched", with its list of squares.
#[test]
fn board_and_array() {
    let start = start("falcon100");
    let geometry = start.rules().geometry();
    assert_eq!(geometry.squares().count(), 100);
    for (corner, added) in [
        ("a1", "x0 a0 b0 x1 x2"),
        ("j1", "y0 j0 i0 y1 y2"),
        ("a8", "x9 a9 b9 x8 x7"),
        ("j8", "y9 j9 i9 y8 y7"),
    ] {
        assert!(geometry.square_named(corner).is_some());
        for name in added.split(' ') {
            assert!(geometry.square_named(name).is_some(), "{name}");
        }
    }
    let list = [
        (PieceKind::PAWN, "a2 b2 c2 d2 e2 f2 g2 h2 i2 j2"),
        (PieceKind::KNIGHT, "b1 i1"),
        (PieceKind::BISHOP, "d1 g1"),
        (PieceKind::ROOK, "a1 j1"),
        (PieceKind::FALCON, "c1 h1"),
        (PieceKind::QUEEN, "e1"),
        (PieceKind::KING, "f1"),
    ];
    for (kind, squares) in list {
        let squares: Bitboard = squares
            .split(' ')
            .map(|name| geometry.square_named(name).unwrap())
            .collect();
        assert_eq!(start.pieces(Color::White, kind), squares, "{kind:?}");
        let black: Bitboard = squares
            .into_iter()
            .map(|square| geometry.relative_to(Color::Black, square))
            .collect();
        assert_eq!(start.pieces(Color::Black, kind), black, "{kind:?}");
    }
}

/// Page: "A Pawn that reaches the 6th (full) rank can then move laterally, one
/// square horizontally right or left on any turn in addition to its normal
/// forward move. Pawns still capture diagonally one square forward only."
#[test]
fn lateral_steps() {
    let white = with(
        'w',
        "3******3/10k1/12/*3P3P2*/*1P7p*/*10*/*10*/12/1K10/3******3",
    );
    assert_eq!(moves_from(&white, "d6"), "c6 d7 e6");
    assert_eq!(moves_from(&white, "b5"), "b6");
    // No capture sideways, none off the board, none onto a friend.
    let beside = with(
        'w',
        "3******3/10k1/4n7/*Pn1Pp1PP1P*/*10*/*10*/*10*/12/1K10/3******3",
    );
    assert_eq!(moves_from(&beside, "a6"), "a7");
    assert_eq!(moves_from(&beside, "d6"), "c6");
    assert_eq!(moves_from(&beside, "g6"), "f6 g7");
    assert_eq!(moves_from(&beside, "j6"), "i6 j7");
    // Black's sixth rank is 3.
    let black = with(
        'b',
        "3******3/10k1/12/*10*/*10*/*4p5*/*1p8*/12/1K10/3******3",
    );
    assert_eq!(moves_from(&black, "b3"), "a3 b2 c3");
    assert_eq!(moves_from(&black, "e4"), "e3");
}

/// Page: "A pawn on a8, j8, a1 or j1 may move directly to the corresponding
/// corner square with or without capturing, respectively x9, y9, x0 and y0,
/// i.e., one square diagonally to the specific corner square, and then it
/// promotes."
#[test]
fn corners() {
    let white = with(
        'w',
        "3******2n/1P2k5P1/12/*10*/*10*/*10*/*10*/12/4K7/3******3",
    );
    assert_eq!(
        moves_from(&white, "a8"),
        "a9f a9n a9q b8 x8f x8n x8q x9f x9n x9q"
    );
    assert_eq!(
        moves_from(&white, "j8"),
        "i8 j9f j9n j9q y8f y8n y8q y9f y9n y9q"
    );
    let black = with(
        'b',
        "3******3/4k7/12/*10*/*10*/*10*/*10*/12/1p2K5p1/N2******3",
    );
    assert_eq!(
        moves_from(&black, "a1"),
        "a0f a0n a0q b1 x0f x0n x0q x1f x1n x1q"
    );
    assert_eq!(
        moves_from(&black, "j1"),
        "i1 j0f j0n j0q y0f y0n y0q y1f y1n y1q"
    );
    // Only outward, and not onto a friend.
    let shut = with(
        'w',
        "NNn******3/NP2k5P1/12/*10*/*10*/*10*/*10*/12/4K7/3******3",
    );
    assert_eq!(moves_from(&shut, "a8"), "b8 b9f b9n b9q");
}

/// Page: "Promotion Zone 1. A White Pawn that reaches x8, x9, a9, b9, i9, j9,
/// y9 or y8 promotes to either Queen, Falcon or Knight. A Black pawn so
/// promotes at x1, x0, a0, b0, i0, j0, y0 and y1. Promotion Zone 2. A White
/// pawn that reaches x7, c8, d8, e8, f8, g8, h8 or y7 must promote to either
/// Falcon, Rook, Knight or Bishop, not to Queen. A Black pawn so promotes at
/// x2, c1, d1, e1, f1, g1, h1 and y2."
#[test]
fn zones() {
    use PieceKind as Kind;
    let start = start("falcon100");
    let rules = start.rules();
    let named = |names: &str| -> Bitboard {
        names
            .split(' ')
            .map(|name| rules.geometry().square_named(name).unwrap())
            .collect()
    };
    let first = [Kind::QUEEN, Kind::FALCON, Kind::KNIGHT];
    let second = [Kind::FALCON, Kind::ROOK, Kind::KNIGHT, Kind::BISHOP];
    for (color, squares, kinds) in [
        (Color::White, "x8 x9 a9 b9 i9 j9 y9 y8", &first[..]),
        (Color::Black, "x1 x0 a0 b0 i0 j0 y0 y1", &first[..]),
        (Color::White, "x7 c8 d8 e8 f8 g8 h8 y7", &second[..]),
        (Color::Black, "x2 c1 d1 e1 f1 g1 h1 y2", &second[..]),
    ] {
        for square in named(squares) {
            let zone = rules.pawns(color).zone(square).unwrap();
            let mut of_zone = zone.kinds.to_vec();
            let mut wanted = kinds.to_vec();
            of_zone.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(of_zone, wanted);
            assert!(!zone.optional);
        }
    }
    for color in Color::ALL {
        assert_eq!(rules.pawns(color).promotion.count(), 16);
    }
    // By a capture, forward, and sideways alike; a8, b8, i8 and j8 are free.
    let ways = with(
        'w',
        "3******3/2P7k1/r1PP8/*P9*/*10*/*10*/*10*/12/4K7/3******3",
    );
    assert_eq!(moves_from(&ways, "a6"), "a7 b6 x7b x7f x7n x7r");
    assert_eq!(moves_from(&ways, "b7"), "a7");
    assert_eq!(moves_from(&ways, "b8"), "a8 b9f b9n b9q c8b c8f c8n c8r");
    assert_eq!(moves_from(&ways, "c7"), "c8b c8f c8n c8r d7");
}

/// Page: "Free Castling, as used in old Italian Chess, is used. To castle, the
/// King moves over unoccupied squares to any square between it and the Rook."
#[test]
fn free_castling() {
    let castle = position(
        "falcon100",
        "3******3/1r4k3r1/12/*10*/*10*/*10*/*10*/12/1R4K3R1/3******3 w KQkq - 0 1",
    );
    let texts = moves_from(&castle, "f1");
    for text in ["b1", "c1", "d1", "a1", "h1", "i1", "j1"] {
        assert!(
            texts.split(' ').any(|other| other == text),
            "{text}: {texts}"
        );
    }
}

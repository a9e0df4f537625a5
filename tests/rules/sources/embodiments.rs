//! The embodiments that the sources name besides the preferred one.

use super::games::{moves_from, position, start};
use super::*;
use peregrine::board::color::Color;
use peregrine::board::piece::PieceKind;
use peregrine::variants::shuffle::Arrays;

/// The letters of White's first rank.
fn first_rank(position: &Position) -> String {
    let rules = position.rules();
    let squares = rules.geometry().rank_squares(0).into_iter();
    squares
        .map(|square| match position.piece_on(square) {
            Some(piece) => rules.kind_letter(piece.kind()).to_owned(),
            None => ".".to_owned(),
        })
        .collect()
}

fn size(position: &Position) -> (usize, usize) {
    let geometry = position.rules().geometry();
    (geometry.files(), geometry.ranks())
}

/// Patent: "Another possible embodiment is that in which the falcon has the
/// ability to jump or leap over an intervening piece, as the knight can."
#[test]
fn leaping() {
    let leaping = moves_from(&start("falcon-leap"), "d1");
    assert_eq!(leaping, "a3 b4 c4 e4 f4 g3");
    assert_eq!(moves_from(&start("falcon"), "d1"), "");
}

/// Patent: "the falcon can be positioned between the bishop and the knight";
/// "Another alternative reverses the initial position of the king and the
/// queen."
#[test]
fn other_arrays() {
    assert_eq!(first_rank(&start("falcon-outer")), "RNFBQKBFNR");
    assert_eq!(first_rank(&start("falcon-swapped")), "RNBFKQFBNR");
}

/// Essay: "replace the queen of orthodox game with a falcon. That is, the game
/// is played on an orthodox eight-by-eight game board without a queen"; "two
/// natural opening moves of the falcon from the queen's position are to squares
/// that opponent's bishop can threaten from its starting position, that is, a3
/// and b4, or else a6 and b5."
#[test]
fn eight_by_eight() {
    let start = start("falcon-8x8");
    assert_eq!(
        (size(&start), first_rank(&start).as_str()),
        ((8, 8), "RNBFKBNR")
    );
    let open = after(&start, "c2c4 e7e6");
    let falcon = moves_from(&open, "d1");
    assert!(falcon.contains("a3") && falcon.contains("b4"), "{falcon}");
    for square in ["a3", "b4"] {
        let square = open.rules().geometry().square_named(square).unwrap();
        assert!(open.is_attacked(square, Color::Black, open.occupied()));
    }
}

/// Essay: "a game board of size nine by nine. In this variation, either the
/// queen is omitted or else only one falcon is utilized"; "bishops cannot start
/// on opposite-colored squares unless they are positioned unsymmetrically."
#[test]
fn nine_by_nine() {
    for (variant, queens, falcons) in [("falcon-9x9", 0, 2), ("falcon-9x9-single", 1, 1)] {
        let start = start(variant);
        assert_eq!(size(&start), (9, 9));
        let count = |kind| start.pieces(Color::White, kind).count();
        assert_eq!(
            (count(PieceKind::QUEEN), count(PieceKind::FALCON)),
            (queens, falcons)
        );
        let shades = start.pieces(Color::White, PieceKind::BISHOP).into_iter();
        let shades: Vec<usize> = shades
            .map(|square| start.rules().geometry().file(square) % 2)
            .collect();
        assert_eq!(shades[0], shades[1]);
    }
}

/// Patent: "the board size is adjusted to nine-by-ten or ten-by-ten, and the
/// pieces remain the same."
#[test]
fn larger_boards() {
    for (variant, board) in [("falcon-10x9", (10, 9)), ("falcon-10x10", (10, 10))] {
        let start = start(variant);
        assert_eq!(
            (size(&start), first_rank(&start).as_str()),
            (board, "RNBFQKFBNR")
        );
    }
}

/// Essay: "It is also possible to position the pawns initially in the third
/// rank, rather than the second. If a game board of size ten by ten is used,
/// one variation positions the pawns in the third rank initially".
#[test]
fn pawns_on_the_third_rank() {
    let start = start("falcon-10x10-third");
    assert_eq!(moves_from(&start, "e3"), "e4 e5");
    let later = after(&start, "e3e4 e8e7");
    assert_eq!(moves_from(&later, "e4"), "e5");
    let fen = start
        .to_string()
        .replace("/10/RNBFQKFBNR", "/P9/RNBFQKFBNR");
    assert!(Position::from_fen(start.rules(), &fen).is_err());
}

/// Essay: "it is possible to play with fewer pawns, even just the five of the
/// Chinese game."
#[test]
fn five_pawns() {
    let start = start("falcon-five");
    for color in Color::ALL {
        assert_eq!(start.pieces(color, PieceKind::PAWN).count(), 5);
    }
    assert_eq!(moves_from(&start, "a1"), "");
    assert_eq!(moves_from(&start, "a2"), "a3 a4");
}

/// Essay: "It is also possible to position the pawns initially in the third
/// rank, rather than the second", of the game on ten files and eight ranks.
#[test]
fn pawns_on_the_third_rank_of_eight() {
    let start = start("falcon-third");
    assert_eq!(
        (size(&start), first_rank(&start).as_str()),
        ((10, 8), "RNBFQKFBNR")
    );
    assert_eq!(moves_from(&start, "e3"), "e4 e5");
    let passed = after(&start, "a3a4 d6d4");
    assert!(moves_from(&passed, "e3").contains("d4"));
    let passed = after(&start, "e3e5 a6a5");
    assert_eq!(moves_from(&passed, "e5"), "d6 f6");
}

/// Essay: "The likely candidates are the central pawns in front of falcons,
/// queen, and king. The a, b, c, h, i, and j pawns are then retained in the
/// second rank for their initial positions".
#[test]
fn central_pawns_on_the_third_rank() {
    let start = start("falcon-10x10-central");
    let rules = start.rules();
    let pawns = start.pieces(Color::White, PieceKind::PAWN).into_iter();
    let names: Vec<String> = pawns.map(|square| rules.geometry().name(square)).collect();
    assert_eq!(
        names,
        ["a2", "b2", "c2", "h2", "i2", "j2", "d3", "e3", "f3", "g3"]
    );
    assert_eq!(moves_from(&start, "c2"), "c3 c4");
    assert_eq!(moves_from(&start, "d3"), "d4 d5");
    let later = after(&start, "c2c3 c9c8");
    assert_eq!(moves_from(&later, "c3"), "c4");
    // However it got there: a Pawn that has captured on d3 may go two squares.
    let came = "r4k3r/10/10/10/10/10/10/3n6/2P7/R4K3R w KQkq - 0 1";
    let came = after(&position("falcon-10x10-central", came), "c2d3 a10a9");
    assert_eq!(moves_from(&came, "d3"), "d4 d5");
}

/// Essay: "game boards of sizes ranks 9-files 9, ranks 8-files 9, and ranks
/// 10-files 9".
#[test]
fn nine_files() {
    for ranks in [8, 10] {
        for (suffix, array) in [("", "RNBFKFBNR"), ("-single", "RNBFQKBNR")] {
            let start = start(&format!("falcon-9x{ranks}{suffix}"));
            assert_eq!(
                (size(&start), first_rank(&start).as_str()),
                ((9, ranks), array)
            );
        }
    }
}

/// Patent: "the falcon can be positioned between the bishop and the knight, in
/// conjunction with the larger game board sizes, nine by ten or ten by ten".
#[test]
fn outer_falcons_on_larger_boards() {
    for ranks in [9, 10] {
        let start = start(&format!("falcon-10x{ranks}-outer"));
        assert_eq!(
            (size(&start), first_rank(&start).as_str()),
            ((10, ranks), "RNFBQKBFNR")
        );
    }
}

/// Essay: "Random opening set-ups are possible, in which the major and minor
/// non-pawn pieces are positioned at differing squares within the first rank."
/// Read (docs/rules.md, section 5.3) as any of the 226,800 orders of the letters
/// RNBFQKFBNR, the same for both sides, where a King cannot castle with a Rook
/// next to it.
#[test]
fn random() {
    let rules = start("falcon-random").rules();
    let arrays = Arrays::new(rules).unwrap();
    assert_eq!(arrays.count(), 226_800);
    let beside = position("falcon-random", "k9/10/10/10/10/10/10/4KR4 w F - 0 1");
    assert!(!moves_from(&beside, "e1").contains("f1"));
    let one_between = position("falcon-random", "k9/10/10/10/10/10/10/4K1R3 w K - 0 1");
    assert!(moves_from(&one_between, "e1").contains("g1"));
}
